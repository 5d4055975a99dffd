//! Rules out choices until nothing more follows: singles, digit sets of distinct sums, bounds of other sums, automata.

use std::borrow::Cow;

use super::Contradiction;
use super::equal::{Classes, intersect, separate};
use crate::primitives::{
    Automaton, Choice, DigitSets, Edge, Group, GroupKind, IntVar, Literal, Live, Primitives, Sum, Variables,
};

/// Digit sets are listed up to this many; sums with more are left to bounds.
const MOST_SETS: usize = 4_000;

/// What to reason with.
pub(super) struct Facts<'a> {
    /// Variables, groups and clauses.
    pub(super) primitives: &'a Primitives,
    pub(super) sums: [&'a [Sum]; 2],
    pub(super) automata: &'a [Cow<'a, Automaton>],
    pub(super) classes: &'a Classes,
    pub(super) different: &'a [(IntVar, IntVar)],
    /// Whether there is no more time.
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// Reduces `live` to a fixpoint, or as far as the time allows.
pub(super) fn reduce(facts: &Facts<'_>, live: &mut Live) -> Result<(), Contradiction> {
    Reducer::new(facts, live).run()
}

struct Reducer<'a> {
    facts: &'a Facts<'a>,
    variables: &'a Variables,
    live: &'a mut Live,
    sums: Vec<(&'a Sum, Option<DigitSets>)>,
    changed: bool,
}

impl<'a> Reducer<'a> {
    fn new(facts: &'a Facts<'a>, live: &'a mut Live) -> Self {
        let variables = &facts.primitives.variables;
        let sums = facts.sums.into_iter().flatten();
        let sums = sums.map(|sum| (sum, DigitSets::of(variables, live, sum, MOST_SETS))).collect();
        Self { facts, variables, live, sums, changed: true }
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        if self.variables.iter().any(|var| self.live.count(var) == 0) {
            return Err(Contradiction);
        }
        self.clauses()?;
        while std::mem::replace(&mut self.changed, false) {
            if (self.facts.stop)() {
                break;
            }
            self.groups()?;
            self.changed |= intersect(self.facts.classes, self.variables, self.live)?;
            self.changed |= separate(self.facts.different, self.variables, self.live)?;
            if self.changed {
                continue;
            }
            self.clauses()?;
            for at in 0..self.sums.len() {
                self.sum(at)?;
            }
            if !self.changed {
                for automaton in self.facts.automata {
                    if (self.facts.stop)() {
                        return Ok(());
                    }
                    self.automaton(automaton)?;
                }
            }
        }
        Ok(())
    }

    fn groups(&mut self) -> Result<(), Contradiction> {
        self.facts.primitives.groups.iter().try_for_each(|group| self.group(group))
    }

    fn clauses(&mut self) -> Result<(), Contradiction> {
        self.facts.primitives.clauses.iter().try_for_each(|clause| self.clause(&clause.literals))
    }

    fn kill(&mut self, choice: Choice) -> Result<(), Contradiction> {
        if self.live.kill(self.variables, choice) {
            self.changed = true;
            if self.live.count(self.variables.owner(choice)) == 0 {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    fn take(&mut self, choice: Choice) -> Result<(), Contradiction> {
        for other in self.variables.choices(self.variables.owner(choice)) {
            if other != choice {
                self.kill(other)?;
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group) -> Result<(), Contradiction> {
        let live = |choice: &Choice| self.live.is_live(*choice);
        let taken = group.choices.iter().copied().find(|&choice| self.live.is_taken(self.variables, choice));
        if let Some(taken) = taken {
            for &choice in group.choices.iter().filter(|&&choice| choice != taken) {
                self.kill(choice)?;
            }
        } else if group.kind == GroupKind::ExactlyOne {
            let mut left = group.choices.iter().copied().filter(live);
            match (left.next(), left.next()) {
                (None, _) => return Err(Contradiction),
                (Some(only), None) => self.take(only)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a literal holds or fails for certain.
    fn literal(&self, literal: Literal) -> Option<bool> {
        if !self.live.is_live(literal.choice) {
            Some(!literal.positive)
        } else if self.live.is_taken(self.variables, literal.choice) {
            Some(literal.positive)
        } else {
            None
        }
    }

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Contradiction> {
        let mut open = None;
        for &literal in literals {
            match (self.literal(literal), open) {
                (Some(false), _) => {}
                (None, None) => open = Some(literal),
                (Some(true), _) | (None, Some(_)) => return Ok(()),
            }
        }
        match open {
            None => Err(Contradiction),
            Some(literal) if literal.positive => self.take(literal.choice),
            Some(literal) => self.kill(literal.choice),
        }
    }

    fn sum(&mut self, at: usize) -> Result<(), Contradiction> {
        let sum = self.sums[at].0;
        self.bounds(sum)?;
        let Some(mut sets) = self.sums[at].1.take() else { return Ok(()) };
        sets.keep_fitting(self.variables, self.live, sum);
        let union = sets.sets.iter().fold(0, |union, set| union | set);
        let allowed = |value| sets.values.binary_search(&value).is_ok_and(|bit| union >> bit & 1 == 1);
        for &(_, var) in &sum.terms {
            for choice in self.variables.choices(var) {
                if !allowed(self.variables.value(choice)) {
                    self.kill(choice)?;
                }
            }
        }
        self.sums[at].1 = Some(sets);
        Ok(())
    }

    fn bounds(&mut self, sum: &Sum) -> Result<(), Contradiction> {
        let ranges: Vec<(i64, i64)> = sum.terms.iter().map(|&(a, var)| self.term_range(a, var)).collect();
        let least: i64 = ranges.iter().map(|range| range.0).sum();
        let most: i64 = ranges.iter().map(|range| range.1).sum();
        if least > sum.high || most < sum.low {
            return Err(Contradiction);
        }
        for (&(coefficient, var), (low, high)) in sum.terms.iter().zip(ranges) {
            for choice in self.variables.choices(var) {
                let term = coefficient * i64::from(self.variables.value(choice));
                if least - low + term > sum.high || most - high + term < sum.low {
                    self.kill(choice)?;
                }
            }
        }
        Ok(())
    }

    fn term_range(&self, coefficient: i64, var: IntVar) -> (i64, i64) {
        let terms = self
            .live
            .choices(self.variables, var)
            .map(|choice| coefficient * i64::from(self.variables.value(choice)));
        terms.fold((i64::MAX, i64::MIN), |(low, high), term| (low.min(term), high.max(term)))
    }

    /// Keeps the values that lie on an accepted path: reachable from the start and from the end.
    fn automaton(&mut self, automaton: &Automaton) -> Result<(), Contradiction> {
        let diagram = &automaton.diagram;
        if diagram.is_empty() {
            return Err(Contradiction);
        }
        let choices: Vec<Vec<Choice>> =
            automaton.vars.iter().map(|&var| self.variables.choices(var).collect()).collect();
        let is_live =
            |live: &Live, layer: usize, edge: &Edge| live.is_live(choices[layer][edge.symbol as usize]);
        let mut forward = vec![vec![true; diagram.width(0)]];
        for layer in 0..diagram.layer_count() {
            let mut next = vec![false; diagram.width(layer + 1)];
            for edge in diagram.edges(layer).iter().filter(|edge| is_live(self.live, layer, edge)) {
                next[edge.to as usize] |= forward[layer][edge.from as usize];
            }
            forward.push(next);
        }
        let mut backward = forward.pop().unwrap_or_default();
        for layer in (0..diagram.layer_count()).rev() {
            let mut before = vec![false; diagram.width(layer)];
            let mut supported = vec![false; choices[layer].len()];
            for edge in diagram.edges(layer).iter().filter(|edge| is_live(self.live, layer, edge)) {
                if forward[layer][edge.from as usize] && backward[edge.to as usize] {
                    before[edge.from as usize] = true;
                    supported[edge.symbol as usize] = true;
                }
            }
            for (&choice, _) in choices[layer].iter().zip(&supported).filter(|(_, supported)| !**supported) {
                self.kill(choice)?;
            }
            backward = before;
        }
        Ok(())
    }
}
