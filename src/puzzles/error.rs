//! What can be wrong with a puzzle as stated.

use itertools::Itertools;

use super::{Cell, MAX_SIZE, Place};
use crate::model::{ConstraintError, ObjectiveError};

/// A puzzle that cannot be stated, or that contradicts itself before any search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board with no cells, or with too many.
    #[error("a board of {rows}×{columns} is not possible: sides and values go from 1 to {MAX_SIZE}")]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// Fewer values than a row or column has cells.
    #[error("{count} values cannot fill a row or column of {cells} cells without a repeat")]
    TooFewValues {
        /// Number of values.
        count: usize,
        /// Cells in the longer side.
        cells: usize,
    },
    /// Boxes that do not hold n cells.
    #[error("boxes of {box_rows}×{box_columns} hold {} cells, a board of size {size} needs {size}", box_rows * box_columns)]
    BoxesDoNotFit {
        /// Side of the board.
        size: usize,
        /// Rows of a box.
        box_rows: usize,
        /// Columns of a box.
        box_columns: usize,
    },
    /// A region map with too few or too many cells.
    #[error("the region map has {found} cells, the board has {expected}")]
    RegionMapLength {
        /// Cells in the map.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// Regions of the wrong size, as (0-based region, cells).
    #[error("{}, a region of this board has {expected}", regions.iter().map(|(r, n)| format!("region {} has {n} cells", r + 1)).join(", "))]
    RegionSizes {
        /// The wrong ones: 0-based region and its number of cells.
        regions: Vec<(usize, usize)>,
        /// Cells that each should have.
        expected: usize,
    },
    /// More or fewer givens, blanks among them, than cells.
    #[error("the puzzle has {found} givens and blanks, the board has {expected} cells")]
    GivensLength {
        /// Givens and blanks.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A cell number that the board does not have.
    #[error("{of} lists cell number {cell}, the cells of this board are 0 to {}", cells - 1)]
    CellOutside {
        /// What lists it.
        of: String,
        /// The number.
        cell: usize,
        /// Cells of the board, extra ones included.
        cells: usize,
    },
    /// A given that is not a value of the board.
    #[error("the given {value} in {cell} is not a digit from {low} to {high}")]
    GivenOutOfRange {
        /// The given.
        value: i32,
        /// Its cell.
        cell: Cell,
        /// Least value of the board.
        low: i32,
        /// Largest value of the board.
        high: i32,
    },
    /// Equal givens in a house.
    #[error("digit {value} occurs {} in {house}: {}", times(cells.len()), cells.iter().join(" and "))]
    Clash {
        /// The digit.
        value: i32,
        /// The house or cage.
        house: String,
        /// The cells that hold it, two or more.
        cells: Vec<Cell>,
    },
    /// A cage with a cell twice, or without cells.
    #[error("cage {cage} lists {cell} twice")]
    CellTwice {
        /// The cage's name.
        cage: String,
        /// The cell.
        cell: Cell,
    },
    /// A cage without cells.
    #[error("cage {cage} has no cells")]
    EmptyCage {
        /// The cage's name.
        cage: String,
    },
    /// More cells than there are digits, without repeats.
    #[error("cage {cage} has {cells} cells, and only {values} different digits exist")]
    CageTooLarge {
        /// The cage's name.
        cage: String,
        /// Its cells.
        cells: usize,
        /// Digits of the board.
        values: usize,
    },
    /// A sum that no digits reach.
    #[error("cage {cage} cannot add up to {sum}: {reason}")]
    CageSum {
        /// The cage's name.
        cage: String,
        /// The sum.
        sum: i64,
        /// What is possible instead.
        reason: String,
    },
    /// Cages whose sums do not fit the board's total.
    #[error("the cages add up to {found}, {reason}")]
    BoardTotal {
        /// Sum of all cages.
        found: i64,
        /// What is possible instead.
        reason: String,
    },
    /// A clue of a type that does not exist.
    #[error("unknown constraint type `{name}`{}", nearest.as_ref().map_or(String::new(), |near| format!("; the nearest known one is `{near}`")))]
    UnknownType {
        /// The name.
        name: String,
        /// The known name that is most like it.
        nearest: Option<String>,
    },
    /// A clue with a wrong argument.
    #[error("{name}: {message}")]
    Clue {
        /// The type.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A constraint that cannot be stated.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
    /// Weights that are too large.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
}

/// How often, in words.
fn times(count: usize) -> String {
    if count == 2 { "twice".to_string() } else { format!("{count} times") }
}

/// Something wrong with a puzzle, and where it stands in the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Fault {
    /// What is wrong.
    pub error: PuzzleError,
    /// Where, if the puzzle was read from a text that tells.
    pub place: Option<Place>,
}
