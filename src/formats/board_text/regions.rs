//! Region maps: which grids of a text say where regions lie, and not which digits are printed.

use super::grid::{Cells, Grid, Item, Piece};
use crate::formats::{ReadError, Source};

/// Whether cells are a region map and cannot be a puzzle: n symbols without a blank, none of them in more than 2n
/// cells, and more than half of the cells beside a cell with the same symbol.
pub(super) fn is_map(size: usize, cells: &Cells<'_>) -> bool {
    if let Cells::Packed(piece) = cells
        && piece.text.contains(['.', '*', '_', '-', '?', ' '])
    {
        return false;
    }
    let pieces = cells.pieces();
    if size < 2 || pieces.len() != size * size || has_blank(&pieces) {
        return false;
    }
    let symbols = symbols(&pieces);
    let count = |symbol: &&str| pieces.iter().filter(|piece| piece.text == *symbol).count();
    symbols.len() == size
        && symbols.iter().all(|symbol| count(symbol) <= 2 * size)
        && mostly_beside(size, &pieces)
}

/// Makes region maps of the grids that are maps: alone for a board without givens, or joined with the other of two.
///
/// Of two grids, the first is also a map if it has the symbols 0 to n − 1 and no blank, and the second no digit.
pub(super) fn mark(items: &mut Vec<Item<'_>>) {
    if let [Ok(first), Ok(second)] = &items[..]
        && let Some(joined) = join(first, second)
    {
        *items = vec![Ok(joined)];
        return;
    }
    for grid in items.iter_mut().flatten() {
        if grid.regions.is_none() && grid.givens.as_ref().is_some_and(|cells| is_map(grid.size, cells)) {
            grid.regions = grid.givens.take();
        }
    }
}

/// One board of a map and givens, in either order.
fn join<'a>(first: &Grid<'a>, second: &Grid<'a>) -> Option<Grid<'a>> {
    let (Some(one), Some(two)) = (&first.givens, &second.givens) else { return None };
    if first.size != second.size || first.regions.is_some() || second.regions.is_some() {
        return None;
    }
    let joined = |map: &Cells<'a>, givens: &Cells<'a>| {
        Some(Grid { givens: Some(givens.clone()), regions: Some(map.clone()), ..first.clone() })
    };
    match (is_map(first.size, one), is_map(first.size, two)) {
        (true, false) => joined(one, two),
        (false, true) => joined(two, one),
        (false, false) if counts_from_zero(one, first.size) && is_empty(two) => joined(one, two),
        _ => None,
    }
}

/// The region of each cell, numbered in the order of their symbols.
///
/// # Errors
/// A cell without a symbol.
pub(super) fn map(source: &Source, grid: &Grid<'_>, cells: &Cells<'_>) -> Result<Vec<usize>, ReadError> {
    let pieces = cells.pieces();
    if let Some(piece) = pieces.iter().find(|piece| is_blank(piece.text)) {
        return Err(grid
            .error(source, *piece, format!("`{}` is no region of a {1}×{1} board", piece.text, grid.size))
            .with_help("a region map has a digit or letter for every cell"));
    }
    let symbols = symbols(&pieces);
    let rank = |piece: &Piece<'_>| symbols.iter().position(|symbol| *symbol == piece.text).unwrap_or(0);
    Ok(pieces.iter().map(rank).collect())
}

fn symbols<'a>(pieces: &[Piece<'a>]) -> Vec<&'a str> {
    let mut symbols: Vec<&str> = pieces.iter().map(|piece| piece.text).collect();
    symbols.sort_unstable_by_key(|text| (text.len(), *text));
    symbols.dedup();
    symbols
}

fn is_blank(text: &str) -> bool {
    matches!(text.trim(), "" | "." | "*" | "_" | "-" | "?" | "-1")
}

fn has_blank(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|piece| is_blank(piece.text))
}

fn is_empty(cells: &Cells<'_>) -> bool {
    cells.pieces().iter().all(|piece| is_blank(piece.text))
}

fn counts_from_zero(cells: &Cells<'_>, size: usize) -> bool {
    let symbols = symbols(&cells.pieces());
    symbols.len() == size && symbols.iter().enumerate().all(|(at, text)| text.parse() == Ok(at))
}

/// Whether more than half of the cells have a neighbour with the same symbol.
fn mostly_beside(size: usize, pieces: &[Piece<'_>]) -> bool {
    let same = |a: usize, b: usize| pieces[a].text == pieces[b].text;
    let beside = |at: usize| {
        let (row, column) = (at / size, at % size);
        (column > 0 && same(at, at - 1))
            || (column + 1 < size && same(at, at + 1))
            || (row > 0 && same(at, at - size))
            || (row + 1 < size && same(at, at + size))
    };
    (0..pieces.len()).filter(|&at| beside(at)).count() * 2 > pieces.len()
}

#[cfg(test)]
mod tests {
    use super::{Cells, Piece, is_map};

    fn map(size: usize, text: &str) -> bool {
        is_map(size, &Cells::Packed(Piece { text, at: 0 }))
    }

    #[test]
    fn maps_are_told_from_solutions_and_puzzles() {
        assert!(map(9, "111222333111222333111222333444555666444555666444555666777888999777888999777888999"));
        assert!(map(4, "0011001122332233") && map(4, "AAABCABBCCDBCDDD"));
        assert!(!map(9, "534678912672195348198342567859761423426853791713924856961537284287419635345286179"));
        assert!(!map(9, "003020600900305001001806400008102900700000008006708200002609500800203009005010300"));
        assert!(!map(4, "1111111111111111") && !map(4, "001100112233223."));
    }
}
