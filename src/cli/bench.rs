//! `exactly bench`: the engines side by side on the same puzzles.

mod table;

use std::time::{Duration, Instant};

use serde::Serialize;

use super::encoding_options::EncodingOptions;
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::interrupt;
use super::report::{Failure, print, say};
use super::run_options::parse_time;
use crate::engines::{Limits, Stop};
use crate::puzzles::Statement;
use crate::solve::{EngineName, Problem, Report, Request, SolveError};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Engines to compare, with commas between; the first one is what the others are held against
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "search,dlx,varisat,auto")]
    engine: Vec<EngineName>,

    /// Runs of each engine on each puzzle; the median counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,

    /// Stop at so many solutions; 0 counts all
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: u64,

    /// Stop each run after this time: 30s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    time: Duration,

    #[command(flatten)]
    encodings: EncodingOptions,

    /// One JSON object a puzzle and engine on standard output
    #[arg(long)]
    json: bool,
}

/// What an engine did on a puzzle: the JSON result, a contract.
#[derive(Clone, Debug, Serialize)]
struct Row {
    puzzle: String,
    engine: String,
    /// `unique`, `solutions`, `none`, `solution limit`, `time limit`, `cancelled`, `failed` or `refused`.
    outcome: String,
    /// Solutions found.
    found: u64,
    steps: u64,
    /// Milliseconds of stating the model; the same for every engine.
    model_ms: f64,
    /// Milliseconds of presolve and lowering, the median.
    setup_ms: f64,
    /// Milliseconds of the engine, the median.
    solve_ms: f64,
    /// The least and the most that the number of solutions can be after this run.
    #[serde(skip)]
    range: (u64, u64),
}

/// The outcomes of runs that were over before they were done.
const UNFINISHED: [&str; 3] = ["time limit", "cancelled", "failed"];

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let puzzles = args.input.load();
    let mut rows: Vec<Row> = Vec::new();
    let mut exit = Exit::Found;
    let names = names(&puzzles);
    if !args.json {
        print(&table::head(&names, &args.engine))?;
    }
    for (loaded, name) in puzzles.iter().zip(&names) {
        match one(loaded, name, args, table::widths(&names, &args.engine)) {
            Ok(measured) => {
                if let Some(message) = disagreement(&measured) {
                    say(&format!(
                        "error: {name}: {message}; this is a bug in exactly, please report it with the input"
                    ));
                    exit = Exit::Wrong;
                }
                let limited = measured.iter().any(|row| UNFINISHED.contains(&&row.outcome[..]));
                exit = exit.max(if limited { Exit::Limit } else { Exit::Found });
                rows.extend(measured);
            }
            Err(failure) => {
                failure.print();
                exit = Exit::Wrong;
            }
        }
        if interrupt::cancel().is_cancelled() {
            break;
        }
    }
    if !args.json {
        for line in table::totals(&rows, &args.engine, &names) {
            print(&line)?;
        }
    }
    Ok(exit)
}

/// The file, with a number behind it where it holds several puzzles.
fn names(puzzles: &[Loaded]) -> Vec<String> {
    let name = |at: usize| {
        let file = &puzzles[at].file;
        let before = puzzles[..at].iter().rev().take_while(|other| other.file == *file).count();
        let alone = before == 0 && puzzles.get(at + 1).is_none_or(|next| next.file != *file);
        if alone { file.clone() } else { format!("{file}#{}", before + 1) }
    };
    (0..puzzles.len()).map(name).collect()
}

/// Runs every engine on a puzzle and prints a row for each.
fn one(loaded: &Loaded, name: &str, args: &Args, widths: [usize; 2]) -> Result<Vec<Row>, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let start = Instant::now();
    let statement = puzzle.state().map_err(|faults| Failure::faults(&loaded.file, &faults))?;
    let model_ms = milliseconds(start.elapsed());
    let mut rows = Vec::new();
    for &engine in &args.engine {
        let row =
            Row { puzzle: name.to_string(), model_ms, ..measure(&loaded.file, &statement, engine, args)? };
        let json = || serde_json::to_string(&row).expect("numbers and texts always serialise");
        print(&if args.json { json() } else { table::line(&row, widths) })?;
        rows.push(row);
    }
    Ok(rows)
}

/// The median of the runs. A run that a limit ended is not repeated.
fn measure(file: &str, statement: &Statement, engine: EngineName, args: &Args) -> Result<Row, Failure> {
    let mut runs: Vec<Report> = Vec::new();
    for _ in 0..args.repeats {
        let limits = Limits {
            deadline: Some(Instant::now() + args.time),
            cancel: interrupt::cancel(),
            ..Limits::default()
        };
        let solutions = Some(args.limit).filter(|&limit| limit > 0);
        let encodings = args.encodings.encodings();
        let request = Request { engine, encodings, solutions, limits, ..Request::default() };
        match Problem::new(&statement.model, &request).count(&request) {
            Err(error @ (SolveError::Lower(_) | SolveError::TooManyValues)) => {
                return Ok(refused(engine, &error.to_string()));
            }
            Err(wrong) => return Err(Failure::plain(file, wrong.to_string())),
            Ok(report) => runs.push(report),
        }
        if matches!(
            runs.last().and_then(Report::stopped),
            Some(Stop::Time | Stop::Cancelled | Stop::Failed(_))
        ) {
            break;
        }
    }
    let last = runs[runs.len() - 1];
    Ok(Row {
        puzzle: String::new(),
        engine: engine.to_string(),
        outcome: match (last.stopped(), last.found) {
            (Some(Stop::Failed(reason)), _) => {
                say(&format!("error: {file}: {reason}"));
                "failed".to_string()
            }
            (Some(stop), _) => stop.to_string(),
            (None, 0) => "none".to_string(),
            (None, 1) => "unique".to_string(),
            (None, _) => "solutions".to_string(),
        },
        found: last.found,
        steps: last.steps,
        model_ms: 0.0,
        setup_ms: median(runs.iter().map(|report| report.setup_time)),
        solve_ms: median(runs.iter().map(|report| report.engine_time)),
        range: (last.found, if last.is_complete() { last.found } else { u64::MAX }),
    })
}

/// An engine that does not take the puzzle is left out of the comparison.
fn refused(engine: EngineName, message: &str) -> Row {
    say(&format!("error: {engine}: {message}"));
    Row {
        puzzle: String::new(),
        engine: engine.to_string(),
        outcome: "refused".to_string(),
        found: 0,
        steps: 0,
        model_ms: 0.0,
        setup_ms: 0.0,
        solve_ms: 0.0,
        range: (0, u64::MAX),
    }
}

/// Two engines whose numbers of solutions cannot both be right.
fn disagreement(rows: &[Row]) -> Option<String> {
    let most = rows.iter().max_by_key(|row| row.range.0)?;
    let least = rows.iter().min_by_key(|row| row.range.1)?;
    let say = |row: &Row| {
        let all = if row.range.1 == u64::MAX { "at least " } else { "" };
        format!("{} found {all}{}", row.engine, row.found)
    };
    (most.range.0 > least.range.1).then(|| format!("the engines DISAGREE: {}, {}", say(most), say(least)))
}

fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<f64> = times.map(milliseconds).collect();
    times.sort_unstable_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { f64::midpoint(times[middle - 1], times[middle]) }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::{Row, disagreement, refused};
    use crate::solve::EngineName;

    fn row(engine: &str, found: u64, complete: bool) -> Row {
        let range = (found, if complete { found } else { u64::MAX });
        Row { engine: engine.to_string(), found, range, ..refused(EngineName::Auto, "") }
    }

    #[test]
    fn counts_that_contradict_each_other() {
        let compare = |rows: &[(u64, bool)]| {
            let names = ["search", "dlx", "varisat"];
            let rows: Vec<Row> =
                rows.iter().zip(names).map(|(&(found, complete), name)| row(name, found, complete)).collect();
            disagreement(&rows)
        };
        assert_eq!(compare(&[(1, true), (1, true), (0, false)]), None);
        assert_eq!(compare(&[(2, false), (2, true), (1, false)]), None);
        assert_eq!(
            compare(&[(1, true), (1, true), (0, true)]).as_deref(),
            Some("the engines DISAGREE: dlx found 1, varisat found 0")
        );
        assert_eq!(
            compare(&[(1, true), (2, false)]).as_deref(),
            Some("the engines DISAGREE: dlx found at least 2, search found 1")
        );
        assert_eq!(compare(&[]), None);
    }
}
