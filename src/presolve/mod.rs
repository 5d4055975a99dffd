//! What follows from the primitives before any search: choices that are out, and sums that houses imply.
//!
//! Nothing here changes the set of solutions.

mod implied;
mod propagate;

use crate::primitives::{Live, Primitives, Sum};

/// Which steps to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Derive sums by the rule of 45: cages inside houses give the sum of the cells left over or sticking out.
    pub implied_sums: bool,
    /// Rule out choices by singles, digit sets and bounds.
    pub reduce: bool,
}

impl Default for Options {
    /// Both steps.
    fn default() -> Self {
        Self { implied_sums: true, reduce: true }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Presolved {
    /// The choices that are still possible.
    pub live: Live,
    /// Sums that follow from the model, to be added to its own: over cells that differ, or over two.
    pub implied: Vec<Sum>,
    /// More sums that follow, differences of a few cells, for engines that reason about sums themselves.
    pub differences: Vec<Sum>,
    /// Whether there is no solution.
    pub impossible: bool,
}

impl Presolved {
    /// All sums, those of the model first.
    pub fn sums<'p>(&'p self, primitives: &'p Primitives) -> impl Iterator<Item = &'p Sum> {
        primitives.sums.iter().chain(&self.implied)
    }
}

/// Derives what follows from the primitives.
pub fn presolve(primitives: &Primitives, options: Options) -> Presolved {
    let mut live = Live::all(&primitives.variables);
    let mut impossible = options.reduce && !propagate::reduce(primitives, &[], &mut live);
    let (mut implied, mut differences) = (Vec::new(), Vec::new());
    if options.implied_sums && !impossible && !primitives.sums.is_empty() {
        (implied, differences) = implied::derive(primitives);
        impossible = options.reduce && !propagate::reduce(primitives, &implied, &mut live);
    }
    Presolved { live, implied, differences, impossible }
}
