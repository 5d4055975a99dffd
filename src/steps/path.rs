//! The way to the solution, step by step, the easiest first.

use super::finders::Sink;
use super::{Entry, Position, Step, TABLE, Technique};

/// Looks for steps with some of the techniques, in an order.
///
/// ```
/// use exactly::steps::{Solver, Technique};
///
/// let simple = Solver::default().without(&[Technique::Jellyfish]);
/// assert!(!simple.techniques().any(|technique| technique == Technique::Jellyfish));
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    entries: Vec<&'static Entry>,
}

/// The steps of a position to its end.
#[derive(Debug)]
pub struct Path<'f> {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where they lead: to the solution, or to where no technique finds more.
    pub end: Position<'f>,
    /// Whether it was told to stop before.
    pub is_stopped: bool,
}

impl Default for Solver {
    /// All techniques, in the order of the table.
    fn default() -> Self {
        Self { entries: TABLE.iter().collect() }
    }
}

impl Solver {
    /// All techniques, those with the lowest rating first.
    pub fn by_rating() -> Self {
        let mut solver = Self::default();
        solver.entries.sort_by_key(|entry| entry.rating);
        solver
    }

    /// The same without some of the techniques.
    #[must_use]
    pub fn without(mut self, techniques: &[Technique]) -> Self {
        self.entries.retain(|entry| !techniques.contains(&entry.technique));
        self
    }

    /// The techniques in the order in which they are tried.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> + '_ {
        self.entries.iter().map(|entry| entry.technique)
    }

    /// The next step; nothing where no technique finds one.
    pub fn next(&self, position: &Position<'_>) -> Option<Step> {
        self.next_until(position, &|| false)
    }

    /// The same; nothing where `stop` says so first.
    pub fn next_until(&self, position: &Position<'_>, stop: &dyn Fn() -> bool) -> Option<Step> {
        let mut sink = Sink::new(Technique::FullHouse, 1, stop);
        if sink.go_on().is_break() {
            return None;
        }
        self.entries.iter().find_map(|entry| {
            sink.technique = entry.technique;
            // A full sink is what ends the search early.
            let _ = (entry.find)(position, &mut sink);
            sink.steps.pop()
        })
    }

    /// The steps from a position on, until it is solved, broken, or nothing more is found.
    pub fn path<'f>(&self, position: Position<'f>) -> Path<'f> {
        self.path_until(position, &|| false)
    }

    /// The same, or as far as it comes before `stop` says so.
    pub fn path_until<'f>(&self, mut position: Position<'f>, stop: &dyn Fn() -> bool) -> Path<'f> {
        let mut steps = Vec::new();
        let is_open = |position: &Position<'_>| !position.is_solved() && !position.is_broken();
        while is_open(&position) {
            let Some(next) = self.next_until(&position, stop) else { break };
            position.take(&next);
            steps.push(next);
        }
        let is_stopped = is_open(&position) && stop();
        Path { steps, end: position, is_stopped }
    }
}

/// All steps of one technique in a position, at most so many.
pub fn all_steps(position: &Position<'_>, technique: Technique, most: usize) -> Vec<Step> {
    let mut sink = Sink::new(technique, most, &|| false);
    let _ = (technique.entry().find)(position, &mut sink);
    sink.steps
}
