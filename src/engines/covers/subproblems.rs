//! Search that works on what is left below a node once, however often it comes to it, and on each part of it alone.
//!
//! After Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams" (AAAI 2017): two nodes with the same live
//! options have the same solutions below. Where the live options fall into parts that share no item, each part is a
//! subproblem of its own, as the components of model counters (Bayardo and Pehoushek, "Counting models using connected
//! components", AAAI 2000).

use super::bits::{Bits, Look, Order, Walk};
use super::table::{Entry, Place, Table};
use crate::engines::{Limits, Stats, Stop};

/// What is made of subproblems, bottom up: a count, or a diagram. Values are numbers that it gives a meaning.
pub(super) trait Fold {
    /// The value where nothing is left to cover.
    fn solved(&self) -> u64;
    /// The value where there is no solution.
    fn failed(&self) -> u64;
    /// Starts a choice between options.
    fn open(&mut self);
    /// Adds a branch to the choice started last: the option taken, or none, and the value of what is left.
    fn add(&mut self, option: Option<u32>, value: u64);
    /// The value of the choice started last.
    fn close(&mut self) -> u64;
    /// The value of parts that have nothing to do with each other; none of them is without a solution.
    fn product(&mut self, parts: &[u64]) -> u64;
    /// Bytes that it takes.
    fn size(&self) -> usize;
}

/// Most bytes of what is made: 4 GiB, beside as many for the table.
const MOST_BYTES: usize = 4 << 30;

/// A node on the way to the current one.
enum Node {
    /// The options of an item are being tried.
    Choice { place: Option<Place>, ways: u32, tried: u32 },
    /// The parts from `first` on are being worked on, `done` of `count` are.
    Parts { place: Option<Place>, first: usize, done: usize, count: usize, values: usize },
}

/// How often nodes fall into parts. To see whether one does takes half of the time where options have many items.
#[derive(Debug, Default)]
struct Splitting {
    tried: u64,
    done: u64,
}

impl Splitting {
    /// Whether a node is looked at: all of the first thousand, and all where one of 64 falls apart, else one of 8.
    fn is_due(&self, steps: u64) -> bool {
        self.tried < 1000 || self.done * 64 >= self.tried || steps.is_multiple_of(8)
    }
}

/// The search.
pub(super) struct Subproblems<'i, F> {
    bits: Bits<'i>,
    pub(super) fold: F,
    order: Order,
    table: Table,
    name: Vec<u64>,
    nodes: Vec<Node>,
    walk: Walk,
    splitting: Splitting,
    /// The parts of the nodes on the way.
    parts: Vec<u64>,
    /// The values of their parts that are done.
    values: Vec<u64>,
    /// Whether the root was entered, and what the node that was entered or left last has come to, where a limit ended the
    /// run.
    is_running: bool,
    value: Option<u64>,
    /// Steps are subproblems that were new.
    pub(super) stats: Stats,
}

impl<'i, F: Fold> Subproblems<'i, F> {
    pub(super) fn new(bits: Bits<'i>, order: Order, fold: F) -> Self {
        Self {
            bits,
            fold,
            order,
            table: Table::new(),
            name: Vec::new(),
            nodes: Vec::new(),
            walk: Walk::default(),
            splitting: Splitting::default(),
            parts: Vec::new(),
            values: Vec::new(),
            is_running: false,
            value: None,
            stats: Stats::default(),
        }
    }

    /// The value of the whole. After a limit it can go on.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    pub(super) fn run(&mut self, limits: &Limits) -> Result<u64, Stop> {
        let mut value = self.value.take();
        if !self.is_running {
            if let Some(stop) = self.reached(limits, 0) {
                return Err(stop);
            }
            self.is_running = true;
            value = self.enter(true);
        }
        let mut turns = 0u64;
        loop {
            if let Some(stop) = self.reached(limits, turns) {
                self.value = value;
                return Err(stop);
            }
            turns += 1;
            value = match value {
                None => self.advance(),
                Some(value) if self.nodes.is_empty() => return Ok(value),
                Some(value) => self.put(value),
            };
        }
    }

    #[inline]
    fn reached(&self, limits: &Limits, turns: u64) -> Option<Stop> {
        if limits.steps.is_some_and(|most| self.stats.steps >= most) {
            return Some(Stop::Steps);
        }
        if !turns.is_multiple_of(64) {
            return None;
        }
        if self.fold.size() > MOST_BYTES { Some(Stop::Memory) } else { limits.out_of_time() }
    }

    /// What the choices on the way have come to that a limit ended: each with the values of parts beside it that are done.
    /// Choices beside parts that are not tell nothing.
    pub(super) fn choices_so_far(&self) -> impl Iterator<Item = &[u64]> {
        let known = self.nodes.iter().take_while(|node| match node {
            Node::Choice { .. } => true,
            Node::Parts { done, count, .. } => done + 1 == *count,
        });
        let mut end = 0;
        known.filter_map(move |node| match *node {
            Node::Choice { .. } => Some(&self.values[..end]),
            Node::Parts { values, count, .. } => {
                end = values + count - 1;
                None
            }
        })
    }

    /// The matrix at its root, for another search.
    pub(super) fn fresh_bits(&self) -> Bits<'i> {
        self.bits.fresh()
    }

    /// What was made; the rest is given back.
    pub(super) fn into_fold(self) -> F {
        self.fold
    }

    /// How much of the search is done: the shares of the branches that are, were all of a node alike.
    pub(super) fn progress(&self) -> f64 {
        let (mut done_share, mut share) = (0.0, 1.0);
        for node in &self.nodes {
            let (done, of) = match *node {
                Node::Choice { ways, tried, .. } => (f64::from(tried), f64::from(ways)),
                Node::Parts { done, count, .. } => (done as f64, count as f64),
            };
            done_share += share * (done / of).min(1.0);
            share /= of;
        }
        done_share
    }

    /// The value of the current node where it is known; else its children are to be worked on.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn enter(&mut self, may_split: bool) -> Option<u64> {
        let (place, item, ways) = match self.bits.look(self.order) {
            Look::Solved => return Some(self.fold.solved()),
            Look::Failed => return Some(self.fold.failed()),
            Look::Forced(item) => (None, item, 1),
            Look::Branch(item, ways) => {
                self.bits.put_name(&mut self.name);
                let place = match self.table.entry(&self.name) {
                    Entry::Known(value) => return Some(value),
                    Entry::New(place) => place,
                };
                self.stats.steps += 1;
                if may_split && self.split(place) {
                    return self.enter(false);
                }
                (place, item, ways)
            }
        };
        self.fold.open();
        self.nodes.push(Node::Choice { place, ways, tried: 0 });
        self.bits.branch(item);
        None
    }

    /// Goes to the first part of the current node where there are several.
    fn split(&mut self, place: Option<Place>) -> bool {
        if !self.splitting.is_due(self.stats.steps) {
            return false;
        }
        let first = self.parts.len();
        let count = self.bits.put_parts(&mut self.walk, &mut self.parts);
        self.splitting.tried += 1;
        if count < 2 {
            return false;
        }
        self.splitting.done += 1;
        self.nodes.push(Node::Parts { place, first, done: 0, count, values: self.values.len() });
        self.enter_part(first, 0);
        true
    }

    fn enter_part(&mut self, first: usize, number: usize) {
        let (options, items) = self.bits.widths();
        let at = first + number * (options + items);
        self.bits.enter_part(&self.parts[at..at + options + items]);
    }

    /// The next child of the current choice, or its value where there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn advance(&mut self) -> Option<u64> {
        if self.bits.advance::<0>() {
            return self.enter(true);
        }
        self.bits.leave();
        let value = self.fold.close();
        if let Some(Node::Choice { place: Some(place), .. }) = self.nodes.pop() {
            self.table.set(place, value);
        }
        Some(value)
    }

    /// Gives the value of a child to its node.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn put(&mut self, value: u64) -> Option<u64> {
        match self.nodes.last_mut() {
            Some(Node::Parts { first, done, count, .. }) => {
                *done += 1;
                self.values.push(value);
                let (first, done, is_last) = (*first, *done, done == count);
                self.bits.leave();
                if !is_last && value != self.fold.failed() {
                    self.enter_part(first, done);
                    return self.enter(false);
                }
                Some(self.multiply())
            }
            Some(Node::Choice { tried, .. }) => {
                *tried += 1;
                self.fold.add(self.bits.last_option(), value);
                None
            }
            None => Some(value),
        }
    }

    /// The value of the parts of the current node.
    fn multiply(&mut self) -> u64 {
        let failed = self.fold.failed();
        let Some(Node::Parts { place, first, values, .. }) = self.nodes.pop() else { return failed };
        let parts = &self.values[values..];
        let value = if parts.contains(&failed) { failed } else { self.fold.product(parts) };
        self.values.truncate(values);
        self.parts.truncate(first);
        if let Some(place) = place {
            self.table.set(place, value);
        }
        value
    }
}
