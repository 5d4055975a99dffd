//! Random descents of the search tree, for estimating its size.
//!
//! D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975); The Art of Computer
//! Programming, section 7.2.2. A descent goes on in a child drawn from the d children that survive propagation, with
//! equal chances. The product of the numbers d along the way is an unbiased estimate of the number of nodes at its depth;
//! at a solution, of the number of solutions, where descents that reach none count as 0.

use super::branch::{Branching, Decision};
use super::problem::SearchProblem;
use super::propagate::Propagator;

/// What one descent saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The values of all variables in order, where it ended in a solution.
    pub answer: Option<Vec<i32>>,
    /// The natural logarithm of the product of the numbers of live children.
    pub ln_weight: f64,
    /// The natural logarithm of its estimate of the steps of the whole search, as [`Search`](super::Search) counts
    /// them; minus infinity where the root has no children.
    pub ln_steps: f64,
    /// Children that it propagated.
    pub steps: u64,
}

/// A problem of the search whose tree is probed. The weights of the variables stay as they are at the start of a search,
/// so that all descents are of one tree.
pub struct SearchProbes<'p> {
    problem: &'p SearchProblem,
    propagator: Propagator<'p>,
    branching: Branching<'p>,
    root: Option<Vec<u64>>,
}

impl std::fmt::Debug for SearchProbes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchProbes").field("root", &self.root).finish_non_exhaustive()
    }
}

impl<'p> SearchProbes<'p> {
    /// Propagates the problem.
    pub fn new(problem: &'p SearchProblem) -> Self {
        let mut propagator = Propagator::new(problem);
        let mut root = problem.start.clone();
        let alive = propagator.everything(&mut root);
        Self { problem, propagator, branching: Branching::new(problem), root: alive.then_some(root) }
    }

    /// One descent.
    pub fn descend(&mut self, random: &mut fastrand::Rng) -> Probe {
        let mut probe = Probe { answer: None, ln_weight: 0.0, ln_steps: f64::NEG_INFINITY, steps: 0 };
        let Some(mut masks) = self.root.clone() else { return probe };
        loop {
            let Some(decision) = self.branching.decide(&masks) else {
                let mut values = Vec::new();
                self.problem.values_of(&masks, &mut values);
                probe.answer = Some(values);
                return probe;
            };
            let before = probe.steps;
            let mut alive = self.children(&masks, decision, &mut probe.steps);
            let tried = (probe.steps - before) as f64;
            probe.ln_steps = ln_add(probe.ln_steps, probe.ln_weight + tried.ln());
            if alive.is_empty() {
                return probe;
            }
            probe.ln_weight += (alive.len() as f64).ln();
            masks = alive.swap_remove(random.usize(..alive.len()));
        }
    }

    /// The children that survive propagation.
    fn children(&mut self, masks: &[u64], mut decision: Decision, steps: &mut u64) -> Vec<Vec<u64>> {
        let mut alive = Vec::new();
        while let Some((var, mask)) = decision.next() {
            *steps += 1;
            let mut child = masks.to_vec();
            if self.propagator.assign(&mut child, var, mask) {
                alive.push(child);
            }
        }
        alive
    }
}

/// The logarithm of the sum of two numbers by their logarithms.
fn ln_add(a: f64, b: f64) -> f64 {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    if more == f64::NEG_INFINITY { more } else { more + (less - more).exp().ln_1p() }
}
