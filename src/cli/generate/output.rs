//! How puzzles that were made are shown.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;

use crate::cli::report::{Failure, not_written};
use crate::formats::{write_grid, write_line, write_puzzle_file};
use crate::generate::Made;
use crate::puzzles::{Board, Puzzle};

/// Where puzzles go, and in which form.
#[derive(Debug, clap::Args)]
pub(super) struct Output {
    /// Print boards as grids, not as lines
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
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

impl Output {
    /// Makes the folder.
    pub(super) fn prepare(&self) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| {
            Failure::plain(&folder.display().to_string(), format!("cannot be made: {error}"))
        })
    }

    /// Shows a puzzle, `number` counted from 0; breaks where nobody reads any more, or with what failed.
    pub(super) fn show(&self, number: u64, seed: u64, made: &Made) -> ControlFlow<Result<(), Failure>> {
        let text = match self.text(number + 1, seed, made) {
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
    fn text(&self, number: u64, seed: u64, made: &Made) -> Result<Option<String>, Failure> {
        if let Some(folder) = &self.folder {
            let file = folder.join(format!("puzzle-{number:04}.toml"));
            return fs::write(&file, write_puzzle_file(&made.puzzle)).map(|()| None).map_err(|error| {
                Failure::plain(&file.display().to_string(), format!("cannot be written: {error}"))
            });
        }
        if self.json {
            let json = json(number, seed, made);
            return Ok(Some(serde_json::to_string(&json).expect("numbers and texts always serialise")));
        }
        Ok(Some(match line(&made.puzzle) {
            _ if self.grid && is_grid(&made.puzzle) => {
                write_grid(&made.puzzle.board, &made.puzzle.givens).trim_end().to_string() + "\n"
            }
            Some(line) => line,
            None => format!("# puzzle {number}\n{}", write_puzzle_file(&made.puzzle)),
        }))
    }
}

fn json(number: u64, seed: u64, made: &Made) -> JsonMade<'_> {
    let grade = made.graded.filter(|graded| graded.is_solved).map(|graded| graded.grade);
    JsonMade {
        number,
        seed,
        puzzle: line(&made.puzzle).unwrap_or_else(|| write_puzzle_file(&made.puzzle)),
        solution: &made.solution,
        clues: made.clue_count(),
        level: grade.map(|grade| grade.level.to_string()),
        score: grade.map(|grade| grade.score),
        rating: grade.map(|grade| f64::from(grade.rating) / 10.0),
    }
}

/// Whether a puzzle is no more than a board and its givens.
fn is_grid(puzzle: &Puzzle) -> bool {
    puzzle.cages.is_empty() && puzzle.clues.is_empty() && puzzle.extras.is_empty()
}

/// The puzzle as a line, where that says all of it.
fn line(puzzle: &Puzzle) -> Option<String> {
    let usual = Board::usual(puzzle.board.rows()).ok()?;
    (is_grid(puzzle) && usual == *puzzle.board)
        .then(|| write_line(&puzzle.board, &puzzle.givens).trim_end().to_string())
}
