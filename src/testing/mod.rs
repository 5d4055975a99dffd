//! The harness for constraints, built in or one's own: the definition against every lowering and every engine.
//!
//! For small domains every assignment is tried: those that [`Constraint::check`] allows must be exactly the solutions that
//! each engine finds, each once, also when the constraint is used as a condition, where its truth must be right for every
//! assignment; and every helper of a lowering must be determined. Larger scopes are tried by sampling assignments.
//!
//! ```
//! use exactly::{constraints, testing};
//!
//! let domains = vec![vec![1, 2, 3, 4]; 3];
//! let tally = testing::try_constraint(&domains, |vars| Box::new(constraints::renban(vars, "renban")))?;
//! assert_eq!((tally.assignments, tally.allowed), (64, 12));
//! # Ok::<(), exactly::testing::Disagreement>(())
//! ```

mod disagreement;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;

pub use disagreement::{Disagreement, Problem};

use crate::cnf::Projection;
use crate::constraints;
use crate::encodings::Encodings;
use crate::engines::{Dlx, Engine, Limits, Varisat};
use crate::lower::{NoNames, to_cnf, to_cover};
use crate::model::{Constraint, Model, Solution};
use crate::presolve::Steps;
use crate::primitives::{IntVar, Live, Reduced};
use crate::solve::{self, EngineName, Request};

/// Scopes with at most this many assignments are tried completely.
pub const COMPLETE: usize = 20_000;

/// Assignments that are sampled where there are more.
pub const SAMPLES: usize = 300;

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Assignments tried.
    pub assignments: usize,
    /// Those that the constraint allows.
    pub allowed: usize,
}

/// Tries a constraint over variables with these domains; `build` makes it from the variables.
///
/// # Errors
/// The first disagreement, with the assignments in question.
pub fn try_constraint(
    domains: &[Vec<i32>],
    build: impl Fn(&[IntVar]) -> Box<dyn Constraint>,
) -> Result<Tally, Disagreement> {
    let count = domains.iter().map(Vec::len).fold(1usize, usize::saturating_mul);
    if count <= COMPLETE { complete(domains, &build, count) } else { sampled(domains, &build) }
}

/// A model with the variables and whatever `state` adds.
fn model_of(
    domains: &[Vec<i32>],
    form: &'static str,
    state: impl FnOnce(&mut Model, &[IntVar]) -> Result<(), crate::model::ConstraintError>,
) -> Result<Model, Disagreement> {
    let mut model = Model::new();
    let vars: Vec<IntVar> = domains
        .iter()
        .enumerate()
        .map(|(number, domain)| model.int_var(format!("x{}", number + 1), domain.iter().copied()))
        .collect();
    state(&mut model, &vars)
        .map_err(|error| Disagreement::new(form, "decompose", Problem::Refused(error.to_string())))?;
    Ok(model)
}

fn complete(
    domains: &[Vec<i32>],
    build: &impl Fn(&[IntVar]) -> Box<dyn Constraint>,
    count: usize,
) -> Result<Tally, Disagreement> {
    let stated = model_of(domains, "as stated", |model, vars| model.add_boxed(build(vars)))?;
    let allowed = allowed(&stated, domains);
    compare(&stated, "as stated", &allowed)?;

    let mut with_truth = domains.to_vec();
    with_truth.push(vec![0, 1]);
    let reified = model_of(&with_truth, "as a condition", |model, vars| {
        let (truth, vars) = vars.split_last().expect("the truth is the last variable");
        model.add(constraints::truth(*truth, build(vars)))
    })?;
    let expected = all(domains)
        .map(|mut values| {
            let holds = allowed.contains(&values);
            values.push(i32::from(holds));
            values
        })
        .collect();
    compare(&reified, "as a condition", &expected)?;
    Ok(Tally { assignments: count, allowed: allowed.len() })
}

fn all(domains: &[Vec<i32>]) -> impl Iterator<Item = Vec<i32>> {
    domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product()
}

fn allowed(model: &Model, domains: &[Vec<i32>]) -> BTreeSet<Vec<i32>> {
    let auxiliary = model.primitives().variables.count() - domains.len();
    let holds = |values: &Vec<i32>| {
        let padded = values.iter().copied().chain(std::iter::repeat_n(0, auxiliary)).collect();
        model.check(&Solution::new(padded)).is_ok()
    };
    all(domains).filter(holds).collect()
}

/// The solutions of every engine, and the number of answers of every lowering, against what is expected.
fn compare(model: &Model, form: &'static str, expected: &BTreeSet<Vec<i32>>) -> Result<(), Disagreement> {
    for engine in [EngineName::Search, EngineName::Dlx, EngineName::Varisat] {
        for (presolve, name) in [(Steps::NONE, "without presolve"), (Steps::ALL, "with presolve")] {
            let request = Request { engine, presolve, ..Request::default() };
            let who = format!("{engine} {name}");
            let mut found = BTreeSet::new();
            let mut twice = None;
            let run = solve::run(model, &request, &mut |solution| {
                let values: Vec<i32> = solution.stated(&model.primitives().variables).collect();
                if !found.insert(values.clone()) {
                    twice = Some(values);
                }
                ControlFlow::Continue(())
            });
            if let Err(error) = run {
                return Err(Disagreement::new(form, who, Problem::Refused(error.to_string())));
            }
            if let Some(values) = twice {
                return Err(Disagreement::new(form, who, Problem::Twice(values)));
            }
            if found != *expected {
                let missing = expected.difference(&found).cloned().collect();
                let extra = found.difference(expected).cloned().collect();
                return Err(Disagreement::new(form, who, Problem::Differs { missing, extra }));
            }
        }
    }
    helpers(model, form, expected.len() as u64)
}

/// Whether each solution has one answer, all helpers included.
fn helpers(model: &Model, form: &'static str, expected: u64) -> Result<(), Disagreement> {
    let primitives = model.primitives();
    let live = Live::all(&primitives.variables);
    let reduced = Reduced::stated(primitives, &live);
    let refused = |who: &str, error: String| Disagreement::new(form, who, Problem::Refused(error));
    let mut lowered =
        to_cnf(&reduced, Encodings::default()).map_err(|error| refused("the CNF", error.to_string()))?;
    lowered.cnf.projection = Projection::All;
    let most = expected + 1;
    let mut seen = 0;
    let mut until_too_many = || {
        seen += 1;
        if seen < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let assignments = Varisat.run(&lowered.cnf, &Limits::default(), &mut |_| until_too_many()).stats.answers;
    if assignments != expected {
        return Err(Disagreement::new(form, "the CNF", Problem::Helpers { found: assignments, expected }));
    }
    let cover = to_cover(&reduced, &NoNames).map_err(|error| refused("the cover", error.to_string()))?;
    let mut seen = 0;
    let covers = Dlx.run(&cover.cover, &Limits::default(), &mut |_| {
        seen += 1;
        if seen < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if covers.stats.answers != expected {
        let found = covers.stats.answers;
        return Err(Disagreement::new(form, "the cover", Problem::Helpers { found, expected }));
    }
    Ok(())
}

/// Tries random assignments of a large scope: the model with all values fixed has a solution exactly when they are allowed.
fn sampled(
    domains: &[Vec<i32>],
    build: &impl Fn(&[IntVar]) -> Box<dyn Constraint>,
) -> Result<Tally, Disagreement> {
    let form = "as stated, sampled";
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut tally = Tally::default();
    let free = model_of(domains, form, |model, vars| model.add_boxed(build(vars)))?;
    let mut tried: Vec<Vec<i32>> = some_solutions(&free, SAMPLES / 3);
    for _ in 0..SAMPLES {
        tried.push(domains.iter().map(|domain| domain[next(&mut state) as usize % domain.len()]).collect());
    }
    for values in tried {
        let model = model_of(domains, form, |model, vars| {
            model.add_boxed(build(vars))?;
            vars.iter()
                .zip(&values)
                .try_for_each(|(&var, &value)| model.add(constraints::given(var, value, "given")))
        })?;
        let padding = model.primitives().variables.count() - domains.len();
        let padded = values.iter().copied().chain(std::iter::repeat_n(0, padding)).collect();
        let holds = model.check(&Solution::new(padded)).is_ok();
        tally.assignments += 1;
        tally.allowed += usize::from(holds);
        let expected = if holds { BTreeSet::from([values]) } else { BTreeSet::new() };
        compare(&model, form, &expected)?;
    }
    Ok(tally)
}

/// A few solutions, so that a sample also tries assignments that are allowed.
fn some_solutions(model: &Model, most: usize) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let limits = Limits { steps: Some(20_000), ..Limits::default() };
    let request =
        Request { engine: EngineName::Dlx, solutions: Some(most as u64), limits, ..Request::default() };
    // A model that cannot be lowered is told by the comparison that follows.
    let _ = solve::run(model, &request, &mut |solution| {
        found.push(solution.stated(&model.primitives().variables).collect());
        ControlFlow::Continue(())
    });
    found
}

/// The next number of a xorshift generator (Marsaglia 2003): the same samples in every run.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 16
}
