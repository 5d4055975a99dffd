//! The named types of clues: one table row each with parameters, meaning and an example, one file a family.

mod arrows;
mod board_wide;
mod general;
mod indexers;
mod lines;
mod marks;
mod missing;
mod outside;
mod sets;
mod site;
mod sums;

pub(super) use general::Pattern;
pub use site::Site;
pub(crate) use site::{fits_kind, unknown_param};

use crate::model::Constraint;

/// What a clue becomes.
pub type Constraints = Vec<Box<dyn Constraint>>;

/// A type of clue.
///
/// One static row: what readers, `exactly rules` and the model know of it.
#[derive(Clone, Copy, Debug)]
pub struct ClueType {
    /// Its name in puzzle files.
    pub name: &'static str,
    /// What it demands, in a sentence.
    pub about: &'static str,
    /// Its parameters.
    pub params: &'static [Param<'static>],
    /// A table of a puzzle file that uses it on a 9×9 board.
    pub example: &'static str,
    /// States it. The site has checked the arguments against the parameters.
    pub(super) state: fn(&Site<'_>) -> Result<Constraints, String>,
}

/// A parameter of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param<'p> {
    /// Its name in puzzle files.
    pub name: &'p str,
    /// What may stand there.
    pub kind: ParamKind,
    /// Whether it has to be given.
    pub required: bool,
    /// What it means, with its default.
    pub about: &'p str,
}

/// What may stand for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A number.
    Int,
    /// Numbers.
    Ints,
    /// `true` or `false`.
    Flag,
    /// Text.
    Text,
    /// At least so many cells.
    Cells(usize),
    /// At least so many lists of cells.
    Groups(usize),
    /// A row or column with the side it is read from: `left 3`, `top 1`.
    Line,
}

/// The parameter of most types: the cells of a line, in order.
const LINE: Param = cells(2, "the cells along the line");

const fn cells(least: usize, about: &'static str) -> Param<'static> {
    Param { name: "cells", kind: ParamKind::Cells(least), required: true, about }
}

const fn required(name: &'static str, kind: ParamKind, about: &'static str) -> Param<'static> {
    Param { name, kind, required: true, about }
}

const fn optional(name: &'static str, kind: ParamKind, about: &'static str) -> Param<'static> {
    Param { name, kind, required: false, about }
}

/// A single constraint as the result of a type.
#[expect(clippy::unnecessary_wraps, reason = "what every `state` of the tables returns")]
fn one(constraint: impl Constraint + 'static) -> Result<Constraints, String> {
    Ok(vec![Box::new(constraint)])
}

/// Every type, family by family.
pub fn all() -> impl Iterator<Item = &'static ClueType> {
    [
        lines::TYPES,
        arrows::TYPES,
        sums::TYPES,
        sets::TYPES,
        marks::TYPES,
        board_wide::TYPES,
        indexers::TYPES,
        outside::TYPES,
        missing::TYPES,
        general::TYPES,
    ]
    .into_iter()
    .flatten()
}

/// The type of this name.
pub fn find(name: &str) -> Option<&'static ClueType> {
    all().find(|clue_type| clue_type.name == name)
}
