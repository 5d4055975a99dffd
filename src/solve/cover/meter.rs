//! How far a run of a cover is, told to whoever watches it from another thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engines::{Look, Stats};

/// What a run writes to and others read. Clones share it.
///
/// ```
/// use exactly::solve::{CountMethod, Meter, count_cover};
/// use exactly::{Cover, Request};
///
/// let cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
/// let meter = Meter::new();
/// let request = Request { meter: Some(meter.clone()), ..Request::default() };
/// count_cover(&cover, &request, CountMethod::Enumerate)?;
/// let reading = meter.read().expect("one by one");
/// assert_eq!((reading.fraction, reading.solutions), (1.0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter {
    gauges: Arc<Mutex<Vec<Gauge>>>,
}

/// What a meter shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The part of the search tree that is done, from 0 to 1, by Knuth's estimate; over shares of a run their mean.
    pub fraction: f64,
    /// Options on the way to where the search is; of shares under way the most.
    pub depth: usize,
    /// Solutions so far.
    pub solutions: u128,
    /// Steps so far.
    pub steps: u128,
}

/// What is known of one share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gauge {
    pub(super) fraction: f64,
    pub(super) depth: usize,
    pub(super) stats: Stats,
}

impl Gauge {
    /// A share that is done.
    pub(super) fn done(stats: Stats) -> Self {
        Self { fraction: 1.0, depth: 0, stats }
    }
}

impl Meter {
    /// A meter that shows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What it shows; nothing while no search by `search` has told it, as where subproblems are counted.
    pub fn read(&self) -> Option<Reading> {
        let gauges = self.gauges();
        let count = gauges.len().max(1) as f64;
        (!gauges.is_empty()).then(|| Reading {
            fraction: gauges.iter().map(|gauge| gauge.fraction).sum::<f64>() / count,
            depth: gauges.iter().map(|gauge| gauge.depth).max().unwrap_or(0),
            solutions: gauges.iter().map(|gauge| u128::from(gauge.stats.answers)).sum(),
            steps: gauges.iter().map(|gauge| u128::from(gauge.stats.steps)).sum(),
        })
    }

    /// Starts anew with so many shares.
    pub(super) fn start(&self, shares: usize) {
        *self.gauges() = vec![Gauge::default(); shares];
    }

    pub(super) fn set(&self, share: usize, gauge: Gauge) {
        if let Some(old) = self.gauges().get_mut(share) {
            *old = gauge;
        }
    }

    fn gauges(&self) -> MutexGuard<'_, Vec<Gauge>> {
        self.gauges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The gauge of one share of a run, where there is a meter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dial<'m> {
    pub(super) meter: Option<&'m Meter>,
    pub(super) share: usize,
    /// Options above the share.
    pub(super) above: usize,
    /// Steps and answers of the runs before.
    pub(super) before: Stats,
}

impl<'m> Dial<'m> {
    /// The dial of a run in one piece, which starts now.
    pub(super) fn whole(meter: Option<&'m Meter>) -> Self {
        meter.inspect(|meter| meter.start(1));
        Self { meter, ..Self::default() }
    }

    pub(super) fn look(&self, look: &Look<'_>) {
        if let Some(meter) = self.meter {
            let Stats { steps, answers } = look.stats;
            let stats = Stats { steps: self.before.steps + steps, answers: self.before.answers + answers };
            let depth = self.above + look.depth();
            meter.set(self.share, Gauge { fraction: look.fraction(), depth, stats });
        }
    }

    pub(super) fn done(&self, stats: Stats) {
        if let Some(meter) = self.meter {
            meter.set(self.share, Gauge::done(stats));
        }
    }
}
