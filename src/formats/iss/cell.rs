//! Cells of a constraint string: `R1Ca`, and variables such as `VS3`.

use super::Token;
use crate::formats::cells::outside;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Cell, Puzzle};

/// Reads a cell: `R` and `C`, each with one sign, `1` to `9`, then `a` = 10 to `g` = 16; or a variable by its name.
pub(super) fn read_cell(source: &Source, token: &Token<'_>, puzzle: &Puzzle) -> Result<usize, ReadError> {
    let coordinate = |sign: u8| char::from(sign).to_digit(17).and_then(|n| usize::try_from(n).ok());
    let (row, column) = match token.text.as_bytes() {
        [b'R' | b'r', row, b'C' | b'c', column] => (coordinate(*row), coordinate(*column)),
        [b'V' | b'v', ..] => {
            return puzzle.extra_index(token.text).ok_or_else(|| {
                let error = token.error(source, format!("{} is no variable of this puzzle", token.quote()));
                error.with_help("variables are declared as `.Var~S~name~9`, and named `VS1` to `VS9`")
            });
        }
        [b'D', b'G', ..] => {
            return puzzle.extra_index(token.text).ok_or_else(|| {
                let error = token.error(source, format!("{} is no variable of this puzzle", token.quote()));
                error.with_help("`DGR1`, `DGC1` and `DGB1` are variables of `.Doppelganger`")
            });
        }
        [b'C' | b'c', b'C' | b'c', ..] => {
            let message = format!("{} belongs to a constraint that is not supported yet", token.quote());
            return Err(token.error(source, message));
        }
        _ => (None, None),
    };
    let (Some(row), Some(column)) = (row, column) else {
        let error = token.error(source, format!("{} is not a cell", token.quote()));
        return Err(error.with_help("a cell is written `R1C1`, with `a` = 10 to `g` = 16"));
    };
    let cell = row.checked_sub(1).zip(column.checked_sub(1)).map(|(row, column)| Cell { row, column });
    let index = cell.and_then(|cell| puzzle.board.index(cell));
    index.ok_or_else(|| outside(source, token.span.clone(), &format!("r{row}c{column}"), &puzzle.board))
}

/// Reads a list of cells.
pub(super) fn read_cells(
    source: &Source,
    tokens: &[Token<'_>],
    puzzle: &Puzzle,
) -> Result<Vec<usize>, ReadError> {
    tokens.iter().map(|token| read_cell(source, token, puzzle)).collect()
}

/// The name of a cell in a constraint string; nothing for coordinates above 16.
pub(super) fn cell_name(puzzle: &Puzzle, index: usize) -> Option<String> {
    if index >= puzzle.board.cell_count() {
        return Some(puzzle.cell_name(index)).filter(|name| name.starts_with('V') || name.starts_with("DG"));
    }
    let sign = |number: usize| char::from_digit(u32::try_from(number + 1).ok()?, 17);
    let cell = puzzle.board.cell(index);
    Some(format!(
        "R{}C{}",
        sign(cell.row).filter(|_| cell.row < 16)?,
        sign(cell.column).filter(|_| cell.column < 16)?
    ))
}
