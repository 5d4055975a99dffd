//! Puzzles from the grids of a text.

use std::collections::BTreeMap;

use super::TextOptions;
use super::grid::{Cells, Grid, Item};
use super::regions;
use super::symbols::{Notation, Seen};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, MAX_SIZE, Puzzle, PuzzleError};

/// Reads the digits of all grids, with one notation for all of the same size.
///
/// # Errors
/// A notation with two readings.
pub(super) fn puzzles(
    source: &Source,
    options: &TextOptions,
    items: Vec<Item<'_>>,
) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let notations = notations(source, options, &items)?;
    let mut boards = BTreeMap::new();
    let mut board = |size: usize| {
        boards
            .entry(size)
            .or_insert_with(|| {
                usual(size, options.boxes).map(|board| Puzzle { givens: Vec::new(), ..Puzzle::new(board) })
            })
            .clone()
    };
    Ok(items.into_iter().map(|item| puzzle(source, options, &item?, &notations, &mut board)).collect())
}

/// The notation of each size that occurs.
fn notations(
    source: &Source,
    options: &TextOptions,
    items: &[Item<'_>],
) -> Result<BTreeMap<usize, Notation>, ReadError> {
    let mut seen: BTreeMap<usize, (Seen, &Grid<'_>)> = BTreeMap::new();
    for grid in items.iter().flatten().filter(|grid| grid.size <= MAX_SIZE) {
        let (seen, _) = seen.entry(grid.size).or_insert_with(|| (Seen::new(grid.size), grid));
        grid.givens.iter().for_each(|cells| seen.add(cells));
    }
    let settled = seen.into_iter().map(|(size, (seen, grid))| match Notation::settle(&seen, options.symbols) {
        Ok(notation) => Ok((size, notation)),
        Err(message) => {
            let span = grid.line.span();
            Err(grid.line.error(source, span, message).with_help(
                "say `--symbols 1-G`, `--symbols 0-F` or `--symbols A-P`, or write numbers with blanks between",
            ))
        }
    });
    settled.collect()
}

/// The puzzle of a grid.
fn puzzle(
    source: &Source,
    options: &TextOptions,
    grid: &Grid<'_>,
    notations: &BTreeMap<usize, Notation>,
    board: &mut impl FnMut(usize) -> Result<Puzzle, PuzzleError>,
) -> Result<Puzzle, ReadError> {
    let empty = match &grid.regions {
        None => board(grid.size).map_err(|error| stated(source, grid, &error, options.boxes.is_some()))?,
        Some(cells) => Puzzle::new(jigsaw(source, options, grid, cells)?),
    };
    let givens = match (&grid.givens, notations.get(&grid.size)) {
        (Some(cells), Some(notation)) => notation.decode(source, grid, cells)?,
        _ => vec![None; grid.size * grid.size],
    };
    Ok(Puzzle { givens, place: Some(grid.line.place()), title: grid.title.map(str::to_owned), ..empty })
}

/// The board of a size, with the boxes asked for or the usual ones.
fn usual(size: usize, boxes: Option<(usize, usize)>) -> Result<Board, PuzzleError> {
    match boxes {
        None => Board::usual(size),
        Some((0, 0)) => Board::latin(size, size, 1..=size as i32),
        Some((rows, columns)) => Board::sudoku(size, rows, columns),
    }
}

fn jigsaw(
    source: &Source,
    options: &TextOptions,
    grid: &Grid<'_>,
    cells: &Cells<'_>,
) -> Result<Board, ReadError> {
    if options.boxes.is_some_and(|boxes| boxes != (0, 0)) {
        let span = grid.line.span();
        return Err(grid
            .line
            .error(source, span, "the text gives a region map, which takes the place of boxes")
            .with_help("leave out the option that sets boxes"));
    }
    let map = regions::map(source, grid, cells)?;
    Board::jigsaw(grid.size, &map).map_err(|error| stated(source, grid, &error, false))
}

/// A board that cannot be stated, as an error at its first line.
fn stated(source: &Source, grid: &Grid<'_>, error: &PuzzleError, boxes: bool) -> ReadError {
    let found = grid.line.error(source, grid.line.span(), error.to_string());
    match error {
        PuzzleError::BoxesDoNotFit { size, .. } if boxes => found.with_help(format!(
            "rows times columns of a box have to be {size}; `--box none` is a board without boxes"
        )),
        PuzzleError::RegionSizes { expected, .. } => {
            found.with_help(format!("each symbol of the region map stands in {expected} cells"))
        }
        _ => found,
    }
}
