//! Givens on any board with any lasting clues.

use std::sync::OnceLock;

use fastrand::Rng;

use super::budget::Budget;
use super::ground::{Ground, Session, solutions};
use super::judge::Judge;
use super::maker::{Made, Maker};
use super::regions::with_random_regions;
use super::{Kind, NotMade, Recipe};
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::solve::EngineName;
use crate::steps::Graded;

/// The grounds of a run: the same for all puzzles, or another for each where regions are random.
#[derive(Debug)]
pub(super) struct Grounds {
    base: Puzzle,
    random_regions: bool,
    shared: OnceLock<Result<Ground, NotMade>>,
}

impl Grounds {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let (base, random_regions) = (recipe.start(), recipe.random_regions);
        Self { base, random_regions, shared: OnceLock::new() }
    }

    /// Lends a ground.
    fn lend<T>(
        &self,
        rng: &mut Rng,
        with: impl FnOnce(&Ground, &mut Rng) -> Result<T, NotMade>,
    ) -> Result<T, NotMade> {
        if self.random_regions {
            let ground = Ground::of(with_random_regions(&self.base, rng))?;
            return with(&ground, rng);
        }
        match self.shared.get_or_init(|| Ground::of(self.base.clone())) {
            Ok(ground) => with(ground, rng),
            Err(error) => Err(error.clone()),
        }
    }

    /// Attempts on one ground after another until one makes a puzzle.
    pub(super) fn until_made(
        &self,
        rng: &mut Rng,
        budget: &mut Budget,
        mut attempt: impl FnMut(&Ground, &mut Rng, &mut Budget) -> Result<Option<Made>, NotMade>,
    ) -> Result<Made, NotMade> {
        loop {
            budget.spend()?;
            match self.lend(rng, |ground, rng| attempt(ground, rng, budget)) {
                Ok(Some(made)) => return Ok(made),
                // Other regions may have a solution.
                Err(NotMade::NoSolution) if self.random_regions => {}
                Err(error) => return Err(error),
                Ok(None) => {}
            }
        }
    }
}

/// Makes puzzles on grounds.
#[derive(Debug)]
pub(super) struct General {
    recipe: Recipe,
    judge: Judge,
    grounds: Grounds,
    units: Vec<Vec<usize>>,
}

impl General {
    pub(super) fn new(recipe: &Recipe, judge: Judge) -> Self {
        Self { grounds: Grounds::new(recipe), units: recipe.units(), recipe: recipe.clone(), judge }
    }

    /// One attempt; nothing where it does not meet the recipe.
    fn attempt(&self, ground: &Ground, rng: &mut Rng, budget: &mut Budget) -> Result<Option<Made>, NotMade> {
        let mut session = ground.session();
        let Some(grid) = session.grid(rng, budget)? else { return Ok(None) };
        let Some(cells) = self.cells(&mut session, &grid, rng, budget)? else { return Ok(None) };
        let puzzle = ground.with_givens(&grid, cells);
        let made = Made { puzzle, solution: grid, graded: None };
        let (distance, graded) = self.distance(&made, &budget.limits);
        let made = Made { graded, ..made };
        budget.note(distance, || format!("{} clues", made.clue_count()));
        if distance > 0 || !is_unique(&made, &budget.limits)? {
            return Ok(None);
        }
        Ok(Some(made))
    }

    /// The cells to give; nothing where they are not enough, or a question was left open.
    fn cells(
        &self,
        session: &mut Session<'_>,
        grid: &[i32],
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, NotMade> {
        if self.recipe.kind == Kind::Grid {
            return Ok(Some((0..grid.len()).collect()));
        }
        if let Some(pattern) = &self.recipe.pattern {
            // Those that are kept are there already.
            let start = self.recipe.start();
            let cells: Vec<usize> = pattern.cells().filter(|&cell| start.givens[cell].is_none()).collect();
            if !session.is_enough(grid, &cells, budget)? {
                budget.note(u64::MAX, || "the pattern with more than one solution".to_string());
                return Ok(None);
            }
            return Ok(if self.recipe.minimal {
                all_needed(session, grid, cells, rng, budget)?
            } else {
                Some(cells)
            });
        }
        // Where no clue may go alone, units of several cells will not do.
        let minimal = self.recipe.minimal;
        let Some(mut taken) = session.dig(grid, &self.units, minimal, rng, budget)? else { return Ok(None) };
        if minimal && self.units.iter().any(|unit| unit.len() > 1) {
            let cells = taken.iter().flat_map(|&unit| self.units[unit].iter().copied()).collect();
            return all_needed(session, grid, cells, rng, budget);
        }
        self.pad(&mut taken, rng);
        Ok(Some(taken.iter().flat_map(|&unit| self.units[unit].iter().copied()).collect()))
    }

    /// Adds random units up to the fewest clues asked for.
    fn pad(&self, taken: &mut Vec<usize>, rng: &mut Rng) {
        let Some(range) = self.recipe.clues.as_ref().filter(|_| !self.recipe.minimal) else { return };
        let mut count =
            self.recipe.kept_count() + taken.iter().map(|&unit| self.units[unit].len()).sum::<usize>();
        let mut order: Vec<usize> = (0..self.units.len()).filter(|unit| !taken.contains(unit)).collect();
        rng.shuffle(&mut order);
        for unit in order {
            let more = count + self.units[unit].len();
            if count < *range.start() && more <= *range.end() {
                taken.push(unit);
                count = more;
            }
        }
    }

    fn distance(&self, made: &Made, limits: &Limits) -> (u64, Option<Graded>) {
        let count = made.clue_count();
        let range = self.recipe.clues.clone().unwrap_or(0..=usize::MAX);
        let off = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
        if off > 0 && self.recipe.kind != Kind::Grid {
            return ((off as u64) << 32, None);
        }
        if self.judge.is_content() { (0, None) } else { self.judge.distance(&made.puzzle, limits) }
    }
}

/// The cells, if none of them can go; nothing otherwise.
fn all_needed(
    session: &mut Session<'_>,
    grid: &[i32],
    cells: Vec<usize>,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, NotMade> {
    let single: Vec<Vec<usize>> = cells.iter().map(|&cell| vec![cell]).collect();
    let needed = session.dig(grid, &single, true, rng, budget)?;
    if needed.is_some_and(|needed| needed.len() == cells.len()) {
        return Ok(Some(cells));
    }
    budget.note(1 << 62, || format!("{} clues, not minimal", cells.len()));
    Ok(None)
}

/// Whether another engine than the one that made it finds exactly the solution that is claimed.
pub(super) fn is_unique(made: &Made, limits: &Limits) -> Result<bool, NotMade> {
    let found = solutions(&made.puzzle, EngineName::Auto, limits)?;
    Ok(found.is_some_and(|found| found == [made.solution.clone()]))
}

impl Maker for General {
    fn make(&self, rng: &mut Rng, budget: &mut Budget) -> Result<Made, NotMade> {
        self.grounds.until_made(rng, budget, |ground, rng, budget| self.attempt(ground, rng, budget))
    }
}
