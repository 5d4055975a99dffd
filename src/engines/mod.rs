//! What runs a problem: one file an engine, all behind one interface.
//!
//! An engine visits the answers of its problem one by one and ends with a reason. It never prints and never exits.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod classic;
mod counter;
mod covers;
mod dlx;
mod external;
mod limits;
mod queries;
mod search;
mod varisat;

pub use batsat::{Batsat, BatsatQueries};
#[cfg(feature = "cadical")]
pub use cadical::{Cadical, CadicalQueries};
pub use classic::{Classic, ClassicBoard, ClassicSolver};
pub use counter::ModelCount;
pub use covers::{
    Branch, CheapestCovers, CoverDiagram, CoverSearch, Look, MemoCount, Next, Place, PlaceError, Priced,
    Solutions, Visited, WeightedCovers,
};
pub use dlx::Dlx;
pub use external::{CommandError, External, ExternalQueries};
pub use limits::{Cancel, End, Limits, Patience, Reason, Reply, Run, Stats, Stop};
pub use queries::{Cores, Queries, SatEngine};
pub use search::{Descent, Probe, Search, SearchProbes, SearchProblem, SearchQueries};
pub use varisat::{Varisat, VarisatQueries, refute};

use queries::{Watch, enumerate};
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
