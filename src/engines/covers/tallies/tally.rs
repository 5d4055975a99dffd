//! Tallies: how many live options an item has.

#![expect(clippy::inline_always, reason = "compiled once for each kind of processor")]

/// So many tallies are compared at a time; their number is filled up to a multiple.
pub(super) const LANES: usize = 32;

/// How many live options an item has.
pub(in crate::engines::covers) trait Tally:
    Copy + Ord + Default + std::fmt::Debug
{
    /// That of an item that is covered: larger than any other.
    const CLOSED: Self;
    const ONE: Self;
    fn of(live: usize) -> Self;
    fn less(&mut self);
    fn more(&mut self);
    fn weighed(self, weight: f64) -> f64;
    /// Where the first of them that is equal to this one stands.
    fn find(self, all: &[Self]) -> usize;
}

macro_rules! tally {
    ($kind:ty, $find:expr) => {
        impl Tally for $kind {
            const CLOSED: Self = Self::MAX;
            const ONE: Self = 1;

            fn of(live: usize) -> Self {
                Self::try_from(live).unwrap_or(Self::MAX)
            }

            #[inline]
            fn less(&mut self) {
                *self = self.wrapping_sub(1);
            }

            #[inline]
            fn more(&mut self) {
                *self = self.wrapping_add(1);
            }

            #[inline]
            fn weighed(self, weight: f64) -> f64 {
                f64::from(self) * weight
            }

            #[inline]
            fn find(self, all: &[Self]) -> usize {
                let find: fn(Self, &[Self]) -> Option<usize> = $find;
                find(self, all).unwrap_or_default()
            }
        }
    };
}

tally!(u8, |tally, all| memchr::memchr(tally, all));
tally!(u32, |tally, all| all.iter().position(|&other| other == tally));

/// The least tally.
#[inline(always)]
pub(super) fn least<T: Tally>(tallies: &[T]) -> T {
    let mut lanes = [T::CLOSED; LANES];
    for chunk in tallies.chunks_exact(LANES) {
        for (lane, &tally) in lanes.iter_mut().zip(chunk) {
            *lane = tally.min(*lane);
        }
    }
    lanes.into_iter().min().unwrap_or(T::CLOSED)
}
