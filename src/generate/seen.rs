//! The puzzles of a run so far, so that none comes twice.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::canonical::{canonical, fingerprint};
use super::maker::Made;

/// Plain 9×9 boards up to their symmetries, others as they are.
#[derive(Debug)]
pub(super) struct Seen {
    is_classic: bool,
    /// Boards by a number that is the same for all of one form; the form is made only where such a number comes again.
    plain: FxHashMap<u64, Vec<[u8; 81]>>,
    others: HashSet<Vec<i64>>,
}

impl Seen {
    pub(super) fn new(is_classic: bool) -> Self {
        Self { is_classic, plain: FxHashMap::default(), others: HashSet::new() }
    }

    /// Whether a puzzle is new; it is not the next time.
    pub(super) fn is_new(&mut self, made: &Made) -> bool {
        if !self.is_classic {
            return self.others.insert(key(made));
        }
        let givens = &made.puzzle.givens;
        let digit = |cell: usize| givens[cell].and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0);
        let board: [u8; 81] = std::array::from_fn(digit);
        let alike = self.plain.entry(fingerprint(&board)).or_default();
        let is_new = alike.is_empty() || {
            let form = canonical(&board);
            alike.iter().all(|other| canonical(other) != form)
        };
        if is_new {
            alike.push(board);
        }
        is_new
    }
}

/// All that differs between the puzzles of a run.
fn key(made: &Made) -> Vec<i64> {
    let puzzle = &made.puzzle;
    let givens = puzzle.givens.iter().map(|given| given.map_or(0, |digit| 1 + i64::from(digit)));
    let regions =
        (0..givens.len()).map(|cell| puzzle.board.region_of(cell).map_or(-1, |region| region as i64));
    let cages = puzzle.cages.iter().flat_map(|cage| {
        let cells = cage.cells.iter().map(|&cell| cell as i64);
        [-2, cage.sum.unwrap_or(-1)].into_iter().chain(cells)
    });
    givens.clone().chain(regions).chain(cages).collect()
}
