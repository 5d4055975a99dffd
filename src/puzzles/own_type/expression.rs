//! An expression of a type: its text, its place in a file, and what is said when it fails.

use std::ops::Range;

use itertools::Itertools;

use super::super::Place;
use super::super::script::{Datum, Script, ScriptError};

/// Where a text stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file's name.
    pub file: String,
    /// The place of its first character.
    pub place: Place,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// Whether the text stands there as it is, character by character.
    pub exact: bool,
}

/// A text of a type with its place; equal where the texts are.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where it stands, if it was read from a file.
    pub origin: Option<Origin>,
}

/// What is wrong with a type or its use, and where it stands if that is in the type itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OwnTypeError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub origin: Option<Origin>,
}

/// A text as an expression, compiled.
#[derive(Clone, Debug)]
pub struct Expression {
    source: Text,
    script: Script,
    /// What it is called in messages.
    role: &'static str,
}

/// Values by name, those of the run first.
pub(super) type Values<'v> = Vec<(&'v str, Datum)>;

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Text {}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Expression {}

impl Text {
    /// A text that was not read from a file.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: None }
    }

    /// An error about the whole text.
    pub(super) fn error(&self, message: String) -> OwnTypeError {
        OwnTypeError { message, origin: self.origin.clone() }
    }

    /// Where the piece at a line and column of the text stands.
    fn origin_of(&self, (line, column): (usize, usize)) -> Option<Origin> {
        let origin = self.origin.clone()?;
        let start: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let rest = self.text.get(start..).unwrap_or_default();
        let from = rest.char_indices().nth(column - 1).map_or(rest.trim_end().len(), |(at, _)| at);
        if !origin.exact {
            return Some(origin);
        }
        let word =
            rest[from..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest[from..].len());
        let first = rest[from..].chars().next().map_or(0, char::len_utf8);
        let place = if line == 1 {
            Place { column: origin.place.column + column - 1, ..origin.place }
        } else {
            Place { line: origin.place.line + line - 1, column }
        };
        let from = origin.span.start + start + from;
        Some(Origin { place, span: from..from + word.max(first), ..origin })
    }
}

impl Expression {
    /// Compiles a text that may name these variables.
    pub(super) fn new(source: Text, role: &'static str, names: &[&str]) -> Result<Self, OwnTypeError> {
        match Script::compile(&source.text, names) {
            Ok(script) => Ok(Self { source, script, role }),
            Err(error) => Err(failure(&source, role, &error, &[])),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Whether it may depend on a variable: the name occurs in it.
    pub(super) fn names(&self, variable: &str) -> bool {
        let words = self.text().split(|c: char| !c.is_alphanumeric() && c != '_');
        words.into_iter().any(|word| word == variable)
    }

    pub(super) fn run(&self, values: &Values<'_>, left: &mut u64) -> Result<Datum, OwnTypeError> {
        self.script.run(values, left).map_err(|error| failure(&self.source, self.role, &error, values))
    }

    /// The result as true or false.
    pub(super) fn judge(&self, values: &Values<'_>, left: &mut u64) -> Result<bool, OwnTypeError> {
        match self.run(values, left)? {
            Datum::Flag(flag) => Ok(flag),
            other => Err(self.wrong_result(&other, "true or false", values)),
        }
    }

    /// The result as a number.
    pub(super) fn number(&self, values: &Values<'_>, left: &mut u64) -> Result<i64, OwnTypeError> {
        match self.run(values, left)? {
            Datum::Number(number) if number.abs() <= 1_000_000 => Ok(number),
            Datum::Number(number) => Err(self.error(format!("{number} is out of range"), values)),
            other => Err(self.wrong_result(&other, "a number", values)),
        }
    }

    pub(super) fn wrong_result(&self, result: &Datum, wanted: &str, values: &Values<'_>) -> OwnTypeError {
        self.error(format!("the result is {}, not {wanted}", result.kind()), values)
    }

    /// An error about the whole expression.
    pub(super) fn error(&self, message: String, values: &Values<'_>) -> OwnTypeError {
        failure(&self.source, self.role, &ScriptError { message, at: None, running: true }, values)
    }
}

fn failure(source: &Text, role: &str, error: &ScriptError, values: &[(&str, Datum)]) -> OwnTypeError {
    let at_hand = values.iter().map(|(name, value)| format!("{name} = {value}")).join(", ");
    let at_hand = if error.running && !values.is_empty() { format!(" ({at_hand})") } else { String::new() };
    let message = format!("`{role}`: {}{at_hand}", error.message);
    let origin = error.at.map_or(source.origin.clone(), |at| source.origin_of(at));
    OwnTypeError { message, origin }
}
