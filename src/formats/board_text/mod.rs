//! Boards as text: lines of digits, rows, rulers and frames, numbers in columns, arrays of a programming language.
//!
//! Reading goes in stages, and each decides by the structure of the whole text: arrays in brackets, then a board on
//! each line, then boards in rows. The pieces found are told apart as digits, blanks or regions at the end.

mod arrays;
mod build;
mod classic_line;
mod grid;
mod lines;
mod one_line;
mod positions;
mod regions;
mod rows;
mod shape;
mod symbols;
mod write;

pub use classic_line::{ClassicLine, read_classic_line};
pub use write::{write_candidates, write_grid, write_line};

use super::{ReadError, Source};
use crate::puzzles::Puzzle;
use grid::Item;
use lines::{Entry, Line};
use shape::Shape;

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
/// A text whose boards cannot be told apart, whose digits have two readings, or that holds no board.
///
/// ```
/// use exactly::formats::{Source, TextOptions, read_boards};
/// let source = Source::new("small.txt", "12|..\n..|..\n--+--\n..|..\n..|.4\n");
/// let boards = read_boards(&source, &TextOptions::default())?;
/// assert_eq!(boards.len(), 1);
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_boards(
    source: &Source,
    options: &TextOptions,
) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let mut items = match arrays::start(&source.text) {
        Some(start) => arrays::grids(source, start)?,
        None => from_lines(source)?,
    };
    if items.is_empty() {
        return Err(ReadError::new(source, 0..0, "no board in this text")
            .with_help("a board is a line of n² characters, or n rows of n cells"));
    }
    regions::mark(&mut items);
    build::puzzles(source, options, items)
}

/// The boards of a text without brackets: one a line, or in rows.
fn from_lines(source: &Source) -> Result<Vec<Item<'_>>, ReadError> {
    let mut entries = lines::entries(&source.text);
    let header = lines::take_header(&mut entries);
    let items = match shape::of(&entries) {
        Shape::Lines => one_line::grids(source, &entries),
        Shape::Rows => rows::grids(source, &entries),
        Shape::Both { line, count, side } => return Err(both(source, line, count, side)),
    };
    if let Some((line, number)) = header {
        check_header(source, line, number, &items)?;
    }
    Ok(items)
}

/// Refuses a first line with a number that is neither the number of boards nor their size.
fn check_header(source: &Source, line: Line<'_>, number: usize, items: &[Item<'_>]) -> Result<(), ReadError> {
    let sizes = items.iter().all(|item| item.as_ref().map_or(true, |grid| grid.size == number));
    if sizes || number == items.len() {
        return Ok(());
    }
    let boards = if items.len() == 1 {
        "1 board follows".to_owned()
    } else {
        format!("{} boards follow", items.len())
    };
    Err(line
        .error(source, line.span(), format!("the first line says {number}, but {boards}"))
        .with_help("a number alone on the first line is the number of boards or the size of each"))
}

/// Refuses n² lines of n² characters where they are as good as boards of size n as rows of one board.
fn both(source: &Source, line: Line<'_>, count: usize, side: usize) -> ReadError {
    let width = side * side;
    line.error(
        source,
        line.span(),
        format!("{count} lines of {width} characters can be {width}×{width} boards or {side}×{side} boards"),
    )
    .with_help(format!(
        "for {width}×{width} put a blank between the cells of a row, for {side}×{side} a line such as `Grid 1` before each board"
    ))
}

/// The entries of a text in parts, cut where a title stands.
fn blocks<'e, 'a>(entries: &'e [Entry<'a>]) -> Vec<(Option<&'a str>, &'e [Entry<'a>])> {
    let mut blocks = Vec::new();
    let mut title = None;
    let mut from = 0;
    for (at, entry) in entries.iter().enumerate() {
        if let Entry::Title(text) = entry {
            blocks.push((title, &entries[from..at]));
            title = Some(*text);
            from = at + 1;
        }
    }
    blocks.push((title, &entries[from..]));
    blocks.retain(|(_, entries)| entries.iter().any(|entry| matches!(entry, Entry::Row(_))));
    blocks
}
