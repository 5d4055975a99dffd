//! What the characters of a board mean: digits in one of three notations, numbers, and blanks.

use super::Symbols;
use super::grid::{Cells, Grid, Piece};
use crate::formats::{ReadError, Source};

/// Characters that are blanks wherever they occur.
const BLANKS: &[u8] = b".*_-? ";

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// A character; a space for an empty cell, a dash for -1, and one for each run of the same blank.
    One(u8),
    /// A number of several digits.
    Number(usize),
    /// Anything else.
    Other,
}

/// A cell that is neither a digit nor the board's blank.
#[derive(Debug)]
struct NoDigit;

fn written(text: &str) -> Written {
    let bytes = text.as_bytes();
    match bytes {
        [] => Written::One(b' '),
        [byte] => Written::One(*byte),
        b"-1" => Written::One(b'-'),
        [first, rest @ ..]
            if rest.iter().all(|b| b == first) && (*first == b'0' || BLANKS.contains(first)) =>
        {
            Written::One(*first)
        }
        _ if bytes.iter().all(u8::is_ascii_digit) => text.parse().map_or(Written::Other, Written::Number),
        _ => Written::Other,
    }
}

/// The characters that occur in the boards of one size.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    size: usize,
    one: [bool; 128],
    /// The largest number of several digits.
    number: Option<usize>,
    /// Whether every board has its characters on one line.
    packed: bool,
    /// Whether some board has a 0 and another blank.
    zero_beside_blank: bool,
}

impl Seen {
    /// Nothing yet, for n×n boards.
    pub(super) fn new(size: usize) -> Self {
        Self { size, one: [false; 128], number: None, packed: false, zero_beside_blank: false }
    }

    /// Adds the characters of a board.
    pub(super) fn add(&mut self, cells: &Cells<'_>) {
        let mut one = [false; 128];
        match cells {
            Cells::Packed(piece) => {
                self.packed = true;
                piece.text.bytes().filter(u8::is_ascii).for_each(|b| one[usize::from(b)] = true);
            }
            Cells::Separate(pieces) => {
                for piece in pieces {
                    match written(piece.text) {
                        Written::One(b) if b.is_ascii() => one[usize::from(b)] = true,
                        Written::Number(number) => {
                            self.number = self.number.max(Some(number));
                        }
                        Written::One(_) | Written::Other => {}
                    }
                }
            }
        }
        let x = self.size < 24 && (one[usize::from(b'x')] || one[usize::from(b'X')]);
        let blank = x || BLANKS.iter().any(|&b| one[usize::from(b)]);
        self.zero_beside_blank |= blank && one[usize::from(b'0')];
        self.one.iter_mut().zip(one).for_each(|(all, here)| *all |= here);
    }

    fn has(&self, byte: u8) -> bool {
        self.one[usize::from(byte)]
    }

    fn has_letter(&self, letter: u8) -> bool {
        self.has(letter) || self.has(letter.to_ascii_uppercase())
    }

    /// Small letters that may be digits, for capitals too; `x` is a blank below 24.
    fn letters(&self) -> Vec<u8> {
        (b'a'..=b'z').filter(|&b| self.has_letter(b) && (b != b'x' || self.size >= 24)).collect()
    }

    /// Whether the last digit of the notation from 1 occurs.
    fn has_largest(&self) -> bool {
        let last = match self.size {
            size @ 1..=9 => Some(b'0' + size as u8),
            size @ 10..=35 if self.number.is_none() => Some(b'a' + (size - 10) as u8),
            _ => None,
        };
        self.number >= Some(self.size) || last.is_some_and(|b| self.has_letter(b))
    }
}

/// How the cells of boards of one size are read.
#[derive(Clone, Debug)]
pub(super) struct Notation {
    size: usize,
    symbols: Symbols,
    /// What each character means: −1 nothing, 0 a blank, otherwise a digit.
    means: [i8; 128],
    numbers: bool,
}

impl Notation {
    /// Settles the notation of boards of one size, all together.
    ///
    /// A 0 beside another blank is a digit, unless the largest digit shows that counting starts at 1. Letters without
    /// digits start at A = 1, letters with digits go on from 9. What is left above 9×9, with neither a 0 nor the
    /// largest digit, has two readings and is refused; the error is the sentence that says so.
    pub(super) fn settle(seen: &Seen, option: Option<Symbols>) -> Result<Self, String> {
        let letters = seen.letters();
        let digits = (b'1'..=b'9').any(|b| seen.has(b));
        let numbers = seen.number.is_some() || (letters.is_empty() && !seen.packed);
        let blank = BLANKS.iter().any(|&b| seen.has(b)) || (seen.size < 24 && seen.has_letter(b'x'));
        let e_is_blank = letters == [b'e'] && digits && !blank && seen.size < 14;
        let symbols = option.unwrap_or(
            match (seen.zero_beside_blank && !seen.has_largest(), digits || seen.number.is_some()) {
                (true, _) => Symbols::ZeroToF,
                (false, false) if !letters.is_empty() => Symbols::AToP,
                _ => Symbols::OneToG,
            },
        );
        let open = option.is_none() && symbols == Symbols::OneToG && seen.size > 9 && !numbers;
        if open && blank && digits && !seen.has_largest() && !seen.has(b'0') {
            return Err(two_readings(seen.size));
        }
        if !numbers && seen.size > capacity(symbols) {
            return Err(format!("a {0}×{0} board has more digits than there are characters", seen.size));
        }
        let mut notation = Self { size: seen.size, symbols, means: [-1; 128], numbers };
        notation.fill(e_is_blank);
        Ok(notation)
    }

    fn fill(&mut self, e_is_blank: bool) {
        for &blank in BLANKS {
            self.means[usize::from(blank)] = 0;
        }
        if self.symbols != Symbols::ZeroToF {
            self.means[usize::from(b'0')] = 0;
        }
        let alphabet: Vec<u8> = match self.symbols {
            Symbols::OneToG => (b'1'..=b'9').chain(b'a'..=b'z').collect(),
            Symbols::ZeroToF => (b'0'..=b'9').chain(b'a'..=b'z').collect(),
            Symbols::AToP => (b'a'..=b'z').collect(),
        };
        let letters = !self.numbers;
        let known =
            alphabet.into_iter().zip(1..).take(self.size).filter(|(b, _)| letters || b.is_ascii_digit());
        for (byte, value) in known {
            self.means[usize::from(byte)] = value;
            self.means[usize::from(byte.to_ascii_uppercase())] = value;
        }
        for blank in b"xX".iter().chain(if e_is_blank { &b"eE"[..] } else { b"" }) {
            let means = &mut self.means[usize::from(*blank)];
            *means = (*means).max(0);
        }
    }

    /// The digits of a board, from 1; `None` is a blank.
    pub(super) fn decode(
        &self,
        source: &Source,
        grid: &Grid<'_>,
        cells: &Cells<'_>,
    ) -> Result<Vec<Option<i32>>, ReadError> {
        let mut blank = None;
        if let Cells::Packed(Piece { text, .. }) = cells {
            let mut digits = Vec::with_capacity(text.len());
            digits.extend(text.bytes().map_while(|b| self.cell(Written::One(b), &mut blank).ok()));
            if digits.len() == text.len() {
                return Ok(digits);
            }
            blank = None;
        }
        let mut digits = Vec::with_capacity(self.size * self.size);
        for piece in cells.pieces() {
            let before = blank;
            match self.cell(written(piece.text), &mut blank) {
                Ok(digit) => digits.push(digit),
                Err(NoDigit) => return Err(self.error(source, grid, piece, before)),
            }
        }
        Ok(digits)
    }

    /// The digit in a cell, or nothing for a blank, which is the same character in the whole board.
    fn cell(&self, written: Written, blank: &mut Option<u8>) -> Result<Option<i32>, NoDigit> {
        let value = match written {
            Written::One(byte) => *self.means.get(usize::from(byte)).ok_or(NoDigit)?,
            Written::Number(number) if self.numbers => {
                let number = number + usize::from(self.symbols == Symbols::ZeroToF);
                i8::try_from(number).ok().filter(|_| (1..=self.size).contains(&number)).ok_or(NoDigit)?
            }
            Written::Number(_) | Written::Other => -1,
        };
        match (value, written) {
            (1.., Written::One(_) | Written::Number(_)) => Ok(Some(i32::from(value))),
            (0, Written::One(byte)) => {
                if *blank.get_or_insert(byte) == byte {
                    Ok(None)
                } else {
                    Err(NoDigit)
                }
            }
            _ => Err(NoDigit),
        }
    }

    fn error(&self, source: &Source, grid: &Grid<'_>, piece: Piece<'_>, blank: Option<u8>) -> ReadError {
        let digits = self.digits();
        if let (Some(first), Written::One(byte)) = (blank, written(piece.text))
            && self.means.get(usize::from(byte)) == Some(&0)
        {
            let message = format!("{} and {} both stand for blanks", name(first), name(byte));
            let help = format!("a board has one character for blanks; its digits are {digits}");
            return grid.error(source, piece, message).with_help(help);
        }
        let mut message = format!("`{}` is no digit of a {1}×{1} board", piece.text, self.size);
        if !piece.text.chars().all(char::is_alphanumeric) {
            message += " and no blank";
        }
        grid.error(source, piece, message).with_help(format!("its digits are {digits}, and `.` is a blank"))
    }

    /// The digits of the notation in words.
    fn digits(&self) -> String {
        let size = self.size;
        let letter = |number: usize| char::from(b'A' + (number.min(26) as u8).saturating_sub(1));
        match self.symbols {
            Symbols::OneToG if self.numbers || size <= 9 => format!("1 to {size}"),
            Symbols::ZeroToF if self.numbers || size <= 10 => format!("0 to {}", size - 1),
            Symbols::OneToG => format!("1 to 9 and A to {}", letter(size - 9)),
            Symbols::ZeroToF => format!("0 to 9 and A to {}", letter(size - 10)),
            Symbols::AToP => format!("A to {}", letter(size)),
        }
    }
}

/// The largest board that a notation has characters for.
fn capacity(symbols: Symbols) -> usize {
    match symbols {
        Symbols::OneToG => 35,
        Symbols::ZeroToF => 36,
        Symbols::AToP => 26,
    }
}

/// The sentence on a board whose digits have two readings.
fn two_readings(size: usize) -> String {
    let letter = |value: usize| char::from(b'A' + (value.min(35) as u8).saturating_sub(10));
    let last = if size == 10 { '9' } else { letter(size - 1) };
    format!(
        "1 to {last} on a {size}×{size} board have two readings: 1 is the first digit or, after a 0 that does not occur, the second"
    )
}

fn name(blank: u8) -> String {
    if blank == b' ' { "an empty cell".to_owned() } else { format!("`{}`", char::from(blank)) }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Notation, Piece, Seen, Symbols};

    fn settle(size: usize, text: &str) -> Result<Symbols, String> {
        let mut seen = Seen::new(size);
        seen.add(&Cells::Packed(Piece { text, at: 0 }));
        Notation::settle(&seen, None).map(|notation| notation.symbols)
    }

    #[test]
    fn the_characters_decide_the_notation() {
        for (size, text, expected) in [
            (9, "123.", Symbols::OneToG),
            (9, "1230", Symbols::OneToG),
            (9, "0128.", Symbols::ZeroToF),
            (9, "ABI.", Symbols::AToP),
            (9, "1239e", Symbols::OneToG),
            (16, "12G.", Symbols::OneToG),
            (16, "12F0", Symbols::OneToG),
            (16, "12F0.", Symbols::ZeroToF),
            (16, "12F0x", Symbols::ZeroToF),
            (16, "ABP.", Symbols::AToP),
            (16, "....", Symbols::OneToG),
        ] {
            assert_eq!(settle(size, text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_has_two_readings_is_refused() {
        let expected = "1 to F on a 16×16 board have two readings: 1 is the first digit or, after a 0 that does not occur, the second";
        assert_eq!(settle(16, "12F."), Err(expected.to_owned()));
        assert!(settle(10, "129.").is_err() && settle(36, "12").is_err());
    }
}
