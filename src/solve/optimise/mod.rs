//! The best solution of a model with an objective: solutions that get better and bounds that get closer, until they meet.
//!
//! Every engine but `classic` can do it. A SAT solver is asked question after question, with the total of the objective as
//! literals; `search` and `dlx` start anew with a sum that says how good the next solution has to be.

mod by_sat;
mod by_search;
mod narrow;

pub(super) use by_sat::Bounded;
pub(super) use narrow::{Asker, Narrowed, narrow};

use std::ops::ControlFlow;
use std::time::Instant;

use itertools::Itertools;

use self::by_sat::BySat;
use self::by_search::BySearch;
use super::{EngineName, Outcome, Problem, Report, Request, SolveError};
use crate::engines::{Batsat, End, Limits, SatEngine, Stop};
use crate::model::{Model, Objective, Solution};
use crate::primitives::{IntVar, Sum};

/// How far it is: the values of the objective as they are stated, not turned round for the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value of the best solution so far.
    pub best: Option<i64>,
    /// No solution is better than this.
    pub bound: i64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The best solution that was found, checked like all others, with its value.
    pub best: Option<(i64, Solution)>,
    /// No solution is better than this; it is the value of the best one where that is proved. Nothing where there is
    /// no solution.
    pub bound: Option<i64>,
    /// The run. Its outcome is that of a run for one solution: [`Stop::Solutions`] where none is better.
    pub report: Report,
}

impl Optimum {
    /// Whether no solution is better.
    pub fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|&(value, _)| self.bound == Some(value))
    }
}

/// Looks for a best solution. `watch` is told of each better solution and each better bound.
///
/// `request.solutions` is not read. [`EngineName::Auto`] is `search` for 20,000 steps; then `batsat` goes on, save where cages
/// cover half of the model or the objective has too many values for a SAT solver.
///
/// # Errors
/// A model without an objective; an objective or a sum that the engine cannot take; engine `classic`; a solution that fails
/// its check, which is a bug of this crate.
///
/// ```
/// use exactly::model::Goal;
/// use exactly::{Model, Request, constraints, solve};
///
/// let mut model = Model::new();
/// let vars: Vec<_> = (0..3).map(|i| model.int_var(format!("x{i}"), 1..=5)).collect();
/// model.add(constraints::all_different(&vars))?;
/// model.set_objective(Goal::Largest, &[(1, vars[0]), (3, vars[1]), (-1, vars[2])])?;
/// let optimum = solve::optimise(&model, &Request::default(), &mut |_| {})?;
/// let (value, solution) = optimum.best.clone().expect("there are solutions");
/// assert_eq!((value, solution.value(vars[1])), (4 + 3 * 5 - 1, 5));
/// assert!(optimum.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimise(
    model: &Model,
    request: &Request,
    watch: &mut dyn FnMut(Bounds),
) -> Result<Optimum, SolveError> {
    let objective = model.objective().ok_or(SolveError::NoObjective)?;
    let mut problem = Problem::new(model, request);
    if problem.presolved.impossible {
        return Ok(Optimum { best: None, bound: None, report: problem.report(&[], Outcome::None) });
    }
    let cost = Cost::of(objective);
    let Some(range) = cost.range(&problem) else {
        return Ok(Optimum { best: None, bound: None, report: problem.report(&[], Outcome::None) });
    };
    let start = Instant::now();
    let mut tell = |best: Option<i128>, bound: i128| {
        watch(Bounds { best: best.map(|best| cost.value(best)), bound: cost.value(bound) });
    };
    let (engine, narrowed) = run(&mut problem, &cost, range, request, &mut tell)?;
    let mut report = problem.report(&[], outcome(&narrowed));
    report.engine = engine;
    report.steps = narrowed.steps;
    report.found = narrowed.best.len() as u64;
    report.engine_time = start.elapsed();
    let bound = (report.outcome != Outcome::None).then(|| cost.value(narrowed.bound));
    let best = narrowed.best.into_iter().next().map(|(value, solution)| (cost.value(value), solution));
    Ok(Optimum { best, bound, report })
}

/// Visits the solutions with this value of the objective alone, like [`run`](super::run); after [`optimise`], the best.
///
/// # Errors
/// As [`run`](super::run), and a model without an objective.
pub fn run_of_value(
    model: &Model,
    value: i64,
    request: &Request,
    visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Report, SolveError> {
    let objective = model.objective().ok_or(SolveError::NoObjective)?;
    let mut problem = Problem::new(model, request);
    if !objective.terms().is_empty() {
        problem.presolved.sums.push(Sum {
            terms: objective.terms().to_vec(),
            low: value,
            high: value,
            distinct: false,
        });
    }
    problem.run(request, visit)
}

/// Steps of `search` before a SAT solver takes over.
const PATIENCE: u64 = 20_000;

type Ran = (&'static str, Narrowed<Solution>);

/// Who is told of the least cost so far and the bound.
type Tell<'t> = dyn FnMut(Option<i128>, i128) + 't;

/// Runs the engine that was asked for.
fn run(
    problem: &mut Problem<'_>,
    cost: &Cost<'_>,
    range: (i128, i128),
    request: &Request,
    tell: &mut Tell<'_>,
) -> Result<Ran, SolveError> {
    let limits = &request.limits;
    match (request.engine, request.engine.sat()) {
        (EngineName::Classic, _) => Err(SolveError::NotClassic),
        (_, Some(engine)) => by_sat(problem, &*engine, cost, range, limits, tell),
        (EngineName::Auto, None) => auto(problem, cost, range, limits, tell),
        (engine, None) => {
            let mut asker = BySearch::new(problem, engine == EngineName::Dlx, cost, range.0);
            Ok((asker.name(), narrow(&mut asker, 1, range, limits, tell)?))
        }
    }
}

fn by_sat(
    problem: &Problem<'_>,
    engine: &dyn SatEngine,
    cost: &Cost<'_>,
    range: (i128, i128),
    limits: &Limits,
    tell: &mut Tell<'_>,
) -> Result<Ran, SolveError> {
    let mut asker = BySat::new(problem, engine, cost)?;
    asker.within(range.0, range.1);
    Ok((engine.name(), narrow(&mut asker, 1, range, limits, tell)?))
}

/// Search for a while; then a SAT solver goes on from where it stands, and where that cannot take the model, search does.
fn auto(
    problem: &mut Problem<'_>,
    cost: &Cost<'_>,
    (low, high): (i128, i128),
    limits: &Limits,
    tell: &mut Tell<'_>,
) -> Result<Ran, SolveError> {
    let is_last = problem.is_for_search() || limits.steps.is_some_and(|steps| steps <= PATIENCE);
    let mut asker = BySearch::new(problem, false, cost, low);
    let name = asker.name();
    let short = Limits { steps: Some(PATIENCE), ..limits.clone() };
    let first = narrow(&mut asker, 1, (low, high), if is_last { limits } else { &short }, tell);
    let first = match first {
        // Values of all kinds are no trouble for a SAT solver.
        Err(SolveError::TooManyValues) => return by_sat(problem, &Batsat, cost, (low, high), limits, tell),
        first => first?,
    };
    if is_last || first.stop != Some(Stop::Steps) {
        return Ok((name, first));
    }
    let best = first.best.first().map(|&(cost, _)| cost);
    let range = (first.bound, best.map_or(high, |best| best - 1));
    let rest = Limits { steps: limits.steps.map(|most| most - PATIENCE), ..limits.clone() };
    let mut tell =
        |found: Option<i128>, bound| tell(found.or(best), best.map_or(bound, |best| bound.min(best)));
    let second = match by_sat(problem, &Batsat, cost, range, &rest, &mut tell) {
        Err(SolveError::TooManyTotals { .. } | SolveError::Lower(_)) => {
            let mut asker = BySearch::new(problem, false, cost, range.0);
            (name, narrow(&mut asker, 1, range, &rest, &mut tell)?)
        }
        second => second?,
    };
    Ok((second.0, first.then(second.1)))
}

/// The outcome of a run for one solution.
fn outcome(narrowed: &Narrowed<Solution>) -> Outcome {
    match (narrowed.best.is_empty(), narrowed.stop) {
        (true, None) => Outcome::None,
        (true, Some(stop)) => Outcome::Unknown(stop),
        (false, stop) => Outcome::Solutions { end: End::Stopped(stop.unwrap_or(Stop::Solutions)) },
    }
}

/// The objective as costs, of which less is better.
pub(super) struct Cost<'o> {
    objective: &'o Objective,
    terms: Vec<(i64, IntVar)>,
}

impl<'o> Cost<'o> {
    fn of(objective: &'o Objective) -> Self {
        Self { objective, terms: objective.costs() }
    }

    /// The least and the largest cost by the live choices; nothing where a variable has none.
    fn range(&self, problem: &Problem<'_>) -> Option<(i128, i128)> {
        let (variables, live) = (problem.variables(), &problem.presolved.live);
        let mut range = (0, 0);
        for &(weight, var) in &self.terms {
            let costs =
                live.choices(variables, var).map(|choice| weight * i64::from(variables.value(choice)));
            let (low, high) = costs.minmax().into_option()?;
            range = (range.0 + i128::from(low), range.1 + i128::from(high));
        }
        Some(range)
    }

    /// The value of the objective at a cost.
    fn value(&self, cost: i128) -> i64 {
        self.objective.value_at(i64::try_from(cost).expect("an objective stays within 2^60"))
    }

    /// What a solution costs.
    fn cost(&self, solution: &Solution) -> i128 {
        i128::from(self.objective.value_at(self.objective.value(solution)))
    }
}
