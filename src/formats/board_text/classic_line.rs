//! A line that holds a plain 9×9 board and nothing else of weight, told at a glance: for lists of millions of them.
//!
//! Strict on purpose. What is read here is what [`read_boards`](super::read_boards) reads, whatever stands on the other
//! lines of the text, as long as a 9 occurs in it: then no `0` is a digit. Everything that depends on more is left to it.

use super::grid::{Cells, Piece};
use super::regions::is_map;

/// What a line of a list of boards holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassicLine {
    /// A board: its digits row by row, 0 for a blank.
    Board([u8; 81]),
    /// Nothing: the line is blank or a comment.
    Nothing,
    /// Something that has to be read as a text.
    Other,
}

/// Reads a line, given without its end.
///
/// ```
/// use exactly::formats::{ClassicLine, read_classic_line};
///
/// let line = format!("{}98 # a remark", ".".repeat(79));
/// let ClassicLine::Board(digits) = read_classic_line(line.as_bytes()) else { panic!("it is a board") };
/// assert_eq!((digits[0], digits[79], digits[80]), (0, 9, 8));
/// assert_eq!(read_classic_line(b"# a remark"), ClassicLine::Nothing);
/// assert_eq!(read_classic_line(b"4.1"), ClassicLine::Other);
/// ```
pub fn read_classic_line(line: &[u8]) -> ClassicLine {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = if line.len() == 81 { line } else { line.trim_ascii() };
    match line.split_first_chunk::<81>() {
        Some((cells, rest)) => match digits_of(cells) {
            Some((digits, blank)) if is_board(cells, &digits, blank, rest) => ClassicLine::Board(digits),
            _ => other(line),
        },
        None => other(line),
    }
}

/// What a line without a board is; tabs alone can be a row of blanks.
fn other(line: &[u8]) -> ClassicLine {
    let comment = line.starts_with(b"#") || line.starts_with(b"//");
    if line.is_empty() || comment { ClassicLine::Nothing } else { ClassicLine::Other }
}

/// Digits and the one character for blanks; 0 where there is none.
fn digits_of(cells: &[u8; 81]) -> Option<([u8; 81], u8)> {
    let mut digits = [0; 81];
    let (mut blanks_all, mut blanks_any, mut wrong) = (0xff, 0, false);
    for (digit, &byte) in digits.iter_mut().zip(cells) {
        let value = byte.wrapping_sub(b'0');
        let is_digit = (1..=9).contains(&value);
        *digit = if is_digit { value } else { 0 };
        blanks_all &= if is_digit { 0xff } else { byte };
        blanks_any |= if is_digit { 0 } else { byte };
        wrong |= !(is_digit || matches!(byte, b'.' | b'0' | b'*' | b'_' | b'?'));
    }
    let one_blank = blanks_any == 0 || blanks_any == blanks_all;
    (one_blank && !wrong).then_some((digits, blanks_any))
}

/// Whether the cells are a board and no region map, and what follows them on the line is a remark.
fn is_board(cells: &[u8; 81], digits: &[u8; 81], blank: u8, rest: &[u8]) -> bool {
    let zeros = digits.iter().map(|&digit| usize::from(digit == 0)).sum::<usize>();
    // A symbol of a map stands in 18 cells at most.
    let may_be_map = matches!(blank, 0 | b'0') && zeros <= 18;
    let text = || std::str::from_utf8(cells).map_or("", |text| text);
    if may_be_map && is_map(9, &Cells::Packed(Piece { text: text(), at: 0 })) {
        return false;
    }
    let words = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'_' | b'#');
    match rest.split_first() {
        None => true,
        // A second field as long as the board could be its regions.
        Some((b' ' | b'\t' | b',' | b';' | b'#', rest)) => {
            blank == b'.'
                && rest.len() < 81
                && rest.iter().all(|byte| words(byte) || matches!(byte, b',' | b';' | b'\t'))
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassicLine, read_classic_line};
    use crate::formats::{Source, TextOptions, read_puzzles};

    const BOARD: &str = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
    const FULL: &str = "957214386824736591361859742495372618786491235132568974519687423273145869648923157";
    const MAP: &str = "111222333111222333111222333444555666444555666444555666777888999777888999777888999";

    /// What the reader of texts makes of the line among others.
    fn among_others(line: &str) -> Option<Vec<Option<i32>>> {
        let source = Source::new("list.txt", format!("{BOARD}\n{BOARD}\n{line}\n{BOARD}\n"));
        let mut puzzles = read_puzzles(&source, &TextOptions::default()).ok()?;
        let board = crate::puzzles::Board::usual(9).ok()?;
        let puzzle = (puzzles.len() == 4).then(|| puzzles.remove(2))?.ok()?;
        (*puzzle.board == board).then_some(puzzle.givens)
    }

    #[track_caller]
    fn agrees(line: &str) -> ClassicLine {
        let found = read_classic_line(line.as_bytes());
        match found {
            ClassicLine::Board(digits) => {
                let givens = digits.map(|digit| (digit > 0).then_some(i32::from(digit)));
                assert_eq!(among_others(line).as_deref(), Some(&givens[..]), "{line:?}");
            }
            ClassicLine::Nothing => assert_eq!(among_others(line), None, "{line:?}"),
            ClassicLine::Other => {}
        }
        found
    }

    #[test]
    fn boards_are_read_as_texts_are() {
        for line in
            [BOARD.to_string(), BOARD.replace('.', "0"), BOARD.replace('.', "*"), BOARD.replace('.', "_")]
                .into_iter()
                .chain(["?", "0"].map(|blank| BOARD.replace('.', blank)))
                .chain([FULL.to_string(), ".".repeat(81), "0".repeat(81), "*".repeat(81)])
                .chain([" ", "\t", ",", ";", "#", " # a, b"].map(|sign| format!("{BOARD}{sign}12 x 4.5")))
                .chain([format!("  {BOARD} \r"), format!("{BOARD}\r"), format!("\t{BOARD}")])
        {
            assert!(matches!(agrees(&line), ClassicLine::Board(_)), "{line:?}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_reader_of_texts() {
        for line in
            [&BOARD[1..], MAP, "[State]", "Grid 1", "a=1", &BOARD.replace('.', "-"), &BOARD.replace('8', "e")]
                .into_iter()
                .map(str::to_string)
                .chain([
                    format!("{BOARD}{BOARD}"),
                    format!("{BOARD},{MAP}"),
                    format!("{BOARD}x"),
                    format!("{BOARD} [1"),
                ])
                .chain([BOARD.replacen('.', "0", 1), format!("12,{BOARD}"), "\t\t\tx".to_string()])
        {
            assert_eq!(agrees(&line), ClassicLine::Other, "{line:?}");
        }
        for line in ["", "  ", "\r", "# 12", "// 12"] {
            assert_eq!(agrees(line), ClassicLine::Nothing, "{line:?}");
        }
    }

    #[test]
    fn changed_lines_are_read_as_texts_are() {
        let mut rng = fastrand::Rng::with_seed(1);
        let signs = b"0123456789.*_?-xeE ,;\t#/+[]:=~aZ";
        for base in [BOARD, FULL, MAP, &BOARD.replace('.', "0")] {
            for _ in 0..500 {
                let mut line = base.to_string().into_bytes();
                for _ in 0..rng.usize(1..4) {
                    let (at, sign) = (rng.usize(0..line.len()), signs[rng.usize(0..signs.len())]);
                    match rng.u8(0..3) {
                        0 => line[at] = sign,
                        1 => line.insert(at, sign),
                        _ => line.push(sign),
                    }
                }
                agrees(&String::from_utf8_lossy(&line));
            }
        }
    }
}
