//! Encodings of one primitive each as clauses, written to a sink alone.
//!
//! Each keeps the number of solutions: its new variables are functions of its inputs, so that every assignment of the
//! inputs that it allows extends in exactly one way. Where an encoding is published without that, the clauses that
//! close it are added, and its own page states what they cost. There is no other kind here: no choice of [`Encodings`] can make a
//! count wrong.
//!
//! | encoding | new variables | clauses | unit propagation |
//! | --- | --- | --- | --- |
//! | [`at_most_one_pairwise`] | 0 | n(n−1)/2 | complete |
//! | [`at_most_one_ladder`] | n−1 | 4n−5 | complete |
//! | [`at_most_one_product`] | p+q ≈ 2√n, and inside | 2n+p+q, and inside | complete |
//! | [`at_most_one_bitwise`] | ⌈log₂ n⌉ | (n+1)⌈log₂ n⌉ | complete |
//! | [`at_most_one_commander`] | ⌈n/3⌉ at most, and inside | 7⌈n/3⌉ at most, and inside | complete |
//! | [`at_least_and_most`] | n(high+1) at most | 4n(high+1) at most | complete |
//! | [`digit_sets()`] | digits + sets | see there | complete on the digits |
//! | [`layered()`] | states + edges at most | see there | complete |
//! | [`totalizer()`] | values of the partial sums | two a pair of them at most | complete for one bound |
//! | [`adder()`] | two an addition of bits | 14 or 7 an addition | once all values are known |
//!
//! They are written here and not taken from `rustsat` (MIT), whose at-most-one encodings leave helpers free, or `pindakaas`
//! (MPL-2.0), which does not say which of its encodings keep the count: that each does is what this crate promises.

mod adder;
mod at_most_one;
mod choice;
mod counter;
mod digit_sets;
mod layered;
mod totalizer;
mod weighted;

pub use adder::adder;
pub use at_most_one::{
    at_most_one, at_most_one_bitwise, at_most_one_commander, at_most_one_ladder, at_most_one_pairwise,
    at_most_one_product, exactly_one,
};
pub use choice::{AtMostOne, Encodings, SumEncoding};
pub use counter::{at_least_and_most, is_any};
pub use digit_sets::{digit_occurs, digit_sets};
pub use layered::{Layer, layered};
pub use totalizer::totalizer;
pub use weighted::{SumTooLarge, WeightedSum};
