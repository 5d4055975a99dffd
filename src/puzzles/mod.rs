//! Puzzles as people state them: a board, its givens and its clues.

mod board;
mod error;
mod puzzle;

pub use board::{Board, Cell, House, HouseKind, MAX_SIZE, usual_box};
pub use error::PuzzleError;
pub use puzzle::{Cage, Place, Puzzle};
