//! Counting the models of a CNF by splitting: on values, and into parts that share no variable.
//!
//! After Bayardo and Pehoushek, "Counting models using connected components" (AAAI 2000), with each part's count kept for when
//! it comes again (Sang, Bacchus, Beame, Kautz and Pitassi, "Combining component caching and clause learning", SAT 2004);
//! no clauses are learnt. Where only some variables are shown, these are split on first, and a part without any is
//! asked only whether it can be met.

mod memo;
mod parts;
mod state;

use num_bigint::BigUint;

use memo::Memo;
use parts::{Part, Parts};
use state::State;

use super::{End, Limits, Run, Stats, Stop};
use crate::cnf::{Cnf, Compact, Projection};

/// Counts the assignments of the projected variables that can be extended to a model. A step is a value tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelCount;

impl ModelCount {
    /// Its name in results.
    pub const NAME: &'static str = "counter";

    /// Counts. Where a limit ends it, what was counted is a lower bound, which may be 0.
    ///
    /// ```
    /// use exactly::cnf::{Cnf, Lit, Projection, Sink};
    /// use exactly::engines::{Limits, ModelCount};
    ///
    /// let mut cnf = Cnf::with_vars(3);
    /// cnf.add_clause(&[Lit::from_dimacs(1), Lit::from_dimacs(2)]);
    /// assert_eq!(ModelCount.count(&cnf, &Limits::default()).0, 6u32.into());
    /// cnf.projection = Projection::Shown(vec![0]);
    /// assert_eq!(ModelCount.count(&cnf, &Limits::default()).0, 2u32.into());
    /// ```
    pub fn count(&self, cnf: &Cnf, limits: &Limits) -> (BigUint, Run) {
        let compact = Compact::of(cnf);
        let mut search = Search::new(&compact.cnf);
        let stop = search.run(limits);
        let stats = Stats { steps: search.steps, answers: 0 };
        let end = stop.map_or(End::Exhausted, End::Stopped);
        (search.so_far() << compact.free, Run { end, stats })
    }
}

/// A part that is being counted.
struct Node {
    part: Part,
    /// The variable that it is split on.
    var: u32,
    /// Values tried: 1 when the second one is left, 2 when none is.
    tried: u8,
    /// How long the trail was before.
    mark: usize,
    /// What the values done have come to.
    total: BigUint,
    /// What the parts done of the current value have come to.
    product: BigUint,
    /// The parts of the current value that are left.
    left: Vec<Part>,
}

struct Search {
    state: State,
    parts: Parts,
    memo: Memo,
    nodes: Vec<Node>,
    steps: u64,
}

impl Search {
    fn new(cnf: &Cnf) -> Self {
        let mut shown = vec![matches!(cnf.projection, Projection::All); cnf.var_count()];
        if let Projection::Shown(vars) | Projection::OneHot(vars) = &cnf.projection {
            for &var in vars {
                shown[var] = true;
            }
        }
        let state = State::new(cnf);
        let parts = Parts::new(cnf.var_count(), state.clause_count(), shown);
        Self { state, parts, memo: Memo::default(), nodes: Vec::new(), steps: 0 }
    }

    /// Counts to the end, or to a limit. The first node stands for the whole: it has no variable.
    fn run(&mut self, limits: &Limits) -> Option<Stop> {
        let whole = Part::whole(self.state.var_count());
        let (left, product) =
            if self.state.start() { self.split(&whole) } else { (Vec::new(), BigUint::ZERO) };
        let (var, mark, total) = (0, self.state.trail_len(), BigUint::ZERO);
        self.nodes.push(Node { part: whole, var, tried: 2, mark, total, product, left });
        loop {
            if let Some(stop) = limits.reached(self.steps, self.steps, 0) {
                return Some(stop);
            }
            let node = self.nodes.last_mut()?;
            if let Some(part) = node.left.pop() {
                self.enter(part);
                continue;
            }
            node.total += std::mem::take(&mut node.product);
            self.state.undo(node.mark);
            let enough = !node.part.has_shown && node.total > BigUint::ZERO;
            if node.tried < 2 && !enough {
                self.try_next();
            } else if self.nodes.len() > 1 {
                self.leave();
            } else {
                return None;
            }
        }
    }

    /// Multiplies the count of a part in if it is known, and starts on it otherwise.
    fn enter(&mut self, part: Part) {
        if let Some(count) = self.memo.get(&part) {
            let count = count.clone();
            self.multiply(count);
            return;
        }
        let var = self.parts.choose(&part, &self.state);
        let mark = self.state.trail_len();
        let (total, product) = (BigUint::ZERO, BigUint::ZERO);
        self.nodes.push(Node { part, var, tried: 0, mark, total, product, left: Vec::new() });
        self.try_next();
    }

    /// Gives the variable of the last node its next value.
    fn try_next(&mut self) {
        self.steps += 1;
        let Some(node) = self.nodes.last_mut() else { return };
        let literal = node.var * 2 + u32::from(node.tried);
        node.tried += 1;
        if self.state.assign(literal) {
            let (left, product) = self.parts.split(&node.part, &self.state);
            node.left = left;
            node.product = BigUint::from(1u32) << product;
        }
    }

    fn split(&mut self, part: &Part) -> (Vec<Part>, BigUint) {
        let (left, free) = self.parts.split(part, &self.state);
        (left, BigUint::from(1u32) << free)
    }

    /// The last node is done.
    fn leave(&mut self) {
        let Some(mut node) = self.nodes.pop() else { return };
        if !node.part.has_shown && node.total > BigUint::ZERO {
            node.total = 1u32.into();
        }
        self.memo.insert(&node.part, &node.total);
        self.multiply(node.total);
    }

    fn multiply(&mut self, count: BigUint) {
        if let Some(node) = self.nodes.last_mut() {
            if count == BigUint::ZERO {
                node.left.clear();
            }
            node.product *= count;
        }
    }

    /// What is counted at least: the values done, and the current ones where nothing beside them is left.
    fn so_far(&self) -> BigUint {
        let below = |below: BigUint, node: &Node| {
            let current = if node.left.is_empty() { &node.product * below } else { BigUint::ZERO };
            &node.total + current
        };
        self.nodes.iter().rev().fold(BigUint::from(1u32), below)
    }
}
