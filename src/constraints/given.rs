//! A variable with a printed value.

use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{IntVar, Literal};

/// The variable has this value. Says one clause; a value outside the domain makes the model impossible.
pub fn given(var: IntVar, value: i32, name: &str) -> impl Constraint + use<> {
    Given { var: [var], value, name: name.to_string() }
}

#[derive(Debug)]
struct Given {
    var: [IntVar; 1],
    value: i32,
    name: String,
}

impl Constraint for Given {
    fn scope(&self) -> &[IntVar] {
        &self.var
    }

    fn check(&self, values: &[i32]) -> bool {
        values[0] == self.value
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let choice = to.variables().choice(self.var[0], self.value);
        to.clause(choice.map(Literal::taken));
        Ok(())
    }
}
