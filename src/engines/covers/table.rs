//! The table of subproblems: names of any length with a number each, in two arrays.
//!
//! Few large arrays rather than a box a name: they grow without a copy of each name, and are given back at once.

/// Most words that it takes: 4 GiB.
const MOST_WORDS: usize = 1 << 29;

/// Where the number of a name stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(usize);

/// What the table says to a name.
#[derive(Debug)]
pub(super) enum Entry {
    /// Its number.
    Known(u64),
    /// The name is new. It was added where there was room.
    New(Option<Place>),
}

/// A table from names to numbers.
#[derive(Debug)]
pub(super) struct Table {
    /// One after the other: the number, the length of the name, the name.
    words: Vec<u64>,
    /// Upper half: of the hash; lower half: where the entry starts, in words, plus one; zero where free.
    slots: Vec<u64>,
    /// The logarithm of the number of slots.
    bits: u32,
    count: usize,
    most: usize,
}

impl Table {
    pub(super) fn new() -> Self {
        Self::with_room(MOST_WORDS)
    }

    /// A table of at most so many words, slots included.
    pub(super) fn with_room(most: usize) -> Self {
        let bits = 10;
        Self { words: Vec::new(), slots: vec![0; 1 << bits], bits, count: 0, most: most.min(MOST_WORDS) }
    }

    /// Looks a name up and adds it, with a number that is to be set, where it is new.
    #[inline]
    pub(super) fn entry(&mut self, name: &[u64]) -> Entry {
        let hash = hash(name);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> (32 - self.bits)) as usize;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return Entry::New(self.add(slot, hash, name));
            }
            if found >> 32 == hash {
                let at = (found & u64::from(u32::MAX)) as usize - 1;
                let length = self.words[at + 1] as usize;
                if &self.words[at + 2..at + 2 + length] == name {
                    return Entry::Known(self.words[at]);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn add(&mut self, slot: usize, hash: u64, name: &[u64]) -> Option<Place> {
        let at = self.words.len();
        let is_crowded = self.count * 2 >= self.slots.len();
        let slots = if is_crowded { 2 * self.slots.len() } else { self.slots.len() };
        if at + name.len() + 2 + slots > self.most {
            return None;
        }
        self.words.extend([0, name.len() as u64]);
        self.words.extend_from_slice(name);
        self.slots[slot] = hash << 32 | (at as u64 + 1);
        self.count += 1;
        if is_crowded {
            self.grow();
        }
        Some(Place(at))
    }

    /// Twice as many slots.
    fn grow(&mut self) {
        self.bits += 1;
        let mut slots = vec![0; 1 << self.bits];
        let mask = slots.len() - 1;
        for &entry in self.slots.iter().filter(|&&entry| entry != 0) {
            let mut slot = (entry >> 32 >> (32 - self.bits)) as usize;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = entry;
        }
        self.slots = slots;
    }

    /// Sets the number of a name.
    pub(super) fn set(&mut self, place: Place, number: u64) {
        self.words[place.0] = number;
    }
}

/// 32 well mixed bits: the halves of products, as in wyhash.
#[inline]
fn hash(name: &[u64]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15u64;
    for &word in name {
        let product = u128::from(hash ^ word) * 0xa076_1d64_78bd_642f;
        hash = (product as u64 ^ (product >> 64) as u64).wrapping_add(0xe703_7ed1_a0b4_28db);
    }
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

#[cfg(test)]
mod tests {
    use super::{Entry, Table};

    #[test]
    fn names_keep_their_numbers() {
        let mut table = Table::with_room(100_000);
        let names: Vec<Vec<u64>> =
            (0..20_000u64).map(|n| vec![n % 100; 1 + (n / 100) as usize % 3]).collect();
        let mut seen = std::collections::HashMap::new();
        for (number, name) in (0..).zip(&names) {
            match table.entry(name) {
                Entry::Known(known) => assert_eq!(seen.get(name), Some(&known)),
                Entry::New(place) => {
                    table.set(place.expect("room"), number);
                    assert!(seen.insert(name.clone(), number).is_none());
                }
            }
        }
        assert_eq!(seen.len(), 300);
    }

    #[test]
    fn a_full_table_adds_nothing() {
        let mut table = Table::with_room(1024 + 4);
        assert!(matches!(table.entry(&[1, 2]), Entry::New(Some(_))));
        assert!(matches!(table.entry(&[3]), Entry::New(None)));
        assert!(matches!(table.entry(&[1, 2]), Entry::Known(0)));
    }
}
