//! Counting without visiting: what is left below a node is counted once, however often the search comes to it.

use num_bigint::BigUint;

use super::bits::MOST_OPTIONS;
use super::instance::Instance;
use super::subproblems::Fold;
use super::trial::fold;
use crate::cover::Cover;
use crate::engines::{End, Limits, Run};

/// Counts the solutions of covers by what is left below a node. A step is a node that was not counted before.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoCount;

impl MemoCount {
    /// Its name in results.
    pub const NAME: &'static str = "memo";

    /// Whether the cover is small enough: some thousand options.
    pub fn takes(cover: &Cover) -> bool {
        cover.option_count() <= MOST_OPTIONS
    }

    /// Counts the solutions. Where a limit ends it, what was counted is a lower bound.
    pub fn count(&self, cover: &Cover, limits: &Limits) -> (BigUint, Run) {
        let instance = Instance::of(cover);
        let (counted, search) = fold(&instance, limits, Counts::default);
        let (count, end) = match counted {
            Ok(value) => (search.fold.number(value), End::Exhausted),
            Err(stop) => (search.fold.so_far(search.choices_so_far()), End::Stopped(stop)),
        };
        (count, Run { end, stats: search.stats })
    }
}

/// The bit that tells a number in [`Counts::digits`] from a small one.
const LARGE: u64 = 1 << 63;

/// Counts as values: a number below 2^63 stands for itself, the others are kept.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// The digits of the large numbers, base 2^64, each after their number.
    digits: Vec<u64>,
    /// The sums of the choices on the way.
    open: Vec<Sum>,
}

/// A sum, split as it is small for most choices.
#[derive(Debug, Default)]
struct Sum {
    small: u128,
    large: Option<Box<BigUint>>,
}

impl Counts {
    pub(super) fn number(&self, value: u64) -> BigUint {
        if value & LARGE == 0 {
            return value.into();
        }
        let at = (value & !LARGE) as usize;
        let digits = &self.digits[at + 1..=at + self.digits[at] as usize];
        let halves = digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect();
        BigUint::new(halves)
    }

    fn value(&mut self, number: &BigUint) -> u64 {
        if number.bits() < 64 {
            return number.iter_u64_digits().next().unwrap_or(0);
        }
        let at = self.digits.len();
        self.digits.push(number.iter_u64_digits().len() as u64);
        self.digits.extend(number.iter_u64_digits());
        at as u64 | LARGE
    }

    /// What is counted at least: all that was counted below the choices on the way, each with the counts of parts beside it.
    pub(super) fn so_far<'c>(&self, choices: impl Iterator<Item = &'c [u64]>) -> BigUint {
        let count = |(sum, beside): (&Sum, &[u64])| {
            beside.iter().map(|&part| self.number(part)).product::<BigUint>() * sum.total()
        };
        self.open.iter().zip(choices).map(count).sum()
    }
}

impl Sum {
    fn total(&self) -> BigUint {
        let small = BigUint::from(self.small);
        self.large.as_ref().map_or(small.clone(), |large| &**large + small)
    }
}

impl Fold for Counts {
    fn solved(&self) -> u64 {
        1
    }

    fn failed(&self) -> u64 {
        0
    }

    fn open(&mut self) {
        self.open.push(Sum::default());
    }

    #[inline]
    fn add(&mut self, _: Option<u32>, value: u64) {
        let number = (value & LARGE != 0).then(|| self.number(value));
        let Some(sum) = self.open.last_mut() else { return };
        match number {
            // Fewer than 2^65 values of 63 bits.
            None => sum.small += u128::from(value),
            Some(number) => **sum.large.get_or_insert_default() += number,
        }
    }

    #[inline]
    fn close(&mut self) -> u64 {
        let Some(sum) = self.open.pop() else { return 0 };
        match u64::try_from(sum.small) {
            Ok(small) if small & LARGE == 0 && sum.large.is_none() => small,
            _ => self.value(&sum.total()),
        }
    }

    fn product(&mut self, parts: &[u64]) -> u64 {
        let product: BigUint = parts.iter().map(|&part| self.number(part)).product();
        self.value(&product)
    }

    fn size(&self) -> usize {
        self.digits.len() * size_of::<u64>()
    }
}
