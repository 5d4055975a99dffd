//! Killers as `3x3:d:k:` and 81 numbers: sum × 256 + number of the cage; below 256 the cell is in none.

use itertools::Itertools;

use super::{check_cells, nine, unnamed_cage};
use crate::formats::piece::Token;
use crate::formats::{ReadError, Source};
use crate::puzzles::Puzzle;

/// Reads one killer.
pub(super) fn read(source: &Source, whole: &Token<'_>) -> Result<Puzzle, ReadError> {
    let mut fields = whole.split(':');
    if fields.last().is_some_and(|last| last.text.is_empty()) {
        fields.pop();
    }
    let [size, diagonals, kind, cells @ ..] = fields.as_slice() else {
        return Err(whole.error(source, format!("{} is cut off", whole.quote())));
    };
    let mut puzzle = Puzzle::new(nine());
    if size.text != "3x3" {
        return Err(size
            .error(source, format!("boxes {} are not supported here", size.quote()))
            .with_help("killer strings of this form have boxes `3x3`"));
    }
    match diagonals.text {
        "" => {}
        "d" => {
            std::sync::Arc::make_mut(&mut puzzle.board).add_diagonal_down();
            std::sync::Arc::make_mut(&mut puzzle.board).add_diagonal_up();
        }
        _ => {
            return Err(diagonals
                .error(source, format!("{} is not supported", diagonals.quote()))
                .with_help("`d` means both diagonals, nothing means none"));
        }
    }
    if kind.text != "k" {
        return Err(kind
            .error(source, format!("{} is not a killer", kind.quote()))
            .with_help("`k` means that cages follow"));
    }
    check_cells(source, whole, cells.len())?;
    add_cages(source, cells, &mut puzzle)?;
    Ok(puzzle)
}

fn add_cages(source: &Source, tokens: &[Token<'_>], puzzle: &mut Puzzle) -> Result<(), ReadError> {
    let mut cells = Vec::new();
    for (cell, token) in tokens.iter().enumerate() {
        let Ok(number) = token.text.parse::<u32>() else {
            return Err(token.error(source, format!("{} is not a number", token.quote())));
        };
        if number >= 256 {
            cells.push((number, (cell, token.clone())));
        }
    }
    for id in cells.iter().map(|(number, _)| number % 256).unique() {
        let cage: Vec<_> = cells.iter().filter(|(number, _)| number % 256 == id).collect();
        let sum = cage[0].0 / 256;
        if let Some((other, (_, token))) = cage.iter().find(|(number, _)| number / 256 != sum) {
            let message = format!("cage number {id} has the sums {sum} and {}", other / 256);
            return Err(token.error(source, message));
        }
        let cells: Vec<_> = cage.into_iter().map(|(_, cell)| cell.clone()).collect();
        unnamed_cage(source, puzzle, &cells, Some(i64::from(sum)))?;
    }
    Ok(())
}
