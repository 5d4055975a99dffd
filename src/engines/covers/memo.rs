//! Counting without visiting: what is left below a node is counted once, however often the search comes to it.
//!
//! After Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams" (AAAI 2017), with the live options and the open
//! items as the name of what is left: two nodes where these are the same have the same solutions below. Forced items come
//! first, else the first open one, so that neighbours in the order of the items are covered together and the frontiers stay
//! alike.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::bits::{Bits, Choice, MOST_OPTIONS};
use super::fast;
use super::instance::Instance;
use crate::cover::Cover;
use crate::engines::{End, Limits, Run, Stats, Stop};

/// Most words that the table of counted nodes takes: 4 GiB. Beyond them nothing is added to it.
const MOST_WORDS: usize = 1 << 29;

/// Counts the solutions of covers by what is left below a node. A step is a node that was not counted before.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoCount;

impl MemoCount {
    /// Its name in results.
    pub const NAME: &'static str = "memo";

    /// Whether the cover is small enough: some thousand options.
    pub fn takes(cover: &Cover) -> bool {
        cover.option_count() <= MOST_OPTIONS
    }

    /// Counts the solutions. Where a limit ends it, what was counted is a lower bound.
    pub fn count(&self, cover: &Cover, limits: &Limits) -> (BigUint, Run) {
        let instance = Instance::of(cover);
        let mut counting = Counting {
            bits: Bits::new(&instance),
            known: FxHashMap::default(),
            words: 0,
            open: Vec::new(),
            stats: Stats::default(),
        };
        fast::on_this_processor((&mut counting, limits))
    }
}

/// A node whose children are being counted.
struct Node {
    name: Box<[u64]>,
    count: BigUint,
}

struct Counting<'i> {
    bits: Bits<'i>,
    known: FxHashMap<Box<[u64]>, BigUint>,
    /// Words of the table so far.
    words: usize,
    /// The nodes from the root to the current one.
    open: Vec<Node>,
    stats: Stats,
}

impl fast::Task for (&mut Counting<'_>, &Limits) {
    type Output = (BigUint, Run);

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(self) -> (BigUint, Run) {
        self.0.run(self.1)
    }
}

impl Counting<'_> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(&mut self, limits: &Limits) -> (BigUint, Run) {
        let mut below = self.enter();
        loop {
            if let Some(count) = below.take() {
                let Some(node) = self.open.last_mut() else {
                    return (count, Run { end: End::Exhausted, stats: self.stats });
                };
                node.count += count;
            } else if let Some(stop) = limits.reached(self.stats.steps, self.stats.steps, 0) {
                return self.stopped(stop);
            }
            below = if self.bits.advance::<0>() { self.enter() } else { self.leave() };
        }
    }

    /// The count below the current node where it is known; else its children are to be counted.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn enter(&mut self) -> Option<BigUint> {
        match self.bits.choose_first() {
            Choice::Solved => Some(BigUint::from(1u32)),
            Choice::Failed => Some(BigUint::ZERO),
            Choice::Branch(item) => {
                let name = self.bits.name();
                if let Some(count) = self.known.get(name.as_slice()) {
                    return Some(count.clone());
                }
                self.stats.steps += 1;
                self.open.push(Node { name: name.into_boxed_slice(), count: BigUint::ZERO });
                self.bits.branch(item);
                None
            }
        }
    }

    /// The count of the current node, all of whose children are counted.
    fn leave(&mut self) -> Option<BigUint> {
        self.bits.leave();
        let Node { name, count } = self.open.pop()?;
        self.words += name.len() + 8;
        if self.words < MOST_WORDS {
            self.known.insert(name, count.clone());
        }
        Some(count)
    }

    /// What is counted at least: all that was counted below the nodes on the way here.
    fn stopped(&mut self, stop: Stop) -> (BigUint, Run) {
        let count = self.open.drain(..).map(|node| node.count).sum();
        (count, Run { end: End::Stopped(stop), stats: self.stats })
    }
}
