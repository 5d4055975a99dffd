//! Exact covers: items, options, colours and multiplicities (Knuth, TAOCP 7.2.2.1).

mod cubes;
mod error;
mod knuth_text;
mod random;
mod typed;

use std::borrow::Cow;
use std::collections::HashSet;

use itertools::Itertools;

pub use cubes::{Cube, Rest};
pub use error::CoverError;
pub use knuth_text::{CannotWriteKnuth, write_knuth};
pub use random::random_cover;
pub use typed::TypedCover;

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
    /// The names of the first colours.
    colours: Vec<String>,
    /// The cost of each option, or nothing where none has one.
    costs: Vec<u64>,
}

impl Cover {
    /// A cover without items or options: it has one solution, the empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// A cover from a matrix: each row is an option, each column a primary item, named c1, c2 and so on.
    ///
    /// # Errors
    /// A row that is longer or shorter than the first.
    ///
    /// ```
    /// # use exactly::cover::Cover;
    /// let cover = Cover::from_matrix(&[[true, false], [false, true], [true, true]])?;
    /// assert!(cover.is_solution(&[0, 1]) && cover.is_solution(&[2]));
    /// # Ok::<(), exactly::cover::CoverError>(())
    /// ```
    pub fn from_matrix(rows: &[impl AsRef<[bool]>]) -> Result<Self, CoverError> {
        let mut cover = Self::new();
        let expected = rows.first().map_or(0, |row| row.as_ref().len());
        for column in 1..=expected {
            cover.add_primary(format!("c{column}"));
        }
        for (number, row) in rows.iter().map(AsRef::as_ref).enumerate() {
            if row.len() != expected {
                return Err(CoverError::RaggedRow { row: number, width: row.len(), expected });
            }
            let ones = (0..).zip(row).filter(|(_, one)| **one);
            let entries: Vec<(u32, Colour)> = ones.map(|(column, _)| (column, None)).collect();
            cover.add_option(&entries)?;
        }
        Ok(cover)
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
        for &(item, colour) in entries {
            let Some(kind) = self.kinds.get(item as usize) else {
                return Err(CoverError::UnknownItem { option, item, count: self.kinds.len() });
            };
            if colour.is_some() && *kind != ItemKind::Secondary {
                return Err(CoverError::ColouredPrimary { option, item: self.names[item as usize].clone() });
            }
        }
        if let Some(item) = repeated(entries) {
            return Err(CoverError::RepeatedItem { option, item: self.names[item as usize].clone() });
        }
        self.options.push(Opt { entries: entries.to_vec() });
        if !self.costs.is_empty() {
            self.costs.push(0);
        }
        Ok(option)
    }

    /// Names the next colour and returns its number: 0 for the first. Colours need no names, but are shown with them.
    ///
    /// # Panics
    /// At 2^32 colours.
    pub fn add_colour(&mut self, name: impl Into<String>) -> u32 {
        self.colours.push(name.into());
        (self.colours.len() - 1) as u32
    }

    /// The name of a colour, or its number where it has none.
    pub fn colour_name(&self, colour: u32) -> Cow<'_, str> {
        match self.colours.get(colour as usize) {
            Some(name) => name.into(),
            None => colour.to_string().into(),
        }
    }

    /// Number of colours with a name.
    pub fn named_colour_count(&self) -> usize {
        self.colours.len()
    }

    /// Gives an option a cost, for the search for the cheapest solutions. Other engines pay no attention to it.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn set_cost(&mut self, option: usize, cost: u64) {
        self.costs.resize(self.options.len(), 0);
        self.costs[option] = cost;
    }

    /// The cost of an option, 0 where it has none.
    pub fn cost(&self, option: usize) -> u64 {
        self.costs.get(option).copied().unwrap_or(0)
    }

    /// An option as text: its items in their order, with a colour after `:`.
    pub fn option_text(&self, option: usize) -> String {
        let entry = |&(item, colour): &(u32, Colour)| match colour {
            Some(colour) => format!("{}:{}", self.name(item), self.colour_name(colour)),
            None => self.name(item).to_string(),
        };
        self.options[option].entries.iter().map(entry).join(" ")
    }

    /// Whether an option covers a primary item. One that does not is never taken: neither needed nor counted.
    pub fn is_usable(&self, option: usize) -> bool {
        self.options[option].entries.iter().any(|&(item, _)| self.is_primary(item))
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

/// An item that occurs twice.
fn repeated(entries: &[(u32, Colour)]) -> Option<u32> {
    /// Up to so many entries are compared each with each.
    const FEW: usize = 32;
    if entries.len() > FEW {
        let mut seen = HashSet::with_capacity(entries.len());
        return entries.iter().map(|entry| entry.0).find(|item| !seen.insert(*item));
    }
    let twice = |at: usize| entries[..at].iter().any(|other| other.0 == entries[at].0);
    (1..entries.len()).find(|&at| twice(at)).map(|at| entries[at].0)
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
