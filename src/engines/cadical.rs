//! CaDiCaL, by the `cadical` crate: built with the cargo feature of the same name alone, since it is C++.

use std::fmt;
use std::ops::ControlFlow;

use cadical::{Callbacks, Solver};

use super::{Cores, Engine, Limits, Queries, Reply, Run, SatEngine, Stop, Watch, enumerate};
use crate::cnf::{Cnf, Lit, Sink};

/// Looks at the clock every so many times it is asked whether to stop.
const INTERVAL: u64 = 16;

/// Clause learning by CaDiCaL. A step is a learnt clause.
///
/// Answers are complete assignments, one for each assignment of the projected variables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cadical;

impl Engine for Cadical {
    type Problem = Cnf;
    type Answer = [bool];

    fn name(&self) -> &'static str {
        "cadical"
    }

    fn run(&self, cnf: &Cnf, limits: &Limits, visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>) -> Run {
        enumerate(&mut CadicalQueries::new(cnf), &cnf.projection, limits, visit)
    }
}

impl SatEngine for Cadical {
    fn queries(&self, cnf: &Cnf) -> Box<dyn Queries> {
        Box::new(CadicalQueries::new(cnf))
    }
}

/// One CNF that is asked question after question: what was learnt stays. Steps are those of [`Cadical`].
pub struct CadicalQueries {
    solver: Solver<Watching>,
    var_count: usize,
    steps: u64,
    core: Vec<Lit>,
}

impl fmt::Debug for CadicalQueries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CadicalQueries").field("var_count", &self.var_count).finish_non_exhaustive()
    }
}

impl CadicalQueries {
    /// Loads a CNF.
    pub fn new(cnf: &Cnf) -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Watching::default()));
        solver.reserve(cnf.var_count() as i32);
        let mut queries = Self { solver, var_count: cnf.var_count(), steps: 0, core: Vec::new() };
        cnf.clauses().for_each(|clause| queries.add_clause(clause));
        queries
    }

    fn watch<T>(&mut self, look: impl FnOnce(&mut Watch) -> T) -> Option<T> {
        self.solver.get_callbacks().map(|callbacks| look(&mut callbacks.0))
    }
}

impl Sink for CadicalQueries {
    fn new_lit(&mut self) -> Lit {
        self.var_count += 1;
        self.solver.reserve(self.var_count as i32);
        Lit::of(self.var_count - 1, true)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
    }
}

impl Queries for CadicalQueries {
    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply<Vec<bool>> {
        self.core.clear();
        if let Some(stop) = self.watch(|watch| watch.begin(limits)).flatten() {
            return Reply::Stopped(stop);
        }
        // CaDiCaL looks at the callback now and then only, and at its own limit after each conflict. A conflict learns a clause.
        let most = limits.steps.map_or(-1, |steps| i32::try_from(steps).unwrap_or(i32::MAX));
        // It knows this limit, so that this does not fail.
        let _ = self.solver.set_limit("conflicts", most);
        let status = self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs()));
        self.steps = self.watch(|watch| watch.steps()).unwrap_or(self.steps);
        match status {
            Some(true) => {
                let value = |var| self.solver.value(Lit::of(var, true).dimacs()) == Some(true);
                Reply::Found((0..self.var_count).map(value).collect())
            }
            Some(false) => {
                let failed = assumptions.iter().filter(|lit| self.solver.failed(lit.dimacs()));
                self.core.extend(failed);
                Reply::None
            }
            None => Reply::Stopped(self.watch(|watch| watch.stop()).flatten().unwrap_or(Stop::Steps)),
        }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn resumes(&self) -> bool {
        true
    }
}

impl Cores for CadicalQueries {
    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }
}

#[derive(Default)]
struct Watching(Watch);

impl Callbacks for Watching {
    fn terminate(&mut self) -> bool {
        self.0.look(INTERVAL)
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _clause: &[i32]) {
        self.0.step();
    }
}
