//! The loop that finds the best few: ask for something better, and halve what lies between the best and the bound.
//!
//! Each question has a budget. One that needs more is left, and those closer to the best come next; when all were too hard, the
//! next round begins with four times the budget. So no question keeps the others waiting for long.

use crate::engines::{Limits, Reply, Stop};
use crate::solve::SolveError;

/// Steps that a question may take in the first round, before one closer to the best is tried.
const FIRST_BUDGET: u64 = 500;

/// Who is asked for solutions that cost no more than so much.
pub(in crate::solve) trait Asker {
    /// A solution.
    type Found;

    /// Looks for a solution that costs at most this, within the limits of this question alone.
    fn ask(&mut self, most: i128, limits: &Limits) -> Result<Reply<(i128, Self::Found)>, SolveError>;

    /// From now on nothing is looked for that costs less than `low`, since there is none, or more than `high`.
    fn within(&mut self, low: i128, high: i128);

    /// A solution that is not to be found again; called where several are wanted, and where one is, never.
    fn leave_out(&mut self, _found: &Self::Found) {}

    /// Steps over all questions.
    fn steps(&self) -> u64;

    /// Whether it can be asked on after a limit has stopped a question.
    fn resumes(&self) -> bool;
}

/// The best few.
#[derive(Debug)]
pub(in crate::solve) struct Narrowed<F> {
    /// Solutions with their costs, cheapest first.
    pub(in crate::solve) best: Vec<(i128, F)>,
    /// No solution costs less; beside the best ones, where several were wanted.
    pub(in crate::solve) bound: i128,
    /// What ended the run before it was complete.
    pub(in crate::solve) stop: Option<Stop>,
    /// Steps over all questions.
    pub(in crate::solve) steps: u64,
}

impl<F> Narrowed<F> {
    /// A run that was stopped, and another one that looked for something cheaper than what it had found.
    pub(in crate::solve) fn then(self, mut next: Self) -> Self {
        next.steps += self.steps;
        if next.best.is_empty() {
            next.best = self.best;
        }
        next.bound = next.best.first().map_or(next.bound, |&(cost, _)| cost.min(next.bound));
        next
    }
}

/// Finds the `count` cheapest solutions, whose costs lie in a range; of those that cost as much as the last, any. `tell` gets the
/// least cost so far and the bound whenever one of them changes.
pub(in crate::solve) fn narrow<A: Asker>(
    asker: &mut A,
    count: usize,
    range: (i128, i128),
    limits: &Limits,
    tell: &mut dyn FnMut(Option<i128>, i128),
) -> Result<Narrowed<A::Found>, SolveError> {
    let mut search = Search::new(count, range);
    let mut stop = None;
    while search.low <= search.high && count > 0 {
        let (most, budget) = search.aim(asker.resumes());
        let spent = Spent::new(limits, asker.steps(), budget);
        match asker.ask(most, &spent.limits)? {
            Reply::Found((cost, found)) => {
                if count > 1 {
                    asker.leave_out(&found);
                }
                search.found(cost, found);
            }
            Reply::None => search.low = most + 1,
            Reply::Stopped(Stop::Steps) if spent.is_budget => {
                search.too_hard = most;
                continue;
            }
            Reply::Stopped(reason) => {
                stop = Some(reason);
                break;
            }
        }
        asker.within(search.low, search.high);
        tell(search.best.first().map(|(cost, _)| *cost), search.bound());
    }
    let bound = search.bound();
    Ok(Narrowed { best: search.best, bound, stop, steps: asker.steps() })
}

/// Where the loop stands.
struct Search<F> {
    best: Vec<(i128, F)>,
    count: usize,
    /// No other solution costs less.
    low: i128,
    /// The next solution has to cost no more.
    high: i128,
    /// Questions for no more than this needed more than the budget.
    too_hard: i128,
    /// Steps that a question may take.
    budget: u64,
}

impl<F> Search<F> {
    fn new(count: usize, (low, high): (i128, i128)) -> Self {
        Self { best: Vec::new(), count, low, high, too_hard: low - 1, budget: FIRST_BUDGET }
    }

    fn bound(&self) -> i128 {
        self.best.first().map_or(self.low, |&(cost, _)| cost.min(self.low))
    }

    /// Keeps a solution, in its place.
    fn found(&mut self, cost: i128, found: F) {
        let place = self.best.partition_point(|&(other, _)| other <= cost);
        self.best.insert(place, (cost, found));
        self.best.truncate(self.count);
        if let Some(&(worst, _)) = self.best.last().filter(|_| self.best.len() == self.count) {
            self.high = self.high.min(worst - 1);
        }
    }

    /// What the next question asks for, and its budget: the middle of what is not too hard; anything at all, without a budget, while
    /// there is not enough, or where a question that is stopped is the last.
    fn aim(&mut self, resumes: bool) -> (i128, Option<u64>) {
        if !resumes || self.best.len() < self.count {
            return (self.high, None);
        }
        if self.too_hard >= self.high {
            self.too_hard = self.low - 1;
            self.budget = self.budget.saturating_mul(4);
        }
        let low = self.low.max(self.too_hard + 1);
        (low + (self.high - low) / 2, Some(self.budget))
    }
}

/// The limits of a question, and whether it is a budget of ours that is reached first.
struct Spent {
    limits: Limits,
    is_budget: bool,
}

impl Spent {
    /// What is left after so many steps, and no more than a budget.
    fn new(limits: &Limits, steps: u64, budget: Option<u64>) -> Self {
        let rest = limits.steps.map(|most| most.saturating_sub(steps));
        let is_budget = budget.is_some_and(|budget| rest.is_none_or(|rest| budget < rest));
        let steps = if is_budget { budget } else { rest };
        Self { limits: Limits { steps, ..limits.clone() }, is_budget }
    }
}
