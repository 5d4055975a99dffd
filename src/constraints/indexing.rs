//! Values that point at places.

use super::stated;
use crate::model::{Constraint, Decomposition};
use crate::primitives::{IntVar, Literal, StateLimit};

/// If `pointer` has value k (counted from `first`), then `line[k − first]` has the value `label`; a k without a place is not
/// allowed. With `pointer` in column c of row `line`, this is a column indexer with label c.
pub fn index(
    pointer: IntVar,
    line: &[IntVar],
    first: i32,
    label: i32,
    name: &str,
) -> impl Constraint + use<> {
    let scope: Vec<IntVar> = std::iter::once(pointer).chain(line.iter().copied()).collect();
    let check = move |values: &[i32]| {
        let place = usize::try_from(values[0] - first).ok();
        place.and_then(|place| values[1..].get(place)).is_some_and(|&value| value == label)
    };
    stated(&scope, name, check, move |vars, to| {
        let values = to.variables().domain(vars[0]).to_vec();
        for value in values {
            let target = usize::try_from(value - first).ok().and_then(|place| vars[1..].get(place).copied());
            say_implication(to, vars[0], value, target, label);
        }
        Ok(())
    })
}

/// `pointer = value` implies `target = label`, or is not allowed without a target.
fn say_implication(
    to: &mut Decomposition<'_>,
    pointer: IntVar,
    value: i32,
    target: Option<IntVar>,
    label: i32,
) {
    let condition = to.variables().choice(pointer, value).map(Literal::not_taken);
    let consequence = target.and_then(|var| to.variables().choice(var, label)).map(Literal::taken);
    to.clause(condition.into_iter().chain(consequence));
}

/// The first value is X, the second k, and the k-th of the others, counted from 1, is X again.
pub fn value_index(vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    let check = |values: &[i32]| {
        let place = usize::try_from(values[1]).ok().filter(|&place| place > 0);
        place.and_then(|place| values.get(place + 1)).is_some_and(|&value| value == values[0])
    };
    stated(vars, name, check, |vars, to| {
        // (X, values still to skip); nothing once it was met.
        let step = |layer: usize, state: &Option<(i32, i32)>, value: i32| match (layer, *state) {
            (0, _) => Some(Some((value, 0))),
            (1, Some((x, _))) => (value > 0).then_some(Some((x, value))),
            (_, Some((x, 1))) => (value == x).then_some(None),
            (_, Some((x, left))) => Some(Some((x, left - 1))),
            (_, None) => Some(None),
        };
        to.automaton(vars, None, step, Option::is_none, StateLimit::default())
    })
}
