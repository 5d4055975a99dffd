//! Killers and jigsaws as `SumoCueV1` and 81 entries: `=sum` opens a cage, `+cell` joins it, `J0` to `J8` is the piece.

use super::{check_cells, nine, unnamed_cage};
use crate::formats::grid::read_regions;
use crate::formats::piece::Token;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Puzzle};

/// What stands for one cell.
#[derive(Clone, Debug)]
struct Entry<'t> {
    token: Token<'t>,
    first: bool,
    number: usize,
    piece: Option<Token<'t>>,
}

/// Reads one killer, or one jigsaw whose numbers are givens (every cell has `=` and a piece).
pub(super) fn read(source: &Source, whole: &Token<'_>) -> Result<Puzzle, ReadError> {
    let rest = whole.part("SumoCueV1".len()..whole.text.len());
    let diagonals = rest.text.starts_with('D');
    let entries = read_entries(source, &rest.part(usize::from(diagonals)..rest.text.len()))?;
    check_cells(source, whole, entries.len())?;
    let mut puzzle = Puzzle::new(read_board(source, &entries)?);
    if diagonals {
        std::sync::Arc::make_mut(&mut puzzle.board).add_diagonal_down();
        std::sync::Arc::make_mut(&mut puzzle.board).add_diagonal_up();
    }
    if entries.iter().all(|entry| entry.first && entry.piece.is_some()) {
        read_givens(source, &entries, &mut puzzle)?;
    } else {
        read_cages(source, &entries, &mut puzzle)?;
    }
    Ok(puzzle)
}

fn read_entries<'t>(source: &Source, rest: &Token<'t>) -> Result<Vec<Entry<'t>>, ReadError> {
    let starts: Vec<usize> =
        rest.text.char_indices().filter(|(_, c)| matches!(c, '=' | '+')).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        let error = rest.error(source, format!("{} does not start with `=` or `+`", rest.quote()));
        return Err(error.with_help("the first cell opens a cage, as in `SumoCueV1=17J0+0J0`"));
    }
    let ends = starts.iter().skip(1).copied().chain([rest.text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| read_entry(source, rest.part(start..end))).collect()
}

fn read_entry<'t>(source: &Source, token: Token<'t>) -> Result<Entry<'t>, ReadError> {
    let digits_end = token.text.find('J').unwrap_or(token.text.len());
    let piece = (digits_end < token.text.len()).then(|| token.part(digits_end + 1..token.text.len()));
    let good_piece = piece.as_ref().is_none_or(|p| matches!(p.text.as_bytes(), [b'0'..=b'8']));
    match token.text[1..digits_end].parse() {
        Ok(number) if good_piece => Ok(Entry { first: token.text.starts_with('='), number, piece, token }),
        _ => {
            let error = token.error(source, format!("{} is not a cell", token.quote()));
            Err(error.with_help(
                "a cell is `=` and a sum or `+` and a cell from 0 to 80, then perhaps `J0` to `J8`",
            ))
        }
    }
}

fn read_board(source: &Source, entries: &[Entry<'_>]) -> Result<Board, ReadError> {
    let usual = nine();
    let pieces: Vec<Token<'_>> = entries.iter().filter_map(|entry| entry.piece.clone()).collect();
    if pieces.is_empty() {
        return Ok(usual);
    }
    if let Some(entry) = entries.iter().find(|entry| entry.piece.is_none()) {
        return Err(entry
            .token
            .error(source, format!("{} has no piece, other cells have", entry.token.quote())));
    }
    let map = read_regions(source, &pieces, usual.value_count())?;
    if map.iter().enumerate().all(|(cell, &piece)| usual.region_of(cell) == Some(piece)) {
        return Ok(usual);
    }
    Board::jigsaw(9, &map).map_err(|e| entries[0].token.error(source, e.to_string()))
}

fn read_givens(source: &Source, entries: &[Entry<'_>], puzzle: &mut Puzzle) -> Result<(), ReadError> {
    for (cell, entry) in entries.iter().enumerate() {
        puzzle.givens[cell] = match i32::try_from(entry.number) {
            Ok(0) => None,
            Ok(digit @ 1..=9) => Some(digit),
            _ => {
                return Err(entry
                    .token
                    .error(source, format!("{} is not a digit from 1 to 9", entry.token.quote())));
            }
        };
    }
    Ok(())
}

fn read_cages(source: &Source, entries: &[Entry<'_>], puzzle: &mut Puzzle) -> Result<(), ReadError> {
    let is_first = |cell: usize| entries.get(cell).is_some_and(|entry| entry.first);
    if let Some(entry) = entries.iter().find(|entry| !entry.first && !is_first(entry.number)) {
        let message = format!("{} points to a cell that opens no cage", entry.token.quote());
        return Err(entry.token.error(source, message));
    }
    for (first, root) in entries.iter().enumerate().filter(|(_, entry)| entry.first) {
        let joined = entries
            .iter()
            .enumerate()
            .filter(|(cell, entry)| *cell == first || (!entry.first && entry.number == first));
        let cells: Vec<_> = joined.map(|(cell, entry)| (cell, entry.token.clone())).collect();
        let sum = i64::try_from(root.number).ok().filter(|sum| *sum != 0);
        if cells.len() > 1 || sum.is_some() {
            unnamed_cage(source, puzzle, &cells, sum)?;
        }
    }
    Ok(())
}
