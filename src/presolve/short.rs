//! Sums without what is known: terms of one live value leave, equal variables share a term, the coefficients' common
//! divisor is taken out.

use std::collections::HashSet;

use super::Contradiction;
use super::equal::Classes;
use crate::primitives::{IntVar, Live, Sum, Variables};

/// The sum over the terms that are still open, or nothing where it always holds.
pub(super) fn shortened(variables: &Variables, live: &Live, sum: &Sum) -> Result<Option<Sum>, Contradiction> {
    let mut terms = Vec::with_capacity(sum.terms.len());
    let (mut known, mut least, mut most, mut divisor) = (0i128, 0i128, 0i128, 0i128);
    for &(coefficient, var) in &sum.terms {
        let mut choices = live.choices(variables, var).map(|choice| i128::from(variables.value(choice)));
        let first = choices.next().ok_or(Contradiction)?;
        let largest = choices.last().unwrap_or(first);
        let (a, b) = (i128::from(coefficient) * first, i128::from(coefficient) * largest);
        if a == b {
            known += a;
        } else {
            terms.push((coefficient, var));
            (least, most) = (least + a.min(b), most + a.max(b));
            divisor = gcd(divisor, i128::from(coefficient).abs());
        }
    }
    let (low, high) = (i128::from(sum.low) - known, i128::from(sum.high) - known);
    if least > high || most < low {
        return Err(Contradiction);
    }
    if least >= low && most <= high {
        return Ok(None);
    }
    let low = -(-low.max(least)).div_euclid(divisor);
    let high = high.min(most).div_euclid(divisor);
    if low > high {
        return Err(Contradiction);
    }
    let narrow = |wide: i128| i64::try_from(wide).ok();
    let (Some(low), Some(high), Some(divisor)) = (narrow(low), narrow(high), narrow(divisor)) else {
        return Ok(Some(sum.clone()));
    };
    for term in &mut terms {
        term.0 /= divisor;
    }
    Ok(Some(Sum { terms, low, high, distinct: sum.distinct }))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The sum with one term for the variables of a class that meet in it; nothing where none do.
pub(super) fn joined(classes: &Classes, sum: &Sum) -> Option<Sum> {
    let mut terms: Vec<(i64, IntVar)> = Vec::with_capacity(sum.terms.len());
    for &(coefficient, var) in &sum.terms {
        match terms.iter_mut().find(|term| classes.are_equal(term.1, var)) {
            Some(term) => term.0 = term.0.checked_add(coefficient)?,
            None => terms.push((coefficient, var)),
        }
    }
    (terms.len() < sum.terms.len()).then(|| {
        terms.retain(|term| term.0 != 0);
        Sum { terms, low: sum.low, high: sum.high, distinct: false }
    })
}

/// A sum with its terms in order.
pub(super) type Key = (Vec<(i64, IntVar)>, i64, i64);

/// Shortens the sums of a list and drops those that `seen` holds already; returns how many terms and sums left.
pub(super) fn shorten(
    variables: &Variables,
    live: &Live,
    sums: &mut Vec<Sum>,
    seen: &mut HashSet<Key>,
) -> Result<(usize, usize), Contradiction> {
    let terms = |sums: &[Sum]| sums.iter().map(|sum| sum.terms.len()).sum::<usize>();
    let before = (terms(sums), sums.len());
    let mut kept = Vec::with_capacity(sums.len());
    for sum in std::mem::take(sums) {
        let Some(sum) = shortened(variables, live, &sum)? else { continue };
        let mut sorted = sum.terms.clone();
        sorted.sort_unstable_by_key(|&(coefficient, var)| (var, coefficient));
        if seen.insert((sorted, sum.low, sum.high)) {
            kept.push(sum);
        }
    }
    *sums = kept;
    Ok((before.0 - terms(sums), before.1 - sums.len()))
}

#[cfg(test)]
mod tests {
    use super::{Classes, joined, shortened};
    use crate::primitives::{IntVar, Live, Sum, Variables};

    /// Three variables: 2; 1 to 4; 1 to 4.
    fn variables() -> (Variables, [IntVar; 3]) {
        let mut variables = Variables::default();
        let vars = [variables.add([2], false), variables.add(1..=4, false), variables.add(1..=4, false)];
        (variables, vars)
    }

    fn short(terms: &[(i64, IntVar)], low: i64, high: i64) -> Result<Option<Sum>, ()> {
        let (variables, _) = variables();
        let sum = Sum { terms: terms.to_vec(), low, high, distinct: true };
        shortened(&variables, &Live::all(&variables), &sum).map_err(|_| ())
    }

    #[test]
    fn known_terms_leave_and_the_divisor_is_taken_out() {
        let [x, y, z] = variables().1;
        let found = short(&[(3, x), (4, y), (0, z), (-6, z)], 0, 8).expect("possible").expect("open");
        // −6 ≤ 4y − 6z ≤ 2 is −3 ≤ 2y − 3z ≤ 1.
        assert_eq!((found.terms, found.low, found.high), (vec![(2, y), (-3, z)], -3, 1));
    }

    #[test]
    fn bounds_are_rounded_inwards_and_cut_to_what_is_reached() {
        let [_, y, z] = variables().1;
        let found = short(&[(2, y), (-2, z)], -3, 99).expect("possible").expect("open");
        assert_eq!((found.terms, found.low, found.high), (vec![(1, y), (-1, z)], -1, 3));
        assert_eq!(short(&[(2, y), (2, z)], 5, 5), Err(()), "an odd sum of even terms");
    }

    #[test]
    fn what_always_or_never_holds() {
        let [x, y, z] = variables().1;
        assert_eq!(short(&[(1, y), (1, z)], 2, 8), Ok(None));
        assert_eq!(short(&[(1, x)], 2, 2), Ok(None));
        assert_eq!(short(&[], 0, 0), Ok(None));
        assert_eq!(short(&[], 1, 1), Err(()));
        assert_eq!(short(&[(1, y), (1, z)], 9, 20), Err(()));
        assert_eq!(short(&[(1, y), (1, z)], i64::MIN, i64::MAX), Ok(None));
    }

    #[test]
    fn equal_variables_share_a_term() {
        let [x, y, z] = variables().1;
        let mut classes = Classes::new(3);
        assert!(classes.join(y, z));
        let sum = |terms: &[(i64, IntVar)]| Sum { terms: terms.to_vec(), low: 1, high: 5, distinct: true };
        assert_eq!(joined(&classes, &sum(&[(1, x), (1, y)])), None);
        let found = joined(&classes, &sum(&[(1, y), (1, x), (1, z)])).expect("y and z meet");
        assert_eq!((found.terms, found.distinct), (vec![(2, y), (1, x)], false));
        assert_eq!(joined(&classes, &sum(&[(1, y), (1, x), (-1, z)])).expect("they meet").terms, [(1, x)]);
    }
}
