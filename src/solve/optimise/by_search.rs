//! Better solutions by engines that start anew, with a sum that bounds the cost.

use std::ops::ControlFlow;

use super::by_sat::priced;
use super::{Asker, Cost};
use crate::engines::{Dlx, End, Engine, Limits, Reply, Search};
use crate::model::Solution;
use crate::primitives::Sum;
use crate::solve::runner::Sight;
use crate::solve::{Problem, SolveError};

/// Search or dancing links on a model with one more sum.
pub(super) struct BySearch<'p, 'm> {
    problem: &'p mut Problem<'m>,
    is_dlx: bool,
    cost: &'p Cost<'p>,
    low: i128,
    steps: u64,
}

impl<'p, 'm> BySearch<'p, 'm> {
    pub(super) fn new(problem: &'p mut Problem<'m>, is_dlx: bool, cost: &'p Cost<'p>, low: i128) -> Self {
        Self { problem, is_dlx, cost, low, steps: 0 }
    }

    pub(super) fn name(&self) -> &'static str {
        if self.is_dlx { Dlx.name() } else { Search.name() }
    }

    /// The first solution of the problem as it stands.
    fn first(&mut self, limits: &Limits) -> Result<Reply<Solution>, SolveError> {
        let mut found = None;
        let mut keep = |solution| {
            found = Some(solution);
            ControlFlow::Break(())
        };
        let sight = &mut Sight::Show(&mut keep);
        let part = if self.is_dlx {
            self.problem.dlx(limits, Some(1), sight)?
        } else {
            self.problem.search(limits, Some(1), sight)?
        };
        self.steps += part.run.stats.steps;
        Ok(match (found, part.run.end) {
            (Some(solution), _) => Reply::Found(solution),
            (None, End::Exhausted) => Reply::None,
            (None, End::Stopped(stop)) => Reply::Stopped(stop),
        })
    }
}

impl Asker for BySearch<'_, '_> {
    type Found = Solution;

    fn ask(&mut self, most: i128, limits: &Limits) -> Result<Reply<(i128, Solution)>, SolveError> {
        let bounded = !self.cost.terms.is_empty();
        if bounded {
            let end = |end: i128| i64::try_from(end).expect("an objective stays within 2^60");
            let terms = self.cost.terms.clone();
            let sum = Sum { terms, low: end(self.low), high: end(most), distinct: false };
            self.problem.presolved.sums.push(sum);
        }
        let reply = self.first(limits);
        if bounded {
            self.problem.presolved.sums.pop();
        }
        priced(self.cost, most, self.name(), reply?)
    }

    fn within(&mut self, low: i128, _high: i128) {
        self.low = low;
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn resumes(&self) -> bool {
        true
    }
}
