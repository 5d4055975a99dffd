//! One clue less: two are taken out, and one of another cell or digit is enough in their place.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::digger::{CellSet, Digger, Grid, cells_of, clues_of, masked};

/// Pairs of clues that are tried.
const PAIRS: usize = 30;

/// More solutions than this are not looked at: hardly a digit occurs in only one of so many.
const MOST: u32 = 400;

/// A puzzle with one clue less, as its grid and its clues. A digit that stands in only one of the solutions of the rest gives
/// exactly one solution.
pub(super) fn fewer(
    digger: &mut Digger,
    grid: &Grid,
    clues: CellSet,
    rng: &mut Rng,
) -> Option<(Grid, CellSet)> {
    let cells: Vec<usize> = cells_of(clues).collect();
    for _ in 0..PAIRS {
        let (one, other) = (cells[rng.usize(..cells.len())], cells[rng.usize(..cells.len())]);
        if one == other {
            continue;
        }
        let rest = masked(grid, clues & !(1 << one | 1 << other));
        let Some(tally) = tally(digger, &rest) else { continue };
        let singles: Vec<(usize, u8)> = (0..729)
            .filter(|&choice| tally[choice] == 1 && rest[choice / 9] == 0)
            .map(|choice| (choice / 9, (choice % 9) as u8 + 1))
            .collect();
        let Some(&(cell, digit)) = rng.choice(&singles) else { continue };
        let mut digits = rest;
        digits[cell] = digit;
        if let Some(found) = digger.first(&digits) {
            return Some((found, clues_of(&digits)));
        }
    }
    None
}

/// In how many solutions each digit stands in each cell; nothing where there are too many.
fn tally(digger: &mut Digger, digits: &Grid) -> Option<[u16; 729]> {
    let mut tally = [0; 729];
    let mut seen = 0;
    digger.each(digits, |found| {
        for (cell, &digit) in found.iter().enumerate() {
            tally[cell * 9 + usize::from(digit) - 1] += 1;
        }
        seen += 1;
        if seen > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (seen <= MOST).then_some(tally)
}
