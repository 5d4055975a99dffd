//! The built-in constraints, one file a family; each constructor returns `impl Constraint`.
//!
//! The general ones ([`stated()`], [`regular()`], [`chain`], [`count`]) take functions, so that most new constraints are a line.

mod cage;
mod counting;
mod different;
mod given;
mod group;
mod indexing;
mod lines;
mod logic;
mod outside;
mod rank;
mod regular;
mod relation;
mod stated;

pub use cage::{cage, cage_with_repeats, sum};
pub use counting::{count, count_distinct, counting_circles, same_values};
pub use different::{all_different, house};
pub use given::given;
pub use group::{at_most_one_of, exactly_one_of};
pub use indexing::{index, value_index};
pub use lines::{between, cage_of_sums, equality, lockout, lunchbox, rellik, renban, sum_line, sum_loop};
pub use logic::{all_of, any_of, implies, not, truth};
pub use outside::{hidden_skyscraper, numbered_room, sandwich, skyscraper, x_sum};
pub use rank::{full_rank, less, unequal};
pub use regular::regular;
pub use relation::{all_pairs, chain, differ, equal, some, unary, window};
pub use stated::stated;
