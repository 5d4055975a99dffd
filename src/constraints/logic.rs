//! Or, and, not, if over any constraints.
//!
//! Each part is replaced by its truth, a literal that is determined by the part's variables, so that the number of
//! solutions is that of the assignments, however many parts of an `or` hold.

use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{IntVar, Literal};

/// At least one of the constraints holds. None of no constraints holds.
pub fn any_of(parts: Vec<Box<dyn Constraint>>) -> impl Constraint {
    Combination::new(Connective::Or, parts)
}

/// All of the constraints hold.
pub fn all_of(parts: Vec<Box<dyn Constraint>>) -> impl Constraint {
    Combination::new(Connective::And, parts)
}

/// The constraint does not hold.
pub fn not(part: Box<dyn Constraint>) -> impl Constraint {
    Combination::new(Connective::Not, vec![part])
}

/// If the first constraint holds, then so does the second.
pub fn implies(condition: Box<dyn Constraint>, consequence: Box<dyn Constraint>) -> impl Constraint {
    any_of(vec![Box::new(not(condition)), consequence])
}

/// The truth variable (domain 0 and 1) is 1 exactly when the constraint holds.
pub fn truth(truth: IntVar, part: Box<dyn Constraint>) -> impl Constraint {
    let scope = std::iter::once(truth).chain(part.scope().iter().copied()).collect();
    Truth { scope, part }
}

#[derive(Debug)]
struct Truth {
    /// The truth variable, then the scope of the part.
    scope: Vec<IntVar>,
    part: Box<dyn Constraint>,
}

impl Constraint for Truth {
    fn scope(&self) -> &[IntVar] {
        &self.scope
    }

    fn check(&self, values: &[i32]) -> bool {
        (values[0] == 1) == self.part.check(&values[1..])
    }

    fn describe(&self) -> String {
        format!("whether {}", self.part.describe())
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let holds = to.truth(self.part.as_ref())?;
        let said = to.variables().choice(self.scope[0], 1).map(Literal::taken);
        to.clause(said.map(|said| !said).into_iter().chain([holds]));
        to.clause(said.into_iter().chain([!holds]));
        Ok(())
    }
}

#[derive(Clone, Copy, Debug)]
enum Connective {
    Or,
    And,
    Not,
}

#[derive(Debug)]
struct Combination {
    connective: Connective,
    parts: Vec<Box<dyn Constraint>>,
    /// The scopes of the parts in a row.
    scope: Vec<IntVar>,
}

impl Combination {
    fn new(connective: Connective, parts: Vec<Box<dyn Constraint>>) -> Self {
        let scope = parts.iter().flat_map(|part| part.scope().iter().copied()).collect();
        Self { connective, parts, scope }
    }
}

impl Constraint for Combination {
    fn scope(&self) -> &[IntVar] {
        &self.scope
    }

    fn check(&self, values: &[i32]) -> bool {
        let mut rest = values;
        let mut holds = self.parts.iter().map(|part| {
            let (mine, others) = rest.split_at(part.scope().len());
            rest = others;
            part.check(mine)
        });
        match self.connective {
            Connective::Or => holds.any(|holds| holds),
            Connective::And => holds.all(|holds| holds),
            Connective::Not => !holds.all(|holds| holds),
        }
    }

    fn describe(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| part.describe()).collect();
        match self.connective {
            Connective::Or => format!("({})", parts.join(" or ")),
            Connective::And => format!("({})", parts.join(" and ")),
            Connective::Not => format!("not {}", parts.join(" and ")),
        }
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        if let Connective::And = self.connective {
            return self.parts.iter().try_for_each(|part| part.decompose(to));
        }
        let truths: Vec<Literal> =
            self.parts.iter().map(|part| to.truth(part.as_ref())).collect::<Result<_, _>>()?;
        match self.connective {
            Connective::Not => to.clause(truths.into_iter().map(|truth| !truth)),
            Connective::Or | Connective::And => to.clause(truths),
        }
        Ok(())
    }
}
