//! Cages from their cells: each cell once, a name for each, and maps of cages in letters.

use std::ops::Range;

use itertools::Itertools;

use super::cells::PlacedCell;
use super::piece::{Token, error_at, quote};
use super::{ReadError, Source};
use crate::puzzles::{Board, Cage};

/// The cells, sorted.
///
/// # Errors
/// A cell listed twice in `what`.
pub(super) fn distinct(
    source: &Source,
    board: &Board,
    what: &str,
    mut cells: Vec<PlacedCell>,
) -> Result<Vec<usize>, ReadError> {
    cells.sort_by_key(|(cell, span)| (*cell, span.start));
    if let Some((_, (cell, span))) = cells.iter().tuple_windows().find(|(one, next)| one.0 == next.0) {
        let message = format!("cell {} is listed twice in {what}", board.cell(*cell));
        return Err(error_at(source, span.clone(), message).with_help("list each cell once"));
    }
    Ok(cells.into_iter().map(|(cell, _)| cell).collect())
}

/// What is known of a cage before its cells are checked.
#[derive(Clone, Debug)]
pub(super) struct CageDraft {
    /// The setter's name for it, if any.
    pub(super) name: Option<String>,
    /// The printed sum.
    pub(super) sum: Option<i64>,
    /// Whether a digit may occur more than once.
    pub(super) repeats: bool,
    /// Its bytes in the source.
    pub(super) span: Range<usize>,
}

impl CageDraft {
    /// The cage of these cells, sorted; without a name it is called after its first cell.
    ///
    /// # Errors
    /// No cell, or a cell listed twice.
    pub(super) fn finish(
        self,
        source: &Source,
        board: &Board,
        cells: Vec<PlacedCell>,
    ) -> Result<Cage, ReadError> {
        let Some(first) = cells.iter().map(|(cell, _)| *cell).min() else {
            let error = error_at(source, self.span, "a cage without cells");
            return Err(error.with_help("a cage holds at least one cell"));
        };
        let name = self.name.unwrap_or_else(|| board.cell(first).to_string());
        let cells = distinct(source, board, &format!("cage `{name}`"), cells)?;
        Ok(Cage {
            name,
            sum: self.sum,
            cells,
            repeats: self.repeats,
            place: Some(source.place(source.text.floor_char_boundary(self.span.start))),
        })
    }
}

/// The cages of a map with one name a cell, `.` in none, in the order of their first cells.
///
/// `sums` holds the printed sum of each name, where there is one.
///
/// # Errors
/// A sum whose name is not in the map, or a name with two sums.
pub(super) fn map_cages(
    source: &Source,
    board: &Board,
    tokens: &[Token<'_>],
    sums: &[(Token<'_>, i64)],
) -> Result<Vec<Cage>, ReadError> {
    let names: Vec<&str> =
        tokens.iter().map(|token| token.text).filter(|name| *name != ".").unique().collect();
    if let Some((name, _)) = sums.iter().find(|(name, _)| !names.contains(&name.text)) {
        let error = name.error(source, format!("the map has no cage {}", name.quote()));
        let known = names.iter().take(60).map(|name| quote(name)).join(", ");
        return Err(error.with_help(format!("the cages of the map are {known}")));
    }
    if let Some((name, _)) = sums.iter().duplicates_by(|(name, _)| name.text).next() {
        return Err(name.error(source, format!("cage {} has two sums", name.quote())));
    }
    let cage = |name: &str| {
        let placed = tokens.iter().enumerate().filter(|(_, token)| token.text == name);
        let cells: Vec<PlacedCell> = placed.map(|(cell, token)| (cell, token.span.clone())).collect();
        let sum = sums.iter().find(|(of, _)| of.text == name).map(|(_, sum)| *sum);
        let span = cells.first().map_or(0..0, |(_, span)| span.clone());
        CageDraft { name: Some(name.to_string()), sum, repeats: false, span }.finish(source, board, cells)
    };
    names.into_iter().map(cage).collect()
}
