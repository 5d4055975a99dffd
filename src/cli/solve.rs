//! `exactly solve`: solutions of each puzzle.

use std::ops::ControlFlow;
use std::time::Instant;

use super::batch::{self, Line};
use super::classic::{self, Tools};
use super::exit::Exit;
use super::input::{Input, Loaded, Opened};
use super::json::JsonResult;
use super::report::Failure;
use super::run_options::RunOptions;
use super::stream::{self, Work};
use crate::formats::{write_grid, write_line};
use crate::puzzles::{Board, Puzzle};
use crate::solve::{self, Outcome, Report};

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// How many solutions to look for
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1)]
    limit: u64,

    /// Print solutions as lines of digits, even a single one
    #[arg(long)]
    line: bool,

    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Exit {
    let opened =
        if args.run.takes_classic() { args.input.open() } else { Opened::Puzzles(args.input.load()) };
    match opened {
        Opened::Boards(boards) => stream::run(boards, &Solving { args }),
        Opened::Puzzles(puzzles) => {
            let lines = args.line || puzzles.len() > 1;
            batch::run(&puzzles, |loaded| one(loaded, args, lines))
        }
    }
}

/// A report with the solutions, each row by row.
type Solved = (Report, Vec<Vec<i32>>);

/// A list of boards being solved.
struct Solving<'a> {
    args: &'a Args,
}

impl Work for Solving<'_> {
    type Tools = Tools;

    fn tools(&self) -> Tools {
        Tools::new(&self.args.run, Some(self.args.limit))
    }

    fn board(&self, tools: &mut Tools, name: &str, digits: &[u8; 81]) -> Option<Line> {
        let start = Instant::now();
        let solved = solve_board(tools, name, digits, self.args)?;
        Some(line_of(solved, start, Some(&classic::USUAL), self.args, true))
    }

    fn puzzle(&self, loaded: &Loaded) -> Line {
        one(loaded, self.args, true)
    }
}

fn one(loaded: &Loaded, args: &Args, lines: bool) -> Line {
    let start = Instant::now();
    let solved =
        loaded.puzzle.as_ref().map_err(Clone::clone).and_then(|puzzle| solve_one(&loaded.file, puzzle, args));
    line_of(solved, start, loaded.puzzle.as_ref().ok().map(|puzzle| &*puzzle.board), args, lines)
}

fn line_of(
    solved: Result<Solved, Failure>,
    start: Instant,
    board: Option<&Board>,
    args: &Args,
    lines: bool,
) -> Line {
    let all = start.elapsed();
    match solved {
        Err(failure) if args.run.json => {
            Line { out: JsonResult::invalid(&failure).line(), err: String::new(), exit: Exit::Wrong }
        }
        Err(failure) => {
            let out = if lines { "invalid".to_string() } else { String::new() };
            Line { out, err: failure.message, exit: Exit::Wrong }
        }
        Ok((report, solutions)) => {
            let exit = exit_of(&report);
            if args.run.json {
                let reading = (all.saturating_sub(report.engine_time + report.setup_time)).as_secs_f64();
                let out = JsonResult::of(&report, Some(solutions), reading).line();
                return Line { out, err: String::new(), exit };
            }
            let out = board.map_or(String::new(), |board| text(board, &report, &solutions, lines));
            Line { out, err: if lines { String::new() } else { summary(&report) }, exit }
        }
    }
}

fn solve_one(file: &str, puzzle: &Puzzle, args: &Args) -> Result<Solved, Failure> {
    let classic = args.run.takes_classic().then(|| classic::digits_of(puzzle)).flatten();
    let solved = classic
        .and_then(|digits| solve_board(&mut Tools::new(&args.run, Some(args.limit)), file, &digits, args));
    if let Some(solved) = solved {
        return solved;
    }
    let request = args.run.request(Some(args.limit));
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let mut solutions = Vec::new();
    let report = solve::run(&statement.model, &request, &mut |solution| {
        solutions.push(statement.digits(&solution));
        ControlFlow::Continue(())
    });
    report.map(|report| (report, solutions)).map_err(|error| Failure::plain(file, error.to_string()))
}

/// Solves a plain board; nothing where givens clash.
fn solve_board(
    tools: &mut Tools,
    file: &str,
    digits: &[u8; 81],
    args: &Args,
) -> Option<Result<Solved, Failure>> {
    let mut solutions = Vec::new();
    let report = tools.run(&args.run, digits, &mut |found| {
        solutions.push(found.iter().copied().map(i32::from).collect());
        ControlFlow::Continue(())
    })?;
    Some(report.map(|report| (report, solutions)).map_err(|error| Failure::plain(file, error.to_string())))
}

fn text(board: &Board, report: &Report, solutions: &[Vec<i32>], lines: bool) -> String {
    match report.outcome {
        Outcome::None => "no solution".to_string(),
        Outcome::Unknown(stop) => format!("unknown: {stop}"),
        Outcome::Solutions { .. } => {
            let cells = |digits: &Vec<i32>| digits.iter().map(|&digit| Some(digit)).collect::<Vec<_>>();
            let write = |digits| {
                if lines { write_line(board, &cells(digits)) } else { write_grid(board, &cells(digits)) }
            };
            let texts: Vec<String> =
                solutions.iter().map(|digits| write(digits).trim_end().to_string()).collect();
            texts.join(if lines { "\n" } else { "\n\n" })
        }
    }
}

/// What a run found, in a line for standard error.
pub(super) fn summary(report: &Report) -> String {
    let found = match (report.found, report.stopped()) {
        (0, None) => "no solution".to_string(),
        (0, Some(stop)) => format!("stopped before a solution was found: {stop}"),
        (1, None) => "the only solution".to_string(),
        (count, None) => format!("all {count} solutions"),
        (1, Some(stop)) => format!("1 solution, there may be more ({stop})"),
        (count, Some(stop)) => format!("{count} solutions, there may be more ({stop})"),
    };
    let seconds = (report.engine_time + report.setup_time).as_secs_f64();
    format!("{found}; engine {}, {} steps, {seconds:.3} s", report.engine, report.steps)
}

/// The exit code of a run.
pub(super) fn exit_of(report: &Report) -> Exit {
    match report.outcome {
        Outcome::Solutions { .. } => Exit::Found,
        Outcome::None => Exit::None,
        Outcome::Unknown(_) => Exit::Limit,
    }
}
