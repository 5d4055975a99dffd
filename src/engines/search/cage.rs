//! Cages: distinct values that form one of the listed sets.

use super::state::{Failure, State};

/// Keeps the values that occur in a live set, and takes the values of all live sets away from whatever sees their places.
pub(super) fn by_sets(state: &mut State<'_, '_>, vars: &[u32], sets: &[u64]) -> Result<(), Failure> {
    let (fixed, open) = split(state, vars);
    let (mut union, mut common) = (0u64, u64::MAX);
    for &set in sets {
        let live = u64::from(is_live(set, fixed, open)).wrapping_neg();
        union |= set & live;
        common &= set | !live;
    }
    if union == 0 && !sets.contains(&0) {
        return Err(Failure);
    }
    if open & !union != 0 {
        vars.iter().try_for_each(|&var| state.keep(var, union))?;
    }
    required(state, vars, common & !fixed)
}

/// The values that are taken, and those that open cells can take.
fn split(state: &State<'_, '_>, vars: &[u32]) -> (u64, u64) {
    let (mut fixed, mut open) = (0, 0);
    for &var in vars {
        let mask = state.masks[var as usize];
        if mask.is_power_of_two() {
            fixed |= mask;
        } else {
            open |= mask;
        }
    }
    (fixed, open)
}

fn is_live(set: u64, fixed: u64, open: u64) -> bool {
    (fixed & !set) | (set & !(fixed | open)) == 0
}

/// A value that every live set has stands in one of its places here, and nowhere that sees all of these.
fn required(state: &mut State<'_, '_>, vars: &[u32], mut values: u64) -> Result<(), Failure> {
    while values != 0 {
        let value = values & values.wrapping_neg();
        values &= values - 1;
        let mut places = [0u32; 16];
        let mut count = 0;
        for &var in vars {
            if state.masks[var as usize] & value != 0 {
                if count == places.len() {
                    break;
                }
                places[count] = var;
                count += 1;
            }
        }
        match count {
            0 => return Err(Failure),
            1 => state.keep(places[0], value)?,
            16 => {}
            _ => state.remove_from_common_peers(&places[..count], value)?,
        }
    }
    Ok(())
}

/// Keeps the values that take part in some way to fill the open cells with a live set: reachable subsets both ways.
pub(super) fn exactly(state: &mut State<'_, '_>, vars: &[u32], sets: &[u64]) -> Result<(), Failure> {
    let (fixed, open) = split(state, vars);
    let mut cells = [0u32; 6];
    let mut masks = [0u64; 6];
    let mut count = 0;
    for &var in vars {
        let mask = state.masks[var as usize];
        if !mask.is_power_of_two() {
            (cells[count], masks[count]) = (var, mask);
            count += 1;
        }
    }
    if count < 2 {
        return Ok(());
    }
    if fixed.count_ones() as usize + count != vars.len() {
        return Err(Failure);
    }
    let mut supported = [0u64; 6];
    let mut common = u64::MAX;
    for &set in sets {
        if is_live(set, fixed, open) {
            let left = set & !fixed;
            let adds = (0..count).any(|at| masks[at] & left & !supported[at] != 0) || common & !left != 0;
            if adds && fill(left, &masks, count, &mut supported) {
                common &= left;
            }
        }
    }
    if common == u64::MAX {
        return Err(Failure);
    }
    for at in 0..count {
        state.keep(cells[at], supported[at])?;
    }
    required(state, &cells[..count], common)
}

/// Adds the values that take part in a way to give each cell a different value of the set; whether there is one.
fn fill(set: u64, masks: &[u64; 6], count: usize, supported: &mut [u64; 6]) -> bool {
    match count {
        2 => fill_cells::<2>(set, masks, supported),
        3 => fill_cells::<3>(set, masks, supported),
        4 => fill_cells::<4>(set, masks, supported),
        5 => fill_cells::<5>(set, masks, supported),
        _ => fill_cells::<6>(set, masks, supported),
    }
}

/// [`fill`] for `K` cells: the subsets of the set that the first cells can use, a bit each, forwards and backwards.
/// Without branches on the values, which no processor can foresee.
#[expect(clippy::needless_range_loop, reason = "cells and values are counted alike in both directions")]
fn fill_cells<const K: usize>(set: u64, masks: &[u64; 6], supported: &mut [u64; 6]) -> bool {
    let mut digits = [0u32; K];
    let mut left = set;
    for digit in &mut digits {
        *digit = left.trailing_zeros();
        left &= left - 1;
    }
    // All ones where cell `at` can take digit `index`.
    let takes = |at: usize, index: usize| (masks[at] >> digits[index] & 1).wrapping_neg();
    let mut forward = [0u64; 7];
    forward[0] = 1;
    for at in 0..K {
        let mut next = 0;
        for index in 0..K {
            next |= ((forward[at] & WITHOUT[index]) << (1u32 << index)) & takes(at, index);
        }
        forward[at + 1] = next;
    }
    let mut backward = (1u64 << ((1usize << K) - 1)) & forward[K];
    if backward == 0 {
        return false;
    }
    for at in (0..K).rev() {
        let mut before = 0;
        for index in 0..K {
            let from = (backward >> (1u32 << index)) & WITHOUT[index] & forward[at] & takes(at, index);
            supported[at] |= u64::from(from != 0) << digits[index];
            before |= from;
        }
        backward = before;
    }
    true
}

/// The subsets of six digits, a bit each, that lack digit `k`.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];
