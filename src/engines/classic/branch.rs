//! Which cell to guess.

use super::position::Position;
use super::propagate::Pairs;
use super::tables::{PEERS, cell_of};

/// The open cell with two candidates and the most open peers; where there is none, one with the fewest candidates.
#[inline(always)]
pub(super) fn cell(position: &Position, pairs: Pairs) -> (usize, u32) {
    if pairs == [0; 3] {
        return fewest(position);
    }
    busiest(position, pairs)
}

/// The band and bit of the cell with the most open peers; the first of equals.
#[inline(always)]
fn busiest(position: &Position, mut cells: Pairs) -> (usize, u32) {
    let mut best = (0, 0);
    let mut most = 0;
    for (band, cells) in cells.iter_mut().enumerate() {
        while *cells != 0 {
            let bit = cells.trailing_zeros();
            *cells &= *cells - 1;
            let peers = &PEERS[cell_of(band, bit).min(80)];
            let open = (peers[0] & position.open[0]).count_ones()
                + (peers[1] & position.open[1]).count_ones()
                + (peers[2] & position.open[2]).count_ones()
                + 1;
            if open > most {
                (best, most) = ((band, 1 << bit), open);
            }
        }
    }
    best
}

/// The cells with the fewest candidates, at least three, and of these the one with the most open peers.
#[cold]
#[inline(never)]
fn fewest(position: &Position) -> (usize, u32) {
    let mut left = position.open;
    for most in 3..=9 {
        let mut found = [0; 3];
        for band in 0..3 {
            let mut at_least = [u32::MAX, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            for word in &position.words[band * 9..band * 9 + 9] {
                for count in (1..=10).rev() {
                    at_least[count] |= at_least[count - 1] & word;
                }
            }
            found[band] = left[band] & !at_least[most + 1];
            left[band] &= at_least[most + 1];
        }
        if found != [0; 3] {
            return busiest(position, found);
        }
    }
    (0, 0)
}
