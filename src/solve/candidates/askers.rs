//! The engines as what answers a question: is there a solution that takes this choice?

use std::ops::ControlFlow;

use super::survey::Survey;
use super::{Choice, Problem, Solution, SolveError};
use crate::cnf::Lit;
use crate::engines::{Dlx, End, Engine, Limits, Queries, Reply, SatEngine, SearchProblem, SearchQueries};
use crate::lower::{CnfLowering, NoNames, to_cover};
use crate::primitives::{Live, Reduced};

/// Answers questions about one model, one after the other.
pub(super) trait Asker {
    /// A checked solution that takes the choice, if there is one.
    fn ask(&mut self, choice: Choice, limits: &Limits) -> Result<Reply<Solution>, SolveError>;

    /// A solution was seen; it need not be found again.
    fn saw(&mut self, _solution: &Solution) {}

    /// The choice is in no solution.
    fn strike(&mut self, choice: Choice);

    /// Whether a choice is not known to be out.
    fn is_live(&self, choice: Choice) -> bool;

    /// Steps over all questions.
    fn steps(&self) -> u64;
}

/// The native search.
pub(super) struct Searching<'a> {
    problem: &'a Problem<'a>,
    queries: SearchQueries<'a>,
}

impl<'a> Searching<'a> {
    pub(super) fn new(problem: &'a Problem<'_>, compiled: &'a SearchProblem) -> Self {
        Self { problem, queries: SearchQueries::new(compiled) }
    }

    /// Goes through the solutions that show something new; those that were found, and whether that was all.
    pub(super) fn sweep(&mut self, limits: &Limits) -> Result<(Vec<Solution>, End), SolveError> {
        let mut found = Vec::new();
        let end = self.queries.sweep(limits, |values| found.push(values.to_vec()));
        let solutions = found.into_iter().map(|values| self.problem.solution("search", Some(values)));
        Ok((solutions.collect::<Result<_, _>>()?, end))
    }
}

impl Asker for Searching<'_> {
    fn ask(&mut self, choice: Choice, limits: &Limits) -> Result<Reply<Solution>, SolveError> {
        let variables = self.problem.variables();
        let reply = self.queries.ask(variables.owner(choice), variables.value(choice), limits);
        self.problem.checked("search", reply, Some)
    }

    fn saw(&mut self, solution: &Solution) {
        self.problem.variables().iter().for_each(|var| self.queries.saw(var, solution.value(var)));
    }

    fn strike(&mut self, choice: Choice) {
        let variables = self.problem.variables();
        self.queries.strike(variables.owner(choice), variables.value(choice));
    }

    fn is_live(&self, choice: Choice) -> bool {
        let variables = self.problem.variables();
        self.queries.is_live(variables.owner(choice), variables.value(choice))
    }

    fn steps(&self) -> u64 {
        self.queries.steps()
    }
}

/// A SAT solver, each choice an assumption.
pub(super) struct Sat<'a> {
    problem: &'a Problem<'a>,
    lowered: CnfLowering,
    engine: &'static str,
    queries: Box<dyn Queries>,
}

impl<'a> Sat<'a> {
    pub(super) fn new(
        problem: &'a Problem<'_>,
        survey: &Survey<'_>,
        engine: &dyn SatEngine,
    ) -> Result<Self, SolveError> {
        let lowered = problem.to_cnf(&Reduced { live: survey.live(), ..problem.presolved.reduced() })?;
        let queries = engine.queries(&lowered.cnf);
        Ok(Self { problem, lowered, engine: engine.name(), queries })
    }
}

impl Asker for Sat<'_> {
    fn ask(&mut self, choice: Choice, limits: &Limits) -> Result<Reply<Solution>, SolveError> {
        let reply = self.queries.ask(&[taken(choice)], limits);
        let decode = |values: Vec<bool>| self.lowered.decode(self.problem.variables(), &values);
        self.problem.checked(self.engine, reply, decode)
    }

    fn strike(&mut self, choice: Choice) {
        self.queries.add_clause(&[!taken(choice)]);
    }

    fn is_live(&self, _choice: Choice) -> bool {
        true
    }

    fn steps(&self) -> u64 {
        self.queries.steps()
    }
}

/// Variable `c` of the CNF is choice `c`.
fn taken(choice: Choice) -> Lit {
    Lit::from_dimacs(choice.index() as i32 + 1)
}

/// Dancing links: a cover of its own for each question.
pub(super) struct Covers<'a> {
    problem: &'a Problem<'a>,
    live: Live,
    steps: u64,
}

impl<'a> Covers<'a> {
    pub(super) fn new(problem: &'a Problem<'_>, survey: &Survey<'_>) -> Self {
        Self { problem, live: survey.live().clone(), steps: 0 }
    }
}

impl Asker for Covers<'_> {
    fn ask(&mut self, choice: Choice, limits: &Limits) -> Result<Reply<Solution>, SolveError> {
        let (primitives, variables) = (self.problem.model.primitives(), self.problem.variables());
        let mut live = self.live.clone();
        for other in variables.choices(variables.owner(choice)).filter(|&other| other != choice) {
            live.kill(variables, other);
        }
        let lowered = to_cover(&Reduced { live: &live, ..self.problem.presolved.reduced() }, &NoNames)?;
        let mut found = None;
        let run = Dlx.run(&lowered.cover, limits, &mut |options| {
            found = Some(options.to_vec());
            ControlFlow::Break(())
        });
        self.steps += run.stats.steps;
        let reply = match (found, run.end) {
            (Some(options), _) => Reply::Found(options),
            (None, End::Exhausted) => Reply::None,
            (None, End::Stopped(stop)) => Reply::Stopped(stop),
        };
        self.problem.checked("dlx", reply, |options| lowered.decode(primitives, &options))
    }

    fn strike(&mut self, choice: Choice) {
        self.live.kill(self.problem.variables(), choice);
    }

    fn is_live(&self, choice: Choice) -> bool {
        self.live.is_live(choice)
    }

    fn steps(&self) -> u64 {
        self.steps
    }
}
