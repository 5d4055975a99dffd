//! Counting a cover in cubes: on all cores, or one share of them.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use num_bigint::BigUint;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::counting::enumerate_rest;
use super::meter::Dial;
use super::{CoverCount, report};
use crate::cover::{Cover, Cube};
use crate::engines::{CoverSearch, End, Engine, Run, Stats};
use crate::solve::{Report, Request, SolveError};

/// So many cubes for each core or share, so that a large one does not leave the others waiting; fewer where they would be
/// more than [`MOST_CUBES`], but not fewer than [`LEAST_EACH`].
const CUBES_EACH: usize = 64;
const LEAST_EACH: usize = 4;
const MOST_CUBES: usize = 8_192;

/// Most shares of a count.
const MOST_SHARES: usize = 10_000;

/// One of `of` equal shares of a count, by its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    number: usize,
    of: usize,
}

impl Share {
    /// The number of the share, from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// How many shares there are.
    pub fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST_SHARES => Ok(Self { number, of }),
            _ => Err(format!(
                "`{text}` is no share; write 2/7 for the second of seven, at most of {MOST_SHARES}"
            )),
        }
    }
}

/// Counts one share of the solutions, one by one and on all cores. The shares with numbers 1 to [`Share::of`] have no solution
/// in common and add up to the count of the whole; the same share has the same count on every machine.
///
/// # Errors
/// As [`run_cover`](super::run_cover).
///
/// ```
/// use exactly::solve::{count_share, run_cover};
/// use exactly::{Cover, Request};
///
/// let cover = Cover::from_matrix(&[[true, false], [true, false], [false, true], [true, true]])?;
/// let share = |text: &str| count_share(&cover, text.parse().expect("a share"), &Request::default());
/// assert_eq!(share("1/2")?.count + share("2/2")?.count, 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_share(cover: &Cover, share: Share, request: &Request) -> Result<CoverCount, SolveError> {
    let cubes = cover.cubes(cube_count(share.of));
    let own: Vec<Cube> = cubes.into_iter().skip(share.number - 1).step_by(share.of).collect();
    count_cubes(cover, &own, request)
}

/// Counts all solutions one by one on all cores.
pub(super) fn count_on_all_cores(cover: &Cover, request: &Request) -> Result<CoverCount, SolveError> {
    let stop = || request.limits.out_of_time().is_some();
    let cubes = cover.cubes_until(cube_count(rayon::current_num_threads()), &stop);
    count_cubes(cover, &cubes, request)
}

/// How many cubes to make for so many cores or shares.
pub(super) fn cube_count(parts: usize) -> usize {
    parts * (MOST_CUBES / parts).clamp(LEAST_EACH, CUBES_EACH)
}

fn count_cubes(cover: &Cover, cubes: &[Cube], request: &Request) -> Result<CoverCount, SolveError> {
    let start = Instant::now();
    request.meter.iter().for_each(|meter| meter.start(cubes.len()));
    let parts: Vec<CoverCount> = cubes
        .par_iter()
        .with_max_len(1)
        .enumerate()
        .filter_map(|(share, cube)| cover.rest(cube).map(|rest| (share, cube, rest)))
        .map(|(share, cube, rest)| {
            let dial =
                Dial { meter: request.meter.as_ref(), share, above: cube.options.len(), ..Dial::default() };
            enumerate_rest(cover, cube, &rest, request, dial)
        })
        .collect::<Result<_, _>>()?;
    let mut ends = parts.iter().filter_map(|part| part.report.stopped().map(End::Stopped));
    let end = ends.next().unwrap_or(End::Exhausted);
    let count: BigUint = parts.iter().map(|part| &part.count).sum();
    let steps = parts.iter().map(|part| part.report.steps).sum();
    let engine = parts.first().map_or(CoverSearch.name(), |part| part.report.engine);
    let answers = u64::try_from(&count).unwrap_or(u64::MAX);
    let run = Run { end, stats: Stats { steps, answers } };
    let setup = parts.iter().map(|part| part.report.setup_time).sum();
    Ok(CoverCount { count, report: Report { ..report(engine, run, setup, start.elapsed()) } })
}
