//! What runs a problem: one file an engine, all behind one interface.
//!
//! An engine visits the answers of its problem one by one and ends with a reason. It never prints and never exits.

mod classic;
mod counter;
mod covers;
mod dlx;
mod limits;
mod search;
mod varisat;

pub use classic::{Classic, ClassicBoard, ClassicSolver};
pub use counter::ModelCount;
pub use covers::{
    Branch, CheapestCovers, CoverDiagram, CoverSearch, Look, MemoCount, Next, Place, PlaceError, Priced,
    Solutions, Visited, WeightedCovers,
};
pub use dlx::Dlx;
pub use limits::{Cancel, End, Limits, Patience, Reply, Run, Stats, Stop};
pub use search::{Descent, Probe, Search, SearchProbes, SearchProblem, SearchQueries};
pub use varisat::{Varisat, VarisatQueries, refute};

use std::ops::ControlFlow;

/// An engine for one kind of problem.
///
/// Implemented once for each solver; called by [`crate::solve`] alone.
pub trait Engine {
    /// What it runs: a [`Cover`](crate::cover::Cover), a [`Cnf`](crate::cnf::Cnf), or the primitives themselves.
    type Problem;
    /// What it finds: option numbers, or an assignment.
    type Answer: ?Sized;

    /// Its name on the command line and in results.
    fn name(&self) -> &'static str;

    /// Visits the answers until there are no more, a limit is reached, or `visit` breaks. No answer is visited twice.
    fn run(
        &self,
        problem: &Self::Problem,
        limits: &Limits,
        visit: &mut dyn FnMut(&Self::Answer) -> ControlFlow<()>,
    ) -> Run;
}
