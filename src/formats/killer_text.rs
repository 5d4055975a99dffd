//! Killer strings: cages as numbers, as arrows, or as letters with their sums.

mod arrows;
mod letters;
mod numbers;
mod sumocue;

use std::ops::Range;

use super::cages::CageDraft;
use super::grid::count;
use super::piece::{Piece, Token, error_at, lines};
use super::{ReadError, Source, TextOptions};
use crate::puzzles::{Board, Puzzle};

/// The notations, each told by a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// `3x3:d:k:3841:…`: sum and number of the cage of each cell.
    Numbers,
    /// `SumoCueV1=17J0+0J0…`: each cell is the first of a cage or points to it.
    SumoCue,
    /// `G<<L<K…`: arrows to the cell with the sum.
    Arrows,
    /// `AAB… 11,25,… 1846…`: letters, sums and a solution.
    Letters,
    /// `AAB…;5+,2-,…`: letters and targets with operators.
    KenKen,
    /// `3x3k:zzzc,…`: a game of Simon Tatham's Solo.
    Solo,
}

/// Whether a text looks like a killer string of any notation, or a map in letters with lines of sums.
pub(super) fn looks_like(text: &str) -> bool {
    let mut significant =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    match significant.next() {
        Some(first) => {
            notation(first).is_some() || (!letters::is_sums(first) && significant.any(letters::is_sums))
        }
        None => false,
    }
}

fn notation(line: &str) -> Option<Notation> {
    let (head, rest) = line.split_once(':').unwrap_or((line, ""));
    let split = head.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(head).split_once('x');
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let sized = split.is_some_and(|(height, width)| number(height) && number(width));
    if line.starts_with("SumoCueV1") {
        Some(Notation::SumoCue)
    } else if sized && !head.ends_with(|c: char| c.is_ascii_digit()) {
        Some(Notation::Solo)
    } else if sized && rest.contains(':') {
        Some(Notation::Numbers)
    } else if arrows::is_arrows(line) {
        Some(Notation::Arrows)
    } else if letters::is_line(line) {
        Some(Notation::Letters)
    } else if letters::is_kenken(line) {
        Some(Notation::KenKen)
    } else {
        None
    }
}

/// Reads every killer of a text: one a line, or a map in letters on several lines followed by lines `A=3 B=15`.
///
/// The boxes of a map are the usual ones unless the options say otherwise. A solution beside the sums is passed over.
/// A killer that cannot be read is an error in its place.
///
/// # Errors
/// A text without any killer.
pub fn read_killer_text(
    source: &Source,
    options: &TextOptions,
) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let is_comment = |line: &Range<usize>| source.text[line.clone()].trim_start().starts_with('#');
    let mut rest = lines(source)
        .filter(|line| !is_comment(line) && !source.text[line.clone()].trim().is_empty())
        .map(|line| trimmed(source, line))
        .peekable();
    let mut puzzles = Vec::new();
    while let Some(line) = rest.next() {
        let text = &source.text[line.clone()];
        if let Some(notation) = notation(text) {
            puzzles.push(read_line(source, line, notation, options));
            continue;
        }
        let mut block = vec![line];
        let mut ended = false;
        while let Some(next) = rest.next_if(|next| {
            let text = &source.text[next.clone()];
            let sums = letters::is_sums(text);
            ended |= sums;
            notation(text).is_none() && (sums || !ended)
        }) {
            block.push(next);
        }
        puzzles.push(letters::read_block(source, &block, options));
    }
    if puzzles.is_empty() {
        return Err(ReadError::new(source, 0..0, "no killer in this text"));
    }
    Ok(puzzles)
}

fn trimmed(source: &Source, line: Range<usize>) -> Range<usize> {
    let text = &source.text[line.clone()];
    let start = line.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

fn read_line(
    source: &Source,
    line: Range<usize>,
    notation: Notation,
    options: &TextOptions,
) -> Result<Puzzle, ReadError> {
    let piece = Piece::verbatim(source, line.clone());
    let whole = piece.whole();
    let mut puzzle = match notation {
        Notation::Numbers => numbers::read(source, &whole)?,
        Notation::SumoCue => sumocue::read(source, &whole)?,
        Notation::Arrows => arrows::read(source, &whole)?,
        Notation::Letters => letters::read_line(source, &whole, options)?,
        Notation::KenKen => return Err(letters::refuse_kenken(source, &whole)),
        Notation::Solo => {
            let head = whole.split(':').swap_remove(0);
            let error = head.error(source, format!("the game ID {} of Solo is not supported", whole.quote()));
            return Err(error.with_help("write the cages as a map in letters, or as a puzzle file"));
        }
    };
    puzzle.place = Some(source.place(line.start));
    Ok(puzzle)
}

/// A 9×9 board with the usual boxes.
fn nine() -> Board {
    Board::usual(9).expect("9 is a usual size")
}

/// A cage called after its first cell, with the sum of the notation.
fn unnamed_cage(
    source: &Source,
    puzzle: &mut Puzzle,
    cells: &[(usize, Token<'_>)],
    sum: Option<i64>,
) -> Result<(), ReadError> {
    let span = cells.first().map_or(0..0, |(_, token)| token.span.clone());
    let draft = CageDraft { name: None, sum, repeats: false, span };
    let cells = cells.iter().map(|(cell, token)| (*cell, token.span.clone())).collect();
    puzzle.cages.push(draft.finish(source, &puzzle.board, cells)?);
    Ok(())
}

/// An error unless there are 81 cells.
fn check_cells(source: &Source, whole: &Token<'_>, found: usize) -> Result<(), ReadError> {
    if found == 81 {
        return Ok(());
    }
    Err(error_at(source, whole.span.clone(), format!("{}, not 81", count(found, "cell"))))
}

#[cfg(test)]
mod tests;
