//! The four primitives that every constraint decomposes into, over variables whose choices are numbered.
//!
//! | primitive | meaning |
//! | --- | --- |
//! | [`Group`] | exactly one, or at most one, of these choices is taken |
//! | [`Clause`] | at least one of these literals over choices holds |
//! | [`Sum`] | low ≤ Σ aᵢ·xᵢ ≤ high |
//! | [`Automaton`] | the values, read in order, are accepted by this finite automaton |
//!
//! An engine is finished when it knows these four.

mod automaton;
mod diagram;
mod digit_sets;
mod live;
mod reduced;
mod reify;
mod simple;
mod structure;
mod variables;

pub use automaton::Automaton;
pub use diagram::{Diagram, DiagramError, Edge, StateLimit};
pub use digit_sets::DigitSets;
pub use live::Live;
pub use reduced::Reduced;
pub use simple::{Clause, Group, GroupKind, Literal, Sum};
pub use structure::{Permutation, Structure};
pub use variables::{Choice, IntVar, Variables};

/// How many primitives of each kind there are: a place in the order in which they were stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    groups: usize,
    clauses: usize,
    sums: usize,
    automata: usize,
}

/// Variables and the primitives over them: what lowerings and native engines read.
///
/// Each variable is itself an exactly-one group and is not listed again in `groups`.
#[derive(Clone, Debug, Default)]
pub struct Primitives {
    /// The variables with their domains.
    pub variables: Variables,
    /// Groups beyond those of the variables.
    pub groups: Vec<Group>,
    /// Clauses.
    pub clauses: Vec<Clause>,
    /// Sums.
    pub sums: Vec<Sum>,
    /// Automata.
    pub automata: Vec<Automaton>,
}

impl Primitives {
    /// How far they go.
    pub fn extent(&self) -> Extent {
        Extent {
            groups: self.groups.len(),
            clauses: self.clauses.len(),
            sums: self.sums.len(),
            automata: self.automata.len(),
        }
    }

    /// Those alone that were stated from one place to another, over all variables.
    #[must_use]
    pub fn between(&self, from: Extent, to: Extent) -> Self {
        Self {
            variables: self.variables.clone(),
            groups: self.groups[from.groups..to.groups].to_vec(),
            clauses: self.clauses[from.clauses..to.clauses].to_vec(),
            sums: self.sums[from.sums..to.sums].to_vec(),
            automata: self.automata[from.automata..to.automata].to_vec(),
        }
    }

    /// Number of exactly-one groups, those of the variables included: the primary items of the exact cover.
    pub fn exactly_one_count(&self) -> usize {
        let stated = self.groups.iter().filter(|group| group.kind == GroupKind::ExactlyOne).count();
        self.variables.count() + stated
    }

    /// Number of at-most-one groups.
    pub fn at_most_one_count(&self) -> usize {
        self.groups.iter().filter(|group| group.kind == GroupKind::AtMostOne).count()
    }
}
