//! The cheapest solutions of a cover, each checked.

use std::time::{Duration, Instant};

use super::report;
use crate::cover::Cover;
use crate::engines::{CheapestCovers, Limits, Priced};
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
