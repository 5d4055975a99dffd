//! At most one of n literals: small groups with a commander each.

use super::at_most_one_pairwise;
use crate::cnf::{Lit, Sink};
use crate::encodings::is_any;

/// Literals in a group: three give the fewest clauses, by the paper.
const GROUP: usize = 3;

/// Up to so many literals groups do not pay.
const PAIRWISE_UP_TO: usize = 4;

/// At most one literal holds: at most one in each group of three, and at most one of the groups' commanders, each of which
/// holds exactly when a literal of its group does (Klieber and Kwon, "Efficient CNF encoding for selecting 1 from N
/// objects", 2007).
///
/// Pairwise up to 4 literals. Else a variable and 7 clauses for each group of three, a variable and 4 clauses for a rest of two,
/// nothing for a rest of one, which commands itself; and what at most one of the ⌈n/3⌉ commanders takes, in the same way.
/// Unit propagation is complete. Keeps the count as published: commanders are told both ways.
pub fn at_most_one_commander(sink: &mut impl Sink, lits: &[Lit]) {
    if lits.len() <= PAIRWISE_UP_TO {
        return at_most_one_pairwise(sink, lits);
    }
    let command = |group: &[Lit]| match group {
        [only] => *only,
        group => {
            at_most_one_pairwise(sink, group);
            is_any(sink, group)
        }
    };
    let commanders: Vec<Lit> = lits.chunks(GROUP).map(command).collect();
    at_most_one_commander(sink, &commanders);
}
