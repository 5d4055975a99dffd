//! At most one of n literals: the number of the one that holds, in binary.

use crate::cnf::{Lit, Sink};

/// At most one literal holds: each literal sets all bits of a number to its own place, from 0 (Frisch, Peugniez, Doggett and
/// Nightingale, "Solving non-Boolean satisfiability problems with stochastic local search", 2001).
///
/// k = ⌈log₂ n⌉ variables and (n+1)k clauses for n ≥ 2, else none. Unit propagation is complete.
///
/// Keeps the count: as published the bits are free where no literal holds; here k clauses more say that a bit holds only if
/// a literal does whose place has it.
pub fn at_most_one_bitwise(sink: &mut impl Sink, lits: &[Lit]) {
    let bit_count = lits.len().max(1).next_power_of_two().trailing_zeros();
    for bit in 0..bit_count {
        let number = sink.new_lit();
        let mut with = vec![!number];
        for (place, &lit) in lits.iter().enumerate() {
            if place >> bit & 1 == 1 {
                sink.add_clause(&[!lit, number]);
                with.push(lit);
            } else {
                sink.add_clause(&[!lit, !number]);
            }
        }
        sink.add_clause(&with);
    }
}
