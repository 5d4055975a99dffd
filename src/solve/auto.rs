//! The choice of an engine: dancing links while they get somewhere, then clause learning.
//!
//! Dancing links end most puzzles within a few thousand nodes after the presolve, and enumerate faster than any solver
//! can block; a hard killer is for clause learning. So `dlx` gets [`PATIENCE`] nodes. If it found a thousand solutions by
//! then, it goes on; else `varisat` takes over, with the solutions found so far excluded.

use super::runner::{KEPT, Part, Problem, Sight};
use super::{Request, SolveError};
use crate::engines::{End, Limits, Patience, Stop};
use crate::model::Solution;

/// Nodes that dancing links get, and the solutions that let them go on.
const PATIENCE: Patience = Patience { steps: 50_000, answers: KEPT as u64 };

/// Runs both engines in turn; the parts are in order, the last one gave the answer.
pub(super) fn run(
    problem: &Problem<'_>,
    request: &Request,
    sight: &mut Sight<'_>,
) -> Result<Vec<Part>, SolveError> {
    let patient = Limits { patience: Some(PATIENCE), ..request.limits.clone() };
    let mut seen: Vec<Solution> = Vec::new();
    let first = match sight {
        Sight::Count { .. } => {
            problem.dlx(&patient, request.solutions, &mut Sight::Count { kept: &mut seen })?
        }
        Sight::Show(visit) => {
            let mut remember = |solution: Solution| {
                if seen.len() < KEPT {
                    seen.push(solution.clone());
                }
                visit(solution)
            };
            problem.dlx(&patient, request.solutions, &mut Sight::Show(&mut remember))?
        }
    };
    if first.run.end != End::Stopped(Stop::Patience) {
        return Ok(vec![first]);
    }
    let left = request.solutions.map(|most| most - first.run.stats.answers);
    let limits = Limits {
        steps: request.limits.steps.map(|steps| steps.saturating_sub(first.run.stats.steps)),
        ..request.limits.clone()
    };
    let second = problem.varisat(&limits, left, &seen, sight)?;
    Ok(vec![first, second])
}
