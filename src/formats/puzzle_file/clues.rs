//! The clues of a puzzle file: tables `[[thermo]]`, combinations `[[or]]`, and the list `rules`.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::arguments::Arguments;
use super::fields::{Fields, kind_of};
use crate::formats::piece::{error_at, nearest, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::types::{self, Param, ParamKind};
use crate::puzzles::{Clue, OwnType, Puzzle, Use, Value};

/// The keys of combinations.
const COMBINATIONS: [&str; 4] = ["and", "or", "not", "if"];

/// A clue and the byte where it starts.
type Placed = (usize, Clue);

/// Reads all clues in the order in which they stand; `others` are the keys that are none.
pub(super) fn read_clues(
    fields: &Fields<'_>,
    puzzle: &Puzzle,
    others: &[&str],
) -> Result<Vec<Clue>, ReadError> {
    let reader = Reader { source: fields.source, puzzle };
    let parts = reader.parts(fields.whole(), others)?;
    Ok(parts.into_iter().map(|(_, clue)| clue).collect())
}

/// An error for a constraint type that is not known, with the one that may have been meant.
pub(super) fn unknown_type(
    source: &Source,
    name: &str,
    span: Range<usize>,
    own: &[Arc<OwnType>],
) -> ReadError {
    let error = error_at(source, span, format!("unknown constraint type {}", quote(name)));
    let own = own.iter().map(|own| own.name.as_str());
    let known: Vec<&str> =
        types::all().map(|known| known.name).chain(own).chain(["cage", "extra-region"]).collect();
    error.with_help(match nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`exactly rules` lists the types that are known".to_string(),
    })
}

struct Reader<'r> {
    source: &'r Source,
    puzzle: &'r Puzzle,
}

impl Reader<'_> {
    /// The clues of a table: each key but `others` is a type with its uses, or a combination.
    fn parts(&self, table: &DeTable<'_>, others: &[&str]) -> Result<Vec<Placed>, ReadError> {
        let mut parts = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if name == "rules" {
                parts.extend(self.rules(value)?);
            } else if COMBINATIONS.contains(&name) {
                for (table, span) in self.tables(name, value)? {
                    parts.push((span.start, self.combination(name, table, span)?));
                }
            } else if !others.contains(&name) {
                parts.extend(self.uses(name, key.span(), value)?);
            }
        }
        parts.sort_by_key(|(start, _)| *start);
        Ok(parts)
    }

    /// The tables of a key: a list of them, or one alone.
    fn tables<'v>(
        &self,
        key: &str,
        value: &'v Spanned<DeValue<'v>>,
    ) -> Result<Vec<(&'v DeTable<'v>, Range<usize>)>, ReadError> {
        let table = |item: &'v Spanned<DeValue<'v>>| match item.get_ref() {
            DeValue::Table(table) => Ok((table, item.span())),
            other => {
                let message = format!("`{key}` is {}, not tables `[[{key}]]`", kind_of(other));
                Err(error_at(self.source, item.span(), message))
            }
        };
        match value.get_ref() {
            DeValue::Array(items) => items.iter().map(table).collect(),
            _ => Ok(vec![table(value)?]),
        }
    }

    /// The types that are listed by name alone.
    fn rules(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Placed>, ReadError> {
        let wrong = |value: &Spanned<DeValue<'_>>| {
            let message = format!("`rules` holds {}, not names of types", kind_of(value.get_ref()));
            error_at(self.source, value.span(), message).with_help("write `rules = [\"anti-knight\"]`")
        };
        let DeValue::Array(items) = value.get_ref() else { return Err(wrong(value)) };
        let mut parts = Vec::new();
        for item in items {
            let DeValue::String(name) = item.get_ref() else { return Err(wrong(item)) };
            let params = self.params(name, item.span())?;
            if let Some(needed) = params.iter().find(|param| param.required || param.name == "on") {
                let what = if needed.required { needed.name } else { "cells" };
                let error = error_at(self.source, item.span(), format!("{} needs `{what}`", quote(name)));
                return Err(error.with_help(format!("write it as a table `[[{name}]]`")));
            }
            let mut one = Use::new(name, []);
            one.place = Some(self.source.place(item.span().start));
            parts.push((item.span().start, Clue::Use(one)));
        }
        Ok(parts)
    }

    /// The parameters of a type, built in or of the puzzle's own.
    fn params(&self, name: &str, span: Range<usize>) -> Result<Vec<Param<'_>>, ReadError> {
        match (types::find(name), self.puzzle.own_type(name)) {
            (Some(known), _) => Ok(known.params.to_vec()),
            (None, Some(own)) => Ok(own.params()),
            (None, None) => Err(unknown_type(self.source, name, span, &self.puzzle.types)),
        }
    }

    fn uses(
        &self,
        name: &str,
        span: Range<usize>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<Placed>, ReadError> {
        if name == "cage" {
            let tables = self.tables(name, value)?.into_iter();
            return tables.map(|(table, span)| self.cage(table, span)).collect();
        }
        let params = self.params(name, span)?;
        let mut parts = Vec::new();
        for (table, span) in self.tables(name, value)? {
            for args in self.arguments(name, &params).read(table, span.clone())? {
                let one = Use { args, place: Some(self.source.place(span.start)), ..Use::new(name, []) };
                self.try_own(&one, span.clone())?;
                parts.push((span.start, Clue::Use(one)));
            }
        }
        Ok(parts)
    }

    fn arguments<'a>(&'a self, name: &'a str, params: &'a [Param<'a>]) -> Arguments<'a> {
        Arguments { source: self.source, puzzle: self.puzzle, name, params }
    }

    /// Runs a type of the puzzle's own, so that its mistakes show where they stand.
    fn try_own(&self, one: &Use, span: Range<usize>) -> Result<(), ReadError> {
        let Some(own) = self.puzzle.own_type(&one.name) else { return Ok(()) };
        own.try_use(self.puzzle, one).map_err(|error| match (error.origin, one.place) {
            (Some(origin), Some(place)) => {
                let help =
                    format!("`{}` is used so in line {} of {}", own.name, place.line, self.source.name);
                super::types::error_in(origin, error.message).with_help(help)
            }
            _ => error_at(self.source, span, format!("`{}`: {}", own.name, error.message)),
        })
    }

    /// A cage as a part of a combination: its cells differ and have the sum.
    fn cage(&self, table: &DeTable<'_>, span: Range<usize>) -> Result<Placed, ReadError> {
        let cells = Param {
            name: "cells",
            kind: ParamKind::Cells(1),
            required: true,
            about: "the cells of the cage",
        };
        let sum = Param { name: "sum", kind: ParamKind::Int, required: false, about: "their sum" };
        let place = Some(self.source.place(span.start));
        let mut parts = Vec::new();
        for args in self.arguments("cage", &[cells, sum]).read(table, span.clone())? {
            let Some(Value::Cells(cells)) = args.0.get("cells") else { continue };
            let different = Use::new("different", [("cells", Value::Cells(cells.clone()))]);
            parts.push(Clue::Use(Use { place, ..different }));
            if args.0.contains_key("sum") {
                parts.push(Clue::Use(Use { args, place, ..Use::new("sum", []) }));
            }
        }
        Ok((span.start, Clue::All(parts)))
    }

    fn combination(&self, key: &str, table: &DeTable<'_>, span: Range<usize>) -> Result<Clue, ReadError> {
        if key == "if" {
            return self.conditional(table, span);
        }
        let parts: Vec<Clue> = self.parts(table, &[])?.into_iter().map(|(_, clue)| clue).collect();
        match key {
            "and" => Ok(Clue::All(parts)),
            "or" if !parts.is_empty() => Ok(Clue::Any(parts)),
            "not" if !parts.is_empty() => Ok(Clue::Not(Box::new(together(parts)))),
            _ => Err(error_at(self.source, span, format!("`{key}` without a part"))
                .with_help(format!("write `[[{key}]]` and below it `thermo = [{{ cells = \"r1c1-3\" }}]`"))),
        }
    }

    fn conditional(&self, table: &DeTable<'_>, span: Range<usize>) -> Result<Clue, ReadError> {
        let example = "write `when = { odd = { cells = \"r1c1\" } }` and `then = { … }`";
        let fields = Fields::new(self.source, table, "`[[if]]`", &["when", "then"]);
        if let Some((name, span, _)) = fields.unknown() {
            return Err(fields.unknown_key(name, span).with_help(example));
        }
        let part = |key: &'static str| {
            let Some(part) = fields.table(key, &[])? else {
                return Err(
                    error_at(self.source, span.clone(), format!("`if` without `{key}`")).with_help(example)
                );
            };
            let parts: Vec<Clue> = self.parts(part.whole(), &[])?.into_iter().map(|(_, clue)| clue).collect();
            if parts.is_empty() {
                return Err(
                    error_at(self.source, span.clone(), format!("`{key}` is empty")).with_help(example)
                );
            }
            Ok(Box::new(together(parts)))
        };
        Ok(Clue::If(part("when")?, part("then")?))
    }
}

/// One part as it is, several as all of them.
fn together(mut parts: Vec<Clue>) -> Clue {
    if parts.len() == 1 { parts.remove(0) } else { Clue::All(parts) }
}
