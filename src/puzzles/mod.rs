//! Puzzles as people state them: a board, its givens and its clues, and the model they make.

mod board;
mod clue;
mod error;
mod own_type;
mod parts;
mod puzzle;
mod script;
mod statement;
pub mod types;
mod validate;

pub use board::{Board, Cell, House, HouseKind, MAX_SIZE, usual_box};
pub use clue::{Args, Clue, Extra, Line, Side, Use, Value};
pub use error::{Fault, PuzzleError};
pub use own_type::{Coefficients, Expression, Form, Origin, OwnType, OwnTypeError, Text};
pub use parts::Part;
pub use puzzle::{Cage, CellObjective, Place, Puzzle};
pub use statement::{PartedStatement, Statement};
