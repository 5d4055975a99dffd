//! Proving how many solutions a model has: none, or exactly one.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::{Outcome, Request, SolveError, run};
use crate::cnf::{Cnf, Lit, Projection, Sink};
use crate::engines::{Limits, Queries, Reply, Stop, VarisatQueries, refute};
use crate::lower::{CnfLowering, to_cnf};
use crate::model::{Model, Solution};
use crate::presolve::{Steps, presolve};

/// What looking for a proof came to.
#[derive(Clone, Debug)]
pub enum Proved {
    /// A proof was written.
    Proved(Box<Proof>),
    /// There is more than one solution: these two.
    MoreThanOne(Box<[Solution; 2]>),
    /// A limit came first.
    Unknown(Stop),
}

/// What a proof is about.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The model as stated, without any step of the presolve; the choices come first among its variables.
    pub problem: Cnf,
    /// The only solution with its assignment, by 0-based variable; none where there is none.
    pub solution: Option<(Solution, Vec<bool>)>,
    /// What the proof refutes: the problem, and where there is a solution the clause that excludes it.
    pub refuted: Cnf,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// As for any run.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The proof cannot be written.
    #[error("the proof cannot be written: {0}")]
    Io(#[from] io::Error),
    /// Two engines that disagree: a bug of this crate.
    #[error(
        "a bug in exactly: engine varisat contradicts {engine} on this model; please report it with the input"
    )]
    Contradiction {
        /// The other engine.
        engine: &'static str,
    },
}

/// Proves that a model has no solution, or exactly one, and writes the proof as LRAT; the limits hold for each part.
///
/// The solution is looked for as the request says, its presolve included; the proof is of the model as stated.
///
/// # Errors
/// As [`run`], and a writer that fails.
///
/// ```
/// use exactly::{Model, Request, constraints, solve};
///
/// let mut model = Model::new();
/// let (x, y) = (model.int_var("x", 1..=3), model.int_var("y", 1..=3));
/// model.add(constraints::cage(&[x, y], Some(5), "a cage"))?;
/// model.add(constraints::given(x, 2, "x"))?;
/// let mut lrat = Vec::new();
/// let solve::Proved::Proved(proof) = solve::prove(&model, &Request::default(), &mut lrat)? else { panic!() };
/// let (solution, _) = proof.solution.expect("2 and 3");
/// assert_eq!((solution.value(x), solution.value(y)), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(model: &Model, request: &Request, lrat: &mut dyn Write) -> Result<Proved, ProveError> {
    let mut found = Vec::new();
    let request = Request { solutions: Some(2), ..request.clone() };
    let report = run(model, &request, &mut |solution| {
        found.push(solution);
        ControlFlow::Continue(())
    })?;
    let lowered = to_cnf(&presolve(model.primitives(), Steps::NONE).reduced(), request.encodings)
        .map_err(SolveError::from)?;
    let contradiction = ProveError::Contradiction { engine: report.engine };
    let first = match (<[Solution; 2]>::try_from(found), report.outcome) {
        (Ok(two), _) => return Ok(Proved::MoreThanOne(Box::new(two))),
        (_, Outcome::Unknown(stop)) => return Ok(Proved::Unknown(stop)),
        (Err(_), Outcome::Solutions { .. }) if !report.is_complete() => {
            return Ok(Proved::Unknown(report.stopped().unwrap_or(Stop::Cancelled)));
        }
        (Err(found), _) => found.into_iter().next(),
    };
    let solution = match first {
        None => None,
        Some(solution) => match assignment(model, &lowered, &solution, &request.limits) {
            Reply::Found(values) => Some((solution, values)),
            Reply::None => return Err(contradiction),
            Reply::Stopped(stop) => return Ok(Proved::Unknown(stop)),
        },
    };
    let mut refuted = lowered.cnf.clone();
    if let Some((_, values)) = &solution {
        refuted.add_clause(&another(&lowered.cnf.projection, values));
    }
    match refute(&refuted, &request.limits, lrat)? {
        (Reply::None, _) => Ok(Proved::Proved(Box::new(Proof { problem: lowered.cnf, solution, refuted }))),
        (Reply::Found(_), _) => Err(contradiction),
        (Reply::Stopped(stop), _) => Ok(Proved::Unknown(stop)),
    }
}

/// The assignment of all variables that goes with a solution.
fn assignment(
    model: &Model,
    lowered: &CnfLowering,
    solution: &Solution,
    limits: &Limits,
) -> Reply<Vec<bool>> {
    let variables = &model.primitives().variables;
    let taken = variables.iter().filter_map(|var| variables.choice(var, solution.value(var)));
    let lits: Vec<Lit> = taken.map(|choice| Lit::from_dimacs(choice.index() as i32 + 1)).collect();
    VarisatQueries::new(&lowered.cnf).ask(&lits, limits)
}

/// The clause that some variable of the projection has another value.
fn another(projection: &Projection, values: &[bool]) -> Vec<Lit> {
    let differs = |var: usize| {
        let lit = Lit::from_dimacs(var as i32 + 1);
        if values[var] { !lit } else { lit }
    };
    match projection {
        Projection::All => (0..values.len()).map(differs).collect(),
        Projection::Shown(vars) | Projection::OneHot(vars) => vars.iter().copied().map(differs).collect(),
    }
}
