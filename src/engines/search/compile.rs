//! From primitives to what the search reads.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::problem::{Layer, Rule, SearchProblem, Unrolled};
use super::sum::MOST_IN_CLIQUE;
use crate::primitives::{
    Automaton, Choice, DigitSets, Group, GroupKind, IntVar, Live, Primitives, Reduced, Structure, Sum,
    Variables,
};

/// Cages with more digit sets than this are sums with peers only.
const MOST_SETS: usize = 3_000;

/// Sums of more terms are also bounded by cliques of variables that differ; shorter ones are not worth it.
const LONG_SUM: usize = 5;

/// Automata over so many variables that all differ are looked at for being cages.
const SYMMETRIC_CELLS: usize = 5;

/// Cages get a stage of exact support up to this many cells.
const EXACT_CELLS: usize = 6;

impl SearchProblem {
    /// Compiles the primitives over live choices.
    ///
    /// `None` where more than 64 different values occur.
    pub fn of(reduced: &Reduced<'_>) -> Option<Self> {
        let &Reduced { primitives, live, .. } = reduced;
        let variables = &primitives.variables;
        let mut values: Vec<i32> = variables
            .iter()
            .flat_map(|var| live.choices(variables, var))
            .map(|choice| variables.value(choice))
            .collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > 64 {
            return None;
        }
        let mut compiler = Compiler {
            variables,
            live,
            values,
            rules: Vec::new(),
            peers: Vec::new(),
            words: 0,
            impossible: false,
        };
        compiler.houses(primitives);
        for &(a, b) in reduced.different {
            compiler.set_peers(a, b);
        }
        for clause in &primitives.clauses {
            compiler.clause(clause.literals.iter().map(|literal| (literal.choice, literal.positive)));
        }
        for sum in &reduced.sums {
            compiler.sum(sum);
        }
        for automaton in &reduced.automata {
            compiler.automaton(automaton);
        }
        Some(compiler.finish())
    }
}

struct Compiler<'p> {
    variables: &'p Variables,
    live: &'p Live,
    values: Vec<i32>,
    rules: Vec<Rule>,
    peers: Vec<u64>,
    words: usize,
    impossible: bool,
}

impl Compiler<'_> {
    fn bit(&self, value: i32) -> u64 {
        self.values.binary_search(&value).map_or(0, |at| 1 << at)
    }

    fn mask(&self, var: IntVar) -> u64 {
        self.live
            .choices(self.variables, var)
            .fold(0, |mask, choice| mask | self.bit(self.variables.value(choice)))
    }

    fn part(&self, choice: Choice) -> (u32, u64) {
        (self.variables.owner(choice).index() as u32, self.bit(self.variables.value(choice)))
    }

    /// Permutations, peers, intersections, and the groups that none of these says.
    fn houses(&mut self, primitives: &Primitives) {
        let structure = Structure::of(primitives);
        let count = self.variables.count();
        self.words = count.div_ceil(64);
        self.peers = vec![0; count * self.words];
        for set in &structure.different_sets {
            for (at, &a) in set.iter().enumerate() {
                for &b in &set[at + 1..] {
                    self.set_peers(a, b);
                }
            }
        }
        let mut permutations: Vec<Vec<u32>> = Vec::new();
        for house in &structure.permutations {
            let vars: Vec<u32> = house.vars.iter().map(|var| var.index() as u32).collect();
            let all = house
                .vars
                .iter()
                .flat_map(|&var| self.variables.domain(var))
                .fold(0, |all, &value| all | self.bit(value));
            self.impossible |= (all.count_ones() as usize) < vars.len();
            permutations.push(vars.clone());
            self.rules.push(Rule::Permutation { vars, all });
        }
        self.intersections(&permutations);
        let said: HashSet<Vec<IntVar>> = structure.different_sets.into_iter().collect();
        for group in &primitives.groups {
            self.group(group, &said);
        }
    }

    fn set_peers(&mut self, a: IntVar, b: IntVar) {
        let (a, b) = (a.index(), b.index());
        self.peers[a * self.words + b / 64] |= 1 << (b % 64);
        self.peers[b * self.words + a / 64] |= 1 << (a % 64);
    }

    fn intersections(&mut self, permutations: &[Vec<u32>]) {
        for (at, first) in permutations.iter().enumerate() {
            for second in &permutations[at + 1..] {
                let inside: Vec<u32> = first.iter().copied().filter(|var| second.contains(var)).collect();
                if inside.len() < 2 || inside.len() == first.len() || inside.len() == second.len() {
                    continue;
                }
                let outside =
                    |vars: &[u32]| vars.iter().copied().filter(|var| !inside.contains(var)).collect();
                let rest = [outside(first), outside(second)];
                self.rules.push(Rule::Intersection { inside, rest });
            }
        }
    }

    /// A group over one value of a set that is all different is said by the peers, and by a permutation if it is exact.
    fn group(&mut self, group: &Group, said: &HashSet<Vec<IntVar>>) {
        let mut vars: Vec<IntVar> =
            group.choices.iter().map(|&choice| self.variables.owner(choice)).collect();
        vars.sort_unstable();
        let exactly = group.kind == GroupKind::ExactlyOne;
        let one_value = group
            .choices
            .iter()
            .all(|&choice| self.variables.value(choice) == self.variables.value(group.choices[0]));
        if one_value && said.contains(&vars) && !exactly {
            return;
        }
        if one_value
            && exactly
            && self
                .rules
                .iter()
                .any(|rule| matches!(rule, Rule::Permutation { vars: house, .. } if same(house, &vars)))
        {
            return;
        }
        let parts = merged(
            group
                .choices
                .iter()
                .filter(|&&choice| self.live.is_live(choice))
                .map(|&choice| self.part(choice)),
        );
        if parts.is_empty() {
            self.impossible |= exactly;
        } else {
            self.rules.push(Rule::Group { exactly, parts });
        }
    }

    fn clause(&mut self, literals: impl Iterator<Item = (Choice, bool)>) {
        let part = |(choice, positive): (Choice, bool)| {
            let (var, bit) = self.part(choice);
            (var, if positive { bit } else { !bit })
        };
        let parts: Vec<(u32, u64)> =
            merged(literals.map(part)).into_iter().filter(|&(_, mask)| mask != 0).collect();
        if parts.is_empty() {
            self.impossible = true;
        } else {
            self.rules.push(Rule::Clause(parts));
        }
    }

    fn sum(&mut self, sum: &Sum) {
        if let Some(found) = DigitSets::of(self.variables, self.live, sum, MOST_SETS) {
            let vars: Vec<u32> = sum.terms.iter().map(|&(_, var)| var.index() as u32).collect();
            let widen = |set: &u64| {
                (0..found.values.len())
                    .filter(|bit| set >> bit & 1 == 1)
                    .fold(0, |wide, bit| wide | self.bit(found.values[bit]))
            };
            let sets: Vec<u64> = found.sets.iter().map(widen).collect();
            self.cage(vars, sets);
            return;
        }
        let terms: Vec<(i64, u32)> =
            sum.terms.iter().map(|&(coefficient, var)| (coefficient, var.index() as u32)).collect();
        let cliques = if terms.len() > LONG_SUM { self.cliques(&terms) } else { Vec::new() };
        if !cliques.is_empty() && cliques.len() < terms.len() {
            self.rules.push(Rule::Cliques { cliques, low: sum.low, high: sum.high });
        }
        self.rules.push(Rule::Sum { terms, low: sum.low, high: sum.high });
    }

    /// The terms in cliques of one coefficient and variables that all differ, each term in the first that it fits.
    fn cliques(&self, terms: &[(i64, u32)]) -> Vec<(i64, Vec<u32>)> {
        let differ =
            |a: u32, b: u32| self.peers[a as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1;
        let mut cliques: Vec<(i64, Vec<u32>)> = Vec::new();
        for &(coefficient, var) in terms.iter().filter(|term| term.0 != 0) {
            let fits = |clique: &&mut (i64, Vec<u32>)| {
                let room = clique.0 == coefficient && clique.1.len() < MOST_IN_CLIQUE;
                room && clique.1.iter().all(|&other| differ(var, other))
            };
            match cliques.iter_mut().find(fits) {
                Some(clique) => clique.1.push(var),
                None => cliques.push((coefficient, vec![var])),
            }
        }
        cliques
    }

    /// The sets of values that an automaton over few variables that all differ accepts, if it accepts each in any order.
    fn symmetric_sets(&self, vars: &[u32], layers: &[Vec<(u32, u32, u64)>]) -> Option<Vec<u64>> {
        let differ =
            |a: u32, b: u32| self.peers[a as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1;
        let few = (3..=SYMMETRIC_CELLS).contains(&vars.len());
        if !few || (1..vars.len()).any(|at| vars[..at].iter().any(|&other| !differ(vars[at], other))) {
            return None;
        }
        let mut words: HashMap<u64, u32> = HashMap::new();
        let mut open = vec![(0usize, 0u32, 0u64)];
        while let Some((at, state, used)) = open.pop() {
            let Some(edges) = layers.get(at) else {
                *words.entry(used).or_default() += 1;
                continue;
            };
            for &(_, to, mask) in edges.iter().filter(|edge| edge.0 == state) {
                let mut left = mask & !used;
                while left != 0 {
                    let value = left & left.wrapping_neg();
                    left &= left - 1;
                    open.push((at + 1, to, used | value));
                }
            }
        }
        let orders: u32 = (1..=vars.len() as u32).product();
        words.values().all(|&count| count == orders).then(|| {
            let mut sets: Vec<u64> = words.into_keys().collect();
            sets.sort_unstable();
            sets
        })
    }

    fn cage(&mut self, vars: Vec<u32>, sets: Vec<u64>) {
        if (2..=EXACT_CELLS).contains(&vars.len()) {
            self.rules.push(Rule::LargeCage { vars: vars.clone(), sets: sets.clone() });
        }
        self.rules.push(Rule::Cage { vars, sets });
    }

    fn automaton(&mut self, automaton: &Automaton) {
        let diagram = &automaton.diagram;
        if diagram.is_empty() {
            self.impossible = true;
            return;
        }
        let vars: Vec<u32> = automaton.vars.iter().map(|var| var.index() as u32).collect();
        let layer = |at: usize| {
            let domain = self.variables.domain(automaton.vars[at]);
            let mut bundles: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            for edge in diagram.edges(at) {
                *bundles.entry((edge.from, edge.to)).or_default() |= self.bit(domain[edge.symbol as usize]);
            }
            bundles.into_iter().map(|((from, to), mask)| (from, to, mask)).collect()
        };
        let layers: Vec<Vec<(u32, u32, u64)>> = (0..diagram.layer_count()).map(layer).collect();
        if let ([a, b], true) = (&vars[..], vars.len() == 2 && vars[0] != vars[1]) {
            self.rules.push(relation(*a, *b, &layers));
            return;
        }
        if let Some(sets) = self.symmetric_sets(&vars, &layers) {
            self.cage(vars, sets);
            return;
        }
        let layers = layers.into_iter().enumerate().map(|(at, edges)| Layer::of(diagram.width(at), edges));
        let is_narrow = (0..=diagram.layer_count()).all(|at| diagram.width(at) <= 64);
        self.rules.push(Rule::Automaton(Unrolled { vars, layers: layers.collect(), is_narrow }));
    }

    /// For each value the set of variables that have it.
    fn places(&self, masks: &[u64]) -> Vec<u64> {
        let mut places = vec![0; self.values.len() * self.words];
        for (var, &mask) in masks.iter().enumerate() {
            for bit in (0..self.values.len()).filter(|bit| mask >> bit & 1 == 1) {
                places[bit * self.words + var / 64] |= 1 << (var % 64);
            }
        }
        places
    }

    fn finish(mut self) -> SearchProblem {
        let mut start: Vec<u64> = self.variables.iter().map(|var| self.mask(var)).collect();
        let count = start.len();
        self.rules.sort_by_key(Rule::stage);
        let mut watchers: Vec<Vec<(u32, u64)>> = vec![Vec::new(); count];
        for (number, rule) in self.rules.iter().enumerate() {
            let (word, bit) = ((number / 64) as u32, 1u64 << (number % 64));
            for var in rule.scope() {
                match watchers[var as usize].last_mut().filter(|last| last.0 == word) {
                    Some(last) => last.1 |= bit,
                    None => watchers[var as usize].push((word, bit)),
                }
            }
        }
        let permutations = self.rules.iter().filter_map(|rule| match rule {
            Rule::Permutation { vars, .. } => Some(vars.clone()),
            _ => None,
        });
        start.extend(self.places(&start));
        SearchProblem {
            permutations: permutations.collect(),
            auxiliary: self.variables.iter().map(|var| self.variables.is_auxiliary(var)).collect(),
            values: self.values,
            count,
            start,
            words: self.words,
            peers: self.peers,
            work: self.rules.iter().map(Rule::work).collect(),
            rules: self.rules,
            watchers,
            impossible: self.impossible,
        }
    }
}

fn same(house: &[u32], vars: &[IntVar]) -> bool {
    house.len() == vars.len() && house.iter().zip(vars).all(|(&a, b)| a as usize == b.index())
}

/// The parts with those of one variable put together.
fn merged(parts: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u64)> {
    let mut by_var: BTreeMap<u32, u64> = BTreeMap::new();
    for (var, mask) in parts {
        *by_var.entry(var).or_default() |= mask;
    }
    by_var.into_iter().collect()
}

/// Two layers as a table both ways.
fn relation(a: u32, b: u32, layers: &[Vec<(u32, u32, u64)>]) -> Rule {
    let mut forward = vec![0u64; 64];
    let mut backward = vec![0u64; 64];
    for &(_, middle, first) in &layers[0] {
        let seconds = layers[1].iter().filter(|edge| edge.0 == middle).fold(0, |mask, edge| mask | edge.2);
        for bit in 0..64 {
            if first >> bit & 1 == 1 {
                forward[bit] |= seconds;
            }
            if seconds >> bit & 1 == 1 {
                backward[bit] |= first;
            }
        }
    }
    Rule::Relation { a, b, forward, backward }
}
