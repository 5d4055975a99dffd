//! The table `[smallest]` or `[largest]`: which solutions are the best.

use std::fmt::Write;

use itertools::Itertools;
use toml::Spanned;
use toml::de::DeValue;

use super::fields::{Fields, kind_of, number_of};
use super::write::{line, quoted};
use crate::formats::ReadError;
use crate::formats::cells::{read_variables, write_variables};
use crate::formats::piece::error_at;
use crate::model::Goal;
use crate::puzzles::{CellObjective, Puzzle};

/// The largest weight, up or down.
const MOST: i64 = 1_000_000;

/// What is right where the cells are missing.
const CELLS: &str = "write `cells = \"r1c1 r1c2-4\"`";

/// Reads the table, if there is one. Its cells have to be read after the extra variables.
pub(super) fn read_objective(
    fields: &Fields<'_>,
    puzzle: &Puzzle,
) -> Result<Option<CellObjective>, ReadError> {
    let known = &["cells", "weights"];
    let (table, goal, key) = match (fields.table("smallest", known)?, fields.table("largest", known)?) {
        (None, None) => return Ok(None),
        (Some(table), None) => (table, Goal::Smallest, "smallest"),
        (None, Some(table)) => (table, Goal::Largest, "largest"),
        (Some(_), Some(_)) => {
            let span = fields.get("largest").map_or(0..0, Spanned::span);
            let error = error_at(fields.source, span, "`[largest]` beside `[smallest]`");
            return Err(
                error.with_help("state one, and give cells negative weights where they count the other way")
            );
        }
    };
    let span = fields.get(key).map_or(0..0, Spanned::span);
    let Some(cells) = table.text("cells")? else {
        let error = error_at(fields.source, span, format!("`[{key}]` without `cells`"));
        return Err(error.with_help(CELLS));
    };
    let cells: Vec<usize> = read_variables(&cells, puzzle)?.into_iter().map(|(cell, _)| cell).collect();
    if cells.is_empty() {
        let error = error_at(fields.source, span, format!("`[{key}]` names no cells"));
        return Err(error.with_help(CELLS));
    }
    let weights = read_weights(&table, cells.len())?;
    Ok(Some(CellObjective { goal, terms: weights.into_iter().zip(cells).collect() }))
}

/// A weight for each cell; 1 where nothing is said.
fn read_weights(table: &Fields<'_>, cells: usize) -> Result<Vec<i64>, ReadError> {
    let Some(value) = table.get("weights") else { return Ok(vec![1; cells]) };
    let DeValue::Array(items) = value.get_ref() else {
        return Err(table.wrong_type("weights", value, "a list of numbers `[1, -2]`"));
    };
    let weight = |item: &Spanned<DeValue<'_>>| match number_of(item.get_ref()) {
        Some(weight) if (-MOST..=MOST).contains(&weight) => Ok(weight),
        _ => {
            let message = match item.get_ref() {
                DeValue::Integer(weight) => format!("weight {weight} is not from -{MOST} to {MOST}"),
                other => format!("a weight is {}, not a whole number", kind_of(other)),
            };
            Err(error_at(table.source, item.span(), message))
        }
    };
    let weights: Vec<i64> = items.iter().map(weight).collect::<Result<_, _>>()?;
    if weights.len() != cells {
        let message = format!("{} weights for {cells} cells", weights.len());
        let error = error_at(table.source, value.span(), message);
        return Err(error.with_help("give one weight for each cell, in the order of `cells`"));
    }
    Ok(weights)
}

/// Writes the table so that [`read_objective`] reads it back.
pub(super) fn write_objective(text: &mut String, puzzle: &Puzzle) {
    let Some(CellObjective { goal, terms }) = &puzzle.objective else { return };
    writeln!(text, "\n[{goal}]").expect("writing to a String does not fail");
    let cells: Vec<usize> = terms.iter().map(|&(_, cell)| cell).collect();
    line(text, "cells", &quoted(&write_variables(puzzle, &cells)));
    if terms.iter().any(|&(weight, _)| weight != 1) {
        line(text, "weights", &format!("[{}]", terms.iter().map(|(weight, _)| weight).join(", ")));
    }
}
