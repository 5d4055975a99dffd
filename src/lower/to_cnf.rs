//! Primitives as clauses.

use itertools::Itertools;

use super::choices::{needed_groups, triple};
use super::{LowerError, Usage};
use crate::cnf::{Cnf, Lit, Projection, Sink};
use crate::encodings::{AtMostOne, Encodings, Layer, at_most_one, layered};
use crate::primitives::{
    Automaton, Choice, Diagram, Group, GroupKind, IntVar, Literal, Live, Primitives, Reduced, Variables,
};

/// A CNF and what its variables stand for.
///
/// Variable `c` of the CNF (0-based) is choice `c` of the model; helper variables follow.
#[derive(Clone, Debug)]
pub struct CnfLowering {
    /// The clauses; the projection names the choices of the stated variables.
    pub cnf: Cnf,
    /// What each kind of encoding came to.
    pub usage: Usage,
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

/// States the primitives as clauses, by these encodings. Choices that are not live get a unit clause.
///
/// The number of solutions stays the same, whatever the encodings.
///
/// # Errors
/// A sum with too many partial sums.
pub fn to_cnf(reduced: &Reduced<'_>, encodings: Encodings) -> Result<CnfLowering, LowerError> {
    let &Reduced { primitives, live, .. } = reduced;
    let variables = &primitives.variables;
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..variables.choice_count()).map(|_| cnf.new_lit()).collect();
    let mut writer = Writer { variables, live, encodings, sink: cnf, lits, usage: Usage::default() };
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
    Ok(CnfLowering { cnf, usage: writer.usage, choice_count: variables.choice_count() })
}

/// What writes primitives to a sink.
pub(super) struct Writer<'p, S> {
    pub(super) variables: &'p Variables,
    pub(super) live: &'p Live,
    pub(super) encodings: Encodings,
    pub(super) sink: S,
    /// The literal of each choice.
    pub(super) lits: Vec<Lit>,
    /// What was written.
    pub(super) usage: Usage,
}

/// The names that clauses without an encoding of their own are booked under.
const LEFT_OUT: &str = "choices ruled out";
const AT_LEAST_ONE: &str = "at least one";
const CLAUSES: &str = "clauses";
const PAIRS: &str = "automata over two variables";
const AUTOMATA: &str = "automata";

impl<S: Sink> Writer<'_, S> {
    pub(super) fn lit(&self, choice: Choice) -> Lit {
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
            self.exactly_one(&lits);
            for choice in self.variables.choices(var).filter(|&choice| !self.live.is_live(choice)) {
                let lit = self.lits[choice.index()];
                self.usage.book(LEFT_OUT, &mut self.sink, |sink| sink.add_clause(&[!lit]));
            }
        }
    }

    pub(super) fn clauses(&mut self, primitives: &Primitives) {
        for clause in &primitives.clauses {
            let clause: Vec<Lit> = clause.literals.iter().map(|&literal| self.literal(literal)).collect();
            self.usage.book(CLAUSES, &mut self.sink, |sink| sink.add_clause(&clause));
        }
    }

    pub(super) fn groups(&mut self, primitives: &Primitives) {
        let needed = needed_groups(primitives, self.live, &[]);
        for (group, _) in primitives.groups.iter().zip(needed).filter(|(_, needed)| *needed) {
            if self.is_settled(group) {
                continue;
            }
            let lits = self.live_lits(group.choices.iter().copied());
            match group.kind {
                GroupKind::ExactlyOne => self.exactly_one(&lits),
                GroupKind::AtMostOne => self.at_most_one(&lits),
            }
        }
    }

    /// Whether the only live choice of a group is the only one of its variable, which says so already.
    fn is_settled(&self, group: &Group) -> bool {
        let mut live = group.choices.iter().filter(|&&choice| self.live.is_live(choice));
        let only = live.next().filter(|_| live.next().is_none());
        only.is_some_and(|&only| self.live.is_taken(self.variables, only))
    }

    fn exactly_one(&mut self, lits: &[Lit]) {
        self.usage.book(AT_LEAST_ONE, &mut self.sink, |sink| sink.add_clause(lits));
        self.at_most_one(lits);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() < 2 {
            return;
        }
        let how = self.encodings.at_most_one.resolved(lits.len());
        self.usage.book(at_most_one_name(how), &mut self.sink, |sink| at_most_one(sink, lits, how));
    }

    pub(super) fn automaton(&mut self, automaton: &Automaton) {
        if let [a, b] = automaton.vars[..]
            && a != b
        {
            self.pair(a, b, &automaton.diagram);
            return;
        }
        let symbols = self.symbols(automaton);
        self.diagram(AUTOMATA, symbols, &automaton.diagram);
    }

    /// The literals that an automaton reads at each place.
    pub(super) fn symbols(&self, automaton: &Automaton) -> Vec<Vec<Lit>> {
        let of_var = |&var: &IntVar| self.variables.choices(var).map(|choice| self.lit(choice)).collect();
        automaton.vars.iter().map(of_var).collect()
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
        first_clauses.retain(|clause| clause.len() <= seconds);
        second_clauses.retain(|clause| clause.len() <= firsts);
        self.usage.book(PAIRS, &mut self.sink, |sink| {
            first_clauses.iter().chain(&second_clauses).for_each(|clause| sink.add_clause(clause));
        });
    }

    /// Writes a diagram over the symbols of its layers, booked under a name.
    pub(super) fn diagram(&mut self, name: &'static str, symbols: Vec<Vec<Lit>>, diagram: &Diagram) {
        self.usage.book(name, &mut self.sink, |sink| write_diagram(sink, symbols, diagram));
    }
}

/// Writes a diagram over the symbols of its layers.
pub(super) fn write_diagram(sink: &mut impl Sink, symbols: Vec<Vec<Lit>>, diagram: &Diagram) {
    if diagram.is_empty() {
        sink.add_clause(&[]);
        return;
    }
    let edges: Vec<Vec<(u32, u32, u32)>> =
        (0..diagram.layer_count()).map(|layer| diagram.edges(layer).iter().map(triple).collect()).collect();
    let layers: Vec<Layer<'_>> = symbols
        .into_iter()
        .zip(&edges)
        .enumerate()
        .map(|(at, (symbols, edges))| Layer { symbols, edges, width: diagram.width(at) })
        .collect();
    layered(sink, &layers);
}

/// The name that an encoding is booked under.
fn at_most_one_name(how: AtMostOne) -> &'static str {
    match how {
        AtMostOne::Auto => "at most one",
        AtMostOne::Pairwise => "at most one: pairwise",
        AtMostOne::Ladder => "at most one: ladder",
        AtMostOne::Product => "at most one: product",
        AtMostOne::Bitwise => "at most one: bitwise",
        AtMostOne::Commander => "at most one: commander",
    }
}
