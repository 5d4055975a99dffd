//! What follows from the primitives before any search: choices that are out, sums that houses imply, variables that are
//! equal, shorter sums, smaller automata.
//!
//! Nothing here changes the set of solutions, and every [`Step`] can be left out.

mod automata;
mod equal;
mod implied;
mod propagate;
mod short;
mod steps;
mod work;

pub use equal::Classes;
pub use steps::{Step, Steps};

use std::borrow::Cow;

use propagate::{Facts, reduce};

use crate::primitives::{Automaton, IntVar, Live, Primitives, Reduced, Sum};

/// There is no solution.
struct Contradiction;

/// What was found.
#[derive(Clone, Debug)]
pub struct Presolved<'p> {
    primitives: &'p Primitives,
    /// The choices that are still possible.
    pub live: Live,
    /// The sums of the model that are left, shortened.
    pub sums: Vec<Sum>,
    /// Sums that follow from the model, to be added to its own: over cells that differ, or over two.
    pub implied: Vec<Sum>,
    /// More sums that follow, differences of a few cells, for engines that reason about sums themselves.
    pub differences: Vec<Sum>,
    /// The automata of the model that are left.
    pub automata: Vec<Cow<'p, Automaton>>,
    /// Which variables are equal; what makes them so stays in the sums and automata.
    pub classes: Classes,
    /// Pairs that differ because equal variables do.
    pub different: Vec<(IntVar, IntVar)>,
    /// Whether there is no solution; then a sum that never holds is among the sums.
    pub impossible: bool,
    /// What each step did.
    pub report: Report,
}

impl Presolved<'_> {
    /// What lowerings read.
    pub fn reduced(&self) -> Reduced<'_> {
        Reduced {
            primitives: self.primitives,
            live: &self.live,
            sums: self.sums.iter().chain(&self.implied).collect(),
            automata: self.automata.iter().map(AsRef::as_ref).collect(),
            different: &self.different,
        }
    }

    /// What engines read that reason about sums themselves: the differences too.
    pub fn reduced_for_search(&self) -> Reduced<'_> {
        let mut reduced = self.reduced();
        reduced.sums.extend(&self.differences);
        reduced
    }
}

/// What the steps of a presolve did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Sums found by the rule of 45.
    pub implied_count: usize,
    /// How many of them are differences.
    pub difference_count: usize,
    /// Terms that left the sums, those of the sums dropped included.
    pub terms_left_out: usize,
    /// Sums that were dropped, because they always hold or were there already.
    pub sums_left_out: usize,
    /// Edges of all automata before and after.
    pub edges: (usize, usize),
    /// Automata that were dropped because they always accept.
    pub automata_left_out: usize,
    /// Automata that were told which of their variables differ.
    pub automata_told: usize,
}

/// Rules out choices by the primitives as they are, until nothing more follows: singles of groups, clauses, the digit sets of
/// sums whose variables differ, the bounds of others, automata. False where nothing is left: there is no solution.
///
/// ```
/// use exactly::presolve::rule_out;
/// use exactly::primitives::{Live, Primitives, Sum};
///
/// let mut primitives = Primitives::default();
/// let (a, b) = (primitives.variables.add(1..=9, false), primitives.variables.add(1..=9, false));
/// primitives.sums.push(Sum { terms: vec![(1, a), (1, b)], low: 17, high: 17, distinct: true });
/// let mut live = Live::all(&primitives.variables);
/// assert!(rule_out(&primitives, &mut live));
/// assert_eq!((live.count(a), live.count(b)), (2, 2));
/// ```
pub fn rule_out(primitives: &Primitives, live: &mut Live) -> bool {
    let automata: Vec<Cow<'_, Automaton>> = primitives.automata.iter().map(Cow::Borrowed).collect();
    let facts = Facts {
        primitives,
        sums: [&primitives.sums, &[]],
        automata: &automata,
        classes: &Classes::new(primitives.variables.count()),
        different: &[],
        stop: &|| false,
    };
    reduce(&facts, live).is_ok()
}

/// Derives what follows from the primitives, without a limit.
pub fn presolve(primitives: &Primitives, steps: Steps) -> Presolved<'_> {
    presolve_until(primitives, steps, &|| false)
}

/// The same until `stop` says that there is no more time; what was found by then holds.
pub fn presolve_until<'p>(
    primitives: &'p Primitives,
    steps: Steps,
    stop: &dyn Fn() -> bool,
) -> Presolved<'p> {
    work::Work::new(primitives, steps, stop).run()
}
