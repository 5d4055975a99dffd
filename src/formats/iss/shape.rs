//! The board of a constraint string: its shape, boxes, pieces and the other sets of different digits.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::cell::cell_name;
use super::doppelganger;
use super::write::CannotWrite;
use super::{Cell, HouseKind, Item, Token};
use crate::formats::grid::{count, default_box, read_regions};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Extra, House, Puzzle};

/// The most rows, columns or values of a board in this format.
const MOST: usize = 16;

/// The most variables outside the board.
const MOST_VARIABLES: usize = 1_000;

/// The board that all items together describe; 9×9 where none gives a shape.
pub(super) fn read_board(source: &Source, items: &[&Item<'_>]) -> Result<Board, ReadError> {
    for name in [".Shape", ".Jigsaw", ".RegionSize"] {
        if let Some(second) = items.iter().filter(|item| item.name.text == name).nth(1) {
            return Err(second.name.error(source, format!("a second `{name}`")));
        }
    }
    let find = |name| items.iter().find(|item| item.name.text == name).copied();
    let mut board = match find(".Shape") {
        Some(item) => read_shape(source, item)?,
        None => Board::latin(9, 9, 1..=9).map_err(|e| ReadError::new(source, 0..0, e.to_string()))?,
    };
    let size = match find(".RegionSize") {
        Some(item) => region_size(source, item)?,
        None => board.rows().max(board.columns()),
    };
    let boxes = default_box(board.rows(), board.columns(), size).filter(|_| !board.houses().is_empty());
    if let Some((height, width)) = boxes.filter(|_| find(".NoBoxes").is_none()) {
        board.add_boxes(height, width);
    }
    if let Some(item) = find(".NoBoxes") {
        no_arguments(source, item)?;
    }
    if let Some(item) = find(".Jigsaw") {
        add_jigsaw(source, item, size, &mut board)?;
    }
    add_diagonals(source, items, &mut board)?;
    for item in items {
        match item.name.text {
            ".Windoku" | ".DisjointSets" => add_box_sets(source, item, boxes, &mut board)?,
            _ => {}
        }
    }
    Ok(board)
}

/// The variables that the `.Var` items declare: `.Var~S~name~9` or `.Var~S~name~9x9`.
pub(super) fn read_extras(
    source: &Source,
    items: &[&Item<'_>],
    puzzle: &Puzzle,
) -> Result<Vec<Extra>, ReadError> {
    let mut extras: Vec<Extra> = Vec::new();
    for item in items.iter().filter(|item| item.name.text == ".Var") {
        let wrong = || {
            let error = item.name.error(source, "variables that cannot be read");
            error.with_help("variables are declared as `.Var~S~name~9` or `.Var~S~name~9x9`")
        };
        let [prefix, more @ ..] = &item.arguments[..] else { return Err(wrong()) };
        let (count, columns) = match more.get(1).map_or("", |token| token.text) {
            "" => (1, 1),
            text => match text.split_once('x') {
                Some((rows, columns)) => {
                    let (rows, columns): (usize, usize) =
                        rows.parse().ok().zip(columns.parse().ok()).ok_or_else(wrong)?;
                    (rows.saturating_mul(columns), columns)
                }
                None => text.parse().map(|count| (count, count)).map_err(|_| wrong())?,
            },
        };
        let before: usize = extras.iter().map(|extra| extra.count).sum();
        if count == 0 || columns == 0 || count > MOST_VARIABLES - before.min(MOST_VARIABLES) {
            return Err(item
                .name
                .error(source, format!("{count} variables; there may be 1 to {MOST_VARIABLES} in all")));
        }
        let name = format!("V{}", prefix.text);
        if extras.iter().any(|extra| extra.name == name) {
            return Err(prefix.error(source, format!("variables {} are declared twice", prefix.quote())));
        }
        let values = (*puzzle.board.values().start(), *puzzle.board.values().end());
        extras.push(Extra { name, count, columns, values });
    }
    if let Some(item) = items.iter().find(|item| item.name.text == doppelganger::NAMES.0) {
        extras.append(&mut doppelganger::extras(source, item, &puzzle.board)?);
    }
    Ok(extras)
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
    let raw = matches!(item.arguments.as_slice(), [_, _, mode] if mode.text == "Raw");
    let (dimensions, values) = match item.arguments.as_slice() {
        [dimensions] => (dimensions, None),
        [dimensions, values] => (dimensions, Some(values)),
        [dimensions, values, mode] if matches!(mode.text, "Sudoku" | "Raw") => (dimensions, Some(values)),
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
    let board = if raw { Board::bare(rows, columns, values) } else { Board::latin(rows, columns, values) };
    board.map_err(|e| dimensions.error(source, e.to_string()))
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

fn add_jigsaw(source: &Source, item: &Item<'_>, size: usize, board: &mut Board) -> Result<(), ReadError> {
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
    let regions = match leftover(&symbols, size) {
        Some(rest) => piece_map(&symbols, rest),
        None => read_regions(source, &symbols, size)?.into_iter().map(Some).collect(),
    };
    board.add_regions_of(&regions, size).map_err(|e| map.error(source, e.to_string()))
}

/// The one symbol whose cells are no piece, where all others have the right number of cells.
fn leftover<'p>(symbols: &[Token<'p>], size: usize) -> Option<&'p str> {
    let counts = symbols.iter().map(|token| token.text).counts();
    let mut wrong = counts.iter().filter(|&(_, &count)| count != size).map(|(&name, _)| name);
    wrong.next().filter(|_| wrong.next().is_none() && counts.len() > 1)
}

fn piece_map(symbols: &[Token<'_>], rest: &str) -> Vec<Option<usize>> {
    let names: Vec<&str> =
        symbols.iter().map(|token| token.text).filter(|name| *name != rest).unique().collect();
    symbols.iter().map(|token| names.iter().position(|name| *name == token.text)).collect()
}

fn region_size(source: &Source, item: &Item<'_>) -> Result<usize, ReadError> {
    match item.arguments.as_slice() {
        [only] => only
            .text
            .parse()
            .ok()
            .filter(|size| (1..=MOST * MOST).contains(size))
            .ok_or_else(|| only.error(source, format!("{} is no number of cells", only.quote()))),
        _ => Err(item.name.error(source, "`.RegionSize` takes one argument, the number of cells")),
    }
}

/// Adds the diagonals that are asked for, each once, first the one from the top left.
fn add_diagonals(source: &Source, items: &[&Item<'_>], board: &mut Board) -> Result<(), ReadError> {
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

/// Adds a house of cells that differ, numbered after those that are there.
pub(super) fn add_extra(board: &mut Board, cells: Vec<usize>) {
    let number = board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Extra(_))).count();
    board.add_house(HouseKind::Extra(number), cells);
}

/// The items that describe the board and its variables, without givens.
pub(super) fn write_board(puzzle: &Puzzle) -> Result<Vec<String>, CannotWrite> {
    let board = &puzzle.board;
    let (low, high) = (*board.values().start(), *board.values().end());
    if board.rows().max(board.columns()) > MOST || board.value_count() > MOST + 1 || !(0..=1).contains(&low) {
        return Err(CannotWrite("a board above 16×16, or digits from neither 0 nor 1,".to_string()));
    }
    let longer = board.rows().max(board.columns());
    let mut lines = Vec::new();
    let has = |kind: fn(&HouseKind) -> bool| board.houses().iter().any(|house| kind(&house.kind));
    let raw = !has(|kind| matches!(kind, HouseKind::Row(_)));
    let usual_values = low == 1 && high as usize == longer;
    if (board.rows(), board.columns()) != (9, 9) || !usual_values || raw {
        let values = if usual_values && !raw { String::new() } else { format!("~{low}-{high}") };
        let mode = if raw { "~Raw" } else { "" };
        lines.push(format!(".Shape~{}x{}{values}{mode}", board.rows(), board.columns()));
    }
    lines.append(&mut write_regions(puzzle, longer)?);
    for house in board.houses() {
        match house.kind {
            HouseKind::DiagonalDown => lines.push(".Diagonal~-1".to_string()),
            HouseKind::DiagonalUp => lines.push(".Diagonal~1".to_string()),
            HouseKind::Extra(_) => lines.push(format!(".AllDifferent{}", joined(puzzle, house)?)),
            HouseKind::Row(_) | HouseKind::Column(_) | HouseKind::Box(_) | HouseKind::Region(_) => {}
        }
    }
    for extra in puzzle.extras.iter().filter(|extra| !doppelganger::is_missing_digits(&extra.name)) {
        let Some(prefix) = extra.name.strip_prefix('V') else {
            return Err(CannotWrite(format!(
                "the variable {}, whose name does not start with V,",
                extra.name
            )));
        };
        let size = match (extra.count, extra.columns) {
            (1, _) => String::new(),
            (count, columns) if count == columns => format!("~{prefix}~{count}"),
            (count, columns) => format!("~{prefix}~{}x{columns}", count / columns),
        };
        lines.push(format!(".Var~{prefix}{size}"));
    }
    Ok(lines)
}

fn joined(puzzle: &Puzzle, house: &House) -> Result<String, CannotWrite> {
    let cell = |&cell: &usize| Some(format!("~{}", cell_name(puzzle, cell)?));
    house.cells.iter().map(cell).collect::<Option<_>>().ok_or_else(|| CannotWrite(house.kind.to_string()))
}

/// Boxes and regions: what the format has by itself is left out, and taken away where the board lacks it.
fn write_regions(puzzle: &Puzzle, longer: usize) -> Result<Vec<String>, CannotWrite> {
    let board = &puzzle.board;
    let boxes: Vec<&House> =
        board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Box(_))).collect();
    let pieces: Vec<&House> =
        board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Region(_))).collect();
    let size = boxes.first().or(pieces.first()).map_or(longer, |house| house.cells.len());
    let mut lines = Vec::new();
    if size != longer {
        lines.push(format!(".RegionSize~{size}"));
    }
    let usual = default_box(board.rows(), board.columns(), size);
    if boxes.is_empty() {
        if usual.is_some() {
            lines.push(".NoBoxes".to_string());
        }
    } else {
        let first: Vec<Cell> = boxes[0].cells.iter().map(|&cell| board.cell(cell)).collect();
        let height = first.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        if usual.map(|(rows, _)| rows) != Some(height) {
            return Err(CannotWrite(format!("a box of {height} rows on this board")));
        }
    }
    if !pieces.is_empty() {
        let symbol = |cell: usize| {
            let piece = pieces.iter().position(|piece| piece.cells.contains(&cell)).unwrap_or(pieces.len());
            char::from_digit(u32::try_from(piece).ok()?, 36)
        };
        let lone = board.cell_count() - pieces.len() * size;
        if lone == size {
            return Err(CannotWrite(format!("a region map that leaves out {lone} cells")));
        }
        let map: Option<String> = (0..board.cell_count()).map(symbol).collect();
        lines.push(format!(".Jigsaw~{}", map.ok_or_else(|| CannotWrite("this region map".to_string()))?));
    }
    Ok(lines)
}
