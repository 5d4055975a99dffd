//! The forms that a type may be defined in, and the constraint that each becomes.

use std::sync::Arc;

use super::super::script::ALLOWANCE;
use super::super::types::Pattern;
use super::expression::{Expression, OwnTypeError, Text, Values};
use super::tables::{Ends, Listed, Machine, Relation, Steps, count, with};
use crate::constraints;
use crate::model::Constraint;
use crate::primitives::{IntVar, StateLimit};
use crate::puzzles::script::Datum;

/// How a type is defined. Expressions are [`Text`]s until they are compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form<E = Expression> {
    /// Holds for `a` and `b`, each cell and the next one.
    Pairs(E),
    /// Holds for `a` and `b`, any two of the cells, the earlier one first.
    AllPairs(E),
    /// The values are accepted by an automaton.
    Automaton {
        /// The first state.
        start: E,
        /// The state after `value`, from `state`; nothing where the value is refused.
        step: E,
        /// Whether the last `state` is accepted.
        accept: E,
    },
    /// Holds for `v`, the list of all values.
    Check(E),
    /// The values, written one after another (10 as A), match a regular expression as a whole.
    Regex(Text),
    /// The sum of all values, each times its coefficient, lies between two numbers.
    Sum {
        /// The coefficients.
        coefficients: Coefficients<E>,
        /// The least sum, if there is one.
        low: Option<E>,
        /// The largest sum, if there is one.
        high: Option<E>,
    },
    /// The values are one of these lists, which stand where the text does.
    Table(Vec<Vec<i64>>, Text),
}

/// The coefficients of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coefficients<E = Expression> {
    /// One for each cell; they stand where the text does.
    Listed(Vec<i64>, Text),
    /// Computed from `index`, 0-based, and `count`, the number of cells.
    Each(E),
}

impl Form<Text> {
    /// Compiles the expressions, which may name these parameters.
    pub(super) fn compile(self, params: &[&str]) -> Result<Form, OwnTypeError> {
        let compile = |text, role, own: &[&str]| {
            let names: Vec<&str> = own.iter().chain(params).copied().chain(["low", "high", "size"]).collect();
            Expression::new(text, role, &names)
        };
        Ok(match self {
            Self::Pairs(text) => Form::Pairs(compile(text, "pairs", &["a", "b"])?),
            Self::AllPairs(text) => Form::AllPairs(compile(text, "all-pairs", &["a", "b"])?),
            Self::Automaton { start, step, accept } => Form::Automaton {
                start: compile(start, "start", &["count"])?,
                step: compile(step, "step", &["state", "value", "index", "count"])?,
                accept: compile(accept, "accept", &["state", "count"])?,
            },
            Self::Check(text) => Form::Check(compile(text, "check", &["v"])?),
            Self::Regex(text) => {
                Pattern::new(&text.text).map_err(|message| text.error(format!("`regex`: {message}")))?;
                Form::Regex(text)
            }
            Self::Sum { coefficients, low, high } => Form::Sum {
                coefficients: match coefficients {
                    Coefficients::Listed(numbers, text) => Coefficients::Listed(numbers, text),
                    Coefficients::Each(text) => {
                        Coefficients::Each(compile(text, "sum", &["index", "count"])?)
                    }
                },
                low: low.map(|text| compile(text, "low", &["count"])).transpose()?,
                high: high.map(|text| compile(text, "high", &["count"])).transpose()?,
            },
            Self::Table(tuples, text) => Form::Table(tuples, text),
        })
    }
}

/// What holds for a list of cells, all expressions run.
#[derive(Clone, Debug)]
pub(super) enum Ready {
    Pairs(Arc<Relation>),
    AllPairs(Arc<Relation>),
    Machine(Arc<Machine>),
    Listed(Arc<Listed>),
    Pattern(Pattern),
    Sum(Vec<i64>, i64, i64),
    Table(Arc<Vec<Vec<i64>>>),
}

impl Form {
    /// Runs the expressions for cells with these least and largest values.
    pub(super) fn ready(&self, ends: &[Ends], values: &Values<'_>) -> Result<Ready, OwnTypeError> {
        let counted = || with([("count", length(ends))], values);
        let relation = |expression| {
            let low = ends.iter().map(|ends| ends.0).min().unwrap_or(0);
            let high = ends.iter().map(|ends| ends.1).max().unwrap_or(0);
            Relation::new(expression, (low, high), values).map(Arc::new)
        };
        Ok(match self {
            Self::Pairs(expression) => Ready::Pairs(relation(expression)?),
            Self::AllPairs(expression) => Ready::AllPairs(relation(expression)?),
            Self::Automaton { start, step, accept } => {
                let steps = Steps { start, step, accept };
                Ready::Machine(Arc::new(Machine::new(&steps, ends, &counted())?))
            }
            Self::Check(expression) => Ready::Listed(Arc::new(Listed::new(expression, ends, values)?)),
            Self::Regex(text) => pattern(text, ends)?,
            Self::Sum { coefficients, low, high } => {
                sum(coefficients, low.as_ref(), high.as_ref(), ends, &counted())?
            }
            Self::Table(tuples, text) => table(tuples, text, ends)?,
        })
    }
}

fn length(ends: &[Ends]) -> Datum {
    Datum::Number(ends.len() as i64)
}

fn pattern(text: &Text, ends: &[Ends]) -> Result<Ready, OwnTypeError> {
    let pattern = Pattern::new(&text.text).map_err(|message| text.error(format!("`regex`: {message}")))?;
    if pattern.matches_some(ends) {
        return Ok(Ready::Pattern(pattern));
    }
    Err(text.error(format!("`regex`: no word of {} matches", count(ends.len(), "value"))))
}

fn sum(
    coefficients: &Coefficients,
    low: Option<&Expression>,
    high: Option<&Expression>,
    ends: &[Ends],
    values: &Values<'_>,
) -> Result<Ready, OwnTypeError> {
    let mut left = ALLOWANCE;
    let numbers = match coefficients {
        Coefficients::Listed(numbers, text) if numbers.len() != ends.len() => {
            let message =
                format!("`sum`: {} for {}", count(numbers.len(), "coefficient"), count(ends.len(), "cell"));
            return Err(text.error(message));
        }
        Coefficients::Listed(numbers, _) => numbers.clone(),
        Coefficients::Each(expression) => (0..ends.len())
            .map(|index| {
                let values = with([("index", Datum::Number(index as i64))], values);
                expression.number(&values, &mut left)
            })
            .collect::<Result<_, _>>()?,
    };
    let term = |(&factor, &(low, high)): (&i64, &Ends)| {
        let (low, high) = (factor * i64::from(low), factor * i64::from(high));
        (low.min(high), low.max(high))
    };
    let terms: Vec<(i64, i64)> = numbers.iter().zip(ends).map(term).collect();
    let (least, most) = (terms.iter().map(|term| term.0).sum(), terms.iter().map(|term| term.1).sum());
    let mut bound = |expression: Option<&Expression>, default: i64| {
        expression.map_or(Ok(default), |expression| expression.number(values, &mut left))
    };
    let (from, to) = (bound(low, least)?, bound(high, most)?);
    if from > to || from > most || to < least {
        let message =
            format!("no sum from {from} to {to} is reached; the least is {least}, the largest {most}");
        let about = low.or(high).map(|expression| expression.error(message.clone(), values));
        return Err(about.unwrap_or(OwnTypeError { message, origin: None }));
    }
    Ok(Ready::Sum(numbers, from.max(least), to.min(most)))
}

fn table(tuples: &[Vec<i64>], text: &Text, ends: &[Ends]) -> Result<Ready, OwnTypeError> {
    let long = |tuple: &&Vec<i64>| tuple.len() == ends.len();
    let inside = |tuple: &&Vec<i64>| {
        tuple.iter().zip(ends).all(|(&value, &(low, high))| (low.into()..=high.into()).contains(&value))
    };
    if !tuples.iter().any(|tuple| long(&tuple)) {
        return Err(text.error(format!("`table`: no row of it has {}", count(ends.len(), "value"))));
    }
    let mut fitting: Vec<Vec<i64>> = tuples.iter().filter(long).filter(inside).cloned().collect();
    fitting.sort();
    fitting.dedup();
    if fitting.is_empty() {
        return Err(text.error("`table`: the cells can take the values of no row of it".to_string()));
    }
    Ok(Ready::Table(Arc::new(fitting)))
}

impl Ready {
    /// The constraint over these variables.
    pub(super) fn state(self, vars: &[IntVar], name: &str) -> Box<dyn Constraint> {
        match self {
            Self::Pairs(relation) => {
                Box::new(constraints::chain(vars, name, move |a, b| relation.allows(a, b)))
            }
            Self::AllPairs(relation) => {
                Box::new(constraints::all_pairs(vars, name, move |a, b| relation.allows(a, b)))
            }
            Self::Pattern(pattern) => pattern.state(vars, name),
            Self::Sum(coefficients, low, high) => {
                let terms: Vec<(i64, IntVar)> = coefficients.into_iter().zip(vars.iter().copied()).collect();
                Box::new(constraints::sum(&terms, low, high, name))
            }
            Self::Machine(machine) => {
                let accepting = Arc::clone(&machine);
                let step = move |layer: usize, &state: &u32, value| machine.step(layer, state, value);
                layered(vars, name, 0, step, move |&state| accepting.accepts(state))
            }
            Self::Listed(listed) => {
                let step = move |layer: usize, &before: &usize, value| listed.step(layer, before, value);
                layered(vars, name, 0, step, |_| true)
            }
            Self::Table(tuples) => {
                let all = (0, tuples.len());
                let step = move |layer: usize, &(from, to): &(usize, usize), value: i32| {
                    let part = &tuples[from..to];
                    let first = part.partition_point(|tuple| tuple[layer] < value.into());
                    let after = part.partition_point(|tuple| tuple[layer] <= value.into());
                    (first < after).then_some((from + first, from + after))
                };
                layered(vars, name, all, step, |_| true)
            }
        }
    }
}

/// The constraint of an automaton whose steps know the place of the value.
fn layered<S, T, A>(vars: &[IntVar], name: &str, start: S, step: T, accept: A) -> Box<dyn Constraint>
where
    S: Clone + Eq + std::hash::Hash + Send + Sync + 'static,
    T: Fn(usize, &S, i32) -> Option<S> + Clone + Send + Sync + 'static,
    A: Fn(&S) -> bool + Clone + Send + Sync + 'static,
{
    let (first, stepping, accepting) = (start.clone(), step.clone(), accept.clone());
    let check = move |values: &[i32]| {
        let mut steps = values.iter().enumerate();
        let end = steps.try_fold(first.clone(), |state, (layer, &value)| stepping(layer, &state, value));
        end.is_some_and(|state| accepting(&state))
    };
    // The definition was tabulated within the limits, or lists its assignments.
    Box::new(constraints::stated(vars, name, check, move |vars, to| {
        to.automaton(vars, start.clone(), &step, &accept, StateLimit(usize::MAX))
    }))
}
