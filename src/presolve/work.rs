//! The order of the steps, and what they hand on.

use std::borrow::Cow;
use std::collections::HashSet;

use super::propagate::{Facts, reduce};
use super::{Classes, Contradiction, Presolved, Report, Step, Steps, automata, equal, implied, short};
use crate::primitives::{Automaton, Live, Primitives, Structure, Sum};

/// A presolve that is under way.
pub(super) struct Work<'p, 's> {
    primitives: &'p Primitives,
    steps: Steps,
    stop: &'s dyn Fn() -> bool,
    found: Presolved<'p>,
}

impl<'p, 's> Work<'p, 's> {
    pub(super) fn new(primitives: &'p Primitives, steps: Steps, stop: &'s dyn Fn() -> bool) -> Self {
        let found = Presolved {
            primitives,
            live: Live::all(&primitives.variables),
            sums: primitives.sums.clone(),
            implied: Vec::new(),
            differences: Vec::new(),
            automata: primitives.automata.iter().map(Cow::Borrowed).collect(),
            classes: Classes::new(primitives.variables.count()),
            different: Vec::new(),
            impossible: false,
            report: Report::default(),
        };
        Self { primitives, steps, stop, found }
    }

    pub(super) fn run(mut self) -> Presolved<'p> {
        self.found.report.edges.0 = self.edge_count();
        if self.all_steps().is_err() {
            self.found.impossible = true;
            // For whoever lowers it all the same: what was at hand when this came out may be lost.
            self.found.sums.push(Sum { terms: Vec::new(), low: 1, high: 1, distinct: false });
        }
        self.found.report.edges.1 = self.edge_count();
        self.found
    }

    fn edge_count(&self) -> usize {
        self.found.automata.iter().map(|automaton| automaton.diagram.edge_count()).sum()
    }

    fn all_steps(&mut self) -> Result<(), Contradiction> {
        self.reduce()?;
        let has_sums = !self.primitives.sums.is_empty() || !self.primitives.automata.is_empty();
        if !has_sums {
            return Ok(());
        }
        let mut structure = Structure::of(self.primitives);
        self.imply(&structure)?;
        self.shorten()?;
        self.merge(&mut structure)?;
        self.tighten(&structure)
    }

    /// Rules out choices.
    fn reduce(&mut self) -> Result<(), Contradiction> {
        if !self.steps.has(Step::Choices) {
            return Ok(());
        }
        let found = &mut self.found;
        let facts = Facts {
            primitives: self.primitives,
            sums: [&found.sums, &found.implied],
            automata: &found.automata,
            classes: &found.classes,
            different: &found.different,
            stop: self.stop,
        };
        reduce(&facts, &mut found.live)
    }

    /// Derives sums by the rule of 45.
    fn imply(&mut self, structure: &Structure) -> Result<(), Contradiction> {
        if !self.steps.has(Step::RuleOf45) || self.primitives.sums.is_empty() {
            return Ok(());
        }
        let found = &mut self.found;
        (found.implied, found.differences) = implied::derive(self.primitives, structure);
        found.report.difference_count = found.differences.len();
        found.report.implied_count = found.implied.len() + found.differences.len();
        if found.implied.is_empty() { Ok(()) } else { self.reduce() }
    }

    /// Shortens all sums.
    fn shorten(&mut self) -> Result<(), Contradiction> {
        if !self.steps.has(Step::ShortSums) {
            return Ok(());
        }
        let found = &mut self.found;
        let mut seen = HashSet::new();
        for sums in [&mut found.sums, &mut found.implied, &mut found.differences] {
            let (terms, dropped) = short::shorten(&self.primitives.variables, &found.live, sums, &mut seen)?;
            found.report.terms_left_out += terms;
            found.report.sums_left_out += dropped;
        }
        Ok(())
    }

    /// Puts equal variables together until no more are found.
    fn merge(&mut self, structure: &mut Structure) -> Result<(), Contradiction> {
        if !self.steps.has(Step::EqualCells) {
            return Ok(());
        }
        while self.join() && !(self.stop)() {
            let found = &mut self.found;
            found.different.extend(equal::differences(&found.classes, structure)?);
            for sums in [&mut found.sums, &mut found.implied, &mut found.differences] {
                for sum in sums.iter_mut().filter(|sum| equal::by_sum(sum).is_none()) {
                    if let Some(joined) = short::joined(&found.classes, sum) {
                        *sum = joined;
                    }
                }
            }
            let variables = &self.primitives.variables;
            let mut changed = equal::intersect(&found.classes, variables, &mut found.live)?;
            changed |= equal::separate(&found.different, variables, &mut found.live)?;
            if changed {
                self.reduce()?;
            }
            self.shorten()?;
        }
        Ok(())
    }

    /// Puts the classes together that a sum or an automaton makes equal; false where there are none.
    fn join(&mut self) -> bool {
        let found = &mut self.found;
        let (variables, live) = (&self.primitives.variables, &found.live);
        let sums = found.sums.iter().chain(&found.implied).chain(&found.differences);
        let by_automata =
            found.automata.iter().filter_map(|automaton| equal::by_automaton(variables, live, automaton));
        let pairs = sums.filter_map(equal::by_sum).chain(by_automata);
        let mut joined = false;
        for (a, b) in pairs.filter(|&(a, b)| live.count(a) > 1 || live.count(b) > 1) {
            joined |= found.classes.join(a, b);
        }
        joined
    }

    /// Takes out of the automata what cannot be accepted.
    fn tighten(&mut self, structure: &Structure) -> Result<(), Contradiction> {
        if !self.steps.has(Step::Automata) {
            return Ok(());
        }
        self.cut()?;
        let before = self.found.live.total();
        if self.tell(structure)? {
            self.reduce()?;
        }
        if self.found.live.total() < before {
            self.shorten()?;
            self.cut()?;
        }
        Ok(())
    }

    /// Cuts the automata to the live choices and drops those that accept whatever they are.
    fn cut(&mut self) -> Result<(), Contradiction> {
        let found = &mut self.found;
        for automaton in &mut found.automata {
            if let Some(diagram) = automata::over_live(&self.primitives.variables, &found.live, automaton)? {
                *automaton = Cow::Owned(Automaton { vars: automaton.vars.clone(), diagram });
            }
        }
        let count = found.automata.len();
        found.automata.retain(|automaton| !automata::accepts_all(&found.live, automaton));
        found.report.automata_left_out += count - found.automata.len();
        Ok(())
    }

    /// Lets the automata know which of their variables differ; whether that made any smaller.
    fn tell(&mut self, structure: &Structure) -> Result<bool, Contradiction> {
        let mut told = 0;
        for automaton in &mut self.found.automata {
            if (self.stop)() {
                break;
            }
            let variables = &self.primitives.variables;
            if let Some(diagram) = automata::with_differences(variables, structure, automaton, self.stop) {
                if diagram.is_empty() {
                    return Err(Contradiction);
                }
                *automaton = Cow::Owned(Automaton { vars: automaton.vars.clone(), diagram });
                told += 1;
            }
        }
        self.found.report.automata_told = told;
        Ok(told > 0)
    }
}
