//! How puzzles that were made are shown.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;

use crate::cli::grade::JsonFigures;
use crate::cli::report::{Failure, not_written};
use crate::formats::{write_grid, write_line, write_puzzle_file};
use crate::generate::Made;
use crate::puzzles::{Board, Puzzle};

/// Where puzzles go, and in which form.
#[derive(Debug, clap::Args)]
pub(super) struct Output {
    /// Print plain boards as grids, not as lines; others come as puzzle files all the same
    #[arg(long)]
    grid: bool,

    /// Write each puzzle to a puzzle file of its own in this folder
    #[arg(short = 'o', long = "output", value_name = "FOLDER", conflicts_with_all = ["grid", "json"])]
    folder: Option<PathBuf>,

    /// One JSON object a puzzle: with seed, solution, number of clues, grade
    #[arg(long, conflicts_with = "grid")]
    pub(super) json: bool,
}

/// The JSON result: a contract.
#[derive(Debug, Serialize)]
struct JsonMade<'m> {
    /// From 1.
    number: u64,
    seed: u64,
    /// A line of digits where that says all, or a puzzle file.
    puzzle: String,
    /// Row by row.
    solution: &'m [i32],
    clues: usize,
    #[serde(flatten)]
    figures: JsonFigures,
}

impl Output {
    /// Makes the folder; refuses one that holds a file that would be overwritten.
    pub(super) fn prepare(&self, count: u64) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let wrong = |message: String| Failure::plain(&folder.display().to_string(), message);
        if folder.exists() && !folder.is_dir() {
            return Err(wrong("is no folder; name one for the puzzles to be written to".to_string()));
        }
        fs::create_dir_all(folder).map_err(|error| wrong(format!("cannot be made: {error}")))?;
        let entries = fs::read_dir(folder).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let number = |name: &String| name.strip_prefix("puzzle-")?.strip_suffix(".toml")?.parse::<u64>().ok();
        let is_meant =
            |name: &String| number(name).is_some_and(|number| number <= count && *name == file_name(number));
        match names.filter(is_meant).min() {
            Some(name) => Err(wrong(format!("holds {name} already; name another folder, or move it away"))),
            None => Ok(()),
        }
    }

    /// Shows a puzzle, `number` counted from 0; breaks where nobody reads any more, or with what failed.
    /// `is_first` says that none was shown before.
    pub(super) fn show(
        &self,
        number: u64,
        seed: u64,
        made: &Made,
        is_first: bool,
    ) -> ControlFlow<Result<(), Failure>> {
        let text = match self.text(number + 1, seed, made, is_first) {
            Ok(Some(text)) => text,
            Ok(None) => return ControlFlow::Continue(()),
            Err(failure) => return ControlFlow::Break(Err(failure)),
        };
        match writeln!(io::stdout(), "{text}") {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(not_written("<stdout>", &error)),
        }
    }

    /// What to print of a puzzle; nothing where it went to a file.
    fn text(&self, number: u64, seed: u64, made: &Made, is_first: bool) -> Result<Option<String>, Failure> {
        if let Some(folder) = &self.folder {
            let file = folder.join(file_name(number));
            return fs::write(&file, write_puzzle_file(&made.puzzle)).map(|()| None).map_err(|error| {
                Failure::plain(&file.display().to_string(), format!("cannot be written: {error}"))
            });
        }
        if self.json {
            let json = json(number, seed, made);
            return Ok(Some(serde_json::to_string(&json).expect("numbers and texts always serialise")));
        }
        Ok(Some(match line(&made.puzzle) {
            Some(_) if self.grid => {
                write_grid(&made.puzzle.board, &made.puzzle.givens).trim_end().to_string() + "\n"
            }
            Some(line) => line,
            None => {
                let between = if is_first { "" } else { "---\n" };
                format!("{between}# puzzle {number}\n{}", write_puzzle_file(&made.puzzle))
            }
        }))
    }
}

fn json(number: u64, seed: u64, made: &Made) -> JsonMade<'_> {
    JsonMade {
        number,
        seed,
        puzzle: line(&made.puzzle).unwrap_or_else(|| write_puzzle_file(&made.puzzle)),
        solution: &made.solution,
        clues: made.clue_count(),
        figures: made.graded.as_ref().map(JsonFigures::of).unwrap_or_default(),
    }
}

/// The file of a puzzle, counted from 1.
fn file_name(number: u64) -> String {
    format!("puzzle-{number:04}.toml")
}

/// The puzzle as a line, where that says all of it.
fn line(puzzle: &Puzzle) -> Option<String> {
    let usual = Board::usual(puzzle.board.rows()).ok()?;
    (puzzle.is_bare() && usual == *puzzle.board)
        .then(|| write_line(&puzzle.board, &puzzle.givens).trim_end().to_string())
}
