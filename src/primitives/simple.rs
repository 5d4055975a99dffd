//! Groups, clauses and sums.

use super::{Choice, IntVar};

/// How many choices of a group are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// Exactly one: a primary item.
    ExactlyOne,
    /// At most one: a secondary item.
    AtMostOne,
}

/// A set of choices of which exactly one, or at most one, is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Exactly one or at most one.
    pub kind: GroupKind,
    /// The choices, each once.
    pub choices: Vec<Choice>,
}

/// A choice, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The choice it speaks of.
    pub choice: Choice,
    /// Whether it holds when the choice is taken.
    pub positive: bool,
}

impl Literal {
    /// Holds when the choice is taken.
    pub fn taken(choice: Choice) -> Self {
        Self { choice, positive: true }
    }

    /// Holds when the choice is not taken.
    pub fn not_taken(choice: Choice) -> Self {
        Self { choice, positive: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { choice: self.choice, positive: !self.positive }
    }
}

/// At least one of these literals holds. An empty clause is never satisfied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The literals.
    pub literals: Vec<Literal>,
}

/// low ≤ Σ aᵢ·xᵢ ≤ high. A variable may occur more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Coefficient and variable of each term.
    pub terms: Vec<(i64, IntVar)>,
    /// The least sum allowed.
    pub low: i64,
    /// The largest sum allowed.
    pub high: i64,
    /// Whether groups elsewhere already keep the variables all different. This is knowledge, not a demand.
    pub distinct: bool,
}

impl Sum {
    /// The coefficient that all terms share, if they do.
    pub fn common_coefficient(&self) -> Option<i64> {
        let (first, _) = *self.terms.first()?;
        self.terms.iter().all(|&(coefficient, _)| coefficient == first).then_some(first)
    }
}
