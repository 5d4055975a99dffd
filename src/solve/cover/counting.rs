//! Counting the solutions of a cover: one by one, by its subproblems, or by whichever ends first.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::meter::Dial;
use super::shares::count_on_all_cores;
use super::{Runner, report, stopped, watched};
use crate::cover::{Cover, Cube, Rest};
use crate::engines::{Cancel, End, Limits, MemoCount, Run, Stop, Visited};
use crate::solve::runner::CHECK_ALL;
use crate::solve::{EngineName, Outcome, Report, Request, SolveError};

/// The counted answers that are checked.
pub(super) const CHECKED: Visited = Visited { first: CHECK_ALL, every: CHECK_ALL };

/// So long solutions are enumerated first: what is small is counted and checked by then.
const MOMENT: Duration = Duration::from_millis(5);

/// So long one way to count is alone: most counts are done by then.
const HEAD_START: Duration = Duration::from_millis(150);

/// So long both ways share one core; by then a count by subproblems has ended, or it takes too long to go on beside the other.
const SHARED: Duration = Duration::from_secs(8);

/// So long the count by subproblems is waited for after a limit has ended both.
const GRACE: Duration = Duration::from_millis(300);

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountMethod {
    /// One by one for a moment, then by subproblems, and after 0.15 seconds both: the first to end gives the count. Only one by one where an
    /// engine or a limit on steps is given, or the cover is too large for subproblems.
    #[default]
    Auto,
    /// One by one, on the engine of the request; where it names none and no limit on solutions or steps, on all cores.
    Enumerate,
    /// Each subproblem once, see [`MemoCount`]; the engine of the request is not asked.
    Memo,
}

impl FromStr for CountMethod {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = [Self::Auto, Self::Enumerate, Self::Memo];
        let found = all.into_iter().find(|method| method.to_string() == name);
        found.ok_or_else(|| format!("no method `{name}`; there are auto, enumerate, memo"))
    }
}

impl fmt::Display for CountMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Enumerate => "enumerate",
            Self::Memo => "memo",
        })
    }
}

/// A count with its report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverCount {
    /// The number of solutions, all of them unless the report names a limit: then there are at least so many.
    pub count: BigUint,
    /// The report; [`Report::found`] is the same number where it fits, else the largest.
    pub report: Report,
}

/// Counts the solutions of a cover. Of those counted one by one the first ten thousand and a sample of the others are checked.
///
/// With `solutions` in the request, counting stops there and a larger count is cut down to it.
///
/// # Errors
/// As [`run_cover`](super::run_cover), and a cover too large for [`CountMethod::Memo`].
///
/// ```
/// use exactly::solve::{CountMethod, count_cover};
/// use exactly::{Cover, Request};
///
/// let mut cover = Cover::new();
/// for number in 0..100 {
///     let item = cover.add_primary(number.to_string());
///     cover.add_option(&[(item, None)])?;
///     cover.add_option(&[(item, None)])?;
/// }
/// let counted = count_cover(&cover, &Request::default(), CountMethod::Auto)?;
/// assert_eq!(counted.count, num_bigint::BigUint::from(2u32).pow(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_cover(cover: &Cover, request: &Request, method: CountMethod) -> Result<CoverCount, SolveError> {
    if method == CountMethod::Memo && !MemoCount::takes(cover) {
        return Err(SolveError::TooManyForMemo { options: cover.option_count() });
    }
    let alone =
        request.engine != EngineName::Auto || request.limits.steps.is_some() || !MemoCount::takes(cover);
    match method {
        _ if request.solutions == Some(0) => {
            let report = report(MemoCount::NAME, stopped(Stop::Solutions), Duration::ZERO, Duration::ZERO);
            Ok(CoverCount { count: BigUint::ZERO, report })
        }
        CountMethod::Memo => Ok(memo(cover, request, &request.limits)),
        CountMethod::Enumerate => enumerate_fast(cover, request),
        CountMethod::Auto if alone => enumerate_fast(cover, request),
        CountMethod::Auto => race(cover, request),
    }
}

/// Counts one by one; on all cores where neither an engine nor a limit on solutions or steps is given.
fn enumerate_fast(cover: &Cover, request: &Request) -> Result<CoverCount, SolveError> {
    let limits = &request.limits;
    if request.engine != EngineName::Auto || request.solutions.is_some() || limits.steps.is_some() {
        return enumerate(cover, request, limits);
    }
    let first = enumerate(cover, request, &limits.no_later_than(Instant::now() + HEAD_START))?;
    if is_final(&first) || limits.out_of_time().is_some() {
        return Ok(first);
    }
    count_on_all_cores(cover, request)
}

/// Counts what is left of a cover below a cube, one by one; the answers that are checked are held against the whole.
pub(super) fn enumerate_rest(
    cover: &Cover,
    cube: &Cube,
    rest: &Rest,
    request: &Request,
    dial: Dial<'_>,
) -> Result<CoverCount, SolveError> {
    let start = Instant::now();
    let runner = Runner::new(&rest.cover, request)?;
    let setup = start.elapsed();
    let start = Instant::now();
    let (mut found, mut wrong) = (0, false);
    let sample = if request.solutions.is_some() { Visited::ALL } else { CHECKED };
    let run = runner.run(&rest.cover, &request.limits, dial, sample, &mut |options| {
        found += 1;
        wrong |= !cover.is_solution(&rest.whole(cube, options));
        let enough = request.solutions.is_some_and(|most| found >= most);
        if wrong || enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if wrong {
        return Err(SolveError::WrongCover { engine: runner.name() });
    }
    let report = report(runner.name(), run, setup, start.elapsed());
    Ok(CoverCount { count: report.found.into(), report })
}

/// Counts one by one.
fn enumerate(cover: &Cover, request: &Request, limits: &Limits) -> Result<CoverCount, SolveError> {
    let start = Instant::now();
    let runner = Runner::new(cover, request)?;
    let setup = start.elapsed();
    let start = Instant::now();
    let dial = runner.dial(request);
    let most = request.solutions;
    let run = watched(&runner, cover, limits, dial, most, CHECKED, &mut |_| ControlFlow::Continue(()))?;
    let report = report(runner.name(), run, setup, start.elapsed());
    Ok(CoverCount { count: report.found.into(), report })
}

/// Counts by subproblems.
fn memo(cover: &Cover, request: &Request, limits: &Limits) -> CoverCount {
    let start = Instant::now();
    let (count, run) = MemoCount.count(cover, limits);
    cut(count, run, request.solutions, start.elapsed())
}

/// A count by subproblems, cut down to the number of solutions that was asked for.
fn cut(mut count: BigUint, mut run: Run, most: Option<u64>, time: Duration) -> CoverCount {
    if let Some(most) = most.filter(|&most| count >= most.into()) {
        (count, run.end) = (most.into(), End::Stopped(Stop::Solutions));
    }
    run.stats.answers = u64::try_from(&count).unwrap_or(u64::MAX);
    CoverCount { count, report: report(MemoCount::NAME, run, Duration::ZERO, time) }
}

/// Counts one by one for a moment, then by subproblems, and after a while both ways side by side.
///
/// The thread for the subproblems is not waited for when the other one has the count: freeing its table may take a while.
fn race(cover: &Cover, request: &Request) -> Result<CoverCount, SolveError> {
    let start = Instant::now();
    let first = enumerate(cover, request, &request.limits.no_later_than(start + MOMENT))?;
    if is_final(&first) || request.limits.out_of_time().is_some() {
        return Ok(first);
    }
    let limits = || Limits { cancel: request.limits.cancel.child(), ..request.limits.clone() };
    let (one_by_one, mut by_parts) = (limits(), limits());
    if rayon::current_num_threads() == 1 {
        by_parts = by_parts.no_later_than(start + SHARED);
    }
    let counted = count_aside(cover, request, &by_parts, &one_by_one.cancel);
    if let Ok(counted) = counted.recv_timeout(HEAD_START)
        && is_final(&counted)
    {
        return Ok(counted);
    }
    let enumerated = enumerate(cover, request, &one_by_one);
    let mut enumerated = match enumerated {
        Ok(enumerated) if !is_final(&enumerated) => enumerated,
        ended => {
            by_parts.cancel.cancel();
            return ended;
        }
    };
    let time = start.elapsed();
    let Ok(mut counted) = counted.recv_timeout(GRACE) else { return Ok(enumerated) };
    let better = is_final(&counted) || counted.count > enumerated.count;
    let steps = enumerated.report.steps + counted.report.steps;
    let winner = if better { &mut counted } else { &mut enumerated };
    (winner.report.steps, winner.report.engine_time) = (steps, time);
    Ok(if better { counted } else { enumerated })
}

/// Counts by subproblems in a thread of its own, which cancels the other count once it has one.
fn count_aside(cover: &Cover, request: &Request, limits: &Limits, other: &Cancel) -> Receiver<CoverCount> {
    let (sender, receiver) = channel();
    let (cover, request, limits, other) = (cover.clone(), request.clone(), limits.clone(), other.clone());
    std::thread::spawn(move || {
        let counted = memo(&cover, &request, &limits);
        let is_final = is_final(&counted);
        // The other one may have ended; then nobody wants to know.
        let _ = sender.send(counted);
        if is_final {
            other.cancel();
        }
    });
    receiver
}

/// Whether nothing more is to be learnt: all counted, or as many as were asked for.
fn is_final(counted: &CoverCount) -> bool {
    match counted.report.outcome {
        Outcome::None => true,
        Outcome::Solutions { end } => matches!(end, End::Exhausted | End::Stopped(Stop::Solutions)),
        Outcome::Unknown(_) => false,
    }
}
