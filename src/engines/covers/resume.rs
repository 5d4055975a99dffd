//! Runs of the search for covers that are left at a place and go on from there.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::bits::{Bits, MOST_OPTIONS, suits};
use super::instance::Instance;
use super::{Branch, CoverSearch, Next, Place, PlaceError, Visited, Watch, tallies};
use crate::cover::Cover;
use crate::engines::{End, Limits, Run, Stats, Stop};

/// A branch as a kernel tells it.
pub(super) struct Level {
    pub(super) item: u32,
    pub(super) option: Option<u32>,
    /// Children done before this one, of how many.
    pub(super) tried: u32,
    pub(super) degree: u32,
}

/// What both kernels do for a run that can be left.
pub(super) trait Kernel {
    /// Visits every solution from where it stands.
    fn go_on(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop>;

    /// Branches at the current node on the item, with this option the next to be tried; false where the search would not.
    fn follow(&mut self, item: u32, option: Option<u32>) -> bool;

    /// Takes the option that [`Kernel::follow`] left to be tried; false where nothing is below it.
    fn enter_last(&mut self) -> bool;

    /// Whether the current node is a solution.
    fn is_solved(&self) -> bool;

    /// A level of the way to the current node.
    fn level(&self, depth: usize) -> Option<Level>;
}

/// A look at a run under way.
#[expect(missing_debug_implementations, reason = "it borrows a kernel, which is no text")]
pub struct Look<'l> {
    kernel: &'l dyn Kernel,
    plan: &'l Plan,
    next: Next,
    /// Steps and answers of this run so far.
    pub stats: Stats,
}

impl Look<'_> {
    /// Where the run stands. What comes there was not done yet.
    pub fn place(&self) -> Place {
        let levels = (0..).map_while(|depth| self.kernel.level(depth));
        let branches = levels.map(|level| self.plan.branch(&level));
        Place { next: self.next, branches: branches.collect() }
    }

    /// Branches on the way to the current node.
    pub fn depth(&self) -> usize {
        (0..).map_while(|depth| self.kernel.level(depth)).count()
    }

    /// The part of the search tree that is done, from 0 to 1, as if all children of a node had equally much below them: over
    /// the levels, the children done by the product of the degrees so far (Knuth, TAOCP 7.2.2.1).
    pub fn fraction(&self) -> f64 {
        let (mut done, mut weight) = (0.0, 1.0);
        for level in (0..).map_while(|depth| self.kernel.level(depth)) {
            weight /= f64::from(level.degree.max(1));
            done += weight * f64::from(level.tried);
            if weight < f64::EPSILON / 4.0 {
                break;
            }
        }
        if self.next == Next::After { done + weight } else { done }
    }
}

/// A compiled cover with the numbers of its items.
struct Plan {
    instance: Instance,
    /// The primary items of the cover.
    items: Vec<u32>,
}

impl Plan {
    fn of(cover: &Cover) -> Result<Self, PlaceError> {
        let instance = Instance::of(cover);
        let options = instance.options.len();
        if instance.has_bounds() && options > MOST_OPTIONS {
            return Err(PlaceError::TooLarge { options });
        }
        let items = (0..cover.item_count() as u32).filter(|&item| cover.is_primary(item)).collect();
        Ok(Self { instance, items })
    }

    fn kernel(&self) -> Box<dyn Kernel + '_> {
        if self.instance.has_bounds() || suits(&self.instance) {
            Box::new(Bits::new(&self.instance))
        } else {
            tallies::kernel(&self.instance)
        }
    }

    fn branch(&self, level: &Level) -> Branch {
        let option = level.option.map(|option| self.instance.numbers[option as usize]);
        Branch { item: self.items[level.item as usize], option }
    }

    /// Takes a kernel from the root to a place.
    fn follow(&self, kernel: &mut dyn Kernel, place: &Place) -> Result<(), PlaceError> {
        let is_ending = match place.next {
            Next::Start | Next::Done => place.branches.is_empty(),
            Next::Try => !place.branches.is_empty(),
            Next::After => true,
        };
        if !is_ending {
            return Err(place.wrong_ending());
        }
        for (at, branch) in place.branches.iter().enumerate() {
            if !(at == 0 || kernel.enter_last()) || !self.follow_one(kernel, *branch) {
                return Err(PlaceError::Branch { number: at + 1, item: branch.item, option: branch.option });
            }
        }
        let is_entered = || place.branches.is_empty();
        if place.next == Next::After && !((is_entered() || kernel.enter_last()) && kernel.is_solved()) {
            return Err(place.wrong_ending());
        }
        Ok(())
    }

    fn follow_one(&self, kernel: &mut dyn Kernel, branch: Branch) -> bool {
        let Ok(item) = self.items.binary_search(&branch.item) else { return false };
        let option = branch.option.map(|option| self.instance.numbers.binary_search(&option));
        match option.transpose() {
            Ok(option) => kernel.follow(item as u32, option.map(|option| option as u32)),
            Err(_) => false,
        }
    }
}

/// A look is had about so often.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Steps between looks: at first, and at least.
const FIRST_SLICE: u64 = 1_024;
const LEAST_SLICE: u64 = 64;

impl CoverSearch {
    /// Runs from a place to the end or a limit, and returns the place that it came to; from there another run goes on, with
    /// the same solutions in the same order as one that was never left. Some ten times a second there is a look at it. All
    /// solutions are counted, and those of `visited` visited.
    ///
    /// Limits and statistics are of this run alone.
    ///
    /// # Errors
    /// A place that the search of this cover does not come to; a cover with multiplicities and more options than the search
    /// takes.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use exactly::engines::{CoverSearch, Limits, Place, Visited};
    /// use exactly::{Cover, End};
    ///
    /// let cover = Cover::from_matrix(&[[true, false], [true, false], [false, true], [true, true]])?;
    /// let limits = Limits { steps: Some(2), ..Limits::default() };
    /// let (mut place, mut found) = (Place::default(), Vec::new());
    /// while !place.is_done() {
    ///     let mut visit = |options: &[usize]| {
    ///         found.push(options.to_vec());
    ///         ControlFlow::Continue(())
    ///     };
    ///     (_, place) = CoverSearch.run_from(&cover, &place, &limits, Visited::ALL, &mut visit, &mut |_| ())?;
    /// }
    /// assert_eq!(found, [vec![2, 0], vec![2, 1], vec![3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_from(
        &self,
        cover: &Cover,
        place: &Place,
        limits: &Limits,
        visited: Visited,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
        look: &mut dyn FnMut(&Look<'_>),
    ) -> Result<(Run, Place), PlaceError> {
        let plan = Plan::of(cover)?;
        let mut kernel = plan.kernel();
        plan.run_from(&mut *kernel, place, limits, visited, visit, look)
    }

    /// Whether a run of this cover can go on from a place.
    ///
    /// # Errors
    /// As [`CoverSearch::run_from`].
    pub fn check_place(&self, cover: &Cover, place: &Place) -> Result<(), PlaceError> {
        let plan = Plan::of(cover)?;
        let mut kernel = plan.kernel();
        plan.follow(&mut *kernel, place)
    }
}

impl Plan {
    fn run_from(
        &self,
        kernel: &mut dyn Kernel,
        place: &Place,
        limits: &Limits,
        visited: Visited,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
        look: &mut dyn FnMut(&Look<'_>),
    ) -> Result<(Run, Place), PlaceError> {
        self.follow(kernel, place)?;
        let mut stats = Stats::default();
        if place.is_done() {
            return Ok((Run { end: End::Exhausted, stats }, Place::done()));
        }
        let (mut next, mut slice) = (place.next, FIRST_SLICE);
        loop {
            let start = Instant::now();
            let most = limits.steps.unwrap_or(u64::MAX);
            let part = Limits { steps: Some(most.min(stats.steps + slice)), ..limits.clone() };
            let next_visited = visited.after(stats.answers);
            let mut watch = Watch {
                instance: &self.instance,
                limits: &part,
                stats: &mut stats,
                visited,
                next: next_visited,
                visit: &mut *visit,
                answer: Vec::new(),
            };
            let ControlFlow::Break(stop) = kernel.go_on(&mut watch, next) else {
                return Ok((Run { end: End::Exhausted, stats }, Place::done()));
            };
            next = if stop == Stop::Solutions { Next::After } else { Next::Try };
            let now = Look { kernel: &*kernel, plan: self, next, stats };
            if stop != Stop::Steps || stats.steps >= most {
                return Ok((Run { end: End::Stopped(stop), stats }, now.place()));
            }
            look(&now);
            slice = next_slice(slice, start.elapsed());
        }
    }
}

/// The steps to the next look, after so many took so long.
fn next_slice(slice: u64, time: Duration) -> u64 {
    if time < BETWEEN_LOOKS / 2 {
        slice * 2
    } else if time > BETWEEN_LOOKS * 2 {
        (slice / 2).max(LEAST_SLICE)
    } else {
        slice
    }
}

#[cfg(test)]
mod tests;
