//! The native engine: depth-first search with propagation, on the primitives directly.
//!
//! A variable's live values are the bits of one word, so that a cell's candidates are one load. A node copies all words;
//! nothing is undone. Propagation runs in stages, cheapest first: assigned values and their peers, relations and clauses,
//! houses (naked and hidden singles), cages by their digit sets, sums by reachable totals, large cages exactly, automata by
//! reachability both ways, intersections of houses.
//!
//! Branching is on the variable with the largest w / (p³ − p²), where p is the number of its values and w grows when a
//! guess of the variable fails at once, later failures counting more (after dom/wdeg, Boussemart et al. 2004); or on the two
//! places of a value in a house where their weights are better. Values are tried in ascending order, so that a run is
//! deterministic.

mod automaton;
mod branch;
mod cage;
mod compile;
mod probes;
mod problem;
mod propagate;
mod queries;
mod state;
mod sum;

use std::ops::ControlFlow;

use super::{End, Engine, Limits, Run, Stats, Stop};
use branch::{Branching, Decision};
use propagate::Propagator;

pub use probes::{Probe, SearchProbes};
pub use problem::SearchProblem;
pub use queries::SearchQueries;

/// Search with propagation on the primitives. A step is a child of a node: a guess with what follows from it.
///
/// Answers are the values of all variables in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search;

impl Engine for Search {
    type Problem = SearchProblem;
    type Answer = [i32];

    fn name(&self) -> &'static str {
        "search"
    }

    fn run(
        &self,
        problem: &SearchProblem,
        limits: &Limits,
        visit: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> Run {
        Descent::new(problem).go_on(limits, visit)
    }
}

/// A node whose children are being tried.
#[derive(Debug)]
struct Frame {
    /// The live values after propagation.
    masks: Vec<u64>,
    decision: Decision,
}

/// A run of [`Search`] that can go on where it stopped.
#[derive(Debug)]
pub struct Descent<'p> {
    problem: &'p SearchProblem,
    propagator: Propagator<'p>,
    branching: Branching<'p>,
    frames: Vec<Frame>,
    /// Words of finished nodes, to be used again.
    spare: Vec<Vec<u64>>,
    values: Vec<i32>,
    /// Whether the root was looked at.
    is_begun: bool,
}

impl<'p> Descent<'p> {
    /// A run that has not begun.
    pub fn new(problem: &'p SearchProblem) -> Self {
        Self {
            problem,
            propagator: Propagator::new(problem),
            branching: Branching::new(problem),
            frames: Vec::new(),
            spare: Vec::new(),
            values: Vec::new(),
            is_begun: false,
        }
    }

    /// Visits the answers that were not visited yet, until there are no more, a limit is reached, or `visit` breaks. Limits
    /// and counters are of this call.
    pub fn go_on(&mut self, limits: &Limits, visit: &mut dyn FnMut(&[i32]) -> ControlFlow<()>) -> Run {
        let mut stats = Stats::default();
        let end = match self.advance(limits, &mut stats, visit) {
            ControlFlow::Break(stop) => End::Stopped(stop),
            ControlFlow::Continue(()) => End::Exhausted,
        };
        Run { end, stats }
    }

    fn advance(
        &mut self,
        limits: &Limits,
        stats: &mut Stats,
        visit: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> ControlFlow<Stop> {
        let before = self.propagator.work;
        if !self.is_begun {
            if let Some(stop) = limits.reached(0, 0, 0) {
                return ControlFlow::Break(stop);
            }
            self.is_begun = true;
            let mut masks = self.problem.start.clone();
            let alive = self.propagator.everything(&mut masks);
            self.enter(masks, alive, stats, visit)?;
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.decision.is_done() {
                let finished = self.frames.pop().map(|frame| frame.masks);
                self.spare.extend(finished);
                continue;
            }
            let work = self.propagator.work - before;
            if let Some(stop) = limits.reached(stats.steps, work, stats.answers) {
                return ControlFlow::Break(stop);
            }
            let Some((var, mask)) = frame.decision.next() else { continue };
            stats.steps += 1;
            let mut masks = self.spare.pop().unwrap_or_default();
            masks.clone_from(&frame.masks);
            let alive = self.propagator.assign(&mut masks, var, mask);
            if !alive {
                self.branching.failed(var);
            }
            self.enter(masks, alive, stats, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Branches on a node that was propagated, or visits it where every variable has one value.
    fn enter(
        &mut self,
        masks: Vec<u64>,
        alive: bool,
        stats: &mut Stats,
        visit: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> ControlFlow<Stop> {
        if alive && let Some(decision) = self.branching.decide(&masks) {
            self.frames.push(Frame { masks, decision });
            return ControlFlow::Continue(());
        }
        let mut flow = ControlFlow::Continue(());
        if alive {
            self.problem.values_of(&masks, &mut self.values);
            stats.answers += 1;
            flow = visit(&self.values);
        }
        self.spare.push(masks);
        if flow.is_break() { ControlFlow::Break(Stop::Solutions) } else { ControlFlow::Continue(()) }
    }
}
