//! Long runs of a cover: counted or listed from a checkpoint on, which moves on with them.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::checkpoint::{Checkpoint, Part, Task};
use super::counting::CHECKED;
use super::meter::{Dial, Gauge};
use super::{CoverCount, report};
use crate::cover::{Cover, Cube};
use crate::engines::{CoverSearch, End, Engine, Limits, Look, Place, Run, Stats, Stop, Visited};
use crate::solve::{EngineName, Report, Request, SolveError};

/// Who keeps the checkpoints of a run under way.
pub struct Keeper<'k> {
    /// Time between two of them.
    pub every: Duration,
    /// Takes one.
    pub keep: &'k mut dyn FnMut(&Checkpoint),
}

impl fmt::Debug for Keeper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper").field("every", &self.every).finish_non_exhaustive()
    }
}

/// Counts the solutions of a cover one by one from a checkpoint of [`Task::Count`] on, until none is left or a limit is
/// reached. The checkpoint moves on. Limits are for this run; the count and its report are of all runs together.
///
/// On all cores, or on one where there is a limit on steps. The number of solutions of the request is not asked.
///
/// # Errors
/// An engine other than `search`; a checkpoint of other solutions or of another cover; an answer that is no cover, which is
/// a bug of this crate.
///
/// ```
/// use std::time::Duration;
///
/// use exactly::solve::{Checkpoint, Keeper, Task, resume_count};
/// use exactly::{Cover, Limits, Request};
///
/// let cover = Cover::from_matrix(&[[true, false], [true, false], [false, true], [true, true]])?;
/// let request = Request { limits: Limits { steps: Some(1), ..Limits::default() }, ..Request::default() };
/// let mut checkpoint = Checkpoint::start(&cover, Task::Count);
/// while !checkpoint.is_done() {
///     let mut keeper = Keeper { every: Duration::from_secs(60), keep: &mut |_| () };
///     resume_count(&cover, &mut checkpoint, &request, &mut keeper)?;
///     // Through a file, say.
///     checkpoint = Checkpoint::read(&checkpoint.text(), &cover, Task::Count)?;
/// }
/// assert_eq!(checkpoint.solutions(), 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resume_count(
    cover: &Cover,
    checkpoint: &mut Checkpoint,
    request: &Request,
    keeper: &mut Keeper<'_>,
) -> Result<CoverCount, SolveError> {
    check_engine(request)?;
    checkpoint.check(cover, Task::Count)?;
    let start = Instant::now();
    let counting = Counting::of(cover, checkpoint, request);
    let stop = std::thread::scope(|scope| {
        let (ended, end) = channel::<()>();
        let counting = &counting;
        let worker = scope.spawn(move || {
            let stop = counting.run();
            drop(ended);
            stop
        });
        while end.recv_timeout(keeper.every) == Err(RecvTimeoutError::Timeout) {
            (keeper.keep)(&counting.now());
        }
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    *checkpoint = counting.now();
    let report = report_of(checkpoint, stop?, start.elapsed());
    Ok(CoverCount { count: checkpoint.solutions(), report })
}

/// Visits the solutions of a cover from a checkpoint of [`Task::Solve`] on, as [`run_cover`](super::run_cover) does by
/// `search`, until none is left, `visit` breaks or a limit is reached. The checkpoint moves on; none of the solutions before
/// it is visited again. Limits and the number of solutions are for this run, the report is of all runs together.
///
/// # Errors
/// As [`resume_count`].
pub fn resume_solutions(
    cover: &Cover,
    checkpoint: &mut Checkpoint,
    request: &Request,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    keeper: &mut Keeper<'_>,
) -> Result<Report, SolveError> {
    check_engine(request)?;
    checkpoint.check(cover, Task::Solve)?;
    let start = Instant::now();
    if request.solutions == Some(0) {
        return Ok(report_of(checkpoint, Some(Stop::Solutions), start.elapsed()));
    }
    let Some(before) = checkpoint.parts.first().cloned() else {
        return Ok(report_of(checkpoint, None, start.elapsed()));
    };
    let dial = Dial { before: before.stats(), ..Dial::whole(request.meter.as_ref()) };
    let (mut found, mut wrong, mut kept) = (0, false, Instant::now());
    let mut checked = |options: &[usize]| {
        let mut options = options.to_vec();
        options.sort_unstable();
        found += 1;
        wrong |= !cover.is_solution(&options);
        if wrong {
            return ControlFlow::Break(());
        }
        visit(&options)?;
        if request.solutions == Some(found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut look = |look: &Look<'_>| {
        dial.look(look);
        if kept.elapsed() >= keeper.every {
            checkpoint.parts[0] = before.after(look.stats, look.place());
            (keeper.keep)(checkpoint);
            kept = Instant::now();
        }
    };
    let (run, place) =
        CoverSearch.run_from(cover, &before.place, &request.limits, Visited::ALL, &mut checked, &mut look)?;
    if wrong {
        return Err(SolveError::WrongCover { engine: CoverSearch.name() });
    }
    checkpoint.parts[0] = before.after(run.stats, place);
    Ok(report_of(checkpoint, stop_of(run), start.elapsed()))
}

fn check_engine(request: &Request) -> Result<(), SolveError> {
    match request.engine {
        EngineName::Auto | EngineName::Search => Ok(()),
        engine => Err(SolveError::NotResumable { engine }),
    }
}

fn stop_of(run: Run) -> Option<Stop> {
    match run.end {
        End::Exhausted => None,
        End::Stopped(stop) => Some(stop),
    }
}

/// The report of all runs up to a checkpoint.
fn report_of(checkpoint: &Checkpoint, stop: Option<Stop>, time: Duration) -> Report {
    let end = stop.filter(|_| !checkpoint.is_done()).map_or(End::Exhausted, End::Stopped);
    let answers = u64::try_from(checkpoint.solutions()).unwrap_or(u64::MAX);
    let run = Run { end, stats: Stats { steps: checkpoint.steps(), answers } };
    report(CoverSearch.name(), run, Duration::ZERO, time)
}

/// A count under way.
struct Counting<'c> {
    cover: &'c Cover,
    request: &'c Request,
    start: Checkpoint,
    parts: Vec<Mutex<Part>>,
}

impl<'c> Counting<'c> {
    fn of(cover: &'c Cover, checkpoint: &Checkpoint, request: &'c Request) -> Self {
        let parts = checkpoint.parts.iter().cloned().map(Mutex::new).collect();
        let counting = Self { cover, request, start: checkpoint.clone(), parts };
        if let Some(meter) = &request.meter {
            meter.start(checkpoint.parts.len());
            for (at, part) in checkpoint.parts.iter().enumerate().filter(|(_, part)| part.place.is_done()) {
                meter.set(at, Gauge::done(part.stats()));
            }
        }
        counting
    }

    fn part(&self, at: usize) -> MutexGuard<'_, Part> {
        self.parts[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where it stands.
    fn now(&self) -> Checkpoint {
        let parts = (0..self.parts.len()).map(|at| self.part(at).clone()).collect();
        self.start.with_parts(parts)
    }

    /// Runs what is left; tells what stopped it.
    fn run(&self) -> Result<Option<Stop>, SolveError> {
        let left: Vec<usize> = (0..self.parts.len()).filter(|&at| !self.part(at).place.is_done()).collect();
        let Some(mut steps) = self.request.limits.steps else {
            let stops = left.par_iter().with_max_len(1).map(|&at| self.run_part(at, None));
            let stops: Vec<(Option<Stop>, u64)> = stops.collect::<Result<_, _>>()?;
            return Ok(stops.into_iter().find_map(|(stop, _)| stop));
        };
        for at in left {
            let (stop, taken) = self.run_part(at, Some(steps))?;
            if stop.is_some() {
                return Ok(stop);
            }
            steps -= taken;
        }
        Ok(None)
    }

    /// Runs one part, for so many steps at most; tells what stopped it, and the steps taken.
    fn run_part(&self, at: usize, steps: Option<u64>) -> Result<(Option<Stop>, u64), SolveError> {
        if let Some(stop) = self.request.limits.out_of_time() {
            return Ok((Some(stop), 0));
        }
        let cube: &Cube = &self.start.cubes[at];
        let before = self.part(at).clone();
        let Some(rest) = self.cover.rest(cube) else {
            *self.part(at) = before.after(Stats::default(), Place::done());
            return Ok((None, 0));
        };
        let mut wrong = false;
        let mut visit = |options: &[usize]| {
            wrong |= !self.cover.is_solution(&rest.whole(cube, options));
            if wrong { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let limits = Limits { steps, ..self.request.limits.clone() };
        let set = |part: &Part, fraction, depth| {
            if let Some(meter) = &self.request.meter {
                meter.set(at, Gauge { fraction, depth, stats: part.stats() });
            }
        };
        let mut look = |look: &Look<'_>| {
            let part = before.after(look.stats, look.place());
            set(&part, look.fraction(), cube.options.len() + look.depth());
            *self.part(at) = part;
        };
        let (run, place) =
            CoverSearch.run_from(&rest.cover, &before.place, &limits, CHECKED, &mut visit, &mut look)?;
        if wrong {
            return Err(SolveError::WrongCover { engine: CoverSearch.name() });
        }
        let part = before.after(run.stats, place);
        if part.place.is_done() {
            set(&part, 1.0, 0);
        }
        *self.part(at) = part;
        Ok((stop_of(run), run.stats.steps))
    }
}
