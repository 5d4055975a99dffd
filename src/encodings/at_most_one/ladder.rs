//! At most one of n literals: whether one of the first i holds.

use crate::cnf::{Lit, Sink};

/// At most one literal holds: variable i says that one of the first i literals does (Gent and Nightingale 2004; Sinz's
/// sequential counter for 1 with both directions).
///
/// n−1 variables and 4n−5 clauses for n ≥ 2, else none. Unit propagation is complete. Keeps the count: one direction in the
/// paper by Sinz, here both, for n−1 clauses more.
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
