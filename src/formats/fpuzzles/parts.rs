//! The parts of a constraint: cells, lists of them, numbers.

use std::ops::Range;

use itertools::Itertools;

use super::clues::Reader;
use crate::formats::ReadError;
use crate::formats::cells::outside;
use crate::formats::json::object::Object;
use crate::formats::json::syntax::{Json, Kind};
use crate::formats::piece::{error_at, quote};
use crate::puzzles::Cell;

impl<'a> Reader<'a> {
    pub(super) fn items<'j>(&self, key: &str, json: &'j Json<'a>) -> Result<&'j [Json<'a>], ReadError> {
        if let Kind::Array(items) = &json.kind {
            return Ok(items);
        }
        let message = format!("`{key}` is {}, not an array", quote(json.raw(self.source)));
        Err(error_at(self.source, json.span.clone(), message))
    }

    pub(super) fn error(&self, span: &Range<usize>, message: impl Into<String>) -> ReadError {
        error_at(self.source, span.clone(), message)
    }

    pub(super) fn need<'j>(&self, object: &Object<'j, 'a>, key: &str) -> Result<&'j Json<'a>, ReadError> {
        object.get(key).ok_or_else(|| self.error(&object.span, format!("`{key}` is missing")))
    }

    /// Row and column as written, which may lie one step outside the board.
    pub(super) fn coordinates(&self, json: &Json<'a>) -> Result<(usize, usize), ReadError> {
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse().ok()).flatten()
        };
        let parse = |text: &str| {
            let (row, column) = text.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
            number(row).zip(number(column))
        };
        let found = match &json.kind {
            Kind::Text(text) => parse(text),
            _ => None,
        };
        found.ok_or_else(|| {
            let error = self.error(&json.span, format!("{} is not a cell", quote(json.raw(self.source))));
            error.with_help("a cell is written `\"R1C1\"`")
        })
    }

    pub(super) fn cell(&self, json: &Json<'a>) -> Result<usize, ReadError> {
        let (row, column) = self.coordinates(json)?;
        let cell = row.checked_sub(1).zip(column.checked_sub(1)).map(|(row, column)| Cell { row, column });
        let index = cell.and_then(|cell| self.puzzle.board.index(cell));
        index.ok_or_else(|| {
            outside(self.source, json.span.clone(), &format!("r{row}c{column}"), &self.puzzle.board)
        })
    }

    pub(super) fn list(&self, key: &str, json: &Json<'a>) -> Result<Vec<usize>, ReadError> {
        self.items(key, json)?.iter().map(|item| self.cell(item)).collect()
    }

    pub(super) fn cells(&self, object: &Object<'_, 'a>, key: &str) -> Result<Vec<usize>, ReadError> {
        self.list(key, self.need(object, key)?)
    }

    /// The cells of a list that names each once, at least one.
    pub(super) fn set(&self, object: &Object<'_, 'a>) -> Result<Vec<usize>, ReadError> {
        let mut cells = self.cells(object, "cells")?;
        if cells.is_empty() {
            return Err(self.error(&object.span, "a set without cells"));
        }
        if let Some(cell) = cells.iter().duplicates().next() {
            let name = self.puzzle.cell_name(*cell);
            return Err(self.error(&object.span, format!("cell {name} is listed twice")));
        }
        cells.sort_unstable();
        Ok(cells)
    }

    pub(super) fn pair(&self, object: &Object<'_, 'a>) -> Result<Vec<usize>, ReadError> {
        let cells = self.cells(object, "cells")?;
        if cells.len() == 2 {
            Ok(cells)
        } else {
            Err(self.error(&object.span, format!("a mark between two cells names {}", cells.len())))
        }
    }

    /// A number, as a text or bare; nothing where the text is empty.
    pub(super) fn number(object: &Object<'_, 'a>, key: &str) -> Result<Option<i64>, ReadError> {
        let Some(json) = object.get(key) else { return Ok(None) };
        let number = match &json.kind {
            Kind::Null => return Ok(None),
            Kind::Text(text) if text.trim().is_empty() => return Ok(None),
            Kind::Text(text) => text.trim().parse().ok(),
            _ => json.number(),
        };
        number.map(Some).ok_or_else(|| object.wrong_type(key, json, "a whole number"))
    }
}
