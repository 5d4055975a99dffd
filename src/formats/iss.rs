//! Puzzles as strings of the Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2.~R3C4_5`.

mod cell;
mod clues;
mod composite;
mod doppelganger;
mod layouts;
mod shape;
mod write;

use std::ops::Range;

use super::grid::{read_digit, read_map};
use super::piece::{Piece, Token, lines};
use super::{ReadError, Source};
use crate::puzzles::{Cell, HouseKind, Puzzle};
use composite::Node;

pub use write::{CannotWrite, write_iss};

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
        named && (line.contains('~') || clues::is_known(line))
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
    let nodes = composite::nest(source, items)?;
    let top: Vec<&Item<'_>> = nodes.iter().filter_map(Node::item).collect();
    let mut puzzle = Puzzle::new(shape::read_board(source, &top)?);
    puzzle.place = sections.first().map(|piece| source.place(piece.whole().span.start));
    puzzle.extras = shape::read_extras(source, &top, &puzzle)?;
    for piece in plain {
        for (cell, token) in read_map(piece, &puzzle.board, "the board")?.iter().enumerate() {
            if let Some(digit) = read_digit(source, token, &puzzle.board.values())? {
                clues::set_given(source, &mut puzzle, cell, digit, token)?;
            }
        }
    }
    for node in &nodes {
        clues::add(source, node, &mut puzzle)?;
    }
    if let Some(item) = top.iter().find(|item| item.name.text == ".FullRankTies") {
        clues::add_ties(source, item, &mut puzzle)?;
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

#[cfg(test)]
mod tests;
