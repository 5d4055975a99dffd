//! A puzzle: a board, the digits printed on it and its cages.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Board, Clue, Extra, OwnType};
use crate::model::Goal;

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

/// What makes one solution of a puzzle better than another: Σ wᵢ·(digit of cell i), the smallest or the largest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellObjective {
    /// Which sums are the best.
    pub goal: Goal,
    /// Weights and indices of cells, or of extra variables after them.
    pub terms: Vec<(i64, usize)>,
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
    /// Variables outside the board.
    pub extras: Vec<Extra>,
    /// The constraint types of its own.
    pub types: Vec<Arc<OwnType>>,
    /// Its other clues.
    pub clues: Vec<Clue>,
    /// Which of its solutions are the best, if that is asked.
    pub objective: Option<CellObjective>,
    /// What its reader left out or took for granted, as sentences without a full stop.
    pub notes: Vec<String>,
    /// Where it starts in the text it was read from.
    pub place: Option<Place>,
}

impl Puzzle {
    /// An empty puzzle on this board.
    pub fn new(board: impl Into<Arc<Board>>) -> Self {
        let board = board.into();
        let givens = vec![None; board.cell_count()];
        Self {
            title: None,
            board,
            givens,
            cages: Vec::new(),
            extras: Vec::new(),
            types: Vec::new(),
            clues: Vec::new(),
            objective: None,
            notes: Vec::new(),
            place: None,
        }
    }

    /// Whether it is no more than a board and its givens: no cages, clues or extra variables.
    pub fn is_bare(&self) -> bool {
        self.cages.is_empty() && self.clues.is_empty() && self.extras.is_empty()
    }

    /// The puzzle without the places in the text that it was read from, for comparing.
    #[must_use]
    pub fn without_places(mut self) -> Self {
        self.place = None;
        self.cages.iter_mut().for_each(|cage| cage.place = None);
        self.clues.iter_mut().for_each(Clue::forget_places);
        self
    }

    /// The values that a cell or an extra variable can take, by its index.
    pub fn values_of(&self, index: usize) -> RangeInclusive<i32> {
        let first = self.board.cell_count();
        let ends = self.extras.iter().scan(first, |end, extra| {
            *end += extra.count;
            Some((*end, extra.values))
        });
        let found = ends.into_iter().find(|(end, _)| index >= first && index < *end);
        found.map_or(self.board.values(), |(_, (low, high))| low..=high)
    }

    /// The constraint type of its own of this name.
    pub fn own_type(&self, name: &str) -> Option<&Arc<OwnType>> {
        self.types.iter().find(|own| own.name == name)
    }

    /// Number of cells and extra variables.
    pub fn variable_count(&self) -> usize {
        self.board.cell_count() + self.extras.iter().map(|extra| extra.count).sum::<usize>()
    }

    /// The name of a cell, or of an extra variable, by its index.
    pub fn cell_name(&self, index: usize) -> String {
        let Some(mut number) = index.checked_sub(self.board.cell_count()) else {
            return self.board.cell(index).to_string();
        };
        for extra in &self.extras {
            if number < extra.count {
                return extra.cell_name(number);
            }
            number -= extra.count;
        }
        format!("variable {index}")
    }

    /// The index of an extra variable by its name, `S3`.
    pub fn extra_index(&self, name: &str) -> Option<usize> {
        let mut first = self.board.cell_count();
        for extra in &self.extras {
            let number = match name.strip_prefix(&extra.name).unwrap_or("-") {
                "" if extra.count == 1 => Some(0),
                rest if extra.count > 1 && !rest.starts_with(['0', '+']) => {
                    rest.parse::<usize>().ok().and_then(|n| n.checked_sub(1))
                }
                _ => None,
            };
            if let Some(number) = number.filter(|&number| number < extra.count) {
                return Some(first + number);
            }
            first += extra.count;
        }
        None
    }
}
