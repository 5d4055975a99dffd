//! What looks for steps: one file for each kind of reason.

mod almost;
pub(super) mod almost_chains;
pub(super) mod bent;
pub(super) mod chains;
pub(super) mod colours;
pub(super) mod constraint;
pub(super) mod crossing;
pub(super) mod fish;
pub(super) mod forcing;
mod graph;
pub(super) mod mutant;
pub(super) mod patterns;
mod reasons;
pub(super) mod rectangles;
mod sets;
pub(super) mod singles;
pub(super) mod subsets;
pub(super) mod trial;
mod walk;

use std::ops::ControlFlow;
use std::rc::Rc;

use almost::Alliance;
use graph::{Ends, Graph, Graphs, Kinds};

use super::{Candidate, Position, Proof, Step, Technique};

/// A finder: gives the steps of its technique until the sink has enough.
pub(super) type Find = fn(&Position<'_>, &mut Sink<'_>) -> ControlFlow<()>;

/// What takes the steps found in one position, and says when to stop.
pub(super) struct Sink<'s> {
    /// The technique that is looked for.
    pub(super) technique: Technique,
    most: usize,
    /// The steps, none of them empty.
    pub(super) steps: Vec<Step>,
    graphs: Graphs,
    alliance: Option<Rc<Alliance>>,
    stop: &'s dyn Fn() -> bool,
}

impl<'s> Sink<'s> {
    /// A sink for so many steps of a technique.
    pub(super) fn new(technique: Technique, most: usize, stop: &'s dyn Fn() -> bool) -> Self {
        Self { technique, most, steps: Vec::new(), graphs: Graphs::default(), alliance: None, stop }
    }

    /// Breaks where there is no more time; finders that may take long ask now and then.
    pub(super) fn go_on(&self) -> ControlFlow<()> {
        if (self.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The graph of the position with these links.
    fn graph(&mut self, position: &Position<'_>, kinds: Kinds) -> Rc<Graph> {
        let alliance = (kinds.ends == Ends::Sets).then(|| self.alliance(position));
        self.graphs.of(position, kinds, alliance.as_ref().map_or(&[], |alliance| &alliance.sets))
    }

    /// The almost locked sets of the position.
    fn alliance(&mut self, position: &Position<'_>) -> Rc<Alliance> {
        Rc::clone(self.alliance.get_or_insert_with(|| Rc::new(Alliance::of(position))))
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
