//! A weighted sum by the sums of its halves, each in order.

use super::weighted::{Shifted, SumTooLarge, WeightedSum};
use crate::cnf::{Lit, Sink};

/// Up to so many pairs of partial sums at a node.
const MOST_PAIRS: usize = 1 << 20;

/// The sum lies between its bounds: for the terms of each half, of each half of a half and so on, and for each value that
/// their sum may have there, a variable says that it is at least that (Joshi, Martins and Manquinho, "Generalized totalizer encoding
/// for pseudo-Boolean constraints", 2015).
///
/// A term of m > 2 values takes m−2 variables and 4m−6 clauses, of two values none. A node whose sum has k values takes k−1
/// variables, k−2 clauses that order them, and at most two clauses for each pair of values below it. The whole sum has no variables
/// and at most two clauses for each value of its first half. Values that cannot be part of an allowed sum are left out.
///
/// Unit propagation keeps exactly the values that fit where only one of the bounds says something; where both do, not always.
///
/// Keeps the count: as published a variable may hold though the sum is less; here the other direction and the order are said too, which
/// doubles the clauses and serves the lower bound.
///
/// # Errors
/// More than 2^20 pairs of values at a node.
pub fn totalizer(sink: &mut impl Sink, sum: &WeightedSum) -> Result<(), SumTooLarge> {
    let Some(shifted) = Shifted::of(sink, sum) else { return Ok(()) };
    if let [term] = &shifted.terms[..] {
        leaf(sink, term, (shifted.low, shifted.high));
        return Ok(());
    }
    let slack = shifted.low - shifted.most;
    let (first, second) = halves(sink, &shifted.terms, slack, shifted.high)?;
    at_least(sink, &first, &second, &Ordered::bound(shifted.high));
    at_most(sink, &first, &second, &Ordered::bound(shifted.low));
    Ok(())
}

/// The values that a partial sum may have, ascending, and for each but the first a literal: it is at least that.
struct Ordered {
    values: Vec<i128>,
    at_least: Vec<Lit>,
}

impl Ordered {
    /// One value, which is certain.
    fn bound(value: i128) -> Self {
        Self { values: vec![value], at_least: Vec::new() }
    }

    /// That it is at least value number `at`; nothing where that is certain.
    fn reaches(&self, at: usize) -> Option<Lit> {
        at.checked_sub(1).map(|before| self.at_least[before])
    }
}

/// The largest value of some terms together.
fn most(terms: &[Vec<(i128, Lit)>]) -> i128 {
    terms.iter().filter_map(|term| term.last()).map(|last| last.0).sum()
}

/// The sums of both halves of the terms.
fn halves(
    sink: &mut impl Sink,
    terms: &[Vec<(i128, Lit)>],
    slack: i128,
    high: i128,
) -> Result<(Ordered, Ordered), SumTooLarge> {
    let (first, second) = terms.split_at(terms.len() / 2);
    let (first, second) = (node(sink, first, slack, high)?, node(sink, second, slack, high)?);
    if first.values.len().saturating_mul(second.values.len()) > MOST_PAIRS {
        return Err(SumTooLarge { limit: MOST_PAIRS });
    }
    Ok((first, second))
}

/// The sum of some terms; `slack` is what the bounds allow it to be below its largest value, as a negative number.
fn node(
    sink: &mut impl Sink,
    terms: &[Vec<(i128, Lit)>],
    slack: i128,
    high: i128,
) -> Result<Ordered, SumTooLarge> {
    let window = (most(terms) + slack, high);
    if let [term] = terms {
        return Ok(leaf(sink, term, window));
    }
    let (first, second) = halves(sink, terms, slack, high)?;
    let sums = sums(&first, &second, window);
    if sums.is_empty() {
        sink.add_clause(&[]);
        return Ok(Ordered::bound(window.1));
    }
    let at_least_lits: Vec<Lit> = sums.iter().skip(1).map(|_| sink.new_lit()).collect();
    for pair in at_least_lits.windows(2) {
        sink.add_clause(&[!pair[1], pair[0]]);
    }
    let ordered = Ordered { values: sums, at_least: at_least_lits };
    at_least(sink, &first, &second, &ordered);
    at_most(sink, &first, &second, &ordered);
    Ok(ordered)
}

/// The values of one term that lie in a window; the others are excluded.
fn leaf(sink: &mut impl Sink, term: &[(i128, Lit)], window: (i128, i128)) -> Ordered {
    let (kept, excluded): (Vec<_>, Vec<_>) =
        term.iter().partition(|&&(value, _)| (window.0..=window.1).contains(&value));
    for (_, lit) in excluded {
        sink.add_clause(&[!lit]);
    }
    let Some((&(_, top), lower)) = kept.split_last() else {
        sink.add_clause(&[]);
        return Ordered::bound(window.1);
    };
    let mut at_least = Vec::new();
    let mut above = top;
    for (at, &(_, lit)) in lower.iter().enumerate().rev() {
        at_least.push(above);
        if at == 0 {
            if lower.len() > 1 {
                sink.add_clause(&[!lit, !above]);
                sink.add_clause(&[lit, above]);
            }
            break;
        }
        let here = sink.new_lit();
        sink.add_clause(&[!lit, here]);
        sink.add_clause(&[!above, here]);
        sink.add_clause(&[!here, above, lit]);
        sink.add_clause(&[!lit, !above]);
        above = here;
    }
    at_least.reverse();
    Ordered { values: kept.iter().map(|&(value, _)| value).collect(), at_least }
}

/// The sums of two values that lie in a window, ascending.
fn sums(first: &Ordered, second: &Ordered, window: (i128, i128)) -> Vec<i128> {
    let pairs = itertools::iproduct!(&first.values, &second.values).map(|(a, b)| a + b);
    let mut sums: Vec<i128> = pairs.filter(|sum| (window.0..=window.1).contains(sum)).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// Where the halves are at least so much, the sum is at least as much as both; what lies beyond its last value is excluded.
fn at_least(sink: &mut impl Sink, first: &Ordered, second: &Ordered, sum: &Ordered) {
    let reached = |a: usize, b: usize| {
        let both = first.values[a] + second.values[b];
        sum.values.partition_point(|&value| value < both)
    };
    for (a, b) in itertools::iproduct!(0..first.values.len(), 0..second.values.len()) {
        let at = reached(a, b);
        let said = at == 0 || a > 0 && reached(a - 1, b) == at || b > 0 && reached(a, b - 1) == at;
        if said {
            continue;
        }
        let conditions = [first.reaches(a), second.reaches(b)].into_iter().flatten().map(|lit| !lit);
        let target = (at < sum.values.len()).then(|| sum.reaches(at)).flatten();
        let clause: Vec<Lit> = conditions.chain(target).collect();
        sink.add_clause(&clause);
    }
}

/// Where the halves are at most so much, so is the sum; what lies below its first value is excluded.
fn at_most(sink: &mut impl Sink, first: &Ordered, second: &Ordered, sum: &Ordered) {
    let (first_last, second_last) = (first.values.len() - 1, second.values.len() - 1);
    // The number of values that are at most both.
    let kept = |a: usize, b: usize| {
        let both = first.values[a] + second.values[b];
        sum.values.partition_point(|&value| value <= both)
    };
    for (a, b) in itertools::iproduct!(0..=first_last, 0..=second_last) {
        let count = kept(a, b);
        let said = count == sum.values.len()
            || a < first_last && kept(a + 1, b) == count
            || b < second_last && kept(a, b + 1) == count;
        if said {
            continue;
        }
        let exceeds =
            |half: &Ordered, at: usize| (at + 1 < half.values.len()).then(|| half.reaches(at + 1)).flatten();
        let conditions = [exceeds(first, a), exceeds(second, b)].into_iter().flatten();
        let target = (count > 0).then(|| sum.reaches(count)).flatten().map(|lit| !lit);
        let clause: Vec<Lit> = conditions.chain(target).collect();
        sink.add_clause(&clause);
    }
}
