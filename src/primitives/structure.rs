//! Houses found in the groups, whoever stated them: sets of variables that are all different, or a permutation.

use std::collections::HashMap;

use super::{Choice, GroupKind, IntVar, Primitives, Variables};

/// Variables of which each takes a different one of as many values: their sum is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The variables, sorted.
    pub vars: Vec<IntVar>,
    /// The sum of their values.
    pub total: i64,
}

/// What the groups say about variables being different.
#[derive(Debug)]
pub struct Structure {
    /// Sets of variables that form a permutation, in the order in which their groups were stated.
    pub permutations: Vec<Permutation>,
    /// All sets of variables that are all different, those of the permutations included.
    pub different_sets: Vec<Vec<IntVar>>,
    var_count: usize,
    /// Bit matrix of the pairs that are known to differ.
    different: Vec<u64>,
}

impl Structure {
    /// No variables are known to differ.
    pub fn none(variables: &Variables) -> Self {
        let var_count = variables.count();
        Self {
            permutations: Vec::new(),
            different_sets: Vec::new(),
            var_count,
            different: vec![0; (var_count * var_count).div_ceil(64)],
        }
    }

    /// Finds the sets of variables for which every value has a group over all variables that can take it.
    pub fn of(primitives: &Primitives) -> Self {
        let variables = &primitives.variables;
        let mut structure = Self::none(variables);
        let mut by_vars: HashMap<Vec<IntVar>, Vec<(i32, GroupKind)>> = HashMap::new();
        let mut order: Vec<Vec<IntVar>> = Vec::new();
        for group in &primitives.groups {
            if let Some((vars, value)) = one_value(primitives, &group.choices) {
                let values = by_vars.entry(vars).or_insert_with_key(|vars| {
                    order.push(vars.clone());
                    Vec::new()
                });
                values.push((value, group.kind));
            }
        }
        for vars in order {
            let mut values = by_vars.remove(&vars).unwrap_or_default();
            values.sort_unstable_by_key(|&(value, _)| value);
            values.dedup_by_key(|&mut (value, _)| value);
            let covered = |&var: &IntVar| {
                let has = |value: &i32| values.binary_search_by_key(value, |&(value, _)| value).is_ok();
                variables.domain(var).iter().all(has)
            };
            if !vars.iter().all(covered) {
                continue;
            }
            structure.set_different(&vars);
            structure.different_sets.push(vars.clone());
            let exact = values.iter().all(|&(_, kind)| kind == GroupKind::ExactlyOne);
            if exact && values.len() == vars.len() {
                let total = values.iter().map(|&(value, _)| i64::from(value)).sum();
                structure.permutations.push(Permutation { vars, total });
            }
        }
        structure
    }

    /// Whether two variables are known to differ.
    pub fn differ(&self, a: IntVar, b: IntVar) -> bool {
        let bit = a.index() * self.var_count + b.index();
        self.different[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Notes that these variables are all different.
    pub fn set_different(&mut self, vars: &[IntVar]) {
        for &a in vars {
            for &b in vars.iter().filter(|&&b| b != a) {
                let bit = a.index() * self.var_count + b.index();
                self.different[bit / 64] |= 1 << (bit % 64);
            }
        }
    }
}

/// The variables of a group whose choices all stand for one value, sorted, and that value.
fn one_value(primitives: &Primitives, choices: &[Choice]) -> Option<(Vec<IntVar>, i32)> {
    let variables = &primitives.variables;
    let value = variables.value(*choices.first()?);
    let same = choices.iter().all(|&choice| variables.value(choice) == value);
    let mut vars: Vec<IntVar> = choices.iter().map(|&choice| variables.owner(choice)).collect();
    vars.sort_unstable();
    same.then_some((vars, value))
}
