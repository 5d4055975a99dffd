//! What the writer asks of boards and arguments.

use itertools::Itertools;

use crate::formats::CannotWrite;
use crate::puzzles::{Args, Board, Clue, House, HouseKind, Puzzle, Value};

/// The 0-based region of each cell.
pub(super) fn regions(board: &Board) -> Result<Vec<Option<usize>>, CannotWrite> {
    let parts: Vec<&House> = board
        .houses()
        .iter()
        .filter(|house| matches!(house.kind, HouseKind::Box(_) | HouseKind::Region(_)))
        .collect();
    let mut regions = vec![None; board.cell_count()];
    for (number, house) in parts.iter().enumerate() {
        for &cell in &house.cells {
            if regions[cell].replace(number).is_some() || house.cells.len() != board.rows() {
                return Err(CannotWrite("boxes and regions of these sizes".to_string()));
            }
        }
    }
    Ok(regions)
}

/// The digits that candidates leave to a cell.
pub(super) fn candidates(puzzle: &Puzzle, cell: usize) -> Option<Vec<i64>> {
    let lists = puzzle.clues.iter().filter_map(|clue| match clue {
        Clue::Use(one) if one.name == "candidates" => cells(&one.args, "cells")
            .filter(|cells| cells.contains(&cell))
            .and_then(|_| ints(&one.args, "digits")),
        _ => None,
    });
    lists.map(<[i64]>::to_vec).reduce(|a, b| a.into_iter().filter(|digit| b.contains(digit)).collect())
}

/// The two cells, or all pairs of the list that have a common side.
pub(super) fn touching(board: &Board, cells: &[usize]) -> Vec<[usize; 2]> {
    let apart = |a: usize, b: usize| {
        let (a, b) = (board.cell(a), board.cell(b));
        a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
    };
    let pairs = cells.iter().copied().array_combinations();
    pairs.filter(|&[a, b]| cells.len() == 2 || apart(a, b) == 1).collect()
}

/// The cells in order, where none is named twice.
pub(super) fn distinct(cells: &[usize]) -> Option<Vec<usize>> {
    cells.iter().all_unique().then(|| cells.iter().copied().sorted().collect())
}

/// The cells that a parameter names.
pub(super) fn cells<'a>(args: &'a Args, name: &str) -> Option<&'a [usize]> {
    match args.0.get(name) {
        Some(Value::Cells(cells)) => Some(cells),
        _ => None,
    }
}

/// The numbers of a parameter.
pub(super) fn ints<'a>(args: &'a Args, name: &str) -> Option<&'a [i64]> {
    match args.0.get(name) {
        Some(Value::Ints(numbers)) => Some(numbers),
        _ => None,
    }
}

/// The number of a parameter.
pub(super) fn int(args: &Args, name: &str) -> Option<i64> {
    match args.0.get(name) {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    }
}
