//! The fixpoint of all rules, cheapest stage first; and the rules that need no file of their own.

use super::automaton::Reach;
use super::cage;
use super::problem::{Rule, SearchProblem};
use super::state::{Agenda, Failure, State};
use super::sum;

/// Propagates nodes of one problem; holds what they need for a while.
#[derive(Debug)]
pub(super) struct Propagator<'p> {
    problem: &'p SearchProblem,
    agenda: Agenda,
    reach: Reach,
    /// How much was looked at, in variables, sets or edges.
    pub(super) work: u64,
}

impl<'p> Propagator<'p> {
    pub(super) fn new(problem: &'p SearchProblem) -> Self {
        Self { problem, agenda: Agenda::new(problem), reach: Reach::default(), work: 0 }
    }

    /// Propagates the root: every rule is looked at. False where there is no solution.
    pub(super) fn everything(&mut self, masks: &mut [u64]) -> bool {
        let count = self.problem.count;
        if self.problem.impossible || masks[..count].contains(&0) {
            return false;
        }
        self.agenda.clear();
        self.agenda.everything(self.problem.rules.len());
        self.agenda.assigned.extend((0..count as u32).filter(|&var| masks[var as usize].is_power_of_two()));
        self.fixpoint(masks).is_ok()
    }

    /// Keeps only these values of a variable and propagates. False where there is no solution below.
    pub(super) fn assign(&mut self, masks: &mut [u64], var: u32, mask: u64) -> bool {
        self.agenda.clear();
        let mut state = State { problem: self.problem, masks, agenda: &mut self.agenda };
        state.keep(var, mask).is_ok() && self.fixpoint(masks).is_ok()
    }

    fn fixpoint(&mut self, masks: &mut [u64]) -> Result<(), Failure> {
        let problem = self.problem;
        let mut state = State { problem, masks, agenda: &mut self.agenda };
        loop {
            state.assigned()?;
            let Some(rule) = state.agenda.next() else { return Ok(()) };
            self.work += u64::from(problem.work[rule]);
            match &problem.rules[rule] {
                Rule::Clause(parts) => clause(&mut state, parts)?,
                Rule::Group { exactly, parts } => group(&mut state, *exactly, parts)?,
                Rule::Relation { a, b, forward, backward } => {
                    relation(&mut state, *a, *b, forward, backward)?;
                }
                Rule::Permutation { vars, all } => permutation(&mut state, vars, *all)?,
                Rule::Cage { vars, sets } => cage::by_sets(&mut state, vars, sets)?,
                Rule::LargeCage { vars, sets } => cage::exactly(&mut state, vars, sets)?,
                Rule::Sum { terms, low, high } => sum::propagate(&mut state, terms, *low, *high)?,
                Rule::Cliques { cliques, low, high } => sum::by_cliques(&mut state, cliques, *low, *high)?,
                Rule::Automaton(unrolled) => self.reach.propagate(&mut state, unrolled)?,
                Rule::Intersection { inside, rest } => intersection(&mut state, inside, rest)?,
            }
        }
    }
}

fn clause(state: &mut State<'_, '_>, parts: &[(u32, u64)]) -> Result<(), Failure> {
    let mut open = None;
    for &(var, mask) in parts {
        let live = state.masks[var as usize];
        if live & !mask == 0 {
            return Ok(());
        }
        if live & mask != 0 && open.replace((var, mask)).is_some() {
            return Ok(());
        }
    }
    let (var, mask) = open.ok_or(Failure)?;
    state.keep(var, mask)
}

fn group(state: &mut State<'_, '_>, exactly: bool, parts: &[(u32, u64)]) -> Result<(), Failure> {
    let taken = parts.iter().find(|&&(var, mask)| state.masks[var as usize] & !mask == 0);
    if let Some(&(taken, _)) = taken {
        return parts
            .iter()
            .filter(|part| part.0 != taken)
            .try_for_each(|&(var, mask)| state.keep(var, !mask));
    }
    if exactly {
        let mut open = parts.iter().filter(|&&(var, mask)| state.masks[var as usize] & mask != 0);
        let &(var, mask) = open.next().ok_or(Failure)?;
        if open.next().is_none() {
            state.keep(var, mask)?;
        }
    }
    Ok(())
}

fn relation(
    state: &mut State<'_, '_>,
    a: u32,
    b: u32,
    forward: &[u64],
    backward: &[u64],
) -> Result<(), Failure> {
    let image = |mut mask: u64, table: &[u64]| {
        let mut image = 0;
        while mask != 0 {
            image |= table[mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        image
    };
    state.keep(b, image(state.masks[a as usize], forward))?;
    state.keep(a, image(state.masks[b as usize], backward))
}

/// Each value has a place, and a value with one place takes it.
fn permutation(state: &mut State<'_, '_>, vars: &[u32], all: u64) -> Result<(), Failure> {
    let (mut once, mut twice, mut taken) = (0u64, 0u64, 0u64);
    for &var in vars {
        let mask = state.masks[var as usize];
        twice |= once & mask;
        once |= mask;
        taken |= mask & u64::from(mask & mask.wrapping_sub(1) == 0).wrapping_neg();
    }
    if all & !once != 0 {
        return Err(Failure);
    }
    let mut hidden = once & !twice & !taken & all;
    if hidden == 0 {
        return Ok(());
    }
    for &var in vars {
        let here = state.masks[var as usize] & hidden;
        if here != 0 {
            if here & (here - 1) != 0 {
                return Err(Failure);
            }
            hidden &= !here;
            state.keep(var, here)?;
        }
    }
    Ok(())
}

/// A value whose places in one house all lie in the other is out of the rest of the other.
fn intersection(state: &mut State<'_, '_>, inside: &[u32], rest: &[Vec<u32>; 2]) -> Result<(), Failure> {
    let union = |vars: &[u32]| vars.iter().fold(0, |union, &var| union | state.masks[var as usize]);
    let (inner, first, second) = (union(inside), union(&rest[0]), union(&rest[1]));
    let (from_second, from_first) = (inner & !first & second, inner & !second & first);
    if from_second != 0 {
        rest[1].iter().try_for_each(|&var| state.keep(var, !from_second))?;
    }
    if from_first != 0 {
        rest[0].iter().try_for_each(|&var| state.keep(var, !from_first))?;
    }
    Ok(())
}
