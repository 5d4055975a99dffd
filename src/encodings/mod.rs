//! Encodings of one primitive each as clauses, written to a sink alone.
//!
//! Each keeps the number of solutions: its new variables are functions of its inputs, so that every assignment of the
//! inputs that it allows extends in exactly one way.
//!
//! | encoding | new variables | clauses | unit propagation |
//! | --- | --- | --- | --- |
//! | [`at_most_one_pairwise`] | 0 | n(n−1)/2 | complete |
//! | [`at_most_one_ladder`] | n−1 | 4n−5 | complete |
//! | [`at_least_and_most`] | n(high+1) at most | 4n(high+1) at most | complete |
//! | [`digit_sets()`] | digits + sets | see there | complete on the digits |
//! | [`layered()`] | states + edges at most | see there | complete |

mod at_most_one;
mod counter;
mod digit_sets;
mod layered;

pub use at_most_one::{at_most_one, at_most_one_ladder, at_most_one_pairwise, exactly_one};
pub use counter::{at_least_and_most, is_any};
pub use digit_sets::{digit_occurs, digit_sets};
pub use layered::{Layer, layered};
