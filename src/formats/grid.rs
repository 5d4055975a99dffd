//! Maps of a board: one symbol or number a cell, with or without rulers; and the boxes that a board has by default.

use std::ops::{Range, RangeInclusive};

use itertools::Itertools;

use super::piece::{Piece, Token, error_at};
use super::{ReadError, Source};
use crate::puzzles::Board;

const RULERS: [char; 3] = ['|', '-', '+'];

/// One token a cell, row by row, of a map with as many rows and columns as the board.
///
/// Blanks and the rulers `|`, `-`, `+` between the cells, and lines that hold nothing else, are passed over.
/// A map on one line may hold all rows. `what` names the map in messages.
///
/// # Errors
/// The wrong number of rows, or of cells in a row.
pub(super) fn read_map<'p>(
    piece: &'p Piece<'_>,
    board: &Board,
    what: &str,
) -> Result<Vec<Token<'p>>, ReadError> {
    let (rows, columns) = (board.rows(), board.columns());
    let lines = map_lines(&piece.text);
    if let [line] = lines.as_slice()
        && rows > 1
        && let Some(tokens) = split_line(piece, line, rows * columns)
    {
        return Ok(tokens);
    }
    if lines.len() != rows {
        let message = format!("{what} has {}, the board has {rows}", count(lines.len(), "row"));
        return Err(error_at(piece.source, piece.whole().span, message));
    }
    let mut tokens = Vec::with_capacity(rows * columns);
    for (row, line) in lines.iter().enumerate() {
        let Some(cells) = split_line(piece, line, columns) else {
            return Err(wrong_row(piece, line, row, what, columns));
        };
        tokens.extend(cells);
    }
    Ok(tokens)
}

/// The cells of one row that stands alone.
///
/// # Errors
/// The wrong number of cells.
pub(super) fn read_row<'p>(
    piece: &'p Piece<'_>,
    row: usize,
    columns: usize,
) -> Result<Vec<Token<'p>>, ReadError> {
    let line = 0..piece.text.len();
    split_line(piece, &line, columns).ok_or_else(|| wrong_row(piece, &line, row, "the board", columns))
}

fn wrong_row(piece: &Piece<'_>, line: &Range<usize>, row: usize, what: &str, columns: usize) -> ReadError {
    let (symbols, words) = (symbols(&piece.text, line).len(), words(&piece.text, line).len());
    let found = if words > 1 && symbols > columns && words < columns { words } else { symbols };
    let message = format!("row {} of {what} has {}, not {columns}", row + 1, count(found, "cell"));
    error_at(piece.source, piece.span(line.clone()), message)
}

/// A number and its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The lines that hold more than blanks and rulers, without the blanks around them.
fn map_lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.chars().any(|c| !c.is_whitespace() && !RULERS.contains(&c)) {
            let lead = line.len() - line.trim_start().len();
            lines.push(start + lead..start + lead + line.trim().len());
        }
        start += line.len();
    }
    lines
}

fn split_line<'p>(piece: &'p Piece<'_>, line: &Range<usize>, cells: usize) -> Option<Vec<Token<'p>>> {
    let words = words(&piece.text, line);
    let ranges = if words.len() == cells { words } else { symbols(&piece.text, line) };
    (ranges.len() == cells).then(|| ranges.into_iter().map(|range| piece.token(range)).collect())
}

/// Runs between blanks, `|` and `+`; a run of `-` alone is a ruler.
fn words(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = line.start;
    for part in text[line.clone()].split_inclusive(|c: char| c.is_whitespace() || c == '|' || c == '+') {
        let word = part.trim_end_matches(|c: char| c.is_whitespace() || c == '|' || c == '+');
        if word.chars().any(|c| c != '-') {
            ranges.push(start..start + word.len());
        }
        start += part.len();
    }
    ranges
}

fn symbols(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    text[line.clone()]
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace() && !RULERS.contains(c))
        .map(|(at, c)| line.start + at..line.start + at + c.len_utf8())
        .collect()
}

/// The digit of a cell: a number, or `A` = 10 and so on; `.`, `_`, and `0` where 0 is not a value, are blanks.
///
/// # Errors
/// A symbol that is no digit, or a number that is not a value of the board.
pub(super) fn read_digit(
    source: &Source,
    token: &Token<'_>,
    values: &RangeInclusive<i32>,
) -> Result<Option<i32>, ReadError> {
    let number = match token.text {
        "." | "_" => return Ok(None),
        "0" if !values.contains(&0) => return Ok(None),
        text => digit_value(text),
    };
    let Some(number) = number else {
        let error = token.error(source, format!("{} is not a digit", token.quote()));
        return Err(error.with_help("digits are numbers, or `A` = 10, `B` = 11 and so on; `.` is a blank"));
    };
    match i32::try_from(number).ok().filter(|n| values.contains(n)) {
        Some(value) => Ok(Some(value)),
        None => Err(not_a_value(source, token, values)),
    }
}

fn digit_value(text: &str) -> Option<i64> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        (Some(c), None) if c.is_ascii_alphanumeric() => c.to_digit(36).map(i64::from),
        (Some(first), _) if first != '+' => text.parse().ok(),
        _ => None,
    }
}

/// An error for a number that the board does not have.
pub(super) fn not_a_value(source: &Source, token: &Token<'_>, values: &RangeInclusive<i32>) -> ReadError {
    token.error(source, format!("{} is not a value of this board", token.quote())).with_help(format!(
        "the values go from {} to {}",
        values.start(),
        values.end()
    ))
}

/// The 0-based region of each cell of a map of symbols, numbered as they first appear.
///
/// # Errors
/// Regions that do not hold `size` cells, each named by its symbol.
pub(super) fn read_regions(
    source: &Source,
    tokens: &[Token<'_>],
    size: usize,
) -> Result<Vec<usize>, ReadError> {
    let names: Vec<&str> = tokens.iter().map(|token| token.text).unique().collect();
    let cells_of = |name: &&str| tokens.iter().filter(|token| token.text == *name).count();
    let wrong: Vec<&str> = names.iter().copied().filter(|name| cells_of(name) != size).collect();
    if let Some(first) = wrong.first() {
        let sizes = wrong.iter().map(|name| format!("region `{name}` has {}", count(cells_of(name), "cell")));
        let message = format!("{}; each region needs {size}", sizes.take(8).join(", "));
        let at = tokens.iter().find(|token| token.text == *first).map_or(0..0, |token| token.span.clone());
        return Err(error_at(source, at, message));
    }
    let number = |token: &Token<'_>| names.iter().position(|name| *name == token.text);
    Ok(tokens.iter().filter_map(number).collect())
}

/// Rows and columns of the boxes that a board has where nothing else is said: boxes of `size` cells that tile the
/// board, as square as possible, wider than high where both ways fit; or nothing.
pub(super) fn default_box(rows: usize, columns: usize, size: usize) -> Option<(usize, usize)> {
    let narrow = (2..=size).take_while(|n| n * n <= size).filter(|n| size.is_multiple_of(*n));
    let splits = narrow.collect::<Vec<_>>().into_iter().rev().flat_map(|n| [(n, size / n), (size / n, n)]);
    splits.into_iter().find(|(h, w)| rows.is_multiple_of(*h) && columns.is_multiple_of(*w))
}

/// Adds boxes that the text asks for.
///
/// # Errors
/// The reason, as a sentence: boxes that do not tile the board, or hold neither a row's nor all values' worth of cells.
pub(super) fn add_stated_boxes(board: &mut Board, (height, width): (usize, usize)) -> Result<(), String> {
    let (rows, columns) = (board.rows(), board.columns());
    let tiles = height > 0 && width > 0 && rows.is_multiple_of(height) && columns.is_multiple_of(width);
    if !tiles {
        return Err(format!("boxes of {height}×{width} do not tile a board of {rows}×{columns}"));
    }
    let (cells, side) = (height * width, rows.max(columns));
    if cells != side && cells != board.value_count() {
        return Err(format!("boxes of {height}×{width} hold {}, not {side}", count(cells, "cell")));
    }
    board.add_boxes(height, width);
    Ok(())
}

/// An n×n board with the boxes that the user asks for, or else the usual ones; (0, 0) is no boxes.
///
/// # Errors
/// The reason, as a sentence.
pub(super) fn square_board(size: usize, boxes: Option<(usize, usize)>) -> Result<Board, String> {
    let latin = i32::try_from(size).map_err(|_| format!("a board of size {size} is too large"))?;
    match boxes {
        None => Board::usual(size).map_err(|e| e.to_string()),
        Some((0, 0)) => Board::latin(size, size, 1..=latin).map_err(|e| e.to_string()),
        Some((height, width)) => Board::sudoku(size, height, width).map_err(|e| e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str, size: usize) -> Result<Vec<String>, String> {
        let source = Source::new("t", text);
        let board = Board::usual(size).expect("a usual size");
        let piece = Piece::verbatim(&source, 0..text.len());
        let tokens = read_map(&piece, &board, "the map").map_err(|e| e.to_string())?;
        Ok(tokens.into_iter().map(|token| token.text.to_string()).collect())
    }

    #[test]
    fn rulers_and_blanks_are_passed_over() {
        let plain = map("1234\n....\n....\n4321\n", 4);
        assert_eq!(map("1 2|3 4\n. .|. .\n---+---\n..|..\n43|21", 4), plain);
        assert_eq!(map("1234........4321", 4), plain);
        assert_eq!(map("10 2 3 4\n. . . .\n. . . .\n. . . .", 4).map(|t| t[0].clone()), Ok("10".to_string()));
    }

    #[test]
    fn short_rows_are_named() {
        assert_eq!(
            map("1234\n...\n....\n....", 4),
            Err("t:2:1: row 2 of the map has 3 cells, not 4".to_string())
        );
        assert_eq!(map("1234\n....\n....", 4), Err("t:1:1: the map has 3 rows, the board has 4".to_string()));
    }

    #[test]
    fn boxes_tile_the_board() {
        assert_eq!(default_box(9, 9, 9), Some((3, 3)));
        assert_eq!(default_box(6, 6, 6), Some((2, 3)));
        assert_eq!(default_box(5, 10, 10), Some((5, 2)));
        assert_eq!(default_box(7, 7, 7), None);
        assert_eq!(default_box(4, 7, 7), None);
    }
}
