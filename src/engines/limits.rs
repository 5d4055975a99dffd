//! When a run ends, and what it says of itself.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A switch that ends runs from another thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    /// The switches that end this one's runs too.
    above: Vec<Arc<AtomicBool>>,
}

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// A switch of its own that this one turns too.
    #[must_use]
    pub fn child(&self) -> Self {
        let above = self.above.iter().chain([&self.own]).map(Arc::clone).collect();
        Self { own: Arc::default(), above }
    }

    /// Ends every run that watches this switch or a child of it.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether it was switched.
    pub fn is_cancelled(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.above.iter().any(|switch| switch.load(Ordering::Relaxed))
    }
}

/// Gives up after so much work unless `answers` were found by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Work that a run may take to show that it gets somewhere: what propagation looks at for `search` (variables, digit
    /// sets, edges), steps for the others.
    pub work: u64,
    /// Answers that show it.
    pub answers: u64,
}

/// What ends a run before its problem does. Nothing by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// Steps to take: as the engine counts them, nodes of a search for example. The same input ends at the same step.
    pub steps: Option<u64>,
    /// When to give up on a run that gets nowhere.
    pub patience: Option<Patience>,
    /// A switch for another thread.
    pub cancel: Cancel,
}

impl Limits {
    /// The same limits, with this time the latest.
    #[must_use]
    pub fn no_later_than(&self, time: Instant) -> Self {
        let deadline = self.deadline.map_or(time, |deadline| deadline.min(time));
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// Whether the run has to stop after so many steps and answers and so much work. Looks at the clock every 64 steps.
    pub fn reached(&self, steps: u64, work: u64, answers: u64) -> Option<Stop> {
        if self.steps.is_some_and(|most| steps >= most) {
            return Some(Stop::Steps);
        }
        if self.patience.is_some_and(|patience| work >= patience.work && answers < patience.answers) {
            return Some(Stop::Patience);
        }
        if steps.is_multiple_of(64) { self.out_of_time() } else { None }
    }

    /// Whether the time is up or the run was cancelled.
    pub fn out_of_time(&self) -> Option<Stop> {
        if self.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Time)
        } else {
            None
        }
    }
}

/// Why a run stopped before its problem was exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// As many solutions as were asked for.
    Solutions,
    /// The time limit.
    Time,
    /// The step limit.
    Steps,
    /// It got nowhere within its patience.
    Patience,
    /// The memory that it may take.
    Memory,
    /// It was cancelled, as by Ctrl-C.
    Cancelled,
    /// A solver outside this program failed or gave up.
    Failed(Reason),
}

/// Why a solver outside this program gave no answer.
///
/// The text is kept as long as the program runs, each text once and at most [`Reason::MOST`] of them, so that whatever
/// names a reason stays `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(&'static str);

impl Reason {
    /// So many different texts are kept.
    pub const MOST: usize = 1_000;

    /// The reason with this text; one that says only that there were too many once so many different ones were kept.
    pub(super) fn new(text: &str) -> Self {
        static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = kept.get(text) {
            return Self(text);
        }
        if kept.len() == Self::MOST {
            return Self("a solver failed once more, after many different failures");
        }
        let text: &'static str = Box::leak(text.into());
        kept.insert(text);
        Self(text)
    }

    /// Its text.
    pub fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Solutions => "solution limit",
            Self::Time => "time limit",
            Self::Steps => "step limit",
            Self::Patience => "no progress",
            Self::Memory => "memory limit",
            Self::Cancelled => "cancelled",
            Self::Failed(reason) => reason.text(),
        })
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Every answer was visited.
    Exhausted,
    /// There may be more.
    Stopped(Stop),
}

/// Counters of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Steps, as the engine counts them.
    pub steps: u64,
    /// Answers visited.
    pub answers: u64,
}

/// How a run ended, with its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Exhausted or stopped.
    pub end: End,
    /// Its counters.
    pub stats: Stats,
}

/// What an engine says to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// An answer.
    Found(T),
    /// There is none.
    None,
    /// A limit came first.
    Stopped(Stop),
}

impl<T> Reply<T> {
    /// The same reply about something else.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Self::Found(answer) => Reply::Found(change(answer)),
            Self::None => Reply::None,
            Self::Stopped(stop) => Reply::Stopped(stop),
        }
    }
}
