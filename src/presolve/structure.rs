//! Houses found in the groups, whoever stated them: sets of variables that are all different, or a permutation.

use std::collections::HashMap;

use crate::primitives::{Choice, GroupKind, IntVar, Primitives};

/// Variables of which each takes a different one of as many values: their sum is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation {
    pub(super) vars: Vec<IntVar>,
    pub(super) total: i64,
}

/// What the groups say about variables being different.
#[derive(Debug)]
pub(super) struct Structure {
    pub(super) permutations: Vec<Permutation>,
    var_count: usize,
    /// Bit matrix of the pairs that are known to differ.
    different: Vec<u64>,
}

impl Structure {
    /// Finds the sets of variables for which every value has a group over all variables that can take it.
    pub(super) fn of(primitives: &Primitives) -> Self {
        let variables = &primitives.variables;
        let var_count = variables.count();
        let mut structure = Self {
            permutations: Vec::new(),
            var_count,
            different: vec![0; (var_count * var_count).div_ceil(64)],
        };
        let mut by_vars: HashMap<Vec<IntVar>, Vec<(i32, GroupKind)>> = HashMap::new();
        for group in &primitives.groups {
            if let Some((vars, value)) = one_value(primitives, &group.choices) {
                by_vars.entry(vars).or_default().push((value, group.kind));
            }
        }
        for (vars, mut values) in by_vars {
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
            let exact = values.iter().all(|&(_, kind)| kind == GroupKind::ExactlyOne);
            if exact && values.len() == vars.len() {
                let total = values.iter().map(|&(value, _)| i64::from(value)).sum();
                structure.permutations.push(Permutation { vars, total });
            }
        }
        structure.permutations.sort_unstable_by(|a, b| a.vars.cmp(&b.vars));
        structure
    }

    /// Whether two variables are known to differ.
    pub(super) fn differ(&self, a: IntVar, b: IntVar) -> bool {
        let bit = a.index() * self.var_count + b.index();
        self.different[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn set_different(&mut self, vars: &[IntVar]) {
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
