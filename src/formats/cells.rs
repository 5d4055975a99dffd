//! Lists of cells as people write them: `r1c1 r1c2-4 r2-3c1 r1-2c1-2`, and variables outside the board: `S3 S5-7`.

use std::ops::Range;

use super::piece::{Piece, Token, error_at};
use super::{ReadError, Source};
use crate::puzzles::{Board, Cell, Puzzle};

/// A cell's index and the place where it is named.
pub(super) type PlacedCell = (usize, Range<usize>);

/// Reads a list of cells in the order in which they are written; a rectangle is read row by row.
///
/// # Errors
/// A piece that is not a cell or a range of cells, or a cell outside the board.
pub(super) fn read_cells(piece: &Piece<'_>, board: &Board) -> Result<Vec<PlacedCell>, ReadError> {
    read(piece, board, |_| None)
}

/// Reads a list of cells and variables outside the board.
///
/// # Errors
/// As [`read_cells`], or a variable that the puzzle does not have.
pub(super) fn read_variables(piece: &Piece<'_>, puzzle: &Puzzle) -> Result<Vec<PlacedCell>, ReadError> {
    read(piece, &puzzle.board, |word| variables(word, puzzle))
}

fn read(
    piece: &Piece<'_>,
    board: &Board,
    variables: impl Fn(&str) -> Option<Vec<usize>>,
) -> Result<Vec<PlacedCell>, ReadError> {
    let mut cells = Vec::new();
    let mut start = 0;
    for part in piece.text.split_inclusive([' ', '\t', '\r', '\n', ',']) {
        let word = part.trim_end_matches([' ', '\t', '\r', '\n', ',']);
        if !word.is_empty() {
            let token = piece.token(start..start + word.len());
            match variables(word) {
                Some(found) => cells.extend(found.into_iter().map(|cell| (cell, token.span.clone()))),
                None => read_range(piece, &token, board, &mut cells)?,
            }
        }
        start += part.len();
    }
    Ok(cells)
}

/// The variables outside the board that a word names: `S`, `S3` or `S3-5`.
fn variables(word: &str, puzzle: &Puzzle) -> Option<Vec<usize>> {
    if let Some((from, to)) = word.rsplit_once('-') {
        let name = from.trim_end_matches(|c: char| c.is_ascii_digit());
        let (from, to) = (puzzle.extra_index(from)?, puzzle.extra_index(&format!("{name}{to}"))?);
        return Some(between(from, to).collect());
    }
    puzzle.extra_index(word).map(|cell| vec![cell])
}

fn read_range(
    piece: &Piece<'_>,
    token: &Token<'_>,
    board: &Board,
    cells: &mut Vec<PlacedCell>,
) -> Result<(), ReadError> {
    let Some(((top, bottom), (left, right))) = parse_range(token.text) else {
        let error = token.error(piece.source, format!("{} is not a cell", token.quote()));
        return Err(error.with_help("a cell is written `r1c1`, a range of cells `r1c2-4` or `r2-3c1`"));
    };
    for (row, column) in [(top, left), (bottom, right)] {
        if row == 0 || column == 0 || row > board.rows() || column > board.columns() {
            return Err(outside(piece.source, token.span.clone(), &format!("r{row}c{column}"), board));
        }
    }
    for row in between(top, bottom) {
        for column in between(left, right) {
            cells.push(((row - 1) * board.columns() + column - 1, token.span.clone()));
        }
    }
    Ok(())
}

/// An error for a cell that the board does not have.
pub(super) fn outside(source: &Source, span: Range<usize>, cell: &str, board: &Board) -> ReadError {
    error_at(source, span, format!("cell {cell} is outside the board")).with_help(format!(
        "rows go from 1 to {}, columns from 1 to {}",
        board.rows(),
        board.columns()
    ))
}

type Ends = (usize, usize);

fn parse_range(text: &str) -> Option<(Ends, Ends)> {
    let rest = text.strip_prefix(['r', 'R'])?;
    let (rows, columns) = rest.split_once(['c', 'C'])?;
    Some((parse_ends(rows)?, parse_ends(columns)?))
}

fn parse_ends(text: &str) -> Option<Ends> {
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    match text.split_once('-') {
        Some((from, to)) => Some((number(from)?, number(to)?)),
        None => number(text).map(|n| (n, n)),
    }
}

fn between(from: usize, to: usize) -> Box<dyn Iterator<Item = usize>> {
    if from <= to { Box::new(from..=to) } else { Box::new((to..=from).rev()) }
}

/// Writes cells so that [`read_cells`] reads them back; runs along a row are written as ranges.
pub(super) fn write_cells(board: &Board, cells: &[usize]) -> String {
    let mut runs: Vec<(Cell, usize)> = Vec::new();
    for cell in cells.iter().map(|&index| board.cell(index)) {
        match runs.last_mut() {
            Some((start, last)) if start.row == cell.row && *last + 1 == cell.column => *last = cell.column,
            _ => runs.push((cell, cell.column)),
        }
    }
    let write = |(start, last): (Cell, usize)| {
        if start.column == last { start.to_string() } else { format!("{start}-{}", last + 1) }
    };
    runs.into_iter().map(write).collect::<Vec<_>>().join(" ")
}

/// Writes cells and variables outside the board so that [`read_variables`] reads them back.
pub(super) fn write_variables(puzzle: &Puzzle, cells: &[usize]) -> String {
    let board = puzzle.board.cell_count();
    let runs = cells.chunk_by(|a, b| (*a < board) == (*b < board));
    let write = |run: &[usize]| {
        if run[0] < board {
            return write_cells(&puzzle.board, run);
        }
        run.iter().map(|&cell| puzzle.cell_name(cell)).collect::<Vec<_>>().join(" ")
    };
    runs.map(write).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<usize>, String> {
        let source = Source::new("t", text);
        let board = Board::usual(9).expect("9 is a usual size");
        let cells = read_cells(&Piece::verbatim(&source, 0..text.len()), &board);
        cells.map(|c| c.into_iter().map(|(cell, _)| cell).collect()).map_err(|e| e.to_string())
    }

    #[test]
    fn ranges_run_both_ways() {
        assert_eq!(read("r1c1 R1C3-2,r2-3c1").as_deref(), Ok(&[0, 2, 1, 9, 18][..]));
        assert_eq!(read("r1-2c1-2 r2-1c9-9").as_deref(), Ok(&[0, 1, 9, 10, 17, 8][..]));
    }

    #[test]
    fn bad_cells_have_their_place() {
        for (text, message) in [
            ("r1c1 r1c10", "t:1:6: cell r1c10 is outside the board"),
            ("r1c1\nr0c1", "t:2:1: cell r0c1 is outside the board"),
            ("a1", "t:1:1: `a1` is not a cell"),
            ("r1c+1", "t:1:1: `r1c+1` is not a cell"),
            ("S1", "t:1:1: `S1` is not a cell"),
            ("r1c99999999999999999999", "t:1:1: `r1c99999999999999999999` is not a cell"),
        ] {
            assert_eq!(read(text), Err(message.to_string()));
        }
    }

    #[test]
    fn written_cells_read_back() {
        let board = Board::usual(9).expect("9 is a usual size");
        let text = write_cells(&board, &[0, 1, 2, 9, 11, 80]);
        assert_eq!(text, "r1c1-3 r2c1 r2c3 r9c9");
        assert_eq!(read(&text).as_deref(), Ok(&[0, 1, 2, 9, 11, 80][..]));
    }
}
