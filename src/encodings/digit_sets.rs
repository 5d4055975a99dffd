//! The digits of a cage form one of the listed sets.

use crate::cnf::{Lit, Sink};

use super::{AtMostOne, at_most_one, is_any};

/// A literal that holds exactly when one of `places` does: "digit d occurs in this cage".
///
/// One place is returned as it is. Else one variable and n+1 clauses for n places.
pub fn digit_occurs(sink: &mut impl Sink, places: &[Lit]) -> Lit {
    if let [only] = places {
        return *only;
    }
    is_any(sink, places)
}

/// The digits that occur form one of the sets: bit k of a set says whether `digits[k]` holds.
///
/// One variable a set where there is more than one. Each set decides every digit (one clause a set and digit), a digit
/// that occurs or is missing needs a set that has or lacks it (two clauses a digit), exactly one set is taken, at most one by
/// the encoding `how`. A digit in all sets or in none is a unit clause instead. No set at all is the empty clause.
pub fn digit_sets(sink: &mut impl Sink, digits: &[Lit], sets: &[u64], how: AtMostOne) {
    let all = sets.iter().fold(u64::MAX, |all, set| all & set);
    let any = sets.iter().fold(0, |any, set| any | set);
    let selectors: Vec<Lit> =
        if sets.len() > 1 { sets.iter().map(|_| sink.new_lit()).collect() } else { Vec::new() };
    if sets.is_empty() {
        sink.add_clause(&[]);
        return;
    }
    for (bit, &digit) in digits.iter().enumerate() {
        if all >> bit & 1 == 1 {
            sink.add_clause(&[digit]);
        } else if any >> bit & 1 == 0 {
            sink.add_clause(&[!digit]);
        } else {
            decide_digit(sink, digit, bit, sets, &selectors);
        }
    }
    if selectors.len() > 1 {
        sink.add_clause(&selectors);
        at_most_one(sink, &selectors, how);
    }
}

/// Links one digit with the sets that have it and those that lack it.
fn decide_digit(sink: &mut impl Sink, digit: Lit, bit: usize, sets: &[u64], selectors: &[Lit]) {
    let mut with = vec![!digit];
    let mut without = vec![digit];
    for (&set, &selector) in sets.iter().zip(selectors) {
        if set >> bit & 1 == 1 {
            sink.add_clause(&[!selector, digit]);
            with.push(selector);
        } else {
            sink.add_clause(&[!selector, !digit]);
            without.push(selector);
        }
    }
    sink.add_clause(&with);
    sink.add_clause(&without);
}
