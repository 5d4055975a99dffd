//! The open trait that every constraint implements, built in or one's own.

use std::fmt;

use super::Decomposition;
use crate::primitives::{DiagramError, IntVar, StateLimit};

/// A constraint: what it speaks of, when it holds, and how it is said in primitives.
///
/// # How to write your own
/// 1. Make a struct that holds the variables it speaks of and its parameters.
/// 2. `scope` returns those variables, in the order you want to read their values in.
/// 3. `check` says whether a full assignment is allowed. This is the definition: everything else is held against it.
/// 4. `describe` names it for messages, as its user would: `cage a`.
/// 5. For a small scope you are done: without `decompose`, the allowed assignments become an automaton.
/// 6. For speed and large scopes write `decompose`: say the same in groups, clauses, sums and automata. Variables of
///    its own must be functions of the scope, so that the number of solutions stays the same.
///
/// ```
/// use exactly::model::{Constraint, Model};
/// use exactly::primitives::IntVar;
///
/// /// Two variables whose product is even.
/// #[derive(Debug)]
/// struct EvenProduct([IntVar; 2]);
///
/// impl Constraint for EvenProduct {
///     fn scope(&self) -> &[IntVar] {
///         &self.0
///     }
///     fn check(&self, values: &[i32]) -> bool {
///         values[0] * values[1] % 2 == 0
///     }
///     fn describe(&self) -> String {
///         "an even product".to_string()
///     }
/// }
///
/// let mut model = Model::new();
/// let (a, b) = (model.int_var("a", 1..=4), model.int_var("b", 1..=4));
/// model.add(EvenProduct([a, b]))?;
/// assert_eq!(exactly::solve::count(&model)?, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Constraint: fmt::Debug + Send + Sync {
    /// The variables it speaks of. [`Constraint::check`] gets their values in this order.
    fn scope(&self) -> &[IntVar];

    /// Whether these values of the scope are allowed: the definition of the constraint.
    fn check(&self, values: &[i32]) -> bool;

    /// What its user calls it: `row 3`, `cage a`.
    fn describe(&self) -> String;

    /// Says it in primitives. The default lists the allowed assignments of the scope as an automaton.
    ///
    /// # Errors
    /// A constraint that cannot be said within the limits. The default refuses a scope with more than
    /// 200,000 assignments.
    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let assignments = to.variables().assignment_count(self.scope());
        if assignments > MAX_ASSIGNMENTS {
            return Err(ConstraintError::ScopeTooLarge { constraint: self.describe(), assignments });
        }
        let arity = self.scope().len();
        let step = |_, values: &Vec<i32>, value| {
            let mut longer = values.clone();
            longer.push(value);
            (longer.len() < arity || self.check(&longer)).then_some(longer)
        };
        let limit = StateLimit(MAX_ASSIGNMENTS as usize);
        let accept = |values: &Vec<i32>| arity > 0 || self.check(values);
        to.automaton(self.scope(), Vec::new(), step, accept, limit)
            .map_err(|source| ConstraintError::Automaton { constraint: self.describe(), source })
    }
}

/// The largest number of assignments of a scope that the default decomposition lists.
pub(super) const MAX_ASSIGNMENTS: u128 = 200_000;

/// Why a constraint could not be added to a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstraintError {
    /// A constraint with only a `check`, over too many assignments.
    #[error(
        "{constraint}: its scope has {assignments} assignments, and without a decomposition of its own at most {MAX_ASSIGNMENTS} are listed"
    )]
    ScopeTooLarge {
        /// The constraint.
        constraint: String,
        /// Assignments of its scope, saturating.
        assignments: u128,
    },
    /// An automaton with too many states.
    #[error("{constraint}: {source}")]
    Automaton {
        /// The constraint.
        constraint: String,
        /// What went wrong.
        source: DiagramError,
    },
}
