//! The number of solutions and the size of the search tree, estimated by random descents.
//!
//! The estimate is unbiased: its mean over all seeds is the true number. But weights of descents spread over many orders of
//! magnitude in some trees, and then few descents make up the most of the sum. The interval is taken from the descents that
//! were made: what none of them saw it cannot know, so that in such trees it lies too low more often than it says.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Problem, Request, SolveError};
use crate::engines::{SearchProbes, Stop};
use crate::model::Model;

/// A number by its decimal logarithm, since it may be beyond any type: minus infinity for 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude(f64);

impl Magnitude {
    /// Its decimal logarithm.
    pub fn log10(self) -> f64 {
        self.0
    }

    /// The number, infinite where it is too large.
    pub fn value(self) -> f64 {
        10f64.powf(self.0)
    }

    fn of_ln(ln: f64) -> Self {
        Self(ln * std::f64::consts::LOG10_E)
    }
}

impl fmt::Display for Magnitude {
    /// Three digits from a million on, `6.67e21`; else a whole number, or with a decimal place below 100.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if value < 1e6 {
            let places = usize::from(value < 99.95 && (value - value.round()).abs() >= 0.05);
            return write!(f, "{value:.places$}");
        }
        let exponent = self.0.floor();
        let mantissa = (10f64.powf(self.0 - exponent) * 100.0).round() / 100.0;
        let carry = f64::from(u8::from(mantissa >= 10.0));
        write!(f, "{:.2}e{}", mantissa / 10f64.powf(carry), exponent + carry)
    }
}

/// An estimate with the interval that holds the middle 95 % of the estimates from resampled descents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub mean: Magnitude,
    /// The lower end.
    pub low: Magnitude,
    /// The upper end.
    pub high: Magnitude,
}

/// What the descents say.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The number of solutions; nothing where no descent reached one, which says little.
    pub solutions: Option<Interval>,
    /// The true number of solutions, 0 or 1, where the tree is a single path.
    pub exact: Option<u64>,
    /// Steps of a search through the whole tree by `search`, with the weights that it starts with.
    pub tree_steps: Magnitude,
    /// Descents made.
    pub probes: u64,
    /// Descents that reached a solution.
    pub reached: u64,
    /// Steps taken.
    pub steps: u64,
    /// What stopped it before all descents were made.
    pub stopped: Option<Stop>,
    /// Time of it all.
    pub time: Duration,
}

/// Estimates the number of solutions by so many descents of the tree of `search`. The same seed gives the same estimate.
///
/// The engine and the number of solutions in the request do not count here.
///
/// # Errors
/// More than 64 different values, or a solution that fails its check.
///
/// ```
/// use exactly::{Board, Puzzle, Request, solve};
///
/// let empty = Puzzle::new(Board::usual(4)?).state().expect("an empty board has no fault");
/// let estimate = solve::estimate(&empty.model, &Request::default(), 2_000, 1)?;
/// let solutions = estimate.solutions.expect("most descents reach a solution");
/// assert!((solutions.mean.value() - 288.0).abs() < 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(model: &Model, request: &Request, probes: u64, seed: u64) -> Result<Estimate, SolveError> {
    let start = Instant::now();
    let problem = Problem::new(model, request);
    if problem.presolved.impossible {
        return Ok(Estimate { exact: Some(0), time: start.elapsed(), ..Tally::default().finish(seed) });
    }
    let (compiled, _) = problem.for_search()?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut descents = SearchProbes::new(&compiled);
    let mut tally = Tally::default();
    for _ in 0..probes {
        let limits = &request.limits;
        if let Some(stop) = limits.out_of_time().or_else(|| limits.reached(tally.steps, 0, 0)) {
            tally.stopped = Some(stop);
            break;
        }
        let probe = descents.descend(&mut random);
        let is_path = probe.ln_weight == 0.0;
        tally.steps += probe.steps;
        tally.ln_steps.push(probe.ln_steps);
        tally.ln_weights.push(if probe.answer.is_some() { probe.ln_weight } else { f64::NEG_INFINITY });
        if let Some(values) = probe.answer {
            problem.solution("search", Some(values))?;
            tally.reached += 1;
        }
        if is_path {
            tally.exact = Some(tally.reached);
            break;
        }
    }
    Ok(Estimate { time: start.elapsed(), ..tally.finish(seed) })
}

/// Descents as they come.
#[derive(Default)]
struct Tally {
    ln_weights: Vec<f64>,
    ln_steps: Vec<f64>,
    reached: u64,
    steps: u64,
    exact: Option<u64>,
    stopped: Option<Stop>,
}

impl Tally {
    fn finish(self, seed: u64) -> Estimate {
        Estimate {
            solutions: (self.reached > 0).then(|| interval(&self.ln_weights, seed)),
            exact: self.exact,
            tree_steps: Magnitude::of_ln(scaled(&self.ln_steps).mean()),
            probes: self.ln_weights.len() as u64,
            reached: self.reached,
            steps: self.steps,
            stopped: self.stopped,
            time: Duration::ZERO,
        }
    }
}

/// Numbers over the largest of them.
struct Scaled {
    values: Vec<f64>,
    ln_scale: f64,
}

impl Scaled {
    /// The logarithm of the mean.
    fn mean(&self) -> f64 {
        self.ln(self.values.iter().sum::<f64>() / self.values.len().max(1) as f64)
    }

    fn ln(&self, value: f64) -> f64 {
        if value > 0.0 { value.ln() + self.ln_scale } else { f64::NEG_INFINITY }
    }
}

fn scaled(ln_values: &[f64]) -> Scaled {
    let ln_scale = ln_values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = |&ln: &f64| if ln == f64::NEG_INFINITY { 0.0 } else { (ln - ln_scale).exp() };
    Scaled { values: ln_values.iter().map(scale).collect(), ln_scale }
}

/// Resampled means.
const RESAMPLES: usize = 2_000;

/// Descents are put together in at most so many batches before they are resampled.
const BATCHES: usize = 1_000;

/// The mean and its percentile interval by the bootstrap (Efron 1979).
fn interval(ln_weights: &[f64], seed: u64) -> Interval {
    let scaled = scaled(ln_weights);
    let size = scaled.values.len().div_ceil(BATCHES);
    let batches: Vec<(f64, f64)> =
        scaled.values.chunks(size).map(|batch| (batch.iter().sum(), batch.len() as f64)).collect();
    let mut random = fastrand::Rng::with_seed(!seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..batches.len()).map(|_| batches[random.usize(..batches.len())]);
            let (sum, count) = drawn.fold((0.0, 0.0), |(sum, count), batch| (sum + batch.0, count + batch.1));
            sum / count
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let end =
        |share: f64| Magnitude::of_ln(scaled.ln(means[(share * (RESAMPLES - 1) as f64).round() as usize]));
    Interval { mean: Magnitude::of_ln(scaled.mean()), low: end(0.025), high: end(0.975) }
}

#[cfg(test)]
mod tests {
    use super::Magnitude;

    #[test]
    fn magnitudes_as_people_read_them() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (12.34, "12.3"),
            (99.96, "100"),
            (288.4, "288"),
            (999_999.0, "999999"),
            (1e6, "1.00e6"),
            (9.999e9, "1.00e10"),
            (6.671e21, "6.67e21"),
        ] {
            assert_eq!(Magnitude(f64::log10(value)).to_string(), text);
        }
        assert_eq!(Magnitude(4362.5).to_string(), "3.16e4362");
    }
}
