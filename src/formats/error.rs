//! What can be wrong with a text: the place, the offending piece and what would be right.

use std::ops::Range;
use std::sync::OnceLock;

use crate::puzzles::Place;

/// A text and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name as the user gave it, or `<stdin>`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The place of every [`STEP`]th byte, once one is asked for.
    marks: OnceLock<Vec<Place>>,
}

/// So far apart are the bytes whose places are kept.
const STEP: usize = 4096;

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), marks: OnceLock::new() }
    }

    /// Line and column of a byte offset, both 1-based, the column in characters.
    ///
    /// The first call reads the whole text; the others take the same time wherever the byte stands.
    pub fn place(&self, offset: usize) -> Place {
        let bytes = self.text.as_bytes();
        let offset = offset.min(bytes.len());
        let marks = self.marks.get_or_init(|| {
            let start = Place { line: 1, column: 1 };
            let ends = bytes.chunks(STEP).scan(start, |place, chunk| {
                *place = walk(*place, chunk);
                Some(*place)
            });
            std::iter::once(start).chain(ends).collect()
        });
        walk(marks[offset / STEP], &bytes[offset / STEP * STEP..offset])
    }
}

/// The place after some bytes.
fn walk(from: Place, bytes: &[u8]) -> Place {
    bytes.iter().fold(from, |Place { line, column }, byte| match byte {
        b'\n' => Place { line: line + 1, column: 1 },
        // Inside a character.
        0x80..=0xbf => Place { line, column },
        _ => Place { line, column: column + 1 },
    })
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

#[cfg(test)]
mod tests {
    use super::{STEP, Source};

    #[test]
    fn places_are_the_same_near_and_far() {
        let source = Source::new("t", "é1\n".repeat(STEP));
        for (offset, line, column) in
            [(0, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (STEP + 2, STEP / 4 + 1, 2)]
        {
            let place = source.place(offset);
            assert_eq!((place.line, place.column), (line, column), "{offset}");
        }
        let end = source.place(usize::MAX);
        assert_eq!((end.line, end.column), (STEP + 1, 1));
    }
}
