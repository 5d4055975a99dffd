//! The symmetries that clues may have: which cells go together.

use std::fmt;
use std::str::FromStr;

/// How the clues lie on the board. Only their places are symmetric, not their digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Anywhere.
    #[default]
    None,
    /// The same after half a turn.
    HalfTurn,
    /// The same after a quarter turn.
    QuarterTurn,
    /// The same left and right.
    Vertical,
    /// The same above and below.
    Horizontal,
    /// The same left and right, above and below.
    BothMirrors,
    /// The same on both sides of the diagonal from the top left.
    Diagonal,
    /// The same on both sides of the diagonal from the bottom left.
    AntiDiagonal,
    /// The same on both sides of both diagonals.
    BothDiagonals,
    /// All of these.
    Full,
}

/// A way to move the board onto itself.
#[derive(Clone, Copy)]
enum Move {
    LeftRight,
    TopDown,
    Half,
    Quarter,
    Down,
    Up,
}

impl Symmetry {
    /// All of them, as help texts list them.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Vertical,
        Self::Horizontal,
        Self::BothMirrors,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::BothDiagonals,
        Self::Full,
    ];

    /// The moves from which all others of the symmetry follow.
    fn moves(self) -> &'static [Move] {
        match self {
            Self::None => &[],
            Self::HalfTurn => &[Move::Half],
            Self::QuarterTurn => &[Move::Quarter],
            Self::Vertical => &[Move::LeftRight],
            Self::Horizontal => &[Move::TopDown],
            Self::BothMirrors => &[Move::LeftRight, Move::TopDown],
            Self::Diagonal => &[Move::Down],
            Self::AntiDiagonal => &[Move::Up],
            Self::BothDiagonals => &[Move::Down, Move::Up],
            Self::Full => &[Move::Quarter, Move::Down],
        }
    }

    /// Whether it moves rows to columns, so that the board has to be square.
    pub fn is_for_squares(self) -> bool {
        self.moves().iter().any(|step| matches!(step, Move::Quarter | Move::Down | Move::Up))
    }

    /// The cells that go together, as indices row by row; on a board that is not square only where that is possible.
    ///
    /// ```
    /// use exactly::generate::Symmetry;
    ///
    /// assert_eq!(Symmetry::HalfTurn.orbits(2, 2), [vec![0, 3], vec![1, 2]]);
    /// assert_eq!(Symmetry::Full.orbits(9, 9).len(), 15);
    /// ```
    pub fn orbits(self, rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; rows * columns];
        let mut orbits = Vec::new();
        for first in 0..rows * columns {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut orbit = vec![first];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for step in self.moves() {
                    let other = step.of(cell, rows, columns);
                    if !std::mem::replace(&mut seen[other], true) {
                        orbit.push(other);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether marked cells lie so.
    pub fn holds(self, marked: &[bool], columns: usize) -> bool {
        let rows = marked.len() / columns.max(1);
        let even = |orbit: &Vec<usize>| orbit.iter().all(|&cell| marked[cell] == marked[orbit[0]]);
        self.orbits(rows, columns).iter().all(even)
    }
}

impl Move {
    fn of(self, cell: usize, rows: usize, columns: usize) -> usize {
        let (row, column) = (cell / columns, cell % columns);
        let (row, column) = match self {
            Self::LeftRight => (row, columns - 1 - column),
            Self::TopDown => (rows - 1 - row, column),
            Self::Half => (rows - 1 - row, columns - 1 - column),
            Self::Quarter => (column, rows - 1 - row),
            Self::Down => (column, row),
            Self::Up => (columns - 1 - column, rows - 1 - row),
        };
        row * columns + column
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::BothMirrors => "both-mirrors",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::BothDiagonals => "both-diagonals",
            Self::Full => "full",
        })
    }
}

impl FromStr for Symmetry {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.to_string() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(|symmetry| symmetry.to_string()).join(", ");
            format!("no symmetry `{name}`; there are {names}")
        })
    }
}
