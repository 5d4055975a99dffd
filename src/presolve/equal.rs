//! Variables that are equal: classes of them, and what each takes over from the others.

use super::Contradiction;
use crate::primitives::{Automaton, Choice, IntVar, Live, Structure, Sum, Variables};

/// Which variables are equal to which.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// The least variable of each variable's class.
    first: Vec<IntVar>,
    /// The variables of each class of two or more, sorted.
    members: Vec<Vec<IntVar>>,
}

impl Classes {
    /// Each variable alone.
    pub(super) fn new(var_count: usize) -> Self {
        Self { first: (0..var_count).map(IntVar::from_index).collect(), members: Vec::new() }
    }

    /// Whether two variables are known to be equal.
    pub fn are_equal(&self, a: IntVar, b: IntVar) -> bool {
        self.first[a.index()] == self.first[b.index()]
    }

    /// The classes of two or more variables, each sorted.
    pub fn members(&self) -> &[Vec<IntVar>] {
        &self.members
    }

    /// Puts the classes of two variables together; false where they are one already.
    pub(super) fn join(&mut self, a: IntVar, b: IntVar) -> bool {
        let (a, b) = (self.first[a.index()], self.first[b.index()]);
        if a == b {
            return false;
        }
        let (least, other) = (a.min(b), a.max(b));
        let is_meant = |class: &Vec<IntVar>| class[0] == least || class[0] == other;
        let mut class: Vec<IntVar> = self.members.extract_if(.., |class| is_meant(class)).flatten().collect();
        class.extend([least, other]);
        class.sort_unstable();
        class.dedup();
        for var in &class {
            self.first[var.index()] = least;
        }
        self.members.push(class);
        self.members.sort_unstable();
        true
    }
}

/// The two variables that a sum makes equal: c·x − c·y = 0.
pub(super) fn by_sum(sum: &Sum) -> Option<(IntVar, IntVar)> {
    let [(a, x), (b, y)] = sum.terms[..] else { return None };
    (a != 0 && a.checked_neg() == Some(b) && sum.low == 0 && sum.high == 0 && x != y).then_some((x, y))
}

/// The two variables that an automaton makes equal, over live choices.
pub(super) fn by_automaton(
    variables: &Variables,
    live: &Live,
    automaton: &Automaton,
) -> Option<(IntVar, IntVar)> {
    let [x, y] = automaton.vars[..] else { return None };
    if x == y {
        return None;
    }
    let value = |var: IntVar, symbol: u32| {
        let choice = Choice::from_index(variables.choices(var).next()?.index() + symbol as usize);
        live.is_live(choice).then(|| variables.value(choice))
    };
    let seconds = automaton.diagram.edges(1);
    for first in automaton.diagram.edges(0) {
        let Some(here) = value(x, first.symbol) else { continue };
        let mut reached = seconds.iter().filter(|edge| edge.from == first.to);
        if reached.any(|edge| value(y, edge.symbol).is_some_and(|there| there != here)) {
            return None;
        }
    }
    Some((x, y))
}

/// Lets the variables of each class have the same live values; says whether any was ruled out.
pub(super) fn intersect(
    classes: &Classes,
    variables: &Variables,
    live: &mut Live,
) -> Result<bool, Contradiction> {
    let mut changed = false;
    for class in classes.members() {
        for &var in class {
            for choice in variables.choices(var) {
                let value = variables.value(choice);
                let has = |&other: &IntVar| {
                    variables.choice(other, value).is_some_and(|choice| live.is_live(choice))
                };
                if live.is_live(choice) && !class.iter().all(has) {
                    live.kill(variables, choice);
                    changed = true;
                }
            }
            if live.count(var) == 0 {
                return Err(Contradiction);
            }
        }
    }
    Ok(changed)
}

/// Takes the value of a variable away from those that differ from it; says whether any was ruled out.
pub(super) fn separate(
    different: &[(IntVar, IntVar)],
    variables: &Variables,
    live: &mut Live,
) -> Result<bool, Contradiction> {
    let mut changed = false;
    for (a, b) in different.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
        let mut left = live.choices(variables, a);
        let (Some(only), None) = (left.next(), left.next()) else { continue };
        drop(left);
        let Some(choice) = variables.choice(b, variables.value(only)) else { continue };
        changed |= live.kill(variables, choice);
        if live.count(b) == 0 {
            return Err(Contradiction);
        }
    }
    Ok(changed)
}

/// The pairs that differ because variables equal to them do, added to the structure.
pub(super) fn differences(
    classes: &Classes,
    structure: &mut Structure,
) -> Result<Vec<(IntVar, IntVar)>, Contradiction> {
    let mut found = Vec::new();
    for class in classes.members() {
        for index in 0..classes.first.len() {
            let other = IntVar::from_index(index);
            if !class.iter().any(|&var| structure.differ(var, other)) {
                continue;
            }
            if classes.are_equal(class[0], other) {
                return Err(Contradiction);
            }
            for &var in class {
                if !structure.differ(var, other) {
                    structure.set_different(&[var, other]);
                    found.push((var, other));
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Classes, by_automaton, by_sum, differences, intersect, separate};
    use crate::primitives::{
        Automaton, Group, GroupKind, IntVar, Live, Primitives, StateLimit, Structure, Sum, Variables,
    };

    fn vars<const N: usize>() -> [IntVar; N] {
        std::array::from_fn(IntVar::from_index)
    }

    #[test]
    fn classes_grow_together() {
        let x: [IntVar; 5] = vars();
        let mut classes = Classes::new(5);
        assert!(classes.join(x[3], x[1]) && classes.join(x[2], x[4]) && !classes.join(x[1], x[3]));
        assert_eq!(classes.members(), [vec![x[1], x[3]], vec![x[2], x[4]]]);
        assert!(classes.join(x[4], x[3]) && !classes.join(x[1], x[2]));
        assert_eq!(classes.members(), [x[1..].to_vec()]);
        assert!(classes.are_equal(x[1], x[4]) && !classes.are_equal(x[0], x[1]));
    }

    #[test]
    fn sums_that_make_variables_equal() {
        let [a, b] = vars();
        let pair = |x, y, low, high| by_sum(&Sum { terms: vec![(x, a), (y, b)], low, high, distinct: false });
        assert_eq!(pair(1, -1, 0, 0), Some((a, b)));
        assert_eq!(pair(-3, 3, 0, 0), Some((a, b)));
        assert_eq!((pair(1, 1, 0, 0), pair(1, -1, 0, 1), pair(1, -1, 1, 1)), (None, None, None));
    }

    #[test]
    fn automata_that_make_variables_equal() {
        let mut variables = Variables::default();
        let (a, b) = (variables.add(1..=4, false), variables.add(2..=9, false));
        let pairs = |allowed: fn(i32, i32) -> bool| {
            let step = |layer: usize, state: &i32, value: i32| match layer {
                0 => Some(value),
                _ => allowed(*state, value).then_some(0),
            };
            Automaton::build(&variables, &[a, b], 0, step, |_| true, StateLimit::default()).expect("small")
        };
        let mut live = Live::all(&variables);
        let equal_or_six = pairs(|x, y| x == y || y == 6);
        assert_eq!(by_automaton(&variables, &live, &pairs(|x, y| x == y)), Some((a, b)));
        assert_eq!(by_automaton(&variables, &live, &equal_or_six), None);
        live.kill(&variables, variables.choice(b, 6).expect("in the domain"));
        assert_eq!(by_automaton(&variables, &live, &equal_or_six), Some((a, b)));
    }

    #[test]
    fn a_class_shares_its_values_and_its_differences() {
        let mut primitives = Primitives::default();
        let [a, b, c] = [1..=4, 2..=6, 1..=4].map(|domain| primitives.variables.add(domain, false));
        for value in 1..=4 {
            let choices = [a, c].iter().filter_map(|&var| primitives.variables.choice(var, value)).collect();
            primitives.groups.push(Group { kind: GroupKind::AtMostOne, choices });
        }
        let mut classes = Classes::new(3);
        classes.join(a, b);
        let mut live = Live::all(&primitives.variables);
        for value in [1, 2, 4] {
            live.kill(&primitives.variables, primitives.variables.choice(c, value).expect("in the domain"));
        }
        assert!(intersect(&classes, &primitives.variables, &mut live).is_ok_and(|changed| changed));
        assert_eq!((live.count(a), live.count(b)), (3, 3), "2, 3 and 4 are left");
        let mut structure = Structure::of(&primitives);
        let different = differences(&classes, &mut structure).map_err(|_| "they can differ");
        assert_eq!(different, Ok(vec![(b, c)]));
        assert!(separate(&[(b, c)], &primitives.variables, &mut live).is_ok_and(|changed| changed));
        assert_eq!((live.count(a), live.count(b)), (3, 2), "3 is out of b");
        classes.join(a, c);
        assert!(differences(&classes, &mut structure).is_err(), "equal and different");
    }
}
