//! `exactly solve`: solutions of each puzzle or exact cover.

use std::ops::ControlFlow;
use std::time::Instant;

use indicatif::ProgressBar;

use super::batch::{self, Line};
use super::best::{self, Standing};
use super::classic::{self, Tools};
use super::covers;
use super::exit::Exit;
use super::input::{Input, Loaded, Opened, Problem};
use super::json::JsonResult;
use super::long::{self, LongOptions};
use super::printer::{Form, Printer};
use super::progress::{self, Shown};
use super::report::Failure;
use super::run_options::RunOptions;
use super::stream::{self, Work};
use crate::cover::Cover;
use crate::engines::Stop;
use crate::formats::{write_grid, write_line};
use crate::puzzles::{Board, Puzzle};
use crate::solve::{self, Outcome, Report, Request};

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// How many solutions to look for
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1)]
    limit: u64,

    /// Print solutions as lines of digits, even a single one; of a cover, the numbers of its options
    #[arg(long)]
    line: bool,

    /// Look for so many solutions of an exact cover with the least costs, cheapest first
    #[arg(long, value_name = "K", conflicts_with_all = ["limit", "checkpoint", "resume", "progress"], value_parser = clap::value_parser!(u32).range(1..))]
    cheapest: Option<u32>,

    #[command(flatten)]
    long: LongOptions,

    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Exit {
    let is_stream = args.run.takes_classic() && args.long.for_covers().is_none();
    let opened = if is_stream { args.input.open() } else { Opened::Puzzles(args.input.load()) };
    match opened {
        Opened::Boards(boards) => stream::run(boards, &Solving { args }),
        Opened::Puzzles(puzzles) => {
            if let Some(failure) = args.long.refusal(puzzles.len()) {
                failure.print();
                return Exit::Wrong;
            }
            let layout = match puzzles.len() {
                1 if args.line => Layout::Lines,
                1 => Layout::Blocks,
                _ => Layout::List,
            };
            batch::run_shown(&puzzles, |loaded, bar| one(loaded, args, layout, bar))
        }
    }
}

/// How solutions are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// The only puzzle: a block of lines for each.
    Blocks,
    /// The only puzzle: a line for each.
    Lines,
    /// One of several puzzles: a line for each, after those of the puzzles before.
    List,
}

/// A report with the solutions, each row by row, and where the search for the best ended.
type Solved = (Report, Vec<Vec<i32>>, Option<Standing>);

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
        let write = |found: &[Vec<i32>]| boards(&classic::USUAL, found, true);
        Some(line_of(solved, start, &write, self.args, true))
    }

    fn puzzle(&self, loaded: &Loaded) -> Line {
        one(loaded, self.args, Layout::List, &ProgressBar::hidden())
    }
}

fn one(loaded: &Loaded, args: &Args, layout: Layout, bar: &ProgressBar) -> Line {
    let lines = layout != Layout::Blocks;
    let start = Instant::now();
    match &loaded.problem {
        Err(failure) => line_of(Err(failure.clone()), start, &|_| String::new(), args, lines),
        Ok(Problem::Puzzle(puzzle)) => {
            let cheapest = args.cheapest.map(|_| "--cheapest");
            if let Some(option) = cheapest.or(args.long.for_covers()) {
                let message = format!("{option} is for exact covers, this is a puzzle; leave it out");
                return line_of(
                    Err(Failure::plain(&loaded.file, message)),
                    start,
                    &|_| String::new(),
                    args,
                    lines,
                );
            }
            let write = |found: &[Vec<i32>]| boards(&puzzle.board, found, lines);
            line_of(solve_one(&loaded.file, puzzle, args, lines), start, &write, args, lines)
        }
        Ok(Problem::Cover(cover)) => {
            let write = |found: &[Vec<i32>]| match args.cheapest {
                Some(_) => covers::priced(cover, found),
                None => covers::text(cover, found, lines),
            };
            let solved = solve_cover(&loaded.file, cover, args, layout, bar);
            let solved = solved.map(|(report, solutions)| (report, solutions, None));
            covers::explain(cover, line_of(solved, start, &write, args, lines), args.run.json)
        }
    }
}

/// The solutions of a cover that are still to be printed. Those of the only puzzle of a call are printed as they are found.
fn solve_cover(
    file: &str,
    cover: &Cover,
    args: &Args,
    layout: Layout,
    bar: &ProgressBar,
) -> Result<(Report, Vec<Vec<i32>>), Failure> {
    if let Some(count) = args.cheapest {
        return covers::cheapest(file, cover, &args.run, count as usize);
    }
    let form = match layout {
        _ if args.run.json => Form::Collected,
        Layout::Blocks => Form::Text,
        Layout::Lines => Form::Lines,
        Layout::List => Form::Collected,
    };
    let mut printer = Printer::new(cover, form, bar);
    let report = progress::shown(&Shown { bar, every: args.long.progress, name: file }, |meter| {
        let request = Request { meter, ..args.run.request(Some(args.limit)) };
        match args.long.kept() {
            None => covers::solve(file, cover, &request, &mut printer),
            Some(_) => long::solve(file, cover, &args.long, &request, &mut printer),
        }
    })?;
    Ok((report, std::mem::take(&mut printer.kept)))
}

/// The line of a result; `write` puts solutions into text.
fn line_of(
    solved: Result<Solved, Failure>,
    start: Instant,
    write: &dyn Fn(&[Vec<i32>]) -> String,
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
        Ok((report, solutions, standing)) => {
            let is_open = standing.is_some_and(|standing| standing.is_open());
            let exit = if is_open { Exit::Limit } else { exit_of(&report) };
            if args.run.json {
                let reading = (all.saturating_sub(report.engine_time + report.setup_time)).as_secs_f64();
                let out = JsonResult::of(&report, Some(solutions), reading).with_standing(standing).line();
                return Line { out, err: String::new(), exit };
            }
            let out = match report.outcome {
                Outcome::None => "no solution".to_string(),
                Outcome::Unknown(stop) => format!("unknown: {stop}"),
                Outcome::Solutions { .. } if solutions.is_empty() => String::new(),
                Outcome::Solutions { .. } => headed(standing, &write(&solutions), lines),
            };
            let err = match standing {
                _ if lines && !is_cut(&report) => String::new(),
                Some(standing) => standing.summary(&report),
                None => summary(&report),
            };
            Line { out, err, exit }
        }
    }
}

/// Solutions with their value: over them, or at the end of each line.
fn headed(standing: Option<Standing>, solutions: &str, lines: bool) -> String {
    match standing {
        None => solutions.to_string(),
        Some(standing) if lines => {
            let valued = |line: &str| format!("{line} {}", standing.text());
            solutions.lines().map(valued).collect::<Vec<_>>().join("\n")
        }
        Some(standing) => format!("{}\n{solutions}", standing.text()),
    }
}

fn solve_one(file: &str, puzzle: &Puzzle, args: &Args, lines: bool) -> Result<Solved, Failure> {
    if let Some(objective) = puzzle.objective.as_ref().filter(|_| args.limit > 0) {
        let tells = !lines && !args.run.json;
        return best::solve(file, puzzle, objective.goal, (&args.run, args.limit), tells)
            .map(|(report, solutions, standing)| (report, solutions, Some(standing)));
    }
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
    report.map(|report| (report, solutions, None)).map_err(|error| Failure::plain(file, error.to_string()))
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
    Some(
        report
            .map(|report| (report, solutions, None))
            .map_err(|error| Failure::plain(file, error.to_string())),
    )
}

/// Solved boards as grids, or as lines of digits.
pub(super) fn boards(board: &Board, solutions: &[Vec<i32>], lines: bool) -> String {
    let write = |digits: &Vec<i32>| {
        let cells: Vec<Option<i32>> = digits.iter().map(|&digit| Some(digit)).collect();
        let text = if lines { write_line(board, &cells) } else { write_grid(board, &cells) };
        text.trim_end().to_string()
    };
    let texts: Vec<String> = solutions.iter().map(write).collect();
    texts.join(if lines { "\n" } else { "\n\n" })
}

/// What a run found, in a line for standard error.
pub(super) fn summary(report: &Report) -> String {
    summary_of(report, &report.found.to_string())
}

/// The same for a count that may be larger than a report can say.
pub(super) fn summary_of(report: &Report, count: &str) -> String {
    let found = match (report.found, report.stopped()) {
        (0, None) => "no solution".to_string(),
        (0, Some(stop)) => format!("stopped before a solution was found: {stop}"),
        (1, None) => "the only solution".to_string(),
        (_, None) => format!("all {count} solutions"),
        (1, Some(stop)) => format!("1 solution, there may be more ({stop})"),
        (_, Some(stop)) => format!("{count} solutions, there may be more ({stop})"),
    };
    let seconds = (report.engine_time + report.setup_time).as_secs_f64();
    format!("{found}; engine {}, {} steps, {seconds:.3} s", report.engine, report.steps)
}

/// Whether there may be more solutions than were found, and not because no more were wanted.
fn is_cut(report: &Report) -> bool {
    report.found > 0 && report.stopped().is_some_and(|stop| stop != Stop::Solutions)
}

/// The exit code of a run.
pub(super) fn exit_of(report: &Report) -> Exit {
    match report.outcome {
        Outcome::Solutions { .. } => Exit::Found,
        Outcome::None => Exit::None,
        Outcome::Unknown(_) => Exit::Limit,
    }
}
