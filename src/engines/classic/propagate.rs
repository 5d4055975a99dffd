//! What follows from a position: places of a digit within a band and within a stack, and cells with one candidate.
//!
//! In a band a digit stands once in each row and each box, so that its minirows are a permutation of a 3×3 matrix: a
//! table gives the union of the permutations that are possible, exactly. The columns of a stack are a 3×3 matrix with the
//! bands in the same way.

use super::position::Position;
use super::processor::Processor;
use super::tables::{BAND, LOWEST, MATCHED, NEEDED, TOGETHER, columns_of, rows_of, without_lowest};

/// The cells with one candidate, and those with two, by band; the third word of a cell's peers is unused.
pub(super) type Pairs = [u32; 3];

/// How a position ended up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixpoint {
    /// No solution.
    Contradiction,
    /// Every cell is settled.
    Settled,
    /// Nothing more follows; the open cells with two candidates.
    Open(Pairs),
}

/// Draws all conclusions; with `STACKS`, those of the stacks too.
#[inline(always)]
pub(super) fn propagate<P: Processor, const STACKS: bool>(processor: P, position: &mut Position) -> Fixpoint {
    loop {
        if !settle_words::<P, STACKS>(processor, position) {
            return Fixpoint::Contradiction;
        }
        if position.open == [0; 3] {
            return Fixpoint::Settled;
        }
        let Some(pairs) = single_candidates(position) else { return Fixpoint::Contradiction };
        if position.changed == 0 {
            return Fixpoint::Open(pairs);
        }
    }
}

/// Looks at changed words until none is left. Words that change meanwhile wait for the next round.
#[inline(always)]
fn settle_words<P: Processor, const STACKS: bool>(processor: P, position: &mut Position) -> bool {
    let mut changed = position.changed;
    while changed != 0 {
        let mut round = changed;
        while round != 0 {
            let number = round.trailing_zeros() as usize & 31;
            round &= round - 1;
            changed &= !(1 << number);
            match settle_word::<P, STACKS>(processor, position, number) {
                Some(others) => changed |= others,
                None => return false,
            }
        }
    }
    position.changed = 0;
    true
}

/// The band of a word, and the words of the same digit in the other bands.
static PLACES: [[u8; 4]; 32] = places();

const fn places() -> [[u8; 4]; 32] {
    let mut table = [[0; 4]; 32];
    let mut number = 0;
    while number < 27 {
        table[number] = [number / 9, (number + 9) % 27, (number + 18) % 27, number / 9 * 9];
        number += 1;
    }
    let mut bytes = [[0; 4]; 32];
    let mut number = 0;
    while number < 27 {
        let [a, b, c, d] = table[number];
        bytes[number] = [a as u8, b as u8, c as u8, d as u8];
        number += 1;
    }
    bytes
}

/// What follows for one digit in one band; the words that changed, or nothing for a contradiction.
#[inline(always)]
fn settle_word<P: Processor, const STACKS: bool>(
    processor: P,
    position: &mut Position,
    number: usize,
) -> Option<u32> {
    let [band, second, third, start] = PLACES[number];
    let (band, second, third, start) =
        (usize::from(band), usize::from(second), usize::from(third), usize::from(start));
    let words = &mut position.words;
    let together = TOGETHER[processor.minirows(words[number]) & 0o777];
    if together == 0 {
        return None;
    }
    let cells = words[number] & together;
    let mut changed;
    if STACKS {
        let columns = columns_of(cells) | columns_of(words[second]) << 9 | columns_of(words[third]) << 18;
        let kept = columns_kept(processor, columns)?;
        let keep = |shift: u32| (kept >> shift & 0o777) * LOWEST;
        let (own, of_second, of_third) = (keep(0), keep(9), keep(18));
        changed = u32::from(words[second] & !of_second != 0) << second
            | u32::from(words[third] & !of_third != 0) << third;
        words[second] &= of_second;
        words[third] &= of_third;
        if cells & !own != 0 {
            words[number] = cells & own;
            return Some(changed | 1 << number);
        }
    } else {
        let needed = NEEDED[columns_of(cells) as usize];
        changed =
            u32::from(words[second] & needed != 0) << second | u32::from(words[third] & needed != 0) << third;
        words[second] &= !needed;
        words[third] &= !needed;
    }
    let placed = cells & !rows_of(without_lowest(cells)) & position.open[band];
    if placed != 0 {
        position.open[band] ^= placed;
        if let Some(of_band) = words[start..].first_chunk_mut::<9>() {
            changed |= (processor.take_out(of_band, placed) << start) & !(1 << number);
        }
    }
    words[number] = cells;
    Some(changed)
}

/// The columns of a digit, nine bits a band, that are left by the permutations of each stack.
#[inline(always)]
fn columns_kept<P: Processor>(processor: P, columns: u32) -> Option<u32> {
    let mut kept = 0;
    let mut possible = true;
    for stack in [0, 3, 6] {
        let matched = u32::from(MATCHED[processor.gather(columns, stack) & 0o777]);
        possible &= matched != 0;
        kept |= processor.scatter(matched, stack);
    }
    possible.then_some(kept)
}

/// Places digits in cells that have no other candidate; the open cells with two, or nothing for a contradiction.
#[inline(always)]
fn single_candidates(position: &mut Position) -> Option<Pairs> {
    let mut pairs = [0; 3];
    for (band, pairs) in pairs.iter_mut().enumerate() {
        let Some(words) = position.words[band * 9..].first_chunk_mut::<9>() else { continue };
        let (mut one, mut two, mut three) = (0, 0, 0);
        for &word in words.iter() {
            three |= two & word;
            two |= one & word;
            one |= word;
        }
        if one != BAND {
            return None;
        }
        *pairs = two & !three;
        let singles = position.open[band] & !two;
        if singles != 0 {
            for (digit, word) in words.iter_mut().enumerate() {
                let placed = *word & singles;
                if placed != 0 {
                    let rows = rows_of(placed);
                    if placed & (placed - (rows & LOWEST)) != 0 {
                        return None;
                    }
                    *word &= !rows | placed;
                    position.changed |= 1 << (band * 9 + digit);
                }
            }
        }
    }
    Some(pairs)
}
