//! Primitives as linear constraints over choices.

use super::Usage;
use super::choices::{is_trivial, needed_groups};
use super::to_cnf::Writer;
use crate::cnf::{Linear, Lit, PseudoBoolean, Sink};
use crate::encodings::Encodings;
use crate::primitives::{Choice, GroupKind, Primitives, Reduced, Sum};

/// States the primitives as linear constraints: a line for each variable and group, one or two for each sum with the values as
/// coefficients, and the clauses of each automaton. Variable `c` is choice `c` of the model, helper variables follow.
///
/// The number of solutions stays the same.
pub fn to_pseudo_boolean(reduced: &Reduced<'_>) -> PseudoBoolean {
    let &Reduced { primitives, live, .. } = reduced;
    let variables = &primitives.variables;
    let mut sink = PseudoBoolean::default();
    let lits: Vec<Lit> = (0..variables.choice_count()).map(|_| sink.new_lit()).collect();
    let (encodings, usage) = (Encodings::default(), Usage::default());
    let mut writer = Writer { variables, live, encodings, sink, lits, usage };
    for var in variables.iter() {
        let lits = writer.live_lits(variables.choices(var));
        writer.sink.add_one(&lits, 1);
        for choice in variables.choices(var).filter(|&choice| !live.is_live(choice)) {
            let terms = vec![(1, writer.lits[choice.index()])];
            writer.sink.constraints.push(Linear { terms, low: Some(0), high: Some(0) });
        }
    }
    groups(&mut writer, primitives);
    writer.clauses(primitives);
    for sum in reduced.sums.iter().filter(|sum| !is_trivial(variables, live, sum)) {
        let sum = linear(&writer, sum);
        writer.sink.constraints.push(sum);
    }
    for automaton in &reduced.automata {
        writer.automaton(automaton);
    }
    writer.sink
}

fn groups(writer: &mut Writer<'_, PseudoBoolean>, primitives: &Primitives) {
    let needed = needed_groups(primitives, writer.live, &[]);
    for (group, _) in primitives.groups.iter().zip(needed).filter(|(_, needed)| *needed) {
        let lits = writer.live_lits(group.choices.iter().copied());
        writer.sink.add_one(&lits, i128::from(group.kind == GroupKind::ExactlyOne));
    }
}

/// A sum over the values of the live choices.
fn linear(writer: &Writer<'_, PseudoBoolean>, sum: &Sum) -> Linear {
    let variables = writer.variables;
    let of_term = |&(coefficient, var): &(i64, _)| {
        let live = variables.choices(var).filter(|&choice| writer.live.is_live(choice));
        let value = |choice: Choice| i128::from(coefficient) * i128::from(variables.value(choice));
        live.map(|choice| (value(choice), writer.lits[choice.index()])).collect::<Vec<_>>()
    };
    let terms = sum.terms.iter().flat_map(of_term).collect();
    Linear { terms, low: Some(i128::from(sum.low)), high: Some(i128::from(sum.high)) }
}
