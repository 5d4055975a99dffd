//! Which encodings to use.

use std::fmt;
use std::str::FromStr;

/// How primitives become clauses, where there is more than one way.
///
/// No choice changes the number of solutions: every encoding of this room keeps it.
///
/// ```
/// use exactly::encodings::{AtMostOne, Encodings, SumEncoding};
///
/// let encodings = Encodings { at_most_one: "ladder".parse()?, ..Encodings::default() };
/// assert_eq!((encodings.at_most_one, encodings.sum), (AtMostOne::Ladder, SumEncoding::Auto));
/// assert!("tree".parse::<SumEncoding>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encodings {
    /// At most one of n literals.
    pub at_most_one: AtMostOne,
    /// Sums of values.
    pub sum: SumEncoding,
}

/// An encoding of "at most one of n literals holds". All of them keep the number of solutions, and unit propagation is complete
/// on each: they differ in size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// The smallest by clauses and literals: see [`AtMostOne::resolved`].
    #[default]
    Auto,
    /// A clause for each pair: [`super::at_most_one_pairwise`].
    Pairwise,
    /// Whether one of the first i holds: [`super::at_most_one_ladder`].
    Ladder,
    /// Rows and columns of a grid: [`super::at_most_one_product`].
    Product,
    /// The number of the one in binary: [`super::at_most_one_bitwise`].
    Bitwise,
    /// Groups with commanders: [`super::at_most_one_commander`].
    Commander,
}

impl AtMostOne {
    /// All, in the order that help texts list them.
    pub const ALL: [Self; 6] =
        [Self::Auto, Self::Pairwise, Self::Ladder, Self::Product, Self::Bitwise, Self::Commander];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Pairwise => "pairwise",
            Self::Ladder => "ladder",
            Self::Product => "product",
            Self::Bitwise => "bitwise",
            Self::Commander => "commander",
        }
    }
}

/// An encoding of "a sum of values lies between two bounds". All of them keep the number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumEncoding {
    /// Digit sets where there are few, else the diagram while it is not too large, else the smaller of the two others.
    #[default]
    Auto,
    /// The sets of digits that are allowed: [`super::digit_sets()`]. Sums that have none, or too many, are stated by a diagram.
    DigitSets,
    /// A decision diagram over digits or partial sums: [`super::layered()`].
    Diagram,
    /// Sums of halves in order: [`super::totalizer()`].
    Totalizer,
    /// Binary numbers: [`super::adder()`].
    Adder,
}

impl SumEncoding {
    /// All, in the order that help texts list them.
    pub const ALL: [Self; 5] = [Self::Auto, Self::DigitSets, Self::Diagram, Self::Totalizer, Self::Adder];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::DigitSets => "digit-sets",
            Self::Diagram => "diagram",
            Self::Totalizer => "totalizer",
            Self::Adder => "adder",
        }
    }
}

/// The one of this name; the error lists the names.
fn named<T: Copy>(
    all: &[T],
    name: &str,
    name_of: impl Fn(T) -> &'static str,
    what: &str,
) -> Result<T, String> {
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        format!("no {what} encoding `{name}`; there are {}", names.join(", "))
    })
}

impl fmt::Display for AtMostOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for AtMostOne {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(&Self::ALL, name, Self::name, "at-most-one")
    }
}

impl fmt::Display for SumEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SumEncoding {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(&Self::ALL, name, Self::name, "sum")
    }
}
