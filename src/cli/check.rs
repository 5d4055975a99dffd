//! `exactly check`: a judge of givens and of full grids.

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::report::Failure;
use super::run_options::RunOptions;
use crate::puzzles::Puzzle;
use crate::solve::{Outcome, Problem};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Also decide whether a solution exists
    #[arg(long)]
    solvable: bool,

    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    let many = puzzles.len() > 1;
    batch::run(&puzzles, |loaded| {
        let mut line = one(loaded, args);
        if many && line.out.is_empty() {
            line.out = "invalid".to_string();
        } else if many && let Some((verdict, reasons)) = line.out.split_once('\n') {
            line = Line { err: reasons.to_string(), out: verdict.to_string(), ..line };
        }
        line
    })
}

fn one(loaded: &Loaded, args: &Args) -> Line {
    let puzzle = match &loaded.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => return verdict(args, "invalid", failure, Exit::Wrong),
    };
    let faults = puzzle.faults();
    if !faults.is_empty() {
        return verdict(args, "invalid", &Failure::faults(&loaded.file, &faults), Exit::None);
    }
    if args.solvable {
        return match solvable(&loaded.file, puzzle, args) {
            Ok((word, stop, exit)) => Line { err: stop, ..plain(args, word, exit) },
            Err(failure) => verdict(args, "invalid", &failure, Exit::Wrong),
        };
    }
    let full = puzzle.givens.iter().all(Option::is_some);
    plain(args, if full { "solution" } else { "valid" }, Exit::Found)
}

/// The verdict, and what stopped the run before there was one.
fn solvable(file: &str, puzzle: &Puzzle, args: &Args) -> Result<(&'static str, String, Exit), Failure> {
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let request = args.run.request(Some(1));
    let report = Problem::new(&statement.model, &request)
        .count(&request)
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    Ok(match report.outcome {
        Outcome::Solutions { .. } => ("solvable", String::new(), Exit::Found),
        Outcome::None => ("no solution", String::new(), Exit::None),
        Outcome::Unknown(stop) => ("unknown", format!("stopped: {stop}"), Exit::Limit),
    })
}

fn plain(args: &Args, word: &str, exit: Exit) -> Line {
    let out = if args.run.json {
        serde_json::json!({ "verdict": word, "errors": [] }).to_string()
    } else {
        word.to_string()
    };
    Line { out, err: String::new(), exit }
}

/// A verdict with its reasons, which belong to the answer and go to standard output too.
fn verdict(args: &Args, word: &str, failure: &Failure, exit: Exit) -> Line {
    if args.run.json {
        let out = serde_json::json!({ "verdict": word, "errors": failure.json }).to_string();
        return Line { out, err: String::new(), exit };
    }
    if exit == Exit::Wrong {
        return Line { out: String::new(), err: failure.message.clone(), exit };
    }
    let reasons = failure.message.replace("error: ", "");
    Line { out: format!("{word}\n{reasons}"), err: String::new(), exit }
}
