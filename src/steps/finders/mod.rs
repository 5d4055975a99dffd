//! What looks for steps: one file for each kind of reason.

pub(super) mod chains;
pub(super) mod constraint;
pub(super) mod crossing;
pub(super) mod fish;
mod graph;
mod sets;
pub(super) mod singles;
pub(super) mod subsets;

use std::ops::ControlFlow;

use super::{Candidate, Position, Proof, Step, Technique};

/// A finder: gives the steps of its technique until the sink has enough.
pub(super) type Find = fn(&Position<'_>, &mut Sink) -> ControlFlow<()>;

/// What takes the steps found.
#[derive(Debug)]
pub(super) struct Sink {
    technique: Technique,
    most: usize,
    /// The steps, none of them empty.
    pub(super) steps: Vec<Step>,
}

impl Sink {
    /// A sink for so many steps of a technique.
    pub(super) fn new(technique: Technique, most: usize) -> Self {
        Self { technique, most, steps: Vec::new() }
    }

    /// Whether every step is wanted, and not only the first.
    pub(super) fn wants_all(&self) -> bool {
        self.most > 1
    }

    /// A step that places a digit.
    pub(super) fn place(&mut self, candidate: Candidate, proof: impl Proof + 'static) -> ControlFlow<()> {
        self.take(vec![candidate], Vec::new(), proof)
    }

    /// A step that removes candidates; those that are gone already do not count.
    pub(super) fn remove(
        &mut self,
        position: &Position<'_>,
        mut candidates: Vec<Candidate>,
        proof: impl Proof + 'static,
    ) -> ControlFlow<()> {
        candidates.retain(|&candidate| position.has(candidate));
        candidates.sort_unstable();
        candidates.dedup();
        if candidates.is_empty() {
            ControlFlow::Continue(())
        } else {
            self.take(Vec::new(), candidates, proof)
        }
    }

    fn take(
        &mut self,
        placed: Vec<Candidate>,
        removed: Vec<Candidate>,
        proof: impl Proof + 'static,
    ) -> ControlFlow<()> {
        self.steps.push(Step { technique: self.technique, placed, removed, proof: Box::new(proof) });
        if self.steps.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
