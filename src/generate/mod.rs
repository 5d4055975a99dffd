//! Puzzles made to order: full grids, givens on any board, killers, each with exactly one solution.
//!
//! A [`Recipe`] says what is wanted; much of what no puzzle can meet is refused at once, with the reason. A [`Generator`] makes
//! the puzzles of a recipe from a seed. Every search has a limit, and says what came nearest where it gave up.
//!
//! | file | makes |
//! | --- | --- |
//! | `classic` | plain 9×9 sudokus: digging, fewer clues, patterns, by the kernel for them |
//! | `general` | givens on any board with any lasting clues: by assumptions and cores of a SAT solver |
//! | `killer` | cages and sums |
//! | `ease` | puzzles that were dug too hard easier, by givens put back |
//! | `regions` | random regions of a jigsaw |
//! | `canonical` | one form for boards that are the same up to symmetry |
//!
//! ```
//! use exactly::generate::{Generator, Recipe, Symmetry};
//! use exactly::puzzles::{Board, Puzzle};
//!
//! let mut recipe = Recipe::new(Puzzle::new(Board::usual(9)?));
//! recipe.symmetry = Symmetry::HalfTurn;
//! let made = Generator::new(recipe, 1)?.puzzle(0)?;
//! assert!(made.puzzle.givens.iter().zip(made.puzzle.givens.iter().rev()).all(|(a, b)| a.is_some() == b.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod canonical;
mod classic;
mod ease;
mod error;
mod general;
mod generator;
mod ground;
mod judge;
mod killer;
mod maker;
mod pattern;
mod random;
mod recipe;
mod regions;
mod seen;
mod symmetry;

pub use canonical::canonical;
pub use error::{GaveUp, NotMade, RecipeError};
pub use generator::Generator;
pub use maker::Made;
pub use pattern::Pattern;
pub use recipe::{Difficulty, Kind, Recipe};
pub use symmetry::Symmetry;
