//! The `varisat` crate: a CDCL solver, made interruptible.
//!
//! The crate has no interruption of its own. It writes its proof while it runs, so a proof writer that fails ends a run
//! soon after the time is up or the switch is off. The length of the proof also measures the work: it is the same in
//! every run of the same input.

mod proof;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;

use varisat::{ExtendFormula, ProofFormat, Solver, Var, solver::SolverError};

pub use proof::refute;

use super::{End, Engine, Limits, Reply, Run, Stats, Stop};
use crate::cnf::{Cnf, Lit, Projection};

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
        let (mut solver, watch) = load(cnf, limits);
        let end = enumerate(&mut solver, cnf, &watch, visit);
        let stats = lock(&watch).stats;
        Run { end, stats }
    }
}

/// A solver that holds the clauses, and what watches it.
fn load(cnf: &Cnf, limits: &Limits) -> (Solver<'static>, Arc<Mutex<Watch>>) {
    let watch = watched(limits);
    let mut solver = Solver::new();
    fill(&mut solver, cnf, &watch);
    (solver, watch)
}

fn watched(limits: &Limits) -> Arc<Mutex<Watch>> {
    Arc::new(Mutex::new(Watch { limits: limits.clone(), stats: Stats::default(), stop: None }))
}

/// Puts the clauses in, with a proof that watches the limits.
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
pub struct VarisatQueries {
    solver: Solver<'static>,
    watch: Arc<Mutex<Watch>>,
    var_count: usize,
    /// Why it stopped: the crate cannot go on after that.
    stopped: Option<Stop>,
}

impl std::fmt::Debug for VarisatQueries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VarisatQueries").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl VarisatQueries {
    /// Loads a CNF; the limits hold for all questions together.
    pub fn new(cnf: &Cnf, limits: &Limits) -> Self {
        let (solver, watch) = load(cnf, limits);
        Self { solver, watch, var_count: cnf.var_count(), stopped: None }
    }

    /// Steps over all questions.
    pub fn steps(&self) -> u64 {
        lock(&self.watch).stats.steps
    }

    /// Adds a clause for all questions to come.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        if self.stopped.is_some() {
            return;
        }
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(convert).collect();
        self.solver.add_clause(&clause);
    }

    /// Looks for an assignment in which these literals hold. Once stopped, it stays so.
    pub fn ask(&mut self, assumptions: &[Lit]) -> Reply<Vec<bool>> {
        let stopped = self.stopped.or_else(|| lock(&self.watch).limits.out_of_time());
        if let Some(stop) = stopped {
            return Reply::Stopped(stop);
        }
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(convert).collect();
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(false) => Reply::None,
            Ok(true) => Reply::Found(values(&self.solver, self.var_count)),
            Err(error) => {
                let stop = stop_of(&error, &self.watch);
                self.stopped = Some(stop);
                Reply::Stopped(stop)
            }
        }
    }
}

/// Solves and blocks until there is nothing left.
fn enumerate(
    solver: &mut Solver<'_>,
    cnf: &Cnf,
    watch: &Mutex<Watch>,
    visit: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
) -> End {
    let mut values = vec![false; cnf.var_count()];
    loop {
        if let Some(stop) = lock(watch).limits.out_of_time() {
            return End::Stopped(stop);
        }
        match solver.solve() {
            Ok(false) => return End::Exhausted,
            Ok(true) => {}
            Err(error) => return End::Stopped(stop_of(&error, watch)),
        }
        values.fill(false);
        for lit in solver.model().unwrap_or_default() {
            values[lit.var().index()] = lit.is_positive();
        }
        lock(watch).stats.answers += 1;
        if visit(&values).is_break() {
            return End::Stopped(Stop::Solutions);
        }
        let block = blocking_clause(&cnf.projection, &values);
        if block.is_empty() {
            return End::Exhausted;
        }
        solver.add_clause(&block);
    }
}

/// The reason of an interruption; a proof that fails for any other reason cannot happen, since nothing is written.
fn stop_of(error: &SolverError, watch: &Mutex<Watch>) -> Stop {
    debug_assert!(matches!(error, SolverError::ProofIoError { .. }));
    lock(watch).stop.unwrap_or(Stop::Cancelled)
}

/// The clause that excludes these values of the projected variables.
fn blocking_clause(projection: &Projection, values: &[bool]) -> Vec<varisat::Lit> {
    let differs = |&var: &usize| varisat::Lit::from_var(Var::from_index(var), !values[var]);
    match projection {
        Projection::All => (0..values.len()).map(|var| differs(&var)).collect(),
        Projection::Shown(vars) => vars.iter().map(differs).collect(),
        Projection::OneHot(vars) => vars.iter().filter(|&&var| values[var]).map(differs).collect(),
    }
}

struct Watch {
    limits: Limits,
    stats: Stats,
    stop: Option<Stop>,
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
        watch.stats.steps = self.bytes / 1024;
        let stop = watch.limits.reached(watch.stats.steps, watch.stats.steps, watch.stats.answers);
        watch.stop = stop.or_else(|| watch.limits.out_of_time());
        match watch.stop {
            Some(stop) => Err(io::Error::other(stop.to_string())),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
