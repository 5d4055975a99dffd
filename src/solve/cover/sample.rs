//! Solutions at random, each with the same chance.

use num_bigint::BigUint;

use super::cover_diagram;
use crate::cover::Cover;
use crate::engines::{CoverDiagram, Limits};
use crate::lower::{NoNames, to_cover};
use crate::model::Solution;
use crate::solve::{Outcome, Problem, Report, SolveError};

/// Solutions that were drawn.
#[derive(Clone, Debug)]
pub struct Sample<S> {
    /// As many as were asked for, one may come again; none where there is no solution or a limit came first.
    pub solutions: Vec<S>,
    /// How many there are to draw from.
    pub count: BigUint,
    /// The report on all solutions.
    pub report: Report,
}

impl<S> Sample<S> {
    /// The same with each solution put another way.
    pub fn map<T>(self, to: impl FnMut(S) -> T) -> Sample<T> {
        let Self { solutions, count, report } = self;
        Sample { solutions: solutions.into_iter().map(to).collect(), count, report }
    }
}

/// Draws solutions of a cover, each of all solutions with the same chance every time, and checks them. The same seed draws the
/// same. Options are in ascending order.
///
/// # Errors
/// A cover with too many options; a solution that is no cover, which is a bug of this crate.
///
/// ```
/// use exactly::engines::Limits;
/// use exactly::{Cover, solve};
///
/// let cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
/// let drawn = solve::sample_cover(&cover, 100, 1, &Limits::default())?;
/// let wholes = drawn.solutions.iter().filter(|options| options[..] == [2]).count();
/// assert!((30..70).contains(&wholes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample_cover(
    cover: &Cover,
    number: usize,
    seed: u64,
    limits: &Limits,
) -> Result<Sample<Vec<usize>>, SolveError> {
    let (diagram, report) = cover_diagram(cover, limits)?;
    let count = diagram.as_ref().map_or(BigUint::ZERO, CoverDiagram::count);
    let mut rng = fastrand::Rng::with_seed(seed);
    let solutions: Vec<Vec<usize>> = match &diagram {
        Some(diagram) => (0..number).map_while(|_| diagram.sample(&mut rng)).collect(),
        None => Vec::new(),
    };
    if solutions.iter().any(|options| !cover.is_solution(options)) {
        return Err(SolveError::WrongCover { engine: CoverDiagram::NAME });
    }
    Ok(Sample { solutions, count, report })
}

impl Problem<'_> {
    /// Draws solutions of the model as [`sample_cover`] does, by way of its lowering to a cover, which keeps their number.
    ///
    /// # Errors
    /// A sum that cannot be lowered, a cover with too many options, or a solution that fails its check.
    pub fn sample(&self, number: usize, seed: u64, limits: &Limits) -> Result<Sample<Solution>, SolveError> {
        if self.presolved().impossible {
            let report = self.report(&[], Outcome::None);
            return Ok(Sample { solutions: Vec::new(), count: BigUint::ZERO, report });
        }
        let lowered = to_cover(&self.presolved().reduced(), &NoNames)?;
        let Sample { solutions, count, report } = sample_cover(&lowered.cover, number, seed, limits)?;
        let decoded = |options: &Vec<usize>| {
            self.solution(CoverDiagram::NAME, lowered.decode(self.model.primitives(), options))
        };
        Ok(Sample { solutions: solutions.iter().map(decoded).collect::<Result<_, _>>()?, count, report })
    }
}
