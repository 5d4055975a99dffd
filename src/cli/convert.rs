//! `exactly convert`: a puzzle in another format.

use std::io::{self, Write};
use std::path::PathBuf;

use super::exit::Exit;
use super::input::Input;
use super::report::Failure;
use crate::formats::{
    CannotWrite, write_fpuzzles, write_fpuzzles_link, write_iss, write_line, write_puzzle_file,
};
use crate::puzzles::Puzzle;

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// The format to write
    #[arg(long, value_enum)]
    to: Format,

    /// The file to write; standard output otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A puzzle file of this program
    Toml,
    /// A constraint string of the Interactive Sudoku Solver
    Iss,
    /// A link to f-puzzles that holds the puzzle
    Fpuzzles,
    /// The JSON of f-puzzles
    FpuzzlesJson,
    /// The givens as a line of digits
    Line,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = args.input.load_one()?;
    let cannot = |error: CannotWrite| Failure::plain(&file, error.to_string());
    // A puzzle that contradicts itself can be written, one whose clues cannot be stated is refused here.
    let text = match args.to {
        Format::Toml => write_puzzle_file(&puzzle),
        Format::Iss => write_iss(&puzzle).map_err(cannot)?,
        Format::Fpuzzles => write_fpuzzles_link(&puzzle).map_err(cannot)?,
        Format::FpuzzlesJson => write_fpuzzles(&puzzle).map_err(cannot)?,
        Format::Line => line(&file, &puzzle)?,
    };
    let written = match &args.output {
        Some(path) => std::fs::write(path, &text),
        None => io::stdout().lock().write_all(text.as_bytes()),
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let name = args.output.as_ref().map_or("<stdout>".to_string(), |path| path.display().to_string());
            Err(Failure::plain(&name, error.to_string()))
        }
        _ => Ok(Exit::Found),
    }
}

/// The givens as a line, for a puzzle that is no more than its givens.
fn line(file: &str, puzzle: &Puzzle) -> Result<String, Failure> {
    if !puzzle.is_bare() {
        return Err(Failure::plain(file, "a line of digits holds no cages and no other clues"));
    }
    if let Some(objective) = &puzzle.objective {
        let message = format!("a line of digits holds no `[{}]`", objective.goal);
        return Err(Failure::plain(file, message));
    }
    Ok(write_line(&puzzle.board, &puzzle.givens).trim_end().to_string() + "\n")
}
