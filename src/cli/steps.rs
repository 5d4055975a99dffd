//! What the commands about steps share: which techniques, where a puzzle starts, a step in JSON.

use std::ops::ControlFlow;

use serde::Serialize;

use super::classic::{self, Tools};
use super::report::Failure;
use super::run_options::RunOptions;
use crate::engines::Limits;
use crate::puzzles::Puzzle;
use crate::solve::{self, Outcome, Request};
use crate::steps::{Candidate, Field, Group, Position, Solver, Step, Technique};

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

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whether a puzzle has exactly one solution; nothing where a limit ended that question.
pub(super) fn is_unique(
    file: &str,
    puzzle: &Puzzle,
    run: &RunOptions,
    limits: &Limits,
) -> Result<Option<bool>, Failure> {
    let quick =
        run.takes_classic().then(|| classic::digits_of(puzzle)).flatten().and_then(|digits| {
            Tools::new(run, Some(2)).run(run, &digits, &mut |_| ControlFlow::Continue(()))
        });
    let report = if let Some(report) = quick {
        report
    } else {
        let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
        let request = Request { limits: limits.clone(), ..run.request(Some(2)) };
        solve::run(&statement.model, &request, &mut |_| ControlFlow::Continue(()))
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
    limits: &Limits,
) -> Result<(Position<'f>, Option<bool>), Failure> {
    let mut position = Position::with_givens(field, puzzle);
    let unique = is_unique(file, puzzle, run, limits)?;
    position.is_unique = unique == Some(true) && techniques.uses_uniqueness();
    Ok((position, unique))
}

pub(super) fn field_of(file: &str, puzzle: &Puzzle) -> Result<Field, Failure> {
    Field::of(puzzle).map_err(|error| Failure::plain(file, error.to_string()))
}
