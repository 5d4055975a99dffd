//! `exactly sample`: solutions at random.

use std::time::{Duration, Instant};

use super::covers;
use super::exit::Exit;
use super::input::{Input, Problem};
use super::interrupt;
use super::json::JsonResult;
use super::report::{Failure, print, say};
use super::run_options::parse_time;
use super::solve::{boards, exit_of, summary_of};
use crate::cover::Cover;
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::solve::{self, Outcome, Request, Sample, sample_cover};

/// Arguments of `sample`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// How many solutions to draw, up to a million; one may come again
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    count: u32,

    /// What the drawing starts from: the same seed draws the same solutions
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Print a solution a line: digits, or the numbers of a cover's options
    #[arg(long)]
    line: bool,

    /// Give up after this time: 30s, 500ms, 2m
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (sample, text) =
        match args.input.load_problem().and_then(|(file, problem)| drawn(args, &file, &problem)) {
            Err(failure) if args.json => {
                print(&JsonResult::invalid(&failure).line())?;
                return Ok(Exit::Wrong);
            }
            drawn => drawn?,
        };
    let Sample { solutions, count, report } = sample;
    if args.json {
        let reading = start.elapsed().saturating_sub(report.engine_time + report.setup_time).as_secs_f64();
        let result = JsonResult::of(&report, Some(solutions), reading).with_count(count.to_string());
        print(&result.line())?;
        return Ok(exit_of(&report));
    }
    match report.outcome {
        Outcome::None => print("no solution")?,
        Outcome::Unknown(stop) => print(&format!("unknown: {stop}"))?,
        Outcome::Solutions { .. } => print(&text)?,
    }
    let summary = summary_of(&report, &count.to_string());
    say(&if report.found > 1 { format!("drawn from {summary}") } else { summary });
    Ok(exit_of(&report))
}

/// The solutions as numbers, and as text.
fn drawn(args: &Args, file: &str, problem: &Problem) -> Result<(Sample<Vec<i32>>, String), Failure> {
    let limits = Limits {
        deadline: args.time.map(|time| Instant::now() + time),
        cancel: interrupt::cancel(),
        ..Limits::default()
    };
    match problem {
        Problem::Cover(cover) => of_cover(args, file, cover, &limits),
        Problem::Puzzle(puzzle) => of_puzzle(args, file, puzzle, limits),
    }
}

fn of_cover(
    args: &Args,
    file: &str,
    cover: &Cover,
    limits: &Limits,
) -> Result<(Sample<Vec<i32>>, String), Failure> {
    let sample = sample_cover(cover, args.count as usize, args.seed, limits)
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    let numbers = |options: Vec<usize>| options.into_iter().map(|option| option as i32 + 1).collect();
    let sample = sample.map(numbers);
    let text = covers::text(cover, &sample.solutions, args.line);
    Ok((sample, text))
}

fn of_puzzle(
    args: &Args,
    file: &str,
    puzzle: &Puzzle,
    limits: Limits,
) -> Result<(Sample<Vec<i32>>, String), Failure> {
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let request = Request { limits, ..Request::default() };
    let problem = solve::Problem::new(&statement.model, &request);
    let sample = problem
        .sample(args.count as usize, args.seed, &request.limits)
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    let sample = sample.map(|solution| statement.digits(&solution));
    let text = boards(&puzzle.board, &sample.solutions, args.line);
    Ok((sample, text))
}
