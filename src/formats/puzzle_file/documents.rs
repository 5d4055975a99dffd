//! Several puzzle files in one text, with a line `---` between them.

use std::ops::Range;

use super::{PuzzleFile, ReadError, Source, read_puzzle_file};

/// Reads every puzzle file of a text, in order. A line `---` outside strings ends one; where nothing but comments comes before or after
/// it, there is none. Places and errors are those of the whole text.
///
/// ```
/// use exactly::formats::{Source, read_puzzle_files};
///
/// let files = read_puzzle_files(&Source::new("two.toml", "size = 4\n---\nsize = 0\n"));
/// assert_eq!(files[0].as_ref().map(|file| file.puzzle.board.rows()), Ok(4));
/// assert_eq!(files[1].as_ref().map_err(|error| error.place.line).err(), Some(3));
/// ```
pub fn read_puzzle_files(source: &Source) -> Vec<Result<PuzzleFile, ReadError>> {
    let text = &source.text;
    let mut pieces = pieces(text);
    pieces.retain(|piece| text[piece.clone()].lines().any(says_something));
    if pieces.is_empty() {
        return vec![read_puzzle_file(source)];
    }
    pieces.into_iter().map(|piece| read_piece(source, piece)).collect()
}

fn says_something(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// Reads a piece behind as many empty lines as there are lines before it, so that places are right.
fn read_piece(source: &Source, piece: Range<usize>) -> Result<PuzzleFile, ReadError> {
    let lines = source.place(piece.start).line - 1;
    let moved = piece.start - lines;
    let text = "\n".repeat(lines) + &source.text[piece];
    read_puzzle_file(&Source::new(&source.name, text)).map_err(|mut error| {
        if error.file == source.name {
            error.span = error.span.start.max(lines) + moved..error.span.end.max(lines) + moved;
        }
        error
    })
}

/// The pieces between lines `---` that stand in no string.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    let mut quote = None;
    for line in text.split_inclusive('\n') {
        if quote.is_none() && line.trim_end() == "---" {
            pieces.push(start..at);
            start = at + line.len();
        } else {
            quote = quote_after(line, quote);
        }
        at += line.len();
    }
    pieces.push(start..text.len());
    pieces
}

/// The quotes of the string of several lines that is open after a line, given those before it.
fn quote_after(line: &str, before: Option<&'static str>) -> Option<&'static str> {
    const LONG: [&str; 2] = ["\"\"\"", "'''"];
    let (mut open, mut rest) = (before, line);
    while let Some(first) = rest.chars().next() {
        let mut skipped = first.len_utf8();
        match open {
            // A character after a backslash ends nothing.
            Some(quote) if quote.starts_with('"') && first == '\\' => {
                skipped += rest.chars().nth(1).map_or(0, char::len_utf8);
            }
            Some(quote) if rest.starts_with(quote) => {
                skipped = quote.len();
                open = None;
            }
            Some(_) => {}
            None if first == '#' => return None,
            None => {
                let quote = LONG.into_iter().find(|quote| rest.starts_with(quote));
                skipped = quote.map_or(skipped, str::len);
                open = quote.or(["\"", "'"].into_iter().find(|quote| rest.starts_with(quote)));
            }
        }
        rest = &rest[skipped..];
    }
    open.filter(|quote| quote.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_in_strings_part_nothing() {
        let text = "---\n# one\nsize = 4\ntitle = \"a \\\" ''' # \" # \"\"\"\ngivens = \"\"\"\n1...\n---\n....\n....\n....\n\"\"\"\n---\n# none\n---\nsize = 6\nrules = [\"magic\"]\n";
        let source = Source::new("t.toml", text);
        let files = read_puzzle_files(&source);
        assert_eq!(files.len(), 2, "{files:?}");
        let first = files[0].as_ref().expect("a ruler of dashes");
        assert_eq!(first.puzzle.givens.iter().flatten().count(), 1);
        let second = files[1].as_ref().expect_err("no such rule").clone();
        assert_eq!((second.place.line, &text[second.span]), (16, "\"magic\""));
    }
}
