//! The state of a long run on a cover as a text, from which another run goes on.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::cover::{Cover, Cube};
use crate::engines::{CoverSearch, Engine, Place, PlaceError, Stats};

/// The format that is written and read.
const FORMAT: u32 = 1;

/// Cubes of a count: enough for a hundred cores, and the same on every machine, so that limits on steps end it at the same
/// place.
const CUBES: usize = 512;

/// Most cubes of a count in parts that is taken up again.
const MOST_CUBES: usize = 100_000;

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// It counts the solutions, on all cores.
    Count,
    /// It visits the solutions in order.
    Solve,
}

/// Where a run of a cover stands: taken up by [`resume_count`](super::resume_count) or
/// [`resume_solutions`](super::resume_solutions), which move it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub(super) task: Task,
    fingerprint: u64,
    /// The number of cubes that was asked for, and what came of it.
    asked: usize,
    pub(super) cubes: Vec<Cube>,
    /// One for each cube.
    pub(super) parts: Vec<Part>,
}

/// Where the run stands in one cube.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    /// The number of the cube, from 1.
    cube: usize,
    pub(super) solutions: u64,
    pub(super) steps: u64,
    /// Items and options of what is left of the cover below the cube.
    pub(super) place: Place,
}

/// The text of a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: u32,
    task: Task,
    engine: String,
    /// The cover's fingerprint.
    cover: String,
    cubes: usize,
    solutions: String,
    steps: u64,
    /// Cubes that were started.
    parts: Vec<Part>,
    /// A sum over the text with nothing here, by FNV-1a (64 bits).
    check: String,
}

/// Why a text is no checkpoint to go on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A text of another kind, or a part of one.
    #[error("not a checkpoint: {0}")]
    Unreadable(String),
    /// A format of another version of this program.
    #[error("it has format {0}, and this program reads format {FORMAT}")]
    Format(u32),
    /// The run of another engine.
    #[error("it is of engine {0}, and only runs of engine search are resumed")]
    Engine(String),
    /// The run of another cover.
    #[error("it is of another cover: its fingerprint is {found}, and this cover has {expected}")]
    Cover {
        /// In the checkpoint.
        found: String,
        /// Of the cover at hand.
        expected: String,
    },
    /// A count where solutions are wanted, or the other way round.
    #[error("it is of `{found}`, and this is `{}`", if *.found == "count" { "solve" } else { "count" })]
    Task {
        /// In the checkpoint.
        found: &'static str,
    },
    /// A number of cubes that no run makes.
    #[error("it splits the cover into {0} cubes; there can be 1 to {MOST_CUBES}")]
    Cubes(usize),
    /// A cube that does not exist, or comes twice.
    #[error("it names cube {cube} of {count}, which is not there or comes twice")]
    Part {
        /// Its number, from 1.
        cube: usize,
        /// How many there are.
        count: usize,
    },
    /// A text that was changed.
    #[error("it was changed: its check sum does not hold")]
    Changed,
    /// A place that the search does not come to.
    #[error("its place in cube {cube} does not fit: {error}")]
    Place {
        /// The number of the cube, from 1.
        cube: usize,
        /// What is wrong.
        error: PlaceError,
    },
}

impl Part {
    /// The part after a run of so many steps and answers that ended at a place.
    pub(super) fn after(&self, stats: Stats, place: Place) -> Self {
        Self {
            cube: self.cube,
            solutions: self.solutions.saturating_add(stats.answers),
            steps: self.steps.saturating_add(stats.steps),
            place,
        }
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { steps: self.steps, answers: self.solutions }
    }
}

impl Task {
    fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Solve => "solve",
        }
    }
}

impl Checkpoint {
    /// The start of a run.
    pub fn start(cover: &Cover, task: Task) -> Self {
        let asked = match task {
            Task::Count => CUBES,
            Task::Solve => 1,
        };
        Self::with_cubes(cover, task, asked)
    }

    fn with_cubes(cover: &Cover, task: Task, asked: usize) -> Self {
        let cubes = cover.cubes(asked);
        let parts = (1..=cubes.len()).map(|cube| Part { cube, ..Part::default() }).collect();
        Self { task, fingerprint: cover.fingerprint(), asked, cubes, parts }
    }

    /// Reads the text of a checkpoint of this cover and task.
    ///
    /// # Errors
    /// A text that is no checkpoint, or one of another cover or task, or one that contradicts itself or the cover.
    pub fn read(text: &str, cover: &Cover, task: Task) -> Result<Self, CheckpointError> {
        // The version comes first: other versions may have other fields.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let unreadable = |error: serde_json::Error| CheckpointError::Unreadable(error.to_string());
        let Version { format } = serde_json::from_str(text).map_err(unreadable)?;
        if format != FORMAT {
            return Err(CheckpointError::Format(format));
        }
        let text: Text = serde_json::from_str(text).map_err(unreadable)?;
        text.check(cover, task)?;
        let mut checkpoint = Self::with_cubes(cover, task, text.cubes);
        let line = text.line();
        checkpoint.fill(text.parts, cover)?;
        let is_whole = checkpoint.text_with_sum().line() == line;
        if is_whole { Ok(checkpoint) } else { Err(CheckpointError::Changed) }
    }

    /// Puts the parts that were started in their places.
    fn fill(&mut self, parts: Vec<Part>, cover: &Cover) -> Result<(), CheckpointError> {
        let (mut seen, count) = (BTreeSet::new(), self.cubes.len());
        for part in parts {
            let cube = part.cube;
            if !(1..=count).contains(&cube) || !seen.insert(cube) {
                return Err(CheckpointError::Part { cube, count });
            }
            let rest = cover.rest(&self.cubes[cube - 1]).filter(|_| !part.place.is_done());
            if let Some(rest) = rest {
                let fits = CoverSearch.check_place(&rest.cover, &part.place);
                fits.map_err(|error| CheckpointError::Place { cube, error })?;
            }
            self.parts[cube - 1] = part;
        }
        Ok(())
    }

    /// The text, with a line for each part.
    pub fn text(&self) -> String {
        let text = self.text_with_sum().line();
        text.replace("[{\"cube\"", "[\n{\"cube\"").replace(",{\"cube\"", ",\n{\"cube\"") + "\n"
    }

    fn text_with_sum(&self) -> Text {
        let started = |part: &&Part| **part != Part { cube: part.cube, ..Part::default() };
        let mut text = Text {
            format: FORMAT,
            task: self.task,
            engine: CoverSearch.name().to_string(),
            cover: print_of(self.fingerprint),
            cubes: self.asked,
            solutions: self.solutions().to_string(),
            steps: self.steps(),
            parts: self.parts.iter().filter(started).cloned().collect(),
            check: String::new(),
        };
        text.check = print_of(fnv(text.line().as_bytes()));
        text
    }

    /// The same run where its parts stand now.
    pub(super) fn with_parts(&self, parts: Vec<Part>) -> Self {
        Self { parts, ..self.clone() }
    }

    /// Whether it is of this cover and task.
    pub(super) fn check(&self, cover: &Cover, task: Task) -> Result<(), CheckpointError> {
        check(&print_of(self.fingerprint), self.task, cover, task)
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.parts.iter().all(|part| part.place.is_done())
    }

    /// Solutions found so far.
    pub fn solutions(&self) -> BigUint {
        self.parts.iter().map(|part| BigUint::from(part.solutions)).sum()
    }

    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.steps))
    }
}

impl Text {
    fn line(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts always serialise")
    }

    fn check(&self, cover: &Cover, task: Task) -> Result<(), CheckpointError> {
        if self.engine != CoverSearch.name() {
            return Err(CheckpointError::Engine(self.engine.clone()));
        }
        check(&self.cover, self.task, cover, task)?;
        let most = if task == Task::Solve { 1 } else { MOST_CUBES };
        if (1..=most).contains(&self.cubes) { Ok(()) } else { Err(CheckpointError::Cubes(self.cubes)) }
    }
}

/// Whether a checkpoint with this fingerprint and task is of a cover and a task.
fn check(print: &str, of: Task, cover: &Cover, task: Task) -> Result<(), CheckpointError> {
    let expected = print_of(cover.fingerprint());
    if print != expected {
        return Err(CheckpointError::Cover { found: print.to_string(), expected });
    }
    if of == task { Ok(()) } else { Err(CheckpointError::Task { found: of.name() }) }
}

fn print_of(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

fn fnv(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    bytes.iter().fold(start, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
