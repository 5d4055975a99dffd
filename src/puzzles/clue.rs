//! Clues as printed: the name of a type with its arguments, and combinations of clues.

use std::collections::BTreeMap;
use std::fmt;

use super::Place;

/// A clue of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// One type with its arguments.
    Use(Use),
    /// At least one of these holds.
    Any(Vec<Clue>),
    /// All of these hold.
    All(Vec<Clue>),
    /// This does not hold.
    Not(Box<Clue>),
    /// If the first holds, so does the second.
    If(Box<Clue>, Box<Clue>),
}

impl Clue {
    /// Where it, or its first part, stands in the text it was read from.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Use(one) => one.place,
            Self::Any(parts) | Self::All(parts) => parts.first().and_then(Self::place),
            Self::Not(part) | Self::If(part, _) => part.place(),
        }
    }

    /// The uses of types in it.
    pub fn uses(&self) -> Vec<&Use> {
        match self {
            Self::Use(one) => vec![one],
            Self::Any(parts) | Self::All(parts) => parts.iter().flat_map(Self::uses).collect(),
            Self::Not(part) => part.uses(),
            Self::If(condition, consequence) => [condition.uses(), consequence.uses()].concat(),
        }
    }

    pub(super) fn forget_places(&mut self) {
        match self {
            Self::Use(one) => one.place = None,
            Self::Any(parts) | Self::All(parts) => parts.iter_mut().for_each(Self::forget_places),
            Self::Not(part) => part.forget_places(),
            Self::If(condition, consequence) => {
                condition.forget_places();
                consequence.forget_places();
            }
        }
    }
}

/// A type of constraint used on some cells: `thermo` on `r1c1 r2c1 r3c1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The name of the type, built in or the puzzle's own.
    pub name: String,
    /// The arguments by parameter name.
    pub args: Args,
    /// Where it stands in the text it was read from.
    pub place: Option<Place>,
}

impl Use {
    /// A use without a place.
    pub fn new(name: &str, args: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let args = args.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        Self { name: name.to_string(), args: Args(args), place: None }
    }
}

/// Arguments by parameter name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args(pub BTreeMap<String, Value>);

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int(i64),
    /// Several numbers.
    Ints(Vec<i64>),
    /// Yes or no.
    Flag(bool),
    /// Any text.
    Text(String),
    /// Cells in reading order, as indices: the board's row by row, then the extra variables.
    Cells(Vec<usize>),
    /// Several lists of cells.
    Groups(Vec<Vec<usize>>),
    /// A row or a column read from a side of the board.
    Line(Line),
}

/// A side of the board, from which a row or a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// A row, read from the left.
    Left,
    /// A row, read from the right.
    Right,
    /// A column, read from the top.
    Top,
    /// A column, read from the bottom.
    Bottom,
}

/// A row or a column, 0-based, read from a side: `left 3` in text, 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The side it is read from.
    pub side: Side,
    /// The 0-based number of the row or column.
    pub index: usize,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        };
        write!(f, "{side} {}", self.index + 1)
    }
}

/// Variables outside the board that clues may use: `S1` to `S9`, or `S` alone where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The letters before the number.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// How many of them are a row, where they are laid out as a grid; else all.
    pub columns: usize,
    /// The least and the largest value.
    pub values: (i32, i32),
}

impl Extra {
    /// The name of the variable with this 0-based number.
    pub fn cell_name(&self, number: usize) -> String {
        if self.count == 1 { self.name.clone() } else { format!("{}{}", self.name, number + 1) }
    }
}
