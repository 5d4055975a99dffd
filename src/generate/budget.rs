//! How long a puzzle is looked for, and the best that was seen.

use super::GaveUp;
use crate::engines::{Limits, Stop};

/// The tries left for one puzzle.
#[derive(Debug)]
pub(super) struct Budget {
    most: u64,
    used: u64,
    /// The time and the switch for what runs meanwhile.
    pub(super) limits: Limits,
    /// How far the best was from the wish, and what it was.
    best: Option<(u64, String)>,
}

impl Budget {
    pub(super) fn new(most: u64, limits: Limits) -> Self {
        Self { most, used: 0, limits, best: None }
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

    /// The end of the search.
    pub(super) fn gave_up(&self, stop: Option<Stop>) -> GaveUp {
        let best = self.best.as_ref().map(|(_, best)| best.clone());
        GaveUp { attempts: self.used, stop, best }
    }
}
