//! Values that are all different.

use std::collections::BTreeMap;

use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{Choice, IntVar};

/// All values are different. Where the domains together have as many values as there are variables, each occurs.
///
/// Says one group a value: exactly one in that case, else at most one.
pub fn all_different(vars: &[IntVar]) -> impl Constraint + use<> {
    house(vars, "all different")
}

/// Like [`all_different`], with a name of its own: `row 3`.
pub fn house(vars: &[IntVar], name: &str) -> impl Constraint + use<> {
    AllDifferent { vars: vars.to_vec(), name: name.to_string() }
}

#[derive(Debug)]
struct AllDifferent {
    vars: Vec<IntVar>,
    name: String,
}

impl Constraint for AllDifferent {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        all_distinct(values)
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        say_different(&self.vars, to);
        Ok(())
    }
}

/// Whether no value occurs twice.
pub(super) fn all_distinct(values: &[i32]) -> bool {
    let offset = |value: i32| u32::try_from(value).ok().filter(|&value| value < 64);
    let mut seen = 0u64;
    for (at, &value) in values.iter().enumerate() {
        match offset(value) {
            Some(value) if seen >> value & 1 == 1 => return false,
            Some(value) => seen |= 1 << value,
            None if values[..at].contains(&value) => return false,
            None => {}
        }
    }
    true
}

/// One group a value, exactly one where there are as many values as variables.
pub(super) fn say_different(vars: &[IntVar], to: &mut Decomposition<'_>) {
    let mut by_value: BTreeMap<i32, Vec<Choice>> = BTreeMap::new();
    for &var in vars {
        for choice in to.variables().choices(var) {
            by_value.entry(to.variables().value(choice)).or_default().push(choice);
        }
    }
    let repeated = (1..vars.len()).any(|at| vars[..at].contains(&vars[at]));
    if by_value.len() < vars.len() || repeated {
        to.clause([]);
        return;
    }
    let exact = by_value.len() == vars.len();
    for choices in by_value.into_values() {
        if exact {
            to.exactly_one(choices);
        } else {
            to.at_most_one(choices);
        }
    }
}
