//! Tells the formats apart: by the file's name first, then by the text.

use std::path::Path;

use super::{ReadError, Source, TextOptions};
use super::{board_text, fpuzzles, iss, json, killer_text, knuth, matrix, opensudoku, puzzle_file};
use crate::cover::Cover;
use crate::puzzles::Puzzle;

/// The formats that are told apart here; all others are boards as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    PuzzleFile,
    Iss,
    Json,
    Fpuzzles,
    FpuzzlesLink,
    KillerText,
    OpenSudoku,
    BoardText,
}

/// Reads every puzzle of a text, in order, whatever its format.
///
/// The extensions `.toml`, `.iss` and `.json` decide; for others the text does. The boxes of `options` are those of
/// formats that state none; with a format that does, options are refused. A puzzle that cannot be read is an error in its place where the others can be told apart.
///
/// # Errors
/// A text that cannot be read at all.
pub fn read_puzzles(
    source: &Source,
    options: &TextOptions,
) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    const MARK: &str = "\u{feff}";
    match source.text.strip_prefix(MARK) {
        Some(text) if format_of(&source.name, text) != Format::BoardText => {
            let back = |mut error: ReadError| {
                if error.file != source.name {
                    return error;
                }
                error.span = error.span.start + MARK.len()..error.span.end + MARK.len();
                error
            };
            let puzzles = read(&Source::new(&source.name, text), options).map_err(back)?;
            Ok(puzzles.into_iter().map(|puzzle| puzzle.map_err(back)).collect())
        }
        _ => read(source, options),
    }
}

fn read(source: &Source, options: &TextOptions) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let format = format_of(&source.name, &source.text);
    if matches!(
        format,
        Format::PuzzleFile | Format::Iss | Format::Fpuzzles | Format::FpuzzlesLink | Format::OpenSudoku
    ) {
        refuse(source, options)?;
    }
    match format {
        Format::PuzzleFile => read_files(source),
        Format::Iss => iss::read_iss(source).map(|puzzle| vec![Ok(puzzle)]),
        Format::Json => json::read_json(source, options),
        Format::Fpuzzles => fpuzzles::read_fpuzzles(source).map(|puzzle| vec![Ok(puzzle)]),
        Format::FpuzzlesLink => fpuzzles::read_links(source),
        Format::KillerText => killer_text::read_killer_text(source, options),
        Format::OpenSudoku => opensudoku::read_opensudoku(source),
        Format::BoardText => board_text::read_boards(source, options),
    }
}

/// Reads puzzle files; where there is only one, what is wrong with it is wrong with the text.
fn read_files(source: &Source) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let files = puzzle_file::read_puzzle_files(source).into_iter();
    let mut puzzles: Vec<_> = files.map(|file| file.map(|file| file.puzzle)).collect();
    match puzzles.pop() {
        Some(only) if puzzles.is_empty() => Ok(vec![Ok(only?)]),
        last => {
            puzzles.extend(last);
            Ok(puzzles)
        }
    }
}

/// Reads the exact cover of a text; nothing where the text holds puzzles.
///
/// The extensions `.dlx` and `.xc` stand for Knuth's format, `.matrix` for a matrix of zeros and ones. Under other names, but
/// not those that decide for a puzzle, a text is a cover when its first line names items, not all of them in one
/// character, and the lines after it are options of these.
///
/// # Errors
/// A cover that cannot be read.
pub fn read_cover(source: &Source) -> Option<Result<Cover, ReadError>> {
    match extension(&source.name).as_deref() {
        Some("dlx" | "xc") => Some(knuth::read_knuth(source)),
        Some("matrix") => Some(matrix::read_matrix(source)),
        Some("toml" | "iss" | "json") => None,
        _ => knuth::looks_like(&source.text).then(|| knuth::read_knuth(source)),
    }
}

/// Whether a file of this name holds CNF: `.cnf` or `.dimacs`, compressed or not.
///
/// ```
/// assert!(exactly::formats::is_cnf_name("a.cnf.gz"));
/// ```
pub fn is_cnf_name(name: &str) -> bool {
    matches!(extension(name).as_deref(), Some("cnf" | "dimacs"))
}

/// Whether a text is DIMACS CNF by its first line that is no comment.
pub fn looks_like_cnf(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| *line != "c" && !line.starts_with("c "));
    lines.next().is_some_and(|line| line.starts_with("p cnf "))
}

fn extension(name: &str) -> Option<String> {
    Path::new(super::plain_name(name))
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase)
}

/// Refuses options that a format has no use for, since it states the board itself.
fn refuse(source: &Source, options: &TextOptions) -> Result<(), ReadError> {
    let option = match options {
        TextOptions { boxes: Some(_), .. } => "--box",
        TextOptions { symbols: Some(_), .. } => "--symbols",
        TextOptions { boxes: None, symbols: None } => return Ok(()),
    };
    let error =
        ReadError::new(source, 0..0, format!("`{option}` is for boards as text, this file states its own"));
    Err(error.with_help(format!("leave out `{option}`, or change the file")))
}

fn format_of(name: &str, text: &str) -> Format {
    match extension(name).as_deref() {
        Some("toml") => Format::PuzzleFile,
        Some("iss") => Format::Iss,
        _ if fpuzzles::looks_like_link(text) => Format::FpuzzlesLink,
        _ if fpuzzles::looks_like(text) => Format::Fpuzzles,
        Some("json") => Format::Json,
        _ if json::looks_like(text) => Format::Json,
        _ if opensudoku::looks_like(text) => Format::OpenSudoku,
        _ if iss::looks_like(text) => Format::Iss,
        _ if killer_text::looks_like(text) => Format::KillerText,
        _ if puzzle_file::looks_like(text) => Format::PuzzleFile,
        _ => Format::BoardText,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_told_apart() {
        for (name, text, format) in [
            ("a.toml", "", Format::PuzzleFile),
            ("a.ISS", "53..", Format::Iss),
            ("a.txt", "{\"size\": 9}", Format::Json),
            ("a.txt", "{{1, 2}, {3, 4}}", Format::BoardText),
            ("a.txt", "[[1, 2], [3, 4]]", Format::BoardText),
            ("a.txt", "# killer\n.Cage~3~R1C1~R1C2", Format::Iss),
            ("<stdin>", "SumoCueV1=17+0", Format::KillerText),
            ("<stdin>", "AAB\nACC\nACC\nA=3 B=4 C=9", Format::KillerText),
            ("<stdin>", "title = \"x\"\nsize = 9", Format::PuzzleFile),
            ("<stdin>", "..3.2.6..9..3.5..1", Format::BoardText),
            ("<stdin>", "<?xml?><opensudoku></opensudoku>", Format::OpenSudoku),
        ] {
            assert_eq!(format_of(name, text), format, "{text}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let source = Source::new("a.toml", "\u{feff}size = 0\n");
        let error = read_puzzles(&source, &TextOptions::default()).expect_err("no board has no cells");
        assert_eq!((error.place.column, &source.text[error.span]), (8, "0"));
    }
}
