//! `exactly candidates`: for each cell the digits that occur in a solution. A digit with `?` was left open by a limit.

use serde::Serialize;

use super::batch;
use super::exit::Exit;
use super::input::Input;
use super::report::{Failure, JsonError, print, say};
use super::run_options::RunOptions;
use crate::formats::write_candidates;
use crate::primitives::IntVar;
use crate::puzzles::{Puzzle, Statement};
use crate::solve::{self, Candidates, Outcome, Verdict};

/// Arguments of `candidates`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    run: RunOptions,
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonCandidates {
    /// `complete`, `limit`, `none` or `invalid`.
    status: &'static str,
    /// What ended the run where it is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// The cells row by row, then the variables outside the board.
    cells: Vec<JsonCell>,
    /// Number of solutions that were needed.
    solutions: usize,
    questions: u64,
    steps: u64,
    seconds: f64,
    errors: Vec<JsonError>,
}

#[derive(Debug, Serialize)]
struct JsonCell {
    cell: String,
    /// The digits that occur in a solution.
    candidates: Vec<i32>,
    /// The digits of which that is not known.
    unknown: Vec<i32>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    match survey(args) {
        Ok(exit) => Ok(exit),
        Err(failure) if args.run.json => {
            let errors = failure.json.clone();
            print_json(&JsonCandidates { status: "invalid", errors, ..JsonCandidates::default() })?;
            Ok(Exit::Wrong)
        }
        Err(failure) => Err(failure),
    }
}

fn survey(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = args.input.load_one()?;
    let statement = puzzle.state().map_err(|faults| Failure::faults(&file, &faults))?;
    let bar = batch::bar(statement.model.primitives().variables.choice_count());
    let found = solve::candidates(&statement.model, &args.run.request(None), &mut |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.known as u64);
    });
    bar.finish_and_clear();
    let found = found.map_err(|error| Failure::plain(&file, error.to_string()))?;
    if args.run.json {
        print_json(&json(&puzzle, &statement, &found))?;
    } else {
        show(&puzzle, &statement, &found)?;
    }
    Ok(match (found.outcome, found.stopped()) {
        (Outcome::None, _) => Exit::None,
        (_, Some(_)) => Exit::Limit,
        (_, None) => Exit::Found,
    })
}

/// The board with its candidates, the variables outside it, and what it took.
fn show(puzzle: &Puzzle, statement: &Statement, found: &Candidates) -> Result<(), Failure> {
    if found.outcome == Outcome::None {
        return print("no solution");
    }
    let cells: Vec<Vec<(i32, bool)>> =
        statement.cells.iter().map(|&cell| marks(statement, found, cell)).collect();
    print(write_candidates(&puzzle.board, &cells).trim_end())?;
    for index in statement.cells.len()..statement.vars.len() {
        let values = marks(statement, found, statement.vars[index]);
        let values: Vec<String> =
            values.iter().map(|(value, known)| format!("{value}{}", if *known { "" } else { "?" })).collect();
        print(&format!("{}: {}", puzzle.cell_name(index), values.join(" ")))?;
    }
    say(&summary(found));
    Ok(())
}

/// The values that are not ruled out, and whether it is known that a solution takes them.
fn marks(statement: &Statement, found: &Candidates, var: IntVar) -> Vec<(i32, bool)> {
    let of = |verdict| found.values(&statement.model, var, verdict);
    let known = of(Verdict::Possible).into_iter().map(|value| (value, true));
    let mut marks: Vec<(i32, bool)> =
        known.chain(of(Verdict::Unknown).into_iter().map(|value| (value, false))).collect();
    marks.sort_unstable();
    marks
}

/// What was found, in a line for standard error.
fn summary(found: &Candidates) -> String {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let known = match found.stopped() {
        None => format!("{} in solutions, no other", plural(found.count(Verdict::Possible), "candidate")),
        Some(stop) => format!(
            "{} in solutions, {} not known and marked `?` ({stop})",
            plural(found.count(Verdict::Possible), "candidate"),
            found.count(Verdict::Unknown)
        ),
    };
    format!(
        "{known}; shown by {}, {} asked, {} steps, {:.3} s",
        plural(found.solutions().len(), "solution"),
        plural(found.questions as usize, "question"),
        found.steps,
        found.time.as_secs_f64()
    )
}

fn json(puzzle: &Puzzle, statement: &Statement, found: &Candidates) -> JsonCandidates {
    let cell = |(index, &var): (usize, &IntVar)| JsonCell {
        cell: puzzle.cell_name(index),
        candidates: found.values(&statement.model, var, Verdict::Possible),
        unknown: found.values(&statement.model, var, Verdict::Unknown),
    };
    JsonCandidates {
        status: match (found.outcome, found.stopped()) {
            (Outcome::None, _) => "none",
            (_, Some(_)) => "limit",
            (_, None) => "complete",
        },
        stopped: found.stopped().map(|stop| stop.to_string()),
        cells: statement.vars.iter().enumerate().map(cell).collect(),
        solutions: found.solutions().len(),
        questions: found.questions,
        steps: found.steps,
        seconds: found.time.as_secs_f64(),
        errors: Vec::new(),
    }
}

fn print_json(object: &JsonCandidates) -> Result<(), Failure> {
    print(&serde_json::to_string(object).expect("numbers and texts always serialise"))
}
