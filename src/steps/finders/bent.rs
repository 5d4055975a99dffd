//! Bent subsets: n cells with n digits left, where all digits but one can be there only once.
//!
//! Each of the other digits takes one cell at most, so the last takes one at least: what sees all its cells is out. With three
//! cells that is an XYZ-wing, with four a WXYZ-wing. No house need hold them all.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::reasons::Reason;
use super::subsets::choose;
use crate::steps::cells::{Cells, ones};
use crate::steps::{Candidate, Position, Role};

/// Bent subsets of so many cells, one of them seen by all others.
pub(crate) fn wings(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    let fits = |&cell: &usize| (2..=size).contains(&(position.mask(cell).count_ones() as usize));
    for pivot in position.open().filter(fits) {
        let wings = field.peers(pivot).iter().filter(|&cell| !position.is_placed(cell)).filter(fits);
        let masks: Vec<(usize, u64)> = wings.map(|cell| (cell, position.mask(cell))).collect();
        let pivot_mask = position.mask(pivot);
        // The wings bring digits of their own beside those of the pivot.
        let rest: Vec<(usize, u64)> =
            masks.into_iter().filter(|(_, mask)| (mask | pivot_mask).count_ones() as usize <= size).collect();
        choose(&rest, size - 1, size, pivot_mask, &mut |wings, union| {
            if union.count_ones() as usize != size {
                return ControlFlow::Continue(());
            }
            let cells: Vec<usize> = wings.iter().copied().chain([pivot]).sorted_unstable().collect();
            let mut loose = ones(union).filter(|&digit| !is_tight(position, &cells, digit));
            // With no loose digit the cells are a subset of one house, or each digit sees to itself.
            let (Some(digit), None) = (loose.next(), loose.next()) else { return ControlFlow::Continue(()) };
            let of = of(position, &cells, digit);
            let seen = of.iter().fold(*position.cells(digit), |all, cell| all.and(field.peers(cell)));
            if seen.is_empty() || (position.mask(pivot) >> digit & 1 == 0 && size == 3) {
                return ControlFlow::Continue(());
            }
            let digits = ones(union).map(|digit| field.values()[digit]).join(" ");
            let text = format!(
                "{} have only {digits}, and each but {} once",
                field.cell_names(cells.iter().copied()),
                field.values()[digit]
            );
            let marked = cells.iter().map(|&cell| (cell, Role::Base)).collect();
            let out = seen.iter().map(|cell| Candidate { cell, digit }).collect();
            to.remove(position, out, Reason { text, cells: marked, ..Reason::default() })
        })?;
    }
    ControlFlow::Continue(())
}

/// The cells of these that have a digit left.
fn of(position: &Position<'_>, cells: &[usize], digit: usize) -> Cells {
    cells.iter().copied().filter(|&cell| position.mask(cell) >> digit & 1 == 1).collect()
}

/// Whether a digit can be in one of the cells only.
fn is_tight(position: &Position<'_>, cells: &[usize], digit: usize) -> bool {
    let of = of(position, cells, digit);
    of.iter().all(|cell| {
        let mut others = of;
        others.remove(cell);
        others.is_within(position.field().peers(cell))
    })
}
