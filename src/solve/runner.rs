//! Runs a presolved model on an engine and checks what it finds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{EngineName, Outcome, Report, Request, SolveError, auto, classic};
use crate::cnf::{Cnf, Lit, Sink};
use crate::encodings::Encodings;
use crate::engines::{
    Classic, ClassicBoard, Descent, Dlx, End, Engine, Limits, Reply, Run, SatEngine, Search, SearchProblem,
    Stop,
};
use crate::lower::{CnfLowering, LowerError, NoNames, to_cnf, to_cover};
use crate::model::{Model, Solution};
use crate::presolve::{Presolved, presolve_until};
use crate::primitives::{Reduced, Variables};

/// Counted solutions are all checked up to this many, then one in as many.
pub(super) const CHECK_ALL: u64 = 10_000;

/// So many counted solutions are kept.
pub(super) const KEPT: usize = 1_000;

/// What is called with each answer of an engine.
type Visit<'v, A> = dyn FnMut(&A) -> ControlFlow<()> + 'v;

/// A model after its presolve.
#[derive(Debug)]
pub struct Problem<'m> {
    pub(super) model: &'m Model,
    pub(super) presolved: Presolved<'m>,
    pub(super) encodings: Encodings,
    presolve_time: Duration,
}

/// What happens with each solution.
pub(super) enum Sight<'v> {
    /// It is checked and shown.
    Show(&'v mut dyn FnMut(Solution) -> ControlFlow<()>),
    /// It is shown, and the first thousand are kept.
    Remember(&'v mut dyn FnMut(Solution) -> ControlFlow<()>, &'v mut Vec<Solution>),
    /// It is counted; the first ten thousand and a sample of the others are checked, and the first thousand kept.
    Count { kept: &'v mut Vec<Solution> },
}

impl Sight<'_> {
    /// The same with the first thousand solutions kept.
    pub(super) fn remember<'s>(&'s mut self, kept: &'s mut Vec<Solution>) -> Sight<'s> {
        match self {
            Self::Show(visit) | Self::Remember(visit, _) => Sight::Remember(&mut **visit, kept),
            Self::Count { .. } => Sight::Count { kept },
        }
    }

    /// Shows a solution that was checked, or counts it.
    pub(super) fn show(&mut self, solution: Solution) -> ControlFlow<()> {
        let keep = |kept: &mut Vec<Solution>, solution: &Solution| {
            if kept.len() < KEPT {
                kept.push(solution.clone());
            }
        };
        match self {
            Self::Show(visit) => visit(solution),
            Self::Remember(visit, kept) => {
                keep(kept, &solution);
                visit(solution)
            }
            Self::Count { kept } => {
                keep(kept, &solution);
                ControlFlow::Continue(())
            }
        }
    }
}

/// How a part of a run went.
pub(super) struct Part {
    pub(super) run: Run,
    pub(super) setup: Duration,
    pub(super) time: Duration,
    pub(super) engine: &'static str,
}

impl<'m> Problem<'m> {
    /// Presolves a model as the request says.
    pub fn new(model: &'m Model, request: &Request) -> Self {
        let start = Instant::now();
        let stop = || request.limits.out_of_time().is_some();
        let presolved = presolve_until(model.primitives(), request.presolve, &stop);
        Self { model, presolved, encodings: request.encodings, presolve_time: start.elapsed() }
    }

    /// Whether sums are most of the model: exact sums over distinct cells cover at least half of the variables, and there
    /// are no automata.
    pub(super) fn is_for_search(&self) -> bool {
        let primitives = self.model.primitives();
        let mut covered = vec![false; primitives.variables.count()];
        for sum in primitives.sums.iter().filter(|sum| sum.distinct) {
            sum.terms.iter().for_each(|&(_, var)| covered[var.index()] = true);
        }
        let cells = covered.iter().filter(|&&covered| covered).count();
        primitives.automata.is_empty() && 2 * cells >= covered.len() && cells > 0
    }

    /// What the presolve found.
    pub fn presolved(&self) -> &Presolved<'m> {
        &self.presolved
    }

    /// Visits the solutions, each checked.
    ///
    /// # Errors
    /// A sum that cannot be lowered, or a solution that fails its check.
    pub fn run(
        &self,
        request: &Request,
        visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Report, SolveError> {
        self.dispatch(request, &mut Sight::Show(visit))
    }

    /// Counts the solutions.
    ///
    /// # Errors
    /// As [`Problem::run`].
    pub fn count(&self, request: &Request) -> Result<Report, SolveError> {
        self.dispatch(request, &mut Sight::Count { kept: &mut Vec::new() })
    }

    fn dispatch(&self, request: &Request, sight: &mut Sight<'_>) -> Result<Report, SolveError> {
        let start = Instant::now();
        let board = match request.engine {
            // A sum beside the model's own, as an objective adds it, makes it another one.
            EngineName::Auto | EngineName::Classic
                if self.presolved.sums.is_empty() || self.presolved.impossible =>
            {
                classic::board_of(self.model, &self.presolved.live)
            }
            _ => None,
        };
        if request.engine == EngineName::Classic && board.is_none() {
            return Err(SolveError::NotClassic);
        }
        if self.presolved.impossible {
            return Ok(self.report(&[], Outcome::None));
        }
        if request.solutions == Some(0) {
            return Ok(self.report(&[], Outcome::Unknown(Stop::Solutions)));
        }
        let (limits, most) = (&request.limits, request.solutions);
        let parts = match (request.engine, &board, request.engine.sat()) {
            (_, Some(board), _) => vec![self.classic(board, request, sight, start.elapsed())?],
            (_, None, Some(engine)) => vec![self.sat(&*engine, limits, most, &[], sight)?],
            (EngineName::Search, None, None) => vec![self.search(limits, most, sight)?],
            (EngineName::Dlx, None, None) => vec![self.dlx(limits, most, sight)?],
            (_, None, None) => auto::run(self, request, sight)?,
        };
        let found: u64 = parts.iter().map(|part| part.run.stats.answers).sum();
        let outcome = match parts.last().map_or(End::Exhausted, |part| part.run.end) {
            end if found > 0 => Outcome::Solutions { end },
            End::Stopped(stop) => Outcome::Unknown(stop),
            End::Exhausted => Outcome::None,
        };
        Ok(self.report(&parts, outcome))
    }

    pub(super) fn report(&self, parts: &[Part], outcome: Outcome) -> Report {
        Report {
            outcome,
            found: parts.iter().map(|part| part.run.stats.answers).sum(),
            engine: parts.last().map_or("presolve", |part| part.engine),
            steps: parts.iter().map(|part| part.run.stats.steps).sum(),
            engine_time: parts.iter().map(|part| part.time).sum(),
            setup_time: self.presolve_time + parts.iter().map(|part| part.setup).sum::<Duration>(),
        }
    }

    pub(super) fn variables(&self) -> &'m Variables {
        &self.model.primitives().variables
    }

    /// The reply to one question as a solution that was checked.
    pub(super) fn checked<A>(
        &self,
        engine: &'static str,
        reply: Reply<A>,
        decode: impl FnOnce(A) -> Option<Vec<i32>>,
    ) -> Result<Reply<Solution>, SolveError> {
        Ok(match reply {
            Reply::Found(answer) => Reply::Found(self.solution(engine, decode(answer))?),
            Reply::None => Reply::None,
            Reply::Stopped(stop) => Reply::Stopped(stop),
        })
    }

    /// A solution from the values of all variables, held against every constraint.
    pub(super) fn solution(
        &self,
        engine: &'static str,
        values: Option<Vec<i32>>,
    ) -> Result<Solution, SolveError> {
        let solution = Solution::new(values.ok_or(SolveError::NoValue { engine })?);
        self.model.check(&solution).map_err(|violation| SolveError::WrongSolution { engine, violation })?;
        Ok(solution)
    }

    /// The primitives as the search reads them, and the time it took.
    pub(super) fn for_search(&self) -> Result<(SearchProblem, Duration), SolveError> {
        let start = Instant::now();
        let problem = SearchProblem::of(&self.presolved.reduced_for_search());
        Ok((problem.ok_or(SolveError::TooManyValues)?, start.elapsed()))
    }

    /// Runs the search on the primitives.
    pub(super) fn search(
        &self,
        limits: &Limits,
        most: Option<u64>,
        sight: &mut Sight<'_>,
    ) -> Result<Part, SolveError> {
        let (problem, setup) = self.for_search()?;
        self.go_on(&mut Descent::new(&problem), limits, most, sight, setup)
    }

    /// Goes on with a search.
    pub(super) fn go_on(
        &self,
        descent: &mut Descent<'_>,
        limits: &Limits,
        most: Option<u64>,
        sight: &mut Sight<'_>,
        setup: Duration,
    ) -> Result<Part, SolveError> {
        let run = |visit: &mut Visit<'_, [i32]>| descent.go_on(limits, visit);
        self.engine(Search.name(), run, &|values: &[i32]| Some(values.to_vec()), most, sight, setup)
    }

    /// Runs the kernel for plain sudokus on the board that the model is.
    fn classic(
        &self,
        board: &ClassicBoard,
        request: &Request,
        sight: &mut Sight<'_>,
        setup: Duration,
    ) -> Result<Part, SolveError> {
        let decode = |digits: &[u8; 81]| Some(digits.iter().copied().map(i32::from).collect());
        let run = |visit: &mut Visit<'_, [u8; 81]>| Classic.run(board, &request.limits, visit);
        self.engine(Classic.name(), run, &decode, request.solutions, sight, setup)
    }

    /// Runs dancing links.
    pub(super) fn dlx(
        &self,
        limits: &Limits,
        most: Option<u64>,
        sight: &mut Sight<'_>,
    ) -> Result<Part, SolveError> {
        let start = Instant::now();
        let primitives = self.model.primitives();
        let lowered = to_cover(&self.presolved.reduced(), &NoNames)?;
        let setup = start.elapsed();
        let decode = |options: &[usize]| lowered.decode(primitives, options);
        let run = |visit: &mut Visit<'_, [usize]>| Dlx.run(&lowered.cover, limits, visit);
        self.engine(Dlx.name(), run, &decode, most, sight, setup)
    }

    /// Runs a SAT engine; `exclude` are solutions that were shown already.
    pub(super) fn sat(
        &self,
        engine: &dyn SatEngine,
        limits: &Limits,
        most: Option<u64>,
        exclude: &[Solution],
        sight: &mut Sight<'_>,
    ) -> Result<Part, SolveError> {
        let start = Instant::now();
        let variables = &self.model.primitives().variables;
        let mut lowered = self.to_cnf(&self.presolved.reduced())?;
        for solution in exclude {
            self.exclude(&mut lowered.cnf, solution);
        }
        let setup = start.elapsed();
        let decode = |values: &[bool]| lowered.decode(variables, values);
        let run = |visit: &mut Visit<'_, [bool]>| engine.run(&lowered.cnf, limits, visit);
        self.engine(engine.name(), run, &decode, most, sight, setup)
    }

    /// The clauses of what was left, by the encodings that were asked for.
    pub(super) fn to_cnf(&self, reduced: &Reduced<'_>) -> Result<CnfLowering, LowerError> {
        to_cnf(reduced, self.encodings)
    }

    fn exclude(&self, cnf: &mut Cnf, solution: &Solution) {
        let variables = &self.model.primitives().variables;
        let stated = variables.iter().filter(|&var| !variables.is_auxiliary(var));
        let taken = stated.filter_map(|var| variables.choice(var, solution.value(var)));
        let clause: Vec<Lit> = taken.map(|choice| Lit::from_dimacs(-(choice.index() as i32 + 1))).collect();
        cnf.add_clause(&clause);
    }

    /// Runs an engine by `run`; its answers are decoded, checked and shown.
    fn engine<A: ?Sized>(
        &self,
        name: &'static str,
        run: impl FnOnce(&mut Visit<'_, A>) -> Run,
        decode: &dyn Fn(&A) -> Option<Vec<i32>>,
        most: Option<u64>,
        sight: &mut Sight<'_>,
        setup: Duration,
    ) -> Result<Part, SolveError> {
        let mut found = 0u64;
        let mut error = None;
        let start = Instant::now();
        let run = run(&mut |answer| {
            found += 1;
            let flow = match self.see(name, found, || decode(answer), sight) {
                Ok(flow) => flow,
                Err(wrong) => {
                    error = Some(wrong);
                    ControlFlow::Break(())
                }
            };
            if most.is_some_and(|most| found >= most) { ControlFlow::Break(()) } else { flow }
        });
        match error {
            Some(error) => Err(error),
            None => Ok(Part { run, setup, time: start.elapsed(), engine: name }),
        }
    }

    /// Checks a solution and shows it, or counts it.
    fn see(
        &self,
        engine: &'static str,
        number: u64,
        decode: impl FnOnce() -> Option<Vec<i32>>,
        sight: &mut Sight<'_>,
    ) -> Result<ControlFlow<()>, SolveError> {
        if matches!(sight, Sight::Count { .. }) && number > CHECK_ALL && !number.is_multiple_of(CHECK_ALL) {
            return Ok(ControlFlow::Continue(()));
        }
        Ok(sight.show(self.solution(engine, decode())?))
    }
}
