//! Plain 9×9 sudokus: dug in random grids, and improved from what was found.
//!
//! A wish that digging alone seldom meets (few clues, a rating, a technique) is approached by small steps: some clues are taken
//! out, another solution of the rest is taken for the grid, and what is missing is added again. A step that does not lead
//! away from the wish is kept (the {-n+m} search of the field).

mod digger;
mod fewer;
mod pattern;

use fastrand::Rng;

use super::budget::Budget;
use super::judge::{Judge, told};
use super::maker::{Made, Maker};
use super::{Kind, NotMade, Recipe};
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::steps::Graded;
use digger::{CellSet, Digger, Grid, cells_of, clues_of, masked};

/// Steps without progress after which a new grid is taken.
const STALE: u32 = 300;

/// A distance in clues counts more than any other.
const CLUE: u64 = 1 << 32;

/// A set of clues that is not minimal though it should be.
const SPARE: u64 = 1 << 31;

/// Makes plain 9×9 sudokus.
#[derive(Debug)]
pub(super) struct Classic {
    recipe: Recipe,
    judge: Judge,
    /// The givens that stay.
    kept: Grid,
    /// The cells that become givens together.
    units: Vec<CellSet>,
}

/// A puzzle with one solution on the way to the wish.
struct State {
    grid: Grid,
    clues: CellSet,
    distance: u64,
    graded: Option<Graded>,
}

impl Classic {
    pub(super) fn new(recipe: &Recipe, judge: Judge) -> Self {
        let mut kept = [0; 81];
        for (cell, given) in recipe.start().givens.iter().enumerate() {
            kept[cell] = given.and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0);
        }
        let set = |cells: &Vec<usize>| cells.iter().fold(0, |set, cell| set | 1 << cell);
        Self { units: recipe.units().iter().map(set).collect(), recipe: recipe.clone(), judge, kept }
    }

    /// A random grid with the givens that stay.
    fn grid(&self, digger: &mut Digger, rng: &mut Rng) -> Result<Grid, NotMade> {
        if self.kept == [0; 81] {
            return Ok(digger.grid(rng));
        }
        // Random digits beside them as long as there is a solution.
        let mut digits = self.kept;
        let mut grid = digger.first(&digits).ok_or(NotMade::NoSolution)?;
        for _ in 0..30 {
            let (cell, digit) = (rng.usize(..81), rng.u8(1..=9));
            let before = std::mem::replace(&mut digits[cell], digit);
            match digger.first(&digits).filter(|_| before == 0) {
                Some(found) => grid = found,
                None => digits[cell] = before,
            }
        }
        Ok(grid)
    }

    fn puzzle(&self, digits: &Grid) -> Puzzle {
        let mut puzzle = Puzzle::new(self.recipe.base.board.clone());
        puzzle.givens = digits.iter().map(|&digit| (digit != 0).then_some(i32::from(digit))).collect();
        puzzle
    }

    fn made(&self, grid: &Grid, digits: &Grid, graded: Option<Graded>) -> Made {
        let solution = grid.iter().copied().map(i32::from).collect();
        Made { puzzle: self.puzzle(digits), solution, graded }
    }

    /// Clues that are enough, brought into the range where more may be added.
    fn state(&self, digger: &mut Digger, grid: Grid, mut clues: CellSet, rng: &mut Rng) -> State {
        if let Some(range) = self.recipe.clues.as_ref().filter(|_| !self.recipe.minimal) {
            let mut order = self.units.clone();
            rng.shuffle(&mut order);
            for unit in order {
                let more = clues | unit;
                let is_short = (clues.count_ones() as usize) < *range.start();
                if is_short && more.count_ones() as usize <= *range.end() {
                    clues = more;
                }
            }
        }
        let mut distance = CLUE * self.clues_off(clues);
        // Where cells were dug one by one, each was asked already.
        let is_dug = self.recipe.pattern.is_none() && self.units.iter().all(|unit| unit.is_power_of_two());
        let own = clues & !clues_of(&self.kept);
        if distance == 0 && self.recipe.minimal && !is_dug && !digger.needs_each(&grid, clues, own) {
            distance = SPARE;
        }
        let mut graded = None;
        if distance == 0 && !self.judge.is_content() {
            // The way of a plain board is short: the budget is looked at between two of them.
            let puzzle = self.puzzle(&masked(&grid, clues));
            (distance, graded) = self.judge.distance(&puzzle, &Limits::default());
        }
        State { grid, clues, distance, graded }
    }

    /// How many clues too many or too few.
    fn clues_off(&self, clues: CellSet) -> u64 {
        let count = clues.count_ones() as usize;
        let range = self.recipe.clues.clone().unwrap_or(0..=81);
        (range.start().saturating_sub(count) + count.saturating_sub(*range.end())) as u64
    }

    fn fresh(&self, digger: &mut Digger, rng: &mut Rng) -> Result<State, NotMade> {
        let grid = self.grid(digger, rng)?;
        let clues = digger.dig(&grid, clues_of(&self.kept), &self.units, rng);
        Ok(self.state(digger, grid, clues, rng))
    }

    /// Takes out one to three units and puts in what is missing for another solution of the rest.
    fn neighbour(&self, digger: &mut Digger, state: &State, rng: &mut Rng) -> State {
        let mut clues = state.clues;
        let taken: Vec<CellSet> = self.units.iter().copied().filter(|unit| unit & clues != 0).collect();
        for _ in 0..rng.usize(1..=3) {
            clues &= !rng.choice(&taken).unwrap_or(&0);
        }
        clues |= clues_of(&self.kept);
        let mut grid = state.grid;
        let mut seen = 0;
        digger.each(&masked(&state.grid, clues), |found| {
            seen += 1;
            if rng.u32(..seen) == 0 {
                grid = *found;
            }
            if seen < 20 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
        });
        self.spared(digger, grid, clues, rng)
    }

    /// The state of a grid and clues, with what is missing added and what can be spared taken away.
    fn spared(&self, digger: &mut Digger, grid: Grid, clues: CellSet, rng: &mut Rng) -> State {
        let mut order = self.units.clone();
        rng.shuffle(&mut order);
        digger.forget();
        let clues = digger.complete(&grid, clues, clues_of(&self.kept), &order);
        self.state(digger, grid, clues, rng)
    }

    /// Goes from a grid towards the wish; nothing where it got stuck.
    fn climb(
        &self,
        digger: &mut Digger,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<State>, NotMade> {
        let mut state = self.fresh(digger, rng)?;
        let mut idle = 0;
        while state.distance > 0 {
            note(budget, &state);
            if idle > STALE {
                return Ok(None);
            }
            budget.spend()?;
            let fewer = state.distance >= CLUE && self.can_go_below(&state);
            let found = if fewer { fewer::fewer(digger, &state.grid, state.clues, rng) } else { None };
            let next = match found {
                Some((grid, clues)) => self.spared(digger, grid, clues, rng),
                None => self.neighbour(digger, &state, rng),
            };
            idle = if next.distance < state.distance { 0 } else { idle + 1 };
            if next.distance <= state.distance {
                state = next;
            }
        }
        Ok(Some(state))
    }

    /// Whether there are too many clues and each may go alone.
    fn can_go_below(&self, state: &State) -> bool {
        let most = self.recipe.clues.as_ref().map_or(81, |range| *range.end());
        state.clues.count_ones() as usize > most && self.units.len() == 81
    }
}

/// Keeps what came nearest.
fn note(budget: &mut Budget, state: &State) {
    budget.note(state.distance, || {
        let count = state.clues.count_ones();
        let spare = if state.distance == SPARE { ", not minimal" } else { "" };
        let rated = state.graded.as_ref().map_or(String::new(), |graded| told(Some(graded)));
        format!("{count} clues{spare}{rated}")
    });
}

impl Maker for Classic {
    fn make(&self, rng: &mut Rng, budget: &mut Budget) -> Result<Made, NotMade> {
        let mut digger = Digger::default();
        loop {
            budget.spend()?;
            if self.recipe.kind == Kind::Grid {
                let grid = self.grid(&mut digger, rng)?;
                return Ok(self.made(&grid, &grid, None));
            }
            let found = match &self.recipe.pattern {
                Some(pattern) => self.in_pattern(&mut digger, pattern, rng, budget)?,
                None => self.climb(&mut digger, rng, budget)?,
            };
            if let Some(State { grid, clues, graded, .. }) = found {
                let digits = masked(&grid, clues);
                // The last word has the kernel: exactly one solution.
                if digger.count(&digits) == 1 && cells_of(clues).all(|cell| digits[cell] == grid[cell]) {
                    return Ok(self.made(&grid, &digits, graded));
                }
            }
        }
    }
}
