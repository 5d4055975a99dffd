//! What both lowerings ask of the primitives: which groups are needed, which sums say nothing, how a sum is counted by digits.

use crate::primitives::{
    Choice, Diagram, DigitSets, Edge, GroupKind, Live, Primitives, StateLimit, Sum, Variables,
};

/// For each group, whether it has to be stated: an at-most-one group whose live choices all lie in another group
/// or in a set of `exclusive` that is stated anyway, need not.
pub(super) fn needed_groups(primitives: &Primitives, live: &Live, exclusive: &[Vec<Choice>]) -> Vec<bool> {
    let choice_count = primitives.variables.choice_count();
    let group_count = primitives.groups.len();
    let mut member_of: Vec<Vec<u32>> = vec![Vec::new(); choice_count];
    let sets = primitives.groups.iter().map(|group| &group.choices).chain(exclusive);
    let mut sizes = Vec::new();
    for (number, choices) in sets.enumerate() {
        let live_choices = choices.iter().filter(|&&choice| live.is_live(choice));
        sizes.push(live_choices.clone().count());
        live_choices.for_each(|choice| member_of[choice.index()].push(number as u32));
    }
    let covers = |other: u32, number: usize, choices: &[Choice]| {
        let other_index = other as usize;
        let stronger = other_index >= group_count
            || primitives.groups[other_index].kind == GroupKind::ExactlyOne
            || sizes[other_index] > sizes[number]
            || other_index < number;
        other_index != number
            && stronger
            && choices
                .iter()
                .all(|choice| !live.is_live(*choice) || member_of[choice.index()].contains(&other))
    };
    let needed = |(number, group): (usize, &crate::primitives::Group)| {
        if group.kind == GroupKind::ExactlyOne {
            return true;
        }
        let Some(first) = group.choices.iter().find(|&&choice| live.is_live(choice)) else { return false };
        sizes[number] > 1
            && !member_of[first.index()].iter().any(|&other| covers(other, number, &group.choices))
    };
    primitives.groups.iter().enumerate().map(needed).collect()
}

/// Whether a sum holds whatever its variables take.
pub(super) fn is_trivial(variables: &Variables, live: &Live, sum: &Sum) -> bool {
    let (mut least, mut most) = (0, 0);
    for &(coefficient, var) in &sum.terms {
        let terms =
            live.choices(variables, var).map(|choice| coefficient * i64::from(variables.value(choice)));
        let (low, high) =
            terms.fold((i64::MAX, i64::MIN), |(low, high), term| (low.min(term), high.max(term)));
        if low > high {
            return false;
        }
        least += low;
        most += high;
    }
    least >= sum.low && most <= sum.high
}

/// How a sum is stated.
pub(super) enum SumForm {
    /// By the sets of digits it allows.
    Sets(DigitSets),
    /// By a decision diagram that reads for each value whether it occurs; symbol 0 is "no", 1 is "yes".
    Digits(Vec<i32>, Diagram),
    /// By partial sums.
    Partial,
}

/// Sets while there are few, else a diagram over digits for distinct variables, else partial sums.
pub(super) fn sum_form(variables: &Variables, live: &Live, sum: &Sum) -> SumForm {
    if let Some(sets) = DigitSets::of(variables, live, sum, super::MOST_SETS) {
        return SumForm::Sets(sets);
    }
    match digit_diagram(variables, live, sum) {
        Some((values, diagram)) => SumForm::Digits(values, diagram),
        None => SumForm::Partial,
    }
}

/// The coefficient and the live values, ascending, of a sum whose variables all differ and share a coefficient.
pub(super) fn digit_values(variables: &Variables, live: &Live, sum: &Sum) -> Option<(i64, Vec<i32>)> {
    let coefficient = sum.common_coefficient().filter(|_| sum.distinct)?;
    let mut values: Vec<i32> = Vec::new();
    for &(_, var) in &sum.terms {
        values.extend(live.choices(variables, var).map(|choice| variables.value(choice)));
    }
    values.sort_unstable();
    values.dedup();
    Some((coefficient, values))
}

/// The diagram over (digits used, sum) of a distinct sum with one coefficient.
pub(super) fn digit_diagram(variables: &Variables, live: &Live, sum: &Sum) -> Option<(Vec<i32>, Diagram)> {
    let (coefficient, values) = digit_values(variables, live, sum)?;
    let count = sum.terms.len();
    let step = |layer: usize, &(used, total): &(usize, i64), symbol: usize| {
        let next = (used + symbol, total + symbol as i64 * coefficient * i64::from(values[layer]));
        (next.0 <= count && next.0 + values.len() - layer > count).then_some(next)
    };
    let accept = |&(used, total): &(usize, i64)| used == count && (sum.low..=sum.high).contains(&total);
    let diagram = Diagram::build(&vec![2; values.len()], (0, 0), step, accept, StateLimit::default()).ok()?;
    Some((values, diagram))
}

/// An edge as the plain triple that encodings take.
pub(super) fn triple(edge: &Edge) -> (u32, u32, u32) {
    (edge.from, edge.symbol, edge.to)
}
