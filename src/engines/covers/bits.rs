//! The kernel for covers of some thousand options: live options as bits, what an option rules out as one row of a matrix.
//!
//! A node is the set of live options and the set of open items, copied; taking an option is an and-not with its row.
//! Colours and secondary items are in the rows alone. An item with bounds counts its options; it branches on its next
//! option in ascending order, or on having no more.

mod nodes;
mod place;

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::Watch;
use super::fast::{Task, on_this_processor};
use super::instance::Instance;
use super::place::Next;
use crate::engines::Stop;

pub(super) use nodes::{Look, Order, Walk};

/// Most options: the rows of the matrix then take 32 MiB.
pub(super) const MOST_OPTIONS: usize = 16_384;

/// Whether the kernel is the faster one for a cover whose items are all covered once. A node costs about a step for each
/// open item and each word of its options here, and one for each entry that an option hides in the other kernel.
pub(super) fn suits(instance: &Instance) -> bool {
    let options = instance.options.len();
    if options > MOST_OPTIONS {
        return false;
    }
    let words: usize = instance.places[..instance.bounds.len()].iter().map(|places| span(places)).sum();
    let hidden = |option: &Vec<(u32, _)>| {
        option.iter().map(|&(item, _)| instance.places[item as usize].len()).sum::<usize>()
    };
    let hidden: usize = instance.options.iter().map(hidden).sum();
    let entries = instance.options.iter().map(Vec::len).sum::<usize>();
    // Entries hidden by an option on average, each with its items.
    let updates = (hidden / options.max(1)) * (entries / options.max(1));
    words + options / 64 <= 15 * updates.max(1)
}

/// Words that the options of an item reach over.
fn span(places: &[u32]) -> usize {
    match (places.first(), places.last()) {
        (Some(first), Some(last)) => (last / 64 - first / 64 + 1) as usize,
        _ => 0,
    }
}

/// Visits every solution.
pub(super) fn run(instance: &Instance, watch: &mut Watch<'_>) -> ControlFlow<Stop> {
    on_this_processor((&mut Bits::new(instance), watch, Next::Start))
}

/// The matrix, and the nodes from the root to the current one.
#[derive(Clone, Debug)]
pub(super) struct Bits<'i> {
    instance: &'i Instance,
    has_bounds: bool,
    /// Words of a set of options, and of a set of primary items.
    words: usize,
    item_words: usize,
    /// The options of each primary item, and the words they are in.
    masks: Vec<u64>,
    ranges: Vec<(u32, u32)>,
    /// For each option those that cannot stand beside it, itself among them.
    rows: Vec<u64>,
    /// The items covered once that each option covers.
    covers: Vec<u64>,
    /// The items with other bounds that each option covers.
    bounded: Vec<Vec<u32>>,
    alive: Vec<u64>,
    open: Vec<u64>,
    counts: Vec<u32>,
    frames: Vec<Frame>,
}

/// A node whose options are being tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: u32,
    option: Option<u32>,
    /// Whether "no more of this item" was tried.
    is_closed: bool,
}

/// What to do at a node.
pub(super) enum Choice {
    Solved,
    Failed,
    Branch(u32),
}

impl Task for (&mut Bits<'_>, &mut Watch<'_>, Next) {
    type Output = ControlFlow<Stop>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(self) -> ControlFlow<Stop> {
        self.0.run(self.1, self.2)
    }
}

impl<'i> Bits<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        let (options, items) = (instance.options.len(), instance.bounds.len());
        let (words, item_words) = (options.div_ceil(64), items.div_ceil(64));
        let mut bits = Self {
            instance,
            has_bounds: instance.has_bounds(),
            words,
            item_words,
            masks: vec![0; items * words],
            ranges: vec![(0, 0); items],
            rows: vec![0; options * words],
            covers: vec![0; options * item_words],
            bounded: vec![Vec::new(); options],
            alive: Vec::new(),
            open: Vec::new(),
            counts: vec![0; items],
            frames: Vec::new(),
        };
        for item in 0..instance.item_count as u32 {
            bits.add_item(item);
        }
        for option in 0..options {
            bits.rows[option * words + option / 64] |= 1 << (option % 64);
        }
        bits.alive = set_of(0..options as u32, words);
        bits.open = set_of(0..items as u32, item_words);
        bits
    }

    /// Puts an item into masks, rows and covers.
    fn add_item(&mut self, item: u32) {
        let (instance, words) = (self.instance, self.words);
        let places = &instance.places[item as usize];
        let all = set_of(places.iter().copied(), words);
        if instance.is_primary(item) {
            let at = item as usize;
            self.masks[at * words..(at + 1) * words].copy_from_slice(&all);
            let first = places.first().map_or(0, |option| option / 64);
            self.ranges[at] = (first, first + span(places) as u32);
        }
        let once = instance.is_covered_once(item);
        let colour_of = |option: u32| {
            instance.options[option as usize].iter().find(|entry| entry.0 == item).and_then(|entry| entry.1)
        };
        let mut painted: HashMap<u32, Vec<u64>> = HashMap::new();
        for &option in places {
            if let Some(colour) = colour_of(option) {
                let same = painted.entry(colour).or_insert_with(|| vec![0; words]);
                same[option as usize / 64] |= 1 << (option % 64);
            }
        }
        for &option in places {
            let row = &mut self.rows[option as usize * words..(option as usize + 1) * words];
            if once {
                self.covers[option as usize * self.item_words + item as usize / 64] |= 1 << (item % 64);
            } else if instance.is_primary(item) {
                self.bounded[option as usize].push(item);
                continue;
            }
            match colour_of(option).and_then(|colour| painted.get(&colour)) {
                None => row.iter_mut().zip(&all).for_each(|(row, all)| *row |= all),
                Some(same) => {
                    row.iter_mut()
                        .zip(all.iter().zip(same))
                        .for_each(|(row, (all, same))| *row |= all & !same);
                }
            }
        }
    }

    /// Visits every solution from where it stands.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        match self.words {
            1 => self.run_wide::<1>(watch, next),
            2 => self.run_wide::<2>(watch, next),
            3 => self.run_wide::<3>(watch, next),
            4 => self.run_wide::<4>(watch, next),
            _ => self.run_wide::<0>(watch, next),
        }
    }

    /// [`Bits::run`] for sets of options of so many words, or of any number where it says zero.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn run_wide<const W: usize>(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        match next {
            Next::Start => {}
            Next::After | Next::Done if !self.move_on::<W>() => return ControlFlow::Continue(()),
            Next::Try | Next::After | Next::Done => watch.step()?,
        }
        loop {
            match self.choose::<W>() {
                Choice::Solved => watch.found(self.taken())?,
                Choice::Failed => {}
                Choice::Branch(item) => self.branch(item),
            }
            if !self.move_on::<W>() {
                return ControlFlow::Continue(());
            }
            watch.step()?;
        }
    }

    /// Makes the next child, of the current node or of one above; false where there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn move_on<const W: usize>(&mut self) -> bool {
        while !self.advance::<W>() {
            if self.frames.pop().is_none() {
                return false;
            }
        }
        true
    }

    /// Starts to try the options of an item at the current node.
    pub(super) fn branch(&mut self, item: u32) {
        self.frames.push(Frame { item, option: None, is_closed: false });
    }

    /// Goes back to the node above; false at the root.
    pub(super) fn leave(&mut self) -> bool {
        self.frames.pop().is_some()
    }

    /// The options taken on the way to the current node.
    pub(super) fn taken(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.iter().filter_map(|frame| frame.option)
    }

    /// The primary items that are open at the current node.
    pub(super) fn open_now(&self) -> impl Iterator<Item = u32> + '_ {
        let depth = self.frames.len();
        let words = &self.open[depth * self.item_words..(depth + 1) * self.item_words];
        (0..self.instance.bounds.len() as u32)
            .filter(|&item| words[item as usize / 64] >> (item % 64) & 1 == 1)
    }

    /// The item with the fewest ways to go on.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    pub(super) fn choose<const W: usize>(&self) -> Choice {
        let (mut best, mut fewest) = (None, u32::MAX);
        let visit = |item: u32, ways: u32| {
            if ways < fewest {
                (best, fewest) = (Some(item), ways);
            }
        };
        self.open_items::<W>(visit).unwrap_or_else(|| best.map_or(Choice::Solved, Choice::Branch))
    }

    /// Visits the open items with the number of ways to go on, but for those that are done; ends early where an item has
    /// none or only one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn open_items<const W: usize>(&self, mut visit: impl FnMut(u32, u32)) -> Option<Choice> {
        let depth = self.frames.len();
        let words = if W == 0 { self.words } else { W };
        let alive = &self.alive[depth * words..(depth + 1) * words];
        for word in 0..self.item_words {
            let mut left = self.open[depth * self.item_words + word];
            while left != 0 {
                let item = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let mask = &self.masks[item * words..(item + 1) * words];
                // A few words are looked at whole, of many those with options of the item.
                let (first, end) = if W == 0 { self.ranges[item] } else { (0, W as u32) };
                let (alive, mask) =
                    (&alive[first as usize..end as usize], &mask[first as usize..end as usize]);
                let live: u32 = alive.iter().zip(mask).map(|(alive, mask)| (alive & mask).count_ones()).sum();
                match self.ways(depth, item, live) {
                    None => return Some(Choice::Failed),
                    Some(0) => {}
                    Some(1) => return Some(Choice::Branch(item as u32)),
                    Some(ways) => visit(item as u32, ways),
                }
            }
        }
        None
    }

    /// In how many ways an item with so many live options goes on: none where it has to and cannot, zero where it is done.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn ways(&self, depth: usize, item: usize, live: u32) -> Option<u32> {
        let (low, high) = self.instance.bounds[item];
        if low == 1 && high == 1 {
            return (live > 0).then_some(live);
        }
        let needed = low.saturating_sub(self.counts[depth * self.instance.bounds.len() + item]);
        if live < needed { None } else { Some(if live == 0 { 0 } else { live + 1 - needed }) }
    }

    /// Makes the next child of the current node; false where there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    pub(super) fn advance<const W: usize>(&mut self) -> bool {
        let Some(depth) = self.frames.len().checked_sub(1) else { return false };
        let frame = self.frames[depth];
        let item = frame.item as usize;
        let (first, end) = self.ranges[item];
        let next = (first as usize..end as usize).find_map(|word| {
            let live = self.alive[depth * self.words + word] & self.masks[item * self.words + word];
            (live != 0).then(|| (word * 64) as u32 + live.trailing_zeros())
        });
        match next {
            Some(option) if self.is_enough(depth, item) => {
                self.alive[depth * self.words + option as usize / 64] &= !(1 << (option % 64));
                self.frames[depth].option = Some(option);
                self.take::<W>(depth, option);
                true
            }
            None if !frame.is_closed && self.may_close(depth, item) => {
                (self.frames[depth].option, self.frames[depth].is_closed) = (None, true);
                self.copy(depth);
                true
            }
            _ => false,
        }
    }

    /// Whether the live options are as many as the item still needs.
    #[inline]
    fn is_enough(&self, depth: usize, item: usize) -> bool {
        let (low, high) = self.instance.bounds[item];
        if low <= 1 && high == 1 {
            return true;
        }
        let alive = &self.alive[depth * self.words..(depth + 1) * self.words];
        let mask = &self.masks[item * self.words..(item + 1) * self.words];
        let live: u32 = alive.iter().zip(mask).map(|(alive, mask)| (alive & mask).count_ones()).sum();
        live + self.counts[depth * self.instance.bounds.len() + item] >= low
    }

    /// Whether an item is covered often enough to have no more.
    fn may_close(&self, depth: usize, item: usize) -> bool {
        let (low, high) = self.instance.bounds[item];
        (low, high) != (1, 1) && self.counts[depth * self.instance.bounds.len() + item] >= low
    }

    /// The child where an option is taken.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    fn take<const W: usize>(&mut self, depth: usize, option: u32) {
        let option = option as usize;
        let words = if W == 0 { self.words } else { W };
        let row = &self.rows[option * words..(option + 1) * words];
        let (before, after) = parts(&mut self.alive, depth, words);
        for ((after, before), row) in after.iter_mut().zip(before).zip(row) {
            *after = *before & !row;
        }
        let covers = &self.covers[option * self.item_words..(option + 1) * self.item_words];
        let (before, after) = parts(&mut self.open, depth, self.item_words);
        for ((after, before), covers) in after.iter_mut().zip(before).zip(covers) {
            *after = *before & !covers;
        }
        if self.has_bounds {
            self.count(depth, option);
        }
    }

    /// Counts an option for its items with bounds; those that have enough take their other options away.
    fn count(&mut self, depth: usize, option: usize) {
        let items = self.instance.bounds.len();
        let (before, after) = parts(&mut self.counts, depth, items);
        after.copy_from_slice(before);
        for &item in &self.bounded[option] {
            let item = item as usize;
            after[item] += 1;
            if after[item] == self.instance.bounds[item].1 {
                let alive = &mut self.alive[(depth + 1) * self.words..(depth + 2) * self.words];
                let mask = &self.masks[item * self.words..(item + 1) * self.words];
                alive.iter_mut().zip(mask).for_each(|(alive, mask)| *alive &= !mask);
            }
        }
    }

    /// The child where the options tried are out, and nothing else changes.
    fn copy(&mut self, depth: usize) {
        let (before, after) = parts(&mut self.alive, depth, self.words);
        after.copy_from_slice(before);
        let (before, after) = parts(&mut self.open, depth, self.item_words);
        after.copy_from_slice(before);
        let (before, after) = parts(&mut self.counts, depth, self.instance.bounds.len());
        after.copy_from_slice(before);
    }
}

/// The words of a node and, with room made for it, of its child.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
fn parts<T: Copy + Default>(stack: &mut Vec<T>, depth: usize, size: usize) -> (&[T], &mut [T]) {
    if stack.len() < (depth + 2) * size {
        stack.resize((depth + 2) * size, T::default());
    }
    let (before, after) = stack[depth * size..(depth + 2) * size].split_at_mut(size);
    (before, after)
}

fn set_of(members: impl Iterator<Item = u32>, words: usize) -> Vec<u64> {
    let mut set = vec![0; words];
    members.for_each(|member| set[member as usize / 64] |= 1 << (member % 64));
    set
}
