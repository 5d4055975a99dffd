//! Pictures of boards: one description, drawn as SVG, as PNG, or with characters on a terminal.
//!
//! | file | what |
//! | --- | --- |
//! | `picture` | what is on a board, in units of cells: tints, lines, circles, texts, from bottom to top |
//! | `board` | the grid, regions, cages and digits of a puzzle |
//! | `looks`, `shapes` | how each constraint type is drawn: one table, and the shapes it names |
//! | `small` | candidates |
//! | `marks` | a step of the way, highlighted |
//! | `words` | what a drawing cannot tell |
//! | `theme` | the colours, light and dark |
//! | `svg`, `png`, `terminal` | the three ways out; `walls` are the lines of the last |
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
mod small;
mod svg;
mod terminal;
mod theme;
mod walls;
mod words;

pub use page::{Frame, page};
pub use picture::{Anchor, Caged, Element, Ink, Picture, Point, Square};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;
pub use terminal::terminal;
pub use theme::Theme;
