//! At most one of n literals, by one of several encodings.

mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;

pub use bitwise::at_most_one_bitwise;
pub use commander::at_most_one_commander;
pub use ladder::at_most_one_ladder;
pub use pairwise::at_most_one_pairwise;
pub use product::at_most_one_product;

use super::AtMostOne;
use crate::cnf::{Lit, Sink};

/// Up to so many literals pairs are the smallest encoding by clauses and literals together; above it is the grid.
const PAIRWISE_UP_TO: usize = 8;

impl AtMostOne {
    /// The encoding that is used for so many literals: itself, unless it is `auto`.
    ///
    /// `auto` is pairwise up to 8 literals and product above: the smallest by clauses and literals together, for every number.
    ///
    /// ```
    /// use exactly::encodings::AtMostOne;
    ///
    /// assert_eq!(AtMostOne::Auto.resolved(8), AtMostOne::Pairwise);
    /// assert_eq!(AtMostOne::Auto.resolved(9), AtMostOne::Product);
    /// assert_eq!(AtMostOne::Ladder.resolved(8), AtMostOne::Ladder);
    /// ```
    #[must_use]
    pub fn resolved(self, count: usize) -> Self {
        match self {
            Self::Auto if count <= PAIRWISE_UP_TO => Self::Pairwise,
            Self::Auto => Self::Product,
            named => named,
        }
    }
}

/// At most one literal holds, by this encoding.
pub fn at_most_one(sink: &mut impl Sink, lits: &[Lit], how: AtMostOne) {
    match how.resolved(lits.len()) {
        AtMostOne::Pairwise | AtMostOne::Auto => at_most_one_pairwise(sink, lits),
        AtMostOne::Ladder => at_most_one_ladder(sink, lits),
        AtMostOne::Product => at_most_one_product(sink, lits),
        AtMostOne::Bitwise => at_most_one_bitwise(sink, lits),
        AtMostOne::Commander => at_most_one_commander(sink, lits),
    }
}

/// Exactly one literal holds: one clause more than [`at_most_one`].
pub fn exactly_one(sink: &mut impl Sink, lits: &[Lit], how: AtMostOne) {
    sink.add_clause(lits);
    at_most_one(sink, lits, how);
}
