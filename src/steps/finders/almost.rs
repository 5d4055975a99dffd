//! Almost locked sets: n cells of a house with n + 1 digits left, and the digits that link two of them.
//!
//! Without one of its digits a set holds all the others. A digit links two sets where all of its cells in the one see all of
//! its cells in the other: then one set at least is without it.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::subsets::choose;
use crate::steps::Position;
use crate::steps::cells::{Cells, ones};

/// Cells of the largest set.
const LARGEST: usize = 6;

/// Sets that are looked at in one position, the smallest first in each house.
const MOST_SETS: usize = 1_000;

/// An almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Almost {
    pub(super) cells: Cells,
    /// Its digits.
    pub(super) mask: u64,
    /// For each of its digits in order: its cells with it, and those that see all of them.
    places: Vec<(Cells, Cells)>,
}

impl Almost {
    /// The set of these cells.
    pub(super) fn of(position: &Position<'_>, cells: Cells) -> Self {
        let mask = cells.iter().fold(0, |mask, cell| mask | position.mask(cell));
        let place = |digit: usize| {
            let own: Cells = cells.iter().filter(|&cell| position.mask(cell) >> digit & 1 == 1).collect();
            let mut seen = *position.cells(digit);
            own.iter().for_each(|cell| seen = seen.and(position.field().peers(cell)));
            (own, seen)
        };
        Self { cells, mask, places: ones(mask).map(place).collect() }
    }

    fn rank(&self, digit: usize) -> usize {
        (self.mask & ((1 << digit) - 1)).count_ones() as usize
    }

    /// Its cells that have one of its digits.
    pub(super) fn own(&self, digit: usize) -> &Cells {
        &self.places[self.rank(digit)].0
    }

    /// The cells with one of its digits that see all of its own cells with it.
    pub(super) fn seen(&self, digit: usize) -> &Cells {
        &self.places[self.rank(digit)].1
    }
}

/// The sets of a position with what links them.
#[derive(Debug, Default)]
pub(super) struct Alliance {
    pub(super) sets: Vec<Almost>,
    /// For each set the others that it is linked to, with the digit.
    pub(super) links: Vec<Vec<(usize, usize)>>,
}

impl Alliance {
    /// Finds the sets and links of a position.
    pub(super) fn of(position: &Position<'_>) -> Self {
        let sets = sets(position);
        let mut links = vec![Vec::new(); sets.len()];
        for one in 0..sets.len() {
            for other in one + 1..sets.len() {
                let (first, second) = (&sets[one], &sets[other]);
                let is_link = |&digit: &usize| second.own(digit).is_within(first.seen(digit));
                for digit in ones(first.mask & second.mask).filter(is_link) {
                    links[one].push((other, digit));
                    links[other].push((one, digit));
                }
            }
        }
        Self { sets, links }
    }
}

fn sets(position: &Position<'_>) -> Vec<Almost> {
    let mut known = FxHashSet::default();
    let mut found = Vec::new();
    for house in position.field().houses() {
        let open = house.cells.iter().filter(|&&cell| !position.is_placed(cell));
        let masks: Vec<(usize, u64)> = open.map(|&cell| (cell, position.mask(cell))).collect();
        for size in 1..=LARGEST.min(masks.len().saturating_sub(1)) {
            let _ = choose(&masks, size, size + 1, 0, &mut |cells, union| {
                let cells: Cells = cells.iter().copied().collect();
                if union.count_ones() as usize == size + 1 && known.insert(cells) {
                    found.push(Almost::of(position, cells));
                }
                if found.len() < MOST_SETS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
    }
    found
}
