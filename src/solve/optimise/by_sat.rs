//! Better solutions by one SAT solver, with the total of the costs as literals.

use super::{Asker, Cost};
use crate::cnf::Lit;
use crate::engines::{Limits, Queries, Reply, SatEngine};
use crate::lower::{CnfLowering, Totals};
use crate::model::Solution;
use crate::solve::{Problem, SolveError};

/// A solver that holds the model and the total.
pub(super) struct BySat<'p> {
    problem: &'p Problem<'p>,
    engine: &'static str,
    cost: &'p Cost<'p>,
    lowered: CnfLowering,
    bounded: Bounded,
}

impl<'p> BySat<'p> {
    /// Lowers the model and loads it.
    pub(super) fn new(
        problem: &'p Problem<'_>,
        engine: &dyn SatEngine,
        cost: &'p Cost<'p>,
    ) -> Result<Self, SolveError> {
        let reduced = problem.presolved.reduced();
        let mut lowered = problem.to_cnf(&reduced)?;
        let totals = Totals::of_sum(&mut lowered.cnf, &reduced, &cost.terms)
            .map_err(|source| SolveError::TooManyTotals { engine: engine.name(), source })?;
        let bounded = Bounded { queries: engine.queries(&lowered.cnf), totals };
        Ok(Self { problem, engine: engine.name(), cost, lowered, bounded })
    }
}

impl Asker for BySat<'_> {
    type Found = Solution;

    fn ask(&mut self, most: i128, limits: &Limits) -> Result<Reply<(i128, Solution)>, SolveError> {
        let reply = self.bounded.ask(most, limits);
        let decode = |values: Vec<bool>| self.lowered.decode(self.problem.variables(), &values);
        priced(self.cost, most, self.engine, self.problem.checked(self.engine, reply, decode)?)
    }

    fn within(&mut self, low: i128, high: i128) {
        self.bounded.within(low, high);
    }

    fn steps(&self) -> u64 {
        self.bounded.queries.steps()
    }

    fn resumes(&self) -> bool {
        self.bounded.queries.resumes()
    }
}

/// A reply with the cost of its solution, which has to be low enough.
pub(super) fn priced(
    cost: &Cost<'_>,
    most: i128,
    engine: &'static str,
    reply: Reply<Solution>,
) -> Result<Reply<(i128, Solution)>, SolveError> {
    let reply = reply.map(|solution| (cost.cost(&solution), solution));
    match &reply {
        Reply::Found((cost, _)) if *cost > most => Err(SolveError::WrongValue { engine }),
        _ => Ok(reply),
    }
}

/// A solver whose answers cost no more than what is asked for.
#[derive(Debug)]
pub(in crate::solve) struct Bounded {
    pub(in crate::solve) queries: Box<dyn Queries>,
    pub(in crate::solve) totals: Totals,
}

impl Bounded {
    /// Looks for an assignment that costs at most this.
    pub(in crate::solve) fn ask(&mut self, most: i128, limits: &Limits) -> Reply<Vec<bool>> {
        let above: Vec<Lit> = self.above(most).into_iter().map(|above| !above).collect();
        self.queries.ask(&above, limits)
    }

    /// From now on no assignment costs less than `low` or more than `high`.
    pub(in crate::solve) fn within(&mut self, low: i128, high: i128) {
        if let Some(above) = self.above(high) {
            self.queries.add_clause(&[!above]);
        }
        if let Some(above) = self.above(low - 1) {
            self.queries.add_clause(&[above]);
        }
    }

    fn above(&self, cost: i128) -> Option<Lit> {
        let cost = i64::try_from(cost.clamp(i128::from(i64::MIN), i128::from(i64::MAX)));
        cost.ok().and_then(|cost| self.totals.above(cost))
    }
}
