//! Writes a puzzle file that reads back to the same puzzle.

use std::fmt::Write;

use itertools::Itertools;

use crate::formats::cells::write_cells;
use crate::formats::grid::default_box;
use crate::puzzles::{Board, Cage, House, HouseKind, Puzzle};

/// Writes a puzzle as a puzzle file: the board, the givens, then each cage as a table.
///
/// Reading the text back gives the same puzzle, save for the places in the text.
pub fn write_puzzle_file(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    if let Some(title) = &puzzle.title {
        line(&mut text, "title", &quoted(title));
    }
    write_board(&mut text, &puzzle.board);
    if puzzle.givens.iter().any(Option::is_some) {
        block(&mut text, "givens", &digit_rows(puzzle));
    }
    let extra = |house: &&House| is_extra(&puzzle.board, house);
    for house in puzzle.board.houses().iter().filter(extra) {
        text.push_str("\n[[extra-region]]\n");
        line(&mut text, "cells", &quoted(&write_cells(&puzzle.board, &house.cells)));
    }
    for cage in &puzzle.cages {
        write_cage(&mut text, &puzzle.board, cage);
    }
    text
}

fn line(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("writing to a String does not fail");
}

fn block(text: &mut String, key: &str, rows: &[String]) {
    line(text, key, &format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")));
}

fn quoted(text: &str) -> String {
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
    let regions = region_rows(board);
    let boxes = stated_box(board);
    let implied = if regions.is_none() { default_box(rows, columns, rows.max(columns)) } else { None };
    match boxes {
        Some((height, width)) if boxes != implied => line(text, "box", &format!("[{height}, {width}]")),
        None if implied.is_some() => line(text, "box", "\"none\""),
        _ => {}
    }
    if let Some(rows) = regions {
        block(text, "regions", &rows);
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

/// The map of the regions, if every cell is in one: a digit or letter each, or numbers where there are too many.
fn region_rows(board: &Board) -> Option<Vec<String>> {
    let map: Vec<usize> = region_of_cells(board).into_iter().collect::<Option<_>>()?;
    let most = map.iter().copied().max()?;
    let symbol = |region: &usize| match u32::try_from(region + 1).ok().and_then(|n| char::from_digit(n, 36)) {
        Some(symbol) if most < 35 => symbol.to_ascii_uppercase().to_string(),
        _ => (region + 1).to_string(),
    };
    let separator = if most < 35 { "" } else { " " };
    Some(map.chunks(board.columns()).map(|row| row.iter().map(symbol).join(separator)).collect())
}

fn is_extra(board: &Board, house: &House) -> bool {
    match house.kind {
        HouseKind::Extra(_) => true,
        HouseKind::Region(_) => region_of_cells(board).contains(&None),
        _ => false,
    }
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
