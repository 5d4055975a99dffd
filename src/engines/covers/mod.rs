//! The native engine for exact covers: one reading of the cover, and a kernel for each size of it.
//!
//! [`CoverSearch`] takes every cover: colours, multiplicities, any number of items and options. Both kernels branch on the
//! item with the fewest ways to be covered, the first of them, and try its options in ascending order, so that a run is
//! deterministic and no solution comes twice.

mod bits;
mod cheapest;
mod diagram;
mod fast;
mod instance;
mod memo;
mod place;
mod resume;
mod subproblems;
mod table;
mod tallies;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::ControlFlow;

use super::{Dlx, End, Engine, Limits, Run, Stats, Stop};
use crate::cover::Cover;
use bits::MOST_OPTIONS;
use instance::Instance;

pub use cheapest::{CheapestCovers, Priced};
pub use diagram::{CoverDiagram, Solutions};
pub use memo::MemoCount;
pub use place::{Branch, Next, Place, PlaceError};
pub use resume::Look;

/// Search with the live options as bits, and with tallies of them where options touch few others. A step is an option tried.
///
/// Answers are the numbers of the options in the order they were taken. As in Knuth's programs, options that cover no primary item
/// are never taken. Covers with multiplicities and more options than the bits are for go to [`Dlx`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CoverSearch;

/// Which answers of a run are visited; all of them are counted. Putting an answer together takes longer than finding it where
/// answers are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    /// So many from the first.
    pub first: u64,
    /// Of the others each so many.
    pub every: u64,
}

impl Visited {
    /// All answers.
    pub const ALL: Self = Self { first: u64::MAX, every: 1 };

    /// The number of the next answer to visit, after so many answers.
    pub fn after(self, answers: u64) -> u64 {
        if answers < self.first { answers + 1 } else { (answers / self.every + 1).saturating_mul(self.every) }
    }
}

impl Engine for CoverSearch {
    type Problem = Cover;
    type Answer = [usize];

    fn name(&self) -> &'static str {
        "search"
    }

    fn run(&self, cover: &Cover, limits: &Limits, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> Run {
        self.count(cover, limits, Visited::ALL, visit)
    }
}

impl CoverSearch {
    /// Counts the answers like [`Engine::run`], and visits a sample of them.
    pub fn count(
        &self,
        cover: &Cover,
        limits: &Limits,
        visited: Visited,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Run {
        run(cover, limits, visited, visit, |instance, watch| {
            if instance.has_bounds() || bits::suits(instance) {
                bits::run(instance, watch)
            } else {
                tallies::run(instance, false, watch)
            }
        })
    }
}

/// Search that branches on the items that were hard to cover so far, for a first solution or none. A step is an option taken.
///
/// It finds the same solutions as [`CoverSearch`] in another order, often by orders of magnitude sooner where many options
/// leave few solutions, as in filling a Latin square, and later where all are wanted. Covers with multiplicities go to
/// [`CoverSearch`].
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightedCovers;

impl Engine for WeightedCovers {
    type Problem = Cover;
    type Answer = [usize];

    fn name(&self) -> &'static str {
        "weighted"
    }

    fn run(&self, cover: &Cover, limits: &Limits, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> Run {
        run(cover, limits, Visited::ALL, visit, |instance, watch| {
            if instance.has_bounds() {
                bits::run(instance, watch)
            } else {
                tallies::run(instance, true, watch)
            }
        })
    }
}

/// Reads the cover and runs a kernel on it.
fn run(
    cover: &Cover,
    limits: &Limits,
    visited: Visited,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    kernel: impl FnOnce(&Instance, &mut Watch<'_>) -> ControlFlow<Stop>,
) -> Run {
    let instance = Instance::of(cover);
    if instance.has_bounds() && instance.options.len() > MOST_OPTIONS {
        return Dlx.run(cover, limits, visit);
    }
    let mut stats = Stats::default();
    let next = visited.after(0);
    let mut watch =
        Watch { instance: &instance, limits, stats: &mut stats, visited, next, visit, answer: Vec::new() };
    let end = match kernel(&instance, &mut watch) {
        ControlFlow::Continue(()) => End::Exhausted,
        ControlFlow::Break(stop) => End::Stopped(stop),
    };
    Run { end, stats }
}

/// What a kernel tells of its run.
struct Watch<'w> {
    instance: &'w Instance,
    limits: &'w Limits,
    stats: &'w mut Stats,
    visited: Visited,
    /// The number of the next answer to visit.
    next: u64,
    visit: &'w mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    answer: Vec<usize>,
}

impl Watch<'_> {
    /// Counts an option that is tried.
    #[inline]
    fn step(&mut self) -> ControlFlow<Stop> {
        if let Some(stop) = self.limits.reached(self.stats.steps, self.stats.steps, self.stats.answers) {
            return ControlFlow::Break(stop);
        }
        self.stats.steps += 1;
        ControlFlow::Continue(())
    }

    /// Counts a solution, options by their number in the instance, and visits it if it is in the sample.
    #[inline]
    fn found(&mut self, options: impl Iterator<Item = u32>) -> ControlFlow<Stop> {
        self.stats.answers += 1;
        if self.stats.answers < self.next {
            return ControlFlow::Continue(());
        }
        self.next = self.visited.after(self.stats.answers);
        self.answer.clear();
        self.answer.extend(options.map(|option| self.instance.numbers[option as usize]));
        match (self.visit)(&self.answer) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Stop::Solutions),
        }
    }
}
