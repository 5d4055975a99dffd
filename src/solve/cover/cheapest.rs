//! The cheapest solutions of a cover, each checked.

use std::time::{Duration, Instant};

use super::report;
use crate::cnf::Projection;
use crate::cover::Cover;
use crate::encodings::Encodings;
use crate::engines::{CheapestCovers, End, Limits, Priced, Reply, Run, SatEngine, Stats, Stop};
use crate::lower::{Totals, cover_to_cnf};
use crate::solve::optimise::{Asker, Bounded, narrow};
use crate::solve::{Report, SolveError};

/// Finds the `count` cheapest solutions of a cover by the costs of its options, cheapest first. Where the report names a
/// limit, there may be cheaper ones.
///
/// # Errors
/// A cover with too many options; an answer that is no cover, which is a bug of this crate.
///
/// ```
/// use exactly::engines::Limits;
/// use exactly::{Cover, solve};
///
/// let mut cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
/// cover.set_cost(2, 5);
/// let (found, _) = solve::cheapest_covers(&cover, 1, &Limits::default())?;
/// assert_eq!((found[0].cost, &found[0].options[..]), (0, &[0, 1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cheapest_covers(
    cover: &Cover,
    count: usize,
    limits: &Limits,
) -> Result<(Vec<Priced>, Report), SolveError> {
    if !CheapestCovers::takes(cover) {
        return Err(SolveError::TooManyForCheapest { options: cover.option_count() });
    }
    let start = Instant::now();
    let (found, run) = CheapestCovers.find(cover, count, limits);
    if found.iter().any(|priced| !cover.is_solution(&priced.options)) {
        return Err(SolveError::WrongCover { engine: CheapestCovers::NAME });
    }
    let report = report(CheapestCovers::NAME, run, Duration::ZERO, start.elapsed());
    Ok((found, report))
}

/// The same by a SAT solver, which takes covers of any number of options and with multiplicities, but not costs with very many
/// different totals.
///
/// # Errors
/// A cover or costs that the solver cannot take; an answer that is no cover or costs more than was asked for, which is a bug of
/// this crate.
pub fn cheapest_covers_by_sat(
    cover: &Cover,
    count: usize,
    engine: &dyn SatEngine,
    encodings: Encodings,
    limits: &Limits,
) -> Result<(Vec<Priced>, Report), SolveError> {
    let name = engine.name();
    let start = Instant::now();
    let mut cnf = cover_to_cnf(cover, encodings)
        .map_err(|source| SolveError::CoverTooLarge { engine: name, source })?;
    let totals = Totals::of_cover(&mut cnf, cover)
        .map_err(|source| SolveError::TooManyTotals { engine: name, source })?;
    let range = totals.ends().map_or((0, -1), |(low, high)| (i128::from(low), i128::from(high)));
    let setup = start.elapsed();
    let start = Instant::now();
    let queries = engine.queries(&cnf);
    let mut asker = Covers {
        cover,
        engine: name,
        projection: cnf.projection.clone(),
        bounded: Bounded { queries, totals },
    };
    let narrowed = narrow(&mut asker, count, range, limits, &mut |_, _| {})?;
    let is_full = narrowed.best.len() == count;
    let end = match narrowed.stop.or(is_full.then_some(Stop::Solutions)) {
        Some(stop) => End::Stopped(stop),
        None => End::Exhausted,
    };
    let stats = Stats { steps: narrowed.steps, answers: narrowed.best.len() as u64 };
    let priced = |(cost, options): (i128, Vec<usize>)| Priced { cost: cost.unsigned_abs(), options };
    let found = narrowed.best.into_iter().map(priced).collect();
    Ok((found, report(name, Run { end, stats }, setup, start.elapsed())))
}

/// A cover as clauses, with the total of its costs.
struct Covers<'c> {
    cover: &'c Cover,
    engine: &'static str,
    projection: Projection,
    bounded: Bounded,
}

impl Asker for Covers<'_> {
    type Found = Vec<usize>;

    fn ask(&mut self, most: i128, limits: &Limits) -> Result<Reply<(i128, Vec<usize>)>, SolveError> {
        let values = match self.bounded.ask(most, limits) {
            Reply::Found(values) => values,
            Reply::None => return Ok(Reply::None),
            Reply::Stopped(stop) => return Ok(Reply::Stopped(stop)),
        };
        let options: Vec<usize> = (0..self.cover.option_count()).filter(|&option| values[option]).collect();
        if !self.cover.is_solution(&options) {
            return Err(SolveError::WrongCover { engine: self.engine });
        }
        let cost = options.iter().map(|&option| i128::from(self.cover.cost(option))).sum();
        if cost > most {
            return Err(SolveError::WrongValue { engine: self.engine });
        }
        Ok(Reply::Found((cost, options)))
    }

    fn within(&mut self, low: i128, high: i128) {
        self.bounded.within(low, high);
    }

    fn leave_out(&mut self, found: &Vec<usize>) {
        let mut values = vec![false; self.cover.option_count()];
        for &option in found {
            values[option] = true;
        }
        self.bounded.queries.add_clause(&self.projection.blocking_clause(&values));
    }

    fn steps(&self) -> u64 {
        self.bounded.queries.steps()
    }

    fn resumes(&self) -> bool {
        self.bounded.queries.resumes()
    }
}
