//! Counts of parts, kept for when they come again.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::parts::Part;

/// Most bytes that are kept, about: 1 GiB. Then all are forgotten.
const MOST_BYTES: usize = 1 << 30;

/// The counts that are known.
#[derive(Debug, Default)]
pub(super) struct Memo {
    counts: FxHashMap<Box<[u32]>, BigUint>,
    key: Vec<u32>,
    bytes: usize,
}

impl Memo {
    /// The count of a part, where it is known.
    pub(super) fn get(&mut self, part: &Part) -> Option<&BigUint> {
        self.name(part);
        self.counts.get(&self.key[..])
    }

    pub(super) fn insert(&mut self, part: &Part, count: &BigUint) {
        if self.bytes > MOST_BYTES {
            self.counts = FxHashMap::default();
            self.bytes = 0;
        }
        self.name(part);
        self.bytes += self.key.len() * 4 + count.bits() as usize / 8 + 96;
        self.counts.insert(self.key.as_slice().into(), count.clone());
    }

    /// A part is named by its variables and long clauses.
    fn name(&mut self, part: &Part) {
        self.key.clear();
        self.key.push(part.vars.len() as u32);
        self.key.extend_from_slice(&part.vars);
        self.key.extend_from_slice(&part.clauses);
    }
}
