//! At most one of n literals.

use itertools::Itertools;

use crate::cnf::{Lit, Sink};

/// Up to this many literals the pairwise encoding is used: it is the smaller one up to 8, and needs no variables.
const PAIRWISE_UP_TO: usize = 10;

/// At most one literal holds, by the encoding that suits the number of literals.
pub fn at_most_one(sink: &mut impl Sink, lits: &[Lit]) {
    if lits.len() <= PAIRWISE_UP_TO {
        at_most_one_pairwise(sink, lits);
    } else {
        at_most_one_ladder(sink, lits);
    }
}

/// Exactly one literal holds: one clause more than [`at_most_one`].
pub fn exactly_one(sink: &mut impl Sink, lits: &[Lit]) {
    sink.add_clause(lits);
    at_most_one(sink, lits);
}

/// At most one literal holds: a clause for each pair. No variables, n(n−1)/2 clauses.
pub fn at_most_one_pairwise(sink: &mut impl Sink, lits: &[Lit]) {
    for [&a, &b] in lits.iter().array_combinations() {
        sink.add_clause(&[!a, !b]);
    }
}

/// At most one literal holds: variable i says that one of the first i literals does (Gent and Nightingale 2004; Sinz's
/// sequential counter for 1 with both directions). n−1 variables and 4n−5 clauses for n ≥ 2, else none.
pub fn at_most_one_ladder(sink: &mut impl Sink, lits: &[Lit]) {
    let mut before: Option<Lit> = None;
    for (at, &lit) in lits.iter().enumerate() {
        if let Some(before) = before {
            sink.add_clause(&[!before, !lit]);
        }
        if at + 1 == lits.len() {
            break;
        }
        let here = sink.new_lit();
        sink.add_clause(&[!lit, here]);
        match before {
            Some(before) => {
                sink.add_clause(&[!before, here]);
                sink.add_clause(&[!here, before, lit]);
            }
            None => sink.add_clause(&[!here, lit]),
        }
        before = Some(here);
    }
}
