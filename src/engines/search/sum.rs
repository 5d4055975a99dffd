//! Sums: by reachable totals where they fit into 128 bits, else by bounds.

use super::state::{Failure, State};

/// Most terms of a sum that is looked at by reachable totals.
const MOST_TERMS: usize = 24;

pub(super) fn propagate(
    state: &mut State<'_, '_>,
    terms: &[(i64, u32)],
    low: i64,
    high: i64,
) -> Result<(), Failure> {
    let (mut least, mut most) = (0i64, 0i64);
    for &(coefficient, var) in terms {
        let (small, large) = range(state, coefficient, var);
        least += small;
        most += large;
    }
    if least > high || most < low {
        return Err(Failure);
    }
    if least >= low && most <= high {
        return Ok(());
    }
    let bites = terms.iter().any(|&(coefficient, var)| {
        let (small, large) = range(state, coefficient, var);
        least + (large - small) > high || most - (large - small) < low
    });
    let open = terms.iter().filter(|&&(_, var)| !state.masks[var as usize].is_power_of_two()).count();
    if bites {
        bounds(state, terms, least, most, low, high)?;
    }
    if (bites || open <= 2) && most - least < 128 && terms.len() <= MOST_TERMS {
        return totals(state, terms, low, high);
    }
    Ok(())
}

fn range(state: &State<'_, '_>, coefficient: i64, var: u32) -> (i64, i64) {
    let mask = state.masks[var as usize];
    let values = &state.problem.values;
    let small = coefficient * i64::from(values[mask.trailing_zeros() as usize]);
    let large = coefficient * i64::from(values[63 - mask.leading_zeros() as usize]);
    (small.min(large), small.max(large))
}

fn bounds(
    state: &mut State<'_, '_>,
    terms: &[(i64, u32)],
    least: i64,
    most: i64,
    low: i64,
    high: i64,
) -> Result<(), Failure> {
    for &(coefficient, var) in terms {
        let (small, large) = range(state, coefficient, var);
        if least + (large - small) <= high && most - (large - small) >= low {
            continue;
        }
        let mut keep = 0;
        let mut left = state.masks[var as usize];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let term = coefficient * i64::from(state.problem.values[bit as usize]);
            if least - small + term <= high && most - large + term >= low {
                keep |= 1 << bit;
            }
        }
        state.keep(var, keep)?;
    }
    Ok(())
}

/// Keeps the values that lie on a way to an allowed total: totals reached so far as bits, forwards and backwards.
fn totals(state: &mut State<'_, '_>, terms: &[(i64, u32)], low: i64, high: i64) -> Result<(), Failure> {
    let mut forward = [0u128; MOST_TERMS + 1];
    let mut smalls = [0i64; MOST_TERMS];
    forward[0] = 1;
    let mut least = 0;
    for (at, &(coefficient, var)) in terms.iter().enumerate() {
        let (small, _) = range(state, coefficient, var);
        smalls[at] = small;
        least += small;
        let mut next = 0;
        let mut left = state.masks[var as usize];
        while left != 0 {
            let value = i64::from(state.problem.values[left.trailing_zeros() as usize]);
            left &= left - 1;
            next |= shifted(forward[at], coefficient * value - small);
        }
        forward[at + 1] = next;
    }
    let (from, to) = ((low - least).max(0), (high - least).min(127));
    if from > to {
        return Err(Failure);
    }
    let allowed = (u128::MAX >> (127 - (to - from))) << from;
    let mut backward = forward[terms.len()] & allowed;
    for (at, &(coefficient, var)) in terms.iter().enumerate().rev() {
        let (mut before, mut keep) = (0u128, 0u64);
        let mut left = state.masks[var as usize];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let by = coefficient * i64::from(state.problem.values[bit as usize]) - smalls[at];
            let reached = if by < 128 { (backward >> by) & forward[at] } else { 0 };
            if reached != 0 {
                keep |= 1 << bit;
                before |= reached;
            }
        }
        state.keep(var, keep)?;
        backward = before;
    }
    Ok(())
}

fn shifted(totals: u128, by: i64) -> u128 {
    if by < 128 { totals << by } else { 0 }
}
