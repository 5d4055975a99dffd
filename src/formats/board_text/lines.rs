//! Lines of a text by their role: rows, gaps and titles; rulers, comments and other sections are left out.

use std::ops::Range;

use crate::formats::{ReadError, Source};
use crate::puzzles::Place;

/// A line of the text without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Its number, 1-based.
    pub(super) number: usize,
    /// Where it starts in the text.
    pub(super) start: usize,
    /// Its text, without a comment after it.
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// Where its first character that is not blank stands.
    pub(super) fn place(&self) -> Place {
        self.place_of(self.span().start)
    }

    /// Its bytes in the text, without blanks around.
    pub(super) fn span(&self) -> Range<usize> {
        let start = self.start + self.text.len() - self.text.trim_start().len();
        start..start.max(self.start + self.text.trim_end().len())
    }

    /// An error at a piece, in this line or elsewhere.
    pub(super) fn error(&self, source: &Source, span: Range<usize>, message: impl Into<String>) -> ReadError {
        if span.start < self.start || span.start > self.start + self.text.len() {
            return ReadError::new(source, span, message);
        }
        let place = self.place_of(span.start);
        ReadError { message: message.into(), help: None, file: source.name.clone(), place, span }
    }

    fn place_of(&self, offset: usize) -> Place {
        Place { line: self.number, column: self.text[..offset - self.start].chars().count() + 1 }
    }
}

/// What a line is for the stages that look for boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    /// Cells.
    Row(Line<'a>),
    /// A blank line, or a section's name.
    Gap,
    /// Words: the title of the board below, or a remark that ends the board above.
    Title(&'a str),
}

/// The lines of a text by their role.
///
/// A `#` or `//` starts a comment that goes to the end of the line, and so does a `;` at the start of a line. Of a text
/// in sections, only the section `[Puzzle]` counts.
pub(super) fn entries(text: &str) -> Vec<Entry<'_>> {
    let dashes = dash_is_blank(text);
    let mut skipped = false;
    let mut entries = Vec::new();
    for line in lines(text) {
        if let Some(section) = section(line.text) {
            skipped = !section.eq_ignore_ascii_case("puzzle");
            entries.push(Entry::Gap);
        } else if !skipped {
            entries.extend(entry(line, dashes));
        }
    }
    entries
}

/// The rows among some entries.
pub(super) fn rows<'a>(entries: &[Entry<'a>]) -> Vec<Line<'a>> {
    entries.iter().filter_map(|entry| if let Entry::Row(line) = entry { Some(*line) } else { None }).collect()
}

/// Takes a number that stands alone above rows of another width: the number of boards, or their size.
pub(super) fn take_header<'a>(entries: &mut Vec<Entry<'a>>) -> Option<(Line<'a>, usize)> {
    let rows: Vec<usize> =
        (0..entries.len()).filter(|&at| matches!(entries[at], Entry::Row(_))).take(2).collect();
    let [first, second] = rows[..] else { return None };
    let (Entry::Row(line), Entry::Row(below)) = (entries[first], entries[second]) else { return None };
    let text = line.text.trim();
    let other = below.text.chars().filter(|c| !c.is_whitespace()).count();
    let header = text.len() <= 5 && text.len() * 3 <= other && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| header);
    number.map(|number| {
        entries.remove(first);
        (line, number)
    })
}

/// The lines of a text with their places, without a byte order mark.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    text[start..].split('\n').enumerate().map(move |(index, whole)| {
        let line = Line { number: index + 1, start, text: whole.strip_suffix('\r').unwrap_or(whole) };
        start += whole.len() + 1;
        line
    })
}

/// The role of a line, or nothing for a ruler or a comment.
fn entry(line: Line<'_>, dashes: bool) -> Option<Entry<'_>> {
    let comment = line.text.find('#').into_iter().chain(line.text.find("//")).min();
    let line = Line { text: &line.text[..comment.unwrap_or(line.text.len())], ..line };
    let trimmed = line.text.trim();
    if trimmed.is_empty() {
        let fields = line.text.matches('\t').count() >= 3;
        return if fields { Some(Entry::Row(line)) } else { comment.is_none().then_some(Entry::Gap) };
    }
    if trimmed.starts_with(';') || is_ruler(trimmed, dashes) {
        return None;
    }
    Some(if is_title(trimmed) { Entry::Title(trimmed) } else { Entry::Row(line) })
}

/// The name in a line such as `[Puzzle]`.
fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let word = name.len() >= 2 && name.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
    word.then_some(name)
}

/// Whether a line is words: it starts with a capital and two small letters, and holds nothing as long as a board.
fn is_title(line: &str) -> bool {
    let mut bytes = line.bytes();
    let word = bytes.next().is_some_and(|b| b.is_ascii_uppercase())
        && bytes.by_ref().take(2).filter(u8::is_ascii_lowercase).count() == 2;
    word && line.split([' ', '\t', ',', ';']).all(|field| field.len() < 16)
}

/// Whether a line only draws: dashes, crosses and corners.
fn is_ruler(line: &str, dashes: bool) -> bool {
    let drawing =
        |c: char| matches!(c, '+' | '-' | '=' | '|' | '*' | '.' | ':' | '\'' | ' ' | '\u{2500}'..='\u{257f}');
    if !line.chars().all(drawing) {
        return false;
    }
    let crosses = line.contains('+') && !line.contains(['*', '.']);
    let strokes = line.contains("--") || line.contains("==") || line.contains(['─', '━', '═']);
    let blanks = dashes && line.chars().all(|c| matches!(c, '-' | '|' | ' '));
    (crosses || strokes) && !blanks
}

/// Whether rows use the dash as a blank: it occurs beside digits, and not only in -1.
fn dash_is_blank(text: &str) -> bool {
    text.contains('-')
        && lines(text).any(|line| {
            let line = line.text.split(['#', ';']).next().unwrap_or("");
            let digits = line.contains(|c: char| c.is_ascii_alphanumeric());
            digits && !is_title(line.trim()) && dash_in(line.as_bytes())
        })
}

/// Whether a dash occurs that is not the sign of -1.
fn dash_in(line: &[u8]) -> bool {
    (0..line.len()).filter(|&at| line[at] == b'-').any(|at| {
        let one = line.get(at + 1) == Some(&b'1');
        let ends = !line.get(at + 2).is_some_and(|&b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'));
        !(one && ends)
    })
}

#[cfg(test)]
mod tests {
    use super::{Entry, entries, is_ruler, is_title, take_header};

    #[test]
    fn rulers_are_told_from_blank_rows() {
        for ruler in
            ["+---+---+", "*-----------*", "|---+---+---|", "-----", "├───┼───┤", "+   +   +", ".---.---."]
        {
            assert!(is_ruler(ruler, false), "{ruler}");
        }
        for row in [".........", "| . . . |", "*********", "│ │ │", "12-"] {
            assert!(!is_ruler(row, false), "{row}");
        }
        assert!(!is_ruler("---------", true));
    }

    #[test]
    fn titles_are_words_and_not_boards() {
        assert!(is_title("Grid 01") && is_title("Version 4.2n"));
        assert!(!is_title("ABCDEFGHI") && !is_title("abc.....") && !is_title("A.C"));
    }

    #[test]
    fn sections_other_than_the_puzzle_are_left_out() {
        let found = entries("#A me\n[Puzzle]\n12\n21\n[State]\n11\n11\n");
        assert_eq!(found.iter().filter(|e| matches!(e, Entry::Row(_))).count(), 2);
    }

    #[test]
    fn a_number_above_wider_rows_is_a_header() {
        let mut found = entries("25\n1 2 3 4 5 6\n1 2 3 4 5 6\n");
        assert_eq!(take_header(&mut found).map(|(_, number)| number), Some(25));
        let mut found = entries("12\n21\n");
        assert_eq!(take_header(&mut found), None);
    }

    #[test]
    fn places_count_characters_and_skip_the_byte_order_mark() {
        let found = entries("\u{feff}12\r\n  21\r\n");
        let [Entry::Row(first), Entry::Row(second), Entry::Gap] = found[..] else { panic!("{found:?}") };
        assert_eq!((first.place().line, first.place().column, first.text), (1, 1, "12"));
        assert_eq!((second.place().line, second.place().column), (2, 3));
    }
}
