//! Expressions tabulated over values: each is run once for each case while the model is built, never in a search.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::super::script::{ALLOWANCE, Datum};
use super::expression::{Expression, OwnTypeError, Values};

/// The most states after each value of an automaton.
const MOST_STATES: usize = 20_000;

/// The most assignments of a `check`.
const MOST_ASSIGNMENTS: usize = 200_000;

/// Least and largest value of a cell.
pub(super) type Ends = (i32, i32);

/// Pairs of values that are allowed.
#[derive(Debug)]
pub(super) struct Relation {
    allowed: HashSet<(i32, i32)>,
}

impl Relation {
    /// Runs the expression for every pair of values.
    pub(super) fn new(
        expression: &Expression,
        (low, high): Ends,
        others: &Values<'_>,
    ) -> Result<Self, OwnTypeError> {
        let mut left = ALLOWANCE;
        let mut allowed = HashSet::new();
        for (a, b) in (low..=high).cartesian_product(low..=high) {
            let values = with([("a", number(a)), ("b", number(b))], others);
            if expression.judge(&values, &mut left)? {
                allowed.insert((a, b));
            }
        }
        if allowed.is_empty() {
            let message = format!("no two values from {low} to {high} are allowed");
            return Err(expression.error(message, others));
        }
        Ok(Self { allowed })
    }

    pub(super) fn allows(&self, a: i32, b: i32) -> bool {
        self.allowed.contains(&(a, b))
    }
}

/// Assignments of a scope that are allowed.
#[derive(Debug)]
pub(super) struct Listed {
    ends: Vec<Ends>,
    allowed: Vec<bool>,
}

impl Listed {
    /// Runs the expression for every assignment.
    pub(super) fn new(
        expression: &Expression,
        ends: &[Ends],
        others: &Values<'_>,
    ) -> Result<Self, OwnTypeError> {
        let sizes = ends.iter().map(|(low, high)| (high - low + 1) as usize);
        let count = sizes.fold(1usize, usize::saturating_mul);
        if count > MOST_ASSIGNMENTS {
            let message = format!("{} cells have {count} assignments, at most 200,000 are tried", ends.len());
            return Err(expression.error(message, others));
        }
        let mut left = ALLOWANCE;
        let mut allowed = Vec::with_capacity(count);
        for values in ends.iter().map(|&(low, high)| low..=high).multi_cartesian_product() {
            let list = Datum::List(values.into_iter().map(number).collect());
            allowed.push(expression.judge(&with([("v", list)], others), &mut left)?);
        }
        if !allowed.contains(&true) {
            let message = format!("no values of {} cells are allowed", ends.len());
            return Err(expression.error(message, others));
        }
        Ok(Self { ends: ends.to_vec(), allowed })
    }

    /// The number of an assignment's beginning after one more value; nothing where the value is no value of the cell.
    pub(super) fn step(&self, layer: usize, before: usize, value: i32) -> Option<usize> {
        let (low, high) = self.ends[layer];
        let after = before * (high - low + 1) as usize + usize::try_from(value - low).ok()?;
        let inside = value <= high && (layer + 1 < self.ends.len() || self.allowed[after]);
        inside.then_some(after)
    }
}

/// An automaton with numbers for states.
#[derive(Debug)]
pub(super) struct Machine {
    /// The state after (layer, state, value), or nothing where the value is refused.
    moves: HashMap<(usize, u32, i32), Option<u32>>,
    accepting: HashSet<u32>,
    /// Whether the moves of all layers are kept as those of layer 0.
    same: bool,
}

/// The expressions of an automaton.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<'e> {
    pub(super) start: &'e Expression,
    pub(super) step: &'e Expression,
    pub(super) accept: &'e Expression,
}

impl Machine {
    /// Follows the automaton from its start over every value, layer by layer.
    pub(super) fn new(steps: &Steps<'_>, ends: &[Ends], others: &Values<'_>) -> Result<Self, OwnTypeError> {
        let mut left = ALLOWANCE;
        let start = steps.start.run(others, &mut left)?;
        if start == Datum::Nothing {
            return Err(steps.start.wrong_result(&start, "a state", others));
        }
        let same = !steps.step.names("index");
        let mut machine = Self { moves: HashMap::new(), accepting: HashSet::new(), same };
        let mut states = vec![start.clone()];
        let mut numbers = HashMap::from([(start, 0u32)]);
        let mut layer = vec![0u32];
        for (index, &(low, high)) in ends.iter().enumerate() {
            let mut next = HashSet::new();
            for (&state, value) in layer.iter().cartesian_product(low..=high) {
                let key = (if same { 0 } else { index }, state, value);
                if let Some(&known) = machine.moves.get(&key) {
                    next.extend(known);
                    continue;
                }
                let before = [
                    ("state", states[state as usize].clone()),
                    ("value", number(value)),
                    ("index", Datum::Number(index as i64)),
                ];
                let target = steps.step.run(&with(before, others), &mut left)?;
                let fresh = states.len() as u32;
                let target = (target != Datum::Nothing).then(|| {
                    *numbers.entry(target).or_insert_with_key(|target| {
                        states.push(target.clone());
                        fresh
                    })
                });
                machine.moves.insert(key, target);
                next.extend(target);
                if next.len() > MOST_STATES {
                    let message = format!("more than 20,000 states after {}", count(index + 1, "value"));
                    return Err(steps.step.error(message, others));
                }
            }
            layer = next.into_iter().sorted().collect();
        }
        for state in layer {
            let values = with([("state", states[state as usize].clone())], others);
            if steps.accept.judge(&values, &mut left)? {
                machine.accepting.insert(state);
            }
        }
        if machine.accepting.is_empty() {
            let message = format!("no word of {} is accepted", count(ends.len(), "value"));
            return Err(steps.accept.error(message, others));
        }
        Ok(machine)
    }

    pub(super) fn step(&self, layer: usize, state: u32, value: i32) -> Option<u32> {
        self.moves.get(&(if self.same { 0 } else { layer }, state, value)).copied().flatten()
    }

    pub(super) fn accepts(&self, state: u32) -> bool {
        self.accepting.contains(&state)
    }
}

pub(super) fn number(value: i32) -> Datum {
    Datum::Number(i64::from(value))
}

/// The values of a run before those that all runs share.
pub(super) fn with<'v, const N: usize>(own: [(&'v str, Datum); N], others: &Values<'v>) -> Values<'v> {
    own.into_iter().chain(others.iter().cloned()).collect()
}

/// A number and its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
