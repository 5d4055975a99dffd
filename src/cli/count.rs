//! `exactly count`: the number of solutions of each puzzle.

use std::time::Instant;

use super::batch::{self, Line};
use super::estimate::{self, EstimateOptions};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::json::JsonResult;
use super::report::{Failure, say};
use super::run_options::RunOptions;
use super::solve::{exit_of, summary};
use crate::engines::Stop;
use crate::puzzles::Puzzle;
use crate::solve::{Problem, Report};

/// Arguments of `count`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Stop at so many solutions; 2 tells whether there is exactly one
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    limit: Option<u64>,

    #[command(flatten)]
    estimate: EstimateOptions,

    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    if args.estimate.estimate {
        return estimate::run(&puzzles, &args.estimate, &args.run);
    }
    let many = puzzles.len() > 1;
    batch::run(&puzzles, |loaded| one(loaded, args, many))
}

fn one(loaded: &Loaded, args: &Args, many: bool) -> Line {
    let start = Instant::now();
    let counted =
        loaded.puzzle.as_ref().map_err(Clone::clone).and_then(|puzzle| count_one(&loaded.file, puzzle, args));
    let all = start.elapsed();
    match counted {
        Err(failure) if args.run.json => {
            Line { out: JsonResult::invalid(&failure).line(), err: String::new(), exit: Exit::Wrong }
        }
        Err(failure) => {
            let out = if many { "invalid".to_string() } else { String::new() };
            Line { out, err: failure.message, exit: Exit::Wrong }
        }
        Ok(report) if args.run.json => {
            let reading = (all.saturating_sub(report.engine_time + report.setup_time)).as_secs_f64();
            Line {
                out: JsonResult::of(&report, None, reading).line(),
                err: String::new(),
                exit: exit_of_count(&report),
            }
        }
        Ok(report) => {
            let out = if report.is_complete() {
                report.found.to_string()
            } else {
                format!("at least {}", report.found)
            };
            let err = if many { String::new() } else { summary(&report) };
            Line { out, err, exit: exit_of_count(&report) }
        }
    }
}

fn count_one(file: &str, puzzle: &Puzzle, args: &Args) -> Result<Report, Failure> {
    let request = args.run.request(args.limit);
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let problem = Problem::new(&statement.model, &request);
    let unlimited = args.limit.is_none() && args.run.is_unlimited();
    if unlimited && !problem.presolved().impossible && looks_endless(puzzle) {
        say(&format!(
            "warning: {file}: so open a board has more solutions than can be counted one by one; \
this will not end (give --limit or --time, or press Ctrl-C for what it has)"
        ));
    }
    problem.count(&request).map_err(|error| Failure::plain(file, error.to_string()))
}

/// Whether a board without cages has so few givens that its solutions cannot be enumerated: a rule of thumb.
fn looks_endless(puzzle: &Puzzle) -> bool {
    let given = puzzle.givens.iter().flatten().count();
    let cells = puzzle.board.cell_count();
    let needed = if puzzle.board.value_count() > 9 { cells * 3 / 10 } else { cells * 15 / 100 };
    puzzle.cages.is_empty() && puzzle.board.value_count() > 7 && given < needed
}

/// A count is the asked-for fact when it is complete or reached the limit asked for.
fn exit_of_count(report: &Report) -> Exit {
    match report.stopped() {
        None | Some(Stop::Solutions) => exit_of(report),
        Some(_) => Exit::Limit,
    }
}
