//! What a run says at its end.

use std::time::Duration;

use super::{CheckpointError, EngineName};
use crate::engines::{End, PlaceError, Stop};
use crate::lower::{CoverTooLarge, LowerError, TotalsError};
use crate::model::Violation;

/// The three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solutions were found: all of them, or as many as a limit allowed.
    Solutions {
        /// Exhausted, or what stopped the run.
        end: End,
    },
    /// There is no solution.
    None,
    /// The run was stopped before it found one.
    Unknown(Stop),
}

/// The outcome with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// Number of solutions found.
    pub found: u64,
    /// The engine that gave the answer; `presolve` where none had to run.
    pub engine: &'static str,
    /// Steps over all engines that ran, as each counts them.
    pub steps: u64,
    /// Time of the engines alone.
    pub engine_time: Duration,
    /// Time of presolving and lowering.
    pub setup_time: Duration,
}

impl Report {
    /// Whether every solution was found.
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome, Outcome::None | Outcome::Solutions { end: End::Exhausted })
    }

    /// What stopped the run, if something did.
    pub fn stopped(&self) -> Option<Stop> {
        match self.outcome {
            Outcome::Unknown(stop) | Outcome::Solutions { end: End::Stopped(stop) } => Some(stop),
            Outcome::None | Outcome::Solutions { end: End::Exhausted } => None,
        }
    }
}

/// What can go wrong between a model and its solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A primitive that cannot be lowered.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// More different values than the search can hold.
    #[error("engine search takes at most 64 different values; use dlx or varisat")]
    TooManyValues,
    /// A model that the kernel for plain sudokus does not take.
    #[error(
        "engine classic takes plain 9×9 sudokus only: rows, columns and 3×3 boxes with digits 1 to 9, and no other clue; use auto"
    )]
    NotClassic,
    /// A solution that breaks a constraint: a bug of this crate, never of the model.
    #[error(
        "a bug in exactly: engine {engine} found a solution in which {violation}; please report it with the input"
    )]
    WrongSolution {
        /// The engine.
        engine: &'static str,
        /// The constraint.
        violation: Violation,
    },
    /// An answer in which a variable has no value: a bug of this crate.
    #[error(
        "a bug in exactly: engine {engine} left a variable without a value; please report it with the input"
    )]
    NoValue {
        /// The engine.
        engine: &'static str,
    },
    /// Engine `classic` was asked to run an exact cover.
    #[error("engine classic takes plain 9×9 sudokus only; for an exact cover use another engine")]
    NotForCovers,
    /// A cover that has no CNF of a bearable size.
    #[error("engine {engine} cannot take this cover: {source}; use search or dlx")]
    CoverTooLarge {
        /// The engine.
        engine: &'static str,
        /// What is too large.
        source: CoverTooLarge,
    },
    /// A cover that is too large to be counted by subproblems.
    #[error(
        "method memo takes covers of some thousand options, and this one has {options}; use enumerate or auto"
    )]
    TooManyForMemo {
        /// Options of the cover.
        options: usize,
    },
    /// A cover that is too large for the search for the cheapest ones.
    #[error("the cheapest covers are found among some thousand options, and this cover has {options}")]
    TooManyForCheapest {
        /// Options of the cover.
        options: usize,
    },
    /// Parts that were to contradict each other and do not: a bug of this crate or of the engine.
    #[error(
        "a bug in exactly: engine {engine} named parts that do not contradict each other; please report it with the input"
    )]
    NoConflict {
        /// The engine.
        engine: &'static str,
    },
    /// A model that does not say which solutions are best.
    #[error("the model has no objective; set one with `set_objective`")]
    NoObjective,
    /// An objective, or costs of a cover, with more totals than a SAT solver can be told of.
    #[error("engine {engine} cannot add up the costs: {source}; use search")]
    TooManyTotals {
        /// The engine.
        engine: &'static str,
        /// What is too large.
        source: TotalsError,
    },
    /// A solution that costs more than was asked for: a bug of this crate, never of the model.
    #[error(
        "a bug in exactly: engine {engine} found a solution that is worse than it was asked for; please report it with the input"
    )]
    WrongValue {
        /// The engine.
        engine: &'static str,
    },
    /// A cover that is too large for its solutions to be kept as a diagram.
    #[error("a diagram is built of covers of some thousand options, and this one has {options}")]
    TooManyForDiagram {
        /// Options of the cover.
        options: usize,
    },
    /// A run of a cover by an engine that cannot be resumed.
    #[error("engine {engine} cannot be resumed; for runs with checkpoints use auto or search")]
    NotResumable {
        /// The engine.
        engine: EngineName,
    },
    /// A checkpoint of another run.
    #[error("the checkpoint does not fit: {0}")]
    Checkpoint(#[from] CheckpointError),
    /// A place that the run cannot go on from.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Options that are no exact cover: a bug of this crate.
    #[error(
        "a bug in exactly: engine {engine} gave options that are no exact cover; please report it with the input"
    )]
    WrongCover {
        /// The engine.
        engine: &'static str,
    },
    /// A model that breaks a clause: a bug of the engine.
    #[error(
        "a bug in exactly: engine {engine} gave a model that breaks a clause; please report it with the input"
    )]
    WrongModel {
        /// The engine.
        engine: &'static str,
    },
    /// An engine that takes no CNF.
    #[error("this engine takes no CNF; use auto, varisat, batsat or `external:COMMAND`")]
    NotForCnf,
    /// A count with too many digits.
    #[error("the count would have too many digits: {free} variables are in no clause, and each doubles it")]
    TooManyFree {
        /// Variables in no clause.
        free: usize,
    },
}
