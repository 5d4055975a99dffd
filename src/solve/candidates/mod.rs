//! True candidates: for each choice whether it occurs in a solution, exactly, without going through the solutions.
//!
//! 1. The presolve strikes what it can.
//! 2. The engine looks for two solutions. Where there is one, all is known.
//! 3. `search` goes through the solutions for some steps, only where a choice is left that none has shown. That settles most
//!    puzzles with few solutions.
//! 4. A choice that no solution has shown yet is required, in the variable with the fewest values left. A solution shows a
//!    choice of every variable; where there is none, the choice is struck for good, and with it all that follows.
//!
//! `auto` puts each question to `search` for some steps, and what is left then to `varisat`, with the choice as an
//! assumption, so that the clauses learnt for one question serve the next. A puzzle that is mostly cages stays with `search`.

mod askers;
mod run;
mod survey;

use std::time::{Duration, Instant};

use super::{Outcome, Problem, Request, SolveError};
use crate::engines::{End, Stop};
use crate::model::{Model, Solution};
use crate::primitives::{Choice, IntVar};
use run::Run;

/// What is known of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A solution takes it.
    Possible,
    /// No solution takes it.
    Impossible,
    /// A limit came first.
    Unknown,
}

/// How far a survey has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Choices whose verdict is known.
    pub known: usize,
    /// All choices of the variables that the user made.
    pub total: usize,
    /// Solutions found.
    pub solutions: usize,
}

/// The verdict on every choice of the variables that the user made.
#[derive(Clone, Debug)]
pub struct Candidates {
    verdicts: Vec<Verdict>,
    /// For each choice the solution that showed it first.
    witnesses: Vec<Option<u32>>,
    solutions: Vec<Solution>,
    /// The choices of the variables that the user made.
    asked: Vec<Choice>,
    /// Whether there is a solution, and what stopped the survey before all was known. `Solutions` with `Exhausted`
    /// means that every verdict is known, not that every solution was seen.
    pub outcome: Outcome,
    /// Choices that were required one by one.
    pub questions: u64,
    /// Steps of all engines, as each counts them.
    pub steps: u64,
    /// Time of the whole survey.
    pub time: Duration,
}

impl Candidates {
    /// What is known of a choice. Choices of variables that a constraint made are not asked about.
    pub fn verdict(&self, choice: Choice) -> Verdict {
        self.verdicts[choice.index()]
    }

    /// A solution that takes a choice, where one was seen.
    pub fn witness(&self, choice: Choice) -> Option<&Solution> {
        self.witnesses[choice.index()].map(|number| &self.solutions[number as usize])
    }

    /// The solutions that were found, each with a choice that none before it had; all of them were checked.
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// What stopped the survey before every verdict was known, if something did.
    pub fn stopped(&self) -> Option<Stop> {
        match self.outcome {
            Outcome::Unknown(stop) | Outcome::Solutions { end: End::Stopped(stop) } => Some(stop),
            Outcome::None | Outcome::Solutions { end: End::Exhausted } => None,
        }
    }

    /// Number of choices with this verdict, over the variables that the user made.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.asked.iter().filter(|choice| self.verdict(**choice) == verdict).count()
    }

    /// The values of a variable with this verdict, ascending.
    pub fn values(&self, model: &Model, var: IntVar, verdict: Verdict) -> Vec<i32> {
        let variables = &model.primitives().variables;
        let fits = |choice: &Choice| self.verdict(*choice) == verdict;
        variables.choices(var).filter(fits).map(|choice| variables.value(choice)).collect()
    }
}

/// Finds out for each choice of a model whether it occurs in a solution; `progress` is called after each step.
///
/// The number of solutions in the request does not count here.
///
/// # Errors
/// As [`run`](super::run).
///
/// ```
/// use exactly::solve::{self, Verdict};
/// use exactly::{Model, Request, constraints};
///
/// // Two different digits that add up to 16: 7 and 9 in either order, but never 8 and 8.
/// let mut model = Model::new();
/// let cells = ["a", "b"].map(|name| model.int_var(name, 1..=9));
/// model.add(constraints::cage(&cells, Some(16), "a cage"))?;
/// let found = solve::candidates(&model, &Request::default(), &mut |_| {})?;
/// assert_eq!(found.values(&model, cells[0], Verdict::Possible), [7, 9]);
/// let seven = model.choice(cells[0], 7).expect("7 is a digit");
/// assert_eq!(found.witness(seven).map(|solution| solution.value(cells[1])), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn candidates(
    model: &Model,
    request: &Request,
    progress: &mut dyn FnMut(Progress),
) -> Result<Candidates, SolveError> {
    let start = Instant::now();
    let problem = Problem::new(model, request);
    let mut run = Run::new(&problem, request, progress);
    let end = run.everything()?;
    let (questions, steps) = (run.questions, run.steps);
    Ok(run.survey.finish(end, questions, steps, start.elapsed()))
}
