//! The kernel for covers of any size, best where options touch few others: live options as bits, and of each item how many it
//! has.
//!
//! Taking an option looks at the live ones among those that cannot stand beside it and takes each off the tallies of its
//! items; the item with the fewest is then found without a look at the options. Going back puts them on again. Forced
//! options are taken where they are found, without a node of their own. It does what Knuth's "dancing cells" do, on plain
//! bytes instead of sparse sets.

#![expect(clippy::inline_always, reason = "compiled once for each kind of processor")]

use std::ops::ControlFlow;

use super::Watch;
use super::fast::{Task, on_this_processor};
use super::instance::Instance;
use crate::engines::Stop;

/// So many tallies are compared at a time; their number is filled up to a multiple.
const LANES: usize = 32;

/// How many live options an item has.
pub(super) trait Tally: Copy + Ord + Default + std::fmt::Debug {
    /// That of an item that is covered: larger than any other.
    const CLOSED: Self;
    const ONE: Self;
    fn of(live: usize) -> Self;
    fn less(&mut self);
    fn more(&mut self);
    fn weighed(self, weight: f64) -> f64;
    /// Where the first of them that is equal to this one stands.
    fn find(self, all: &[Self]) -> usize;
}

macro_rules! tally {
    ($kind:ty, $find:expr) => {
        impl Tally for $kind {
            const CLOSED: Self = Self::MAX;
            const ONE: Self = 1;

            fn of(live: usize) -> Self {
                Self::try_from(live).unwrap_or(Self::MAX)
            }

            #[inline]
            fn less(&mut self) {
                *self = self.wrapping_sub(1);
            }

            #[inline]
            fn more(&mut self) {
                *self = self.wrapping_add(1);
            }

            #[inline]
            fn weighed(self, weight: f64) -> f64 {
                f64::from(self) * weight
            }

            #[inline]
            fn find(self, all: &[Self]) -> usize {
                let find: fn(Self, &[Self]) -> Option<usize> = $find;
                find(self, all).unwrap_or_default()
            }
        }
    };
}

tally!(u8, |tally, all| memchr::memchr(tally, all));
tally!(u32, |tally, all| all.iter().position(|&other| other == tally));

/// Visits every solution of an instance whose items are all covered once.
pub(super) fn run(instance: &Instance, is_weighted: bool, watch: &mut Watch<'_>) -> ControlFlow<Stop> {
    let most = instance.places[..instance.bounds.len()].iter().map(Vec::len).max().unwrap_or(0);
    if most < usize::from(u8::CLOSED) {
        run_as::<u8>(instance, is_weighted, watch)
    } else {
        run_as::<u32>(instance, is_weighted, watch)
    }
}

/// [`run`] with tallies of one kind.
pub(super) fn run_as<T: Tally>(
    instance: &Instance,
    is_weighted: bool,
    watch: &mut Watch<'_>,
) -> ControlFlow<Stop> {
    on_this_processor((&mut Tallies::<T>::new(instance, is_weighted), watch))
}

/// The rows, and the current node.
#[derive(Debug)]
struct Tallies<'i, T> {
    instance: &'i Instance,
    /// For each option the words of those that cannot stand beside it, itself among them.
    rows: Vec<(u32, u64)>,
    row_starts: Vec<u32>,
    /// The primary items of each option, filled up to `arity` with one that is never looked at.
    items: Vec<u32>,
    arity: usize,
    /// The live options.
    alive: Vec<u64>,
    /// Of each primary item how many live options it has; filled up, and [`LANES`] more that are never looked at.
    live: Vec<T>,
    frames: Vec<Frame>,
    /// The options taken on the way to the current node, and those that went with them: a word and the bits of it.
    taken: Vec<u32>,
    gone: Vec<(u32, u64)>,
    /// For each primary item one by one more than how often it was left without options; empty where branching is not weighted.
    weights: Vec<f64>,
}

/// A node whose options are being tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: u32,
    /// Where among the options of the item the next to try may be.
    next: u32,
    /// How many options were taken before it, and how many words were gone.
    taken: usize,
    gone: usize,
}

impl<T: Tally> Task for (&mut Tallies<'_, T>, &mut Watch<'_>) {
    type Output = ControlFlow<Stop>;

    #[inline(always)]
    fn run(self) -> ControlFlow<Stop> {
        self.0.run(self.1)
    }
}

impl<'i, T: Tally> Tallies<'i, T> {
    /// Where branching is weighted, it is on the item with the fewest live options for how often it was left without
    /// ("dom/wdeg", Boussemart, Hemery, Lecoutre and Saïs, ECAI 2004): what is hard is settled first.
    fn new(instance: &'i Instance, is_weighted: bool) -> Self {
        let options = instance.options.len();
        let primary =
            |option: &Vec<(u32, _)>| option.iter().filter(|&&(item, _)| instance.is_primary(item)).count();
        let size = instance.bounds.len().next_multiple_of(LANES) + LANES;
        let arity = instance.options.iter().map(primary).max().unwrap_or(0);
        let mut kernel = Self {
            instance,
            rows: Vec::new(),
            row_starts: Vec::new(),
            items: Vec::new(),
            arity,
            alive: vec![u64::MAX; options.div_ceil(64)],
            live: vec![T::CLOSED; size],
            frames: Vec::new(),
            taken: Vec::new(),
            gone: Vec::new(),
            weights: if is_weighted { vec![1.0; instance.bounds.len()] } else { Vec::new() },
        };
        for (tally, places) in kernel.live.iter_mut().zip(&instance.places[..instance.bounds.len()]) {
            *tally = T::of(places.len());
        }
        let mut rivals = Rivals { last: vec![u32::MAX; options], found: Vec::new() };
        (0..options as u32).for_each(|option| kernel.add_row(option, rivals.of(instance, option)));
        kernel.row_starts.push(kernel.rows.len() as u32);
        kernel
    }

    fn add_row(&mut self, option: u32, rivals: &mut [u32]) {
        self.row_starts.push(self.rows.len() as u32);
        rivals.sort_unstable();
        for word in rivals.chunk_by(|one, other| one / 64 == other / 64) {
            let bits = word.iter().fold(0, |bits, other| bits | 1 << (other % 64));
            self.rows.push((word[0] / 64, bits));
        }
        let end = self.items.len() + self.arity;
        let entries = self.instance.options[option as usize].iter().map(|entry| entry.0);
        self.items.extend(entries.filter(|&item| self.instance.is_primary(item)));
        self.items.resize(end, (self.live.len() - 1) as u32);
    }

    /// Visits every solution.
    #[inline(always)]
    fn run(&mut self, watch: &mut Watch<'_>) -> ControlFlow<Stop> {
        match self.arity {
            2 => self.run_wide::<2>(watch),
            3 => self.run_wide::<3>(watch),
            4 => self.run_wide::<4>(watch),
            _ => self.run_wide::<0>(watch),
        }
    }

    /// [`Tallies::run`] for options of so many primary items, or of any number where it says zero.
    #[inline(always)]
    fn run_wide<const A: usize>(&mut self, watch: &mut Watch<'_>) -> ControlFlow<Stop> {
        loop {
            let tallies = &self.live[..self.live.len() - LANES];
            let fewest = least(tallies);
            if fewest == T::ONE {
                if let Some((_, option)) = self.next_option(fewest.find(tallies), 0) {
                    watch.step()?;
                    self.take::<A>(option);
                    continue;
                }
            } else if fewest == T::CLOSED {
                watch.found(self.taken.iter().copied())?;
            } else if fewest == T::default() {
                self.blame(fewest.find(tallies));
            } else {
                let item = self.choose(fewest) as u32;
                self.frames.push(Frame { item, next: 0, taken: self.taken.len(), gone: self.gone.len() });
            }
            let Some(option) = self.advance::<A>() else { return ControlFlow::Continue(()) };
            watch.step()?;
            self.take::<A>(option);
        }
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
    fn advance<const A: usize>(&mut self) -> Option<u32> {
        loop {
            let Frame { item, next, taken, gone } = *self.frames.last()?;
            self.go_back::<A>(taken, gone);
            if let Some((place, option)) = self.next_option(item as usize, next as usize) {
                let last = self.frames.len() - 1;
                self.frames[last].next = place as u32 + 1;
                return Some(option);
            }
            self.frames.pop();
        }
    }

    /// The first live option of an item from a place on.
    #[inline(always)]
    fn next_option(&self, item: usize, next: usize) -> Option<(usize, u32)> {
        let places = self.instance.places[item].iter().enumerate().skip(next);
        let mut live =
            places.filter(|&(_, option)| self.alive[*option as usize / 64] >> (option % 64) & 1 == 1);
        live.next().map(|(place, &option)| (place, option))
    }

    /// Takes an option at the current node.
    #[inline(always)]
    fn take<const A: usize>(&mut self, option: u32) {
        let arity = if A == 0 { self.arity } else { A };
        let at = option as usize;
        for &(word, rivals) in &self.rows[self.row_starts[at] as usize..self.row_starts[at + 1] as usize] {
            let live = &mut self.alive[word as usize];
            let gone = *live & rivals;
            if gone != 0 {
                *live &= !rivals;
                self.gone.push((word, gone));
                each_item(&self.items, arity, word, gone, |item| self.live[item].less());
            }
        }
        for &item in &self.items[at * arity..(at + 1) * arity] {
            self.live[item as usize] = T::CLOSED;
        }
        self.taken.push(option);
    }

    /// Goes back to where so many options were taken and so many words were gone.
    #[inline(always)]
    fn go_back<const A: usize>(&mut self, taken: usize, gone: usize) {
        let arity = if A == 0 { self.arity } else { A };
        for option in self.taken.drain(taken..) {
            let option = option as usize;
            for &item in &self.items[option * arity..(option + 1) * arity] {
                // Its options have all gone with the option that covered it.
                self.live[item as usize] = T::default();
            }
        }
        for (word, back) in self.gone.drain(gone..) {
            self.alive[word as usize] |= back;
            each_item(&self.items, arity, word, back, |item| self.live[item].more());
        }
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

/// Finds the options that cannot stand beside one, itself among them.
struct Rivals {
    /// For each option the last one that it was found for.
    last: Vec<u32>,
    found: Vec<u32>,
}

impl Rivals {
    fn of(&mut self, instance: &Instance, option: u32) -> &mut [u32] {
        self.found.clear();
        self.add(option, option);
        for &(item, colour) in &instance.options[option as usize] {
            for &other in &instance.places[item as usize] {
                let has_same = || instance.options[other as usize].contains(&(item, colour));
                if colour.is_none() || !has_same() {
                    self.add(option, other);
                }
            }
        }
        &mut self.found
    }

    fn add(&mut self, option: u32, other: u32) {
        if std::mem::replace(&mut self.last[other as usize], option) != option {
            self.found.push(other);
        }
    }
}

/// The least tally.
#[inline(always)]
fn least<T: Tally>(tallies: &[T]) -> T {
    let mut lanes = [T::CLOSED; LANES];
    for chunk in tallies.chunks_exact(LANES) {
        for (lane, &tally) in lanes.iter_mut().zip(chunk) {
            *lane = tally.min(*lane);
        }
    }
    lanes.into_iter().min().unwrap_or(T::CLOSED)
}
