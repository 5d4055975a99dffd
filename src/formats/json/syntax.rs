//! JSON values that know their place in the source.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::piece::{Piece, error_at};
use crate::formats::{ReadError, Source};

/// The deepest nesting that is followed.
const DEEPEST: usize = 100;

/// A value and its bytes in the source.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Json<'a> {
    /// What it is.
    pub(in crate::formats) kind: Kind<'a>,
    /// Its bytes.
    pub(in crate::formats) span: Range<usize>,
}

/// What a JSON value is.
#[derive(Clone, Debug)]
pub(in crate::formats) enum Kind<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number(&'a str),
    /// A string, with its escapes resolved.
    Text(Cow<'a, str>),
    /// An array.
    Array(Vec<Json<'a>>),
    /// An object: its keys and values in the order of the text.
    Object(Vec<Entry<'a>>),
}

/// A key of an object, its place, and its value.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Entry<'a> {
    /// The key.
    pub(in crate::formats) key: Cow<'a, str>,
    /// The bytes of the key.
    pub(in crate::formats) key_span: Range<usize>,
    /// The value.
    pub(in crate::formats) value: Json<'a>,
}

impl<'a> Json<'a> {
    /// Parses a whole text.
    ///
    /// # Errors
    /// A text that is not JSON, with the place where it goes wrong.
    pub(in crate::formats) fn parse(source: &'a Source) -> Result<Self, ReadError> {
        if let Err(error) = serde_json::from_str::<serde_json::Value>(&source.text) {
            let at = offset(&source.text, error.line(), error.column());
            let full = error.to_string();
            let message = full.rsplit_once(" at line").map_or(full.as_str(), |(message, _)| message);
            return Err(error_at(source, at..at, format!("not JSON: {message}")));
        }
        let mut scanner = Scanner { text: &source.text, at: 0 };
        scanner.value(0).ok_or_else(|| error_at(source, 0..0, "JSON that is nested too deeply"))
    }

    /// The whole number of a value.
    pub(in crate::formats) fn number(&self) -> Option<i64> {
        match &self.kind {
            Kind::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The two whole numbers of an array of two.
    pub(in crate::formats) fn pair(&self) -> Option<(i64, i64)> {
        match &self.kind {
            Kind::Array(items) => match items.as_slice() {
                [first, second] => Some((first.number()?, second.number()?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of a string with its place.
    pub(in crate::formats) fn piece(&self, source: &'a Source) -> Option<Piece<'a>> {
        match &self.kind {
            Kind::Text(text) => Some(Piece::quoted(source, self.span.clone(), text.clone())),
            _ => None,
        }
    }

    /// The value as it stands in the source.
    pub(in crate::formats) fn raw(&self, source: &'a Source) -> &'a str {
        &source.text[self.span.clone()]
    }
}

/// The byte of a line and column, both 1-based, the column in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

/// Walks over a text that is known to be JSON; an answer of nothing means that it is not.
#[derive(Debug)]
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn value(&mut self, depth: usize) -> Option<Json<'a>> {
        let first = self.peek()?;
        let start = self.at;
        let kind = match first {
            _ if depth > DEEPEST => return None,
            b'{' => Kind::Object(self.object(depth)?),
            b'[' => Kind::Array(self.array(depth)?),
            b'"' => Kind::Text(self.string()?),
            _ => {
                let rest = &self.text[start..];
                let length = rest.find([',', ']', '}', ' ', '\t', '\r', '\n']).unwrap_or(rest.len());
                self.at += length;
                match &rest[..length] {
                    "null" => Kind::Null,
                    "true" => Kind::Bool(true),
                    "false" => Kind::Bool(false),
                    number => Kind::Number(number),
                }
            }
        };
        Some(Json { kind, span: start..self.at })
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        let start = self.at;
        let mut escaped = false;
        let inner = &self.text[start + 1..];
        let length = inner.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        })?;
        self.at = start + length + 2;
        let plain = &inner[..length];
        if plain.contains('\\') {
            serde_json::from_str(&self.text[start..self.at]).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(plain))
        }
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Json<'a>>> {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek()? != b']' {
            if self.peek()? == b',' {
                self.at += 1;
            }
            items.push(self.value(depth + 1)?);
        }
        self.at += 1;
        Some(items)
    }

    fn object(&mut self, depth: usize) -> Option<Vec<Entry<'a>>> {
        let mut entries = Vec::new();
        self.at += 1;
        while self.peek()? != b'}' {
            if self.peek()? == b',' {
                self.at += 1;
                self.peek()?;
            }
            let start = self.at;
            let key = self.string()?;
            let key_span = start..self.at;
            self.peek().filter(|byte| *byte == b':')?;
            self.at += 1;
            entries.push(Entry { key, key_span, value: self.value(depth + 1)? });
        }
        self.at += 1;
        Some(entries)
    }
}
