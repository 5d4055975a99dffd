//! A puzzle: a board, the digits printed on it and its cages.

use std::sync::Arc;

use super::Board;

/// Where something stands in a text: line and column, both 1-based, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Line, 1-based.
    pub line: usize,
    /// Column in characters, 1-based.
    pub column: usize,
}

/// A killer cage: cells whose digits add up to a sum, without a repeat unless it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// What the setter calls it, as shown in messages: `a`, or `r1c1` after its first cell.
    pub name: String,
    /// The printed sum, if there is one.
    pub sum: Option<i64>,
    /// Its cells as indices, row by row.
    pub cells: Vec<usize>,
    /// Whether a digit may occur more than once.
    pub repeats: bool,
    /// Where it stands in the text it was read from.
    pub place: Option<Place>,
}

/// A puzzle as printed: a board, its givens and its cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Cells, values and houses; puzzles of one text share them.
    pub board: Arc<Board>,
    /// The printed digits, row by row; `None` is a blank.
    pub givens: Vec<Option<i32>>,
    /// Its cages.
    pub cages: Vec<Cage>,
    /// Where it starts in the text it was read from.
    pub place: Option<Place>,
}

impl Puzzle {
    /// An empty puzzle on this board.
    pub fn new(board: impl Into<Arc<Board>>) -> Self {
        let board = board.into();
        let givens = vec![None; board.cell_count()];
        Self { title: None, board, givens, cages: Vec::new(), place: None }
    }
}
