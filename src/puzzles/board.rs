//! Board geometry: cells, values and the houses that hold each digit once.

use std::fmt;
use std::ops::RangeInclusive;

use super::PuzzleError;

/// The largest number of rows, columns or values of a board.
pub const MAX_SIZE: usize = 64;

/// A cell of a board, 0-based inside, `r1c1` (1-based) in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, 0-based from the top.
    pub row: usize,
    /// Column, 0-based from the left.
    pub column: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// What a house is, with its 0-based number; text shows it 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row of the board.
    Row(usize),
    /// A column of the board.
    Column(usize),
    /// A rectangular box.
    Box(usize),
    /// A region given by a map.
    Region(usize),
    /// The diagonal from the top left to the bottom right.
    DiagonalDown,
    /// The diagonal from the bottom left to the top right.
    DiagonalUp,
    /// Any other set of cells that hold each digit at most once.
    Extra(usize),
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(i) => write!(f, "row {}", i + 1),
            Self::Column(i) => write!(f, "column {}", i + 1),
            Self::Box(i) => write!(f, "box {}", i + 1),
            Self::Region(i) => write!(f, "region {}", i + 1),
            Self::DiagonalDown => write!(f, "the diagonal \\"),
            Self::DiagonalUp => write!(f, "the diagonal /"),
            Self::Extra(i) => write!(f, "extra region {}", i + 1),
        }
    }
}

/// A set of cells that holds each digit at most once, and exactly once where it has as many cells as there are digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// What it is and its number.
    pub kind: HouseKind,
    /// Its cells as indices, row by row.
    pub cells: Vec<usize>,
}

/// The cells, the values and the houses of a board.
///
/// Cells are numbered row by row from 0. Every board made by the constructors has its rows and columns as houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    values: RangeInclusive<i32>,
    houses: Vec<House>,
    region_of: Vec<Option<usize>>,
}

impl Board {
    /// A board without boxes: rows and columns are the only houses (a Latin square where it is square).
    ///
    /// # Errors
    /// A size that is 0 or above [`MAX_SIZE`], or fewer values than the longer side has cells.
    pub fn latin(rows: usize, columns: usize, values: RangeInclusive<i32>) -> Result<Self, PuzzleError> {
        let count = values_count(&values);
        if (1..rows.max(columns)).contains(&count) {
            return Err(PuzzleError::TooFewValues { count, cells: rows.max(columns) });
        }
        let mut board = Self::bare(rows, columns, values)?;
        for row in 0..rows {
            board.add_house(HouseKind::Row(row), (0..columns).map(|c| row * columns + c).collect());
        }
        for column in 0..columns {
            board.add_house(HouseKind::Column(column), (0..rows).map(|r| r * columns + column).collect());
        }
        Ok(board)
    }

    /// A board without houses: digits may repeat everywhere.
    ///
    /// # Errors
    /// A size or a number of values that is 0 or above [`MAX_SIZE`].
    pub fn bare(rows: usize, columns: usize, values: RangeInclusive<i32>) -> Result<Self, PuzzleError> {
        let count = values_count(&values);
        if rows == 0 || columns == 0 || rows.max(columns) > MAX_SIZE || count == 0 || count > MAX_SIZE {
            return Err(PuzzleError::Size { rows, columns });
        }
        Ok(Self { rows, columns, values, houses: Vec::new(), region_of: vec![None; rows * columns] })
    }

    /// An n×n sudoku with digits 1 to n and boxes of `box_rows` × `box_columns` cells, where `box_rows * box_columns` = n.
    ///
    /// # Errors
    /// Boxes that do not hold n cells each, or a size out of range.
    ///
    /// ```
    /// let board = exactly::puzzles::Board::sudoku(6, 2, 3)?;
    /// assert_eq!(board.houses().len(), 18);
    /// # Ok::<(), exactly::puzzles::PuzzleError>(())
    /// ```
    pub fn sudoku(size: usize, box_rows: usize, box_columns: usize) -> Result<Self, PuzzleError> {
        if box_rows == 0 || box_columns == 0 || box_rows.checked_mul(box_columns) != Some(size) {
            return Err(PuzzleError::BoxesDoNotFit { size, box_rows, box_columns });
        }
        let mut board = Self::latin(size, size, 1..=size as i32)?;
        board.add_boxes(box_rows, box_columns);
        Ok(board)
    }

    /// An n×n sudoku with the usual boxes: 3×3 for 9, 2×3 for 6, 3×4 for 12, 4×4 for 16 (the most square split, wider than high).
    /// A prime size has no boxes.
    ///
    /// # Errors
    /// A size out of range.
    pub fn usual(size: usize) -> Result<Self, PuzzleError> {
        match usual_box(size) {
            Some((box_rows, box_columns)) => Self::sudoku(size, box_rows, box_columns),
            None => Self::latin(size, size, 1..=size as i32),
        }
    }

    /// An n×n board whose regions are given by a map: `map[cell]` is the 0-based region of the cell.
    ///
    /// # Errors
    /// A map with the wrong number of cells, or a region that does not hold n cells.
    pub fn jigsaw(size: usize, map: &[usize]) -> Result<Self, PuzzleError> {
        let mut board = Self::latin(size, size, 1..=size as i32)?;
        board.add_regions(map)?;
        Ok(board)
    }

    /// Adds the boxes of `box_rows` × `box_columns` cells as houses, numbered row by row. They must tile the board.
    pub fn add_boxes(&mut self, box_rows: usize, box_columns: usize) {
        debug_assert!(self.rows.is_multiple_of(box_rows) && self.columns.is_multiple_of(box_columns));
        let across = self.columns / box_columns;
        let box_of =
            |cell: usize| (cell / self.columns) / box_rows * across + (cell % self.columns) / box_columns;
        let map: Vec<usize> = (0..self.cell_count()).map(box_of).collect();
        for region in 0..self.cell_count() / (box_rows * box_columns) {
            let cells = (0..map.len()).filter(|&c| map[c] == region).collect();
            self.add_house(HouseKind::Box(region), cells);
        }
        self.region_of = map.into_iter().map(Some).collect();
    }

    /// Adds the regions of a map as houses: `map[cell]` is the 0-based region of the cell.
    ///
    /// # Errors
    /// A map with the wrong number of cells, or a region that does not hold as many cells as there are values.
    pub fn add_regions(&mut self, map: &[usize]) -> Result<(), PuzzleError> {
        let map: Vec<Option<usize>> = map.iter().copied().map(Some).collect();
        self.add_regions_of(&map, self.value_count())
    }

    /// Like [`Board::add_regions`] for regions of `size` cells each, with cells that lie in none; regions with fewer cells
    /// than there are values hold no digit twice.
    ///
    /// # Errors
    /// A map with the wrong number of cells, or a region that does not hold `size` cells.
    pub fn add_regions_of(&mut self, map: &[Option<usize>], size: usize) -> Result<(), PuzzleError> {
        if map.len() != self.cell_count() {
            return Err(PuzzleError::RegionMapLength { found: map.len(), expected: self.cell_count() });
        }
        let count = map.iter().flatten().max().map_or(0, |m| m + 1);
        let regions: Vec<Vec<usize>> =
            (0..count).map(|region| (0..map.len()).filter(|&c| map[c] == Some(region)).collect()).collect();
        let wrong: Vec<(usize, usize)> = regions
            .iter()
            .enumerate()
            .filter(|(_, cells)| cells.len() != size)
            .map(|(region, cells)| (region, cells.len()))
            .collect();
        if !wrong.is_empty() {
            return Err(PuzzleError::RegionSizes { regions: wrong, expected: size });
        }
        for (region, cells) in regions.into_iter().enumerate() {
            self.add_house(HouseKind::Region(region), cells);
        }
        self.region_of = map.to_vec();
        Ok(())
    }

    /// Adds a house; its cells must be distinct cells of the board.
    pub fn add_house(&mut self, kind: HouseKind, cells: Vec<usize>) {
        debug_assert!(cells.iter().all(|&c| c < self.cell_count()));
        self.houses.push(House { kind, cells });
    }

    /// Adds the diagonal from the top left to the bottom right of a square board as a house.
    pub fn add_diagonal_down(&mut self) {
        self.add_house(HouseKind::DiagonalDown, (0..self.rows).map(|i| i * self.columns + i).collect());
    }

    /// Adds the diagonal from the bottom left to the top right of a square board as a house.
    pub fn add_diagonal_up(&mut self) {
        let cells = (0..self.rows).map(|i| i * self.columns + self.columns - 1 - i).collect();
        self.add_house(HouseKind::DiagonalUp, cells);
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.rows * self.columns
    }

    /// The values a cell can take.
    pub fn values(&self) -> RangeInclusive<i32> {
        self.values.clone()
    }

    /// Number of values a cell can take.
    pub fn value_count(&self) -> usize {
        values_count(&self.values)
    }

    /// All houses, rows first, then columns, boxes or regions, then the others.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The 0-based box or region of a cell, if the board has any.
    pub fn region_of(&self, cell: usize) -> Option<usize> {
        self.region_of[cell]
    }

    /// The cell with this index.
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: index / self.columns, column: index % self.columns }
    }

    /// The index of a cell, or nothing where it lies outside the board.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        (cell.row < self.rows && cell.column < self.columns).then(|| cell.row * self.columns + cell.column)
    }
}

/// Rows and columns of the usual box of an n×n sudoku, or nothing for 1 and the primes.
pub fn usual_box(size: usize) -> Option<(usize, usize)> {
    (2..=size)
        .take_while(|rows| rows * rows <= size)
        .filter(|rows| size.is_multiple_of(*rows))
        .last()
        .map(|rows| (rows, size / rows))
}

fn values_count(values: &RangeInclusive<i32>) -> usize {
    usize::try_from(i64::from(*values.end()) - i64::from(*values.start()) + 1).unwrap_or(0)
}
