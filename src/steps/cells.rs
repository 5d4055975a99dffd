//! A set of cells.

/// Words of a set.
const WORDS: usize = 10;

/// Most cells of a board whose steps are looked for: 25×25 and a few.
pub const MOST_CELLS: usize = WORDS * 64;

/// A set of cells, by their 0-based numbers row by row, all below [`MOST_CELLS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// The set without cells.
    pub const NONE: Self = Self([0; WORDS]);

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether a cell is in it.
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether all of its cells are in the other set.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    /// Whether a cell is in both sets.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own & other != 0)
    }

    /// The cells in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.with(other, |own, other| own & other)
    }

    /// The cells in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.with(other, |own, other| own | other)
    }

    /// The cells that are not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.with(other, |own, other| own & !other)
    }

    fn with(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| word(self.0[at], other.0[at])))
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |at| ones(words[at]).map(move |bit| at * 64 + bit))
    }

    /// The first cell.
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The numbers of the bits of a mask, ascending.
pub(crate) fn ones(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}
