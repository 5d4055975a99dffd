//! The built-in constraints, one file a family; each constructor returns `impl Constraint`.

mod cage;
mod different;
mod given;
mod group;
mod logic;

pub use cage::{cage, cage_with_repeats, sum};
pub use different::{all_different, house};
pub use given::given;
pub use group::{at_most_one_of, exactly_one_of};
pub use logic::{all_of, any_of, implies, not};
