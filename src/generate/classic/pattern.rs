//! Clues in given cells: their digits are changed until there is one solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fastrand::Rng;

use super::digger::{CellSet, Digger, Grid, cells_of, clues_of, masked};
use super::{Budget, Classic, NotMade, STALE, State};
use crate::generate::Pattern;

/// More solutions than this are not counted.
const MOST: u32 = 2_000;

impl Classic {
    /// Looks for digits in the pattern; nothing where it got stuck.
    ///
    /// Some clues are blanked, the solutions of the rest sorted by the digits that they have there, and those taken that the
    /// fewest solutions share.
    pub(super) fn in_pattern(
        &self,
        digger: &mut Digger,
        pattern: &Pattern,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<State>, NotMade> {
        let marked: CellSet = pattern.cells().fold(0, |set, cell| set | 1 << cell) | clues_of(&self.kept);
        let free: Vec<usize> = cells_of(marked & !clues_of(&self.kept)).collect();
        let mut grid = self.grid(digger, rng)?;
        let (mut count, mut idle) = (MOST, 0);
        loop {
            if count == 1 {
                let state = self.state(digger, grid, marked, rng);
                super::note(budget, &state);
                return Ok((state.distance == 0).then_some(state));
            }
            budget.note(super::CLUE + u64::from(count), || format!("{count} solutions"));
            if idle > STALE {
                return Ok(None);
            }
            budget.spend()?;
            let blanked = (0..rng.usize(1..=3)).filter_map(|_| rng.choice(&free).copied());
            let blanked: CellSet = blanked.fold(0, |set, cell| set | 1 << cell);
            let (next, fewest) = rarest(digger, &masked(&grid, marked & !blanked), blanked, rng);
            idle = if fewest < count { 0 } else { idle + 1 };
            if let Some(next) = next.filter(|_| fewest <= count) {
                (grid, count) = (next, fewest);
            }
        }
    }
}

/// A solution whose digits in some cells few others share, and how many have them; [`MOST`] where they were not counted to the end.
fn rarest(digger: &mut Digger, digits: &Grid, cells: CellSet, rng: &mut Rng) -> (Option<Grid>, u32) {
    let mut kinds: BTreeMap<Vec<u8>, (u32, Grid)> = BTreeMap::new();
    let mut seen = 0;
    digger.each(digits, |found| {
        let key = cells_of(cells).map(|cell| found[cell]).collect();
        kinds.entry(key).or_insert((0, *found)).0 += 1;
        seen += 1;
        if seen < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if seen == MOST {
        let all: Vec<&(u32, Grid)> = kinds.values().collect();
        return (rng.choice(&all).map(|(_, grid)| *grid), MOST);
    }
    let fewest = kinds.values().map(|(count, _)| *count).min().unwrap_or(MOST);
    let best: Vec<&Grid> =
        kinds.values().filter(|(count, _)| *count == fewest).map(|(_, grid)| grid).collect();
    (rng.choice(&best).map(|grid| **grid), fewest)
}
