//! Primitives as clauses.

use itertools::Itertools;

use super::LowerError;
use super::choices::{SumForm, is_trivial, needed_groups, sum_form, triple};
use crate::cnf::{Cnf, Lit, Projection, Sink};
use crate::encodings::{Layer, at_most_one, digit_occurs, digit_sets, exactly_one, layered};
use crate::primitives::{
    Automaton, Choice, Diagram, GroupKind, IntVar, Literal, Live, Primitives, Reduced, StateLimit, Sum,
    Variables,
};

/// A CNF and what its variables stand for.
///
/// Variable `c` of the CNF (0-based) is choice `c` of the model; helper variables follow.
#[derive(Clone, Debug)]
pub struct CnfLowering {
    /// The clauses; the projection names the choices of the stated variables.
    pub cnf: Cnf,
    pub(super) choice_count: usize,
}

impl CnfLowering {
    /// The value of each variable in an assignment (`values[v]` for CNF variable `v`).
    ///
    /// `None` where a variable has no choice or more than one.
    pub fn decode(&self, variables: &Variables, values: &[bool]) -> Option<Vec<i32>> {
        let value = |var| {
            let mut taken = variables.choices(var).filter(|choice| values[choice.index()]);
            taken.next().filter(|_| taken.next().is_none()).map(|choice| variables.value(choice))
        };
        variables.iter().map(value).collect()
    }

    /// Number of CNF variables that are choices; the others are helpers.
    pub fn choice_count(&self) -> usize {
        self.choice_count
    }
}

/// States the primitives as clauses. Choices that are not live get a unit clause.
///
/// # Errors
/// A sum with too many partial sums.
pub fn to_cnf(reduced: &Reduced<'_>) -> Result<CnfLowering, LowerError> {
    let &Reduced { primitives, live, .. } = reduced;
    let variables = &primitives.variables;
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..variables.choice_count()).map(|_| cnf.new_lit()).collect();
    let mut writer = Writer { variables, live, sink: cnf, lits };
    writer.variables();
    writer.groups(primitives);
    writer.clauses(primitives);
    for sum in &reduced.sums {
        writer.sum(sum)?;
    }
    for automaton in &reduced.automata {
        writer.automaton(automaton);
    }
    let stated = variables.iter().filter(|&var| !variables.is_auxiliary(var));
    let shown = stated.flat_map(|var| variables.choices(var).map(Choice::index)).collect();
    let mut cnf = writer.sink;
    cnf.projection = Projection::OneHot(shown);
    Ok(CnfLowering { cnf, choice_count: variables.choice_count() })
}

/// What writes primitives to a sink.
pub(super) struct Writer<'p, S> {
    pub(super) variables: &'p Variables,
    pub(super) live: &'p Live,
    pub(super) sink: S,
    /// The literal of each choice.
    pub(super) lits: Vec<Lit>,
}

impl<S: Sink> Writer<'_, S> {
    fn lit(&self, choice: Choice) -> Lit {
        self.lits[choice.index()]
    }

    fn literal(&self, literal: Literal) -> Lit {
        let lit = self.lit(literal.choice);
        if literal.positive { lit } else { !lit }
    }

    pub(super) fn live_lits(&self, choices: impl IntoIterator<Item = Choice>) -> Vec<Lit> {
        choices
            .into_iter()
            .filter(|&choice| self.live.is_live(choice))
            .map(|choice| self.lit(choice))
            .collect()
    }

    pub(super) fn variables(&mut self) {
        for var in self.variables.iter() {
            let lits = self.live_lits(self.variables.choices(var));
            exactly_one(&mut self.sink, &lits);
            for choice in self.variables.choices(var).filter(|&choice| !self.live.is_live(choice)) {
                self.sink.add_clause(&[!self.lits[choice.index()]]);
            }
        }
    }

    pub(super) fn clauses(&mut self, primitives: &Primitives) {
        for clause in &primitives.clauses {
            let clause: Vec<Lit> = clause.literals.iter().map(|&literal| self.literal(literal)).collect();
            self.sink.add_clause(&clause);
        }
    }

    pub(super) fn groups(&mut self, primitives: &Primitives) {
        let needed = needed_groups(primitives, self.live, &[]);
        for (group, _) in primitives.groups.iter().zip(needed).filter(|(_, needed)| *needed) {
            let lits = self.live_lits(group.choices.iter().copied());
            match group.kind {
                GroupKind::ExactlyOne => exactly_one(&mut self.sink, &lits),
                GroupKind::AtMostOne => at_most_one(&mut self.sink, &lits),
            }
        }
    }

    pub(super) fn sum(&mut self, sum: &Sum) -> Result<(), LowerError> {
        if is_trivial(self.variables, self.live, sum) {
            return Ok(());
        }
        match sum_form(self.variables, self.live, sum) {
            SumForm::Sets(sets) => {
                let digits = self.digits(sum, &sets.values);
                digit_sets(&mut self.sink, &digits, &sets.sets);
            }
            SumForm::Digits(values, diagram) => {
                let digits = self.digits(sum, &values);
                let symbols = digits.into_iter().map(|digit| vec![!digit, digit]).collect();
                self.diagram(symbols, &diagram);
            }
            SumForm::Partial => {
                let automaton = Automaton::from_sum(self.variables, self.live, sum, StateLimit::default())
                    .map_err(|source| LowerError { terms: sum.terms.len(), source })?;
                self.automaton(&automaton);
            }
        }
        Ok(())
    }

    /// For each value a literal that says whether it occurs among the variables of the sum.
    fn digits(&mut self, sum: &Sum, values: &[i32]) -> Vec<Lit> {
        values
            .iter()
            .map(|&value| {
                let choices = sum.terms.iter().filter_map(|&(_, var)| self.variables.choice(var, value));
                let places = self.live_lits(choices);
                digit_occurs(&mut self.sink, &places)
            })
            .collect()
    }

    pub(super) fn automaton(&mut self, automaton: &Automaton) {
        if let [a, b] = automaton.vars[..]
            && a != b
        {
            self.pair(a, b, &automaton.diagram);
            return;
        }
        let symbols = automaton
            .vars
            .iter()
            .map(|&var| self.variables.choices(var).map(|choice| self.lit(choice)).collect())
            .collect();
        self.diagram(symbols, &automaton.diagram);
    }

    /// Two variables: each live value of one needs one of the values that go with it. No helpers, a clause a value.
    fn pair(&mut self, a: IntVar, b: IntVar, diagram: &Diagram) {
        let lits = |var| -> Vec<Lit> { self.variables.choices(var).map(|choice| self.lit(choice)).collect() };
        let (first, second) = (lits(a), lits(b));
        let mut first_clauses: Vec<Vec<Lit>> = first.iter().map(|&lit| vec![!lit]).collect();
        let mut second_clauses: Vec<Vec<Lit>> = second.iter().map(|&lit| vec![!lit]).collect();
        for (edge, next) in diagram.edges(0).iter().cartesian_product(diagram.edges(1)) {
            if edge.to == next.from {
                first_clauses[edge.symbol as usize].push(second[next.symbol as usize]);
                second_clauses[next.symbol as usize].push(first[edge.symbol as usize]);
            }
        }
        let (firsts, seconds) = (first.len(), second.len());
        for clause in first_clauses.iter().filter(|clause| clause.len() <= seconds) {
            self.sink.add_clause(clause);
        }
        for clause in second_clauses.iter().filter(|clause| clause.len() <= firsts) {
            self.sink.add_clause(clause);
        }
    }

    fn diagram(&mut self, symbols: Vec<Vec<Lit>>, diagram: &Diagram) {
        if diagram.is_empty() {
            self.sink.add_clause(&[]);
            return;
        }
        let edges: Vec<Vec<(u32, u32, u32)>> = (0..diagram.layer_count())
            .map(|layer| diagram.edges(layer).iter().map(triple).collect())
            .collect();
        let layers: Vec<Layer<'_>> = symbols
            .into_iter()
            .zip(&edges)
            .enumerate()
            .map(|(at, (symbols, edges))| Layer { symbols, edges, width: diagram.width(at) })
            .collect();
        layered(&mut self.sink, &layers);
    }
}
