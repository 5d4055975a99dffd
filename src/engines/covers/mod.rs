//! The native engine for exact covers: one reading of the cover, and a kernel for each size of it.
//!
//! [`CoverSearch`] takes every cover: colours, multiplicities, any number of items and options. Both kernels branch on the
//! item with the fewest ways to be covered, the first of them, and try its options in ascending order, so that a run is
//! deterministic and no solution comes twice.

mod bits;
mod cells;
mod cheapest;
mod fast;
mod instance;
mod memo;
mod place;
mod resume;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::{Dlx, End, Engine, Limits, Run, Stats};
use crate::cover::Cover;
use bits::{Bits, MOST_OPTIONS};
use cells::Cells;
use instance::Instance;

pub use cheapest::{CheapestCovers, Priced};
pub use memo::MemoCount;
pub use place::{Branch, Next, Place, PlaceError};
pub use resume::Look;

/// Search with the live options as bits, or in sparse sets for large covers. A step is an option tried.
///
/// Answers are the numbers of the options in the order they were taken. As in Knuth's programs, options that cover no primary item
/// are never taken. Covers with multiplicities and more options than the bits are for go to [`Dlx`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CoverSearch;

impl Engine for CoverSearch {
    type Problem = Cover;
    type Answer = [usize];

    fn name(&self) -> &'static str {
        "search"
    }

    fn run(&self, cover: &Cover, limits: &Limits, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> Run {
        let instance = Instance::of(cover);
        if instance.has_bounds() && instance.options.len() > MOST_OPTIONS {
            return Dlx.run(cover, limits, visit);
        }
        let mut stats = Stats::default();
        let mut watch = Watch { instance: &instance, limits, stats: &mut stats, visit, answer: Vec::new() };
        let flow = if instance.has_bounds() || bits::suits(&instance) {
            let mut bits = Bits::new(&instance);
            fast::with_bit_counting(|| bits.run(&mut watch, Next::Start))
        } else {
            Cells::new(&instance).run(&mut watch, Next::Start)
        };
        let end = match flow {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(stop) => End::Stopped(stop),
        };
        Run { end, stats }
    }
}

/// What a kernel tells of its run.
struct Watch<'w> {
    instance: &'w Instance,
    limits: &'w Limits,
    stats: &'w mut Stats,
    visit: &'w mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    answer: Vec<usize>,
}

impl Watch<'_> {
    /// Counts an option that is tried.
    #[inline]
    fn step(&mut self) -> ControlFlow<super::Stop> {
        if let Some(stop) = self.limits.reached(self.stats.steps, self.stats.steps, self.stats.answers) {
            return ControlFlow::Break(stop);
        }
        self.stats.steps += 1;
        ControlFlow::Continue(())
    }

    /// Visits a solution, options by their number in the instance.
    fn found(&mut self, options: impl Iterator<Item = u32>) -> ControlFlow<super::Stop> {
        self.answer.clear();
        self.answer.extend(options.map(|option| self.instance.numbers[option as usize]));
        self.stats.answers += 1;
        match (self.visit)(&self.answer) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(super::Stop::Solutions),
        }
    }
}
