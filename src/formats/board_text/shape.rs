//! Whether a text holds a board on each line, or boards in rows.

use super::grid::{most_frequent, side};
use super::lines::{Entry, Line, rows};
use super::{blocks, one_line};
use crate::puzzles::MAX_SIZE;

/// The smallest board that may stand on one line, and a field longer than any cell.
pub(super) const SMALLEST_LINE: usize = 16;

/// How the boards of a text stand on its lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape<'a> {
    /// One on each line.
    Lines,
    /// In rows.
    Rows,
    /// Both readings fit.
    Both {
        /// The first line.
        line: Line<'a>,
        /// Number of lines.
        count: usize,
        /// Size of the boards, if each stands on a line.
        side: usize,
    },
}

/// Decides between a board on each line and boards in rows.
///
/// A field longer than any row is a board. Otherwise lines whose width divides their number are rows. What is left is
/// a board on each line if each has n² characters that fit a board of size n.
pub(super) fn of<'a>(entries: &[Entry<'a>]) -> Shape<'a> {
    let lines = rows(entries);
    let single = blocks(entries).iter().all(|(_, block)| rows(block).len() == 1);
    if single || lines.iter().any(|line| line.text.len() > MAX_SIZE && longest(line.text) > MAX_SIZE) {
        return Shape::Lines;
    }
    let small = lines.iter().map(|line| small_board(line.text)).collect::<Option<Vec<usize>>>();
    match (rows_fit(&lines), small.as_deref()) {
        (true, Some([side, ..])) => Shape::Both { line: lines[0], count: lines.len(), side: *side },
        (false, Some(_)) => Shape::Lines,
        (false, None) if lines.iter().any(|line| one_line::is_board(line.text)) => Shape::Lines,
        (true, _) | (false, None) => Shape::Rows,
    }
}

/// Whether the lines can be the rows of boards: as many as they are wide, or a multiple of it.
fn rows_fit(lines: &[Line<'_>]) -> bool {
    let fields = lines.iter().map(|line| {
        if longest(line.text) < SMALLEST_LINE {
            line.text
                .split(is_separator(line.text))
                .filter(|f| !f.is_empty() || line.text.contains(','))
                .count()
        } else {
            0
        }
    });
    let characters =
        lines.iter().map(|line| line.text.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).count());
    let tabs = lines.iter().map(|line| line.text.matches('\t').count() + 1);
    fits(&fields.collect::<Vec<_>>())
        || fits(&characters.collect::<Vec<_>>())
        || fits(&tabs.collect::<Vec<_>>())
}

/// Whether most lines have as many cells as there are lines, or all have a number that divides it.
fn fits(widths: &[usize]) -> bool {
    let Some(width) = most_frequent(widths.iter().copied()) else { return false };
    let same = widths.iter().all(|&w| w == width);
    (2..=MAX_SIZE).contains(&width) && (width == widths.len() || (same && widths.len().is_multiple_of(width)))
}

/// n, for a line of n² characters without a blank between, at most 64, that are digits or blanks of an n×n board.
fn small_board(line: &str) -> Option<usize> {
    let line = line.trim();
    let size = side(line.len()).filter(|_| (SMALLEST_LINE..=MAX_SIZE).contains(&line.len()))?;
    let letters = line.bytes().all(|b| !matches!(b, b'1'..=b'9'));
    let fits = |b: u8| match b {
        b'1'..=b'9' => usize::from(b - b'0') <= size,
        b'A'..=b'H' | b'a'..=b'h' if letters => usize::from((b | 32) - b'a') < size,
        _ => matches!(b, b'0' | b'.' | b'*' | b'_' | b'-' | b'?' | b'x' | b'X'),
    };
    line.bytes().all(fits).then_some(size)
}

/// The number of characters of the longest field of a line.
pub(super) fn longest(line: &str) -> usize {
    line.split(|c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';'))
        .map(str::len)
        .max()
        .unwrap_or(0)
}

/// Whether a character is a vertical bar of a frame.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

fn is_separator(line: &str) -> impl Fn(char) -> bool + use<> {
    let commas = line.contains(',');
    move |c: char| if commas { c == ',' } else { c.is_whitespace() || is_bar(c) }
}

#[cfg(test)]
mod tests {
    use super::{Shape, of};
    use crate::formats::board_text::lines::entries;

    #[test]
    fn lines_of_a_board_each_and_rows_are_told_apart() {
        let line = ".".repeat(81);
        assert_eq!(of(&entries(&format!("{line}\n{line}\n"))), Shape::Lines);
        assert_eq!(of(&entries(&"........1\n".repeat(9))), Shape::Rows);
        assert_eq!(of(&entries(&"1...............\n".repeat(3))), Shape::Lines);
        assert_eq!(of(&entries(&"9...............\n".repeat(16))), Shape::Rows);
    }

    #[test]
    fn sixteen_lines_of_sixteen_small_digits_are_both() {
        assert!(matches!(
            of(&entries(&"1...............\n".repeat(16))),
            Shape::Both { count: 16, side: 4, .. }
        ));
    }
}
