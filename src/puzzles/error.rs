//! What can be wrong with a puzzle as stated.

use itertools::Itertools;

use super::MAX_SIZE;

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
    #[error("{} of {expected} cells each {} needed", regions.iter().map(|(r, n)| format!("region {} has {n} cells", r + 1)).join(", ") + "; regions", "are")]
    RegionSizes {
        /// The wrong ones: 0-based region and its number of cells.
        regions: Vec<(usize, usize)>,
        /// Cells that each should have.
        expected: usize,
    },
}
