//! One constraint beyond the houses, by itself.

use itertools::Itertools;

use super::cells::ones;
use super::{Candidate, Field, Position};
use crate::model::{Constraint, Model};
use crate::presolve::rule_out;
use crate::primitives::{Choice, DigitSets, Group, GroupKind, IntVar, Live, Primitives, Sum};

/// So many sets of digits are told.
const MOST_SETS: usize = 6;

/// A constraint with its own primitives.
#[derive(Debug)]
pub(super) struct Local {
    name: String,
    /// The cells in its scope.
    cells: Vec<usize>,
    primitives: Primitives,
}

impl Local {
    /// The constraints of a model that say more than houses do, those on one cell alone apart; its first variables are the
    /// cells.
    pub(super) fn all_of(model: &Model, cells: usize) -> (Vec<Self>, Vec<Self>) {
        let is_single = |local: &Self, constraint: &dyn Constraint| {
            constraint.scope().len() == 1 && local.cells.len() == 1
        };
        let mut all = (Vec::new(), Vec::new());
        for (number, constraint) in model.constraints().enumerate() {
            if let Some(local) = Self::of(model, number, constraint, cells) {
                let to = if is_single(&local, constraint) { &mut all.0 } else { &mut all.1 };
                to.push(local);
            }
        }
        all
    }

    fn of(model: &Model, number: usize, constraint: &dyn Constraint, cells: usize) -> Option<Self> {
        let primitives = model.alone(number).ok()?;
        let scope = constraint.scope().iter().map(|var| var.index());
        let cells = scope.filter(|&var| var < cells).collect();
        let demands = |group: &Group| group.kind == GroupKind::ExactlyOne;
        let says_more =
            !(primitives.clauses.is_empty() && primitives.sums.is_empty() && primitives.automata.is_empty())
                || (primitives.groups.iter().any(demands) && !is_house(&primitives));
        says_more.then(|| Self { name: name_of(constraint, &primitives), cells, primitives })
    }

    /// A sum that follows from others, over variables of the model that are its cells.
    pub(super) fn of_sum(name: String, model: &Model, sum: Sum) -> Self {
        let cells = sum.terms.iter().map(|(_, var)| var.index()).collect();
        let variables = model.primitives().variables.clone();
        Self { name, cells, primitives: Primitives { variables, sums: vec![sum], ..Primitives::default() } }
    }

    /// The digits that are left for it in a position: `6 9 or 7 8`; nothing where that is not a matter of few sets.
    pub(super) fn sets(&self, position: &Position<'_>) -> Option<String> {
        let [sum] = &self.primitives.sums[..] else { return None };
        let live = self.live(position);
        let found = DigitSets::of(&self.primitives.variables, &live, sum, MOST_SETS)?;
        let set = |mask: &u64| ones(*mask).map(|at| found.values[at]).join(" ");
        (!found.sets.is_empty() && found.sets.len() <= MOST_SETS)
            .then(|| found.sets.iter().map(set).join(" or "))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The choices that a position leaves.
    fn live(&self, position: &Position<'_>) -> Live {
        let variables = &self.primitives.variables;
        let mut live = Live::all(variables);
        for &cell in &self.cells {
            for choice in variables.choices(IntVar::from_index(cell)) {
                let digit = position.field().digit(variables.value(choice));
                if !digit.is_some_and(|digit| position.has(Candidate { cell, digit })) {
                    live.kill(variables, choice);
                }
            }
        }
        live
    }

    /// The candidates that it rules out, and whether it leaves none at all.
    pub(super) fn rule_out(&self, position: &Position<'_>) -> (Vec<Candidate>, bool) {
        let field = position.field();
        let variables = &self.primitives.variables;
        let mut live = self.live(position);
        let choices = |cell: usize| {
            let choices = variables.choices(IntVar::from_index(cell));
            choices.filter_map(move |choice| {
                let digit = field.digit(variables.value(choice))?;
                Some((choice, Candidate { cell, digit }))
            })
        };
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

/// Whether the groups say where each digit of a house is, and nothing else.
fn is_house(primitives: &Primitives) -> bool {
    let value = |choice: &Choice| primitives.variables.value(*choice);
    primitives.groups.iter().all(|group| group.choices.iter().map(value).all_equal())
        && primitives.groups.iter().all(|group| group.kind == GroupKind::ExactlyOne)
        && primitives.groups.iter().map(|group| group.choices.len()).all_equal()
        && primitives.groups.first().is_some_and(|group| group.choices.len() == primitives.groups.len())
}

/// The name of a constraint, of a cage with its sum.
fn name_of(constraint: &dyn Constraint, primitives: &Primitives) -> String {
    let name = constraint.describe();
    match &primitives.sums[..] {
        [sum] if sum.low == sum.high && sum.distinct => format!("{name} ({})", sum.low),
        _ => name,
    }
}
