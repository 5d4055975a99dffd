//! Tries both orders of branching on a cover and goes on with the better one.

use super::bits::{Bits, Order};
use super::fast::{Task, on_this_processor};
use super::instance::Instance;
use super::subproblems::{Fold, Subproblems};
use crate::engines::{Limits, Stop};

/// So many steps are taken in each order of branching; the one that is further then goes on.
const TRIAL: u64 = 4096;

/// Works on a cover, in the order of branching that gets further: the first open item keeps the items that are open at nodes of
/// the same depth alike, the one with the fewest ways to go on fails early. Which of them needs fewer steps differs by
/// factors of hundreds from cover to cover, and shows early. The value of the whole, and the search that has it.
pub(super) fn fold<'i, F: Fold>(
    instance: &'i Instance,
    limits: &Limits,
    new: impl Fn() -> F,
) -> (Result<u64, Stop>, Subproblems<'i, F>) {
    fold_after(TRIAL, instance, limits, new)
}

impl<F: Fold> Task for (&mut Subproblems<'_, F>, &Limits) {
    type Output = Result<u64, Stop>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(self) -> Result<u64, Stop> {
        self.0.run(self.1)
    }
}

/// [`fold`] with so many steps in each order.
pub(super) fn fold_after<'i, F: Fold>(
    trial: u64,
    instance: &'i Instance,
    limits: &Limits,
    new: impl Fn() -> F,
) -> (Result<u64, Stop>, Subproblems<'i, F>) {
    let most = limits.steps.unwrap_or(u64::MAX);
    let run = |search: &mut Subproblems<'i, F>, steps: u64| {
        let limits = Limits { steps: Some(steps), ..limits.clone() };
        on_this_processor((search, &limits))
    };
    let mut first = Subproblems::new(Bits::new(instance), Order::First, new());
    let ended = run(&mut first, trial.min(most));
    if ended != Err(Stop::Steps) || most <= trial {
        return (ended, first);
    }
    let mut other = Subproblems::new(first.fresh_bits(), Order::Fewest, new());
    let ended = run(&mut other, trial.min(most.saturating_sub(first.stats.steps)));
    let is_better = other.progress() > first.progress();
    if ended.is_ok() {
        other.stats.steps += first.stats.steps;
        return (ended, other);
    }
    let (mut search, lost) = if is_better { (other, first.stats.steps) } else { (first, other.stats.steps) };
    let ended = run(&mut search, most.saturating_sub(lost));
    search.stats.steps += lost;
    (ended, search)
}
