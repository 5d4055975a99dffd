//! Pictures of boards: one description, drawn as SVG, as PNG, or with characters on a terminal.
//!
//! | file | what |
//! | --- | --- |
//! | `picture` | what is on a board, in units of cells: tints, lines, circles, texts, from bottom to top |
//! | `board` | the grid, regions, cages, digits and candidates of a puzzle |
//! | `looks`, `shapes` | how each constraint type is drawn: one table, and the shapes it names |
//! | `marks` | a step of the way, highlighted |
//! | `theme` | the colours, light and dark |
//! | `svg`, `png`, `terminal` | the three ways out |
//! | `page` | pictures to step through in a browser |
//!
//! ```
//! use exactly::puzzles::{Board, Puzzle};
//! use exactly::render::{Picture, Theme, svg};
//!
//! let mut puzzle = Puzzle::new(Board::usual(4)?);
//! puzzle.givens[0] = Some(3);
//! let text = svg(&Picture::of(&puzzle), Theme::Light, 48.0);
//! assert!(text.starts_with("<svg") && text.contains(">3</text>"));
//! # Ok::<(), exactly::puzzles::PuzzleError>(())
//! ```

mod board;
mod looks;
mod marks;
mod page;
mod picture;
#[cfg(feature = "png")]
mod png;
mod shapes;
mod svg;
mod terminal;
mod theme;

pub use page::{Frame, page};
pub use picture::{Anchor, Element, Ink, Picture, Point, Square};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;
pub use terminal::terminal;
pub use theme::Theme;
