//! Writes a puzzle file that reads back to the same puzzle.

use std::fmt::Write;

use itertools::Itertools;

use super::objective::write_objective;
use super::write_clues::{write_clues, write_extras, write_rules};
use super::write_types::write_type;
use crate::formats::cells::write_cells;
use crate::formats::grid::default_box;
use crate::puzzles::{Board, Cage, House, HouseKind, Puzzle};

/// Writes a puzzle as a puzzle file: the board, the givens, then each cage, type and clue as a table.
///
/// Reading the text back gives the same puzzle, save for the places in the text.
pub fn write_puzzle_file(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    if let Some(title) = &puzzle.title {
        line(&mut text, "title", &quoted(title));
    }
    write_board(&mut text, &puzzle.board);
    write_rules(&mut text, puzzle);
    if puzzle.givens.iter().any(Option::is_some) {
        block(&mut text, "givens", &digit_rows(puzzle));
    }
    for house in puzzle.board.houses().iter().filter(|house| is_extra(house)) {
        text.push_str("\n[[extra-region]]\n");
        line(&mut text, "cells", &quoted(&write_cells(&puzzle.board, &house.cells)));
    }
    for cage in &puzzle.cages {
        write_cage(&mut text, &puzzle.board, cage);
    }
    puzzle.types.iter().for_each(|own| write_type(&mut text, own));
    write_extras(&mut text, &puzzle.extras);
    write_clues(&mut text, puzzle);
    write_objective(&mut text, puzzle);
    text
}

pub(super) fn line(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("writing to a String does not fail");
}

fn block(text: &mut String, key: &str, rows: &[String]) {
    line(text, key, &format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")));
}

pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

fn write_board(text: &mut String, board: &Board) {
    let (rows, columns) = (board.rows(), board.columns());
    if rows == columns {
        line(text, "size", &rows.to_string());
    } else {
        line(text, "rows", &rows.to_string());
        line(text, "columns", &columns.to_string());
    }
    let (low, high) = board.values().into_inner();
    if low != 1 || usize::try_from(high) != Ok(rows.max(columns)) {
        line(text, "values", &format!("[{low}, {high}]"));
    }
    let bare = !board.houses().iter().any(|house| matches!(house.kind, HouseKind::Row(_)));
    if bare {
        line(text, "houses", "\"none\"");
    }
    let regions = region_rows(board);
    let boxes = stated_box(board);
    let implied = default_box(rows, columns, rows.max(columns)).filter(|_| regions.is_none() && !bare);
    match boxes {
        Some((height, width)) if boxes != implied => line(text, "box", &format!("[{height}, {width}]")),
        None if implied.is_some() => line(text, "box", "\"none\""),
        _ => {}
    }
    let has_regions = regions.is_some();
    if let Some(rows) = regions {
        block(text, "regions", &rows);
    }
    let piece = |house: &&House| matches!(house.kind, HouseKind::Region(_) | HouseKind::Box(_));
    let size = board.houses().iter().find(piece).map_or(0, |house| house.cells.len());
    if size > 0 && size != board.value_count() && (has_regions || size != rows.max(columns)) {
        line(text, "region-size", &size.to_string());
    }
    let has = |kind| board.houses().iter().any(|house| house.kind == kind);
    match (has(HouseKind::DiagonalDown), has(HouseKind::DiagonalUp)) {
        (true, true) => line(text, "diagonals", "true"),
        (true, false) => line(text, "diagonals", "'\\'"),
        (false, true) => line(text, "diagonals", "\"/\""),
        (false, false) => {}
    }
}

/// Rows and columns of the boxes, taken from the first one.
fn stated_box(board: &Board) -> Option<(usize, usize)> {
    let first = board.houses().iter().find(|house| matches!(house.kind, HouseKind::Box(_)))?;
    let cells = || first.cells.iter().map(|&cell| board.cell(cell));
    Some((cells().map(|c| c.row).unique().count(), cells().map(|c| c.column).unique().count()))
}

fn region_of_cells(board: &Board) -> Vec<Option<usize>> {
    let mut map = vec![None; board.cell_count()];
    for house in board.houses() {
        if let HouseKind::Region(region) = house.kind {
            for &cell in &house.cells {
                map[cell] = Some(region);
            }
        }
    }
    map
}

/// The map of the regions, if there are any: a digit or letter each, or numbers where there are too many; `.` is in none.
fn region_rows(board: &Board) -> Option<Vec<String>> {
    let map = region_of_cells(board);
    let most = map.iter().copied().flatten().max()?;
    let symbol = |region: &Option<usize>| {
        let Some(region) = region else { return ".".to_string() };
        match u32::try_from(region + 1).ok().and_then(|n| char::from_digit(n, 36)) {
            Some(symbol) if most < 35 => symbol.to_ascii_uppercase().to_string(),
            _ => (region + 1).to_string(),
        }
    };
    let separator = if most < 35 { "" } else { " " };
    Some(map.chunks(board.columns()).map(|row| row.iter().map(symbol).join(separator)).collect())
}

fn is_extra(house: &House) -> bool {
    matches!(house.kind, HouseKind::Extra(_))
}

fn digit_rows(puzzle: &Puzzle) -> Vec<String> {
    let symbol = |given: &Option<i32>| given.map_or_else(|| ".".to_string(), |digit| digit.to_string());
    let width = puzzle.givens.iter().map(|given| symbol(given).len()).max().unwrap_or(1);
    let row =
        |cells: &[Option<i32>]| cells.iter().map(|given| format!("{:>width$}", symbol(given))).join(" ");
    puzzle.givens.chunks(puzzle.board.columns()).map(row).collect()
}

fn write_cage(text: &mut String, board: &Board, cage: &Cage) {
    text.push_str("\n[[cage]]\n");
    line(text, "cells", &quoted(&write_cells(board, &cage.cells)));
    if let Some(sum) = cage.sum {
        line(text, "sum", &sum.to_string());
    }
    if cage.cells.first().is_none_or(|&first| board.cell(first).to_string() != cage.name) {
        line(text, "name", &quoted(&cage.name));
    }
    if cage.repeats {
        line(text, "repeats", "true");
    }
}
