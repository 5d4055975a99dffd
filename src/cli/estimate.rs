//! `exactly count --estimate`: about how many solutions, by random descents of the search tree.

use serde::Serialize;

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::Loaded;
use super::report::{Failure, JsonError};
use super::run_options::RunOptions;
use crate::solve::{self, EngineName, Estimate};

/// How to estimate.
#[derive(Debug, clap::Args)]
pub(super) struct EstimateOptions {
    /// Estimate the number by random descents of the tree of `search`, for boards with too many solutions to count
    #[arg(long, conflicts_with_all = ["limit", "checkpoint", "resume", "progress"])]
    pub(super) estimate: bool,

    /// Descents for --estimate
    #[arg(long, requires = "estimate", value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    probes: u64,

    /// Start of the random numbers for --estimate; the same seed gives the same estimate
    #[arg(long, requires = "estimate", value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonEstimate {
    /// `estimate`, `exact`, `unknown` or `invalid`.
    status: &'static str,
    /// The estimate, in decimal or as 6.67e21; `null` where no descent reached a solution.
    estimate: Option<String>,
    /// The ends of the 95 % interval.
    low: Option<String>,
    high: Option<String>,
    probes: u64,
    /// Descents that reached a solution.
    reached: u64,
    /// The estimated steps of a complete run of `search`.
    tree_steps: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    seconds: f64,
    errors: Vec<JsonError>,
}

pub(super) fn run(puzzles: &[Loaded], options: &EstimateOptions, run: &RunOptions) -> Exit {
    let many = puzzles.len() > 1;
    batch::run(puzzles, |loaded| match one(loaded, options, run) {
        Ok(found) if run.json => Line { out: json(&found), err: String::new(), exit: exit_of(&found) },
        Ok(found) => {
            let err = if many { String::new() } else { summary(&found) };
            Line { out: text(&found), err, exit: exit_of(&found) }
        }
        Err(failure) if run.json => {
            let errors = failure.json;
            let out = to_line(&JsonEstimate { status: "invalid", errors, ..JsonEstimate::default() });
            Line { out, err: String::new(), exit: Exit::Wrong }
        }
        Err(failure) => {
            let out = if many { "invalid".to_string() } else { String::new() };
            Line { out, err: failure.message, exit: Exit::Wrong }
        }
    })
}

fn one(loaded: &Loaded, options: &EstimateOptions, run: &RunOptions) -> Result<Estimate, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let request = run.request(None);
    if !matches!(request.engine, EngineName::Auto | EngineName::Search) {
        let message = format!("--estimate descends the tree of engine search, not of {}", request.engine);
        return Err(Failure::plain("", message));
    }
    let statement = puzzle.state().map_err(|faults| Failure::faults(&loaded.file, &faults))?;
    solve::estimate(&statement.model, &request, options.probes, options.seed)
        .map_err(|error| Failure::plain(&loaded.file, error.to_string()))
}

fn text(found: &Estimate) -> String {
    match (found.exact, &found.solutions) {
        (Some(count), _) => count.to_string(),
        (None, Some(solutions)) => {
            format!("about {} (95 %: {} to {})", solutions.mean, solutions.low, solutions.high)
        }
        (None, None) => format!("unknown: no probe of {} reached a solution", found.probes),
    }
}

/// What it took, in a line for standard error.
fn summary(found: &Estimate) -> String {
    let seconds = found.time.as_secs_f64();
    if found.exact.is_some() {
        return format!("exact: the search tree is a single path; {seconds:.3} s");
    }
    let stopped = found.stopped.map_or(String::new(), |stop| format!(" ({stop})"));
    format!(
        "{} of {} probes reached a solution{stopped}; a complete search takes about {} steps; {seconds:.3} s",
        found.reached, found.probes, found.tree_steps
    )
}

/// An estimate is the asked-for fact; where there is none, or fewer probes than asked for, a limit was in the way.
fn exit_of(found: &Estimate) -> Exit {
    match found.exact {
        Some(0) => Exit::None,
        None if found.stopped.is_some() || found.solutions.is_none() => Exit::Limit,
        _ => Exit::Found,
    }
}

fn json(found: &Estimate) -> String {
    let solutions = found.solutions.filter(|_| found.exact.is_none());
    let exact = found.exact.map(|count| count.to_string());
    to_line(&JsonEstimate {
        status: match (&exact, &solutions) {
            (Some(_), _) => "exact",
            (None, Some(_)) => "estimate",
            (None, None) => "unknown",
        },
        estimate: exact.clone().or_else(|| solutions.map(|solutions| solutions.mean.to_string())),
        low: exact.clone().or_else(|| solutions.map(|solutions| solutions.low.to_string())),
        high: exact.or_else(|| solutions.map(|solutions| solutions.high.to_string())),
        probes: found.probes,
        reached: found.reached,
        tree_steps: found.tree_steps.to_string(),
        stopped: found.stopped.map(|stop| stop.to_string()),
        seconds: found.time.as_secs_f64(),
        errors: Vec::new(),
    })
}

fn to_line(object: &JsonEstimate) -> String {
    serde_json::to_string(object).expect("numbers and texts always serialise")
}
