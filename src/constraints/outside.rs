//! Clues outside the board: they read a row or a column from their side.

use super::{regular, stated};
use crate::model::Constraint;
use crate::primitives::IntVar;

/// The values between `low` and `high`, whichever comes first, add up to `sum`. Both must occur.
pub fn sandwich(vars: &[IntVar], low: i32, high: i32, sum: i32, name: &str) -> impl Constraint + use<> {
    /// Before the first crust, between them with the sum so far, after the second.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Bite {
        Before,
        Inside { from: i32, sum: i32 },
        After,
    }
    let step = move |state: &Bite, value: i32| {
        let crust = value == low || value == high;
        match *state {
            Bite::Before if crust => Some(Bite::Inside { from: value, sum: 0 }),
            Bite::Inside { from, sum: inside } if crust && value != from => {
                (inside == sum).then_some(Bite::After)
            }
            Bite::Inside { .. } | Bite::After if crust => None,
            Bite::Inside { from, sum: inside } => Some(Bite::Inside { from, sum: inside + value })
                .filter(|_| inside + value <= sum || value < 0),
            state => Some(state),
        }
    };
    regular(vars, name, Bite::Before, step, |state| *state == Bite::After)
}

/// The first X values add up to `sum`, where X is the first value.
pub fn x_sum(vars: &[IntVar], sum: i32, name: &str) -> impl Constraint + use<> {
    let check = move |values: &[i32]| {
        let count = usize::try_from(values[0]).unwrap_or(usize::MAX);
        count <= values.len() && values[..count].iter().sum::<i32>() == sum
    };
    stated(vars, name, check, move |vars, to| {
        // (values still to add, sum so far); the first value sets the former.
        let step = |layer: usize, &(left, total): &(i32, i32), value: i32| {
            if layer == 0 {
                (value >= 0).then_some(if value == 0 { (0, 0) } else { (value - 1, value) })
            } else if left > 0 {
                Some((left - 1, total + value))
            } else {
                Some((0, total))
            }
        };
        to.automaton(
            vars,
            (0, 0),
            step,
            |&(left, total)| left == 0 && total == sum,
            crate::primitives::StateLimit::default(),
        )
    })
}

/// As many values as `count` are larger than all before them: the buildings that are seen. A 0 is no building.
pub fn skyscraper(vars: &[IntVar], count: i32, name: &str) -> impl Constraint + use<> {
    let step = |&(tallest, seen): &(i32, i32), value: i32| {
        Some(if value > tallest { (value, seen + 1) } else { (tallest, seen) })
    };
    regular(vars, name, (0, 0), step, move |&(_, seen)| seen == count)
}

/// The first building that is hidden by a taller one before it has this height.
pub fn hidden_skyscraper(vars: &[IntVar], height: i32, name: &str) -> impl Constraint + use<> {
    // The tallest so far; nothing once the first hidden one was met.
    let step = move |tallest: &Option<i32>, value: i32| match *tallest {
        Some(tallest) if value < tallest => (value == height).then_some(None),
        Some(tallest) => Some(Some(tallest.max(value))),
        None => Some(None),
    };
    regular(vars, name, Some(i32::MIN), step, Option::is_none)
}

/// The k-th value is `value`, where k is the first value.
pub fn numbered_room(vars: &[IntVar], value: i32, name: &str) -> impl Constraint + use<> {
    // Values still to skip before the room; nothing after it.
    let step = move |state: &Option<Option<i32>>, next: i32| match *state {
        None if next == 1 => (next == value).then_some(Some(None)),
        None => (next > 1).then_some(Some(Some(next - 1))),
        Some(Some(1)) => (next == value).then_some(Some(None)),
        Some(Some(left)) => Some(Some(Some(left - 1))),
        Some(None) => Some(Some(None)),
    };
    regular(vars, name, None, step, |state| *state == Some(None))
}
