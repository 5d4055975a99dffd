//! One constraint beyond the houses, by itself.

use super::{Candidate, Field, Position};
use crate::model::{Constraint, Model};
use crate::presolve::rule_out;
use crate::primitives::{IntVar, Live, Primitives};

/// A constraint with its own primitives.
#[derive(Debug)]
pub(super) struct Local {
    name: String,
    /// The cells in its scope.
    cells: Vec<usize>,
    primitives: Primitives,
}

impl Local {
    /// The constraints of a model that say more than groups do; its first variables are the cells.
    pub(super) fn all_of(model: &Model, cells: usize) -> Vec<Self> {
        let local = |(number, constraint): (usize, &dyn Constraint)| {
            let primitives = model.alone(number).ok()?;
            let scope = constraint.scope().iter().map(|var| var.index());
            let cells = scope.filter(|&var| var < cells).collect();
            let says_more = !(primitives.clauses.is_empty()
                && primitives.sums.is_empty()
                && primitives.automata.is_empty());
            says_more.then(|| Self { name: constraint.describe(), cells, primitives })
        };
        model.constraints().enumerate().filter_map(local).collect()
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The candidates that it rules out, and whether it leaves none at all.
    pub(super) fn rule_out(&self, position: &Position<'_>) -> (Vec<Candidate>, bool) {
        let field = position.field();
        let variables = &self.primitives.variables;
        let mut live = Live::all(variables);
        let choices = |cell: usize| {
            let choices = variables.choices(IntVar::from_index(cell));
            choices.filter_map(move |choice| {
                let digit = field.digit(variables.value(choice))?;
                Some((choice, Candidate { cell, digit }))
            })
        };
        for (choice, candidate) in self.cells.iter().flat_map(|&cell| choices(cell)) {
            if !position.has(candidate) {
                live.kill(variables, choice);
            }
        }
        let is_broken = !rule_out(&self.primitives, &mut live);
        let all = self.cells.iter().flat_map(|&cell| choices(cell));
        let out = all.filter(|&(choice, candidate)| {
            position.has(candidate)
                && !position.is_placed(candidate.cell)
                && (is_broken || !live.is_live(choice))
        });
        (out.map(|(_, candidate)| candidate).collect(), is_broken)
    }

    /// Takes out of the masks what a constraint on one cell rules out.
    pub(super) fn narrow(&self, field: &Field, masks: &mut [u64]) {
        let variables = &self.primitives.variables;
        let mut live = Live::all(variables);
        if let ([cell], true) = (&self.cells[..], rule_out(&self.primitives, &mut live)) {
            for choice in variables.choices(IntVar::from_index(*cell)).filter(|&choice| !live.is_live(choice))
            {
                if let Some(digit) = field.digit(variables.value(choice)) {
                    masks[*cell] &= !(1 << digit);
                }
            }
        }
    }
}
