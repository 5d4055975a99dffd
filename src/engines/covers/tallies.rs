//! The kernel for covers of any size, best where options touch few others: live options as bits, and of each item how many it
//! has.
//!
//! Taking an option looks at the live ones that share an item with it and takes each off the tallies of its
//! items; the item with the fewest is then found without a look at the options. Going back puts them on again. Forced
//! options are taken where they are found, without a node of their own. It does what Knuth's "dancing cells" do, on plain
//! bytes instead of sparse sets.

#![expect(clippy::inline_always, reason = "compiled once for each kind of processor")]

mod place;
mod rows;
mod tally;

use std::ops::ControlFlow;

use super::fast::{Task, on_this_processor};
use super::instance::Instance;
use super::resume::Kernel;
use super::{Next, Watch};
use crate::engines::Stop;
use rows::Rows;

pub(super) use tally::Tally;
use tally::{LANES, least};

/// Visits every solution of an instance whose items are all covered once.
pub(super) fn run(instance: &Instance, is_weighted: bool, watch: &mut Watch<'_>) -> ControlFlow<Stop> {
    if has_bytes(instance) {
        run_as::<u8>(instance, is_weighted, watch)
    } else {
        run_as::<u32>(instance, is_weighted, watch)
    }
}

/// A kernel for such an instance.
pub(super) fn kernel(instance: &Instance) -> Box<dyn Kernel> {
    if has_bytes(instance) {
        Box::new(Tallies::<u8>::new(instance, false))
    } else {
        Box::new(Tallies::<u32>::new(instance, false))
    }
}

/// Whether every tally fits a byte.
fn has_bytes(instance: &Instance) -> bool {
    instance.places[..instance.bounds.len()].iter().all(|places| places.len() < usize::from(u8::CLOSED))
}

/// [`run`] with tallies of one kind.
pub(super) fn run_as<T: Tally>(
    instance: &Instance,
    is_weighted: bool,
    watch: &mut Watch<'_>,
) -> ControlFlow<Stop> {
    on_this_processor((&mut Tallies::<T>::new(instance, is_weighted), watch, Next::Start))
}

/// The rows, and the current node.
#[derive(Debug)]
struct Tallies<T> {
    rows: Rows,
    /// The live options.
    alive: Vec<u64>,
    /// Of each primary item how many live options it has; filled up, and [`LANES`] more that are never looked at.
    live: Vec<T>,
    frames: Vec<Frame>,
    /// The options taken on the way to the current node, and those that went with them: a word and the bits of it.
    taken: Vec<Step>,
    gone: Vec<(u32, u64)>,
    /// The option that is taken next.
    pending: Option<Step>,
    /// For each primary item one by one more than how often it was left without options; empty where branching is not weighted.
    weights: Vec<f64>,
}

/// An option that covers an item.
#[derive(Clone, Copy, Debug)]
struct Step {
    item: u32,
    option: u32,
}

/// A node whose options are being tried. They go when it is entered, and each child takes one of them.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: u32,
    /// Options of the item that are left to try: of the word before this one among those gone, and the words from it on.
    left: u64,
    next: usize,
    /// How many options were taken before it, and how many words were gone before it and with the options of its item.
    taken: usize,
    gone: usize,
    covered: usize,
}

impl<T: Tally> Task for (&mut Tallies<T>, &mut Watch<'_>, Next) {
    type Output = ControlFlow<Stop>;

    #[inline(always)]
    fn run(self) -> ControlFlow<Stop> {
        self.0.run(self.1, self.2)
    }
}

impl<T: Tally> Tallies<T> {
    /// Where branching is weighted, it is on the item with the fewest live options for how often it was left without
    /// ("dom/wdeg", Boussemart, Hemery, Lecoutre and Saïs, ECAI 2004): what is hard is settled first.
    fn new(instance: &Instance, is_weighted: bool) -> Self {
        let size = instance.bounds.len().next_multiple_of(LANES) + LANES;
        let mut kernel = Self {
            rows: Rows::new(instance, (size - 1) as u32),
            alive: vec![u64::MAX; instance.options.len().div_ceil(64)],
            live: vec![T::CLOSED; size],
            frames: Vec::new(),
            taken: Vec::new(),
            gone: Vec::new(),
            pending: None,
            weights: if is_weighted { vec![1.0; instance.bounds.len()] } else { Vec::new() },
        };
        for (tally, places) in kernel.live.iter_mut().zip(&instance.places[..instance.bounds.len()]) {
            *tally = T::of(places.len());
        }
        kernel
    }

    /// Visits every solution from where it stands.
    #[inline(always)]
    fn run(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        match self.rows.arity {
            2 => self.run_wide::<2>(watch, next),
            3 => self.run_wide::<3>(watch, next),
            4 => self.run_wide::<4>(watch, next),
            _ => self.run_wide::<0>(watch, next),
        }
    }

    /// [`Tallies::run`] for options of so many primary items, or of any number where it says zero.
    #[inline(always)]
    fn run_wide<const A: usize>(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        match next {
            Next::Start | Next::Try => {}
            Next::Done => return ControlFlow::Continue(()),
            Next::After => self.pending = self.advance::<A>(),
        }
        if next == Next::After && self.pending.is_none() {
            return ControlFlow::Continue(());
        }
        loop {
            if let Some(step) = self.pending {
                watch.step()?;
                self.pending = None;
                self.take::<A>(step);
            }
            let tallies = &self.live[..self.live.len() - LANES];
            let fewest = least(tallies);
            if fewest == T::ONE {
                self.pending = self.forced(fewest.find(tallies));
                continue;
            }
            if fewest == T::CLOSED {
                watch.found(self.taken.iter().map(|step| step.option))?;
            } else if fewest == T::default() {
                self.blame(fewest.find(tallies));
            } else {
                self.branch::<A>(self.choose(fewest) as u32);
            }
            self.pending = self.advance::<A>();
            if self.pending.is_none() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The one live option of an item.
    #[inline(always)]
    fn forced(&self, item: usize) -> Option<Step> {
        let words = self.rows.words(self.rows.places[item]);
        words.iter().find_map(|&(word, options)| {
            let live = self.alive[word as usize] & options;
            (live != 0).then(|| Step { item: item as u32, option: word * 64 + live.trailing_zeros() })
        })
    }

    /// Starts to try the options of an item at the current node. Items that only these options cover are left without, until
    /// one is taken that covers them.
    #[inline(always)]
    fn branch<const A: usize>(&mut self, item: u32) {
        let (taken, gone) = (self.taken.len(), self.gone.len());
        for &(word, options) in self.rows.words(self.rows.places[item as usize]) {
            remove(&mut self.alive, &mut self.live, &mut self.gone, &self.rows, A, (word, options));
        }
        self.frames.push(Frame { item, left: 0, next: gone, taken, gone, covered: self.gone.len() });
    }

    /// Notes that an item was left without options.
    #[inline]
    fn blame(&mut self, item: usize) {
        if let Some(weight) = self.weights.get_mut(item) {
            *weight = 1.0 / (1.0 / *weight + 1.0);
        }
    }

    /// The item to branch on.
    #[inline]
    fn choose(&self, fewest: T) -> usize {
        if self.weights.is_empty() {
            return fewest.find(&self.live);
        }
        let open =
            self.live.iter().zip(&self.weights).enumerate().filter(|(_, (tally, _))| **tally != T::CLOSED);
        let scores = open.map(|(item, (tally, weight))| (item, tally.weighed(*weight)));
        scores.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(item, _)| item)
    }

    /// Goes back to the nearest node with an option left to try, and says which.
    #[inline(always)]
    fn advance<const A: usize>(&mut self) -> Option<Step> {
        loop {
            let Frame { taken, gone, covered, .. } = *self.frames.last()?;
            self.go_back::<A>(taken, covered);
            if let Some(step) = self.next_step() {
                return Some(step);
            }
            self.go_back::<A>(taken, gone);
            self.frames.pop();
        }
    }

    /// The next option of the current node.
    #[inline(always)]
    fn next_step(&mut self) -> Option<Step> {
        let frame = self.frames.last_mut()?;
        if frame.left == 0 {
            if frame.next == frame.covered {
                return None;
            }
            frame.left = self.gone[frame.next].1;
            frame.next += 1;
        }
        let option = self.gone[frame.next - 1].0 * 64 + frame.left.trailing_zeros();
        frame.left &= frame.left - 1;
        Some(Step { item: frame.item, option })
    }

    /// Takes an option at the current node.
    #[inline(always)]
    fn take<const A: usize>(&mut self, step: Step) {
        let arity = if A == 0 { self.rows.arity } else { A };
        let at = step.option as usize;
        let own = self.rows.places[step.item as usize];
        let itself = (step.option / 64, 1 << (step.option % 64));
        // The others of its item are gone.
        remove(&mut self.alive, &mut self.live, &mut self.gone, &self.rows, A, itself);
        for &entry in self.rows.entries(at).iter().filter(|entry| entry.all != own) {
            let mut beside = self.rows.words(entry.beside);
            for &(word, mut rivals) in self.rows.words(entry.all) {
                if let Some((&(first, bits), rest)) = beside.split_first()
                    && first == word
                {
                    rivals &= !bits;
                    beside = rest;
                }
                remove(&mut self.alive, &mut self.live, &mut self.gone, &self.rows, A, (word, rivals));
            }
        }
        for &item in &self.rows.items[at * arity..(at + 1) * arity] {
            self.live[item as usize] = T::CLOSED;
        }
        self.taken.push(step);
    }

    /// Goes back to where so many options were taken and so many words were gone.
    #[inline(always)]
    fn go_back<const A: usize>(&mut self, taken: usize, gone: usize) {
        let arity = if A == 0 { self.rows.arity } else { A };
        for step in self.taken.drain(taken..) {
            let option = step.option as usize;
            for &item in &self.rows.items[option * arity..(option + 1) * arity] {
                // Its options have all gone with the option that covered it.
                self.live[item as usize] = T::default();
            }
        }
        for (word, back) in self.gone.drain(gone..) {
            self.alive[word as usize] |= back;
            each_item(&self.rows.items, arity, word, back, |item| self.live[item].more());
        }
    }
}

/// Takes the live options of a word off the tallies of their items.
#[inline(always)]
fn remove<T: Tally>(
    alive: &mut [u64],
    tallies: &mut [T],
    gone: &mut Vec<(u32, u64)>,
    rows: &Rows,
    arity: usize,
    (word, options): (u32, u64),
) {
    let live = &mut alive[word as usize];
    let going = *live & options;
    if going != 0 {
        *live &= !options;
        gone.push((word, going));
        let arity = if arity == 0 { rows.arity } else { arity };
        each_item(&rows.items, arity, word, going, |item| tallies[item].less());
    }
}

/// Visits the primary items of the options in a word.
#[inline(always)]
fn each_item(items: &[u32], arity: usize, word: u32, mut options: u64, mut visit: impl FnMut(usize)) {
    while options != 0 {
        let option = word as usize * 64 + options.trailing_zeros() as usize;
        options &= options - 1;
        items[option * arity..(option + 1) * arity].iter().for_each(|&item| visit(item as usize));
    }
}
