//! Readings of rows and columns in numerical order.

use itertools::Itertools;

use super::regular;
use crate::model::{Constraint, ConstraintError, Decomposition};
use crate::primitives::{IntVar, Sum};

/// The first list of values is less than the second in dictionary order. Says one automaton that reads both in turn.
pub fn less(a: &[IntVar], b: &[IntVar], name: &str) -> impl Constraint + use<> {
    /// Equal so far, equal with a value of `a` still to compare, or decided.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Order {
        Equal,
        Half(i32),
        Less,
    }
    let vars = a.iter().zip(b).flat_map(|(&a, &b)| [a, b]).collect_vec();
    let step = |state: &Order, value: i32| match *state {
        Order::Equal => Some(Order::Half(value)),
        Order::Half(first) if first < value => Some(Order::Less),
        Order::Half(first) => (first == value).then_some(Order::Equal),
        Order::Less => Some(Order::Less),
    };
    regular(&vars, name, Order::Equal, step, |state| *state == Order::Less)
}

/// The two lists of values, of equal length, differ somewhere.
pub fn unequal(a: &[IntVar], b: &[IntVar], name: &str) -> impl Constraint + use<> {
    super::not(Box::new(super::equal(a, b, name)))
}

/// Exactly `rank` − 1 of the other readings are less than the first one in dictionary order.
///
/// Says the truth of each comparison and their sum.
pub fn full_rank(
    reading: &[IntVar],
    others: &[Vec<IntVar>],
    rank: i64,
    name: &str,
) -> impl Constraint + use<> {
    let scope = reading.iter().copied().chain(others.concat()).collect();
    FullRank { scope, length: reading.len(), rank, name: name.to_string() }
}

#[derive(Debug)]
struct FullRank {
    /// The ranked reading, then the others in a row.
    scope: Vec<IntVar>,
    length: usize,
    rank: i64,
    name: String,
}

impl Constraint for FullRank {
    fn scope(&self) -> &[IntVar] {
        &self.scope
    }

    fn check(&self, values: &[i32]) -> bool {
        let (mine, others) = values.split_at(self.length);
        let less = others.chunks(self.length).filter(|other| *other < mine).count();
        i64::try_from(less) == Ok(self.rank - 1)
    }

    fn describe(&self) -> String {
        self.name.clone()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let (mine, others) = self.scope.split_at(self.length);
        let mut terms = Vec::new();
        for other in others.chunks(self.length) {
            let truth = to.truth(&less(other, mine, &self.name))?;
            terms.push((1, to.variables().owner(truth.choice)));
        }
        to.sum(Sum { terms, low: self.rank - 1, high: self.rank - 1, distinct: false });
        Ok(())
    }
}
