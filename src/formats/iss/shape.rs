//! The board of a constraint string: its shape, boxes, pieces and the other sets of different digits.

use std::ops::RangeInclusive;

use super::{Item, add_all_different, add_extra};
use crate::formats::grid::{count, default_box, read_regions};
use crate::formats::{ReadError, Source};
use crate::puzzles::Board;

/// The most rows, columns or values of a board in this format.
const MOST: usize = 16;

/// The board that all items together describe; 9×9 where none gives a shape.
pub(super) fn read_board(source: &Source, items: &[Item<'_>]) -> Result<Board, ReadError> {
    for name in [".Shape", ".Jigsaw", ".RegionSize"] {
        if let Some(second) = items.iter().filter(|item| item.name.text == name).nth(1) {
            return Err(second.name.error(source, format!("a second `{name}`")));
        }
    }
    let mut board = match items.iter().find(|item| item.name.text == ".Shape") {
        Some(item) => read_shape(source, item)?,
        None => Board::latin(9, 9, 1..=9).map_err(|e| ReadError::new(source, 0..0, e.to_string()))?,
    };
    let size = board.rows().max(board.columns());
    let boxes = default_box(board.rows(), board.columns(), size);
    let has = |name| items.iter().any(|item| item.name.text == name);
    if let Some((height, width)) = boxes.filter(|_| !has(".NoBoxes")) {
        board.add_boxes(height, width);
    }
    for item in items {
        match item.name.text {
            ".Jigsaw" => add_jigsaw(source, item, &mut board)?,
            ".RegionSize" => check_region_size(source, item, &board)?,
            ".NoBoxes" => no_arguments(source, item)?,
            _ => {}
        }
    }
    add_diagonals(source, items, &mut board)?;
    for item in items {
        match item.name.text {
            ".AllDifferent" => add_all_different(source, item, &mut board)?,
            ".Windoku" | ".DisjointSets" => add_box_sets(source, item, boxes, &mut board)?,
            _ => {}
        }
    }
    Ok(board)
}

/// Adds the sets that follow from the boxes.
fn add_box_sets(
    source: &Source,
    item: &Item<'_>,
    boxes: Option<(usize, usize)>,
    board: &mut Board,
) -> Result<(), ReadError> {
    no_arguments(source, item)?;
    let name = item.name.text;
    let Some(boxes) = boxes else {
        return Err(item.name.error(source, format!("`{name}` on a board that has no boxes")));
    };
    let sets = if name == ".Windoku" { windows(board, boxes) } else { disjoint_sets(board, boxes) };
    for cells in sets {
        add_extra(board, cells);
    }
    Ok(())
}

fn no_arguments(source: &Source, item: &Item<'_>) -> Result<(), ReadError> {
    match item.arguments.first() {
        Some(argument) => Err(argument.error(source, format!("`{}` takes no argument", item.name.text))),
        None => Ok(()),
    }
}

fn read_shape(source: &Source, item: &Item<'_>) -> Result<Board, ReadError> {
    let wrong = || {
        let error = item.name.error(source, "a shape that cannot be read");
        error.with_help("a shape is written `.Shape~6x6`, `.Shape~6x6~9` or `.Shape~6x6~0-8`")
    };
    let (dimensions, values) = match item.arguments.as_slice() {
        [dimensions] => (dimensions, None),
        [dimensions, values] => (dimensions, Some(values)),
        [dimensions, values, mode] if mode.text == "Sudoku" => (dimensions, Some(values)),
        [_, _, mode] => {
            return Err(mode.error(source, format!("a shape with {} is not supported yet", mode.quote())));
        }
        _ => return Err(wrong()),
    };
    let (rows, columns) = dimensions.text.split_once('x').ok_or_else(wrong)?;
    let (rows, columns) = side(rows).zip(side(columns)).ok_or_else(|| {
        let error = dimensions.error(source, format!("{} is not a board", dimensions.quote()));
        error.with_help(format!("rows and columns go from 1 to {MOST}"))
    })?;
    let values = match values.filter(|token| !token.text.is_empty()) {
        None => 1..=i32::try_from(rows.max(columns)).map_err(|_| wrong())?,
        Some(token) => read_values(token.text).ok_or_else(|| {
            let error = token.error(source, format!("{} is not a range of values", token.quote()));
            error.with_help("values are written `9` (1 to 9) or `0-8`")
        })?,
    };
    Board::latin(rows, columns, values).map_err(|e| dimensions.error(source, e.to_string()))
}

fn side(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n| (1..=MOST).contains(n))
}

fn read_values(text: &str) -> Option<RangeInclusive<i32>> {
    match text.split_once('-') {
        Some((low, high)) => Some(low.parse().ok()?..=high.parse().ok()?),
        None => Some(1..=text.parse().ok()?),
    }
}

fn add_jigsaw(source: &Source, item: &Item<'_>, board: &mut Board) -> Result<(), ReadError> {
    let [map] = item.arguments.as_slice() else {
        return Err(item.name.error(source, "`.Jigsaw` takes one argument, the map of the pieces"));
    };
    let symbols = map.symbols();
    if symbols.len() != board.cell_count() {
        let found = count(symbols.len(), "cell");
        return Err(map.error(
            source,
            format!("the map of `.Jigsaw` has {found}, the board has {}", board.cell_count()),
        ));
    }
    let regions = read_regions(source, &symbols, board)?;
    board.add_regions(&regions).map_err(|e| map.error(source, e.to_string()))
}

fn check_region_size(source: &Source, item: &Item<'_>, board: &Board) -> Result<(), ReadError> {
    let size = board.rows().max(board.columns());
    match item.arguments.as_slice() {
        [only] if only.text.parse() == Ok(size) => Ok(()),
        [only] => Err(only
            .error(source, format!("regions of {} cells are not supported yet", only.quote()))
            .with_help(format!("the regions of this board have {size} cells"))),
        _ => Err(item.name.error(source, "`.RegionSize` takes one argument, the number of cells")),
    }
}

/// Adds the diagonals that are asked for, each once, first the one from the top left.
fn add_diagonals(source: &Source, items: &[Item<'_>], board: &mut Board) -> Result<(), ReadError> {
    let (mut down, mut up) = (false, false);
    for item in items.iter().filter(|item| item.name.text == ".Diagonal") {
        if board.rows() != board.columns() {
            return Err(item.name.error(source, "only a square board has diagonals"));
        }
        match item.arguments.as_slice() {
            [only] if only.text == "1" => up = true,
            [only] if only.text == "-1" => down = true,
            _ => {
                let error = item.name.error(source, "`.Diagonal` takes one argument, `1` or `-1`");
                return Err(error.with_help("`1` is the diagonal /, `-1` the diagonal \\"));
            }
        }
    }
    if down {
        board.add_diagonal_down();
    }
    if up {
        board.add_diagonal_up();
    }
    Ok(())
}

/// The windows: boxes moved by one cell, with one row or column between them, that do not touch the far edges.
fn windows(board: &Board, (height, width): (usize, usize)) -> Vec<Vec<usize>> {
    let tops = (1..board.rows().saturating_sub(height)).step_by(height + 1);
    let lefts = (1..board.columns().saturating_sub(width)).step_by(width + 1);
    let window = |top: usize, left: usize| {
        let rows = top..top + height;
        rows.flat_map(|row| (left..left + width).map(move |column| (row, column)))
            .map(|(row, column)| row * board.columns() + column)
            .collect()
    };
    tops.flat_map(|top| lefts.clone().map(move |left| (top, left)))
        .map(|(top, left)| window(top, left))
        .collect()
}

/// The cells at the same place of each box.
fn disjoint_sets(board: &Board, (height, width): (usize, usize)) -> Vec<Vec<usize>> {
    let place = |index: usize| {
        let cell = board.cell(index);
        (cell.row % height) * width + cell.column % width
    };
    let set = |number| (0..board.cell_count()).filter(|&index| place(index) == number).collect();
    (0..height * width).map(set).collect()
}
