//! What lowerings and engines read.

use super::{Automaton, IntVar, Live, Primitives, Sum};

/// Primitives as lowerings and engines read them: as they were stated, or after a presolve.
#[derive(Clone, Debug)]
pub struct Reduced<'p> {
    /// The variables, groups and clauses; its sums and automata are not read.
    pub primitives: &'p Primitives,
    /// The choices that are still possible.
    pub live: &'p Live,
    /// The sums.
    pub sums: Vec<&'p Sum>,
    /// The automata.
    pub automata: Vec<&'p Automaton>,
    /// Pairs of variables that differ, beyond what the groups say.
    pub different: &'p [(IntVar, IntVar)],
}

impl<'p> Reduced<'p> {
    /// The primitives as they were stated.
    pub fn stated(primitives: &'p Primitives, live: &'p Live) -> Self {
        Self {
            primitives,
            live,
            sums: primitives.sums.iter().collect(),
            automata: primitives.automata.iter().collect(),
            different: &[],
        }
    }
}
