//! Many questions to one problem: is there a solution in which this variable takes this value?
//!
//! What one question teaches is kept for the next: a value that is refuted leaves the root, with all that follows, and the
//! weights of the variables go on. Values that no solution has shown yet are tried first, so that one solution shows many.

use std::ops::ControlFlow;

use super::branch::{Branching, Decision};
use super::problem::SearchProblem;
use super::propagate::Propagator;
use crate::engines::{End, Limits, Reply, Stop};
use crate::primitives::IntVar;

/// A problem of the search that is asked question after question. A step is a child of a node, as in a run.
pub struct SearchQueries<'p> {
    problem: &'p SearchProblem,
    propagator: Propagator<'p>,
    branching: Branching<'p>,
    /// The live values after propagation and all refutations.
    root: Vec<u64>,
    /// The values that no solution has shown yet.
    unseen: Vec<u64>,
    alive: bool,
    steps: u64,
}

impl std::fmt::Debug for SearchQueries<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchQueries")
            .field("alive", &self.alive)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'p> SearchQueries<'p> {
    /// Propagates the problem.
    pub fn new(problem: &'p SearchProblem) -> Self {
        let mut propagator = Propagator::new(problem);
        let mut root = problem.start.clone();
        let alive = propagator.everything(&mut root);
        let seen_by_others = |(&mask, &auxiliary): (&u64, &bool)| if auxiliary { 0 } else { mask };
        let unseen = root.iter().zip(&problem.auxiliary).map(seen_by_others).collect();
        Self { problem, propagator, branching: Branching::new(problem), root, unseen, alive, steps: 0 }
    }

    /// Steps over all questions.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a value has not been refuted yet.
    pub fn is_live(&self, var: IntVar, value: i32) -> bool {
        self.alive && self.root[var.index()] & self.bit(value) != 0
    }

    /// A solution shows this value; it need not be tried first any more.
    pub fn saw(&mut self, var: IntVar, value: i32) {
        self.unseen[var.index()] &= !self.bit(value);
    }

    /// Strikes a value that is in no solution.
    pub fn strike(&mut self, var: IntVar, value: i32) {
        let bit = self.bit(value);
        if self.is_live(var, value) {
            self.alive = self.propagator.assign(&mut self.root, var.index() as u32, !bit);
        }
    }

    /// Looks for a solution in which the variable takes the value; `limits` are those of this question alone.
    pub fn ask(&mut self, var: IntVar, value: i32, limits: &Limits) -> Reply<Vec<i32>> {
        if let Some(stop) = limits.reached(0, 0, 0) {
            return Reply::Stopped(stop);
        }
        if !self.is_live(var, value) {
            return Reply::None;
        }
        let bit = self.bit(value);
        self.unseen[var.index()] |= bit;
        let mut masks = self.root.clone();
        if !self.propagator.assign(&mut masks, var.index() as u32, bit) {
            return Reply::None;
        }
        let mut found = None;
        let end = self.descend(masks, limits, |_, values| {
            found = Some(values);
            ControlFlow::Break(())
        });
        match (found, end) {
            (Some(values), _) => Reply::Found(values),
            (None, End::Exhausted) => Reply::None,
            (None, End::Stopped(stop)) => Reply::Stopped(stop),
        }
    }

    /// Goes through the solutions, but only where a value is live that none has shown yet: when it is exhausted, every
    /// value that is in a solution was shown.
    pub fn sweep(&mut self, limits: &Limits, mut visit: impl FnMut(&[i32])) -> End {
        if !self.alive {
            return End::Exhausted;
        }
        self.descend(self.root.clone(), limits, |queries, values| {
            values.iter().enumerate().for_each(|(var, &value)| queries.saw(IntVar::from_index(var), value));
            visit(&values);
            ControlFlow::Continue(())
        })
    }

    /// Depth first from a node that was propagated, until `visit` breaks. Nodes without an unseen value are left out.
    fn descend(
        &mut self,
        mut masks: Vec<u64>,
        limits: &Limits,
        mut visit: impl FnMut(&mut Self, Vec<i32>) -> ControlFlow<()>,
    ) -> End {
        let mut frames: Vec<(Vec<u64>, Decision)> = Vec::new();
        let mut alive = true;
        let mut steps = 0;
        loop {
            if alive && self.shows_unseen(&masks) {
                if let Some(decision) = self.branching.decide(&masks) {
                    frames.push((std::mem::take(&mut masks), decision));
                } else {
                    let mut values = Vec::new();
                    self.problem.values_of(&masks, &mut values);
                    if visit(self, values).is_break() {
                        return End::Stopped(Stop::Solutions);
                    }
                }
            }
            let Some((node, decision)) = frames.last_mut() else { return End::Exhausted };
            let Some((var, mask)) = decision.next_of(&self.unseen) else {
                frames.pop();
                alive = false;
                continue;
            };
            if let Some(stop) = limits.reached(steps, 0, 0) {
                return End::Stopped(stop);
            }
            steps += 1;
            self.steps += 1;
            masks.clone_from(node);
            alive = self.propagator.assign(&mut masks, var, mask);
            if !alive {
                self.branching.failed(var);
            }
        }
    }

    fn shows_unseen(&self, masks: &[u64]) -> bool {
        masks.iter().zip(&self.unseen).any(|(mask, unseen)| mask & unseen != 0)
    }

    fn bit(&self, value: i32) -> u64 {
        self.problem.values.binary_search(&value).map_or(0, |at| 1 << at)
    }
}
