//! The kernel for covers of any size: dancing cells, the live options of each item in a sparse set.
//!
//! After Knuth's program SSXCC ("dancing cells"): hiding an
//! option swaps it behind the live ones of each of its open items, and going back only moves the ends. A branch is left as
//! soon as an open item has no option.

mod place;

use std::ops::ControlFlow;

use super::Watch;
use super::instance::Instance;
use super::place::Next;
use crate::cover::Colour;
use crate::engines::Stop;

/// The sparse sets, and the nodes from the root to the current one.
#[derive(Debug)]
pub(super) struct Cells {
    primary_count: u32,
    entries: Vec<Entry>,
    /// The first entry of each option, and the end.
    starts: Vec<u32>,
    /// The entries of each item side by side: live ones first.
    sets: Vec<u32>,
    items: Vec<Item>,
    /// The primary items that are not covered, in no order.
    open: Vec<u32>,
    open_count: usize,
    trail: Vec<Change>,
    frames: Vec<Frame>,
    /// The options still to be tried of all frames, the current one's last.
    waiting: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    item: u32,
    option: u32,
    colour: Colour,
    /// Where it stands among the sets.
    place: u32,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    /// Where its set starts.
    base: u32,
    /// Number of live options.
    live: u32,
    /// Whether it is still to be covered, or to be coloured.
    is_open: bool,
    /// Whether the option being taken covers it.
    is_taken: bool,
    /// Where it stands among the open items.
    place: u32,
}

/// What going back undoes.
#[derive(Clone, Copy, Debug)]
enum Change {
    Hidden(u32),
    Closed(u32),
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    option: u32,
    /// Lengths of the trail before it and with its item covered, and of the waiting options before it.
    trail: usize,
    covered: usize,
    waiting: usize,
}

impl Cells {
    pub(super) fn new(instance: &Instance) -> Self {
        let mut bases = Vec::new();
        let mut base = 0;
        for places in &instance.places {
            bases.push(base);
            base += places.len() as u32;
        }
        let mut cells = Self {
            primary_count: instance.bounds.len() as u32,
            entries: Vec::new(),
            starts: Vec::new(),
            sets: vec![0; base as usize],
            items: bases
                .iter()
                .map(|&base| Item { base, live: 0, is_open: true, is_taken: false, place: 0 })
                .collect(),
            open: (0..instance.bounds.len() as u32).collect(),
            open_count: instance.bounds.len(),
            trail: Vec::new(),
            frames: Vec::new(),
            waiting: Vec::new(),
        };
        for (option, entries) in instance.options.iter().enumerate() {
            cells.starts.push(cells.entries.len() as u32);
            for &(item, colour) in entries {
                cells.add_entry(option as u32, item, colour);
            }
        }
        cells.starts.push(cells.entries.len() as u32);
        cells.open.iter().for_each(|&item| cells.items[item as usize].place = item);
        cells
    }

    fn add_entry(&mut self, option: u32, item: u32, colour: Colour) {
        let set = &mut self.items[item as usize];
        let place = set.base + set.live;
        set.live += 1;
        self.sets[place as usize] = self.entries.len() as u32;
        self.entries.push(Entry { item, option, colour, place });
    }

    /// Visits every solution from where it stands.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        let mut alive = self.enter(watch, next)?;
        loop {
            if alive {
                match self.choose() {
                    None => watch.found(self.frames.iter().map(|frame| frame.option))?,
                    Some(item) => self.branch(item),
                }
            }
            loop {
                let Some(frame) = self.frames.last_mut() else { return ControlFlow::Continue(()) };
                let Frame { trail, covered, waiting, .. } = *frame;
                if self.waiting.len() > waiting {
                    frame.option = self.waiting.pop().unwrap_or_default();
                    let option = frame.option;
                    self.go_back(covered);
                    watch.step()?;
                    alive = self.take(option);
                    break;
                }
                self.go_back(trail);
                self.frames.pop();
            }
        }
    }

    /// The open item with the fewest live options, the first of them; none where all are covered.
    fn choose(&self) -> Option<u32> {
        let open = &self.open[..self.open_count];
        open.iter().copied().min_by_key(|&item| (self.items[item as usize].live, item))
    }

    /// Starts a node on an item: it is covered, and its options wait, the least on top. Items that only these options cover
    /// are left without, until one is taken that covers them.
    fn branch(&mut self, item: u32) {
        let (trail, waiting) = (self.trail.len(), self.waiting.len());
        let Item { base, live, .. } = self.items[item as usize];
        self.close(item);
        for place in base..base + live {
            let option = self.entries[self.sets[place as usize] as usize].option;
            self.waiting.push(option);
            self.hide(option);
        }
        self.waiting[waiting..].sort_unstable_by(|a, b| b.cmp(a));
        self.frames.push(Frame { option: 0, trail, covered: self.trail.len(), waiting });
    }

    /// Covers the items of an option; false where an open item is left without options.
    fn take(&mut self, option: u32) -> bool {
        self.mark(option, true);
        let range = self.starts[option as usize]..self.starts[option as usize + 1];
        let is_alive = range.into_iter().all(|at| self.cover(self.entries[at as usize]));
        self.mark(option, false);
        is_alive
    }

    /// Says of the items of an option whether it is being taken.
    fn mark(&mut self, option: u32, is_taken: bool) {
        for at in self.starts[option as usize]..self.starts[option as usize + 1] {
            self.items[self.entries[at as usize].item as usize].is_taken = is_taken;
        }
    }

    /// Covers an item by an entry of the option that is taken; false where an open item is left without options.
    fn cover(&mut self, entry: Entry) -> bool {
        let Entry { item, colour, option, .. } = entry;
        if !self.items[item as usize].is_open {
            return true;
        }
        self.close(item);
        let Item { base, live, .. } = self.items[item as usize];
        (base..base + live).all(|place| {
            let other = self.entries[self.sets[place as usize] as usize];
            let stands_beside = other.option == option || colour.is_some() && other.colour == colour;
            stands_beside || self.hide(other.option)
        })
    }

    /// Takes an item off the open ones.
    fn close(&mut self, item: u32) {
        self.items[item as usize].is_open = false;
        self.trail.push(Change::Closed(item));
        if item < self.primary_count {
            self.open_count -= 1;
            let place = self.items[item as usize].place;
            let last = self.open[self.open_count];
            self.open.swap(place as usize, self.open_count);
            self.items[last as usize].place = place;
            self.items[item as usize].place = self.open_count as u32;
        }
    }

    /// Hides an option in its open items; says whether none of them is left without.
    fn hide(&mut self, option: u32) -> bool {
        let mut is_alive = true;
        let range = self.starts[option as usize]..self.starts[option as usize + 1];
        for at in range {
            let Entry { item, place, .. } = self.entries[at as usize];
            let set = &mut self.items[item as usize];
            if !set.is_open {
                continue;
            }
            set.live -= 1;
            let last = set.base + set.live;
            is_alive &= set.live > 0 || set.is_taken || item >= self.primary_count;
            let moved = self.sets[last as usize];
            self.sets.swap(place as usize, last as usize);
            self.entries[moved as usize].place = place;
            self.entries[at as usize].place = last;
            self.trail.push(Change::Hidden(item));
        }
        is_alive
    }

    /// Undoes what came after the trail had this length.
    fn go_back(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop() {
                Some(Change::Hidden(item)) => self.items[item as usize].live += 1,
                Some(Change::Closed(item)) => {
                    self.items[item as usize].is_open = true;
                    self.open_count += usize::from(item < self.primary_count);
                }
                None => {}
            }
        }
    }
}
