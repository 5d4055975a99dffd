//! What the commands about steps share: which techniques, where a puzzle starts, a step in JSON.

use std::ops::ControlFlow;

use serde::Serialize;

use super::classic::{self, Tools};
use super::report::Failure;
use super::run_options::EngineOptions;
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

/// What helps where there is no solution.
pub(super) const WHY: &str = "`why` names clues that cannot go together";

/// How many solutions a puzzle was found to have.
pub(super) enum Known {
    /// This one, and no other.
    One(Vec<i32>),
    /// None.
    None,
    /// More than one.
    Several,
    /// A limit ended that question.
    Nothing,
}

impl Known {
    /// Whether there is exactly one, as it is reported.
    pub(super) fn is_unique(&self) -> Option<bool> {
        match self {
            Self::One(_) => Some(true),
            Self::None | Self::Several => Some(false),
            Self::Nothing => None,
        }
    }

    /// What there is to say where it is not known to be exactly one.
    pub(super) fn note(&self) -> Option<String> {
        match self {
            Self::One(_) => None,
            Self::None => Some(format!("it has no solution; {WHY}")),
            Self::Several => Some("it has more than one solution".to_string()),
            Self::Nothing => Some("whether it has exactly one solution is not known".to_string()),
        }
    }

    /// Tells it to the position of a puzzle.
    pub(super) fn tell(&self, position: &mut Position<'_>, techniques: &Techniques) {
        if let Self::One(solution) = self {
            position.is_unique = techniques.uses_uniqueness();
            position.know_solution(solution);
        }
    }
}

/// Asks how many solutions a puzzle has.
pub(super) fn known(
    file: &str,
    puzzle: &Puzzle,
    run: &EngineOptions,
    limits: &Limits,
) -> Result<Known, Failure> {
    let mut solution = Vec::new();
    let quick = run.takes_classic().then(|| classic::digits_of(puzzle)).flatten().and_then(|digits| {
        Tools::new(run, Some(2)).run(run, &digits, &mut |found| {
            solution = found.iter().map(|&digit| i32::from(digit)).collect();
            ControlFlow::Continue(())
        })
    });
    let report = if let Some(report) = quick {
        report
    } else {
        let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
        let request = Request { limits: limits.clone(), ..run.request(Some(2)) };
        solve::run(&statement.model, &request, &mut |found| {
            solution = statement.digits(&found);
            ControlFlow::Continue(())
        })
    };
    let report = report.map_err(|error| Failure::plain(file, error.to_string()))?;
    Ok(match report.outcome {
        Outcome::None => Known::None,
        Outcome::Solutions { .. } if report.found > 1 => Known::Several,
        Outcome::Solutions { .. } if report.is_complete() => Known::One(solution),
        _ => Known::Nothing,
    })
}

/// The position of a puzzle, and how many solutions that has.
pub(super) fn start<'f>(
    field: &'f Field,
    file: &str,
    puzzle: &Puzzle,
    techniques: &Techniques,
    run: &EngineOptions,
    limits: &Limits,
) -> Result<(Position<'f>, Known), Failure> {
    let mut position = Position::with_givens(field, puzzle);
    let known = known(file, puzzle, run, limits)?;
    known.tell(&mut position, techniques);
    Ok((position, known))
}

pub(super) fn field_of(file: &str, puzzle: &Puzzle) -> Result<Field, Failure> {
    Field::of(puzzle).map_err(|error| Failure::plain(file, error.to_string()))
}
