//! What the ways to make puzzles have in common.

use fastrand::Rng;

use super::NotMade;
use super::budget::Budget;
use crate::puzzles::Puzzle;
use crate::steps::Graded;

/// A puzzle with one solution, or a full grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The digits of its solution, row by row.
    pub solution: Vec<i32>,
    /// Its grade, where it was asked for or needed.
    pub graded: Option<Graded>,
}

impl Made {
    /// Number of givens.
    pub fn clue_count(&self) -> usize {
        self.puzzle.givens.iter().flatten().count()
    }
}

/// A way to make puzzles. Implemented once for each kind; called by the generator, from many threads.
pub(super) trait Maker: Send + Sync + std::fmt::Debug {
    /// Makes a puzzle of a random stream; it was checked already, and meets the recipe.
    fn make(&self, rng: &mut Rng, budget: &mut Budget) -> Result<Made, NotMade>;
}
