//! How far a puzzle is from how hard it is to be.

use std::cell::Cell;

use super::Difficulty;
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::steps::{Entry, Grade, Graded, Grader, Level, Position, Solver, TABLE, Technique};

/// Grades puzzles for a wish.
#[derive(Debug)]
pub(super) struct Judge {
    wish: Difficulty,
    grader: Grader,
    all: Solver,
    /// What solves every puzzle that is not too hard.
    within: Vec<Within>,
}

/// The techniques that are not too hard, and the bound.
#[derive(Debug)]
struct Within {
    solver: Solver,
    level: Level,
    rating: u32,
}

/// Looks for something hard after which a puzzle is taken for one that does not fit: some seconds. The same puzzle ends at the same.
const LOOKS: u64 = 20_000;

/// What stuck puzzles count as, in tenths of a rating.
const STUCK: u32 = 120;

impl Judge {
    pub(super) fn new(wish: &Difficulty) -> Self {
        let rating = wish.rating.as_ref().map(|range| *range.end());
        // Nothing is harder than extreme.
        let level = wish.level.filter(|&level| level < Level::Extreme);
        let within = Within::all_of(level, rating, &[]);
        Self { wish: wish.clone(), grader: Grader::new(&[]), all: Solver::default(), within }
    }

    /// Whether puzzles can be too hard.
    pub(super) fn has_ceiling(&self) -> bool {
        !self.within.is_empty()
    }

    /// Whether the puzzle is harder than asked: the techniques that are not too hard do not solve it, or too many of them are needed.
    /// Much faster than grading what is hard.
    pub(super) fn is_too_hard(&self, puzzle: &Puzzle, limits: &Limits) -> bool {
        let stop = || limits.out_of_time().is_some();
        let judged = self
            .at_start(puzzle, |position| self.within.iter().any(|within| within.is_left_by(position, &stop)));
        judged.unwrap_or(false)
    }

    /// Looks at a puzzle with one solution as it starts; nothing where its board is too large.
    fn at_start<T>(&self, puzzle: &Puzzle, look: impl FnOnce(&Position<'_>) -> T) -> Option<T> {
        let unique = |mut position: Position<'_>| {
            position.is_unique = true;
            look(&position)
        };
        self.grader.at_start(puzzle, unique).ok()
    }

    /// Whether every puzzle will do.
    pub(super) fn is_content(&self) -> bool {
        self.wish.is_any()
    }

    /// The grade of a puzzle with one solution; nothing where its board is too large to be graded.
    pub(super) fn grade(&self, puzzle: &Puzzle, limits: &Limits) -> Option<Graded> {
        let stop = || limits.out_of_time().is_some();
        self.at_start(puzzle, |position| self.grader.grade_until(position, &stop))
    }

    /// How far the puzzle is from the wish, 0 where it meets it, and its grade.
    pub(super) fn distance(&self, puzzle: &Puzzle, limits: &Limits) -> (u64, Option<Graded>) {
        let looks = Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            looks.get() > LOOKS || limits.out_of_time().is_some()
        };
        let judged = self.at_start(puzzle, |position| {
            let graded = self.grader.grade_until(position, &stop);
            let near = self.of_grade(&graded);
            // What is needed is looked at only where all else fits.
            let needs = if near == 0 {
                self.of_needs(position, &graded, &stop)
            } else {
                10 * self.wish.needs.len() as u64
            };
            (near * 100 + needs, graded)
        });
        judged.map_or_else(|| (u64::MAX / 4, None), |(distance, graded)| (distance, Some(graded)))
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
        if self.wish.needs.is_empty() {
            return 0;
        }
        let path = self.all.path_until(position.clone(), stop);
        let one = |&technique: &Technique| {
            if !graded.is_solved || !path.steps.iter().any(|step| step.technique == technique) {
                return 10;
            }
            // What is no harder does not solve it without that technique.
            let Grade { level, rating, .. } = graded.grade;
            let within = Within::all_of(Some(level), Some(rating), &[technique]);
            let is_worse = within.iter().any(|within| within.is_left_by(position, stop)) && !stop();
            if is_worse { 0 } else { 5 }
        };
        self.wish.needs.iter().map(one).sum()
    }
}

impl Within {
    /// One for the level, one for the rating, where they are given, both without some techniques.
    fn all_of(level: Option<Level>, rating: Option<u32>, skipped: &[Technique]) -> Vec<Self> {
        let only = |solver: Solver, is_in: &dyn Fn(&Entry) -> bool| {
            let out = TABLE.iter().filter(|entry| !is_in(entry)).map(|entry| entry.technique);
            solver.without(&out.chain(skipped.iter().copied()).collect::<Vec<_>>())
        };
        let of_level = level.map(|level| Self {
            solver: only(Solver::default(), &|entry| entry.level <= level),
            level,
            rating: u32::MAX,
        });
        let of_rating = rating.map(|rating| Self {
            solver: only(Solver::by_rating(), &|entry| entry.rating <= rating),
            level: Level::Extreme,
            rating,
        });
        of_level.into_iter().chain(of_rating).collect()
    }

    fn is_left_by(&self, position: &Position<'_>, stop: &dyn Fn() -> bool) -> bool {
        let path = self.solver.path_until(position.clone(), stop);
        let grade = Grade::of(&path.steps, position.field());
        !path.end.is_solved() || grade.level > self.level || grade.rating > self.rating
    }
}

/// The level and the rating, as messages say them after what they are of.
pub(super) fn told(graded: Option<&Graded>) -> String {
    match graded {
        None => "; the board is too large to be graded".to_string(),
        Some(Graded { grade, is_stopped, is_solved, .. }) => {
            let rating = f64::from(grade.rating) / 10.0;
            // A way that ends early was as hard as that already.
            let at_least = if *is_stopped { "at least " } else { "" };
            let open = if *is_solved || *is_stopped { "" } else { ", not solved by steps" };
            format!(", {at_least}rating {rating:.1}, {}{open}", grade.level)
        }
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
