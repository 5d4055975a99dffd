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
        let live = self.live(position.field(), &self.masks(position));
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

    /// The choices that the digits left for its cells, in order, leave.
    fn live(&self, field: &Field, masks: &[u64]) -> Live {
        let variables = &self.primitives.variables;
        let mut live = Live::all(variables);
        for (&cell, mask) in self.cells.iter().zip(masks) {
            for choice in variables.choices(IntVar::from_index(cell)) {
                let digit = field.digit(variables.value(choice));
                if digit.is_none_or(|digit| mask >> digit & 1 == 0) {
                    live.kill(variables, choice);
                }
            }
        }
        live
    }

    /// The digits left for its cells, in order.
    pub(super) fn masks(&self, position: &Position<'_>) -> Vec<u64> {
        self.cells.iter().map(|&cell| position.mask(cell)).collect()
    }

    /// The candidates that it rules out, and whether it leaves none at all.
    pub(super) fn rule_out(&self, position: &Position<'_>) -> (Vec<Candidate>, bool) {
        let (mut out, is_broken) = self.rule_out_of(position.field(), &self.masks(position));
        out.retain(|candidate| !position.is_placed(candidate.cell));
        (out, is_broken)
    }

    /// The same of the digits left for its cells, in order.
    fn rule_out_of(&self, field: &Field, masks: &[u64]) -> (Vec<Candidate>, bool) {
        let variables = &self.primitives.variables;
        let mut live = self.live(field, masks);
        let is_broken = !rule_out(&self.primitives, &mut live);
        let mut out = Vec::new();
        for (&cell, mask) in self.cells.iter().zip(masks) {
            for choice in variables.choices(IntVar::from_index(cell)) {
                let digit = field.digit(variables.value(choice)).filter(|digit| mask >> digit & 1 == 1);
                if let Some(digit) = digit.filter(|_| is_broken || !live.is_live(choice)) {
                    out.push(Candidate { cell, digit });
                }
            }
        }
        (out, is_broken)
    }

    /// The places of those of its cells whose digits are the reason that it rules these candidates out: with any one of them free, a
    /// candidate might hold.
    pub(super) fn because(&self, field: &Field, masks: &[u64], out: &[Candidate]) -> Vec<usize> {
        let all = u64::MAX >> (64 - field.values().len());
        let mut masks = masks.to_vec();
        let mut needed = Vec::new();
        for at in 0..masks.len() {
            let mask = std::mem::replace(&mut masks[at], all);
            if mask == all {
                continue;
            }
            let (ruled_out, is_broken) = self.rule_out_of(field, &masks);
            if !is_broken && !out.iter().all(|candidate| ruled_out.contains(candidate)) {
                masks[at] = mask;
                needed.push(at);
            }
        }
        needed
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
