//! Killers as 81 signs: an arrow leads towards the cell that holds the sum of the cage.

use itertools::Itertools;

use super::{nine, unnamed_cage};
use crate::formats::piece::Token;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Puzzle};

/// Whether a line has 81 signs of this notation and at least one plain arrow.
pub(super) fn is_arrows(line: &str) -> bool {
    let sign = |c: char| step(c).is_some() || sum_of(c).is_some();
    line.chars().count() == 81 && line.chars().all(sign) && line.contains(['<', '>', '^'])
}

/// Rows down and columns right of an arrow.
fn step(sign: char) -> Option<(isize, isize)> {
    match sign {
        '<' => Some((0, -1)),
        '>' => Some((0, 1)),
        '^' => Some((-1, 0)),
        'v' => Some((1, 0)),
        '`' => Some((-1, -1)),
        '\'' => Some((-1, 1)),
        ',' => Some((1, -1)),
        '.' => Some((1, 1)),
        _ => None,
    }
}

/// `0` to `9`, `A` = 10 to `Z` = 35, `a` = 36 to `j` = 45.
fn sum_of(sign: char) -> Option<i64> {
    match sign {
        'a'..='j' => sign.to_digit(20).map(|n| i64::from(n) + 26),
        '0'..='9' | 'A'..='Z' => sign.to_digit(36).map(i64::from),
        _ => None,
    }
}

/// Reads one killer. A cage whose sum is 0 has none, and a cell that stands alone with 0 is in no cage.
pub(super) fn read(source: &Source, whole: &Token<'_>) -> Result<Puzzle, ReadError> {
    let signs = whole.symbols();
    let mut puzzle = Puzzle::new(nine());
    let mut cells = Vec::with_capacity(signs.len());
    for (cell, sign) in signs.iter().enumerate() {
        cells.push((follow(source, &signs, &puzzle.board, cell)?, (cell, sign.clone())));
    }
    for root in cells.iter().map(|(root, _)| *root).unique() {
        let sum = signs[root].text.chars().next().and_then(sum_of).filter(|sum| *sum != 0);
        let cage: Vec<_> = cells.iter().filter(|(of, _)| *of == root).map(|(_, cell)| cell.clone()).collect();
        if cage.len() > 1 || sum.is_some() {
            unnamed_cage(source, &mut puzzle, &cage, sum)?;
        }
    }
    Ok(puzzle)
}

/// The cell with the sum that the arrows from this cell lead to.
fn follow(source: &Source, signs: &[Token<'_>], board: &Board, from: usize) -> Result<usize, ReadError> {
    let mut cell = from;
    for _ in 0..signs.len() {
        let Some((down, right)) = signs[cell].text.chars().next().and_then(step) else { return Ok(cell) };
        let at = board.cell(cell);
        let next = at.row.checked_add_signed(down).zip(at.column.checked_add_signed(right));
        let next = next.and_then(|(row, column)| board.index(crate::puzzles::Cell { row, column }));
        let Some(next) = next else {
            let message = format!("the arrow {} of cell {at} leads off the board", signs[cell].quote());
            return Err(signs[cell].error(source, message));
        };
        cell = next;
    }
    let message = format!("the arrows from cell {} lead round in a circle", board.cell(from));
    Err(signs[from].error(source, message))
}
