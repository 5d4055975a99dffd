//! Covers whose items are values of the user's own type.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use super::{Cover, CoverError};

/// A cover with items of a type `T`, an enum say, and options that are named by them.
///
/// Items are shown by their `Debug` text. What engines find are option numbers; [`TypedCover::option`] gives the items back.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use exactly::cover::TypedCover;
/// use exactly::{Request, solve};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// enum Item {
///     Row(usize),
///     Column(usize),
///     Diagonal(usize),
/// }
/// use Item::{Column, Diagonal, Row};
///
/// // Four queens, on the diagonals at most one each.
/// let mut queens = TypedCover::new();
/// for line in 0..4 {
///     queens.add_primary(Row(line))?;
///     queens.add_primary(Column(line))?;
/// }
/// for diagonal in 0..14 {
///     queens.add_secondary(Diagonal(diagonal))?;
/// }
/// for (row, column) in (0..16).map(|cell| (cell / 4, cell % 4)) {
///     queens.add_option([Row(row), Column(column), Diagonal(row + column), Diagonal(10 + row - column)])?;
/// }
/// let mut first = None;
/// solve::run_cover(queens.cover(), &Request::default(), &mut |options| {
///     first = Some(options.iter().map(|&option| queens.option(option)[..2].to_vec()).collect::<Vec<_>>());
///     ControlFlow::Break(())
/// })?;
/// assert!(first.expect("two solutions").contains(&vec![Row(0), Column(1)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypedCover<T> {
    cover: Cover,
    numbers: HashMap<T, u32>,
    options: Vec<Vec<T>>,
}

impl<T> Default for TypedCover<T> {
    fn default() -> Self {
        Self { cover: Cover::new(), numbers: HashMap::new(), options: Vec::new() }
    }
}

impl<T: Clone + Debug + Eq + Hash> TypedCover<T> {
    /// A cover without items or options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item that is covered exactly once.
    ///
    /// # Errors
    /// An item that was added before.
    pub fn add_primary(&mut self, item: T) -> Result<(), CoverError> {
        self.add(item, |cover, name| Ok(cover.add_primary(name)))
    }

    /// Adds an item that is covered `low` to `high` times.
    ///
    /// # Errors
    /// An item that was added before; `low` above `high`, or `high` zero.
    pub fn add_bounded(&mut self, item: T, low: u32, high: u32) -> Result<(), CoverError> {
        self.add(item, |cover, name| cover.add_bounded(name, low, high))
    }

    /// Adds an item that is covered at most once, or in one colour.
    ///
    /// # Errors
    /// An item that was added before.
    pub fn add_secondary(&mut self, item: T) -> Result<(), CoverError> {
        self.add(item, |cover, name| Ok(cover.add_secondary(name)))
    }

    /// Adds an option and returns its number, from 0.
    ///
    /// # Errors
    /// An item that was not added, or twice in the option.
    pub fn add_option(&mut self, items: impl IntoIterator<Item = T>) -> Result<usize, CoverError> {
        self.add_coloured(items.into_iter().map(|item| (item, None)))
    }

    /// Adds an option that gives colours to some of its secondary items, and returns its number, from 0.
    ///
    /// # Errors
    /// An item that was not added, or twice in the option; a colour on a primary item.
    pub fn add_coloured(
        &mut self,
        entries: impl IntoIterator<Item = (T, Option<u32>)>,
    ) -> Result<usize, CoverError> {
        let (items, colours): (Vec<T>, Vec<Option<u32>>) = entries.into_iter().unzip();
        let option = self.options.len();
        let number = |item: &T| {
            let unknown = || CoverError::NoSuchItem { option, item: format!("{item:?}") };
            self.numbers.get(item).copied().ok_or_else(unknown)
        };
        let numbers: Vec<u32> = items.iter().map(number).collect::<Result<_, _>>()?;
        let entries: Vec<_> = numbers.into_iter().zip(colours).collect();
        self.cover.add_option(&entries)?;
        self.options.push(items);
        Ok(option)
    }

    /// The cover itself, for engines: items and options in the order they were added.
    pub fn cover(&self) -> &Cover {
        &self.cover
    }

    /// The items of an option, in the order it named them.
    ///
    /// # Panics
    /// If there is no option of this number.
    pub fn option(&self, option: usize) -> &[T] {
        &self.options[option]
    }

    fn add(
        &mut self,
        item: T,
        add: impl FnOnce(&mut Cover, String) -> Result<u32, CoverError>,
    ) -> Result<(), CoverError> {
        let name = format!("{item:?}");
        if self.numbers.contains_key(&item) {
            return Err(CoverError::SameItem { item: name });
        }
        let number = add(&mut self.cover, name)?;
        self.numbers.insert(item, number);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::TypedCover;

    #[test]
    fn wrong_items_are_refused_by_name() {
        let mut cover = TypedCover::new();
        cover.add_primary('a').expect("new");
        cover.add_secondary('x').expect("new");
        assert_eq!(cover.add_secondary('a').expect_err("twice").to_string(), "item 'a' was added before");
        let unknown = cover.add_option(['a', 'b']).expect_err("unknown").to_string();
        assert_eq!(unknown, "option 0 covers item 'b', which was not added");
        assert_eq!(
            cover.add_option(['a', 'a']).expect_err("twice").to_string(),
            "option 0 covers item 'a' twice"
        );
        assert_eq!(cover.add_coloured([('a', None), ('x', Some(3))]), Ok(0));
        assert_eq!((cover.option(0), cover.cover().option_count()), (&['a', 'x'][..], 1));
    }
}
