//! How often values occur.

use itertools::Itertools;

use super::{regular, stated};
use crate::model::Constraint;
use crate::primitives::{IntVar, StateLimit};

/// The number of values that satisfy `wanted` is one that satisfies `allowed`. Says one automaton that counts.
pub fn count<P, A>(vars: &[IntVar], name: &str, wanted: P, allowed: A) -> impl Constraint + use<P, A>
where
    P: Fn(i32) -> bool + Clone + Send + Sync,
    A: Fn(usize) -> bool + Clone + Send + Sync,
{
    let step = move |&found: &usize, value: i32| Some(found + usize::from(wanted(value)));
    regular(vars, name, 0, step, move |&found| allowed(found))
}

/// Each value that occurs in these cells occurs as often as it says: a 3 in a circle means three 3s in circles.
pub fn counting_circles(vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    let check = |values: &[i32]| {
        let counts = values.iter().counts();
        values.iter().all(|value| i64::try_from(counts[value]) == Ok(i64::from(*value)))
    };
    stated(vars, name, check, |vars, to| {
        for value in all_values(vars, to.variables()) {
            let step = |_, &found: &i32, next: i32| {
                let found = found + i32::from(next == value);
                (found <= value.max(0)).then_some(found)
            };
            to.automaton(vars, 0, step, |&found| found == 0 || found == value, StateLimit::default())?;
        }
        Ok(())
    })
}

/// The first variable is the number of distinct values among the others (values from 0 to 63).
pub fn count_distinct(control: IntVar, vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    let scope = vars.iter().copied().chain([control]).collect_vec();
    let last = vars.len();
    let check = move |values: &[i32]| {
        i64::try_from(values[..last].iter().unique().count()) == Ok(i64::from(values[last]))
    };
    stated(&scope, name, check, move |vars, to| {
        let step = |layer: usize, &seen: &u64, value: i32| {
            if layer == last {
                (i64::from(seen.count_ones()) == i64::from(value)).then_some(0)
            } else {
                Some(seen | 1 << value.rem_euclid(64))
            }
        };
        to.automaton(vars, 0, step, |_| true, StateLimit(100_000))
    })
}

/// The blocks, of equal length, hold the same values, each as often. Says one automaton for each value and pair of blocks.
pub fn same_values(blocks: &[Vec<IntVar>], name: &str) -> impl Constraint + use<> {
    let size = blocks.first().map_or(0, Vec::len);
    let scope = blocks.concat();
    let check = move |values: &[i32]| {
        values.chunks(size.max(1)).map(|block| block.iter().sorted().collect_vec()).all_equal()
    };
    stated(&scope, name, check, move |vars, to| {
        let blocks = vars.chunks(size.max(1)).collect_vec();
        for (first, second) in blocks.iter().zip(blocks.iter().skip(1)) {
            let both = [*first, *second].concat();
            for value in all_values(&both, to.variables()) {
                let step = |layer: usize, &excess: &i32, next: i32| {
                    let change = i32::from(next == value);
                    Some(if layer < size { excess + change } else { excess - change })
                        .filter(|&excess| excess >= 0)
                };
                to.automaton(&both, 0, step, |&excess| excess == 0, StateLimit::default())?;
            }
        }
        Ok(())
    })
}

/// The values that some of the variables can take.
fn all_values(vars: &[IntVar], variables: &crate::primitives::Variables) -> Vec<i32> {
    vars.iter().flat_map(|&var| variables.domain(var).iter().copied()).sorted().dedup().collect()
}
