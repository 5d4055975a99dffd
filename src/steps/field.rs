//! What steps are taken on: cells, digits, the houses that hold each digit once, and what else excludes what.

mod read;

use std::sync::OnceLock;

use itertools::Itertools;

use super::cells::{Cells, MOST_CELLS};
use super::local::Local;
use super::{Candidate, Group, deadly};
use crate::model::Model;
use crate::puzzles::{Fault, Statement};

/// What a house is, as techniques are named by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box or a region of a map.
    Box,
    /// Any other: a diagonal, an extra region, a cage.
    Other,
}

/// Cells that hold no digit twice.
#[derive(Clone, Debug)]
pub struct House {
    /// Its name: `row 1`, `cage a`.
    pub name: String,
    /// What it is.
    pub shape: Shape,
    /// Its cells in ascending order, 64 at most.
    pub cells: Vec<usize>,
    /// Whether it holds each digit.
    pub is_full: bool,
    set: Cells,
}

impl House {
    /// Its cells as a set.
    pub fn set(&self) -> &Cells {
        &self.set
    }
}

/// Cells that two houses have in common, two or more, as masks of places in each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) from_mask: u64,
    pub(super) to_mask: u64,
}

/// A puzzle cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// It is not right as stated.
    #[error("{}", .0.iter().map(|fault| fault.error.to_string()).join("; "))]
    Faults(Vec<Fault>),
    /// Too many cells or digits.
    #[error(
        "{cells} cells and {digits} digits are too many to explain; at most {MOST_CELLS} cells and 64 digits"
    )]
    TooLarge {
        /// Cells of the board.
        cells: usize,
        /// Different digits.
        digits: usize,
    },
}

/// The board of a puzzle, its houses, and its other constraints.
#[derive(Debug)]
pub struct Field {
    statement: Statement,
    columns: usize,
    /// The digits, ascending; candidates name them by their place here.
    values: Vec<i32>,
    houses: Vec<House>,
    /// The houses of each cell, with its place in each.
    places: Vec<Vec<(usize, usize)>>,
    /// For each cell the others that cannot hold the same digit.
    peers: Vec<Cells>,
    /// For each candidate the others that it excludes beyond those of its cell and its digit.
    extra: Vec<Vec<Candidate>>,
    has_extra: bool,
    crossings: Vec<Crossing>,
    /// The constraints beyond the houses, and the sums that follow from them.
    locals: Vec<Local>,
    innies: Vec<Local>,
    /// The candidates at the start: for each cell a mask of digits.
    start: Vec<u64>,
    /// The cells that nothing but houses is about.
    free: Cells,
    rectangles: OnceLock<Vec<[usize; 4]>>,
}

impl Field {
    /// The model that was read.
    pub fn model(&self) -> &Model {
        &self.statement.model
    }

    /// Whether it has 81 cells and no constraint beyond its houses.
    pub(super) fn is_plain(&self) -> bool {
        self.cell_count() == 81 && self.locals.is_empty()
    }

    /// The sums of innies and outies.
    pub(super) fn innies(&self) -> &[Local] {
        &self.innies
    }

    /// The constraints beyond the houses.
    pub(super) fn locals(&self) -> &[Local] {
        &self.locals
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.start.len()
    }

    /// The digits, ascending.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The number of a digit.
    pub fn digit(&self, value: i32) -> Option<usize> {
        self.values.binary_search(&value).ok()
    }

    /// The houses: those of the board first, in its order.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The houses of a cell, with its place in each.
    pub(super) fn places_of(&self, cell: usize) -> &[(usize, usize)] {
        &self.places[cell]
    }

    /// The other cells that cannot hold the same digit as this one.
    pub fn peers(&self, cell: usize) -> &Cells {
        &self.peers[cell]
    }

    /// The candidates that a candidate excludes beyond those of its cell and those of its digit in [`Field::peers`].
    pub fn extra(&self, candidate: Candidate) -> &[Candidate] {
        &self.extra[candidate.cell * self.values.len() + candidate.digit]
    }

    /// Whether some candidate excludes more than those of its cell and its digit.
    pub(super) fn has_extra(&self) -> bool {
        self.has_extra
    }

    /// Whether at most one of two candidates holds.
    pub fn sees(&self, one: Candidate, other: Candidate) -> bool {
        if one.cell == other.cell {
            return one.digit != other.digit;
        }
        (one.digit == other.digit && self.peers[one.cell].contains(other.cell))
            || self.extra(one).contains(&other)
    }

    /// Whether nothing but houses is about a cell.
    pub(super) fn is_free(&self, cell: usize) -> bool {
        self.free.contains(cell)
    }

    /// The rings of four cells where two digits could change places.
    pub(super) fn rectangles(&self) -> &[[usize; 4]] {
        self.rectangles.get_or_init(|| deadly::rectangles(self, &self.free))
    }

    pub(super) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    pub(super) fn start(&self) -> &[u64] {
        &self.start
    }

    /// `r1c1` for a cell.
    pub fn cell_name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }

    /// Cells by name, in their order.
    pub fn cell_names(&self, cells: impl IntoIterator<Item = usize>) -> String {
        cells.into_iter().map(|cell| self.cell_name(cell)).join(" ")
    }

    /// `r1c1=5` for a candidate, with this sign between cell and digit.
    pub fn name(&self, candidate: Candidate, sign: &str) -> String {
        format!("{}{sign}{}", self.cell_name(candidate.cell), self.values[candidate.digit])
    }

    /// What a group is called: `r1c1`, or `the 5 of row 3`.
    pub fn group_name(&self, group: Group) -> String {
        match group {
            Group::Cell(cell) => self.cell_name(cell),
            Group::Place { house, digit } => {
                format!("the {} of {}", self.values[digit], self.houses[house].name)
            }
        }
    }
}
