//! `exactly why`: clues that contradict each other, or that keep a digit out of a cell.

use serde::Serialize;

use super::exit::Exit;
use super::input::Input;
use super::report::{Failure, print, say};
use super::run_options::RunOptions;
use crate::engines::{Reply, Stop};
use crate::puzzles::{Part, PartedStatement, Puzzle};
use crate::solve::{PartsVerdict, Problem, Request, SolveError, SwitchedParts, Trouble, small_conflict};

/// So many sets of clues are found, and the smallest is shown.
const TRIES: u64 = 24;

/// Arguments of `why`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Ask why a cell cannot have this digit: r1c1=5
    #[arg(long, value_name = "CELL=DIGIT", value_parser = parse_candidate)]
    candidate: Option<Candidate>,

    #[command(flatten)]
    run: RunOptions,
}

/// A digit in a cell, 0-based row and column.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    row: usize,
    column: usize,
    digit: i32,
}

fn parse_candidate(text: &str) -> Result<Candidate, String> {
    let wrong = || format!("`{text}` is no candidate; write r1c1=5");
    let (cell, digit) = text.split_once('=').ok_or_else(wrong)?;
    let (row, column) =
        cell.trim().strip_prefix('r').and_then(|cell| cell.split_once('c')).ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0).ok_or_else(wrong);
    let digit = digit.trim().parse().map_err(|_| wrong())?;
    Ok(Candidate { row: number(row)? - 1, column: number(column)? - 1, digit })
}

/// The JSON result: a contract.
#[derive(Debug, Serialize)]
struct JsonWhy {
    /// `contradiction`, `possible` or `limit`.
    status: &'static str,
    /// What ended the run early.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    clues: Vec<JsonPart>,
}

/// A clue with its place in the text.
#[derive(Debug, Serialize)]
pub(super) struct JsonPart {
    name: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl From<&Part> for JsonPart {
    fn from(part: &Part) -> Self {
        let place = part.place.as_ref();
        Self { name: part.name.clone(), line: place.map(|at| at.line), column: place.map(|at| at.column) }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = args.input.load_one()?;
    let assumed =
        args.candidate.map(|candidate| cell_of(&puzzle, candidate).map(|cell| (cell, candidate.digit)));
    let assumed = assumed.transpose().map_err(|message| Failure::plain("", message))?;
    let parts = puzzle.parts();
    let mut request = args.run.request(None);
    let found = match by_cores(&file, &puzzle, assumed, &mut request) {
        Some(found) => found,
        None => by_search(&file, &puzzle, assumed, &mut request),
    };
    match found {
        Ok(found) => tell(args, &parts, found.as_deref()),
        Err(Trouble::Failed(failure)) => Err(failure),
        Err(Trouble::Stopped(stop)) => stopped(args, stop),
    }
}

/// The parts at fault, or nothing where there is a solution.
type Found = Result<Option<Vec<usize>>, Trouble<Failure>>;

/// By one SAT solver, where the engine is one and the parts can be stated one by one.
fn by_cores(
    file: &str,
    puzzle: &Puzzle,
    assumed: Option<(usize, i32)>,
    request: &mut Request,
) -> Option<Found> {
    let Request { engine, limits, encodings, .. } = request.clone();
    if !SwitchedParts::takes(engine) {
        return None;
    }
    let PartedStatement { statement, places } = puzzle.state_by_parts().ok()?;
    let mut parts = SwitchedParts::new(&statement.model, &places, engine, encodings).ok()?;
    if let Some((cell, digit)) = assumed {
        parts.assume(statement.model.choice(statement.cells[cell], digit)?);
    }
    let failed = |error: SolveError| Failure::plain(file, error.to_string());
    Some(match parts.solution(&limits) {
        Err(error) => Err(Trouble::Failed(failed(error))),
        // A fault that no solution shows, as a cell twice in a cage, is for the other way.
        Ok(Reply::Found(_)) if !puzzle.faults().is_empty() => {
            spend(request, parts.steps());
            return None;
        }
        Ok(Reply::Found(_)) => Ok(None),
        Ok(Reply::Stopped(stop)) => Err(Trouble::Stopped(stop)),
        Ok(Reply::None) => match parts.small_conflict(TRIES, &limits) {
            Ok(found) => Ok(Some(found)),
            Err(Trouble::Stopped(stop)) => Err(Trouble::Stopped(stop)),
            Err(Trouble::Failed(error)) => Err(Trouble::Failed(failed(error))),
        },
    })
}

/// By a run of the engine for each question.
fn by_search(file: &str, puzzle: &Puzzle, assumed: Option<(usize, i32)>, request: &mut Request) -> Found {
    let all: Vec<usize> = (0..puzzle.parts().len()).collect();
    let mut is_possible = |kept: &[usize]| {
        solutions(file, &puzzle.with_parts(kept), assumed, request, 1).map(|found| found.reaches(1))
    };
    match is_possible(&all).map_err(Trouble::Failed)? {
        PartsVerdict::Yes => Ok(None),
        PartsVerdict::Unknown(stop) => Err(Trouble::Stopped(stop)),
        PartsVerdict::No => small_conflict(&all, TRIES, &mut is_possible).map(Some),
    }
}

fn cell_of(puzzle: &Puzzle, candidate: Candidate) -> Result<usize, String> {
    let board = &puzzle.board;
    let name = format!("r{}c{}", candidate.row + 1, candidate.column + 1);
    let cell = (0..board.cell_count()).find(|&cell| puzzle.cell_name(cell) == name);
    let cell = cell.ok_or_else(|| format!("{name} lies outside the board"))?;
    if puzzle.givens[cell].is_some_and(|given| given != candidate.digit) {
        return Err(format!("{name} is given; its digit is no candidate"));
    }
    Ok(cell)
}

/// So many solutions were found, and what ended the run before all were.
pub(super) struct Counted {
    pub(super) found: u64,
    pub(super) stop: Option<Stop>,
}

impl Counted {
    /// Whether there are at least so many, where no more than that were looked for.
    pub(super) fn reaches(&self, most: u64) -> PartsVerdict {
        match self.stop {
            _ if self.found >= most => PartsVerdict::Yes,
            Some(stop) => PartsVerdict::Unknown(stop),
            None => PartsVerdict::No,
        }
    }
}

/// Looks for so many solutions of a puzzle, with a digit assumed in a cell; the request keeps the steps that are left. A puzzle
/// that cannot be stated has none.
pub(super) fn solutions(
    file: &str,
    puzzle: &Puzzle,
    assumed: Option<(usize, i32)>,
    request: &mut Request,
    most: u64,
) -> Result<Counted, Failure> {
    let mut puzzle = puzzle.clone();
    if let Some((cell, digit)) = assumed {
        puzzle.givens[cell] = Some(digit);
    }
    let Ok(statement) = puzzle.state() else { return Ok(Counted { found: 0, stop: None }) };
    request.solutions = Some(most);
    let report = Problem::new(&statement.model, request)
        .count(request)
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    spend(request, report.steps);
    Ok(Counted { found: report.found, stop: report.stopped() })
}

/// Takes steps from those that a request has left.
fn spend(request: &mut Request, steps: u64) {
    let left = &mut request.limits.steps;
    *left = left.map(|most| most.saturating_sub(steps));
}

fn tell(args: &Args, parts: &[Part], found: Option<&[usize]>) -> Result<Exit, Failure> {
    let exit = if found.is_some() { Exit::Found } else { Exit::None };
    let clues: Vec<&Part> = found.unwrap_or_default().iter().map(|&part| &parts[part]).collect();
    if args.run.json {
        let status = if found.is_some() { "contradiction" } else { "possible" };
        print_json(&JsonWhy {
            status,
            stopped: None,
            clues: clues.into_iter().map(JsonPart::from).collect(),
        })?;
        return Ok(exit);
    }
    let asked = args
        .candidate
        .map(|candidate| format!("r{}c{} = {}", candidate.row + 1, candidate.column + 1, candidate.digit));
    match (found, asked) {
        (None, None) => print("no contradiction: there is a solution")?,
        (None, Some(asked)) => print(&format!("{asked} is possible: there is a solution with it"))?,
        (Some([]), None) => print("the board alone has no solution, without any clue")?,
        (Some([]), Some(asked)) => print(&format!("the board alone leaves no {asked}, without any clue"))?,
        (Some([_]), None) => print("one clue contradicts the board:")?,
        (Some([_]), Some(asked)) => print(&format!("one clue excludes {asked}:"))?,
        (Some(_), None) => {
            print(&format!("{} clues contradict each other; none of them can be spared:", clues.len()))?;
        }
        (Some(_), Some(asked)) => {
            print(&format!("{} clues exclude {asked}; none of them can be spared:", clues.len()))?;
        }
    }
    clues.iter().try_for_each(|part| print(&line_of(part)))?;
    Ok(exit)
}

/// A clue, with its place where that is known.
pub(super) fn line_of(part: &Part) -> String {
    match &part.place {
        Some(place) => format!("  {} (line {})", part.name, place.line),
        None => format!("  {}", part.name),
    }
}

fn stopped(args: &Args, stop: Stop) -> Result<Exit, Failure> {
    if args.run.json {
        print_json(&JsonWhy { status: "limit", stopped: Some(stop.to_string()), clues: Vec::new() })?;
    } else {
        print("unknown")?;
    }
    say(&format!("stopped before the clues were found: {stop}"));
    Ok(Exit::Limit)
}

pub(super) fn print_json(result: &impl Serialize) -> Result<(), Failure> {
    print(&serde_json::to_string(result).expect("texts always serialise"))
}
