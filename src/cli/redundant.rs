//! `exactly redundant`: clues that can go while there is still exactly one solution.

use serde::Serialize;

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::report::Failure;
use super::run_options::RunOptions;
use super::why::{JsonPart, line_of, solutions};
use crate::engines::Reply;
use crate::puzzles::{Part, PartedStatement, Puzzle};
use crate::solve::{Request, Spare, SwitchedParts, Trouble, spare};

/// Arguments of `redundant`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    run: RunOptions,
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonRedundant {
    /// `unique`, `none`, `many`, `limit` or `invalid`; clues are looked at where there is exactly one solution.
    status: &'static str,
    /// What ended the run early.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// Number of clues.
    clues: usize,
    /// Those that can go one at a time.
    alone: Vec<JsonPart>,
    /// Those that can go together.
    together: Vec<JsonPart>,
    errors: Vec<super::report::JsonError>,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    let many = puzzles.len() > 1;
    batch::run(&puzzles, |loaded| one(loaded, args, many))
}

/// What was found out about a puzzle.
enum Found {
    Spare(Spare),
    NotUnique(&'static str),
}

fn one(loaded: &Loaded, args: &Args, many: bool) -> Line {
    let puzzle = match loaded.as_puzzle() {
        Ok(puzzle) => puzzle,
        Err(failure) => return wrong(&failure, args),
    };
    let parts = puzzle.parts();
    match find(&loaded.file, puzzle, parts.len(), args) {
        Ok(found) => told(&parts, &found, args, many),
        Err(Trouble::Failed(failure)) => wrong(&failure, args),
        Err(Trouble::Stopped(stop)) => {
            let stopped = Some(stop.to_string());
            let json =
                JsonRedundant { status: "limit", stopped, clues: parts.len(), ..JsonRedundant::default() };
            let out = if args.run.json { text(&json) } else { "unknown".to_string() };
            Line { out, err: format!("stopped before all clues were looked at: {stop}"), exit: Exit::Limit }
        }
    }
}

/// Which clues can go, by one SAT solver that is asked for a second solution, where the engine is one and the clues can be stated
/// one by one.
fn by_cores(
    file: &str,
    puzzle: &Puzzle,
    count: usize,
    request: &Request,
) -> Option<Result<Spare, Trouble<Failure>>> {
    let Request { engine, limits, encodings, .. } = request.clone();
    if !SwitchedParts::takes(engine) {
        return None;
    }
    let PartedStatement { statement, places } = puzzle.state_by_parts().ok()?;
    let mut parts = SwitchedParts::new(&statement.model, &places, engine, encodings).ok()?;
    match parts.solution(&limits) {
        Ok(Reply::Found(solution)) => parts.leave_out(&solution),
        Ok(Reply::Stopped(stop)) => return Some(Err(Trouble::Stopped(stop))),
        Ok(Reply::None) => return None,
        Err(error) => return Some(Err(Trouble::Failed(Failure::plain(file, error.to_string())))),
    }
    let mut is_unique = |kept: &[usize]| Ok(!parts.is_possible(kept, &limits));
    Some(spare(count, &mut is_unique))
}

fn find(file: &str, puzzle: &Puzzle, count: usize, args: &Args) -> Result<Found, Trouble<Failure>> {
    let mut request = args.run.request(None);
    let counted = solutions(file, puzzle, None, &mut request, 2).map_err(Trouble::Failed)?;
    match (counted.found, counted.stop) {
        (2.., _) => return Ok(Found::NotUnique("many")),
        (_, Some(stop)) => return Err(Trouble::Stopped(stop)),
        (0, None) => return Ok(Found::NotUnique("none")),
        (1, None) => {}
    }
    if let Some(found) = by_cores(file, puzzle, count, &request) {
        return found.map(Found::Spare);
    }
    let mut is_unique = |kept: &[usize]| {
        solutions(file, &puzzle.with_parts(kept), None, &mut request, 2).map(|found| !found.reaches(2))
    };
    spare(count, &mut is_unique).map(Found::Spare)
}

fn told(parts: &[Part], found: &Found, args: &Args, many: bool) -> Line {
    let (status, spare, exit) = match found {
        Found::NotUnique(status) => (*status, Spare::default(), Exit::None),
        Found::Spare(spare) if spare.alone.is_empty() => ("unique", Spare::default(), Exit::None),
        Found::Spare(spare) => ("unique", spare.clone(), Exit::Found),
    };
    let out = if args.run.json {
        let list = |which: &[usize]| which.iter().map(|&part| JsonPart::from(&parts[part])).collect();
        let (alone, together) = (list(&spare.alone), list(&spare.together));
        text(&JsonRedundant { status, clues: parts.len(), alone, together, ..JsonRedundant::default() })
    } else {
        lines(parts, status, &spare, many)
    };
    Line { out, err: String::new(), exit }
}

fn lines(parts: &[Part], status: &str, spare: &Spare, many: bool) -> String {
    let count = parts.len();
    match status {
        "none" => return "no solution".to_string(),
        "many" => return "more than one solution".to_string(),
        _ if spare.alone.is_empty() => return format!("minimal: none of the {count} clues can go"),
        _ => {}
    }
    let list = |title: String, which: &[usize]| {
        let names: Vec<String> = which.iter().map(|&part| line_of(&parts[part])).collect();
        if many { title } else { format!("{title}:\n{}", names.join("\n")) }
    };
    let alone = list(format!("{} of {count} clues can go, one at a time", spare.alone.len()), &spare.alone);
    let together = list(format!("{} can go together", spare.together.len()), &spare.together);
    format!("{alone}{}{together}", if many { "; " } else { "\n" })
}

fn wrong(failure: &Failure, args: &Args) -> Line {
    if args.run.json {
        let errors = failure.json.clone();
        let json = JsonRedundant { status: "invalid", errors, ..JsonRedundant::default() };
        return Line { out: text(&json), err: String::new(), exit: Exit::Wrong };
    }
    Line { out: "invalid".to_string(), err: failure.message.clone(), exit: Exit::Wrong }
}

fn text(json: &JsonRedundant) -> String {
    serde_json::to_string(json).expect("texts always serialise")
}
