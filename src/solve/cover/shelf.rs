//! What several threads have found, kept apart by where it was found until it is taken in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engines::Run;
use crate::solve::SolveError;

/// So many option numbers are kept (128 MiB of them); then only the place that is taken from is filled.
const MOST: usize = 1 << 24;

/// A batch is put into its place when it holds so many option numbers, or when it is waited for.
const FULL: usize = 1 << 14;

/// No place is waited for.
const NONE: usize = usize::MAX;

/// Some solutions, one after the other.
#[derive(Debug, Default)]
pub(super) struct Batch {
    options: Vec<usize>,
    ends: Vec<usize>,
}

impl Batch {
    fn push(&mut self, options: &[usize]) {
        self.options.extend_from_slice(options);
        self.ends.push(self.options.len());
    }

    /// Option numbers in it.
    fn len(&self) -> usize {
        self.options.len()
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
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
    /// For each place the batch that is being filled.
    open: Vec<Mutex<Batch>>,
    /// The place whose next solution is waited for, until one is handed on. Written by who holds `inside`.
    awaited: AtomicUsize,
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
        let open = (0..places).map(|_| Mutex::default()).collect();
        let places = (0..places).map(|_| Place::default()).collect();
        Self {
            inside: Mutex::new(Inside { places, current: 0, kept: 0, is_closed: false }),
            changed: Condvar::new(),
            open,
            awaited: AtomicUsize::new(NONE),
        }
    }

    /// Adds a solution to a place. It is handed on at once where it is waited for, else when a batch is full, or when it is
    /// asked for. Breaks where nobody wants more.
    pub(super) fn add(&self, at: usize, options: &[usize]) -> ControlFlow<()> {
        let is_wanted = {
            let mut open = self.open(at);
            open.push(options);
            // Whoever waits says so before looking at the open batch, under its lock: one of the two sees the other.
            open.len() >= FULL || self.awaited.load(Ordering::SeqCst) == at
        };
        if is_wanted { self.hand_on(at) } else { ControlFlow::Continue(()) }
    }

    /// Puts the open batch into its place, when there is room; breaks where nobody wants more.
    pub(super) fn hand_on(&self, at: usize) -> ControlFlow<()> {
        let is_full = |inside: &mut Inside| {
            let is_awaited = inside.current == at && inside.places[at].batches.is_empty();
            inside.kept >= MOST && !is_awaited && !inside.is_closed
        };
        let waited = self.changed.wait_while(self.inside(), is_full);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        if inside.is_closed {
            return ControlFlow::Break(());
        }
        // Taken now that nobody else looks: a batch is always seen in one of its two places.
        let batch = std::mem::take(&mut *self.open(at));
        inside.kept += batch.len();
        inside.places[at].batches.push_back(batch);
        if inside.current == at {
            self.awaited.store(NONE, Ordering::SeqCst);
        }
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
        if inside.places[at].batches.is_empty() {
            self.awaited.store(at, Ordering::SeqCst);
        }
        let is_awaited = |inside: &mut Inside| {
            let place = &inside.places[at];
            place.batches.is_empty() && place.end.is_none() && self.open(at).is_empty()
        };
        let waited = self.changed.wait_while(inside, is_awaited);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        self.awaited.store(NONE, Ordering::SeqCst);
        let Some(batch) = inside.places[at].batches.pop_front() else {
            let open = std::mem::take(&mut *self.open(at));
            return (!open.is_empty()).then_some(open);
        };
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

    fn open(&self, at: usize) -> MutexGuard<'_, Batch> {
        self.open[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::engines::{End, Stats};

    /// Who adds waits until each solution has come out, so that nothing else wakes who takes.
    #[test]
    fn no_solution_waits_for_the_next() {
        const COUNT: usize = 20_000;
        let (shelf, (send, seen)) = (Shelf::new(2), channel());
        let shelf = &shelf;
        std::thread::scope(|scope| {
            let adding = scope.spawn(move || {
                let came_out = (0..COUNT).take_while(|&number| {
                    let _ = shelf.add(1, &[number]);
                    seen.recv_timeout(Duration::from_secs(30)) == Ok(vec![number])
                });
                let count = came_out.count();
                shelf.finish(1, Ok(Run { end: End::Exhausted, stats: Stats::default() }));
                count
            });
            shelf.finish(0, Ok(Run { end: End::Exhausted, stats: Stats::default() }));
            assert!(shelf.take(0).is_none());
            while let Some(batch) = shelf.take(1) {
                batch.iter().for_each(|options| drop(send.send(options.to_vec())));
            }
            assert_eq!(adding.join().ok(), Some(COUNT));
        });
    }

    #[test]
    fn nothing_is_lost_on_the_way() {
        const COUNT: usize = 200_000;
        let shelf = &Shelf::new(1);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                assert!((0..COUNT).all(|number| shelf.add(0, &[number]).is_continue()));
                assert!(shelf.hand_on(0).is_continue());
                shelf.finish(0, Ok(Run { end: End::Exhausted, stats: Stats::default() }));
            });
            let mut taken = 0..COUNT;
            while let Some(batch) = shelf.take(0) {
                batch.iter().for_each(|options| assert_eq!(taken.next().as_slice(), options));
            }
            assert!(taken.is_empty(), "{taken:?} are left");
        });
    }
}
