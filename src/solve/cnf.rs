//! Runs a CNF of the user's own: a model, which is checked; a proof that there is none; a count.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::{EngineName, Outcome, Report, Request, SolveError};
use crate::cnf::{Cnf, Compact, Lit};
use crate::engines::{End, Engine, Limits, ModelCount, Reply, Run, SatEngine, Stats, Stop, Varisat, refute};

/// Up to so many variables a model names all of them, above only those that occur in a clause.
const MOST_NAMED: usize = 1 << 24;

/// Up to so many free variables a count is worked out: its digits have to be written.
const MOST_FREE: usize = 1 << 20;

/// What a SAT solver says of a CNF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SatAnswer {
    /// A model: a literal for each variable, ascending, without those in no clause where there are more than 2^24.
    pub reply: Reply<Vec<Lit>>,
    /// The figures of the run.
    pub report: Report,
}

/// The number of models of a CNF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelsCounted {
    /// The models found, or at least so many.
    pub count: BigUint,
    /// Whether that is all; `found` is the same number, 2^64 − 1 where it is larger.
    pub report: Report,
}

/// Looks for a model of a CNF; it was checked against every clause. `auto` stands for `varisat`.
///
/// # Errors
/// An engine that takes no CNF; a model that breaks a clause, which is a bug of the engine.
///
/// ```
/// use exactly::cnf::{Cnf, Lit, Sink};
/// use exactly::engines::{Limits, Reply};
///
/// let mut cnf = Cnf::with_vars(2);
/// let (a, b) = (Lit::from_dimacs(1), Lit::from_dimacs(2));
/// cnf.add_clause(&[a, b]);
/// cnf.add_clause(&[!a]);
/// let answer = exactly::solve::satisfy(&cnf, exactly::EngineName::Auto, &Limits::default())?;
/// assert_eq!(answer.reply, Reply::Found(vec![!a, b]));
/// # Ok::<(), exactly::SolveError>(())
/// ```
pub fn satisfy(cnf: &Cnf, engine: EngineName, limits: &Limits) -> Result<SatAnswer, SolveError> {
    let engine = solver(engine)?;
    let start = Instant::now();
    let compact = Compact::of(cnf);
    let setup = start.elapsed();
    let start = Instant::now();
    let mut queries = engine.queries(&compact.cnf);
    let reply = match queries.ask(&[], limits) {
        Reply::Found(values) => Reply::Found(named(cnf, &compact.vars, &values, engine.name())?),
        Reply::None => Reply::None,
        Reply::Stopped(stop) => Reply::Stopped(stop),
    };
    Ok(SatAnswer { report: report(engine.name(), &reply, queries.steps(), setup, start.elapsed()), reply })
}

/// The engine that takes a CNF of the user's own.
fn solver(engine: EngineName) -> Result<Box<dyn SatEngine>, SolveError> {
    match engine {
        EngineName::Auto => Ok(Box::new(Varisat)),
        engine => engine.sat().ok_or(SolveError::NotForCnf),
    }
}

/// Looks for a model like [`satisfy`], and writes an LRAT proof where there is none. Clauses are numbered from 1 in the order of
/// the CNF.
///
/// # Errors
/// Whatever the writer fails with; a model that breaks a clause is a [`SolveError`] in it. More than 2^24 variables.
pub fn satisfy_with_proof(cnf: &Cnf, limits: &Limits, lrat: &mut dyn Write) -> io::Result<SatAnswer> {
    if cnf.var_count() > MOST_NAMED {
        let message = format!(
            "a proof is written of CNFs with up to {MOST_NAMED} variables, and this header announces {}",
            cnf.var_count()
        );
        return Err(io::Error::other(message));
    }
    let start = Instant::now();
    let (reply, stats) = refute(cnf, limits, lrat)?;
    let vars: Vec<usize> = (0..cnf.var_count()).collect();
    let reply = match reply {
        Reply::Found(values) => {
            Reply::Found(named(cnf, &vars, &values, Varisat.name()).map_err(io::Error::other)?)
        }
        Reply::None => Reply::None,
        Reply::Stopped(stop) => Reply::Stopped(stop),
    };
    let report = report(Varisat.name(), &reply, stats.steps, Duration::ZERO, start.elapsed());
    Ok(SatAnswer { reply, report })
}

/// A model in literals, checked; `vars` are the variables that have a value, ascending, the others are false.
fn named(cnf: &Cnf, vars: &[usize], values: &[bool], engine: &'static str) -> Result<Vec<Lit>, SolveError> {
    let literal = |var: usize, value: bool| {
        let positive = Lit::from_dimacs(var as i32 + 1);
        if value { positive } else { !positive }
    };
    let value = |var: usize| vars.binary_search(&var).is_ok_and(|at| values[at]);
    let holds = |lit: &Lit| value(lit.var_index()) == lit.is_positive();
    if !cnf.clauses().all(|clause| clause.iter().any(holds)) {
        return Err(SolveError::WrongModel { engine });
    }
    if cnf.var_count() > MOST_NAMED {
        return Ok(vars.iter().zip(values).map(|(&var, &value)| literal(var, value)).collect());
    }
    Ok((0..cnf.var_count()).map(|var| literal(var, value(var))).collect())
}

fn report<T>(
    engine: &'static str,
    reply: &Reply<T>,
    steps: u64,
    setup_time: Duration,
    engine_time: Duration,
) -> Report {
    let (outcome, found) = match reply {
        Reply::Found(_) => (Outcome::Solutions { end: End::Stopped(Stop::Solutions) }, 1),
        Reply::None => (Outcome::None, 0),
        Reply::Stopped(stop) => (Outcome::Unknown(*stop), 0),
    };
    Report { outcome, found, engine, steps, engine_time, setup_time }
}

/// Counts the assignments of the projected variables that can be extended to a model; those in no clause count too.
///
/// Up to a number of solutions they are looked for one by one, each checked; all of them are counted by parts, once a first
/// model was found. Where a limit ends it, the count is a lower bound.
///
/// # Errors
/// More than 2^20 free variables; a model that breaks a clause, which is a bug of this crate.
///
/// ```
/// use exactly::Request;
/// use exactly::cnf::{Cnf, Lit, Sink};
///
/// let mut cnf = Cnf::with_vars(100);
/// cnf.add_clause(&[Lit::from_dimacs(1), Lit::from_dimacs(2)]);
/// let counted = exactly::solve::count_models(&cnf, &Request::default())?;
/// assert_eq!(counted.count.to_string(), (3u128 << 98).to_string());
/// # Ok::<(), exactly::SolveError>(())
/// ```
pub fn count_models(cnf: &Cnf, request: &Request) -> Result<ModelsCounted, SolveError> {
    let start = Instant::now();
    let compact = Compact::of(cnf);
    if compact.free > MOST_FREE {
        return Err(SolveError::TooManyFree { free: compact.free });
    }
    let setup = start.elapsed();
    let start = Instant::now();
    let (engine, count, run) = match request.solutions {
        Some(most) => enumerated(&compact, request, most)?,
        None => counted(&compact, request)?,
    };
    let outcome = match run.end {
        end if count > BigUint::ZERO => Outcome::Solutions { end },
        End::Stopped(stop) => Outcome::Unknown(stop),
        End::Exhausted => Outcome::None,
    };
    let report = Report {
        outcome,
        found: u64::try_from(&count).unwrap_or(u64::MAX),
        engine,
        steps: run.stats.steps,
        engine_time: start.elapsed(),
        setup_time: setup,
    };
    Ok(ModelsCounted { count, report })
}

type Counted = (&'static str, BigUint, Run);

/// By parts, unless there is no model at all, which clause learning sees sooner.
fn counted(compact: &Compact, request: &Request) -> Result<Counted, SolveError> {
    let first = satisfy(&compact.cnf, request.engine, &request.limits)?;
    let ended = |end, count: u32| {
        let run = Run { end, stats: Stats { steps: first.report.steps, answers: u64::from(count) } };
        (first.report.engine, BigUint::from(count), run)
    };
    match first.reply {
        Reply::None => return Ok(ended(End::Exhausted, 0)),
        Reply::Stopped(stop) => return Ok(ended(End::Stopped(stop), 0)),
        Reply::Found(_) => {}
    }
    let (count, run) = ModelCount.count(&compact.cnf, &request.limits);
    Ok((ModelCount::NAME, count.max(1u32.into()) << compact.free, run))
}

/// One by one; each stands for all values of the free variables.
fn enumerated(compact: &Compact, request: &Request, most: u64) -> Result<Counted, SolveError> {
    let engine = solver(request.engine)?;
    let each = BigUint::from(1u32) << compact.free;
    let (mut count, mut wrong) = (BigUint::ZERO, false);
    let limit = BigUint::from(most);
    let stopped = Run { end: End::Stopped(Stop::Solutions), stats: Stats::default() };
    if most == 0 {
        return Ok((engine.name(), count, stopped));
    }
    let run = engine.run(&compact.cnf, &request.limits, &mut |values| {
        wrong = !compact.cnf.is_satisfied(values);
        count += &each;
        if wrong || count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if wrong {
        return Err(SolveError::WrongModel { engine: engine.name() });
    }
    let run = if count > limit { Run { end: stopped.end, ..run } } else { run };
    Ok((engine.name(), count.min(limit), run))
}
