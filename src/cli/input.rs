//! Reading puzzles from files or standard input.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use super::boards::{Boards, Start, line_count, whole_lines};
use super::report::Failure;
use crate::cover::Cover;
use crate::formats::{
    DimacsError, DimacsFile, ReadError, Source, Symbols, TextOptions, decompressed, is_cnf_name,
    looks_like_cnf, plain_name, read_cover, read_dimacs, read_puzzles,
};
use crate::puzzles::Puzzle;

/// Where the puzzles come from, and what their text leaves open.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Input {
    /// Puzzle files, many boards a file, or exact covers (.dlx); `-` or nothing reads standard input
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

/// A problem, or why it could not be read, with the file it stands in.
pub(super) struct Loaded {
    pub(super) file: String,
    pub(super) problem: Result<Problem, Failure>,
}

/// What a file holds.
pub(super) enum Problem {
    /// A puzzle.
    Puzzle(Box<Puzzle>),
    /// An exact cover.
    Cover(Box<Cover>),
}

impl Loaded {
    /// A puzzle that was read.
    pub(super) fn puzzle(file: &str, puzzle: Result<Puzzle, Failure>) -> Self {
        Self { file: file.to_string(), problem: puzzle.map(|puzzle| Problem::Puzzle(Box::new(puzzle))) }
    }

    /// The puzzle, for what takes no covers.
    pub(super) fn as_puzzle(&self) -> Result<&Puzzle, Failure> {
        match self.problem.as_ref().map_err(Clone::clone)? {
            Problem::Puzzle(puzzle) => Ok(puzzle),
            Problem::Cover(_) => Err(no_puzzle(&self.file)),
        }
    }
}

fn no_puzzle(file: &str) -> Failure {
    Failure::plain(
        file,
        "an exact cover; this takes puzzles, and covers go to solve, count, inspect and export",
    )
}

/// What the files hold.
pub(super) enum Opened {
    /// Puzzles, each read.
    Puzzles(Vec<Loaded>),
    /// A list of plain boards, read as it is worked on.
    Boards(Boards),
}

impl Input {
    /// The files, where all of them are CNF files by their names.
    pub(super) fn cnf_files(&self) -> Option<&[PathBuf]> {
        let all =
            !self.files.is_empty() && self.files.iter().all(|file| is_cnf_name(&file.to_string_lossy()));
        all.then_some(&self.files[..])
    }

    /// Reads every puzzle of every file, in order. A file that cannot be read stands for one puzzle that is wrong.
    pub(super) fn load(&self) -> Vec<Loaded> {
        let standard = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard[..] } else { &self.files };
        let mut loaded = Vec::new();
        for file in files {
            match self.load_each(file) {
                Ok(puzzles) => loaded.extend(puzzles),
                Err(failure) => loaded.push(Loaded::puzzle(&name_of(file), Err(failure))),
            }
        }
        loaded
    }

    /// Reads like [`Input::load`], or the beginning of one text where that is a list of plain 9×9 boards.
    pub(super) fn open(&self) -> Opened {
        let standard = PathBuf::from("-");
        let file = match &self.files[..] {
            [] => &standard,
            [file] => file,
            _ => return Opened::Puzzles(self.load()),
        };
        let plain = PathBuf::from(plain_name(&file.to_string_lossy()));
        let settled = matches!(
            plain.extension().and_then(|e| e.to_str()),
            Some("toml" | "iss" | "json" | "dlx" | "xc" | "matrix" | "cnf" | "dimacs")
        );
        if settled || self.text.boxes.is_some() || self.text.symbols.is_some() {
            return Opened::Puzzles(self.load());
        }
        let name = name_of(file);
        let failed = |failure| Opened::Puzzles(vec![Loaded::puzzle(&name, Err(failure))]);
        match reader_of(file).and_then(|reader| Boards::start(name.clone(), reader)) {
            Ok(Start::Boards(boards)) => Opened::Boards(boards),
            Ok(Start::Other(bytes)) => {
                let source = read_text(&name, bytes, 1).map(|text| Source::new(&name, text));
                source.and_then(|source| self.load_source(&source)).map_or_else(failed, Opened::Puzzles)
            }
            Err(error) => failed(Failure::plain(&name, error.to_string())),
        }
    }

    fn load_each(&self, file: &Path) -> Result<Vec<Loaded>, Failure> {
        self.load_source(&read_source(file)?)
    }

    fn load_source(&self, source: &Source) -> Result<Vec<Loaded>, Failure> {
        if is_cnf_name(&source.name) || looks_like_cnf(&source.text) {
            let message =
                "a CNF, which `exactly sat` solves; named .cnf it also goes to count, inspect and cnf-stats";
            return Err(Failure::plain(&source.name, message));
        }
        let failure = |error: ReadError| Failure::read(source, &error);
        if let Some(cover) = read_cover(source) {
            return self.cover(source, cover.map_err(failure)?);
        }
        let puzzles = read_puzzles(source, &self.text.options()).map_err(failure)?;
        if puzzles.is_empty() {
            return Err(Failure::plain(&source.name, "no puzzle in this file"));
        }
        for note in puzzles.iter().flatten().flat_map(|puzzle| &puzzle.notes) {
            let _ = writeln!(std::io::stderr(), "note: {}: {note}", source.name);
        }
        let loaded = |puzzle: Result<_, _>| Loaded::puzzle(&source.name, puzzle.map_err(failure));
        Ok(puzzles.into_iter().map(loaded).collect())
    }

    fn cover(&self, source: &Source, cover: Cover) -> Result<Vec<Loaded>, Failure> {
        if self.text.boxes.is_some() || self.text.symbols.is_some() {
            let message = "`--box` and `--symbols` are for boards as text, this is an exact cover";
            return Err(Failure::plain(&source.name, message));
        }
        let idle = (0..cover.option_count()).filter(|&option| !cover.is_usable(option)).count();
        if idle > 0 {
            let options = if idle == 1 { "option covers" } else { "options cover" };
            let message = format!("{idle} {options} no primary item, which is never taken");
            let _ = writeln!(std::io::stderr(), "note: {}: {message}", source.name);
        }
        Ok(vec![Loaded { file: source.name.clone(), problem: Ok(Problem::Cover(Box::new(cover))) }])
    }

    /// Reads the one puzzle that the call is about.
    pub(super) fn load_one(&self) -> Result<(String, Puzzle), Failure> {
        one(self.load()).and_then(puzzle_of)
    }

    /// Reads the one puzzle or cover that the call is about.
    pub(super) fn load_problem(&self) -> Result<(String, Problem), Failure> {
        one(self.load())
    }
}

/// Reads the one puzzle of a file.
pub(super) fn load_file(file: &Path, text: &Text) -> Result<(String, Puzzle), Failure> {
    let input = Input { files: vec![file.to_path_buf()], text: text.clone() };
    input.load_one()
}

fn puzzle_of((file, problem): (String, Problem)) -> Result<(String, Puzzle), Failure> {
    match problem {
        Problem::Puzzle(puzzle) => Ok((file, *puzzle)),
        Problem::Cover(_) => Err(no_puzzle(&file)),
    }
}

fn one(loaded: Vec<Loaded>) -> Result<(String, Problem), Failure> {
    let count = loaded.len();
    let mut first = None;
    for Loaded { file, problem } in loaded {
        let problem = problem?;
        first.get_or_insert((file, problem));
    }
    match first {
        Some(only) if count == 1 => Ok(only),
        first => {
            let file = first.map_or(String::new(), |(file, _)| file);
            Err(Failure::plain(&file, format!("{count} puzzles, this command takes one")))
        }
    }
}

pub(super) fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_string() } else { file.display().to_string() }
}

/// Reads a file, or standard input for `-`.
pub(super) fn read_source(file: &Path) -> Result<Source, Failure> {
    let name = name_of(file);
    let mut bytes = Vec::new();
    match reader_of(file).and_then(|mut reader| reader.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Source::new(&name, read_text(&name, bytes, 1)?)),
        Err(error) => Err(Failure::plain(&name, error.to_string())),
    }
}

/// A file, or standard input for `-`, unpacked where it is compressed.
fn reader_of(file: &Path) -> std::io::Result<Box<dyn Read + Send + Sync>> {
    if file.as_os_str() == "-" {
        return decompressed(std::io::stdin());
    }
    decompressed(std::fs::File::open(file)?)
}

/// Reads a CNF file, or standard input for `-`.
pub(super) fn read_cnf(file: &Path) -> Result<DimacsFile, Failure> {
    let name = name_of(file);
    let reader = reader_of(file).map_err(|error| Failure::plain(&name, error.to_string()))?;
    read_dimacs(&name, reader).map_err(|error| match (error.excerpt(), &error) {
        (Some((line, error)), _) => Failure::read(&line, error),
        (None, DimacsError::Unreadable { file, cause }) => Failure::plain(file, cause.as_str()),
        (None, _) => Failure::plain(&name, error.to_string()),
    })
}

/// The text of some bytes, which start with this line of the file.
pub(super) fn read_text(name: &str, bytes: Vec<u8>, line: usize) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Failure::plain(name, "this is UTF-16 text; save it as UTF-8");
        }
        let at = error.utf8_error().valid_up_to();
        let (of, from) = if line == 1 { ("the file", 0) } else { ("the line", whole_lines(&bytes[..at])) };
        let line = line + line_count(&bytes[..at]);
        let byte = at + 1 - from;
        Failure::plain(
            name,
            format!("not UTF-8 text: byte {byte} of {of}, in line {line}, is part of no character"),
        )
    })
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
