//! Constraints along lines: renban, between, lockout, sum lines, lunchboxes, rellik and equality cages.

use itertools::Itertools;

use super::different::{all_distinct, say_different};
use super::{regular, stated};
use crate::model::Constraint;
use crate::primitives::{IntVar, StateLimit};

/// The values are a set of consecutive numbers, in any order. Says them different, and an automaton over (least, largest).
pub fn renban(vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    let check = |values: &[i32]| {
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return true };
        all_distinct(values) && (most - least) as usize + 1 == values.len()
    };
    stated(vars, name, check, |vars, to| {
        say_different(vars, to);
        let span = vars.len() as i32 - 1;
        let step = |_, &(least, most): &(i32, i32), value: i32| {
            let next = (value.min(least), value.max(most));
            (next.1 - next.0 <= span).then_some(next)
        };
        to.automaton(vars, (i32::MAX, i32::MIN), step, |_| true, StateLimit::default())
    })
}

/// The values between the first and the last one lie strictly between them.
pub fn between(vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    ends_first(vars, name, |_, _| true, |low, high, value| low < value && value < high)
}

/// The first and the last value differ by at least `gap`, and those between lie outside the range that they span.
pub fn lockout(vars: &[IntVar], gap: i32, name: &str) -> impl Constraint + use<> {
    let apart = move |low: i32, high: i32| high - low >= gap;
    ends_first(vars, name, apart, |low, high, value| value < low || value > high)
}

/// A relation of the ends, least first, and one of each inner value with the ends: an automaton that reads the ends first.
fn ends_first<E, I>(vars: &[IntVar], name: &str, ends: E, inner: I) -> impl Constraint + use<E, I>
where
    E: Fn(i32, i32) -> bool + Clone + Send + Sync,
    I: Fn(i32, i32, i32) -> bool + Clone + Send + Sync,
{
    let order = [0, vars.len() - 1].into_iter().chain(1..vars.len() - 1);
    let scope = order.map(|at| vars[at]).collect_vec();
    let (end_holds, inner_holds) = (ends.clone(), inner.clone());
    let check = move |values: &[i32]| {
        let (low, high) = (values[0].min(values[1]), values[0].max(values[1]));
        end_holds(low, high) && values[2..].iter().all(|&value| inner_holds(low, high, value))
    };
    stated(&scope, name, check, move |vars, to| {
        let step = |layer: usize, &(a, b): &(i32, i32), value: i32| match layer {
            0 => Some((value, value)),
            1 => {
                let (low, high) = (a.min(value), a.max(value));
                ends(low, high).then_some((low, high))
            }
            _ => inner(a, b, value).then_some((a, b)),
        };
        to.automaton(vars, (0, 0), step, |_| true, StateLimit::default())
    })
}

/// The line splits into contiguous segments that each add up to `sum`.
pub fn sum_line(vars: &[IntVar], sum: i32, name: &str) -> impl Constraint + use<> {
    let step = move |&part: &i32, value: i32| match part + value {
        next if next == sum => Some(0),
        next => (0..sum).contains(&next).then_some(next),
    };
    regular(vars, name, 0, step, |&part| part == 0)
}

/// The closed loop splits into contiguous segments, arcs of the loop, that each add up to `sum` (at most 63).
///
/// The state holds the running total and the totals at which the loop may still be cut, both modulo `sum`.
pub fn sum_loop(vars: &[IntVar], sum: i32, name: &str) -> impl Constraint + use<> {
    let all = if sum > 0 && sum < 64 { (1u64 << sum) - 1 } else { 0 };
    let step = move |&(total, cuts): &(i32, u64), value: i32| {
        let passed =
            (1..value).map(|ahead| (total + ahead).rem_euclid(sum)).fold(0u64, |set, at| set | 1 << at);
        let left = cuts & !passed;
        (left != 0 && value >= 0).then_some(((total + value).rem_euclid(sum), left))
    };
    regular(vars, name, (0, all), step, |&(total, cuts)| total == 0 && cuts != 0)
}

/// All different; the numbers between the least and the largest one, in line order, add up to `sum`.
pub fn lunchbox(vars: &[IntVar], sum: i32, name: &str) -> impl Constraint + use<> {
    let check = move |values: &[i32]| {
        let ends =
            [values.iter().position_min(), values.iter().position_max()].map(Option::unwrap_or_default);
        let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        all_distinct(values) && values.iter().take(last).skip(first + 1).sum::<i32>() == sum
    };
    stated(vars, name, check, move |vars, to| {
        say_different(vars, to);
        let too_much = sum + 1;
        let step = move |_, state: &Lunch, value: i32| Some(state.next(value, too_much));
        to.automaton(vars, Lunch::Empty, step, |state| state.inside() == sum, StateLimit(100_000))
    })
}

/// What a reader of a lunchbox remembers; sums are capped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Lunch {
    Empty,
    /// One value so far.
    One(i32),
    Open {
        low: i32,
        high: i32,
        /// Whether the least value came after the largest.
        low_last: bool,
        /// Sum between the two.
        inside: i32,
        /// Sum after the later of the two.
        after: i32,
    },
}

impl Lunch {
    fn inside(self) -> i32 {
        match self {
            Self::Open { inside, .. } => inside,
            Self::Empty | Self::One(_) => 0,
        }
    }

    fn next(self, value: i32, cap: i32) -> Self {
        match self {
            Self::Empty => Self::One(value),
            Self::One(first) => {
                let (low, high) = (first.min(value), first.max(value));
                Self::Open { low, high, low_last: value < first, inside: 0, after: 0 }
            }
            Self::Open { low, high, low_last, inside, after } => {
                let replaced = if value < low {
                    Some(true)
                } else if value > high {
                    Some(false)
                } else {
                    None
                };
                match replaced {
                    None => Self::Open { low, high, low_last, inside, after: (after + value).min(cap) },
                    Some(new_low) => {
                        let old = if new_low { low } else { high };
                        let inside =
                            if new_low == low_last { (inside + old + after).min(cap) } else { after };
                        let (low, high) = if new_low { (value, high) } else { (low, value) };
                        Self::Open { low, high, low_last: new_low, inside, after: 0 }
                    }
                }
            }
        }
    }
}

/// All different; no non-empty subset adds up to `sum` (at most 62).
pub fn rellik(vars: &[IntVar], sum: i32, name: &str) -> impl Constraint + use<> {
    let check = move |values: &[i32]| {
        let no_subset = !values.iter().copied().powerset().skip(1).any(|set| set.iter().sum::<i32>() == sum);
        all_distinct(values) && no_subset
    };
    stated(vars, name, check, move |vars, to| {
        say_different(vars, to);
        let mask = (1u64 << (sum + 1).clamp(1, 63)) - 1;
        let step = |_, &sums: &u64, value: i32| {
            let shifted = u32::try_from(value).ok().and_then(|value| sums.checked_shl(value)).unwrap_or(0);
            let next = (sums | shifted) & mask;
            let reached = next >> sum & 1 == 1 && (value != 0 || sums >> sum & 1 == 1);
            (!reached && (value != 0 || sum != 0)).then_some(next)
        };
        to.automaton(vars, 1, step, |_| true, StateLimit(100_000))
    })
}

/// All different; as many odd as even values, and as many below the middle of `low..=high` as above it, none in it.
pub fn equality(vars: &[IntVar], low: i32, high: i32, name: &str) -> impl Constraint + use<> {
    let side = move |value: i32| (2 * value - low - high).signum();
    let check = move |values: &[i32]| {
        let odd = values.iter().filter(|&value| value % 2 != 0).count();
        let sides: i32 = values.iter().map(|&value| side(value)).sum();
        all_distinct(values)
            && 2 * odd == values.len()
            && sides == 0
            && values.iter().all(|&value| side(value) != 0)
    };
    stated(vars, name, check, move |vars, to| {
        say_different(vars, to);
        let step = |_, &(odd, above): &(i32, i32), value: i32| {
            let parity = if value % 2 == 0 { -1 } else { 1 };
            (side(value) != 0).then_some((odd + parity, above + side(value)))
        };
        to.automaton(vars, (0, 0), step, |state| *state == (0, 0), StateLimit::default())
    })
}

/// The sum of the values is one of `sums`; all different unless `repeats`.
pub fn cage_of_sums(vars: &[IntVar], sums: &[i32], repeats: bool, name: &str) -> impl Constraint + use<> {
    let (allowed, listed) = (sums.to_vec(), sums.to_vec());
    let check =
        move |values: &[i32]| allowed.contains(&values.iter().sum()) && (repeats || all_distinct(values));
    stated(vars, name, check, move |vars, to| {
        if !repeats {
            say_different(vars, to);
        }
        let step = |_, total: &i32, value: i32| Some(total + value);
        to.automaton(vars, 0, step, |total| listed.contains(total), StateLimit::default())
    })
}
