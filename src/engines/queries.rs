//! One CNF asked question after question, whichever SAT solver is behind it.
//!
//! [`Queries`] is what every solver can do. What only some can do is known before anything is asked: a solver that names
//! the assumptions at fault is [`Cores`], and [`Queries::resumes`] tells whether it goes on after a limit.

use std::fmt;
use std::ops::ControlFlow;

use super::{End, Engine, Limits, Patience, Reply, Run, Stats, Stop};
use crate::cnf::{Cnf, Lit, Projection, Sink};

/// An engine that runs a CNF: it enumerates, and answers questions.
pub trait SatEngine: Engine<Problem = Cnf, Answer = [bool]> + Send + Sync {
    /// Loads a CNF for questions.
    fn queries(&self, cnf: &Cnf) -> Box<dyn Queries>;
}

/// A CNF that is asked whether there is an assignment; clauses and variables are added between the questions.
///
/// ```
/// use exactly::cnf::{Cnf, Sink};
/// use exactly::engines::{BatsatQueries, Cores, Limits, Queries, Reply};
///
/// let mut cnf = Cnf::new();
/// let [a, b, c] = [(); 3].map(|()| cnf.new_lit());
/// cnf.add_clause(&[!a, b]);
/// let mut queries = BatsatQueries::new(&cnf);
/// assert_eq!(queries.ask(&[a], &Limits::default()).map(|values| values[b.var_index()]), Reply::Found(true));
/// assert_eq!(queries.ask(&[a, !b, c], &Limits::default()), Reply::None);
/// assert!(!queries.core().contains(&c));
/// queries.add_clause(&[!b]);
/// assert_eq!(queries.ask(&[a], &Limits::default()), Reply::None);
/// ```
pub trait Queries: Sink + fmt::Debug {
    /// Looks for an assignment, by 0-based variable, in which these literals hold. The limits are those of this question
    /// alone.
    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply<Vec<bool>>;

    /// Steps over all questions, as the engine counts them.
    fn steps(&self) -> u64;

    /// Whether it takes further questions after one that a limit has stopped. One that does not gives the same reason to
    /// all questions to come.
    fn resumes(&self) -> bool;
}

/// A solver that says which assumptions leave no assignment.
pub trait Cores: Queries {
    /// After [`Reply::None`] those of the assumptions that cannot hold together, none where the clauses alone have no
    /// assignment; the set need not be a least one. Empty after any other reply. To be asked for before anything is added.
    fn core(&mut self) -> Vec<Lit>;
}

/// Asks and blocks until there is nothing left; one answer for each assignment of the projected variables.
pub(super) fn enumerate(
    queries: &mut dyn Queries,
    projection: &Projection,
    limits: &Limits,
    visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
) -> Run {
    let start = queries.steps();
    let mut answers = 0;
    let end = loop {
        let values = match queries.ask(&[], &rest(limits, queries.steps() - start, answers)) {
            Reply::Found(values) => values,
            Reply::None => break End::Exhausted,
            Reply::Stopped(stop) => break End::Stopped(stop),
        };
        answers += 1;
        if visit(&values).is_break() {
            break End::Stopped(Stop::Solutions);
        }
        let block = projection.blocking_clause(&values);
        if block.is_empty() {
            break End::Exhausted;
        }
        queries.add_clause(&block);
    };
    Run { end, stats: Stats { steps: queries.steps() - start, answers } }
}

/// What is left of the limits after so many steps and answers, for a question that has none yet.
fn rest(limits: &Limits, steps: u64, answers: u64) -> Limits {
    let patience = limits.patience.filter(|patience| answers < patience.answers);
    Limits {
        steps: limits.steps.map(|most| most.saturating_sub(steps)),
        patience: patience.map(|patience| Patience {
            work: patience.work.saturating_sub(steps),
            answers: patience.answers - answers,
        }),
        ..limits.clone()
    }
}

/// The limits of one question while a solver runs, for its callbacks: steps are counted, and the first reason to stop stays.
#[derive(Debug, Default)]
pub(super) struct Watch {
    limits: Limits,
    steps: u64,
    /// Steps before the question.
    before: u64,
    /// How often it was asked whether to stop.
    looks: u64,
    stop: Option<Stop>,
}

impl Watch {
    /// A question begins; says whether it is over before it has begun.
    pub(super) fn begin(&mut self, limits: &Limits) -> Option<Stop> {
        self.limits = limits.clone();
        (self.before, self.stop) = (self.steps, None);
        limits.reached(0, 0, 0)
    }

    /// One step more.
    pub(super) fn step(&mut self) {
        self.steps += 1;
    }

    /// Steps over all questions.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// What stopped the question.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Whether the question has to stop; looks at the clock every `interval` calls.
    pub(super) fn look(&mut self, interval: u64) -> bool {
        if self.stop.is_none() {
            self.looks += 1;
            let steps = self.steps - self.before;
            self.stop = self.limits.reached(steps, steps, 0);
            if self.stop.is_none() && self.looks.is_multiple_of(interval) {
                self.stop = self.limits.out_of_time();
            }
        }
        self.stop.is_some()
    }
}
