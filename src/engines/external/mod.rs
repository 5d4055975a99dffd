//! SAT solvers outside this program, each run as a process of its own.
//!
//! Nothing that such a solver says is taken on trust: an assignment is held against the clauses, and "unsatisfiable" counts
//! only with a status line, an exit code that goes with it, and a problem that was read to its end. All else is no answer,
//! and the reason is kept for the user. Solutions are enumerated by blocking clauses, one process each.

mod command;
mod group;
mod process;
mod verdict;

use std::ops::ControlFlow;

pub use command::{CommandError, External};

use super::{Engine, Limits, Queries, Reason, Reply, Run, SatEngine, Stop, enumerate};
use crate::cnf::{Cnf, Lit, Projection, Sink};
use process::Ended;

impl Engine for External {
    type Problem = Cnf;
    type Answer = [bool];

    fn name(&self) -> &'static str {
        External::name(*self)
    }

    fn run(&self, cnf: &Cnf, limits: &Limits, visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>) -> Run {
        enumerate(&mut ExternalQueries::new(*self, cnf), &cnf.projection, limits, visit)
    }
}

impl SatEngine for External {
    fn queries(&self, cnf: &Cnf) -> Box<dyn Queries> {
        Box::new(ExternalQueries::new(*self, cnf))
    }
}

/// A CNF that is written anew for each question, its assumptions as clauses. A step is a run of the solver.
#[derive(Debug)]
pub struct ExternalQueries {
    solver: External,
    cnf: Cnf,
    runs: u64,
}

impl ExternalQueries {
    /// Takes a CNF; the solver is not started before the first question.
    pub fn new(solver: External, cnf: &Cnf) -> Self {
        let mut cnf = cnf.clone();
        cnf.projection = Projection::All;
        Self { solver, cnf, runs: 0 }
    }
}

impl Sink for ExternalQueries {
    fn new_lit(&mut self) -> Lit {
        self.cnf.new_lit()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause);
    }
}

impl Queries for ExternalQueries {
    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply<Vec<bool>> {
        if let Some(stop) = limits.reached(0, 0, 0) {
            return Reply::Stopped(stop);
        }
        self.runs += 1;
        if assumptions.is_empty() {
            return answer(self.solver, &self.cnf, limits);
        }
        let mut cnf = self.cnf.clone();
        for &lit in assumptions {
            cnf.add_clause(&[lit]);
        }
        answer(self.solver, &cnf, limits)
    }

    fn steps(&self) -> u64 {
        self.runs
    }

    fn resumes(&self) -> bool {
        true
    }
}

/// Runs the solver once.
fn answer(solver: External, cnf: &Cnf, limits: &Limits) -> Reply<Vec<bool>> {
    let failed = |reason: &dyn std::fmt::Display| {
        Reply::Stopped(Stop::Failed(Reason::new(&format!("{}: {reason}", solver.program()))))
    };
    match process::run(solver, cnf, limits) {
        Err(failure) => failed(&failure),
        Ok(Ended::Stopped(stop)) => Reply::Stopped(stop),
        Ok(Ended::Alone(output)) => match verdict::of(&output, cnf) {
            Ok(Some(values)) => Reply::Found(values),
            Ok(None) => Reply::None,
            Err(doubt) => failed(&format!("{doubt}{}", output.said())),
        },
    }
}
