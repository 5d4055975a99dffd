//! Exact covers: items, options, colours and multiplicities (Knuth, TAOCP 7.2.2.1).

mod knuth_text;

pub use knuth_text::write_knuth;

/// How often an item is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Covered at least `low` and at most `high` times; 1 and 1 for an ordinary exact cover.
    Primary {
        /// Least number of options that cover it.
        low: u32,
        /// Largest number of options that cover it.
        high: u32,
    },
    /// Covered at most once, or any number of times by options that give it the same colour.
    Secondary,
}

/// The colour of a secondary item in an option; `None` is a colour of its own, so the item is covered at most once.
pub type Colour = Option<u32>;

/// An option: the items it covers, with a colour for secondary ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opt {
    /// 0-based item numbers with their colours; no item twice.
    pub entries: Vec<(u32, Colour)>,
}

/// What makes a cover impossible to state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoverError {
    /// An option names an item that does not exist.
    #[error("option {option} names item {item}, but there are {count} items")]
    UnknownItem {
        /// 0-based option.
        option: usize,
        /// The number found.
        item: u32,
        /// Number of items.
        count: usize,
    },
    /// An option names an item twice.
    #[error("option {option} covers item {item} twice")]
    RepeatedItem {
        /// 0-based option.
        option: usize,
        /// The item.
        item: String,
    },
    /// A primary item with a colour.
    #[error("option {option} gives a colour to the primary item {item}")]
    ColouredPrimary {
        /// 0-based option.
        option: usize,
        /// The item.
        item: String,
    },
    /// Bounds that no number meets, or an upper bound of zero.
    #[error("item {item} is to be covered {low} to {high} times")]
    Bounds {
        /// The item.
        item: String,
        /// Lower bound.
        low: u32,
        /// Upper bound.
        high: u32,
    },
}

/// An exact cover problem: choose options so that each primary item is covered as often as it asks for, and each
/// secondary item at most once, or in one colour.
///
/// Items and options are numbered from 0 in the order they were added. Every option that was added is valid.
///
/// ```
/// use exactly::cover::Cover;
///
/// let mut cover = Cover::new();
/// let a = cover.add_primary("a");
/// let b = cover.add_primary("b");
/// cover.add_option(&[(a, None), (b, None)])?;
/// cover.add_option(&[(a, None)])?;
/// assert_eq!((cover.item_count(), cover.option_count()), (2, 2));
/// # Ok::<(), exactly::cover::CoverError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    kinds: Vec<ItemKind>,
    names: Vec<String>,
    options: Vec<Opt>,
}

impl Cover {
    /// A cover without items or options: it has one solution, the empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item that is covered exactly once.
    pub fn add_primary(&mut self, name: impl Into<String>) -> u32 {
        self.push(ItemKind::Primary { low: 1, high: 1 }, name.into())
    }

    /// Adds an item that is covered `low` to `high` times.
    ///
    /// # Errors
    /// `low` above `high`, or `high` zero.
    pub fn add_bounded(&mut self, name: impl Into<String>, low: u32, high: u32) -> Result<u32, CoverError> {
        let name = name.into();
        if low > high || high == 0 {
            return Err(CoverError::Bounds { item: name, low, high });
        }
        Ok(self.push(ItemKind::Primary { low, high }, name))
    }

    /// Adds an item that is covered at most once, or in one colour.
    pub fn add_secondary(&mut self, name: impl Into<String>) -> u32 {
        self.push(ItemKind::Secondary, name.into())
    }

    /// Adds an option and returns its number.
    ///
    /// # Errors
    /// An item that does not exist, an item twice, or a colour on a primary item.
    pub fn add_option(&mut self, entries: &[(u32, Colour)]) -> Result<usize, CoverError> {
        let option = self.options.len();
        for (at, &(item, colour)) in entries.iter().enumerate() {
            let Some(kind) = self.kinds.get(item as usize) else {
                return Err(CoverError::UnknownItem { option, item, count: self.kinds.len() });
            };
            if entries[..at].iter().any(|&(other, _)| other == item) {
                return Err(CoverError::RepeatedItem { option, item: self.names[item as usize].clone() });
            }
            if colour.is_some() && *kind != ItemKind::Secondary {
                return Err(CoverError::ColouredPrimary { option, item: self.names[item as usize].clone() });
            }
        }
        self.options.push(Opt { entries: entries.to_vec() });
        Ok(option)
    }

    /// Number of items.
    pub fn item_count(&self) -> usize {
        self.kinds.len()
    }

    /// Number of primary items.
    pub fn primary_count(&self) -> usize {
        self.kinds.iter().filter(|kind| **kind != ItemKind::Secondary).count()
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Number of entries over all options.
    pub fn entry_count(&self) -> usize {
        self.options.iter().map(|option| option.entries.len()).sum()
    }

    /// How often an item is covered.
    pub fn kind(&self, item: u32) -> ItemKind {
        self.kinds[item as usize]
    }

    /// Whether an item has to be covered.
    pub fn is_primary(&self, item: u32) -> bool {
        self.kind(item) != ItemKind::Secondary
    }

    /// The name of an item.
    pub fn name(&self, item: u32) -> &str {
        &self.names[item as usize]
    }

    /// The options in the order they were added.
    pub fn options(&self) -> &[Opt] {
        &self.options
    }

    /// Whether these options, by number, form a solution.
    ///
    /// ```
    /// # use exactly::cover::Cover;
    /// let mut cover = Cover::new();
    /// let a = cover.add_primary("a");
    /// cover.add_option(&[(a, None)])?;
    /// assert!(cover.is_solution(&[0]));
    /// assert!(!cover.is_solution(&[]));
    /// # Ok::<(), exactly::cover::CoverError>(())
    /// ```
    pub fn is_solution(&self, chosen: &[usize]) -> bool {
        let mut counts = vec![0u32; self.kinds.len()];
        let mut colours: Vec<Option<u32>> = vec![None; self.kinds.len()];
        for &(item, colour) in chosen.iter().flat_map(|&option| &self.options[option].entries) {
            let item = item as usize;
            let same_colour = counts[item] > 0 && colour.is_some() && colours[item] == colour;
            if self.kinds[item] != ItemKind::Secondary || !same_colour {
                counts[item] += 1;
            }
            colours[item] = colour;
        }
        self.kinds.iter().zip(counts).all(|(kind, count)| match *kind {
            ItemKind::Primary { low, high } => (low..=high).contains(&count),
            ItemKind::Secondary => count <= 1,
        })
    }

    fn push(&mut self, kind: ItemKind, name: String) -> u32 {
        self.kinds.push(kind);
        self.names.push(name);
        u32::try_from(self.kinds.len() - 1).expect("a cover has fewer than 2^32 items")
    }
}

#[cfg(test)]
mod tests {
    use super::{Cover, CoverError};

    fn small() -> Cover {
        let mut cover = Cover::new();
        cover.add_primary("a");
        cover.add_secondary("s");
        cover
    }

    #[test]
    fn wrong_options_are_refused() {
        let mut cover = small();
        assert_eq!(
            cover.add_option(&[(2, None)]),
            Err(CoverError::UnknownItem { option: 0, item: 2, count: 2 })
        );
        assert_eq!(
            cover.add_option(&[(0, None), (0, None)]),
            Err(CoverError::RepeatedItem { option: 0, item: "a".into() })
        );
        assert_eq!(
            cover.add_option(&[(1, Some(1)), (1, Some(2))]),
            Err(CoverError::RepeatedItem { option: 0, item: "s".into() })
        );
        assert_eq!(
            cover.add_option(&[(0, Some(1))]),
            Err(CoverError::ColouredPrimary { option: 0, item: "a".into() })
        );
        assert_eq!(cover.option_count(), 0);
        assert!(cover.add_bounded("b", 0, 0).is_err() && cover.add_bounded("b", 3, 2).is_err());
    }

    #[test]
    fn solutions_are_judged_with_colours() {
        let mut cover = small();
        let b = cover.add_primary("b");
        cover.add_option(&[(0, None), (1, Some(1))]).expect("valid");
        cover.add_option(&[(b, None), (1, Some(1))]).expect("valid");
        cover.add_option(&[(b, None), (1, Some(2))]).expect("valid");
        cover.add_option(&[(b, None), (1, None)]).expect("valid");
        assert!(cover.is_solution(&[0, 1]));
        assert!(!cover.is_solution(&[0, 2]));
        assert!(!cover.is_solution(&[0, 3]));
        assert!(!cover.is_solution(&[0]));
    }
}
