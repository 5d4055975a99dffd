//! `exactly explain`: the way to the solution step by step.

use std::path::PathBuf;

use serde::Serialize;

use super::batch::{self, Line};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::render;
use super::report::{Failure, JsonError, not_written};
use super::run_options::RunOptions;
use super::steps::{JsonStep, Known, Techniques, WHY, field_of, start, to_json};
use crate::engines::Stop;
use crate::puzzles::Puzzle;
use crate::render::{Frame, Picture, Theme, page, svg};
use crate::steps::{Field, Grade, Path, Position, Step};

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Write a page to step through, with a picture of each step, to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    run: RunOptions,
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonPath {
    /// `solved`, `stuck`, `broken`, `limit` or `invalid`.
    status: &'static str,
    /// What ended the run where it is `limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// Whether there is exactly one solution; absent where a limit ended that question.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    score: u32,
    rating: f64,
    steps: Vec<JsonStep>,
    errors: Vec<JsonError>,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    if args.html.is_some() && puzzles.len() != 1 {
        Failure::plain("", format!("--html is for one puzzle, and here are {}", puzzles.len())).print();
        return Exit::Wrong;
    }
    let heads = puzzles.len() > 1 && !args.run.json;
    batch::run(&puzzles, |loaded| match explained(loaded, args) {
        Ok(line) if heads => Line { out: format!("{}{}", head(loaded), line.out), ..line },
        Ok(line) => line,
        Err(failure) => wrong(failure, args.run.json),
    })
}

/// Which puzzle it is, where there are several.
fn head(loaded: &Loaded) -> String {
    let place = loaded.as_puzzle().ok().and_then(|puzzle| puzzle.place);
    let line = place.map_or(String::new(), |place| format!(":{}", place.line));
    format!("# {}{line}\n", loaded.file)
}

/// A failure as it is told.
pub(super) fn wrong(failure: Failure, json: bool) -> Line {
    if !json {
        return Line { out: String::new(), err: failure.message, exit: Exit::Wrong };
    }
    let path = JsonPath { status: "invalid", errors: failure.json, ..JsonPath::default() };
    Line { out: to_json(&path), err: String::new(), exit: Exit::Wrong }
}

fn explained(loaded: &Loaded, args: &Args) -> Result<Line, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let field = field_of(&loaded.file, puzzle)?;
    let limits = args.run.limits();
    let (position, known) = start(&field, &loaded.file, puzzle, &args.techniques, &args.run, &limits)?;
    let path = args.techniques.solver().path_until(position.clone(), &|| limits.out_of_time().is_some());
    let stopped = limits.out_of_time().filter(|_| path.is_stopped);
    if let Some(file) = &args.html {
        write_page(file, puzzle, position, &path)?;
    }
    let exit = match stopped {
        Some(_) => Exit::Limit,
        None if path.end.is_solved() => Exit::Found,
        None => Exit::None,
    };
    if args.run.json {
        return Ok(Line {
            out: to_json(&json(&path, known.is_unique(), stopped, &field)),
            err: String::new(),
            exit,
        });
    }
    let width = path.steps.len().to_string().len();
    let line = |(at, step): (usize, &Step)| format!("{:width$}  {}", at + 1, step.say(&field));
    let lines: Vec<String> = path.steps.iter().enumerate().map(line).collect();
    Ok(Line { out: lines.join("\n"), err: summary(&path, &known, stopped), exit })
}

/// Writes a page with a picture of each step.
fn write_page(
    file: &std::path::Path,
    puzzle: &Puzzle,
    mut position: Position<'_>,
    path: &Path<'_>,
) -> Result<(), Failure> {
    let field = position.field();
    let mut frames = Vec::new();
    let picture = |position: &Position<'_>| Picture::of(puzzle).with_digits(&render::digits(position));
    for step in &path.steps {
        let shown = picture(&position).with_step(&render::candidates(&position), &step.marks(field), field);
        frames.push(Frame { caption: step.say(field), svg: svg(&shown, Theme::Light, 56.0) });
        position.take(step);
    }
    let end = picture(&position).with_candidates(&render::candidates(&position));
    let caption = if position.is_solved() { "solved" } else { "no technique finds more" };
    frames.push(Frame { caption: caption.to_string(), svg: svg(&end, Theme::Light, 56.0) });
    let title = puzzle.title.as_deref().unwrap_or("The way to the solution");
    std::fs::write(file, page(title, &frames))
        .or_else(|error| not_written(&file.display().to_string(), &error))
}

/// What was found, in a line or two for standard error.
fn summary(path: &Path<'_>, known: &Known, stopped: Option<Stop>) -> String {
    let note = known.note().map_or(String::new(), |note| format!("; {note}"));
    let grade = Grade::of(&path.steps, path.end.field());
    let count = path.steps.len();
    let hardest = f64::from(grade.rating) / 10.0;
    let grade = format!("{}, score {}, the hardest step rated {hardest:.1}", grade.level, grade.score);
    let steps = if count == 1 { "step" } else { "steps" };
    if let Some(stop) = stopped {
        format!("stopped after {count} {steps} with {} cells open: {stop}{note}", path.end.open().count())
    } else if path.end.is_solved() {
        format!("solved in {count} {steps}: {grade}{note}")
    } else if path.end.is_broken() {
        let end = path.end.why_broken().unwrap_or_default();
        format!("no solution, as {count} {steps} lead to: {end}; {WHY}")
    } else {
        let open = path.end.open().count();
        format!("stuck after {count} {steps} with {open} cells open: no technique finds more ({grade}){note}")
    }
}

fn json(path: &Path<'_>, unique: Option<bool>, stopped: Option<Stop>, field: &Field) -> JsonPath {
    let grade = Grade::of(&path.steps, path.end.field());
    let is_solved = path.end.is_solved();
    JsonPath {
        status: match path.end.is_broken() {
            _ if stopped.is_some() => "limit",
            true => "broken",
            false if is_solved => "solved",
            false => "stuck",
        },
        stopped: stopped.map(|stop| stop.to_string()),
        unique,
        level: is_solved.then(|| grade.level.to_string()),
        score: grade.score,
        rating: f64::from(grade.rating) / 10.0,
        steps: path.steps.iter().map(|step| JsonStep::of(step, field)).collect(),
        errors: Vec::new(),
    }
}
