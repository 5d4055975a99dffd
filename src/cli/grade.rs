//! `exactly grade`: how hard puzzles are, by the steps that a person needs.

use serde::Serialize;

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::report::{Failure, JsonError};
use super::run_options::RunOptions;
use super::steps::{Techniques, known};
use crate::steps::{Grade, Graded, Grader};

/// Arguments of `grade`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    run: RunOptions,
}

/// What JSON results say of a grade; nothing where there is none.
#[derive(Debug, Default, Serialize)]
pub(super) struct JsonFigures {
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    /// On HoDoKu's scale: the sum over all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// On Sudoku Explainer's scale: that of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

impl JsonFigures {
    /// The figures of the steps that were found.
    pub(super) fn of(found: &Graded) -> Self {
        let Grade { level, score, rating } = found.grade;
        Self { level: Some(level.to_string()), score: Some(score), rating: Some(f64::from(rating) / 10.0) }
    }
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonGrade {
    /// `solved`, `stuck`, `limit`, `not-unique` or `invalid`; where it is not `solved`, the figures are those of the steps so far.
    status: &'static str,
    #[serde(flatten)]
    figures: JsonFigures,
    /// The technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    steps: usize,
    errors: Vec<JsonError>,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    let grader = Grader::new(args.techniques.skip());
    batch::run(&puzzles, |loaded| match graded(loaded, &grader, args) {
        Ok(line) => line,
        Err(failure) if args.run.json => {
            let json = JsonGrade { status: "invalid", errors: failure.json, ..JsonGrade::default() };
            line(&json, Exit::Wrong)
        }
        Err(failure) => Line { out: "invalid".to_string(), err: failure.message, exit: Exit::Wrong },
    })
}

fn line(json: &JsonGrade, exit: Exit) -> Line {
    Line { out: serde_json::to_string(json).unwrap_or_default(), err: String::new(), exit }
}

fn graded(loaded: &Loaded, grader: &Grader, args: &Args) -> Result<Line, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let limits = args.run.limits();
    let known = known(&loaded.file, puzzle, &args.run, &limits)?;
    if known.is_unique() == Some(false) {
        let out = "not exactly one solution".to_string();
        return Ok(if args.run.json {
            line(&JsonGrade { status: "not-unique", ..JsonGrade::default() }, Exit::None)
        } else {
            Line { out, err: String::new(), exit: Exit::None }
        });
    }
    let stop = || limits.out_of_time().is_some();
    let found = grader
        .at_start(puzzle, |mut position| {
            known.tell(&mut position, &args.techniques);
            grader.grade_until(&position, &stop)
        })
        .map_err(|error| Failure::plain(&loaded.file, error.to_string()))?;
    let exit = match found {
        Graded { is_stopped: true, .. } => Exit::Limit,
        Graded { is_solved: true, .. } => Exit::Found,
        _ => Exit::None,
    };
    Ok(if args.run.json { line(&json(&found), exit) } else { text(&found, exit) })
}

fn status_of(found: &Graded) -> &'static str {
    match found {
        Graded { is_stopped: true, .. } => "limit",
        Graded { is_solved: true, .. } => "solved",
        _ => "stuck",
    }
}

fn json(found: &Graded) -> JsonGrade {
    JsonGrade {
        status: status_of(found),
        figures: JsonFigures::of(found),
        hardest: found.hardest.map(|technique| technique.entry().name),
        steps: found.steps,
        errors: Vec::new(),
    }
}

/// `rating 2.6  score 324  medium  pointing`.
fn text(found: &Graded, exit: Exit) -> Line {
    let hardest = found.hardest.map_or("none needed", |technique| technique.entry().name);
    let out = if found.is_solved {
        let rating = f64::from(found.grade.rating) / 10.0;
        format!("{rating:4.1} {:6} {:8} {hardest}", found.grade.score, found.grade.level)
    } else {
        let (count, rating) = (found.steps, f64::from(found.grade.rating) / 10.0);
        let steps = if count == 1 { "step" } else { "steps" };
        format!("{} after {count} {steps}, the hardest {rating:.1} {hardest}", status_of(found))
    };
    Line { out, err: String::new(), exit }
}
