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
mod survey;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{EngineName, Outcome, Problem, Request, SolveError};
use crate::engines::{End, Limits, Reply, Stop};
use crate::model::{Model, Solution};
use crate::primitives::{Choice, IntVar};
use askers::{Asker, Covers, Sat, Searching};
use survey::Survey;

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
/// // Two digits that add up to 16, or three of which the first is 9: 9 7 and 7 9, but never 8 8.
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
    let mut run =
        Run { survey: Survey::new(&problem), problem: &problem, request, steps: 0, questions: 0, progress };
    let end = run.everything()?;
    let (questions, steps) = (run.questions, run.steps);
    Ok(run.survey.finish(end, questions, steps, start.elapsed()))
}

/// Steps that `search` gets to go through the solutions.
const SWEEP: u64 = 50_000;

/// Steps that `search` gets for each question, one round after another.
const ROUNDS: [u64; 2] = [300, 3_000];

/// A survey while it runs.
struct Run<'r, 'm> {
    problem: &'r Problem<'m>,
    request: &'r Request,
    survey: Survey<'m>,
    steps: u64,
    questions: u64,
    progress: &'r mut dyn FnMut(Progress),
}

impl Run<'_, '_> {
    fn everything(&mut self) -> Result<End, SolveError> {
        if self.problem.presolved.impossible {
            return Ok(End::Exhausted);
        }
        if let Some(end) = self.two_solutions()? {
            return Ok(end);
        }
        match self.request.engine {
            EngineName::Auto => self.auto(),
            EngineName::Search => {
                let compiled = self.problem.compiled().ok_or(SolveError::TooManyValues)?;
                self.by_search(&mut Searching::new(self.problem, &compiled), true)
            }
            EngineName::Varisat => self.by_varisat(),
            EngineName::Dlx => self.by_dlx(),
        }
    }

    /// The first two solutions; how it ended where that settles all.
    fn two_solutions(&mut self) -> Result<Option<End>, SolveError> {
        let request = Request { solutions: Some(2), ..self.request.clone() };
        let mut found = Vec::new();
        let report = self.problem.run(&request, &mut |solution| {
            found.push(solution);
            ControlFlow::Continue(())
        })?;
        self.steps += report.steps;
        for solution in found {
            self.survey.show(solution);
        }
        self.tell();
        Ok(match report.stopped() {
            None => {
                self.survey.strike_rest();
                Some(End::Exhausted)
            }
            Some(Stop::Solutions) => None,
            Some(stop) => Some(End::Stopped(stop)),
        })
    }

    /// Short questions to `search`, the others to `varisat`.
    fn auto(&mut self) -> Result<End, SolveError> {
        if let Some(compiled) = self.problem.compiled() {
            let mut searching = Searching::new(self.problem, &compiled);
            let end = self.by_search(&mut searching, self.problem.is_for_search())?;
            if end != End::Stopped(Stop::Patience) {
                return Ok(end);
            }
            return match self.by_varisat() {
                Err(SolveError::Lower(_)) => self.by_search(&mut searching, true),
                other => other,
            };
        }
        self.by_varisat()
    }

    /// Rounds of questions with more and more steps: without end, or until the rounds are over.
    fn by_search(&mut self, searching: &mut Searching<'_>, to_the_end: bool) -> Result<End, SolveError> {
        let end = self.sweep(searching)?;
        if end != End::Stopped(Stop::Patience) {
            return Ok(end);
        }
        let longer = std::iter::successors(Some(ROUNDS[1] * 10), |steps| Some(steps.saturating_mul(10)));
        for steps in ROUNDS.into_iter().chain(longer.take_while(|_| to_the_end)) {
            let end = self.round(searching, Some(steps))?;
            if end != End::Stopped(Stop::Patience) {
                return Ok(end);
            }
        }
        Ok(End::Stopped(Stop::Patience))
    }

    /// Looks at all solutions that show something new, for some steps; ends with `Patience` where they were not enough.
    fn sweep(&mut self, searching: &mut Searching<'_>) -> Result<End, SolveError> {
        self.survey.solutions().iter().for_each(|solution| searching.saw(solution));
        let before = searching.steps();
        let (found, end) = searching.sweep(&self.limits(Some(SWEEP)))?;
        self.steps += searching.steps() - before;
        for solution in found {
            self.survey.show(solution);
        }
        match end {
            End::Exhausted => self.survey.strike_rest(),
            End::Stopped(Stop::Steps) if !self.is_out_of_steps() => return Ok(End::Stopped(Stop::Patience)),
            End::Stopped(_) => {}
        }
        self.tell();
        Ok(end)
    }

    fn by_varisat(&mut self) -> Result<End, SolveError> {
        let limits = self.limits(None);
        let mut sat = Sat::new(self.problem, &self.survey, &limits)?;
        self.round(&mut sat, None)
    }

    fn by_dlx(&mut self) -> Result<End, SolveError> {
        self.round(&mut Covers::new(self.problem, &self.survey), None)
    }

    /// Asks about each choice that is not known, `most` steps each; ends with `Patience` where some were put off.
    fn round(&mut self, asker: &mut dyn Asker, most: Option<u64>) -> Result<End, SolveError> {
        self.survey.begin_round();
        self.survey.solutions().iter().for_each(|solution| asker.saw(solution));
        while let Some(choice) = self.survey.next_question() {
            let before = asker.steps();
            let limits = self.limits(most);
            let reply = asker.ask(choice, &limits)?;
            self.steps += asker.steps() - before;
            self.questions += 1;
            match reply {
                Reply::Found(solution) => {
                    asker.saw(&solution);
                    self.survey.show(solution);
                }
                Reply::None => {
                    asker.strike(choice);
                    self.survey.strike(choice);
                    self.survey.strike_where(|choice| !asker.is_live(choice));
                }
                Reply::Stopped(Stop::Steps) if most.is_some() && !self.is_out_of_steps() => {
                    self.survey.put_off(choice);
                }
                Reply::Stopped(stop) => return Ok(End::Stopped(stop)),
            }
            self.tell();
        }
        Ok(if self.survey.is_done() { End::Exhausted } else { End::Stopped(Stop::Patience) })
    }

    /// The limits of one question.
    fn limits(&self, most: Option<u64>) -> Limits {
        let left = self.request.limits.steps.map(|steps| steps.saturating_sub(self.steps));
        let steps = match (left, most) {
            (Some(left), Some(most)) => Some(left.min(most)),
            (left, most) => left.or(most),
        };
        Limits { steps, ..self.request.limits.clone() }
    }

    fn is_out_of_steps(&self) -> bool {
        self.request.limits.steps.is_some_and(|steps| self.steps >= steps)
    }

    fn tell(&mut self) {
        (self.progress)(self.survey.progress());
    }
}
