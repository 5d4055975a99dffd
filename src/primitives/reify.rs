//! Reification: an automaton with one more symbol, which says whether the primitive holds.
//!
//! The automata here are complete: they accept every assignment of the variables, each with exactly one value of the
//! truth variable. So the truth is a function of the variables and the number of solutions stays the same.

use super::{Automaton, Diagram, DiagramError, Group, GroupKind, IntVar, StateLimit, Sum, Variables};

/// An automaton that reads `vars` and then `truth` (domain 0 and 1), which is 1 exactly when `holds` accepts the state.
fn with_truth<S: Clone + Eq + std::hash::Hash>(
    variables: &Variables,
    vars: &[IntVar],
    truth: IntVar,
    start: S,
    mut step: impl FnMut(usize, &S, usize) -> S,
    mut holds: impl FnMut(&S) -> bool,
    limit: StateLimit,
) -> Result<Automaton, DiagramError> {
    let mut all = vars.to_vec();
    all.push(truth);
    let symbols: Vec<usize> = all.iter().map(|&var| variables.domain(var).len()).collect();
    let by_symbol = |layer: usize, state: &S, symbol: usize| {
        if layer < vars.len() {
            Some(step(layer, state, symbol))
        } else {
            (holds(state) == (symbol == 1)).then(|| state.clone())
        }
    };
    Ok(Automaton { vars: all, diagram: Diagram::build(&symbols, start, by_symbol, |_| true, limit)? })
}

impl Group {
    /// The automaton that sets `truth` (domain 0 and 1) to whether this group holds.
    ///
    /// # Errors
    /// More states than `limit` allows; three a layer are enough.
    pub fn reified(
        &self,
        variables: &Variables,
        truth: IntVar,
        limit: StateLimit,
    ) -> Result<Automaton, DiagramError> {
        let mut vars: Vec<IntVar> = self.choices.iter().map(|&choice| variables.owner(choice)).collect();
        vars.sort_unstable();
        vars.dedup();
        let step = |layer: usize, taken: &usize, symbol: usize| {
            let choice = variables.choices(vars[layer]).nth(symbol);
            let hit = choice.is_some_and(|choice| self.choices.contains(&choice));
            (taken + usize::from(hit)).min(2)
        };
        let holds = |&taken: &usize| match self.kind {
            GroupKind::ExactlyOne => taken == 1,
            GroupKind::AtMostOne => taken <= 1,
        };
        with_truth(variables, &vars, truth, 0, step, holds, limit)
    }
}

impl Sum {
    /// The automaton that sets `truth` (domain 0 and 1) to whether this sum holds.
    ///
    /// # Errors
    /// More partial sums than `limit` allows.
    pub fn reified(
        &self,
        variables: &Variables,
        truth: IntVar,
        limit: StateLimit,
    ) -> Result<Automaton, DiagramError> {
        let vars: Vec<IntVar> = self.terms.iter().map(|&(_, var)| var).collect();
        let step = |layer: usize, total: &i64, symbol: usize| {
            let (coefficient, var) = self.terms[layer];
            total.saturating_add(coefficient.saturating_mul(i64::from(variables.domain(var)[symbol])))
        };
        let holds = |total: &i64| (self.low..=self.high).contains(total);
        with_truth(variables, &vars, truth, 0, step, holds, limit)
    }
}

impl Automaton {
    /// The automaton that sets `truth` (domain 0 and 1) to whether this one accepts.
    ///
    /// # Errors
    /// More states than `limit` allows; one more a layer than this automaton has.
    pub fn reified(
        &self,
        variables: &Variables,
        truth: IntVar,
        limit: StateLimit,
    ) -> Result<Automaton, DiagramError> {
        let start = (!self.diagram.is_empty()).then_some(0);
        let step = |layer: usize, state: &Option<u32>, symbol: usize| {
            state.and_then(|state| self.diagram.step(layer, state, symbol as u32))
        };
        with_truth(variables, &self.vars, truth, start, step, Option::is_some, limit)
    }
}
