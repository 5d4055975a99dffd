//! Automata over variables.

use std::hash::Hash;

use super::{Diagram, DiagramError, IntVar, Live, StateLimit, Sum, Variables};

/// The values of `vars`, read in order, are accepted by a finite automaton, given unrolled over the variables.
///
/// Symbol `k` of layer `i` is the `k`-th value in the domain of `vars[i]`. A variable may be read more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The variables in reading order.
    pub vars: Vec<IntVar>,
    /// The unrolled automaton, one layer a variable.
    pub diagram: Diagram,
}

impl Automaton {
    /// Unrolls `step` over the variables: `step(i, state, value)` is the state after reading `value` at place `i`, or
    /// nothing where that is not allowed.
    ///
    /// # Errors
    /// More states than `limit` allows.
    pub fn build<S: Clone + Eq + Hash>(
        variables: &Variables,
        vars: &[IntVar],
        start: S,
        mut step: impl FnMut(usize, &S, i32) -> Option<S>,
        accept: impl FnMut(&S) -> bool,
        limit: StateLimit,
    ) -> Result<Self, DiagramError> {
        let symbols: Vec<usize> = vars.iter().map(|&var| variables.domain(var).len()).collect();
        let by_symbol = |layer: usize, state: &S, symbol: usize| {
            step(layer, state, variables.domain(vars[layer])[symbol])
        };
        Ok(Self { vars: vars.to_vec(), diagram: Diagram::build(&symbols, start, by_symbol, accept, limit)? })
    }

    /// The automaton of partial sums that accepts what `sum` allows, over live choices only.
    ///
    /// # Errors
    /// More partial sums than `limit` allows.
    pub fn from_sum(
        variables: &Variables,
        live: &Live,
        sum: &Sum,
        limit: StateLimit,
    ) -> Result<Self, DiagramError> {
        let vars: Vec<IntVar> = sum.terms.iter().map(|&(_, var)| var).collect();
        let rest = rest_bounds(variables, live, sum);
        let step = |layer: usize, state: &i64, value: i32| {
            let (coefficient, var) = sum.terms[layer];
            let next = state + coefficient * i64::from(value);
            let (least, most) = rest[layer + 1];
            let possible = variables.choice(var, value).is_some_and(|choice| live.is_live(choice));
            (possible && next.saturating_add(most) >= sum.low && next.saturating_add(least) <= sum.high)
                .then_some(next)
        };
        Self::build(variables, &vars, 0, step, |state| (sum.low..=sum.high).contains(state), limit)
    }
}

/// Least and largest value of the terms from each place on.
fn rest_bounds(variables: &Variables, live: &Live, sum: &Sum) -> Vec<(i64, i64)> {
    let mut rest = vec![(0i64, 0i64); sum.terms.len() + 1];
    for (at, &(coefficient, var)) in sum.terms.iter().enumerate().rev() {
        let terms =
            live.choices(variables, var).map(|choice| coefficient * i64::from(variables.value(choice)));
        let (low, high) =
            terms.fold((i64::MAX, i64::MIN), |(low, high), term| (low.min(term), high.max(term)));
        let (least, most) = rest[at + 1];
        rest[at] = (least.saturating_add(low), most.saturating_add(high));
    }
    rest
}
