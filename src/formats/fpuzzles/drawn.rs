//! Constraints with a shape of their own: lines, arrows, letters, clues beside the board, quadruples.

use itertools::Itertools;

use super::clues::Reader;
use super::kinds::Kind;
use crate::formats::ReadError;
use crate::formats::json::object::Object;
use crate::formats::json::syntax;
use crate::formats::piece::quote;
use crate::puzzles::{Line, Puzzle, Side, Value};

impl<'a> Reader<'a> {
    pub(super) fn lines(
        &mut self,
        kind: &Kind,
        object: &Object<'_, 'a>,
        param: Option<&'static str>,
    ) -> Result<(), ReadError> {
        let number = Self::number(object, "value")?;
        if let (Some(_), None) = (number, param) {
            return Err(self
                .error(&object.span, format!("`{}` with a `value`, whose meaning is not known", kind.key)));
        }
        for line in self.items("lines", self.need(object, "lines")?)? {
            let mut args = vec![("cells", Value::Cells(self.list("a line", line)?))];
            args.extend(param.zip(number.map(Value::Int)));
            self.push(kind.ours, args, line.span.start);
        }
        Ok(())
    }

    /// A circle or pill with its lines; the first cell of a line is left out where it lies in the circle.
    pub(super) fn arrow(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let mut circle = self.cells(object, "cells")?;
        circle.sort_unstable();
        let Some(lines) = object.get("lines") else { return Ok(()) };
        let (name, param) = match circle.len() {
            1 => ("arrow", "circle"),
            2 | 3 => ("pill-arrow", "pill"),
            0 => return Err(self.error(&object.span, "an arrow without a circle")),
            more => return Err(self.error(&object.span, format!("a pill of {more} cells"))),
        };
        for line in self.items("lines", lines)? {
            let mut shaft = self.list("a line", line)?;
            if shaft.first().is_some_and(|first| circle.contains(first)) {
                shaft.remove(0);
            }
            if shaft.is_empty() {
                return Err(self.error(&line.span, "an arrow without a shaft"));
            }
            let args = vec![(param, Value::Cells(circle.clone())), ("cells", Value::Cells(shaft))];
            self.push(name, args, line.span.start);
        }
        Ok(())
    }

    pub(super) fn letter(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let cells = self.pair(object)?;
        let sum = match object.get("value").map(|json| &json.kind) {
            Some(syntax::Kind::Text(text)) if text == "X" || text == "x" => 10,
            Some(syntax::Kind::Text(text)) if text == "V" || text == "v" => 5,
            None => {
                self.unlettered.push(cells);
                return Ok(());
            }
            Some(syntax::Kind::Text(text)) if text.is_empty() => {
                self.unlettered.push(cells);
                return Ok(());
            }
            Some(_) => {
                let json = self.need(object, "value")?;
                return Err(object.wrong_type("value", json, "`X` or `V`"));
            }
        };
        let args = vec![("cells", Value::Cells(cells)), ("sum", Value::Int(sum))];
        self.push("pair-sum", args, object.span.start);
        Ok(())
    }

    pub(super) fn outside(
        &mut self,
        kind: &Kind,
        object: &Object<'_, 'a>,
        param: &'static str,
    ) -> Result<(), ReadError> {
        let json = self.need(object, "cell")?;
        let (row, column) = self.coordinates(json)?;
        let size = self.puzzle.board.rows();
        let inside = |number: usize| (1..=size).contains(&number);
        let line = match (row, column) {
            (0, column) if inside(column) => Line { side: Side::Top, index: column - 1 },
            (row, column) if row == size + 1 && inside(column) => {
                Line { side: Side::Bottom, index: column - 1 }
            }
            (row, 0) if inside(row) => Line { side: Side::Left, index: row - 1 },
            (row, column) if column == size + 1 && inside(row) => Line { side: Side::Right, index: row - 1 },
            _ => {
                let message = format!("no row or column begins at {}", quote(json.raw(self.source)));
                let help = format!(
                    "a clue stands in row 0 or {0} beside a column, or in column 0 or {0} beside a row",
                    size + 1
                );
                return Err(self.error(&json.span, message).with_help(help));
            }
        };
        match Self::number(object, "value")? {
            Some(number) => {
                let args = vec![("from", Value::Line(line)), (param, Value::Int(number))];
                self.push(kind.ours, args, object.span.start);
            }
            None => self.valueless(kind),
        }
        Ok(())
    }

    pub(super) fn diagonal(&mut self, kind: &Kind, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let json = self.need(object, "cell")?;
        let direction = self.need(object, "direction")?;
        let (down, right) = match &direction.kind {
            syntax::Kind::Text(text) => match text.as_ref() {
                "DR" => (1, 1),
                "DL" => (1, -1),
                "UR" => (-1, 1),
                "UL" => (-1, -1),
                _ => return Err(object.wrong_type("direction", direction, "`DR`, `DL`, `UR` or `UL`")),
            },
            _ => return Err(object.wrong_type("direction", direction, "`DR`, `DL`, `UR` or `UL`")),
        };
        let cells = diagonal_cells(&self.puzzle, self.coordinates(json)?, (down, right));
        if cells.is_empty() {
            let message = format!("no diagonal begins at {} that way", quote(json.raw(self.source)));
            return Err(self.error(&json.span, message));
        }
        if let Some(listed) = object.get("cells") {
            let listed_cells = self.list("cells", listed)?;
            if listed_cells.iter().sorted().ne(cells.iter().sorted()) {
                return Err(self.error(&listed.span, "`cells` are not those of the diagonal"));
            }
        }
        match Self::number(object, "value")? {
            Some(sum) => {
                let args = vec![("cells", Value::Cells(cells)), ("sum", Value::Int(sum))];
                self.push(kind.ours, args, object.span.start);
            }
            None => self.valueless(kind),
        }
        Ok(())
    }

    pub(super) fn quadruple(&mut self, kind: &Kind, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let cells = self.set(object)?;
        let mut digits = Vec::new();
        for json in self.items("values", self.need(object, "values")?)? {
            let digit = json.number().filter(|&digit| (1..=self.puzzle.board.rows() as i64).contains(&digit));
            digits.push(digit.ok_or_else(|| {
                self.error(
                    &json.span,
                    format!("{} is not a value of this board", quote(json.raw(self.source))),
                )
            })?);
        }
        if digits.is_empty() {
            self.valueless(kind);
            return Ok(());
        }
        if digits.len() > cells.len() {
            let message = format!("{} digits for {} cells", digits.len(), cells.len());
            return Err(self.error(&object.span, message));
        }
        let args = vec![("cells", Value::Cells(cells)), ("digits", Value::Ints(digits))];
        self.push(kind.ours, args, object.span.start);
        Ok(())
    }
}

/// The cells on the way from a place beside the board, or from the first cell of a diagonal on it.
pub(super) fn diagonal_cells(puzzle: &Puzzle, start: (usize, usize), way: (isize, isize)) -> Vec<usize> {
    let size = puzzle.board.rows();
    let on_board = |number: usize| (1..=size).contains(&number);
    if start.0 > size + 1 || start.1 > size + 1 || (on_board(start.0) && on_board(start.1)) {
        return Vec::new();
    }
    let step = |at: isize| {
        let row = start.0.checked_add_signed(way.0 * at).filter(|&row| on_board(row))?;
        let column = start.1.checked_add_signed(way.1 * at).filter(|&column| on_board(column))?;
        Some((row - 1) * size + column - 1)
    };
    (1..).map_while(step).collect()
}
