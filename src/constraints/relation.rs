//! Relations between two values: along a line, between all pairs, a single value's set.

use itertools::Itertools;

use super::stated;
use crate::model::Constraint;
use crate::primitives::{IntVar, Literal};

/// Each value and the next one along the line satisfy `allowed`. Says one automaton over two variables a step.
pub fn chain<R>(vars: &[IntVar], name: &str, allowed: R) -> impl Constraint + use<R>
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync,
{
    window(vars, 2, name, allowed)
}

/// Any two values less than `width` places apart along the line satisfy `allowed`, the earlier one first.
pub fn window<R>(vars: &[IntVar], width: usize, name: &str, allowed: R) -> impl Constraint + use<R>
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync,
{
    let holds = allowed.clone();
    let check = move |values: &[i32]| {
        values
            .iter()
            .enumerate()
            .all(|(at, &a)| values[at + 1..].iter().take(width - 1).all(|&b| holds(a, b)))
    };
    stated(vars, name, check, move |vars, to| {
        for (at, &a) in vars.iter().enumerate() {
            for &b in vars[at + 1..].iter().take(width - 1) {
                say_pair(to, a, b, &allowed);
            }
        }
        Ok(())
    })
}

/// Any two values satisfy `allowed`, the earlier one first.
pub fn all_pairs<R>(vars: &[IntVar], name: &str, allowed: R) -> impl Constraint + use<R>
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync,
{
    window(vars, vars.len().max(1), name, allowed)
}

/// The two values are different. Says an at-most-one group for each value they share.
pub fn differ(a: IntVar, b: IntVar, name: &str) -> impl Constraint + use<> {
    stated(
        &[a, b],
        name,
        |values| values[0] != values[1],
        |vars, to| {
            let choices = to.variables().choices(vars[0]).collect_vec();
            if vars[0] == vars[1] {
                to.clause([]);
                return Ok(());
            }
            for choice in choices {
                let value = to.variables().value(choice);
                if let Some(other) = to.variables().choice(vars[1], value) {
                    to.at_most_one(vec![choice, other]);
                }
            }
            Ok(())
        },
    )
}

/// The two lists hold equal values, place by place. The shorter length counts.
pub fn equal(a: &[IntVar], b: &[IntVar], name: &str) -> impl Constraint + use<> {
    let scope = a.iter().zip(b).flat_map(|(&a, &b)| [a, b]).collect_vec();
    let check = |values: &[i32]| values.chunks_exact(2).all(|pair| pair[0] == pair[1]);
    stated(&scope, name, check, |vars, to| {
        for pair in vars.chunks_exact(2).filter(|pair| pair[0] != pair[1]) {
            to.pair(pair[0], pair[1], |a, b| a == b);
        }
        Ok(())
    })
}

/// The value satisfies `allowed`. Says a clause for each value that does not.
pub fn unary<P>(var: IntVar, name: &str, allowed: P) -> impl Constraint + use<P>
where
    P: Fn(i32) -> bool + Clone + Send + Sync,
{
    let holds = allowed.clone();
    stated(
        &[var],
        name,
        move |values| holds(values[0]),
        move |vars, to| {
            let choices = to.variables().choices(vars[0]).collect_vec();
            for choice in choices {
                if !allowed(to.variables().value(choice)) {
                    to.clause([Literal::not_taken(choice)]);
                }
            }
            Ok(())
        },
    )
}

/// At least one variable has a value that satisfies `wanted`, which also gets the variable's place. Says one clause.
pub fn some<P>(vars: &[IntVar], name: &str, wanted: P) -> impl Constraint + use<P>
where
    P: Fn(usize, i32) -> bool + Clone + Send + Sync,
{
    let holds = wanted.clone();
    let check = move |values: &[i32]| values.iter().enumerate().any(|(at, &value)| holds(at, value));
    stated(vars, name, check, move |vars, to| {
        let mut literals = Vec::new();
        for (at, &var) in vars.iter().enumerate() {
            let choices = to.variables().choices(var);
            literals.extend(
                choices.filter(|&choice| wanted(at, to.variables().value(choice))).map(Literal::taken),
            );
        }
        to.clause(literals);
        Ok(())
    })
}

fn say_pair(
    to: &mut crate::model::Decomposition<'_>,
    a: IntVar,
    b: IntVar,
    allowed: &impl Fn(i32, i32) -> bool,
) {
    if a != b {
        to.pair(a, b, allowed);
        return;
    }
    let choices = to.variables().choices(a).collect_vec();
    for choice in choices {
        let value = to.variables().value(choice);
        if !allowed(value, value) {
            to.clause([Literal::not_taken(choice)]);
        }
    }
}
