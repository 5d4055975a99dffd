//! `exactly explain` and `hint`: the way to the solution step by step, or the next step.

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;

use super::batch::{self, Line};
use super::classic::{self, Tools};
use super::exit::Exit;
use super::input::{Input, Loaded};
use super::render;
use super::report::{Failure, JsonError, not_written};
use super::run_options::RunOptions;
use crate::puzzles::Puzzle;
use crate::render::{Frame, Picture, Theme, page, svg};
use crate::solve::{self, Outcome};
use crate::steps::{Candidate, Field, Grade, Group, Path, Position, Solver, Step, Technique};

/// Which techniques, and whether uniqueness may be used.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Techniques {
    /// Leave out techniques, by their names: `--skip "X-wing,swordfish"`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    skip: Vec<Technique>,

    /// Do not use that there is one solution, even where there is: no unique rectangles and the like
    #[arg(long)]
    no_uniqueness: bool,
}

impl Techniques {
    /// All but those left out.
    pub(super) fn solver(&self) -> Solver {
        Solver::default().without(&self.skip)
    }

    /// Those left out.
    pub(super) fn skip(&self) -> &[Technique] {
        &self.skip
    }

    /// Whether uniqueness may be used where it is known.
    pub(super) fn uses_uniqueness(&self) -> bool {
        !self.no_uniqueness
    }
}

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

/// Arguments of `hint`.
#[derive(Debug, clap::Args)]
pub(super) struct HintArgs {
    #[command(flatten)]
    input: Input,

    /// How much to tell: 1 the technique, 2 also where to look, 3 the whole step
    #[arg(long, value_name = "1-3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    tell: u8,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    run: RunOptions,
}

/// A step in JSON: a contract.
#[derive(Debug, Serialize)]
pub(super) struct JsonStep {
    technique: &'static str,
    level: String,
    score: u32,
    /// On Sudoku Explainer's scale.
    rating: f64,
    /// As `r1c1=5`.
    placed: Vec<String>,
    removed: Vec<String>,
    /// The groups that must each have a candidate, and those that may each have one, where the step is one of groups.
    base: Vec<String>,
    cover: Vec<String>,
    text: String,
}

impl JsonStep {
    pub(super) fn of(step: &Step, field: &Field) -> Self {
        let entry = step.technique.entry();
        let candidates =
            |list: &[Candidate]| list.iter().map(|&candidate| field.name(candidate, "=")).collect();
        let groups = |list: &[Group]| list.iter().map(|&group| field.group_name(group)).collect();
        Self {
            technique: entry.name,
            level: entry.level.to_string(),
            score: entry.score,
            rating: f64::from(step.rating(field)) / 10.0,
            placed: candidates(&step.placed),
            removed: candidates(&step.removed),
            base: groups(step.proof.base()),
            cover: groups(step.proof.cover()),
            text: step.say(field),
        }
    }
}

/// The JSON result: a contract.
#[derive(Debug, Default, Serialize)]
struct JsonPath {
    /// `solved`, `stuck`, `broken` or `invalid`.
    status: &'static str,
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
    batch::run(&puzzles, |loaded| match explained(loaded, args) {
        Ok(line) => line,
        Err(failure) => wrong(failure, args.run.json),
    })
}

pub(super) fn run_hint(args: &HintArgs) -> Exit {
    let puzzles = args.input.load();
    batch::run(&puzzles, |loaded| match hinted(loaded, args) {
        Ok(line) => line,
        Err(failure) => wrong(failure, args.run.json),
    })
}

fn wrong(failure: Failure, json: bool) -> Line {
    if !json {
        return Line { out: String::new(), err: failure.message, exit: Exit::Wrong };
    }
    let path = JsonPath { status: "invalid", errors: failure.json, ..JsonPath::default() };
    Line { out: to_json(&path), err: String::new(), exit: Exit::Wrong }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whether a puzzle has exactly one solution; nothing where a limit ended that question.
pub(super) fn is_unique(file: &str, puzzle: &Puzzle, run: &RunOptions) -> Result<Option<bool>, Failure> {
    let quick =
        run.takes_classic().then(|| classic::digits_of(puzzle)).flatten().and_then(|digits| {
            Tools::new(run, Some(2)).run(run, &digits, &mut |_| ControlFlow::Continue(()))
        });
    let report = if let Some(report) = quick {
        report
    } else {
        let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
        solve::run(&statement.model, &run.request(Some(2)), &mut |_| ControlFlow::Continue(()))
    };
    let report = report.map_err(|error| Failure::plain(file, error.to_string()))?;
    Ok(match report.outcome {
        Outcome::None => Some(false),
        Outcome::Solutions { .. } if report.found > 1 => Some(false),
        Outcome::Solutions { .. } if report.is_complete() => Some(true),
        _ => None,
    })
}

/// The position of a puzzle, and whether it has exactly one solution.
pub(super) fn start<'f>(
    field: &'f Field,
    file: &str,
    puzzle: &Puzzle,
    techniques: &Techniques,
    run: &RunOptions,
) -> Result<(Position<'f>, Option<bool>), Failure> {
    let mut position = Position::with_givens(field, puzzle);
    let unique = is_unique(file, puzzle, run)?;
    position.is_unique = unique == Some(true) && techniques.uses_uniqueness();
    Ok((position, unique))
}

pub(super) fn field_of(file: &str, puzzle: &Puzzle) -> Result<Field, Failure> {
    Field::of(puzzle).map_err(|error| Failure::plain(file, error.to_string()))
}

fn explained(loaded: &Loaded, args: &Args) -> Result<Line, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let field = field_of(&loaded.file, puzzle)?;
    let (position, unique) = start(&field, &loaded.file, puzzle, &args.techniques, &args.run)?;
    let path = args.techniques.solver().path(position.clone());
    if let Some(file) = &args.html {
        write_page(file, puzzle, position, &path)?;
    }
    let exit = if path.end.is_solved() { Exit::Found } else { Exit::None };
    if args.run.json {
        return Ok(Line { out: to_json(&json(&path, unique, &field)), err: String::new(), exit });
    }
    let width = path.steps.len().to_string().len();
    let line = |(at, step): (usize, &Step)| format!("{:width$}  {}", at + 1, step.say(&field));
    let lines: Vec<String> = path.steps.iter().enumerate().map(line).collect();
    Ok(Line { out: lines.join("\n"), err: summary(&path, unique), exit })
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
fn summary(path: &Path<'_>, unique: Option<bool>) -> String {
    let note = match unique {
        Some(true) => "",
        Some(false) => "; it has not exactly one solution",
        None => "; whether it has exactly one solution is not known",
    };
    let grade = Grade::of(&path.steps, path.end.field());
    let count = path.steps.len();
    let grade =
        format!("{}, score {}, rating {:.1}", grade.level, grade.score, f64::from(grade.rating) / 10.0);
    if path.end.is_solved() {
        format!("solved in {count} steps: {grade}{note}")
    } else if path.end.is_broken() {
        format!("no solution, as {count} steps show{note}")
    } else {
        let open = path.end.open().count();
        format!("stuck after {count} steps with {open} cells open: no technique finds more ({grade}){note}")
    }
}

fn json(path: &Path<'_>, unique: Option<bool>, field: &Field) -> JsonPath {
    let grade = Grade::of(&path.steps, path.end.field());
    let is_solved = path.end.is_solved();
    JsonPath {
        status: match path.end.is_broken() {
            true => "broken",
            false if is_solved => "solved",
            false => "stuck",
        },
        unique,
        level: is_solved.then(|| grade.level.to_string()),
        score: grade.score,
        rating: f64::from(grade.rating) / 10.0,
        steps: path.steps.iter().map(|step| JsonStep::of(step, field)).collect(),
        errors: Vec::new(),
    }
}

fn hinted(loaded: &Loaded, args: &HintArgs) -> Result<Line, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let field = field_of(&loaded.file, puzzle)?;
    let (position, _) = start(&field, &loaded.file, puzzle, &args.techniques, &args.run)?;
    let Some(step) = args.techniques.solver().next(&position) else {
        let out = if position.is_solved() { "the board is full" } else { "no technique finds a step" };
        return Ok(Line { out: out.to_string(), err: String::new(), exit: Exit::None });
    };
    let out = match args.tell {
        _ if args.run.json => to_json(&JsonStep::of(&step, &field)),
        1 => format!("look for a step of this kind: {}", step.technique),
        2 => format!("{}: look at {}", step.technique, place(&step, &field)),
        _ => step.say(&field),
    };
    Ok(Line { out, err: String::new(), exit: Exit::Found })
}

/// Where a step is, without what it does.
fn place(step: &Step, field: &Field) -> String {
    let mut places: Vec<String> = Vec::new();
    for group in step.proof.base() {
        let name = match *group {
            Group::Cell(cell) => field.cell_name(cell),
            Group::Place { house, .. } => field.houses()[house].name.clone(),
        };
        if !places.contains(&name) {
            places.push(name);
        }
    }
    if places.is_empty() {
        let marks = step.marks(field);
        let cells = marks.cells.iter().map(|&(cell, _)| cell);
        let mut cells: Vec<usize> =
            cells.chain(marks.candidates.iter().map(|(candidate, _)| candidate.cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        places.push(field.cell_names(cells));
    }
    places.join(", ")
}
