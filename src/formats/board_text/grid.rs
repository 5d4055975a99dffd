//! Cells as they are written, before anything is said about what they mean.

use std::ops::Range;

use super::lines::Line;
use crate::formats::{ReadError, Source};

/// A board found in a text, or why there is none at this place.
pub(super) type Item<'a> = Result<Grid<'a>, ReadError>;

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Piece<'_> {
    pub(super) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub(super) enum Cells<'a> {
    /// Every character is a cell.
    Packed(Piece<'a>),
    /// Every piece is a cell; an empty piece is a blank.
    Separate(Vec<Piece<'a>>),
}

impl<'a> Cells<'a> {
    /// The cells, row by row.
    pub(super) fn pieces(&self) -> Vec<Piece<'a>> {
        match self {
            Self::Packed(piece) => characters(*piece),
            Self::Separate(pieces) => pieces.clone(),
        }
    }
}

/// An n×n board as written.
#[derive(Clone, Debug)]
pub(super) struct Grid<'a> {
    /// Cells in a row.
    pub(super) size: usize,
    /// The digits and blanks; `None` where only regions are given.
    pub(super) givens: Option<Cells<'a>>,
    /// The region of each cell, where the text gives a map.
    pub(super) regions: Option<Cells<'a>>,
    /// The line it starts on.
    pub(super) line: Line<'a>,
    /// The title above it.
    pub(super) title: Option<&'a str>,
}

impl<'a> Grid<'a> {
    /// A board of digits and blanks that starts on a line.
    pub(super) fn new(size: usize, givens: Cells<'a>, line: Line<'a>) -> Self {
        Self { size, givens: Some(givens), regions: None, line, title: None }
    }

    /// An error at a piece of the board.
    pub(super) fn error(&self, source: &Source, piece: Piece<'_>, message: impl Into<String>) -> ReadError {
        self.line.error(source, piece.span(), message)
    }
}

/// Every character of a piece as a piece.
pub(super) fn characters(piece: Piece<'_>) -> Vec<Piece<'_>> {
    let text = piece.text;
    text.char_indices()
        .map(|(at, c)| Piece { text: &text[at..at + c.len_utf8()], at: piece.at + at })
        .collect()
}

/// n, where `count` = n² and n is at least 2.
pub(super) fn side(count: usize) -> Option<usize> {
    let side = count.isqrt();
    (side >= 2 && side * side == count).then_some(side)
}

/// The most frequent of some numbers; the larger of two that are equally frequent.
pub(super) fn most_frequent(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|&(number, count)| (count, number)).map(|(number, _)| number)
}
