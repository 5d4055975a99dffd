//! The arguments of a use: the keys of its table by the parameters of its type.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::{kind_of, number_of};
use crate::formats::cells::read_variables;
use crate::formats::piece::{Piece, error_at, nearest, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::types::{Param, ParamKind, fits_kind, unknown_param};
use crate::puzzles::{Args, Line, Puzzle, Side, Value};

/// A type and what stands around its uses.
pub(super) struct Arguments<'a> {
    pub(super) source: &'a Source,
    pub(super) puzzle: &'a Puzzle,
    pub(super) name: &'a str,
    pub(super) params: &'a [Param<'a>],
}

impl Arguments<'_> {
    /// The arguments of a use; one list each for every line of `lines`.
    pub(super) fn read(&self, table: &DeTable<'_>, span: Range<usize>) -> Result<Vec<Args>, ReadError> {
        let mut args = Args::default();
        let mut lines = None;
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let param = |name| self.params.iter().find(|param| param.name == name);
            match (param(name), param("cells")) {
                (Some(param), _) => {
                    args.0.insert(name.to_string(), self.value(param, value)?);
                }
                (None, Some(cells)) if name == "lines" && !table.contains_key("cells") => {
                    lines = Some(self.lines(cells, value)?);
                }
                (None, Some(_)) if name == "lines" => {
                    return Err(self.error(key.span(), "both `cells` and `lines` are given"));
                }
                _ => return Err(self.unknown(name, key.span())),
            }
        }
        let missing = |param: &&Param<'_>| {
            param.required && !args.0.contains_key(param.name) && !(param.name == "cells" && lines.is_some())
        };
        if let Some(param) = self.params.iter().find(missing) {
            return Err(self.error(span, format!("`{}` is missing: {}", param.name, param.about)));
        }
        let Some(lines) = lines else { return Ok(vec![args]) };
        let each = |cells| {
            let mut args = args.clone();
            args.0.insert("cells".to_string(), cells);
            args
        };
        Ok(lines.into_iter().map(each).collect())
    }

    fn error(&self, span: Range<usize>, message: impl AsRef<str>) -> ReadError {
        error_at(self.source, span, format!("{}: {}", self.name, message.as_ref()))
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ReadError {
        let known: Vec<&str> = self.params.iter().map(|param| param.name).collect();
        let error = self.error(span, unknown_param(name, self.params));
        match nearest(name, &known) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// The cells of each line of a list.
    fn lines(&self, cells: &Param<'_>, value: &Spanned<DeValue<'_>>) -> Result<Vec<Value>, ReadError> {
        let DeValue::Array(items) = value.get_ref() else {
            let message = format!("`lines` is {}, not a list of texts", kind_of(value.get_ref()));
            return Err(self.error(value.span(), message));
        };
        if items.is_empty() {
            return Err(self.error(value.span(), "`lines` is empty"));
        }
        items.iter().map(|item| self.value(&Param { name: "lines", ..*cells }, item)).collect()
    }

    /// The value of a parameter, checked.
    fn value(&self, param: &Param<'_>, value: &Spanned<DeValue<'_>>) -> Result<Value, ReadError> {
        let read = match (param.kind, value.get_ref()) {
            (ParamKind::Int, DeValue::Integer(_)) => number_of(value.get_ref()).map(Value::Int),
            (ParamKind::Ints, DeValue::Array(items)) => {
                items.iter().map(|item| number_of(item.get_ref())).collect::<Option<_>>().map(Value::Ints)
            }
            (ParamKind::Flag, DeValue::Boolean(flag)) => Some(Value::Flag(*flag)),
            (ParamKind::Text, DeValue::String(text)) => Some(Value::Text(text.to_string())),
            (ParamKind::Cells(_), DeValue::String(_)) => Some(Value::Cells(self.cells(value)?)),
            (ParamKind::Groups(_), DeValue::Array(items))
                if items.iter().all(|item| matches!(item.get_ref(), DeValue::String(_))) =>
            {
                Some(Value::Groups(items.iter().map(|item| self.cells(item)).collect::<Result<_, _>>()?))
            }
            (ParamKind::Line, DeValue::String(_)) => Some(Value::Line(self.line(value)?)),
            _ => None,
        };
        let Some(read) = read else {
            let (found, wanted) = (kind_of(value.get_ref()), param.kind.in_words());
            let message = format!("`{}` is {found}, not {wanted}", param.name);
            return Err(self.error(value.span(), message));
        };
        fits_kind(self.puzzle, param.name, param.kind, &read)
            .map_err(|message| self.error(value.span(), message))?;
        Ok(read)
    }

    fn piece<'v>(&'v self, value: &'v Spanned<DeValue<'_>>) -> Piece<'v> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.as_ref().into(),
            _ => "".into(),
        };
        Piece::quoted(self.source, value.span(), text)
    }

    fn cells(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<usize>, ReadError> {
        let cells = read_variables(&self.piece(value), self.puzzle)?;
        Ok(cells.into_iter().map(|(cell, _)| cell).collect())
    }

    /// A row or column with the side it is read from.
    fn line(&self, value: &Spanned<DeValue<'_>>) -> Result<Line, ReadError> {
        let piece = self.piece(value);
        let words: Vec<&str> = piece.text.split_whitespace().collect();
        let number = |word: &str| word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let line = match words[..] {
            [side, word] => side_of(side).zip(number(word)),
            _ => None,
        };
        line.map(|(side, index)| Line { side, index }).ok_or_else(|| {
            let message = format!("{} is no row or column with its side", quote(&piece.text));
            self.error(value.span(), message)
                .with_help("write `left 3` or `right 3` for row 3, `top 1` or `bottom 1` for column 1")
        })
    }
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "left" | "row" => Some(Side::Left),
        "right" => Some(Side::Right),
        "top" | "column" => Some(Side::Top),
        "bottom" => Some(Side::Bottom),
        _ => None,
    }
}
