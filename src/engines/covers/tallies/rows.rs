//! What taking an option rules out, as words of options.

#![expect(clippy::inline_always, reason = "compiled once for each kind of processor")]

use rustc_hash::FxHashMap;

use crate::cover::Colour;
use crate::engines::covers::instance::Instance;

/// Where a set of options is: from one word to before another.
pub(super) type Range = (u32, u32);

/// An item of an option: the words of its options, and of those among them that may stand beside the option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) all: Range,
    pub(super) beside: Range,
}

/// The options of each item, and the items of each option.
#[derive(Debug)]
pub(super) struct Rows {
    entries: Vec<Entry>,
    /// The options of each item.
    pub(super) places: Vec<Range>,
    /// Where the entries of each option start, and the end.
    starts: Vec<u32>,
    /// The options of each item, and those of an item that have the same colour there, as words and their bits.
    words: Vec<(u32, u64)>,
    /// The primary items of each option, filled up to `arity`.
    pub(super) items: Vec<u32>,
    pub(super) arity: usize,
}

impl Rows {
    /// The rows of an instance, options filled up with this item.
    pub(super) fn new(instance: &Instance, filler: u32) -> Self {
        let primary =
            |option: &Vec<(u32, _)>| option.iter().filter(|&&(item, _)| instance.is_primary(item)).count();
        let arity = instance.options.iter().map(primary).max().unwrap_or(0);
        let mut rows = Self {
            entries: Vec::new(),
            places: Vec::new(),
            starts: vec![0],
            words: Vec::new(),
            items: Vec::new(),
            arity,
        };
        rows.places = instance.places.iter().map(|places| rows.add_words(places.iter().copied())).collect();
        let mut beside: FxHashMap<(u32, Colour), Vec<u32>> = FxHashMap::default();
        for (option, entries) in instance.options.iter().enumerate() {
            for &entry in entries.iter().filter(|entry| entry.1.is_some()) {
                beside.entry(entry).or_default().push(option as u32);
            }
        }
        let beside: FxHashMap<(u32, Colour), Range> =
            beside.into_iter().map(|(entry, options)| (entry, rows.add_words(options.into_iter()))).collect();
        let places = &rows.places;
        for entries in &instance.options {
            let end = rows.items.len() + rows.arity;
            rows.items.extend(entries.iter().map(|entry| entry.0).filter(|&item| instance.is_primary(item)));
            rows.items.resize(end, filler);
            rows.entries.extend(entries.iter().map(|entry| Entry {
                all: places[entry.0 as usize],
                beside: beside.get(entry).copied().unwrap_or_default(),
            }));
            rows.starts.push(rows.entries.len() as u32);
        }
        rows
    }

    /// What taking an option rules out, item by item.
    #[inline(always)]
    pub(super) fn entries(&self, option: usize) -> &[Entry] {
        &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// The words of a set of options.
    #[inline(always)]
    pub(super) fn words(&self, (start, end): Range) -> &[(u32, u64)] {
        &self.words[start as usize..end as usize]
    }

    /// Adds a set of options, in ascending order, and says where it is.
    fn add_words(&mut self, options: impl Iterator<Item = u32>) -> Range {
        let start = self.words.len();
        for option in options {
            let bit = 1 << (option % 64);
            match self.words[start..].last_mut() {
                Some((word, bits)) if *word == option / 64 => *bits |= bit,
                _ => self.words.push((option / 64, bit)),
            }
        }
        (start as u32, self.words.len() as u32)
    }
}
