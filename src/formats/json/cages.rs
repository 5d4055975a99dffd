//! The cages of a puzzle in JSON.

use super::object::Object;
use super::syntax::{Json, Kind};
use crate::formats::cages::CageDraft;
use crate::formats::cells::{PlacedCell, read_cells};
use crate::formats::piece::{error_at, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Cage, Cell};

const KEYS: [&str; 6] = ["sum", "cells", "repeats", "norepeat", "name", "id"];

/// Reads the cages; a digit may repeat where `repeats` is true or `norepeat` is false, for all or for one.
pub(super) fn read_cages(object: &Object<'_, '_>, board: &Board) -> Result<Vec<Cage>, ReadError> {
    let base = read_base(object)?;
    let repeats = read_repeats(object)?.unwrap_or(false);
    let Some(list) = object.get("cages") else { return Ok(Vec::new()) };
    let items = match &list.kind {
        Kind::Array(items) => items,
        Kind::Null => return Ok(Vec::new()),
        _ => return Err(object.wrong_type("cages", list, "an array")),
    };
    items.iter().map(|item| read_cage(object, item, board, (base, repeats))).collect()
}

fn read_base(object: &Object<'_, '_>) -> Result<Option<i64>, ReadError> {
    let Some(json) = object.get("index_base") else { return Ok(None) };
    let base = json.number().filter(|base| matches!(base, 0 | 1));
    base.map(Some).ok_or_else(|| object.wrong_type("index_base", json, "0 or 1"))
}

fn read_repeats(object: &Object<'_, '_>) -> Result<Option<bool>, ReadError> {
    match (object.flag("repeats")?, object.flag("norepeat")?) {
        (Some(repeats), Some(norepeat)) if repeats == norepeat => Err(error_at(
            object.source,
            object.span.clone(),
            "`repeats` and `norepeat` contradict each other",
        )),
        (repeats, norepeat) => Ok(repeats.or(norepeat.map(|flag| !flag))),
    }
}

fn read_cage(
    puzzle: &Object<'_, '_>,
    item: &Json<'_>,
    board: &Board,
    (base, repeats): (Option<i64>, bool),
) -> Result<Cage, ReadError> {
    let source = puzzle.source;
    let object = Object::new(source, item, "a cage", &KEYS, &["note", "comment"])?;
    let sum = match object.get("sum") {
        None | Some(Json { kind: Kind::Null, .. }) => None,
        Some(json) => Some(json.number().ok_or_else(|| object.wrong_type("sum", json, "a whole number"))?),
    };
    let name = match object.get("name").or(object.get("id")) {
        None | Some(Json { kind: Kind::Null, .. }) => None,
        Some(json) => {
            Some(json.piece(source).map_or(json.raw(source).to_string(), |name| name.text.into_owned()))
        }
    };
    let Some(cells) = object.get("cells") else {
        return Err(error_at(source, item.span.clone(), "a cage without `cells`"));
    };
    let draft =
        CageDraft { name, sum, repeats: read_repeats(&object)?.unwrap_or(repeats), span: item.span.clone() };
    draft.finish(source, board, read_cage_cells(source, cells, board, base)?)
}

fn read_cage_cells(
    source: &Source,
    cells: &Json<'_>,
    board: &Board,
    base: Option<i64>,
) -> Result<Vec<PlacedCell>, ReadError> {
    if let Some(piece) = cells.piece(source) {
        return read_cells(&piece, board);
    }
    let Kind::Array(items) = &cells.kind else {
        return Err(error_at(
            source,
            cells.span.clone(),
            "`cells` is an array of cells or a text like `r1c1 r1c2`",
        ));
    };
    let mut placed = Vec::with_capacity(items.len());
    for item in items {
        match (item.piece(source), item.pair()) {
            (Some(piece), _) => placed.extend(read_cells(&piece, board)?),
            (None, Some(pair)) => {
                placed.push((read_pair(source, item, pair, board, base)?, item.span.clone()));
            }
            (None, None) => {
                let message = format!("{} is not a cell", quote(item.raw(source)));
                let error = error_at(source, item.span.clone(), message);
                return Err(error.with_help("a cell is a pair `[row, column]` or a text like `\"r1c1\"`"));
            }
        }
    }
    Ok(placed)
}

fn read_pair(
    source: &Source,
    item: &Json<'_>,
    (row, column): (i64, i64),
    board: &Board,
    base: Option<i64>,
) -> Result<usize, ReadError> {
    let Some(base) = base else {
        let error =
            error_at(source, item.span.clone(), "cells are pairs of numbers, and `index_base` is missing");
        return Err(error.with_help("`\"index_base\": 1` counts rows and columns from 1, `0` from 0"));
    };
    let from_zero = |number: i64| number.checked_sub(base).and_then(|n| usize::try_from(n).ok());
    let cell = from_zero(row).zip(from_zero(column)).map(|(row, column)| Cell { row, column });
    cell.and_then(|cell| board.index(cell)).ok_or_else(|| {
        let message = format!("cell [{row}, {column}] is outside the board");
        let last = |count: usize| i64::try_from(count).unwrap_or(0) - 1 + base;
        let hint = if base == 0 { "; write `\"index_base\": 1` where they count from 1" } else { "" };
        error_at(source, item.span.clone(), message).with_help(format!(
            "with `index_base` {base}, rows go from {base} to {}, columns from {base} to {}{hint}",
            last(board.rows()),
            last(board.columns())
        ))
    })
}
