//! Sums: by reachable totals where they fit into 128 bits, else by bounds; long ones by cliques of variables that differ.

use std::ops::{BitAnd, BitOr};

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
    if !(bites || open <= 2) || terms.len() > MOST_TERMS {
        return Ok(());
    }
    match most - least {
        ..64 => totals::<u64>(state, terms, low, high),
        64..128 => totals::<u128>(state, terms, low, high),
        _ => Ok(()),
    }
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
fn totals<T: Totals>(
    state: &mut State<'_, '_>,
    terms: &[(i64, u32)],
    low: i64,
    high: i64,
) -> Result<(), Failure> {
    let mut forward = [T::NONE; MOST_TERMS + 1];
    let mut smalls = [0i64; MOST_TERMS];
    forward[0] = T::ZERO;
    let mut least = 0;
    for (at, &(coefficient, var)) in terms.iter().enumerate() {
        let (small, _) = range(state, coefficient, var);
        smalls[at] = small;
        least += small;
        let mut left = state.masks[var as usize];
        while left != 0 {
            let value = i64::from(state.problem.values[left.trailing_zeros() as usize]);
            left &= left - 1;
            forward[at + 1] = forward[at + 1] | forward[at].up(coefficient * value - small);
        }
    }
    let (from, to) = ((low - least).max(0), (high - least).min(T::LAST));
    if from > to {
        return Err(Failure);
    }
    let mut backward = forward[terms.len()] & T::between(from, to);
    for (at, &(coefficient, var)) in terms.iter().enumerate().rev() {
        let (mut before, mut keep) = (T::NONE, 0u64);
        let mut left = state.masks[var as usize];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let by = coefficient * i64::from(state.problem.values[bit as usize]) - smalls[at];
            let reached = backward.down(by) & forward[at];
            if reached != T::NONE {
                keep |= 1 << bit;
                before = before | reached;
            }
        }
        state.keep(var, keep)?;
        backward = before;
    }
    Ok(())
}

/// A set of totals, counted from the least: as wide as their range needs.
trait Totals: Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> {
    const NONE: Self;
    /// The total 0 alone.
    const ZERO: Self;
    /// The largest total that there is room for.
    const LAST: i64;

    fn between(from: i64, to: i64) -> Self;
    /// Each total larger by so much.
    fn up(self, by: i64) -> Self;
    fn down(self, by: i64) -> Self;
}

macro_rules! totals {
    ($($word:ty)*) => {$(
        impl Totals for $word {
            const NONE: Self = 0;
            const ZERO: Self = 1;
            const LAST: i64 = <$word>::BITS as i64 - 1;

            fn between(from: i64, to: i64) -> Self {
                (<$word>::MAX >> (Self::LAST - (to - from))) << from
            }

            fn up(self, by: i64) -> Self {
                if by <= Self::LAST { self << by } else { 0 }
            }

            fn down(self, by: i64) -> Self {
                if by <= Self::LAST { self >> by } else { 0 }
            }
        }
    )*};
}

totals!(u64 u128);

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
