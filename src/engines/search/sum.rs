//! Sums: by reachable totals where they fit into 128 bits, else by bounds; long ones by cliques of variables that differ.

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

/// Most variables of a clique.
pub(super) const MOST_IN_CLIQUE: usize = 16;

/// Bounds of a sum whose terms come in cliques: in a clique no two variables take the same value.
pub(super) fn by_cliques(
    state: &mut State<'_, '_>,
    cliques: &[(i64, Vec<u32>)],
    low: i64,
    high: i64,
) -> Result<(), Failure> {
    let (mut least, mut most) = (0, 0);
    for (coefficient, vars) in cliques {
        let (small, large) = clique_range(state, *coefficient, vars)?;
        least += small;
        most += large;
    }
    if least > high || most < low {
        return Err(Failure);
    }
    if least >= low && most <= high {
        return Ok(());
    }
    for (coefficient, vars) in cliques {
        let (small, large) = clique_range(state, *coefficient, vars)?;
        let (from, to) = (low - (most - large), high - (least - small));
        if small >= from && large <= to {
            continue;
        }
        // In terms of the clique's plain sum.
        let (from, to) = if *coefficient > 0 {
            (ceil_div(from, *coefficient), to.div_euclid(*coefficient))
        } else {
            (ceil_div(-to, -coefficient), (-from).div_euclid(-coefficient))
        };
        narrow(state, vars, from, to)?;
    }
    Ok(())
}

fn ceil_div(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

/// Least and largest value of coefficient · Σ over different values.
fn clique_range(state: &State<'_, '_>, coefficient: i64, vars: &[u32]) -> Result<(i64, i64), Failure> {
    let (small, large) = (distinct_least(state, vars, None)?, distinct_most(state, vars, None)?);
    Ok(if coefficient > 0 {
        (coefficient * small, coefficient * large)
    } else {
        (coefficient * large, coefficient * small)
    })
}

/// Keeps the values of a clique that leave the others a sum within the bounds.
fn narrow(state: &mut State<'_, '_>, vars: &[u32], from: i64, to: i64) -> Result<(), Failure> {
    for (at, &var) in vars.iter().enumerate() {
        let mask = state.masks[var as usize];
        if mask.is_power_of_two() {
            continue;
        }
        let most = to - distinct_least(state, vars, Some(at))?;
        let least = from - distinct_most(state, vars, Some(at))?;
        let mut keep = 0;
        let mut left = mask;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if (least..=most).contains(&i64::from(state.problem.values[bit as usize])) {
                keep |= 1 << bit;
            }
        }
        state.keep(var, keep)?;
    }
    Ok(())
}

/// A lower bound of the sum of different values, one variable left out: the least values in ascending order, each moved up
/// to a live value above the one before.
fn distinct_least(state: &State<'_, '_>, vars: &[u32], without: Option<usize>) -> Result<i64, Failure> {
    let mut lows = [0u32; MOST_IN_CLIQUE];
    let (mut count, mut union) = (0, 0);
    for (_, &var) in vars.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
        let mask = state.masks[var as usize];
        lows[count] = mask.trailing_zeros();
        count += 1;
        union |= mask;
    }
    lows[..count].sort_unstable();
    let (mut total, mut next) = (0, 0);
    for &low in &lows[..count] {
        let from = low.max(next);
        let above = if from < 64 { union >> from << from } else { 0 };
        if above == 0 {
            return Err(Failure);
        }
        let bit = above.trailing_zeros();
        total += i64::from(state.problem.values[bit as usize]);
        next = bit + 1;
    }
    Ok(total)
}

/// The same from above.
fn distinct_most(state: &State<'_, '_>, vars: &[u32], without: Option<usize>) -> Result<i64, Failure> {
    let mut highs = [0u32; MOST_IN_CLIQUE];
    let (mut count, mut union) = (0, 0u64);
    for (_, &var) in vars.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
        let mask = state.masks[var as usize];
        highs[count] = 64 - mask.leading_zeros();
        count += 1;
        union |= mask;
    }
    highs[..count].sort_unstable_by(|a, b| b.cmp(a));
    let (mut total, mut end) = (0, 64);
    for &high in &highs[..count] {
        let to = high.min(end);
        let below = if to == 0 { 0 } else { union & (u64::MAX >> (64 - to)) };
        if below == 0 {
            return Err(Failure);
        }
        let bit = below.ilog2();
        total += i64::from(state.problem.values[bit as usize]);
        end = bit;
    }
    Ok(total)
}
