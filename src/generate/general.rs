//! Givens on any board with any lasting clues.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use fastrand::Rng;

use super::budget::Budget;
use super::ease::Ease;
use super::ground::{Ground, Session, solutions};
use super::judge::{Judge, told};
use super::maker::{Made, Maker};
use super::regions::with_random_regions;
use super::{Kind, NotMade, Recipe};
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::solve::EngineName;

/// Orders in which givens of one puzzle are put back, one after the other.
const ORDERS: usize = 6;

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
        let off = self.clues_off(made.clue_count());
        if off > 0 {
            budget.note(off << 32, || format!("{} clues", made.clue_count()));
            return Ok(None);
        }
        let Some(ease) = self.ease() else { return self.judged(made, budget) };
        for _ in 0..ORDERS {
            let eased = ease.eased(&made, rng, &budget.limits);
            let is_same = eased.puzzle.givens == made.puzzle.givens;
            let judged = self.judged(eased, budget)?;
            // Another order would change nothing.
            if judged.is_some() || is_same {
                return Ok(judged);
            }
        }
        Ok(None)
    }

    /// The puzzle, if it has one solution and is as hard as asked.
    fn judged(&self, mut made: Made, budget: &mut Budget) -> Result<Option<Made>, NotMade> {
        // Before the grade, which may take all the time.
        if !is_unique(&made, &budget.limits)? {
            return Ok(None);
        }
        if self.recipe.kind == Kind::Grid || self.judge.is_content() {
            return Ok(Some(made));
        }
        let (distance, graded) = self.judge.distance(&made.puzzle, &budget.limits);
        budget.note(distance, || format!("{} clues{}", made.clue_count(), told(graded.as_ref())));
        made.graded = graded;
        Ok((distance == 0).then_some(made))
    }

    /// What makes puzzles easier, where they can be too hard and their givens are free.
    fn ease(&self) -> Option<Ease<'_>> {
        let is_free =
            self.recipe.kind == Kind::Givens && !self.recipe.minimal && self.recipe.pattern.is_none();
        let most = self.recipe.clues.as_ref().map_or(usize::MAX, |range| *range.end());
        let ease = Ease { judge: &self.judge, units: &self.units, most };
        (is_free && self.judge.has_ceiling()).then_some(ease)
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

    /// How many clues too many or too few.
    fn clues_off(&self, count: usize) -> u64 {
        let range = self.recipe.clues.as_ref().filter(|_| self.recipe.kind != Kind::Grid);
        let off = |range: &RangeInclusive<usize>| {
            range.start().saturating_sub(count) + count.saturating_sub(*range.end())
        };
        range.map_or(0, off) as u64
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
