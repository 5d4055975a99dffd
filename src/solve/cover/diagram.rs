//! All solutions of a cover as a diagram.

use std::time::{Duration, Instant};

use super::report;
use crate::cover::Cover;
use crate::engines::{CoverDiagram, End, Limits, Run, Stats};
use crate::solve::{Report, SolveError};

/// Builds the diagram of all solutions of a cover. There is none where the report names a limit; a cover without solutions has
/// one.
///
/// # Errors
/// A cover with too many options.
///
/// ```
/// use exactly::engines::Limits;
/// use exactly::{Cover, solve};
///
/// let cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
/// let (diagram, _) = solve::cover_diagram(&cover, &Limits::default())?;
/// let diagram = diagram.expect("no limit was given");
/// assert_eq!(diagram.count(), 2u32.into());
/// assert_eq!(diagram.count_given(&[], &[2]), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover_diagram(cover: &Cover, limits: &Limits) -> Result<(Option<CoverDiagram>, Report), SolveError> {
    if !CoverDiagram::takes(cover) {
        return Err(SolveError::TooManyForDiagram { options: cover.option_count() });
    }
    let start = Instant::now();
    let (diagram, stats) = CoverDiagram::build_with_stats(cover, limits);
    let (diagram, end) = match diagram {
        Ok(diagram) => (Some(diagram), End::Exhausted),
        Err(stop) => (None, End::Stopped(stop)),
    };
    let count = diagram.as_ref().map_or(0, |diagram| u64::try_from(diagram.count()).unwrap_or(u64::MAX));
    let run = Run { end, stats: Stats { answers: count, ..stats } };
    Ok((diagram, report(CoverDiagram::NAME, run, Duration::ZERO, start.elapsed())))
}
