//! The sets of distinct values that a sum allows.

use super::{Live, Sum, Variables};

/// The sets of distinct values that the variables of a sum can take together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitSets {
    /// The values that occur in the live domains, ascending; bit `k` of a set stands for `values[k]`.
    pub values: Vec<i32>,
    /// The sets as bit masks, each with as many bits as the sum has variables.
    pub sets: Vec<u64>,
}

impl DigitSets {
    /// Lists the digit sets of a sum over variables that are all different.
    ///
    /// `None` where the sum does not say that they are, has mixed coefficients, more than 64 values, or
    /// more than `most` sets.
    pub fn of(variables: &Variables, live: &Live, sum: &Sum, most: usize) -> Option<Self> {
        let coefficient = sum.common_coefficient().filter(|_| sum.distinct)?;
        let mut values: Vec<i32> = Vec::new();
        for &(_, var) in &sum.terms {
            values.extend(live.choices(variables, var).map(|choice| variables.value(choice)));
        }
        values.sort_unstable();
        values.dedup();
        if values.len() > 64 || coefficient == 0 {
            return None;
        }
        let bounds = divide_bounds(coefficient, sum.low, sum.high);
        let mut search = Search { values: &values, bounds, most, sets: Vec::new(), steps: 0 };
        if !search.extend(0, sum.terms.len(), 0, 0) {
            return None;
        }
        let sets = search.sets;
        let mut found = Self { values, sets };
        found.keep_fitting(variables, live, sum);
        Some(found)
    }

    /// Drops the sets with a value that no variable can take, or that leave a variable without a value.
    pub fn keep_fitting(&mut self, variables: &Variables, live: &Live, sum: &Sum) {
        let masks: Vec<u64> = sum.terms.iter().map(|&(_, var)| self.mask(variables, live, var)).collect();
        let union = masks.iter().fold(0, |union, mask| union | mask);
        self.sets.retain(|&set| set & !union == 0 && masks.iter().all(|mask| mask & set != 0));
    }

    /// The live values of a variable as a mask.
    pub fn mask(&self, variables: &Variables, live: &Live, var: super::IntVar) -> u64 {
        let bit = |value: i32| self.values.binary_search(&value).map_or(0, |at| 1u64 << at);
        live.choices(variables, var).fold(0, |mask, choice| mask | bit(variables.value(choice)))
    }
}

/// The bounds on Σ x that low ≤ a·Σ x ≤ high gives.
fn divide_bounds(coefficient: i64, low: i64, high: i64) -> (i64, i64) {
    let (low, high) = if coefficient < 0 { (-high, -low) } else { (low, high) };
    let a = coefficient.abs();
    (low.div_euclid(a) + i64::from(low.rem_euclid(a) != 0), high.div_euclid(a))
}

struct Search<'v> {
    values: &'v [i32],
    bounds: (i64, i64),
    most: usize,
    sets: Vec<u64>,
    steps: usize,
}

impl Search<'_> {
    /// Adds every set of `left` more values from place `at` on; false where there are too many.
    fn extend(&mut self, at: usize, left: usize, set: u64, total: i64) -> bool {
        self.steps += 1;
        if self.steps > 64 * self.most + 4096 {
            return false;
        }
        if left == 0 {
            if (self.bounds.0..=self.bounds.1).contains(&total) {
                self.sets.push(set);
            }
            return self.sets.len() <= self.most;
        }
        let rest = &self.values[at.min(self.values.len())..];
        if rest.len() < left {
            return true;
        }
        let sum = |part: &[i32]| part.iter().copied().map(i64::from).sum::<i64>();
        let least = total + sum(&rest[..left]);
        let most = total + sum(&rest[rest.len() - left..]);
        if least > self.bounds.1 || most < self.bounds.0 {
            return true;
        }
        let value = i64::from(self.values[at]);
        self.extend(at + 1, left - 1, set | 1 << at, total + value) && self.extend(at + 1, left, set, total)
    }
}

#[cfg(test)]
mod tests {
    use super::DigitSets;
    use crate::primitives::{Live, Sum, Variables};

    fn sets(cells: usize, sum: i64, most: usize) -> Option<usize> {
        let mut variables = Variables::default();
        let terms = (0..cells).map(|_| (1, variables.add(1..=9, false))).collect();
        let sum = Sum { terms, low: sum, high: sum, distinct: true };
        DigitSets::of(&variables, &Live::all(&variables), &sum, most).map(|found| found.sets.len())
    }

    #[test]
    fn killer_combinations() {
        assert_eq!(sets(2, 3, 100), Some(1));
        assert_eq!(sets(3, 15, 100), Some(8));
        assert_eq!(sets(4, 20, 100), Some(12));
        assert_eq!(sets(9, 45, 100), Some(1));
        assert_eq!(sets(9, 44, 100), Some(0));
        assert_eq!(sets(10, 45, 100), Some(0));
        assert_eq!(sets(4, 20, 5), None);
    }

    #[test]
    fn a_set_needs_a_place_for_each_value() {
        let mut variables = Variables::default();
        let a = variables.add([1, 2], false);
        let b = variables.add([1, 9], false);
        let sum = Sum { terms: vec![(1, a), (1, b)], low: 3, high: 10, distinct: true };
        let found = DigitSets::of(&variables, &Live::all(&variables), &sum, 10).expect("few");
        assert_eq!(found.values, [1, 2, 9]);
        assert_eq!(found.sets, [0b011, 0b101]);
    }
}
