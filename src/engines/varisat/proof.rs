//! Refutations with a proof: what the crate's own checker has checked, written as LRAT.

use std::io::{self, Write};

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{Lit, Solver};

use super::{fill, lock};
use crate::cnf::Cnf;
use crate::engines::{Limits, Reply, Stats};

/// Looks for an assignment, and writes an LRAT proof where there is none. Clauses are numbered from 1 in the order of the CNF;
/// each step of the proof has passed the crate's own checker before it is written.
///
/// # Errors
/// Whatever the writer fails with.
///
/// ```
/// use exactly::cnf::{Cnf, Sink};
/// use exactly::engines::{Limits, Reply, refute};
///
/// let mut cnf = Cnf::new();
/// let a = cnf.new_lit();
/// cnf.add_clause(&[a]);
/// cnf.add_clause(&[!a]);
/// let mut proof = Vec::new();
/// let (reply, _) = refute(&cnf, &Limits::default(), &mut proof)?;
/// assert_eq!(reply, Reply::None);
/// assert!(String::from_utf8_lossy(&proof).starts_with("3 0 "));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn refute(cnf: &Cnf, limits: &Limits, lrat: &mut dyn Write) -> io::Result<(Reply<Vec<bool>>, Stats)> {
    let mut writer =
        LratWriter { out: lrat, inputs: 0, ids: Vec::new(), last: cnf.clause_count() as u64, error: None };
    let watch = std::sync::Arc::default();
    lock(&watch).begin(limits);
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut writer);
    fill(&mut solver, cnf, &watch);
    let reply = match limits.out_of_time() {
        Some(stop) => Ok(Reply::Stopped(stop)),
        None => match (solver.solve(), lock(&watch).stop) {
            (Ok(false), _) => Ok(Reply::None),
            (Ok(true), _) => Ok(Reply::Found(super::values(&solver, cnf.var_count()))),
            (Err(_), Some(stop)) => Ok(Reply::Stopped(stop)),
            (Err(error), None) => Err(io::Error::other(error)),
        },
    };
    // A proof that fails to close has no more to say.
    let _ = solver.close_proof();
    drop(solver);
    let stats = Stats { steps: lock(&watch).steps, answers: 0 };
    match writer.error {
        Some(error) => Err(error),
        None => reply.map(|reply| (reply, stats)),
    }
}

/// Writes what was checked. Unlike the crate `varisat-lrat` it numbers clauses itself: the checker's numbers would not do where
/// something is learnt while clauses are still being added.
struct LratWriter<'w> {
    out: &'w mut dyn Write,
    /// Clauses of the CNF so far.
    inputs: u64,
    /// The number in the proof of each clause of the checker.
    ids: Vec<u64>,
    /// The last number used.
    last: u64,
    error: Option<io::Error>,
}

impl LratWriter<'_> {
    /// Notes the number of a checker's clause.
    fn number(&mut self, id: u64, number: u64) {
        let at = id as usize;
        if at >= self.ids.len() {
            self.ids.resize(at + 1, 0);
        }
        self.ids[at] = number;
    }

    fn input(&mut self, id: u64) {
        self.inputs += 1;
        self.number(id, self.inputs);
    }

    fn add(&mut self, id: u64, clause: &[Lit], hints: &[u64], data: CheckerData<'_, '_>) -> io::Result<()> {
        self.last += 1;
        self.number(id, self.last);
        write!(self.out, "{}", self.last)?;
        for lit in clause {
            let var = data.user_from_proof_var(lit.var()).unwrap_or(lit.var());
            write!(self.out, " {}", Lit::from_var(var, lit.is_positive()).to_dimacs())?;
        }
        write!(self.out, " 0")?;
        for &hint in hints {
            write!(self.out, " {}", self.ids[hint as usize])?;
        }
        writeln!(self.out, " 0")
    }

    fn delete(&mut self, id: u64) -> io::Result<()> {
        writeln!(self.out, "{} d {} 0", self.last, self.ids[id as usize])
    }
}

impl ProofProcessor for LratWriter<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        let written = match *step {
            CheckedProofStep::AddClause { id, .. }
            | CheckedProofStep::DuplicatedClause { id, .. }
            | CheckedProofStep::TautologicalClause { id, .. } => {
                self.input(id);
                Ok(())
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                self.add(id, clause, propagations, data)
            }
            CheckedProofStep::DeleteClause { id, .. }
            | CheckedProofStep::DeleteAtClause { id, keep_as_redundant: false, .. } => self.delete(id),
            // What stays longer than it has to does no harm.
            _ => Ok(()),
        };
        written.map_err(|error| {
            self.error = Some(io::Error::new(error.kind(), error.to_string()));
            error.into()
        })
    }
}
