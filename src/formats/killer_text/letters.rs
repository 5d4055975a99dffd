//! Killers as maps in letters with their sums: on one line, or on one line a row.

use std::ops::Range;

use itertools::Itertools;

use crate::formats::cages::map_cages;
use crate::formats::grid::{count, read_map, square_board};
use crate::formats::piece::{Piece, Token, error_at};
use crate::formats::{ReadError, Source, TextOptions};
use crate::puzzles::Puzzle;

/// Whether a line holds only sums, as in `A=3 B=15`.
pub(super) fn is_sums(line: &str) -> bool {
    let sum = |word: &str| word.chars().nth(1) == Some('=');
    !line.trim().is_empty() && line.split_whitespace().all(sum)
}

/// Whether a line holds a map, its sums with commas between them, and perhaps a solution.
pub(super) fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words.as_slice(), [map, sums] | [map, sums, _] if side(map).is_some() && sums.contains(','))
}

/// Whether a line holds a map and targets with operators.
pub(super) fn is_kenken(line: &str) -> bool {
    line.split_once(';').is_some_and(|(map, targets)| {
        let target = targets.split([',', ' ']).next().unwrap_or("");
        side(map).is_some() && target.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The side of a square map of letters.
fn side(map: &str) -> Option<usize> {
    let side = map.len().isqrt();
    let square = side > 1 && side * side == map.len();
    (square && map.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')).then_some(side)
}

/// An error for the first target of a KenKen.
pub(super) fn refuse_kenken(source: &Source, whole: &Token<'_>) -> ReadError {
    let start = whole.text.find(';').map_or(0, |at| at + 1);
    let rest = whole.part(start..whole.text.len());
    let target = rest.split(',').swap_remove(0);
    let error =
        target.error(source, format!("the target {} with an operator is not supported", target.quote()));
    error.with_help("only cages of sums are read; sums are written without an operator")
}

/// Reads `AAB… 11,25,…`: the sums belong to the letters of the map in the order A–Z, a–z.
pub(super) fn read_line(
    source: &Source,
    whole: &Token<'_>,
    options: &TextOptions,
) -> Result<Puzzle, ReadError> {
    let words = whole.words();
    let [map, sums, ..] = words.as_slice() else {
        return Err(whole.error(source, "a map without the sums of its cages"));
    };
    let tokens = map.symbols();
    let mut names: Vec<&Token<'_>> = tokens.iter().filter(|t| t.text != ".").unique_by(|t| t.text).collect();
    names.sort_by_key(|token| token.text);
    let parts = sums.split(',');
    if parts.len() != names.len() {
        let message = format!("{} for {}", count(parts.len(), "sum"), count(names.len(), "cage"));
        return Err(sums
            .error(source, message)
            .with_help("the sums follow the letters in the order A–Z, a–z"));
    }
    let mut with_names = Vec::with_capacity(parts.len());
    for (name, sum) in names.into_iter().zip(&parts) {
        with_names.push((name.clone(), read_sum(source, sum)?));
    }
    let board =
        square_board(tokens.len().isqrt(), options.boxes).map_err(|reason| map.error(source, reason))?;
    let cages = map_cages(source, &board, &tokens, &with_names)?;
    Ok(Puzzle { cages, ..Puzzle::new(board) })
}

fn read_sum(source: &Source, token: &Token<'_>) -> Result<i64, ReadError> {
    let sum = token.text.parse().ok();
    sum.ok_or_else(|| token.error(source, format!("the sum {} is not a whole number", token.quote())))
}

/// Reads a map of one line a row and the lines of sums after it.
pub(super) fn read_block(
    source: &Source,
    block: &[Range<usize>],
    options: &TextOptions,
) -> Result<Puzzle, ReadError> {
    let is_row = |line: &&Range<usize>| !is_sums(&source.text[(*line).clone()]);
    let rows = block.iter().take_while(is_row).count();
    let (Some(first), Some(last)) = (block.first(), block[..rows].last()) else {
        let at = block.first().cloned().unwrap_or(0..0);
        return Err(error_at(source, at, "sums without a map of the cages"));
    };
    if rows == block.len() {
        let error = error_at(source, first.clone(), "a map without the sums of its cages");
        return Err(error.with_help("after the map, write the sums as `A=3 B=15`"));
    }
    let map = Piece::verbatim(source, first.start..last.end);
    let ruled = |line: &&Range<usize>| source.text[(*line).clone()].chars().all(|c| "|-+ ".contains(c));
    let size = rows - block[..rows].iter().filter(ruled).count();
    let board =
        square_board(size, options.boxes).map_err(|reason| error_at(source, first.clone(), reason))?;
    let tokens = read_map(&map, &board, "the map")?;
    let pieces: Vec<_> = block[rows..].iter().map(|line| Piece::verbatim(source, line.clone())).collect();
    let mut sums = Vec::new();
    for word in pieces.iter().flat_map(|piece| piece.whole().words()) {
        let name_end = word.text.find('=').unwrap_or(0);
        let sum = read_sum(source, &word.part(name_end + 1..word.text.len()))?;
        sums.push((word.part(0..name_end), sum));
    }
    let cages = map_cages(source, &board, &tokens, &sums)?;
    Ok(Puzzle { cages, place: Some(source.place(first.start)), ..Puzzle::new(board) })
}
