//! Exactly one, or at most one, of some choices.

use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{Choice, GroupKind, IntVar};

/// Exactly one of these (variable, value) pairs is taken.
pub fn exactly_one_of(pairs: &[(IntVar, i32)], name: &str) -> impl Constraint + use<> {
    GroupOf::new(GroupKind::ExactlyOne, pairs, name.to_string())
}

/// At most one of these (variable, value) pairs is taken.
pub fn at_most_one_of(pairs: &[(IntVar, i32)], name: &str) -> impl Constraint + use<> {
    GroupOf::new(GroupKind::AtMostOne, pairs, name.to_string())
}

#[derive(Debug)]
struct GroupOf {
    kind: GroupKind,
    vars: Vec<IntVar>,
    values: Vec<i32>,
    name: String,
}

impl GroupOf {
    fn new(kind: GroupKind, pairs: &[(IntVar, i32)], name: String) -> Self {
        let (vars, values) = pairs.iter().copied().unzip();
        Self { kind, vars, values, name }
    }
}

impl Constraint for GroupOf {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        let taken = values.iter().zip(&self.values).filter(|(value, wanted)| value == wanted).count();
        match self.kind {
            GroupKind::ExactlyOne => taken == 1,
            GroupKind::AtMostOne => taken <= 1,
        }
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let pairs = self.vars.iter().zip(&self.values);
        let choices: Vec<Choice> =
            pairs.filter_map(|(&var, &value)| to.variables().choice(var, value)).collect();
        match self.kind {
            GroupKind::ExactlyOne => to.exactly_one(choices),
            GroupKind::AtMostOne => to.at_most_one(choices),
        }
        Ok(())
    }
}
