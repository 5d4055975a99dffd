//! Runs an exact cover of the user's own: on an engine, each answer checked, or counted by its subproblems.

mod cheapest;
mod checkpoint;
mod counting;
mod diagram;
mod long;
mod meter;
mod ordered;
mod sample;
mod shares;
mod shelf;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{EngineName, Outcome, Report, Request, SolveError};
use crate::cnf::Cnf;
use crate::cover::Cover;
use crate::engines::{
    CoverSearch, Dlx, End, Engine, Limits, Look, Place, Run, SatEngine, Stats, Stop, Visited, WeightedCovers,
};
use crate::lower::cover_to_cnf;
use meter::Dial;

pub use cheapest::{cheapest_covers, cheapest_covers_by_sat};
pub use checkpoint::{Checkpoint, CheckpointError, Task};
pub use counting::{CountMethod, CoverCount, count_cover};
pub use diagram::cover_diagram;
pub use long::{Keeper, resume_count, resume_solutions};
pub use meter::{Meter, Reading};
pub use sample::{Sample, sample_cover};
pub use shares::{Share, count_share};

/// Up to so many solutions `auto` looks for with weighted branching: to have one, and to know whether it is the only one.
const FEW: u64 = 2;

/// Visits the solutions of a cover, as 0-based option numbers in ascending order, until `visit` breaks or a limit is
/// reached. Each was checked. `auto` stands for [`WeightedCovers`] where one or two solutions are wanted, else for `search`; after
/// a moment that runs on all cores, unless steps are limited or an item may be covered otherwise than once. The order of
/// the solutions is the same on any number of cores.
///
/// Options without a primary item are never taken. A cover without primary items has one solution, the empty one.
///
/// # Errors
/// Engine `classic`, which is for sudokus; a cover that `varisat` cannot take; an answer that is no cover, which is a bug of
/// this crate.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use exactly::{Cover, Request, solve};
///
/// let cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
/// let mut found = Vec::new();
/// solve::run_cover(&cover, &Request::default(), &mut |options| {
///     found.push(options.to_vec());
///     ControlFlow::Continue(())
/// })?;
/// found.sort();
/// assert_eq!(found, [vec![0, 1], vec![2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_cover(
    cover: &Cover,
    request: &Request,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Report, SolveError> {
    let start = Instant::now();
    let runner = Runner::new(cover, request)?;
    let setup = start.elapsed();
    if request.solutions == Some(0) {
        return Ok(report(runner.name(), stopped(Stop::Solutions), setup, Duration::ZERO));
    }
    let start = Instant::now();
    let run = match runner {
        Runner::Search if ordered::suits(cover, request) => ordered::run(cover, request, visit)?,
        _ => {
            let dial = runner.dial(request);
            watched(&runner, cover, &request.limits, dial, request.solutions, Visited::ALL, visit)?
        }
    };
    Ok(report(runner.name(), run, setup, start.elapsed()))
}

/// A run that was over before it started.
fn stopped(stop: Stop) -> Run {
    Run { end: End::Stopped(stop), stats: Stats::default() }
}

/// Runs, holds the answers of the sample against the cover and visits them; all of them where only so many are wanted.
fn watched(
    runner: &Runner,
    cover: &Cover,
    limits: &Limits,
    dial: Dial<'_>,
    most: Option<u64>,
    sample: Visited,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Run, SolveError> {
    let (mut found, mut wrong) = (0u64, false);
    let sample = if most.is_some() { Visited::ALL } else { sample };
    let run = runner.run(cover, limits, dial, sample, &mut |options| {
        found += 1;
        if !cover.is_solution(options) {
            wrong = true;
            return ControlFlow::Break(());
        }
        visit(options)?;
        if most.is_some_and(|most| found >= most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if wrong { Err(SolveError::WrongCover { engine: runner.name() }) } else { Ok(run) }
}

fn report(engine: &'static str, run: Run, setup: Duration, time: Duration) -> Report {
    let outcome = match run.end {
        end if run.stats.answers > 0 => Outcome::Solutions { end },
        End::Stopped(stop) => Outcome::Unknown(stop),
        End::Exhausted => Outcome::None,
    };
    Report {
        outcome,
        found: run.stats.answers,
        engine,
        steps: run.stats.steps,
        engine_time: time,
        setup_time: setup,
    }
}

/// An engine with what it needs.
enum Runner {
    Search,
    Weighted,
    Dlx,
    Sat(Box<dyn SatEngine>, Box<Cnf>),
}

impl Runner {
    /// The engine for a request.
    fn new(cover: &Cover, request: &Request) -> Result<Self, SolveError> {
        let &Request { engine, solutions: most, encodings, .. } = request;
        if let Some(sat) = engine.sat() {
            let too_large = |source| SolveError::CoverTooLarge { engine: sat.name(), source };
            let cnf = cover_to_cnf(cover, encodings).map_err(too_large)?;
            return Ok(Self::Sat(sat, Box::new(cnf)));
        }
        Ok(match engine {
            EngineName::Auto if most.is_some_and(|most| most <= FEW) => Self::Weighted,
            EngineName::Dlx => Self::Dlx,
            EngineName::Classic => return Err(SolveError::NotForCovers),
            _ => Self::Search,
        })
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Search => CoverSearch.name(),
            Self::Weighted => WeightedCovers.name(),
            Self::Dlx => Dlx.name(),
            Self::Sat(engine, _) => engine.name(),
        }
    }

    /// The dial of a run in one piece; only `search` tells how far it is.
    fn dial<'m>(&self, request: &'m Request) -> Dial<'m> {
        match self {
            Self::Search => Dial::whole(request.meter.as_ref()),
            _ => Dial::default(),
        }
    }

    /// Counts the answers and visits those of the sample at least, options in ascending order.
    fn run(
        &self,
        cover: &Cover,
        limits: &Limits,
        dial: Dial<'_>,
        sample: Visited,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Run {
        let mut sorted = Vec::new();
        let mut in_order = |options: &[usize]| {
            sorted.clear();
            sorted.extend_from_slice(options);
            sorted.sort_unstable();
            visit(&sorted)
        };
        let mut next = sample.after(0);
        let mut number = 0;
        let mut in_sample = |options: &[usize]| {
            number += 1;
            if number < next {
                return ControlFlow::Continue(());
            }
            next = sample.after(number);
            in_order(options)
        };
        match self {
            Self::Search => search(cover, limits, dial, sample, &mut in_order),
            Self::Weighted => WeightedCovers.run(cover, limits, &mut in_order),
            Self::Dlx => Dlx.run(cover, limits, &mut in_sample),
            Self::Sat(engine, cnf) => engine.run(cnf, limits, &mut |values| {
                let taken: Vec<usize> = (0..cover.option_count()).filter(|&option| values[option]).collect();
                in_order(&taken)
            }),
        }
    }
}

/// Runs `search`, looked at now and then where there is a meter.
fn search(
    cover: &Cover,
    limits: &Limits,
    dial: Dial<'_>,
    sample: Visited,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Run {
    if dial.meter.is_none() {
        return CoverSearch.count(cover, limits, sample, visit);
    }
    let mut look = |look: &Look<'_>| dial.look(look);
    let run = CoverSearch.run_from(cover, &Place::default(), limits, sample, visit, &mut look);
    // Covers that cannot be looked at go to another engine.
    let run = run.map_or_else(|_| CoverSearch.count(cover, limits, sample, visit), |(run, _)| run);
    if run.end == End::Exhausted {
        dial.done(run.stats);
    }
    run
}
