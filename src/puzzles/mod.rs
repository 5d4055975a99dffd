//! Puzzles as people state them: a board, its givens and its clues, and the model they make.

mod board;
mod error;
mod puzzle;
mod statement;
mod validate;

pub use board::{Board, Cell, House, HouseKind, MAX_SIZE, usual_box};
pub use error::{Fault, PuzzleError};
pub use puzzle::{Cage, Place, Puzzle};
pub use statement::Statement;
