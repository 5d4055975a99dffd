//! What the search by subproblems asks of a node: its name, the item to branch on, and the parts it falls into.

use super::{Bits, Frame, parts, set_of};

/// How to choose the item to branch on where none is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engines::covers) enum Order {
    /// The first open one: nodes at the same depth have the same items open, but for a frontier.
    First,
    /// The one with the fewest ways to go on.
    Fewest,
}

/// What to do at a node, after a look at all of its open items.
pub(in crate::engines::covers) enum Look {
    Solved,
    Failed,
    /// An item with one way to go on.
    Forced(u32),
    /// An item and in how many ways it goes on.
    Branch(u32, u32),
}

/// A walk over a node's options and items.
#[derive(Debug, Default)]
pub(in crate::engines::covers) struct Walk {
    /// The round in which each item was reached last.
    reached: Vec<u64>,
    round: u64,
    /// The items reached whose options are to be gone to.
    waiting: Vec<u32>,
    /// The open items that were not reached.
    left: Vec<u64>,
    is_first: bool,
}

impl Walk {
    fn start(&mut self, items: usize, open: &[u64]) {
        self.reached.resize(items, 0);
        self.round += 1;
        self.waiting.clear();
        self.left.clear();
        self.left.extend_from_slice(open);
        self.is_first = true;
    }

    #[inline]
    fn reach(&mut self, item: u32, is_primary: bool) {
        if self.reached[item as usize] != self.round {
            self.reached[item as usize] = self.round;
            self.waiting.push(item);
            if is_primary {
                self.left[item as usize / 64] &= !(1 << (item % 64));
            }
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.left.iter().all(|&word| word == 0)
    }

    fn first_left(&self) -> Option<u32> {
        let word = self.left.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.left[word].trailing_zeros())
    }
}

impl Bits<'_> {
    /// The same matrix at its root.
    pub(in crate::engines::covers) fn fresh(&self) -> Self {
        let mut fresh = self.clone();
        fresh.frames.clear();
        fresh.alive = set_of(0..self.instance.options.len() as u32, self.words);
        fresh.open = set_of(0..self.instance.bounds.len() as u32, self.item_words);
        fresh.counts = vec![0; self.instance.bounds.len()];
        fresh
    }

    /// Words of a set of live options, and of a set of open items.
    pub(in crate::engines::covers) fn widths(&self) -> (usize, usize) {
        (self.words, self.item_words)
    }

    fn alive_now(&self) -> &[u64] {
        &self.alive[self.frames.len() * self.words..][..self.words]
    }

    fn open_words_now(&self) -> &[u64] {
        &self.open[self.frames.len() * self.item_words..][..self.item_words]
    }

    /// The option that was taken last; none where an item has no more.
    pub(in crate::engines::covers) fn last_option(&self) -> Option<u32> {
        self.frames.last().and_then(|frame| frame.option)
    }

    /// What to do at the current node. All open items are looked at, so that live options alone tell two nodes apart that
    /// have not failed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    pub(in crate::engines::covers) fn look(&self, order: Order) -> Look {
        let (depth, alive) = (self.frames.len(), self.alive_now());
        let (mut best, mut fewest) = (None, u32::MAX);
        for (word, &open) in self.open_words_now().iter().enumerate() {
            let mut left = open;
            while left != 0 {
                let item = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let (first, end) = self.ranges[item];
                let mask = &self.masks[item * self.words..][first as usize..end as usize];
                let alive = &alive[first as usize..end as usize];
                let live = alive.iter().zip(mask).map(|(alive, mask)| (alive & mask).count_ones()).sum();
                match self.ways(depth, item, live) {
                    None => return Look::Failed,
                    Some(0) => {}
                    Some(1) => return Look::Forced(item as u32),
                    Some(ways) => {
                        let is_better = match order {
                            Order::First => best.is_none(),
                            Order::Fewest => ways < fewest,
                        };
                        if is_better {
                            (best, fewest) = (Some(item as u32), ways);
                        }
                    }
                }
            }
        }
        best.map_or(Look::Solved, |item| Look::Branch(item, fewest))
    }

    /// Puts down what decides the solutions below the current node, which has not failed.
    ///
    /// Where every item is covered once, an option is live where all its items are open: they are the shorter name. Else the
    /// live options are, without the empty words before and after them, and of each item with other bounds that has live
    /// options how many it needs and takes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each kind of processor")]
    pub(in crate::engines::covers) fn put_name(&self, name: &mut Vec<u64>) {
        name.clear();
        if !self.has_bounds
            && self.instance.item_count == self.instance.bounds.len()
            && self.item_words <= self.words
        {
            name.extend_from_slice(self.open_words_now());
            return;
        }
        let alive = self.alive_now();
        let first = alive.iter().position(|&word| word != 0).unwrap_or(0);
        let end = alive.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1);
        name.push(first as u64 | (end as u64) << 32);
        name.extend_from_slice(&alive[first..end]);
        if self.has_bounds {
            self.put_counts(name);
        }
    }

    fn put_counts(&self, name: &mut Vec<u64>) {
        let (alive, items) = (self.alive_now(), self.instance.bounds.len());
        let counts = &self.counts[self.frames.len() * items..][..items];
        let (mut word, mut filled) = (0, 0);
        for (item, (&(low, high), count)) in self.instance.bounds.iter().zip(counts).enumerate() {
            if (low, high) == (1, 1) {
                continue;
            }
            let mask = &self.masks[item * self.words..][..self.words];
            let live: u32 = alive.iter().zip(mask).map(|(alive, mask)| (alive & mask).count_ones()).sum();
            if live == 0 {
                continue;
            }
            let (needed, more) = (low.saturating_sub(*count), (high - count).min(live));
            word |= u64::from(needed | more << 16) << (32 * filled);
            filled += 1;
            if filled == 2 {
                name.push(word);
                (word, filled) = (0, 0);
            }
        }
        if filled > 0 {
            name.push(word);
        }
    }

    /// Puts down the parts of the current node where it has more than one: sets of live options and of open items with no
    /// item between them. Items and options are linked where a live option covers an item; a secondary item whose live
    /// options all have one colour links nothing. The number of parts; one where nothing is put down.
    pub(in crate::engines::covers) fn put_parts(&self, walk: &mut Walk, found: &mut Vec<u64>) -> usize {
        walk.start(self.instance.item_count, self.open_words_now());
        let start = found.len();
        let mut count = 0;
        loop {
            let at = found.len();
            found.resize(at + self.words + self.item_words, 0);
            let (alive, open) = found[at..].split_at_mut(self.words);
            match self.put_part(walk, alive, open) {
                _ if count == 0 && walk.is_done() => break,
                true => count += 1,
                false => {
                    found.truncate(at);
                    break;
                }
            }
        }
        if count < 2 {
            found.truncate(start);
        }
        count.max(1)
    }

    /// Walks from the first of the open items that are left to the end of its part, or to the last open item; false where
    /// it has no live option.
    fn put_part(&self, walk: &mut Walk, alive: &mut [u64], open: &mut [u64]) -> bool {
        let now = self.alive_now();
        let mut any = false;
        while !any {
            let Some(item) = walk.first_left() else { return false };
            open.fill(0);
            walk.reach(item, true);
            while let Some(item) = walk.waiting.pop() {
                if !self.instance.is_primary(item) {
                    self.cross(walk, item, alive);
                    continue;
                }
                open[item as usize / 64] |= 1 << (item % 64);
                let (first, end) = self.ranges[item as usize];
                for word in first as usize..end as usize {
                    let mut new = now[word] & self.masks[item as usize * self.words + word] & !alive[word];
                    alive[word] |= new;
                    any |= new != 0;
                    while new != 0 {
                        self.reach(walk, word as u32 * 64 + new.trailing_zeros());
                        new &= new - 1;
                    }
                    if walk.is_done() && walk.is_first {
                        return true;
                    }
                }
            }
        }
        walk.is_first = false;
        true
    }

    /// Reaches the items of an option.
    #[inline]
    fn reach(&self, walk: &mut Walk, option: u32) {
        for &(item, _) in &self.instance.options[option as usize] {
            walk.reach(item, self.instance.is_primary(item));
        }
    }

    /// Goes on from a secondary item to its live options, where two of them cannot stand together.
    fn cross(&self, walk: &mut Walk, item: u32, alive: &mut [u64]) {
        let now = self.alive_now();
        let live = || {
            let places = self.instance.places[item as usize].iter().copied();
            places.filter(|&option| now[option as usize / 64] >> (option % 64) & 1 == 1)
        };
        let colour = |option: u32| {
            self.instance.options[option as usize]
                .iter()
                .find(|entry| entry.0 == item)
                .and_then(|entry| entry.1)
        };
        let first = live().next().and_then(colour);
        if first.is_some() && live().all(|option| colour(option) == first) {
            return;
        }
        for option in live() {
            if alive[option as usize / 64] >> (option % 64) & 1 == 0 {
                alive[option as usize / 64] |= 1 << (option % 64);
                self.reach(walk, option);
            }
        }
    }

    /// Goes to a part of the current node.
    pub(in crate::engines::covers) fn enter_part(&mut self, part: &[u64]) {
        let depth = self.frames.len();
        self.frames.push(Frame { item: 0, option: None, is_closed: true });
        parts(&mut self.alive, depth, self.words).1.copy_from_slice(&part[..self.words]);
        parts(&mut self.open, depth, self.item_words).1.copy_from_slice(&part[self.words..]);
        let (before, after) = parts(&mut self.counts, depth, self.instance.bounds.len());
        after.copy_from_slice(before);
    }
}
