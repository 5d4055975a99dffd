//! How far a puzzle is from how hard it is to be.

use super::Difficulty;
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::steps::{Graded, Grader, Position, Solver, Technique};

/// Grades puzzles for a wish.
#[derive(Debug)]
pub(super) struct Judge {
    wish: Difficulty,
    grader: Grader,
    all: Solver,
    /// For each technique that is needed a grader that does without.
    without: Vec<(Technique, Grader)>,
}

/// What stuck puzzles count as, in tenths of a rating.
const STUCK: u32 = 120;

impl Judge {
    pub(super) fn new(wish: &Difficulty) -> Self {
        let without = wish.needs.iter().map(|&technique| (technique, Grader::new(&[technique]))).collect();
        Self { wish: wish.clone(), grader: Grader::new(&[]), all: Solver::default(), without }
    }

    /// Whether every puzzle will do.
    pub(super) fn is_content(&self) -> bool {
        self.wish.is_any()
    }

    /// The grade of a puzzle with one solution; nothing where its board is too large to be graded.
    pub(super) fn grade(&self, puzzle: &Puzzle, limits: &Limits) -> Option<Graded> {
        let stop = || limits.out_of_time().is_some();
        self.grader.at_start(puzzle, true, |position| self.grader.grade_until(&position, &stop)).ok()
    }

    /// How far the puzzle is from the wish, 0 where it meets it, and its grade.
    pub(super) fn distance(&self, puzzle: &Puzzle, limits: &Limits) -> (u64, Option<Graded>) {
        let stop = || limits.out_of_time().is_some();
        let judged = self.grader.at_start(puzzle, true, |position| {
            let graded = self.grader.grade_until(&position, &stop);
            let near = self.of_grade(&graded);
            // What is needed is looked at only where all else fits.
            let needs = if near == 0 {
                self.of_needs(&position, &graded, &stop)
            } else {
                10 * self.without.len() as u64
            };
            (near * 100 + needs, graded)
        });
        judged.map_or_else(|_| (u64::MAX / 4, None), |(distance, graded)| (distance, Some(graded)))
    }

    /// In tenths of a rating; one more where the steps do not lead to the solution, so that such a puzzle never fits.
    fn of_grade(&self, graded: &Graded) -> u64 {
        let rating = if graded.is_solved { graded.grade.rating } else { STUCK };
        let of_rating = self
            .wish
            .rating
            .as_ref()
            .map_or(0, |wish| wish.start().saturating_sub(rating) + rating.saturating_sub(*wish.end()));
        let of_level =
            self.wish.level.map_or(0, |level| 10 * (level as u32).abs_diff(graded.grade.level as u32));
        u64::from(of_rating + of_level + u32::from(!graded.is_solved))
    }

    /// Ten for each technique that is not needed, five where it is used at least.
    fn of_needs(&self, position: &Position<'_>, graded: &Graded, stop: &dyn Fn() -> bool) -> u64 {
        if self.without.is_empty() {
            return 0;
        }
        let path = self.all.path_until(position.clone(), stop);
        let one = |(technique, grader): &(Technique, Grader)| {
            if !graded.is_solved || !path.steps.iter().any(|step| step.technique == *technique) {
                return 10;
            }
            let other = grader.grade_until(position, stop);
            let is_worse = !other.is_solved
                || other.grade.level > graded.grade.level
                || other.grade.rating > graded.grade.rating;
            let is_worse = is_worse && !other.is_stopped;
            if is_worse { 0 } else { 5 }
        };
        self.without.iter().map(one).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::Judge;
    use crate::engines::Limits;
    use crate::generate::Difficulty;
    use crate::puzzles::{Board, Puzzle};

    #[test]
    fn what_is_not_solved_by_steps_never_fits() {
        let mut puzzle = Puzzle::new(Board::usual(9).expect("a usual size"));
        let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
        let judge = Judge::new(&Difficulty { rating: Some(0..=130), ..Difficulty::default() });
        let (near, graded) = judge.distance(&puzzle, &Limits::default());
        assert!(near == 0 && graded.is_some_and(|graded| graded.is_solved));
        let stopped = Limits::default().no_later_than(Instant::now());
        let (far, graded) = judge.distance(&puzzle, &stopped);
        assert!(far > 0 && graded.is_some_and(|graded| graded.is_stopped));
    }
}
