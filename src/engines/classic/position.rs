//! What is known of a board: the cells that are left to each digit.

use super::tables::{BAND, PEERS, bit_of};

/// The cells left to each digit, by band, and what there is to do; 128 bytes, copied at each guess.
///
/// The word of a digit in a band has the number `band * 9 + digit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Position {
    /// The cells of each digit, by the number of the word; the last five are never used.
    pub(super) words: [u32; 28],
    /// The cells of each band that were not settled yet.
    pub(super) open: [u32; 3],
    /// The words that changed since they were looked at, a bit each.
    pub(super) changed: u32,
}

/// All 27 words.
const ALL: u32 = (1 << 27) - 1;

impl Position {
    /// A board of digits, 0 for a blank; nothing where two equal digits share a house.
    ///
    /// Digits above 9 count as blanks.
    pub(super) fn of_digits(digits: &[u8; 81]) -> Option<Self> {
        // Digit 0 collects what blanks leave behind and is dropped.
        let mut own = [[0u32; 16]; 3];
        let mut out = [[0u32; 16]; 3];
        for (cell, &digit) in digits.iter().enumerate() {
            let digit = usize::from(digit) & 15;
            own[cell / 27][digit] |= bit_of(cell);
            for band in 0..3 {
                out[band][digit] |= PEERS[cell][band];
            }
        }
        let mut position = Self { words: [0; 28], open: [0; 3], changed: ALL };
        let mut clash = 0;
        for band in 0..3 {
            let given = own[band][1..10].iter().fold(0, |all, own| all | own);
            position.open[band] = BAND & !given;
            for digit in 0..9 {
                let (own, out) = (own[band][digit + 1], out[band][digit + 1]);
                clash |= own & out;
                position.words[band * 9 + digit] = own | (BAND & !out & !given);
            }
        }
        (clash == 0).then_some(position)
    }

    /// A board of candidates, bit 0 of a cell for the digit 1.
    pub(super) fn of_candidates(candidates: &[u16; 81]) -> Self {
        let mut position = Self { words: [0; 28], open: [BAND; 3], changed: ALL };
        for (cell, &candidates) in candidates.iter().enumerate() {
            for digit in (0..9).filter(|digit| candidates >> digit & 1 == 1) {
                position.words[cell / 27 * 9 + digit] |= bit_of(cell);
            }
        }
        position
    }

    /// Takes a candidate out of a cell; a digit outside 1 to 9 is in none.
    pub(super) fn take_out(&mut self, cell: usize, digit: u8) {
        if (1..=9).contains(&digit) {
            let number = cell / 27 * 9 + usize::from(digit) - 1;
            self.words[number] &= !bit_of(cell);
            self.changed |= 1 << number;
        }
    }

    /// The digits, 1 to 9, of a position that is settled.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for band in 0..3 {
            for digit in 0..9 {
                let mut cells = self.words[band * 9 + digit];
                while cells != 0 {
                    digits[super::tables::cell_of(band, cells.trailing_zeros())] = digit as u8 + 1;
                    cells &= cells - 1;
                }
            }
        }
        digits
    }
}
