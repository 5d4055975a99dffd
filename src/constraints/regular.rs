//! Values along a line that a finite automaton accepts.

use std::hash::Hash;

use super::stated;
use crate::model::Constraint;
use crate::primitives::{IntVar, StateLimit};

/// The values, read in order, are accepted: `step(state, value)` is the next state or nothing, `accept` judges the last.
///
/// At most 20,000 states after each value.
pub fn regular<S, T, A>(
    vars: &[IntVar],
    name: &str,
    start: S,
    step: T,
    accept: A,
) -> impl Constraint + use<S, T, A>
where
    S: Clone + Eq + Hash + Send + Sync,
    T: Fn(&S, i32) -> Option<S> + Clone + Send + Sync,
    A: Fn(&S) -> bool + Clone + Send + Sync,
{
    let (first, stepping, accepting) = (start.clone(), step.clone(), accept.clone());
    let check = move |values: &[i32]| {
        let end = values.iter().try_fold(first.clone(), |state, &value| stepping(&state, value));
        end.is_some_and(|state| accepting(&state))
    };
    stated(vars, name, check, move |vars, to| {
        let by_value = |_, state: &S, value| step(state, value);
        to.automaton(vars, start.clone(), by_value, &accept, StateLimit::default())
    })
}
