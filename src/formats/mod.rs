//! The field's text formats, one file each, read and written.

mod board_text;
mod error;
mod iss;
mod json;
mod killer_text;
mod puzzle_file;

pub use board_text::{Symbols, TextOptions};
pub use error::{ReadError, Source};
