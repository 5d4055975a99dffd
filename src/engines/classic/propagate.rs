//! What follows from a position: places of a digit within a band and within a stack, and cells with one candidate.
//!
//! In a band a digit stands once in each row and each box, so that its minirows are a permutation of a 3×3 matrix: a
//! table gives the union of the permutations that are possible, exactly. The columns of a stack are a 3×3 matrix with the
//! bands in the same way.

use super::position::Position;
use super::processor::Processor;
use super::tables::{BAND, LOWEST, MATCHED, NEEDED, ROW, TOGETHER, columns_of, rows_of, without_lowest};

/// The open cells with two candidates, by band.
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

/// Where a word stands: its band, the words of its digit in the other bands, and the first word of its band.
#[derive(Clone, Copy)]
struct Place {
    band: u8,
    second: u8,
    third: u8,
    start: u8,
}

/// The places of the words by their numbers, up to a power of two.
static PLACES: [Place; 32] = places();

const fn places() -> [Place; 32] {
    let mut table = [Place { band: 0, second: 0, third: 0, start: 0 }; 32];
    let mut number = 0;
    while number < 27 {
        table[number as usize] = Place {
            band: number / 9,
            second: (number + 9) % 27,
            third: (number + 18) % 27,
            start: number / 9 * 9,
        };
        number += 1;
    }
    table
}

/// What follows for one digit in one band; the words that changed, or nothing for a contradiction.
#[inline(always)]
fn settle_word<P: Processor, const STACKS: bool>(
    processor: P,
    position: &mut Position,
    number: usize,
) -> Option<u32> {
    let place = PLACES[number];
    let words = &mut position.words;
    let together = TOGETHER[processor.minirows(words[number]) & 0o777];
    if together == 0 {
        return None;
    }
    let cells = words[number] & together;
    let [own, second, third] = if STACKS {
        columns_matched(
            processor,
            [cells, words[usize::from(place.second)], words[usize::from(place.third)]],
        )?
    } else {
        let free = !NEEDED[columns_of(cells) as usize];
        [BAND, free, free]
    };
    let mut changed = keep(words, place.second, second) | keep(words, place.third, third);
    if STACKS && cells & !own != 0 {
        words[number] = cells & own;
        return Some(changed | 1 << number);
    }
    let band = usize::from(place.band);
    let placed = cells & !rows_of(without_lowest(cells)) & position.open[band];
    if placed != 0 {
        position.open[band] ^= placed;
        if let Some(of_band) = words[usize::from(place.start)..].first_chunk_mut::<9>() {
            changed |= (processor.take_out(of_band, placed) << place.start) & !(1 << number);
        }
    }
    words[number] = cells;
    Some(changed)
}

/// Leaves a word no other cells than these; its bit if it changed.
#[inline(always)]
fn keep(words: &mut [u32; 28], number: u8, cells: u32) -> u32 {
    let word = &mut words[usize::from(number)];
    let changed = u32::from(*word & !cells != 0) << number;
    *word &= cells;
    changed
}

/// The cells of the columns that are left to a digit in each band by the permutations of each stack.
#[inline(always)]
fn columns_matched<P: Processor>(processor: P, cells: [u32; 3]) -> Option<[u32; 3]> {
    let [first, second, third] = cells.map(columns_of);
    let kept = columns_kept(processor, first | second << 9 | third << 18)?;
    Some([kept & ROW, kept >> 9 & ROW, kept >> 18].map(|columns| columns * LOWEST))
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
            position.changed |= place_singles(words, singles)? << (band * 9);
        }
    }
    Some(pairs)
}

/// Leaves the digits of these cells no other cell in their rows; the words that held one, or nothing where a digit would
/// stand twice in a row.
#[inline(always)]
fn place_singles(words: &mut [u32; 9], singles: u32) -> Option<u32> {
    let mut changed = 0;
    for (digit, word) in words.iter_mut().enumerate() {
        let placed = *word & singles;
        if placed != 0 {
            let rows = rows_of(placed);
            if placed & (placed - (rows & LOWEST)) != 0 {
                return None;
            }
            *word &= !rows | placed;
            changed |= 1 << digit;
        }
    }
    Some(changed)
}
