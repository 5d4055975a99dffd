//! Boards as arrays of a programming language or of JSON: lists of lists, or lists of strings.

use super::grid::{Cells, Grid, Item, Piece, characters, side};
use super::lines::Line;
use super::rows::{Row, boards, offset};
use super::shape::SMALLEST_LINE;
use crate::formats::{ReadError, Source};

/// Keys whose value says nothing about the puzzle's rules.
const KEYS: [&str; 15] = [
    "size",
    "grid",
    "board",
    "puzzle",
    "puzzles",
    "sudoku",
    "boards",
    "title",
    "name",
    "author",
    "difficulty",
    "level",
    "source",
    "id",
    "comment",
];

/// Keys whose value is not the puzzle.
const SOLUTIONS: [&str; 4] = ["solution", "solutions", "answer", "solved"];

/// Where the outermost bracket of nested lists stands, if the text is such lists.
pub(super) fn start(text: &str) -> Option<usize> {
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    let opens = |at: usize| text[at..].starts_with(['[', '{']);
    let first = offset(text, trimmed);
    let follows = |at: usize| text[at + 1..].trim_start().chars().next();
    if opens(first) && follows(first).is_some_and(|c| !c.is_alphabetic()) {
        return Some(first);
    }
    let nested = |at: &usize| follows(*at).is_some_and(|c| matches!(c, '[' | '{' | '"' | '\''));
    let at = text.match_indices(['[', '{']).map(|(at, _)| at).find(nested)?;
    text[..at].trim_end().ends_with(['=', ':', '(', ']']).then_some(at)
}

/// Reads the boards of nested lists.
///
/// # Errors
/// Brackets that do not match, or a key that may change the puzzle's rules.
pub(super) fn grids(source: &Source, start: usize) -> Result<Vec<Item<'_>>, ReadError> {
    let mut scanner = Scanner { source, at: start, open: vec![List::default()], lists: Vec::new() };
    while scanner.at < source.text.len() {
        scanner.step()?;
    }
    if let [_, .., list] = &scanner.open[..] {
        return Err(ReadError::new(source, list.at..list.at + 1, "this bracket is never closed")
            .with_help("add the closing bracket, or the part of the text that is missing"));
    }
    let rows = std::mem::take(&mut scanner.open[0].rows);
    if !rows.is_empty() {
        scanner.lists.push(rows);
    }
    let mut last = None;
    let items = scanner.lists.into_iter().map(|rows| from_rows(source, rows, &mut last));
    Ok(items.flat_map(|item| item.unwrap_or_else(|error| vec![Err(error)])).collect())
}

/// A value of a list.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    piece: Piece<'a>,
    quoted: bool,
}

/// A list that is still open.
#[derive(Debug, Default)]
struct List<'a> {
    at: usize,
    bracket: char,
    values: Vec<Value<'a>>,
    rows: Vec<Vec<Value<'a>>>,
    /// The value after the next `:` belongs to a key that says nothing about cells.
    keyed: bool,
    skipped: bool,
}

#[derive(Debug)]
struct Scanner<'a> {
    source: &'a Source,
    at: usize,
    open: Vec<List<'a>>,
    lists: Vec<Vec<Vec<Value<'a>>>>,
}

impl<'a> Scanner<'a> {
    fn top(&mut self) -> &mut List<'a> {
        self.open.last_mut().expect("the outermost list stays open")
    }

    /// Reads one bracket, value or separator.
    fn step(&mut self) -> Result<(), ReadError> {
        let rest = &self.source.text[self.at..];
        let Some(c) = rest.chars().next() else { return Ok(()) };
        let outside = self.open.len() == 1;
        match c {
            '[' | '{' => self.begin(c),
            ']' | '}' => self.end(c)?,
            '"' | '\'' => self.quoted(c)?,
            ':' if !outside => self.key()?,
            ',' => {
                self.top().keyed = false;
                self.at += 1;
            }
            '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("//") => self.at += rest.find('\n').unwrap_or(rest.len()),
            _ if c.is_whitespace() || outside || c == ';' => self.at += c.len_utf8(),
            _ => self.word(rest),
        }
        Ok(())
    }

    fn begin(&mut self, bracket: char) {
        let skipped = self.top().skipped;
        self.open.push(List { at: self.at, bracket, skipped, ..List::default() });
        self.at += 1;
    }

    /// Closes a list: one without lists inside is a row of the list around it, the others are boards.
    fn end(&mut self, bracket: char) -> Result<(), ReadError> {
        let expected = self.top().bracket;
        if self.open.len() == 1 || (expected == '[') != (bracket == ']') {
            return Err(ReadError::new(
                self.source,
                self.at..self.at + 1,
                format!("this `{bracket}` closes nothing"),
            )
            .with_help("brackets come in pairs `[ ]` or `{ }`"));
        }
        self.at += 1;
        let Some(list) = self.open.pop() else { return Ok(()) };
        let parent = self.top();
        parent.skipped &= parent.bracket == '[';
        if list.skipped {
            return Ok(());
        }
        if !list.rows.is_empty() {
            self.lists.push(list.rows);
        } else if let Some(strings) = strings(&list.values) {
            self.lists.push(strings);
        } else if !list.values.is_empty() {
            self.top().rows.push(list.values);
        }
        Ok(())
    }

    fn quoted(&mut self, quote: char) -> Result<(), ReadError> {
        let from = self.at + 1;
        let Some(length) = self.source.text[from..].find(quote) else {
            return Err(ReadError::new(self.source, self.at..from, "this quotation mark is never closed")
                .with_help("a string ends with the mark it begins with"));
        };
        let piece = Piece { text: &self.source.text[from..from + length], at: from };
        self.at = from + length + 1;
        self.push(Value { piece, quoted: true });
        Ok(())
    }

    fn word(&mut self, rest: &'a str) {
        let ends = |c: char| {
            c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | ':' | ';' | '"' | '\'' | '#')
        };
        let text = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let shown = if matches!(text, "null" | "None" | "nil") { "" } else { text };
        self.push(Value { piece: Piece { text: shown, at: self.at }, quoted: false });
        self.at += text.len();
    }

    fn push(&mut self, value: Value<'a>) {
        let list = self.top();
        if !list.keyed {
            list.values.push(value);
        }
    }

    /// Takes the last value as a key.
    fn key(&mut self) -> Result<(), ReadError> {
        self.at += 1;
        let at = self.at;
        let source = self.source;
        let list = self.top();
        let Some(key) = list.values.pop() else {
            return Err(ReadError::new(source, at - 1..at, "this `:` follows no key")
                .with_help("lists of cells are separated by commas"));
        };
        let name = key.piece.text.to_ascii_lowercase();
        list.skipped = SOLUTIONS.contains(&name.as_str());
        list.keyed = true;
        if list.skipped || KEYS.contains(&name.as_str()) {
            return Ok(());
        }
        Err(ReadError::new(
            source,
            key.piece.span(),
            format!("the key `{}` is not one of a plain board", key.piece.text),
        )
        .with_help(
            "a plain board has a `grid` of rows and may have `size`, `title`, `author` and `solution`",
        ))
    }
}

/// The rows of a list of n strings of n characters, or of strings that are a board each.
fn strings<'a>(values: &[Value<'a>]) -> Option<Vec<Vec<Value<'a>>>> {
    let lengths: Vec<usize> = values.iter().map(|value| value.piece.text.chars().count()).collect();
    let all_quoted = values.iter().all(|value| value.quoted);
    let rows = values.len() >= 2 && lengths.iter().filter(|&&n| n == values.len()).count() * 2 > values.len();
    let whole = !values.is_empty() && lengths.iter().all(|&length| length >= SMALLEST_LINE);
    let cells = |value: &Value<'a>| {
        let pieces = characters(value.piece).into_iter();
        pieces.map(|piece| Value { piece, quoted: true }).collect()
    };
    (all_quoted && (rows || whole)).then(|| values.iter().map(cells).collect())
}

/// The boards of some rows: n rows of n cells, or n² cells in each. `last` is the line of the row before.
fn from_rows<'a>(
    source: &'a Source,
    rows: Vec<Vec<Value<'a>>>,
    last: &mut Option<Line<'a>>,
) -> Result<Vec<Item<'a>>, ReadError> {
    let rows: Vec<Row<'a>> = rows
        .into_iter()
        .map(|values| Row {
            line: line_of(source, values.first().map_or(0, |value| value.piece.at), last),
            cells: values
                .into_iter()
                .map(|value| Piece { text: value.piece.text.trim(), ..value.piece })
                .collect(),
        })
        .collect();
    let whole =
        rows.iter().all(|row| side(row.cells.len()).is_some_and(|_| row.cells.len() >= SMALLEST_LINE));
    if whole && (rows.len() == 1 || rows.iter().any(|row| row.cells.len() > 64)) {
        let grid = |row: Row<'a>| {
            let size = side(row.cells.len()).expect("n² cells were counted above");
            Ok(Grid::new(size, Cells::Separate(row.cells), row.line))
        };
        return Ok(rows.into_iter().map(grid).collect());
    }
    Ok(boards(source, &rows, "cells")?.into_iter().map(Ok).collect())
}

/// The line that holds a byte, which may be the last one again.
fn line_of<'a>(source: &'a Source, at: usize, last: &mut Option<Line<'a>>) -> Line<'a> {
    if let Some(line) = *last
        && (line.start..line.start + line.text.len()).contains(&at)
    {
        return line;
    }
    let text = source.text[at..].lines().next().unwrap_or("");
    let before = source.text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = at + text.len();
    *last.insert(Line { number: source.place(at).line, start: before, text: &source.text[before..end] })
}

#[cfg(test)]
mod tests {
    use super::{grids, start};
    use crate::formats::Source;

    fn sizes(text: &str) -> Result<Vec<Result<usize, String>>, String> {
        let source = Source::new("a.txt", text);
        let items =
            grids(&source, start(text).expect("the text holds lists")).map_err(|error| error.message)?;
        Ok(items.into_iter().map(|item| item.map(|grid| grid.size).map_err(|error| error.message)).collect())
    }

    #[test]
    fn lists_of_lists_and_of_strings_are_boards() {
        for text in [
            "[[1,2],[2,1]]",
            "{{1, 0},\n{0, 1}};",
            "int g[2][2] = {{1,2},{2,1}};",
            r#"[["1","."],[".","2"]]"#,
            r#"["1.", ".2"]"#,
            r#"{"size":2,"grid":[[1,2],[2,1]],"solution":[[1,2],[2,1]]}"#,
            "[1, 2]\n[2, 1]\n",
            "[[null,2],[2,1]]",
        ] {
            assert_eq!(sizes(text), Ok(vec![Ok(2)]), "{text}");
        }
        assert_eq!(sizes("{\n{1,2},{2,1}};\n{\n{0,0},{0,0}\n};"), Ok(vec![Ok(2), Ok(2)]));
    }

    #[test]
    fn broken_lists_are_refused() {
        assert_eq!(sizes("[[1,2],[2,1]"), Err("this bracket is never closed".to_owned()));
        assert_eq!(sizes("[[1,2],[2,1}]"), Err("this `}` closes nothing".to_owned()));
        assert_eq!(sizes("[[\"1,2],[2,1]]"), Err("this quotation mark is never closed".to_owned()));
        assert_eq!(
            sizes("{\"cage\":[[1,2],[2,1]]}"),
            Err("the key `cage` is not one of a plain board".to_owned())
        );
        assert_eq!(sizes("[[1,2],[2]]"), Ok(vec![Err("row 2 has 1 cell, the others have 2".to_owned())]));
    }

    #[test]
    fn plain_text_is_no_list() {
        assert_eq!(start("[Puzzle]\n12\n21\n"), None);
        assert_eq!(start("1.2.\n"), None);
    }
}
