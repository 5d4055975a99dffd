//! The cheapest covers: depth-first search that leaves a branch once it cannot beat the best so far.
//!
//! As in Knuth's DLX5 the best k are kept. The cost below a node is bounded by sharing that of each option among its items:
//! every open item pays at least the least share among its options.

use super::bits::{Bits, Choice, MOST_OPTIONS};
use super::fast;
use super::instance::Instance;
use crate::cover::Cover;
use crate::engines::{End, Limits, Run, Stats, Stop};

/// Shares are counted in parts of this size of a unit of cost; a multiple of the first sixteen numbers.
const PARTS: u128 = 720_720;

/// Finds the cheapest solutions of covers of up to some thousand options. A step is an option tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheapestCovers;

/// A solution with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// The costs of its options, added up.
    pub cost: u128,
    /// The options in ascending order.
    pub options: Vec<usize>,
}

impl CheapestCovers {
    /// Its name in results.
    pub const NAME: &'static str = "cheapest";

    /// Whether the cover is small enough.
    pub fn takes(cover: &Cover) -> bool {
        cover.option_count() <= MOST_OPTIONS
    }

    /// The `count` cheapest solutions, cheapest first; of those that cost the same the ones found first. Where there are so
    /// many, the run ends with [`Stop::Solutions`]; where another limit ended it, there may be cheaper ones.
    pub fn find(&self, cover: &Cover, count: usize, limits: &Limits) -> (Vec<Priced>, Run) {
        let instance = Instance::of(cover);
        let costs: Vec<u128> =
            instance.numbers.iter().map(|&option| u128::from(cover.cost(option))).collect();
        let mut search = Cheapest {
            bits: Bits::new(&instance),
            instance: &instance,
            shares: shares(&instance, &costs),
            costs,
            count,
            best: Vec::new(),
            stats: Stats::default(),
        };
        let end = if count == 0 {
            End::Stopped(Stop::Solutions)
        } else {
            fast::on_this_processor((&mut search, limits))
        };
        search.stats.answers = search.best.len() as u64;
        let is_full = search.best.len() == count;
        let end = if end == End::Exhausted && is_full { End::Stopped(Stop::Solutions) } else { end };
        (search.best, Run { end, stats: search.stats })
    }
}

/// What each primary item pays at least.
fn shares(instance: &Instance, costs: &[u128]) -> Vec<u128> {
    let share = |option: u32| {
        let entries = &instance.options[option as usize];
        let payers = entries.iter().filter(|&&(item, _)| instance.is_covered_once(item)).count();
        costs[option as usize] * PARTS / payers.max(1) as u128
    };
    let least = |item: u32| {
        let places = &instance.places[item as usize];
        let payments = places.iter().filter(|_| instance.is_covered_once(item)).map(|&option| share(option));
        payments.min().unwrap_or(0)
    };
    (0..instance.bounds.len() as u32).map(least).collect()
}

struct Cheapest<'i> {
    bits: Bits<'i>,
    instance: &'i Instance,
    shares: Vec<u128>,
    costs: Vec<u128>,
    count: usize,
    /// Cheapest first.
    best: Vec<Priced>,
    stats: Stats,
}

impl fast::Task for (&mut Cheapest<'_>, &Limits) {
    type Output = End;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(self) -> End {
        self.0.run(self.1)
    }
}

impl Cheapest<'_> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(&mut self, limits: &Limits) -> End {
        loop {
            if self.is_promising() {
                match self.bits.choose::<0>() {
                    Choice::Solved => self.found(),
                    Choice::Failed => {}
                    Choice::Branch(item) => self.bits.branch(item),
                }
            }
            while !self.bits.advance::<0>() {
                if !self.bits.leave() {
                    return End::Exhausted;
                }
            }
            if let Some(stop) = limits.reached(self.stats.steps, self.stats.steps, 0) {
                return End::Stopped(stop);
            }
            self.stats.steps += 1;
        }
    }

    /// Whether a solution below the current node can be among the best.
    fn is_promising(&self) -> bool {
        let Some(worst) = self.best.last().filter(|_| self.best.len() == self.count) else { return true };
        let open: u128 = self.bits.open_now().map(|item| self.shares[item as usize]).sum();
        self.cost() + open.div_ceil(PARTS) < worst.cost
    }

    fn cost(&self) -> u128 {
        self.bits.taken().map(|option| self.costs[option as usize]).sum()
    }

    fn found(&mut self) {
        let mut options: Vec<usize> =
            self.bits.taken().map(|option| self.instance.numbers[option as usize]).collect();
        options.sort_unstable();
        let cost = self.cost();
        let place = self.best.partition_point(|priced| priced.cost <= cost);
        self.best.insert(place, Priced { cost, options });
        self.best.truncate(self.count);
    }
}
