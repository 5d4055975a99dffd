//! How long a puzzle is looked for, and the best that was seen.

use std::time::{Duration, Instant};

use super::GaveUp;
use crate::engines::{Cancel, Limits, Stop};

/// The tries and the time left for one puzzle, however often it has to be made anew.
#[derive(Debug)]
pub(super) struct Budget {
    most: u64,
    used: u64,
    time: Option<Duration>,
    /// The time and the switch for what runs meanwhile.
    pub(super) limits: Limits,
    /// How far the best was from the wish, and what it was.
    best: Option<(u64, String)>,
}

impl Budget {
    pub(super) fn new(most: u64, time: Option<Duration>, cancel: Cancel) -> Self {
        Self { most, used: 0, time, limits: Limits { cancel, ..Limits::default() }, best: None }
    }

    /// Does something within the time that is left, and takes from it what that needed.
    pub(super) fn timed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let start = Instant::now();
        self.limits.deadline = self.time.map(|time| start + time);
        let done = work(self);
        self.time = self.time.map(|time| time.saturating_sub(start.elapsed()));
        done
    }

    /// Begins an attempt.
    pub(super) fn spend(&mut self) -> Result<(), GaveUp> {
        let stop = self.limits.out_of_time();
        if self.used >= self.most || stop.is_some() {
            return Err(self.gave_up(stop));
        }
        self.used += 1;
        Ok(())
    }

    /// Keeps what came nearest.
    pub(super) fn note(&mut self, distance: u64, what: impl FnOnce() -> String) {
        if self.best.as_ref().is_none_or(|(best, _)| distance < *best) {
            self.best = Some((distance, what()));
        }
    }

    /// Says that a puzzle was made and came before: nothing is nearer.
    pub(super) fn note_repeated(&mut self) {
        self.best = Some((0, "a puzzle equal to an earlier one of this run".to_string()));
    }

    /// The end of the search.
    pub(super) fn gave_up(&self, stop: Option<Stop>) -> GaveUp {
        let best = self.best.as_ref().map(|(_, best)| best.clone());
        GaveUp { attempts: self.used, stop, best }
    }
}
