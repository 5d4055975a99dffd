//! Reading puzzles from files or standard input.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use super::report::Failure;
use crate::formats::{ReadError, Source, Symbols, TextOptions, read_puzzles};
use crate::puzzles::Puzzle;

/// Where the puzzles come from, and what their text leaves open.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Input {
    /// Puzzle files, many boards a file; `-` or nothing reads standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) text: Text,
}

/// What a text leaves open.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Text {
    /// Rows and columns of a box, as 2x3, or `none`; the usual ones otherwise
    #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
    boxes: Option<(usize, usize)>,

    /// How digits above 9 are written: 1-G (A = 10), 0-F (0 is the first digit) or A-P (A is the first digit)
    #[arg(long, value_name = "KIND", value_parser = parse_symbols)]
    symbols: Option<Symbols>,
}

impl Text {
    pub(super) fn options(&self) -> TextOptions {
        TextOptions { boxes: self.boxes, symbols: self.symbols }
    }
}

/// A puzzle, or why it could not be read, with the file it stands in.
pub(super) struct Loaded {
    pub(super) file: String,
    pub(super) puzzle: Result<Puzzle, Failure>,
}

impl Input {
    /// Reads every puzzle of every file, in order. A file that cannot be read stands for one puzzle that is wrong.
    pub(super) fn load(&self) -> Vec<Loaded> {
        let standard = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard[..] } else { &self.files };
        let mut loaded = Vec::new();
        for file in files {
            match self.load_each(file) {
                Ok(puzzles) => loaded.extend(puzzles),
                Err(failure) => loaded.push(Loaded { file: name_of(file), puzzle: Err(failure) }),
            }
        }
        loaded
    }

    fn load_each(&self, file: &Path) -> Result<Vec<Loaded>, Failure> {
        let source = read_source(file)?;
        let failure = |error: ReadError| Failure::read(&source, &error);
        let puzzles = read_puzzles(&source, &self.text.options()).map_err(failure)?;
        if puzzles.is_empty() {
            return Err(Failure::plain(&source.name, "no puzzle in this file"));
        }
        for note in puzzles.iter().flatten().flat_map(|puzzle| &puzzle.notes) {
            let _ = writeln!(std::io::stderr(), "note: {}: {note}", source.name);
        }
        let loaded =
            |puzzle: Result<_, _>| Loaded { file: source.name.clone(), puzzle: puzzle.map_err(failure) };
        Ok(puzzles.into_iter().map(loaded).collect())
    }

    /// Reads the one puzzle that the call is about.
    pub(super) fn load_one(&self) -> Result<(String, Puzzle), Failure> {
        one(self.load())
    }
}

/// Reads the one puzzle of a file.
pub(super) fn load_file(file: &Path, text: &Text) -> Result<(String, Puzzle), Failure> {
    let input = Input { files: vec![file.to_path_buf()], text: text.clone() };
    one(input.load())
}

fn one(loaded: Vec<Loaded>) -> Result<(String, Puzzle), Failure> {
    let count = loaded.len();
    let mut first = None;
    for Loaded { file, puzzle } in loaded {
        let puzzle = puzzle?;
        first.get_or_insert((file, puzzle));
    }
    match first {
        Some(only) if count == 1 => Ok(only),
        first => {
            let file = first.map_or(String::new(), |(file, _)| file);
            Err(Failure::plain(&file, format!("{count} puzzles, this command takes one")))
        }
    }
}

fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_string() } else { file.display().to_string() }
}

/// Reads a file, or standard input for `-`.
pub(super) fn read_source(file: &Path) -> Result<Source, Failure> {
    let name = name_of(file);
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|error| Failure::plain(&name, error.to_string()))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error)
            if error.as_bytes().starts_with(&[0xff, 0xfe]) || error.as_bytes().starts_with(&[0xfe, 0xff]) =>
        {
            Err(Failure::plain(&name, "this is UTF-16 text; save it as UTF-8"))
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
            Err(Failure::plain(
                &name,
                format!(
                    "not UTF-8 text: byte {} of the file, in line {line}, is part of no character",
                    at + 1
                ),
            ))
        }
    }
}

fn parse_box(text: &str) -> Result<(usize, usize), String> {
    if text == "none" {
        return Ok((0, 0));
    }
    let sides = text.split_once(['x', 'X', '×']);
    let numbers = sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    match numbers {
        Some((rows, columns)) if rows > 0 && columns > 0 => Ok((rows, columns)),
        _ => Err("expected rows and columns of a box, as 2x3, or `none`".to_string()),
    }
}

fn parse_symbols(text: &str) -> Result<Symbols, String> {
    match text {
        "1-G" => Ok(Symbols::OneToG),
        "0-F" => Ok(Symbols::ZeroToF),
        "A-P" => Ok(Symbols::AToP),
        _ => Err("expected 1-G, 0-F or A-P".to_string()),
    }
}
