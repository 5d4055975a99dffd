//! Stretches of text that know their place in the source, so that every error points at the exact piece.

use std::borrow::Cow;
use std::ops::Range;

use super::{ReadError, Source};

/// A stretch of text and the way back to its bytes in the source.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    /// The source it was taken from.
    pub(super) source: &'a Source,
    /// Its text, after escapes and the like are resolved.
    pub(super) text: Cow<'a, str>,
    origin: Origin,
}

/// Where the bytes of a piece come from.
#[derive(Clone, Debug)]
enum Origin {
    /// They follow each other from this byte on.
    At(usize),
    /// Each has a byte of its own.
    Each(Vec<usize>),
    /// Only the whole is known.
    Whole(Range<usize>),
}

/// The text of one cell or one argument, with its bytes in the source.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Its bytes in the source.
    pub(super) span: Range<usize>,
}

impl<'a> Piece<'a> {
    /// The bytes `span` of the source, as they stand.
    pub(super) fn verbatim(source: &'a Source, span: Range<usize>) -> Self {
        Self { source, text: Cow::Borrowed(&source.text[span.clone()]), origin: Origin::At(span.start) }
    }

    /// A quoted string at `span` whose value is `value`.
    pub(super) fn quoted(source: &'a Source, span: Range<usize>, value: Cow<'a, str>) -> Self {
        let raw = &source.text[span.clone()];
        let origin = match raw.find(value.as_ref()) {
            Some(at) => Origin::At(span.start + at),
            None => Origin::Whole(span),
        };
        Self { source, text: value, origin }
    }

    /// The characters of `lines` that are not blank, put together.
    pub(super) fn compact(source: &'a Source, lines: &[Range<usize>]) -> Self {
        let mut text = String::new();
        let mut bytes = Vec::new();
        for line in lines {
            let kept = source.text[line.clone()].char_indices().filter(|(_, c)| !c.is_whitespace());
            for (at, symbol) in kept {
                text.push(symbol);
                bytes.extend((0..symbol.len_utf8()).map(|byte| line.start + at + byte));
            }
        }
        Self { source, text: Cow::Owned(text), origin: Origin::Each(bytes) }
    }

    /// Bytes in the source of a range of the text.
    pub(super) fn span(&self, range: Range<usize>) -> Range<usize> {
        match &self.origin {
            Origin::At(start) => start + range.start..start + range.end,
            Origin::Each(bytes) => {
                let last = range.end.checked_sub(1).and_then(|at| bytes.get(at));
                let end = last.map_or(0, |byte| byte + 1);
                let start = bytes.get(range.start).copied().unwrap_or(end);
                start..end.max(start)
            }
            Origin::Whole(span) => span.clone(),
        }
    }

    /// A part of the text with its place.
    pub(super) fn token(&self, range: Range<usize>) -> Token<'_> {
        Token { text: &self.text[range.clone()], span: self.span(range) }
    }

    /// The whole text with its place.
    pub(super) fn whole(&self) -> Token<'_> {
        self.token(0..self.text.len())
    }
}

impl<'a> Token<'a> {
    /// An error at this token.
    pub(super) fn error(&self, source: &Source, message: impl Into<String>) -> ReadError {
        error_at(source, self.span.clone(), message)
    }

    /// The text, cut short where it is long, for a message.
    pub(super) fn quote(&self) -> String {
        quote(self.text)
    }

    /// One token a character.
    pub(super) fn symbols(&self) -> Vec<Token<'a>> {
        let ranges = self.text.char_indices().map(|(at, c)| at..at + c.len_utf8());
        ranges.map(|range| self.part(range)).collect()
    }

    /// A part of the token; its place is that of the whole token where the bytes do not follow each other.
    pub(super) fn part(&self, range: Range<usize>) -> Token<'a> {
        let contiguous = self.span.len() == self.text.len();
        let start = self.span.start;
        let span = if contiguous { start + range.start..start + range.end } else { self.span.clone() };
        Token { text: &self.text[range], span }
    }

    /// The parts between separators.
    pub(super) fn split(&self, separator: char) -> Vec<Token<'a>> {
        split_token(self.text, separator).map(|range| self.part(range)).collect()
    }

    /// The parts between blanks.
    pub(super) fn words(&self) -> Vec<Token<'a>> {
        let mut start = 0;
        let ranges = self.text.split_inclusive(char::is_whitespace).map(|part| {
            let range = start..start + part.trim_end().len();
            start += part.len();
            range
        });
        ranges.filter(|range| !range.is_empty()).map(|range| self.part(range)).collect()
    }
}

fn split_token(text: &str, separator: char) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split(separator).map(move |part| {
        let range = start..start + part.len();
        start = range.end + separator.len_utf8();
        range
    })
}

/// A text in backticks, cut short where it is long.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("`{}…`", &text[..at]),
        None => format!("`{text}`"),
    }
}

/// An error at a span, moved to the nearest whole characters inside the text.
pub(super) fn error_at(source: &Source, span: Range<usize>, message: impl Into<String>) -> ReadError {
    let start = source.text.floor_char_boundary(span.start);
    let end = source.text.ceil_char_boundary(span.end).max(start);
    ReadError::new(source, start..end, message)
}

/// The lines of a source as byte ranges, without their line ends.
pub(super) fn lines(source: &Source) -> impl Iterator<Item = Range<usize>> {
    split_token(&source.text, '\n').map(|range| {
        let line = source.text[range.clone()].trim_end_matches('\r');
        range.start..range.start + line.len()
    })
}

/// The known word nearest to a wrong one, if any is near enough to have been meant.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let close = |candidate: &&str| edits(word, candidate);
    let best = known.iter().copied().min_by_key(close)?;
    (edits(word, best) <= 1 + best.len() / 3).then_some(best)
}

/// The number of single-character insertions, deletions and replacements from one word to the other.
fn edits(from: &str, to: &str) -> usize {
    let target: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=target.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in target.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[target.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_near() {
        assert_eq!(nearest("szie", &["size", "rows"]), Some("size"));
        assert_eq!(nearest("frobnicate", &["size", "rows"]), None);
    }

    #[test]
    fn a_compact_piece_finds_its_way_back() {
        let source = Source::new("t", "a b\nc");
        let piece = Piece::compact(&source, &[0..3, 4..5]);
        assert_eq!(piece.text, "abc");
        assert_eq!(piece.span(1..3), 2..5);
        assert_eq!(piece.span(3..3), 5..5);
    }
}
