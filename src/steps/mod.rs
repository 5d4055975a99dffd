//! Steps that a person can follow: the next one and why, the whole way, and how hard it is.
//!
//! A puzzle is read as a [`Field`]: cells, digits, houses that hold each digit once, and other constraints. Nothing here knows
//! rows, columns or boxes but to name what was found, so that every technique works on jigsaws, diagonals, cages and larger
//! boards as it does on the classic one.
//!
//! Most techniques are one theorem. Take n [`Group`]s that must each have a candidate (the base) and n groups that may each
//! have only one (the cover). If every candidate of the base lies in the cover, each group of the cover has its one there, and its
//! other candidates are out. By the kinds of the groups that is a hidden or naked single, pointing and claiming, a naked or
//! hidden subset, a fish; candidates of the base outside the cover are its fins, and then only what all of them see is out.
//!
//! | file | looks for |
//! | --- | --- |
//! | `singles` | full houses, naked and hidden singles |
//! | `crossing` | pointing, claiming |
//! | `subsets` | naked, hidden and locked subsets |
//! | `fish`, `mutant` | fish of one digit, with fins, of lines and of any houses |
//! | `constraint` | what one constraint alone rules out: cages, automata; innies and outies |
//! | `patterns` | short chains with names: skyscrapers, kites, empty rectangles, W-wings |
//! | `chains` | chains and loops of candidates and groups, and loops that break at one candidate |
//! | `colours` | two sides of which one holds: traps, wraps, multi-colours, remote pairs |
//! | `bent` | cells with as many digits, all but one of them tight: XYZ- and WXYZ-wings |
//! | `almost_chains` | almost locked sets: two, three, and longer chains |
//! | `rectangles` | what the one solution rules out: unique rectangles, the bivalue universal grave |
//! | `forcing` | what follows from a candidate, or from every candidate of a group, link by link |
//! | `trial` | the same by singles; and trial, the last resort, which always ends |
//!
//! ```
//! use exactly::puzzles::{Board, Puzzle};
//! use exactly::steps::{Field, Position, Solver};
//!
//! let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
//! let mut puzzle = Puzzle::new(Board::usual(9)?);
//! puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
//! let field = Field::of(&puzzle)?;
//! let path = Solver::default().path(Position::with_givens(&field, &puzzle));
//! assert!(path.end.is_solved());
//! println!("{}", path.steps[0].say(&field));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod deadly;
mod field;
mod finders;
mod grade;
mod innies;
mod local;
mod path;
mod position;
mod step;
mod technique;

pub use cells::{Cells, MOST_CELLS};
pub use field::{Field, FieldError, House, Shape};
pub use grade::{Grade, Graded, Grader};
pub use path::{Path, Solver, all_steps};
pub use position::Position;
pub use step::{Candidate, Group, Link, Marks, Proof, Role, Step};
pub use technique::{Entry, Level, TABLE, Technique};
