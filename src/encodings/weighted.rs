//! Weighted sums of one-hot terms, as the encodings of sums read them.

use std::collections::BTreeMap;

use super::{AtMostOne, exactly_one, is_any};
use crate::cnf::{Lit, Sink};

/// low ≤ the sum of all terms ≤ high.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSum {
    /// The terms. Exactly one literal of each holds, which is said elsewhere, and counts its value.
    pub terms: Vec<Vec<(i128, Lit)>>,
    /// The least sum allowed.
    pub low: i128,
    /// The largest sum allowed.
    pub high: i128,
}

impl WeightedSum {
    /// A literal that counts this where it holds, and 0 where it does not.
    pub fn literal(weight: i128, lit: Lit) -> Vec<(i128, Lit)> {
        vec![(0, !lit), (weight, lit)]
    }
}

/// A sum that takes too many clauses by an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the totalizer has more than {limit} pairs of partial sums; use another encoding of sums, such as adder"
)]
pub struct SumTooLarge {
    /// The limit that was passed.
    pub limit: usize,
}

/// A sum that needs saying: every term has a 0 as its least value, and another one.
pub(super) struct Shifted {
    /// The values of each term ascending, each with its literal.
    pub(super) terms: Vec<Vec<(i128, Lit)>>,
    /// From 0 on.
    pub(super) low: i128,
    /// Up to the largest sum there is.
    pub(super) high: i128,
    /// The largest sum there is.
    pub(super) most: i128,
}

impl Shifted {
    /// Values are shifted into the bounds. Nothing where the sum always holds, and where it never does, which is said by the
    /// empty clause.
    pub(super) fn of(sink: &mut impl Sink, sum: &WeightedSum) -> Option<Self> {
        let mut shifted = Self { terms: Vec::new(), low: sum.low, high: sum.high, most: 0 };
        for term in &sum.terms {
            let term = by_value(sink, term);
            let (Some(&(first, _)), Some(&(last, _))) = (term.first(), term.last()) else {
                sink.add_clause(&[]);
                return None;
            };
            shifted.low -= first;
            shifted.high -= first;
            shifted.most += last - first;
            if last > first {
                shifted.terms.push(term.into_iter().map(|(value, lit)| (value - first, lit)).collect());
            }
        }
        if shifted.low > shifted.high || shifted.low > shifted.most || shifted.high < 0 {
            sink.add_clause(&[]);
            return None;
        }
        let says_something = shifted.low > 0 || shifted.high < shifted.most;
        shifted.low = shifted.low.max(0);
        shifted.high = shifted.high.min(shifted.most);
        says_something.then_some(shifted)
    }
}

/// The values of a term ascending; a value of more than one literal gets a literal of its own, and exactly one value is taken.
fn by_value(sink: &mut impl Sink, term: &[(i128, Lit)]) -> Vec<(i128, Lit)> {
    let mut lits: BTreeMap<i128, Vec<Lit>> = BTreeMap::new();
    for &(value, lit) in term {
        lits.entry(value).or_default().push(lit);
    }
    let mut one = |lits: Vec<Lit>| if let [only] = lits[..] { only } else { is_any(sink, &lits) };
    let values: Vec<(i128, Lit)> = lits.into_iter().map(|(value, lits)| (value, one(lits))).collect();
    if values.len() < term.len() {
        let lits: Vec<Lit> = values.iter().map(|&(_, lit)| lit).collect();
        exactly_one(sink, &lits, AtMostOne::Pairwise);
    }
    values
}
