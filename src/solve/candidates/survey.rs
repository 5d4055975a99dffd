//! What is known so far, and what to ask next.

use std::time::Duration;

use super::{Candidates, Outcome, Problem, Progress, Verdict};
use crate::engines::End;
use crate::model::Solution;
use crate::primitives::{Choice, IntVar, Live, Variables};

/// The verdicts of a survey that runs.
pub(super) struct Survey<'m> {
    variables: &'m Variables,
    verdicts: Vec<Verdict>,
    witnesses: Vec<Option<u32>>,
    solutions: Vec<Solution>,
    /// The choices that are not struck.
    live: Live,
    /// For each variable the number of its choices that are not known.
    unknown: Vec<u32>,
    /// Choices that have to wait for the next round, and their number by variable.
    put_off: Vec<bool>,
    waiting: Vec<u32>,
    known: usize,
    total: usize,
}

impl<'m> Survey<'m> {
    /// The presolve has struck the first choices.
    pub(super) fn new(problem: &Problem<'m>) -> Self {
        let variables = &problem.model.primitives().variables;
        let stated = variables.iter().filter(|&var| !variables.is_auxiliary(var));
        let unknown = |var| if variables.is_auxiliary(var) { 0 } else { variables.domain(var).len() as u32 };
        let mut survey = Self {
            variables,
            verdicts: vec![Verdict::Unknown; variables.choice_count()],
            witnesses: vec![None; variables.choice_count()],
            solutions: Vec::new(),
            live: Live::all(variables),
            unknown: variables.iter().map(unknown).collect(),
            put_off: vec![false; variables.choice_count()],
            waiting: vec![0; variables.count()],
            known: 0,
            total: stated.map(|var| variables.domain(var).len()).sum(),
        };
        let presolved = problem.presolved();
        survey.strike_where(|choice| presolved.impossible || !presolved.live.is_live(choice));
        survey
    }

    pub(super) fn progress(&self) -> Progress {
        Progress { known: self.known, total: self.total, solutions: self.solutions.len() }
    }

    pub(super) fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// The choices that are not struck.
    pub(super) fn live(&self) -> &Live {
        &self.live
    }

    pub(super) fn is_done(&self) -> bool {
        self.known == self.total
    }

    /// A solution that was checked: what it takes is possible.
    pub(super) fn show(&mut self, solution: Solution) {
        for var in self.variables.iter() {
            let Some(choice) = self.variables.choice(var, solution.value(var)) else { continue };
            if self.verdicts[choice.index()] == Verdict::Unknown {
                self.witnesses[choice.index()] = Some(self.solutions.len() as u32);
                self.know(choice, Verdict::Possible);
            }
        }
        self.solutions.push(solution);
    }

    /// A choice that is in no solution.
    pub(super) fn strike(&mut self, choice: Choice) {
        if self.verdicts[choice.index()] == Verdict::Unknown {
            self.live.kill(self.variables, choice);
            self.know(choice, Verdict::Impossible);
        }
    }

    /// Strikes the unknown choices for which this holds.
    pub(super) fn strike_where(&mut self, is_out: impl Fn(Choice) -> bool) {
        for index in 0..self.verdicts.len() {
            let choice = Choice::from_index(index);
            if self.verdicts[index] == Verdict::Unknown && is_out(choice) {
                self.strike(choice);
            }
        }
    }

    /// Every solution was seen.
    pub(super) fn strike_rest(&mut self) {
        self.strike_where(|_| true);
    }

    fn know(&mut self, choice: Choice, verdict: Verdict) {
        self.verdicts[choice.index()] = verdict;
        let var = self.variables.owner(choice);
        if self.variables.is_auxiliary(var) {
            return;
        }
        self.unknown[var.index()] -= 1;
        self.known += 1;
        if std::mem::take(&mut self.put_off[choice.index()]) {
            self.waiting[var.index()] -= 1;
        }
    }

    /// Nothing is put off any more.
    pub(super) fn begin_round(&mut self) {
        self.put_off.fill(false);
        self.waiting.fill(0);
    }

    /// A choice that takes too long has to wait for the next round.
    pub(super) fn put_off(&mut self, choice: Choice) {
        self.put_off[choice.index()] = true;
        self.waiting[self.variables.owner(choice).index()] += 1;
    }

    /// An unknown choice that was not put off, in the variable with the fewest values left.
    pub(super) fn next_question(&self) -> Option<Choice> {
        let open = |var: &IntVar| self.unknown[var.index()] > self.waiting[var.index()];
        let var = self.variables.iter().filter(open).min_by_key(|&var| self.live.count(var))?;
        let asked = |choice: &Choice| {
            self.verdicts[choice.index()] == Verdict::Unknown && !self.put_off[choice.index()]
        };
        self.variables.choices(var).find(asked)
    }

    pub(super) fn finish(self, end: End, questions: u64, steps: u64, time: Duration) -> Candidates {
        let outcome = match end {
            _ if !self.solutions.is_empty() => Outcome::Solutions { end },
            End::Exhausted => Outcome::None,
            End::Stopped(stop) => Outcome::Unknown(stop),
        };
        let stated = self.variables.iter().filter(|&var| !self.variables.is_auxiliary(var));
        Candidates {
            asked: stated.flat_map(|var| self.variables.choices(var)).collect(),
            verdicts: self.verdicts,
            witnesses: self.witnesses,
            solutions: self.solutions,
            outcome,
            questions,
            steps,
            time,
        }
    }
}
