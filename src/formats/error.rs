//! What can be wrong with a text: the place, the offending piece and what would be right.

use std::ops::Range;

use crate::puzzles::Place;

/// A text and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name as the user gave it, or `<stdin>`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Line and column of a byte offset, both 1-based, the column in characters.
    pub fn place(&self, offset: usize) -> Place {
        let before = &self.text[..offset.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

/// A text that cannot be read: what was found, where, and what would be right.
///
/// The message quotes the offending piece. It never names the file: [`ReadError::file`] does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {message}", place.line, place.column)]
pub struct ReadError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What would be right, as a sentence without a full stop.
    pub help: Option<String>,
    /// The file, as [`Source::name`] has it.
    pub file: String,
    /// Line and column of the piece.
    pub place: Place,
    /// Bytes of the piece in the text, for underlining.
    pub span: Range<usize>,
}

impl ReadError {
    /// An error at a piece of a text.
    pub fn new(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            file: source.name.clone(),
            place: source.place(span.start),
            span,
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
