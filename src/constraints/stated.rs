//! Constraints from two functions: the definition, and how it is said in primitives.

use std::fmt;

use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{DiagramError, IntVar};

/// A constraint from its definition, `check`, and its decomposition, `say`, which gets the variables again.
///
/// ```
/// use exactly::{Model, constraints};
///
/// let mut model = Model::new();
/// let vars = [model.int_var("a", 1..=9), model.int_var("b", 1..=9)];
/// model.add(constraints::stated(
///     &vars,
///     "far apart",
///     |values| (values[0] - values[1]).abs() >= 8,
///     |vars, to| Ok(to.pair(vars[0], vars[1], |a, b| (a - b).abs() >= 8)),
/// ))?;
/// assert_eq!(exactly::solve::count(&model)?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stated<C, D>(vars: &[IntVar], name: &str, check: C, say: D) -> impl Constraint + use<C, D>
where
    C: Fn(&[i32]) -> bool + Send + Sync,
    D: Fn(&[IntVar], &mut Decomposition<'_>) -> Result<(), DiagramError> + Send + Sync,
{
    Stated { vars: vars.to_vec(), name: name.to_string(), check, say }
}

struct Stated<C, D> {
    vars: Vec<IntVar>,
    name: String,
    check: C,
    say: D,
}

impl<C, D> fmt::Debug for Stated<C, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stated").field("vars", &self.vars).field("name", &self.name).finish_non_exhaustive()
    }
}

impl<C, D> Constraint for Stated<C, D>
where
    C: Fn(&[i32]) -> bool + Send + Sync,
    D: Fn(&[IntVar], &mut Decomposition<'_>) -> Result<(), DiagramError> + Send + Sync,
{
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        (self.check)(values)
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        (self.say)(&self.vars, to)
            .map_err(|source| ConstraintError::Automaton { constraint: self.describe(), source })
    }
}
