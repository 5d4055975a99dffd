//! How far a puzzle is from how hard it is to be.

use super::Difficulty;
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::steps::{Field, Graded, Grader, Position, Solver, Technique};

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
        self.with_position(puzzle, |position| self.grader.grade_until(position, &stop))
    }

    /// How far the puzzle is from the wish, 0 where it meets it, and its grade.
    pub(super) fn distance(&self, puzzle: &Puzzle, limits: &Limits) -> (u64, Option<Graded>) {
        let stop = || limits.out_of_time().is_some();
        let judged = self.with_position(puzzle, |position| {
            let graded = self.grader.grade_until(position, &stop);
            let near = self.of_grade(&graded);
            // What is needed is looked at only where all else fits.
            let needs = if near == 0 {
                self.of_needs(position, &graded, &stop)
            } else {
                10 * self.without.len() as u64
            };
            (near * 100 + needs, graded)
        });
        judged.map_or((u64::MAX / 4, None), |(distance, graded)| (distance, Some(graded)))
    }

    fn with_position<T>(&self, puzzle: &Puzzle, judge: impl FnOnce(&Position<'_>) -> T) -> Option<T> {
        let own;
        let field = if let Some(field) = self.grader.field_of(puzzle) {
            field
        } else {
            own = Field::of(puzzle).ok()?;
            &own
        };
        let mut position = Position::with_givens(field, puzzle);
        position.is_unique = true;
        Some(judge(&position))
    }

    /// In tenths of a rating.
    fn of_grade(&self, graded: &Graded) -> u64 {
        let rating = if graded.is_solved { graded.grade.rating } else { STUCK };
        let of_rating = self
            .wish
            .rating
            .as_ref()
            .map_or(0, |wish| wish.start().saturating_sub(rating) + rating.saturating_sub(*wish.end()));
        let of_level = self.wish.level.map_or(0, |level| {
            let steps = (level as u32).abs_diff(graded.grade.level as u32);
            if graded.is_solved { 10 * steps } else { 10 * steps + 1 }
        });
        u64::from(of_rating + of_level)
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
