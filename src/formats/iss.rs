//! Puzzles as strings of the Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2.~R3C4_5`.

mod shape;

use std::ops::Range;

use super::cages::{CageDraft, distinct};
use super::cells::{PlacedCell, outside};
use super::grid::{not_a_value, read_digit, read_map};
use super::piece::{Piece, Token, error_at, lines, nearest};
use super::{ReadError, Source};
use crate::puzzles::{Board, Cell, HouseKind, Puzzle};

/// The constraint types that are read; `.` alone is a given.
const TYPES: [&str; 10] = [
    ".",
    ".Shape",
    ".Cage",
    ".NoBoxes",
    ".Jigsaw",
    ".RegionSize",
    ".Diagonal",
    ".Windoku",
    ".AllDifferent",
    ".DisjointSets",
];

/// One constraint of a string: `.Type~argument~argument`.
#[derive(Clone, Debug)]
struct Item<'p> {
    /// Its type with the full stop before it.
    name: Token<'p>,
    /// Its arguments.
    arguments: Vec<Token<'p>>,
}

/// Whether a text looks like a constraint string: `.` and a letter or `~` come first, and there is a `~`.
pub(super) fn looks_like(text: &str) -> bool {
    let mut significant =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    significant.any(|line| {
        let starts = line.strip_prefix('.').and_then(|rest| rest.chars().next());
        let named = starts.is_some_and(|c| c == '~' || c.is_ascii_alphabetic());
        named && (line.contains('~') || TYPES.contains(&line))
    })
}

/// Reads a puzzle from a constraint string of the Interactive Sudoku Solver.
///
/// Lines that start with `#` are comments, and blank lines part sections that are put together; a section may also be
/// a plain board of givens. A cage whose sum is 0 or empty has no sum.
///
/// # Errors
/// A constraint type that is not supported, and every piece that does not fit the board; each with its place.
pub fn read_iss(source: &Source) -> Result<Puzzle, ReadError> {
    let sections = sections(source);
    let (plain, strings): (Vec<_>, Vec<_>) = sections.iter().partition(|piece| is_plain(&piece.text));
    let mut items = Vec::new();
    for piece in strings {
        items.extend(split_items(piece)?);
    }
    if sections.is_empty() {
        return Err(ReadError::new(source, 0..0, "no constraint in this text"));
    }
    check_types(source, &items)?;
    let mut puzzle = Puzzle::new(shape::read_board(source, &items)?);
    puzzle.place = sections.first().map(|piece| source.place(piece.whole().span.start));
    for piece in plain {
        for (cell, token) in read_map(piece, &puzzle.board, "the board")?.iter().enumerate() {
            if let Some(digit) = read_digit(source, token, &puzzle.board.values())? {
                set_given(source, &mut puzzle, cell, digit, token)?;
            }
        }
    }
    for item in &items {
        match item.name.text {
            "." => read_givens(source, item, &mut puzzle)?,
            ".Cage" => read_cage(source, item, &mut puzzle)?,
            _ => {}
        }
    }
    Ok(puzzle)
}

/// The sections between blank lines, without comments and blanks.
fn sections(source: &Source) -> Vec<Piece<'_>> {
    let mut sections: Vec<Vec<Range<usize>>> = vec![Vec::new()];
    for line in lines(source) {
        let text = source.text[line.clone()].trim();
        if text.is_empty() {
            sections.push(Vec::new());
        } else if let Some(section) = sections.last_mut().filter(|_| !text.starts_with('#')) {
            section.push(line);
        }
    }
    sections.iter().filter(|lines| !lines.is_empty()).map(|lines| Piece::compact(source, lines)).collect()
}

/// Whether a section is a square board of digits and blanks.
fn is_plain(text: &str) -> bool {
    let side = text.len().isqrt();
    let symbol = |c: char| matches!(c, '0'..='9' | 'A'..='G' | '.' | '_');
    side > 1 && side * side == text.len() && text.chars().all(symbol)
}

fn split_items<'p>(piece: &'p Piece<'_>) -> Result<Vec<Item<'p>>, ReadError> {
    let Some(rest) = piece.text.strip_prefix('.') else {
        let whole = piece.whole();
        let message = format!("{} is neither a constraint string nor a board", whole.quote());
        let help = "a constraint string starts with `.`, as in `.Cage~10~R1C1~R1C2`";
        return Err(whole.error(piece.source, message).with_help(help));
    };
    let mut items = Vec::new();
    let mut start = 0;
    for part in rest.split('.') {
        let end = start + 1 + part.len();
        let mut from = start;
        let mut tokens = part.split('~').map(|word| {
            let to = if from == start { from + 1 + word.len() } else { from + word.len() };
            let token = piece.token(from..to);
            from = to + 1;
            token
        });
        if let Some(name) = tokens.next() {
            items.push(Item { name, arguments: tokens.collect() });
        }
        start = end;
    }
    Ok(items)
}

fn check_types(source: &Source, items: &[Item<'_>]) -> Result<(), ReadError> {
    let Some(item) = items.iter().find(|item| !TYPES.contains(&item.name.text)) else { return Ok(()) };
    let error = item.name.error(source, format!("{} is not supported yet", item.name.quote()));
    Err(match nearest(item.name.text, &TYPES[1..]) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help(format!("supported are {}", TYPES[1..].join(", "))),
    })
}

fn read_givens(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    for argument in &item.arguments {
        let parts = argument.split('_');
        let cell = read_cell(source, &parts[0], &puzzle.board)?;
        match &parts[1..] {
            [value] => {
                let Ok(digit) = value.text.parse::<i32>() else {
                    return Err(value.error(source, format!("{} is not a number", value.quote())));
                };
                if !puzzle.board.values().contains(&digit) {
                    return Err(not_a_value(source, value, &puzzle.board.values()));
                }
                set_given(source, puzzle, cell, digit, value)?;
            }
            [] => return Err(argument.error(source, format!("the given {} has no value", argument.quote()))),
            _ => {
                let message =
                    format!("several values for a cell are not supported yet: {}", argument.quote());
                return Err(argument.error(source, message));
            }
        }
    }
    Ok(())
}

fn set_given(
    source: &Source,
    puzzle: &mut Puzzle,
    cell: usize,
    digit: i32,
    token: &Token<'_>,
) -> Result<(), ReadError> {
    match puzzle.givens[cell].replace(digit) {
        Some(other) if other != digit => {
            let name = puzzle.board.cell(cell);
            Err(token.error(source, format!("cell {name} is given as {other} and as {digit}")))
        }
        _ => Ok(()),
    }
}

fn read_cage(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    let Some((sum, cells)) = item.arguments.split_first() else {
        return Err(item.name.error(source, "`.Cage` without a sum and cells"));
    };
    let sum = match sum.text {
        "" => None,
        text => match text.parse::<i64>() {
            Ok(sum) => Some(sum).filter(|sum| *sum != 0),
            Err(_) => return Err(sum.error(source, format!("the sum {} is not a whole number", sum.quote()))),
        },
    };
    let draft = CageDraft { name: None, sum, repeats: false, span: item.name.span.clone() };
    let cells = read_cell_list(source, cells, &puzzle.board)?;
    puzzle.cages.push(draft.finish(source, &puzzle.board, cells)?);
    Ok(())
}

fn read_cell_list(
    source: &Source,
    arguments: &[Token<'_>],
    board: &Board,
) -> Result<Vec<PlacedCell>, ReadError> {
    arguments.iter().map(|token| Ok((read_cell(source, token, board)?, token.span.clone()))).collect()
}

/// Reads a cell: `R` and `C`, each with one sign: `1` to `9`, then `a` = 10 to `g` = 16.
fn read_cell(source: &Source, token: &Token<'_>, board: &Board) -> Result<usize, ReadError> {
    let coordinate = |sign: u8| char::from(sign).to_digit(17).and_then(|n| usize::try_from(n).ok());
    let (row, column) = match token.text.as_bytes() {
        [b'R' | b'r', row, b'C' | b'c', column] => (coordinate(*row), coordinate(*column)),
        _ => (None, None),
    };
    let (Some(row), Some(column)) = (row, column) else {
        let error = token.error(source, format!("{} is not a cell", token.quote()));
        return Err(error.with_help("a cell is written `R1C1`, with `a` = 10 to `g` = 16"));
    };
    let cell = row.checked_sub(1).zip(column.checked_sub(1)).map(|(row, column)| Cell { row, column });
    let index = cell.and_then(|cell| board.index(cell));
    index.ok_or_else(|| outside(source, token.span.clone(), &format!("r{row}c{column}"), board))
}

/// Adds a house of cells that differ, numbered after those that are there.
fn add_extra(board: &mut Board, cells: Vec<usize>) {
    let number = board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Extra(_))).count();
    board.add_house(HouseKind::Extra(number), cells);
}

fn add_all_different(source: &Source, item: &Item<'_>, board: &mut Board) -> Result<(), ReadError> {
    let cells = read_cell_list(source, &item.arguments, board)?;
    if cells.is_empty() {
        return Err(error_at(source, item.name.span.clone(), "`.AllDifferent` without cells"));
    }
    let cells = distinct(source, board, "`.AllDifferent`", cells)?;
    add_extra(board, cells);
    Ok(())
}

#[cfg(test)]
mod tests;
