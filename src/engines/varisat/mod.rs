//! The `varisat` crate: a CDCL solver, made interruptible.
//!
//! The crate has no interruption of its own. It writes its proof while it runs, so a proof writer that fails ends a run
//! soon after the time is up or the switch is off. The length of the proof also measures the work: it is the same in
//! every run of the same input.

mod proof;

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;

use varisat::{ExtendFormula, ProofFormat, Solver, Var, solver::SolverError};

pub use proof::refute;

use super::{Cores, Engine, Limits, Queries, Reply, Run, SatEngine, Stop, enumerate};
use crate::cnf::{Cnf, Lit, Sink};

/// Clause learning by the `varisat` crate. A step is a kibibyte of proof, some ten learnt clauses.
///
/// Answers are complete assignments, one for each assignment of the projected variables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Varisat;

impl Engine for Varisat {
    type Problem = Cnf;
    type Answer = [bool];

    fn name(&self) -> &'static str {
        "varisat"
    }

    fn run(&self, cnf: &Cnf, limits: &Limits, visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>) -> Run {
        enumerate(&mut VarisatQueries::new(cnf), &cnf.projection, limits, visit)
    }
}

impl SatEngine for Varisat {
    fn queries(&self, cnf: &Cnf) -> Box<dyn Queries> {
        Box::new(VarisatQueries::new(cnf))
    }
}

/// Puts the clauses in, with a proof that is watched.
fn fill(solver: &mut Solver<'_>, cnf: &Cnf, watch: &Arc<Mutex<Watch>>) {
    solver.write_proof(Gauge { watch: Arc::clone(watch), bytes: 0 }, ProofFormat::Varisat);
    for _ in 0..cnf.var_count() {
        let _: Var = solver.new_var();
    }
    for clause in cnf.clauses() {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(convert).collect();
        solver.add_clause(&clause);
    }
}

/// The assignment that was found, unset variables false.
fn values(solver: &Solver<'_>, var_count: usize) -> Vec<bool> {
    let mut values = vec![false; var_count];
    for lit in solver.model().unwrap_or_default() {
        values[lit.var().index()] = lit.is_positive();
    }
    values
}

/// The crate numbers its variables from 0, in the order they were made.
fn convert(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_var(Var::from_index(lit.var_index()), lit.is_positive())
}

/// One CNF that is asked question after question: what was learnt stays. Steps are those of [`Varisat`].
///
/// The crate cannot go on after a limit has stopped it.
pub struct VarisatQueries {
    solver: Solver<'static>,
    watch: Arc<Mutex<Watch>>,
    var_count: usize,
    /// The assumptions that were refuted last, while nobody has asked for the core.
    refuted: Option<Vec<varisat::Lit>>,
    core: Vec<Lit>,
    stopped: Option<Stop>,
}

impl fmt::Debug for VarisatQueries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VarisatQueries").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl VarisatQueries {
    /// Loads a CNF.
    pub fn new(cnf: &Cnf) -> Self {
        let watch = Arc::default();
        let mut solver = Solver::new();
        fill(&mut solver, cnf, &watch);
        Self { solver, watch, var_count: cnf.var_count(), refuted: None, core: Vec::new(), stopped: None }
    }

    /// The crate's core of these assumptions, or all of them where it does not hold.
    fn confirmed(&mut self, refuted: Vec<varisat::Lit>) -> Vec<Lit> {
        let mut core = self.solver.failed_core().unwrap_or_default().to_vec();
        if !core.is_empty() && core.len() < refuted.len() {
            lock(&self.watch).again();
            self.solver.assume(&core);
            let confirmed = self.solver.solve();
            if let Err(error) = &confirmed {
                self.stopped = Some(stop_of(error, &self.watch));
            }
            if !matches!(confirmed, Ok(false)) {
                core = refuted;
            }
        }
        core.into_iter().map(|lit| Lit::of(lit.var().index(), lit.is_positive())).collect()
    }
}

impl Sink for VarisatQueries {
    fn new_lit(&mut self) -> Lit {
        if self.stopped.is_none() {
            let _: Var = self.solver.new_var();
        }
        self.var_count += 1;
        Lit::of(self.var_count - 1, true)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.stopped.is_none() {
            let clause: Vec<varisat::Lit> = clause.iter().copied().map(convert).collect();
            self.solver.add_clause(&clause);
        }
    }
}

impl Queries for VarisatQueries {
    fn ask(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply<Vec<bool>> {
        self.refuted = None;
        self.core.clear();
        if let Some(stop) = self.stopped.or_else(|| limits.reached(0, 0, 0)) {
            return Reply::Stopped(stop);
        }
        lock(&self.watch).begin(limits);
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(convert).collect();
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(false) => {
                self.refuted = Some(assumptions);
                Reply::None
            }
            Ok(true) => Reply::Found(values(&self.solver, self.var_count)),
            Err(error) => {
                let stop = stop_of(&error, &self.watch);
                self.stopped = Some(stop);
                Reply::Stopped(stop)
            }
        }
    }

    fn steps(&self) -> u64 {
        lock(&self.watch).steps
    }

    fn resumes(&self) -> bool {
        false
    }
}

impl Cores for VarisatQueries {
    /// The crate's own core is, once in some ten thousand refutations, too small. So it is refuted once more, within the
    /// limits of the question; where that fails, the core is all assumptions.
    fn core(&mut self) -> Vec<Lit> {
        if let Some(refuted) = self.refuted.take() {
            self.core = self.confirmed(refuted);
        }
        self.core.clone()
    }
}

/// The reason of an interruption; a proof that fails for any other reason cannot happen, since nothing is written.
fn stop_of(error: &SolverError, watch: &Mutex<Watch>) -> Stop {
    debug_assert!(matches!(error, SolverError::ProofIoError { .. }));
    lock(watch).stop.unwrap_or(Stop::Cancelled)
}

/// The limits of the question that runs, and the steps over all of them.
#[derive(Default)]
struct Watch {
    limits: Limits,
    steps: u64,
    /// Steps before the question.
    before: u64,
    stop: Option<Stop>,
}

impl Watch {
    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.again();
    }

    /// Another question with the same limits.
    fn again(&mut self) {
        self.before = self.steps;
    }
}

fn lock(watch: &Mutex<Watch>) -> std::sync::MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A proof that is measured and thrown away, and fails when a limit is reached.
struct Gauge {
    watch: Arc<Mutex<Watch>>,
    bytes: u64,
}

impl Write for Gauge {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        let mut watch = lock(&self.watch);
        watch.steps = self.bytes / 1024;
        let steps = watch.steps - watch.before;
        watch.stop = watch.limits.reached(steps, steps, 0).or_else(|| watch.limits.out_of_time());
        match watch.stop {
            Some(stop) => Err(io::Error::other(stop.to_string())),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
