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
        let mut descent = Descent {
            problem,
            limits,
            propagator: Propagator::new(problem),
            branching: Branching::new(problem),
            stats: Stats::default(),
            frames: Vec::new(),
            spare: Vec::new(),
        };
        let end = descent.run(visit);
        Run { end, stats: descent.stats }
    }
}

/// A node whose children are being tried.
struct Frame {
    /// The live values after propagation.
    masks: Vec<u64>,
    decision: Decision,
}

struct Descent<'p> {
    problem: &'p SearchProblem,
    limits: &'p Limits,
    propagator: Propagator<'p>,
    branching: Branching<'p>,
    stats: Stats,
    frames: Vec<Frame>,
    /// Words of finished nodes, to be used again.
    spare: Vec<Vec<u64>>,
}

impl Descent<'_> {
    fn run(&mut self, visit: &mut dyn FnMut(&[i32]) -> ControlFlow<()>) -> End {
        if let Some(stop) = self.limits.reached(0, 0) {
            return End::Stopped(stop);
        }
        let mut values = Vec::new();
        let mut masks = self.problem.start.clone();
        let mut alive = self.propagator.everything(&mut masks);
        loop {
            if alive {
                if let Some(decision) = self.branching.decide(&masks) {
                    self.frames.push(Frame { masks: std::mem::take(&mut masks), decision });
                } else {
                    self.problem.values_of(&masks, &mut values);
                    self.stats.answers += 1;
                    if visit(&values).is_break() {
                        return End::Stopped(Stop::Solutions);
                    }
                }
            }
            if !masks.is_empty() {
                self.spare.push(std::mem::take(&mut masks));
            }
            let Some(frame) = self.frames.last_mut() else { return End::Exhausted };
            let Some((var, mask)) = frame.decision.next() else {
                let finished = self.frames.pop().map(|frame| frame.masks);
                self.spare.extend(finished);
                alive = false;
                continue;
            };
            if let Some(stop) = self.limits.reached(self.stats.steps, self.stats.answers) {
                return End::Stopped(stop);
            }
            self.stats.steps += 1;
            masks = self.spare.pop().unwrap_or_default();
            masks.clone_from(&frame.masks);
            alive = self.propagator.assign(&mut masks, var, mask);
            if !alive {
                self.branching.failed(var);
            }
        }
    }
}
