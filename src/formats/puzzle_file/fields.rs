//! The keys of a TOML table, taken by type; each error has the place of the key or of the value.

use std::ops::Range;

use itertools::Itertools;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::formats::piece::{Piece, error_at, nearest};
use crate::formats::{ReadError, Source};

/// A table, what to call it in messages, and the keys that it may have.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    /// The source it stands in.
    pub(super) source: &'a Source,
    table: &'a DeTable<'a>,
    what: &'static str,
    known: &'static [&'static str],
}

impl<'a> Fields<'a> {
    /// The keys of a table, not checked yet.
    pub(super) fn new(
        source: &'a Source,
        table: &'a DeTable<'a>,
        what: &'static str,
        known: &'static [&'static str],
    ) -> Self {
        Self { source, table, what, known }
    }

    /// The whole table.
    pub(super) fn whole(&self) -> &'a DeTable<'a> {
        self.table
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// All keys with their places and values.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a str, Range<usize>, &'a Spanned<DeValue<'a>>)> {
        self.table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span(), value))
    }

    /// The first key in the text that is not known.
    pub(super) fn unknown(&self) -> Option<(&'a str, Range<usize>, &'a Spanned<DeValue<'a>>)> {
        let unknown = self.entries().filter(|(key, ..)| !self.known.contains(key));
        unknown.min_by_key(|(_, span, _)| span.start)
    }

    /// An error for a key that is not known, with the one that may have been meant.
    pub(super) fn unknown_key(&self, key: &str, span: Range<usize>) -> ReadError {
        let error = error_at(self.source, span, format!("unknown key `{key}` in {}", self.what));
        error.with_help(match nearest(key, self.known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", list(self.known)),
        })
    }

    /// The value of a key that must be a text.
    pub(super) fn text(&self, key: &str) -> Result<Option<Piece<'a>>, ReadError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref() {
                DeValue::String(text) => Ok(Some(Piece::quoted(self.source, value.span(), text.clone()))),
                _ => Err(self.wrong_type(key, value, "a text in quotes")),
            },
        }
    }

    /// The value of a key that must be a whole number.
    pub(super) fn number(&self, key: &str) -> Result<Option<i64>, ReadError> {
        let number = |value: &'a Spanned<DeValue<'a>>| {
            number_of(value.get_ref()).ok_or_else(|| self.wrong_type(key, value, "a whole number"))
        };
        self.get(key).map(number).transpose()
    }

    /// The value of a key that must be `true` or `false`; `false` where it is not given.
    pub(super) fn flag(&self, key: &str) -> Result<bool, ReadError> {
        match self.get(key) {
            None => Ok(false),
            Some(value) => match value.get_ref() {
                DeValue::Boolean(flag) => Ok(*flag),
                _ => Err(self.wrong_type(key, value, "`true` or `false`")),
            },
        }
    }

    /// The two whole numbers of a value, if it is a list of two.
    pub(super) fn pair(value: &DeValue<'_>) -> Option<(i64, i64)> {
        let DeValue::Array(items) = value else { return None };
        let [first, second] = items.as_ref() else { return None };
        Some((number_of(first.get_ref())?, number_of(second.get_ref())?))
    }

    /// The table of a key, with only the keys that it may have.
    pub(super) fn table(
        &self,
        key: &'static str,
        known: &'static [&'static str],
    ) -> Result<Option<Self>, ReadError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.wrong_type(key, value, &format!("a table `[{key}]`")));
        };
        let fields = Self { table, what: key_in_brackets(key), known, ..self.clone() };
        match fields.unknown().filter(|_| !known.is_empty()) {
            Some((name, span, _)) => Err(fields.unknown_key(name, span)),
            None => Ok(Some(fields)),
        }
    }

    /// The tables of a key written `[[key]]`, with only the keys that they may have, and their places.
    pub(super) fn tables(
        &self,
        key: &'static str,
        known: &'static [&'static str],
    ) -> Result<Vec<(Self, Range<usize>)>, ReadError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let what = format!("tables `[[{key}]]`");
        let DeValue::Array(items) = value.get_ref() else { return Err(self.wrong_type(key, value, &what)) };
        let mut tables = Vec::with_capacity(items.len());
        for item in items {
            let DeValue::Table(table) = item.get_ref() else { return Err(self.wrong_type(key, item, &what)) };
            let fields = Self { table, what: key_in_brackets(key), known, ..self.clone() };
            if let Some((name, span, _)) = fields.unknown() {
                return Err(fields.unknown_key(name, span));
            }
            tables.push((fields, item.span()));
        }
        Ok(tables)
    }

    /// An error for a value of another type than the key needs.
    pub(super) fn wrong_type(&self, key: &str, value: &Spanned<DeValue<'_>>, needed: &str) -> ReadError {
        let message = format!("`{key}` is {}, not {needed}", kind_of(value.get_ref()));
        error_at(self.source, value.span(), message)
    }
}

fn key_in_brackets(key: &'static str) -> &'static str {
    match key {
        "cage" => "`[[cage]]`",
        "extra-region" => "`[[extra-region]]`",
        "extra" => "`[[extra]]`",
        "expect" => "`[expect]`",
        "smallest" => "`[smallest]`",
        "largest" => "`[largest]`",
        other => other,
    }
}

/// The value of a whole number that fits into 64 bits.
pub(super) fn number_of(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// What a value is, in words.
pub(super) fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) if number_of(value).is_none() => "a number that is too large",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Words in backticks, with commas between them.
pub(super) fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).join(", ")
}
