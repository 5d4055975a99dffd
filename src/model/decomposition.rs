//! What a constraint says in primitives, collected while it is added to a model.

use std::hash::Hash;

use crate::primitives::{
    Automaton, Choice, Clause, DiagramError, Group, GroupKind, IntVar, Literal, StateLimit, Sum, Variables,
};

/// The sink that [`Constraint::decompose`](super::Constraint::decompose) writes to.
#[derive(Debug)]
pub struct Decomposition<'m> {
    variables: &'m Variables,
    parts: Parts,
}

/// Everything that was said.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) new_variables: Vec<Vec<i32>>,
    pub(super) groups: Vec<Group>,
    pub(super) clauses: Vec<Clause>,
    pub(super) sums: Vec<Sum>,
    pub(super) automata: Vec<Automaton>,
}

impl<'m> Decomposition<'m> {
    pub(super) fn new(variables: &'m Variables) -> Self {
        Self { variables, parts: Parts::default() }
    }

    pub(super) fn into_parts(self) -> Parts {
        self.parts
    }

    /// The variables of the model with their domains.
    pub fn variables(&self) -> &'m Variables {
        self.variables
    }

    /// Exactly one of these choices is taken. A choice that is named twice counts once.
    pub fn exactly_one(&mut self, choices: Vec<Choice>) {
        let choices = once_each(choices);
        self.parts.groups.push(Group { kind: GroupKind::ExactlyOne, choices });
    }

    /// At most one of these choices is taken. Fewer than two choices say nothing and are dropped.
    pub fn at_most_one(&mut self, choices: Vec<Choice>) {
        let choices = once_each(choices);
        if choices.len() > 1 {
            self.parts.groups.push(Group { kind: GroupKind::AtMostOne, choices });
        }
    }

    /// At least one of these literals holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.parts.clauses.push(Clause { literals: literals.into_iter().collect() });
    }

    /// low ≤ Σ aᵢ·xᵢ ≤ high. Variables of which one is named twice are not taken as distinct.
    pub fn sum(&mut self, mut sum: Sum) {
        sum.distinct &=
            (1..sum.terms.len()).all(|at| sum.terms[..at].iter().all(|term| term.1 != sum.terms[at].1));
        self.parts.sums.push(sum);
    }

    /// The values of `vars`, read in order, are accepted: `step(i, state, value)` is the state after reading `value` at
    /// place `i` or nothing, `accept` judges the last state.
    ///
    /// # Errors
    /// More states than `limit` allows.
    pub fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        vars: &[IntVar],
        start: S,
        step: impl FnMut(usize, &S, i32) -> Option<S>,
        accept: impl FnMut(&S) -> bool,
        limit: StateLimit,
    ) -> Result<(), DiagramError> {
        self.parts.automata.push(Automaton::build(self.variables, vars, start, step, accept, limit)?);
        Ok(())
    }
}

fn once_each(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_unstable();
    choices.dedup();
    choices
}
