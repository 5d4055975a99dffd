//! What several threads have found, kept apart by where it was found until it is taken in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engines::Run;
use crate::solve::SolveError;

/// So many option numbers are kept (128 MiB of them); then only the place that is taken from is filled.
const MOST: usize = 1 << 24;

/// Some solutions, one after the other.
#[derive(Debug, Default)]
pub(super) struct Batch {
    options: Vec<usize>,
    ends: Vec<usize>,
}

impl Batch {
    pub(super) fn push(&mut self, options: &[usize]) {
        self.options.extend_from_slice(options);
        self.ends.push(self.options.len());
    }

    /// Option numbers in it.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.options[start..end])
    }
}

/// A shelf with numbered places.
#[derive(Debug)]
pub(super) struct Shelf {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Debug)]
struct Inside {
    places: Vec<Place>,
    /// The place that is taken from.
    current: usize,
    kept: usize,
    is_closed: bool,
}

#[derive(Debug, Default)]
struct Place {
    batches: VecDeque<Batch>,
    /// How the run that fills it ended, once it has.
    end: Option<Result<Run, SolveError>>,
}

impl Shelf {
    pub(super) fn new(places: usize) -> Self {
        let places = (0..places).map(|_| Place::default()).collect();
        Self {
            inside: Mutex::new(Inside { places, current: 0, kept: 0, is_closed: false }),
            changed: Condvar::new(),
        }
    }

    /// Puts a batch into a place, when there is room; breaks where nobody wants more.
    pub(super) fn put(&self, at: usize, batch: Batch) -> ControlFlow<()> {
        let is_full = |inside: &mut Inside| {
            let is_awaited = inside.current == at && inside.places[at].batches.is_empty();
            inside.kept >= MOST && !is_awaited && !inside.is_closed
        };
        let waited = self.changed.wait_while(self.inside(), is_full);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        if inside.is_closed {
            return ControlFlow::Break(());
        }
        inside.kept += batch.len();
        inside.places[at].batches.push_back(batch);
        self.changed.notify_all();
        ControlFlow::Continue(())
    }

    /// Says that a place gets no more; only the first word counts.
    pub(super) fn finish(&self, at: usize, end: Result<Run, SolveError>) {
        self.inside().places[at].end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// The next batch of a place, waited for; nothing when the place gets no more.
    pub(super) fn take(&self, at: usize) -> Option<Batch> {
        let mut inside = self.inside();
        inside.current = at;
        self.changed.notify_all();
        let is_awaited = |inside: &mut Inside| {
            let place = &inside.places[at];
            place.batches.is_empty() && place.end.is_none()
        };
        let waited = self.changed.wait_while(inside, is_awaited);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        let batch = inside.places[at].batches.pop_front()?;
        inside.kept -= batch.len();
        self.changed.notify_all();
        Some(batch)
    }

    /// How the run that filled a place ended; nothing where it has not.
    pub(super) fn end(&self, at: usize) -> Option<Result<Run, SolveError>> {
        self.inside().places[at].end.take()
    }

    /// Nobody wants more.
    pub(super) fn close(&self) {
        self.inside().is_closed = true;
        self.changed.notify_all();
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
