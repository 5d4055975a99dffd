//! At most one of n literals: a clause for each pair.

use itertools::Itertools;

use crate::cnf::{Lit, Sink};

/// At most one literal holds: a clause for each pair. No variables, n(n−1)/2 clauses. Unit propagation is complete.
pub fn at_most_one_pairwise(sink: &mut impl Sink, lits: &[Lit]) {
    for [&a, &b] in lits.iter().array_combinations() {
        sink.add_clause(&[!a, !b]);
    }
}
