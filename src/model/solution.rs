//! Solutions: a value for each variable.

use crate::primitives::{IntVar, Variables};

/// A value for each variable of a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    values: Vec<i32>,
}

impl Solution {
    /// A solution from the values of all variables in order.
    pub fn new(values: Vec<i32>) -> Self {
        Self { values }
    }

    /// The value of a variable.
    pub fn value(&self, var: IntVar) -> i32 {
        self.values[var.index()]
    }

    /// The values of the variables that the user made, in order.
    pub fn stated<'s>(&'s self, variables: &'s Variables) -> impl Iterator<Item = i32> + 's {
        variables.iter().filter(|&var| !variables.is_auxiliary(var)).map(|var| self.value(var))
    }
}

/// A constraint that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{constraint} does not hold")]
pub struct Violation {
    /// The constraint in words.
    pub constraint: String,
}
