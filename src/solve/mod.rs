//! The one place that sees a model and an engine: presolve, lower, run, decode, check.

mod auto;
mod candidates;
mod classic;
mod cnf;
mod cores;
mod cover;
mod estimate;
mod optimise;
mod outcome;
mod parts;
mod prove;
mod request;
mod runner;

pub use candidates::{Candidates, Progress, Verdict, candidates};
pub use classic::run_classic;
pub use cnf::{ModelsCounted, SatAnswer, count_models, satisfy, satisfy_with_proof};
pub use cores::SwitchedParts;
pub use cover::{
    Checkpoint, CheckpointError, CountMethod, CoverCount, Keeper, Meter, Reading, Sample, Share, Task,
    cheapest_covers, cheapest_covers_by_sat, count_cover, count_share, cover_diagram, resume_count,
    resume_solutions, run_cover, sample_cover,
};
pub use estimate::{Estimate, Interval, Magnitude, estimate};
pub use optimise::{Bounds, Optimum, optimise, run_of_value};
pub use outcome::{Outcome, Report, SolveError};
pub use parts::{PartsVerdict, Spare, Trouble, conflict, small_conflict, spare};
pub use prove::{Proof, ProveError, Proved, prove};
pub use request::{EngineName, Request};
pub use runner::Problem;

use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;

use crate::model::{Model, Solution};

/// Visits the solutions of a model until `visit` breaks or a limit is reached; each was checked against every constraint.
///
/// # Errors
/// A sum that cannot be lowered, or a solution that fails its check, which is a bug of this crate.
///
/// ```
/// use exactly::{Model, constraints, solve};
/// use std::ops::ControlFlow;
///
/// let mut model = Model::new();
/// let x = model.int_var("x", 1..=9);
/// let y = model.int_var("y", 1..=9);
/// model.add(constraints::cage(&[x, y], Some(4), "a cage"))?;
/// let mut found = Vec::new();
/// let report = solve::run(&model, &solve::Request::default(), &mut |solution| {
///     found.push((solution.value(x), solution.value(y)));
///     ControlFlow::Continue(())
/// })?;
/// found.sort_unstable();
/// assert_eq!(found, [(1, 3), (3, 1)]);
/// assert_eq!(report.outcome, solve::Outcome::Solutions { end: exactly::engines::End::Exhausted });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    model: &Model,
    request: &Request,
    visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Report, SolveError> {
    Problem::new(model, request).run(request, visit)
}

/// Counts all solutions of a model, without a limit.
///
/// # Errors
/// As [`run`].
pub fn count(model: &Model) -> Result<u64, SolveError> {
    let request = Request::default();
    Problem::new(model, &request).count(&request).map(|report| report.found)
}

/// The solutions of a model as an iterator; the engine runs in a thread of its own and stops when the iterator is dropped.
///
/// The last item may be an error, as [`run`] would return it. The model is shared with the thread.
///
/// ```
/// use exactly::{Model, constraints, solve};
///
/// let mut model = Model::new();
/// let vars: Vec<_> = (0..4).map(|i| model.int_var(format!("x{i}"), 1..=4)).collect();
/// model.add(constraints::all_different(&vars))?;
/// let first = solve::solutions(model.into(), solve::Request::default()).next().expect("24 solutions")?;
/// assert_eq!(vars.iter().map(|&x| first.value(x)).sum::<i32>(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions(
    model: std::sync::Arc<Model>,
    mut request: Request,
) -> impl Iterator<Item = Result<Solution, SolveError>> {
    let (sender, receiver) = sync_channel(64);
    request.limits.cancel = request.limits.cancel.child();
    let stop = StopOnDrop(request.limits.cancel.clone());
    std::thread::spawn(move || {
        let mut send = |solution| match sender.send(Ok(solution)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        if let Err(error) = run(&model, &request, &mut send) {
            // The receiver may be gone; then nobody waits for the error.
            let _ = sender.send(Err(error));
        }
    });
    receiver.into_iter().inspect(move |_| {
        let _ = &stop;
    })
}

/// Switches a run off when its iterator is dropped.
struct StopOnDrop(crate::engines::Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
