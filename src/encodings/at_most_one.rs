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

/// Up to so many literals solvers are no faster with another encoding than pairs: measured on boards of 16×16 and 25×25, and on
/// quasigroups of order 30 and 33, as stated and after the presolve.
const PAIRWISE_UP_TO: usize = 16;

/// Up to so many literals pairs are the smallest encoding by clauses and literals together, then groups with commanders, above
/// them the grid: each within 2 % of the smallest one for every number.
const PAIRWISE_IS_SMALLEST: usize = 6;
const COMMANDER_IS_SMALLEST: usize = 40;

impl AtMostOne {
    /// The encoding that is used for so many literals: itself, unless it is `auto`.
    ///
    /// `auto` is pairwise up to 16 literals, and above it the smallest by clauses and literals together: commander up to 40, product
    /// beyond.
    ///
    /// ```
    /// use exactly::encodings::AtMostOne;
    ///
    /// let names = [16, 17, 41].map(|count| AtMostOne::Auto.resolved(count));
    /// assert_eq!(names, [AtMostOne::Pairwise, AtMostOne::Commander, AtMostOne::Product]);
    /// assert_eq!(AtMostOne::Ladder.resolved(6), AtMostOne::Ladder);
    /// ```
    #[must_use]
    pub fn resolved(self, count: usize) -> Self {
        match self {
            Self::Auto if count <= PAIRWISE_UP_TO => Self::Pairwise,
            Self::Auto => Self::smallest(count),
            named => named,
        }
    }

    /// The encoding with the fewest clauses and literals together, nearly.
    fn smallest(count: usize) -> Self {
        match count {
            ..=PAIRWISE_IS_SMALLEST => Self::Pairwise,
            count if count <= COMMANDER_IS_SMALLEST => Self::Commander,
            _ => Self::Product,
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
