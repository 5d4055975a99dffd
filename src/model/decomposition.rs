//! What a constraint says in primitives, collected while it is added to a model.

use std::hash::Hash;

use super::{Constraint, ConstraintError};
use crate::primitives::{
    Automaton, Choice, Clause, DiagramError, Group, GroupKind, IntVar, Literal, StateLimit, Sum, Variables,
};

/// The sink that [`Constraint::decompose`] writes to.
///
/// What is said is *required*: it holds exactly when the constraint does. What is said inside [`Decomposition::define`] is
/// a *definition*: it fixes variables made here as functions of others and can always be met. A constraint that is used
/// as a condition has its requirements replaced by their truth, while its definitions stay.
#[derive(Debug)]
pub struct Decomposition<'m> {
    variables: &'m mut Variables,
    required: Parts,
    defined: Parts,
    defining: bool,
}

/// Everything that was said.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) groups: Vec<Group>,
    pub(super) clauses: Vec<Clause>,
    pub(super) sums: Vec<Sum>,
    pub(super) automata: Vec<Automaton>,
}

impl<'m> Decomposition<'m> {
    pub(super) fn new(variables: &'m mut Variables) -> Self {
        Self { variables, required: Parts::default(), defined: Parts::default(), defining: false }
    }

    /// The requirements and the definitions.
    pub(super) fn into_parts(self) -> (Parts, Parts) {
        (self.required, self.defined)
    }

    fn parts(&mut self) -> &mut Parts {
        if self.defining { &mut self.defined } else { &mut self.required }
    }

    /// The variables of the model with their domains, those made here included.
    pub fn variables(&self) -> &Variables {
        self.variables
    }

    /// A variable of the constraint's own. It must be defined as a function of others, see [`Decomposition::define`].
    pub fn new_var(&mut self, values: impl IntoIterator<Item = i32>) -> IntVar {
        self.variables.add(values, true)
    }

    /// A truth value of the constraint's own, as the literal that holds when it is true; like [`Decomposition::new_var`].
    pub fn new_truth(&mut self) -> Literal {
        let var = self.new_var([0, 1]);
        debug_assert_eq!(self.variables.domain(var), [0, 1]);
        Literal::taken(Choice::from_index(self.variables.choice_count() - 1))
    }

    /// Says definitions: primitives that can be met whatever the other variables take, and in one way.
    pub fn define<R>(&mut self, say: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.defining, true);
        let result = say(self);
        self.defining = before;
        result
    }

    /// Exactly one of these choices is taken. A choice that is named twice counts once.
    pub fn exactly_one(&mut self, choices: Vec<Choice>) {
        let choices = once_each(choices);
        self.parts().groups.push(Group { kind: GroupKind::ExactlyOne, choices });
    }

    /// At most one of these choices is taken. Fewer than two choices say nothing and are dropped.
    pub fn at_most_one(&mut self, choices: Vec<Choice>) {
        let choices = once_each(choices);
        if choices.len() > 1 {
            self.parts().groups.push(Group { kind: GroupKind::AtMostOne, choices });
        }
    }

    /// At least one of these literals holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let literals = literals.into_iter().collect();
        self.parts().clauses.push(Clause { literals });
    }

    /// low ≤ Σ aᵢ·xᵢ ≤ high. Variables of which one is named twice are not taken as distinct.
    pub fn sum(&mut self, mut sum: Sum) {
        sum.distinct &=
            (1..sum.terms.len()).all(|at| sum.terms[..at].iter().all(|term| term.1 != sum.terms[at].1));
        self.parts().sums.push(sum);
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
        let automaton = Automaton::build(self.variables, vars, start, step, accept, limit)?;
        self.parts().automata.push(automaton);
        Ok(())
    }

    /// The two values satisfy `allowed`.
    pub fn pair(&mut self, a: IntVar, b: IntVar, allowed: impl Fn(i32, i32) -> bool) {
        let step = |layer: usize, first: &i32, value: i32| {
            if layer == 0 { Some(value) } else { allowed(*first, value).then_some(0) }
        };
        let pair = self.automaton(&[a, b], 0, step, |_| true, StateLimit(usize::MAX));
        debug_assert!(pair.is_ok(), "a pair has no more states than its first variable has values");
    }

    /// The truth of a constraint: a literal that holds exactly when the constraint does.
    ///
    /// # Errors
    /// As the decomposition of the constraint, or a truth that needs too many states.
    pub fn truth(&mut self, constraint: &dyn Constraint) -> Result<Literal, ConstraintError> {
        let outer = std::mem::take(&mut self.required);
        let defining = std::mem::replace(&mut self.defining, false);
        let said = constraint.decompose(self);
        let inner = std::mem::replace(&mut self.required, outer);
        let literals = said.and_then(|()| {
            self.define(|to| to.truths(inner))
                .map_err(|source| ConstraintError::Automaton { constraint: constraint.describe(), source })
        });
        let result = literals.map(|literals| self.define(|to| to.all_of(literals)));
        self.defining = defining;
        result
    }

    /// The truth of each primitive.
    fn truths(&mut self, parts: Parts) -> Result<Vec<Literal>, DiagramError> {
        let mut literals = Vec::new();
        for clause in parts.clauses {
            literals.push(self.any_of(clause.literals));
        }
        for group in parts.groups {
            literals.push(self.group_truth(&group)?);
        }
        for sum in parts.sums {
            literals
                .push(self.automaton_truth(|variables, truth, limit| sum.reified(variables, truth, limit))?);
        }
        for automaton in parts.automata {
            literals.push(
                self.automaton_truth(|variables, truth, limit| automaton.reified(variables, truth, limit))?,
            );
        }
        Ok(literals)
    }

    fn group_truth(&mut self, group: &Group) -> Result<Literal, DiagramError> {
        if let ([a, b], GroupKind::AtMostOne) = (&group.choices[..], group.kind) {
            return Ok(self.any_of(vec![Literal::not_taken(*a), Literal::not_taken(*b)]));
        }
        self.automaton_truth(|variables, truth, limit| group.reified(variables, truth, limit))
    }

    fn automaton_truth(
        &mut self,
        reified: impl FnOnce(&Variables, IntVar, StateLimit) -> Result<Automaton, DiagramError>,
    ) -> Result<Literal, DiagramError> {
        let truth = self.new_truth();
        let var = self.variables.owner(truth.choice);
        let automaton = reified(self.variables, var, StateLimit::default())?;
        self.parts().automata.push(automaton);
        Ok(truth)
    }

    /// A literal that holds when one of these does; to be called while defining.
    fn any_of(&mut self, literals: Vec<Literal>) -> Literal {
        !self.all_of(literals.into_iter().map(|literal| !literal).collect())
    }

    /// A literal that holds when all of these do; to be called while defining.
    fn all_of(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        if let [only] = literals[..] {
            return only;
        }
        let all = self.new_truth();
        for &literal in &literals {
            self.clause([!all, literal]);
        }
        self.clause(literals.into_iter().map(|literal| !literal).chain([all]));
        all
    }
}

fn once_each(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_unstable();
    choices.dedup();
    choices
}
