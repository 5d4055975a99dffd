//! What makes one solution better than another: a weighted sum that is to be small, or large.

use std::fmt;

use super::Solution;
use crate::primitives::{IntVar, Variables};

/// The largest amount that an objective may reach, up or down.
const MOST: i128 = 1 << 60;

/// Which values of an objective are the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The smallest.
    Smallest,
    /// The largest.
    Largest,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smallest => "smallest",
            Self::Largest => "largest",
        })
    }
}

/// Σ aᵢ·xᵢ over variables, to be made as small or as large as can be.
///
/// A choice gets a weight of its own by a variable with the values 0 and 1 that is tied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    goal: Goal,
    terms: Vec<(i64, IntVar)>,
}

/// An objective that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights are too large: the objective could reach {reach}, and at most 2^60 is possible")]
pub struct ObjectiveError {
    /// What it could reach, without its sign.
    reach: i128,
}

impl Objective {
    /// Weights and variables; those that occur more than once are put together.
    pub(super) fn new(
        variables: &Variables,
        goal: Goal,
        terms: &[(i64, IntVar)],
    ) -> Result<Self, ObjectiveError> {
        let largest = |var| variables.domain(var).iter().map(|value| i128::from(value.unsigned_abs())).max();
        let reach = |&(weight, var): &(i64, IntVar)| {
            i128::from(weight.unsigned_abs()) * largest(var).unwrap_or_default().max(1)
        };
        let reach: i128 = terms.iter().map(reach).sum();
        if reach > MOST {
            return Err(ObjectiveError { reach });
        }
        let mut merged: Vec<(i64, IntVar)> = Vec::new();
        let mut sorted = terms.to_vec();
        sorted.sort_by_key(|&(_, var)| var);
        for (weight, var) in sorted {
            match merged.last_mut() {
                Some((sum, last)) if *last == var => *sum += weight,
                _ => merged.push((weight, var)),
            }
        }
        merged.retain(|&(weight, _)| weight != 0);
        Ok(Self { goal, terms: merged })
    }

    /// Which values are the best.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Weights and variables, each variable once.
    pub fn terms(&self) -> &[(i64, IntVar)] {
        &self.terms
    }

    /// The same terms as costs, of which less is better: turned round for the largest.
    pub fn costs(&self) -> Vec<(i64, IntVar)> {
        self.terms.iter().map(|&(weight, var)| (self.sign() * weight, var)).collect()
    }

    /// The value at a cost by [`Objective::costs`].
    pub fn value_at(&self, cost: i64) -> i64 {
        self.sign() * cost
    }

    fn sign(&self) -> i64 {
        match self.goal {
            Goal::Smallest => 1,
            Goal::Largest => -1,
        }
    }

    /// Its value in a solution.
    ///
    /// ```
    /// use exactly::Model;
    /// use exactly::model::{Goal, Solution};
    ///
    /// let mut model = Model::new();
    /// let (x, y) = (model.int_var("x", 1..=9), model.int_var("y", 1..=9));
    /// model.set_objective(Goal::Largest, &[(2, x), (-1, y)])?;
    /// let objective = model.objective().expect("it was set");
    /// assert_eq!(objective.value(&Solution::new(vec![4, 3])), 5);
    /// # Ok::<(), exactly::model::ObjectiveError>(())
    /// ```
    pub fn value(&self, solution: &Solution) -> i64 {
        self.terms.iter().map(|&(weight, var)| weight * i64::from(solution.value(var))).sum()
    }
}
