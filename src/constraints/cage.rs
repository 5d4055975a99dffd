//! Cages and sums.

use super::different::{all_distinct, say_different};
use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{IntVar, Sum};

/// A killer cage: the values are all different and, where a sum is given, add up to it.
pub fn cage(vars: &[IntVar], sum: Option<i64>, name: &str) -> impl Constraint + use<> {
    Cage { vars: vars.to_vec(), sum, repeats: false, name: name.to_string() }
}

/// A cage whose values may repeat and add up to the sum.
pub fn cage_with_repeats(vars: &[IntVar], sum: Option<i64>, name: &str) -> impl Constraint + use<> {
    Cage { vars: vars.to_vec(), sum, repeats: true, name: name.to_string() }
}

/// low ≤ Σ aᵢ·xᵢ ≤ high for (coefficient, variable) terms.
pub fn sum(terms: &[(i64, IntVar)], low: i64, high: i64, name: &str) -> impl Constraint + use<> {
    let (coefficients, vars) = terms.iter().copied().unzip();
    Linear { coefficients, vars, low, high, name: name.to_string() }
}

#[derive(Debug)]
struct Cage {
    vars: Vec<IntVar>,
    sum: Option<i64>,
    repeats: bool,
    name: String,
}

impl Constraint for Cage {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        let total: i64 = values.iter().copied().map(i64::from).sum();
        self.sum.is_none_or(|sum| sum == total) && (self.repeats || all_distinct(values))
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        if !self.repeats {
            say_different(&self.vars, to);
        }
        if let Some(sum) = self.sum {
            let terms = self.vars.iter().map(|&var| (1, var)).collect();
            to.sum(Sum { terms, low: sum, high: sum, distinct: !self.repeats });
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Linear {
    coefficients: Vec<i64>,
    vars: Vec<IntVar>,
    low: i64,
    high: i64,
    name: String,
}

impl Constraint for Linear {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        let total = self.coefficients.iter().zip(values).map(|(a, &x)| a * i64::from(x)).sum();
        (self.low..=self.high).contains(&total)
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let terms = self.coefficients.iter().copied().zip(self.vars.iter().copied()).collect();
        to.sum(Sum { terms, low: self.low, high: self.high, distinct: false });
        Ok(())
    }
}
