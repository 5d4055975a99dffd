//! The `batsat` crate: MiniSat's clause learning in Rust.
//!
//! A stop is asked for by a callback, and the solver goes on with the next question as if nothing had been. The sign of the
//! crate's literals is the other way round than MiniSat's: `true` is the variable itself.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::{Cores, Engine, Limits, Queries, Reply, Run, SatEngine, Stop, Watch, enumerate};
use crate::cnf::{Cnf, Lit, Sink};

/// Looks at the clock every so many decisions and conflicts.
const INTERVAL: u64 = 256;

/// Clause learning by the `batsat` crate. A step is a learnt clause.
///
/// Answers are complete assignments, one for each assignment of the projected variables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batsat;

impl Engine for Batsat {
    type Problem = Cnf;
    type Answer = [bool];

    fn name(&self) -> &'static str {
        "batsat"
    }

    fn run(&self, cnf: &Cnf, limits: &Limits, visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>) -> Run {
        enumerate(&mut BatsatQueries::new(cnf), &cnf.projection, limits, visit)
    }
}

impl SatEngine for Batsat {
    fn queries(&self, cnf: &Cnf) -> Box<dyn Queries> {
        Box::new(BatsatQueries::new(cnf))
    }
}

/// One CNF that is asked question after question: what was learnt stays. Steps are those of [`Batsat`].
pub struct BatsatQueries {
    solver: Solver<Watching>,
    /// The crate's variables, in the order they were made.
    vars: Vec<Var>,
    core: Vec<Lit>,
}

impl fmt::Debug for BatsatQueries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatsatQueries").field("watch", &self.solver.cb().0).finish_non_exhaustive()
    }
}

impl BatsatQueries {
    /// Loads a CNF.
    pub fn new(cnf: &Cnf) -> Self {
        let solver = Solver::new(SolverOpts::default(), Watching::default());
        let mut queries = Self { solver, vars: Vec::new(), core: Vec::new() };
        for _ in 0..cnf.var_count() {
            queries.new_lit();
        }
        cnf.clauses().for_each(|clause| queries.add_clause(clause));
        queries
    }

    fn convert(&self, lits: &[Lit]) -> Vec<batsat::Lit> {
        lits.iter().map(|lit| batsat::Lit::new(self.vars[lit.var_index()], lit.is_positive())).collect()
    }

    /// The assignment that was found, unset variables false.
    fn values(&self) -> Vec<bool> {
        self.solver.get_model().iter().map(|&value| value == lbool::TRUE).collect()
    }
}

impl Sink for BatsatQueries {
    fn new_lit(&mut self) -> Lit {
        self.vars.push(self.solver.new_var_default());
        Lit::of(self.vars.len() - 1, true)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        // It says whether the clauses can still hold; the next question says so too.
        let mut clause = self.convert(clause);
        let _ = self.solver.add_clause_reuse(&mut clause);
    }
}

impl Queries for BatsatQueries {
    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply<Vec<bool>> {
        self.core.clear();
        if let Some(stop) = self.solver.cb().0.borrow_mut().begin(limits) {
            return Reply::Stopped(stop);
        }
        let assumptions = self.convert(assumptions);
        let status = self.solver.solve_limited(&assumptions);
        if status == lbool::TRUE {
            Reply::Found(self.values())
        } else if status == lbool::FALSE {
            // The crate gives the clause that is learnt: the core's literals negated.
            let core = self.solver.unsat_core().iter();
            self.core.extend(core.map(|lit| Lit::of(lit.var().idx() as usize, !lit.sign())));
            Reply::None
        } else {
            Reply::Stopped(self.solver.cb().0.borrow().stop().unwrap_or(Stop::Cancelled))
        }
    }

    fn steps(&self) -> u64 {
        self.solver.cb().0.borrow().steps()
    }

    fn resumes(&self) -> bool {
        true
    }
}

impl Cores for BatsatQueries {
    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }
}

/// The callbacks. The crate asks whether to stop through a shared reference.
#[derive(Default)]
struct Watching(RefCell<Watch>);

impl Callbacks for Watching {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.0.get_mut().step();
        }
    }

    fn stop(&self) -> bool {
        self.0.borrow_mut().look(INTERVAL)
    }
}
