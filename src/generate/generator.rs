//! A run: one puzzle after the other, each of its own random stream.

use std::ops::ControlFlow;
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::budget::Budget;
use super::classic::Classic;
use super::general::General;
use super::judge::Judge;
use super::killer::Killer;
use super::maker::{Made, Maker};
use super::random::stream;
use super::seen::Seen;
use super::{GaveUp, Kind, NotMade, Recipe, RecipeError};
use crate::engines::{Cancel, Stop};

/// Puzzles equal to an earlier one are made anew so often.
const RETRIES: u64 = 100;

/// Puzzles that are made at once, at most.
const BLOCK: u64 = 1_024;

/// Makes the puzzles of a recipe from a seed.
///
/// The puzzle with a number depends on recipe, seed and number alone, not on the processor; but a time limit ends the search for it
/// earlier or later.
///
/// ```
/// use exactly::generate::{Generator, Recipe};
/// use exactly::puzzles::{Board, Puzzle};
///
/// let mut recipe = Recipe::new(Puzzle::new(Board::usual(9)?));
/// recipe.clues = Some(22..=25);
/// let generator = Generator::new(recipe, 7)?;
/// let made = generator.puzzle(0)?;
/// assert!((22..=25).contains(&made.clue_count()));
/// assert_eq!(made, generator.puzzle(0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    recipe: Recipe,
    seed: u64,
    maker: Box<dyn Maker>,
    /// Grades what its maker did not, where that is asked for.
    judge: Option<Judge>,
    cancel: Cancel,
}

impl Generator {
    /// A generator for a recipe.
    ///
    /// # Errors
    /// A recipe that no puzzle can meet.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        if let Some(fault) = recipe.fault() {
            return Err(fault);
        }
        let judge = Judge::new(&recipe.difficulty);
        let own = recipe.graded.then(|| Judge::new(&recipe.difficulty));
        let maker: Box<dyn Maker> = match &recipe.kind {
            Kind::Killer { cage_size } => {
                let digits = recipe.base.board.value_count();
                let sizes = *cage_size.start()..=(*cage_size.end()).min(digits);
                Box::new(Killer::new(&recipe, sizes, judge))
            }
            Kind::Grid | Kind::Givens if recipe.is_classic() => Box::new(Classic::new(&recipe, judge)),
            Kind::Grid | Kind::Givens => Box::new(General::new(&recipe, judge)),
        };
        Ok(Self { recipe, seed, maker, judge: own, cancel: Cancel::new() })
    }

    /// The same generator, whose runs this switch ends.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the puzzle with this number, from 0, without a look at the others.
    ///
    /// # Errors
    /// A search that ended first, or a base without a solution.
    pub fn puzzle(&self, number: u64) -> Result<Made, NotMade> {
        self.make(number, 0, &mut self.budget())
    }

    fn budget(&self) -> Budget {
        Budget::new(self.recipe.attempts, self.recipe.time, self.cancel.clone())
    }

    fn make(&self, number: u64, retry: u64, budget: &mut Budget) -> Result<Made, NotMade> {
        budget.timed(|budget| {
            let mut made = self.maker.make(&mut stream(self.seed, number, retry), budget)?;
            if let Some(judge) = self.judge.as_ref().filter(|_| made.graded.is_none()) {
                made.graded = judge.grade(&made.puzzle, &budget.limits);
            }
            Ok(made)
        })
    }

    /// Makes so many puzzles on all cores and visits them in order, with their numbers from 0. No two are equal; plain 9×9 boards
    /// not even up to their symmetries, see [`super::canonical()`]. The run ends early where `visit` breaks or the switch
    /// is turned; then the puzzle that was looked for is visited last, with what came nearest.
    pub fn run(&self, count: u64, visit: &mut dyn FnMut(u64, Result<Made, NotMade>) -> ControlFlow<()>) {
        let mut seen =
            Seen::new(self.recipe.is_classic() && !matches!(self.recipe.kind, Kind::Killer { .. }));
        let (mut first, mut block) = (0, rayon::current_num_threads().max(1) as u64);
        while first < count && !self.cancel.is_cancelled() {
            let end = count.min(first + block);
            let start = Instant::now();
            let first_of = |number| {
                let mut budget = self.budget();
                (self.make(number, 0, &mut budget), budget)
            };
            let made: Vec<(Result<Made, NotMade>, Budget)> =
                (first..end).into_par_iter().map(first_of).collect();
            for (number, (made, mut budget)) in (first..end).zip(made) {
                let made = made.and_then(|made| self.renewed(made, number, &mut budget, &mut seen));
                let is_last = is_cancelled(&made);
                if visit(number, made).is_break() || is_last {
                    return;
                }
            }
            if start.elapsed().as_millis() < 100 {
                block = BLOCK.min(2 * block);
            }
            first = end;
        }
    }

    /// The puzzle, or another in its place where an equal one was there.
    fn renewed(
        &self,
        mut made: Made,
        number: u64,
        budget: &mut Budget,
        seen: &mut Seen,
    ) -> Result<Made, NotMade> {
        for retry in 1..=RETRIES {
            if seen.is_new(&made) {
                return Ok(made);
            }
            budget.note_repeated();
            made = self.make(number, retry, budget)?;
        }
        if seen.is_new(&made) { Ok(made) } else { Err(NotMade::Repeated { times: RETRIES + 1 }) }
    }
}

fn is_cancelled(made: &Result<Made, NotMade>) -> bool {
    matches!(made, Err(NotMade::GaveUp(GaveUp { stop: Some(Stop::Cancelled), .. })))
}
