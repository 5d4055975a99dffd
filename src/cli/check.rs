//! `exactly check`: a judge of givens and of full grids.

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::report::Failure;
use super::run_options::RunOptions;
use crate::model::Solution;
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
    batch::run(&puzzles, |loaded| one(loaded, args, many))
}

fn one(loaded: &Loaded, args: &Args, many: bool) -> Line {
    let invalid = |failure: &Failure, exit| verdict(args, failure, exit, many);
    let puzzle = match loaded.as_puzzle() {
        Ok(puzzle) => puzzle,
        Err(failure) => return invalid(&failure, Exit::Wrong),
    };
    let faults = puzzle.faults();
    if !faults.is_empty() {
        return invalid(&Failure::faults(&loaded.file, &faults), Exit::None);
    }
    if args.solvable {
        return match solvable(&loaded.file, puzzle, args) {
            Ok((word, stop, exit)) => Line { err: stop, ..plain(args, word, exit) },
            Err(failure) => invalid(&failure, Exit::Wrong),
        };
    }
    match full_grid(puzzle) {
        None => plain(args, "valid", Exit::Found),
        Some(Ok(())) => plain(args, "solution", Exit::Found),
        Some(Err(reason)) => invalid(&Failure::plain(&loaded.file, reason), Exit::None),
    }
}

/// Whether a board without blanks keeps every clue; nothing where it has blanks, or variables outside it.
fn full_grid(puzzle: &Puzzle) -> Option<Result<(), String>> {
    let digits: Vec<i32> = puzzle.givens.iter().copied().collect::<Option<_>>()?;
    if !puzzle.extras.is_empty() {
        return None;
    }
    let statement = match puzzle.state() {
        Ok(statement) => statement,
        Err(faults) => return Some(Err(faults.iter().map(ToString::to_string).collect())),
    };
    let mut values = digits;
    values.resize(statement.model.primitives().variables.count(), 0);
    Some(statement.model.check(&Solution::new(values)).map_err(|violation| violation.to_string()))
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

/// The verdict on a puzzle that is wrong. Its reasons belong to the answer and go to standard output too, save where there
/// are many puzzles, with one result a line.
fn verdict(args: &Args, failure: &Failure, exit: Exit, many: bool) -> Line {
    if args.run.json {
        let out = serde_json::json!({ "verdict": "invalid", "errors": failure.json }).to_string();
        return Line { out, err: String::new(), exit };
    }
    if many {
        return Line { out: "invalid".to_string(), err: failure.message.clone(), exit };
    }
    if exit == Exit::Wrong {
        return Line { out: String::new(), err: failure.message.clone(), exit };
    }
    let reasons = failure.message.replace("error: ", "");
    Line { out: format!("invalid\n{reasons}"), err: String::new(), exit }
}
