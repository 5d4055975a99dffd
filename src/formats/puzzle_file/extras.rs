//! The variables outside the board: tables `[[extra]]`.

use std::ops::Range;

use toml::Spanned;

use super::fields::Fields;
use crate::formats::ReadError;
use crate::formats::piece::{error_at, quote};
use crate::puzzles::{Board, Extra};

/// The most variables outside the board, and the most values of each.
const MOST: i64 = 1_000;

/// Reads the variables in the order in which they stand.
pub(super) fn read_extras(fields: &Fields<'_>, board: &Board) -> Result<Vec<Extra>, ReadError> {
    let mut extras: Vec<Extra> = Vec::new();
    for (table, span) in fields.tables("extra", &["name", "count", "columns", "values"])? {
        let extra = read_extra(&table, span.clone(), board)?;
        if extras.iter().any(|other| other.name == extra.name) {
            let message = format!("variables {} are declared twice", quote(&extra.name));
            return Err(error_at(fields.source, span, message));
        }
        let all: usize = extras.iter().map(|extra| extra.count).sum();
        if all + extra.count > MOST as usize {
            return Err(error_at(fields.source, span, format!("more than {MOST} variables in all")));
        }
        extras.push(extra);
    }
    Ok(extras)
}

fn read_extra(table: &Fields<'_>, span: Range<usize>, board: &Board) -> Result<Extra, ReadError> {
    let error = |key: &str, message: String| {
        let span = table.get(key).map_or(span.clone(), Spanned::span);
        error_at(table.source, span, message)
    };
    let Some(name) = table.text("name")? else {
        let error = error("name", "variables without a `name`".to_string());
        return Err(error.with_help("write `name = \"S\"` and `count = 9` for S1 to S9"));
    };
    let starts = name.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !name.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        let message = format!("{} is no name of variables", quote(&name.text));
        return Err(error("name", message).with_help("a name has letters, then also digits"));
    }
    let within = |key: &'static str, default: i64, most: i64| {
        let number = table.number(key)?.unwrap_or(default);
        if (1..=most).contains(&number) {
            return Ok(number as usize);
        }
        Err(error(key, format!("`{key}` is {number}, not from 1 to {most}")))
    };
    let count = within("count", 1, MOST)?;
    let columns = within("columns", count as i64, count as i64)?;
    let values = match table.get("values") {
        None => board.values().into_inner(),
        Some(value) => {
            let pair = Fields::pair(value.get_ref())
                .ok_or_else(|| table.wrong_type("values", value, "a list `[low, high]` of two numbers"))?;
            let (low, high) = pair;
            let small = |number: i64| i32::try_from(number).ok().filter(|number| number.abs() <= 1_000_000);
            match small(low).zip(small(high)) {
                Some(ends) if low <= high && high - low < MOST => ends,
                _ => {
                    let message = format!("`values` from {low} to {high} are not 1 to {MOST} values");
                    return Err(error("values", message));
                }
            }
        }
    };
    Ok(Extra { name: name.text.into_owned(), count, columns, values })
}
