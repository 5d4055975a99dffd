//! From primitives to the problem of an engine, and back from its answer to values.

mod by_parts;
mod choices;
mod cover_to_cnf;
mod sum_to_cnf;
mod to_cnf;
mod to_cover;
mod to_pseudo_boolean;
mod totals;
mod usage;

pub use by_parts::{PartsLowering, to_cnf_by_parts};
pub use cover_to_cnf::{CoverTooLarge, costs, cover_to_cnf, cover_to_pseudo_boolean};
pub use to_cnf::{CnfLowering, to_cnf};
pub use to_cover::{CoverLowering, Names, NoNames, to_cover};
pub use to_pseudo_boolean::to_pseudo_boolean;
pub use totals::{Totals, TotalsError, costs_of_sum};
pub use usage::{Usage, Used};

use crate::encodings::SumTooLarge;
use crate::primitives::DiagramError;

/// A primitive that cannot be lowered within the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sum over {terms} variables cannot be stated: {source}")]
pub struct LowerError {
    /// Number of terms of the sum.
    pub terms: usize,
    /// What went wrong.
    pub source: Unstated,
}

/// Why a sum cannot be stated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unstated {
    /// Its diagram is too large.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Its totalizer is too large.
    #[error(transparent)]
    Totalizer(#[from] SumTooLarge),
}

/// Up to this many digit sets are listed one by one; beyond, a decision diagram over the digits is smaller.
const MOST_SETS: usize = 100;
