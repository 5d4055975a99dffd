//! Puzzles of f-puzzles: JSON, bare or compressed in a link.

mod board;
mod clues;
mod drawn;
mod kinds;
mod parts;
mod payload;
mod write;

use itertools::Itertools;

use self::clues::Reader;
use super::json::syntax::{Json, Kind};
use super::piece::{error_at, nearest, quote};
use super::{ReadError, Source};
use crate::puzzles::{Clue, Puzzle};

pub(super) use payload::{looks_like as looks_like_link, read_links};
pub use write::{write_fpuzzles, write_fpuzzles_link};

/// The keys that are read by themselves.
const BOARD_KEYS: [&str; 5] = ["size", "grid", "title", "diagonal+", "diagonal-"];

/// The keys that state no rule, with what stands there.
const DECORATION: [(&str, &str); 12] = [
    ("author", "the author"),
    ("ruleset", "the rules in words"),
    ("solution", "the solution"),
    ("successMessage", "messages"),
    ("highlightConflicts", "settings"),
    ("disabledlogic", "settings"),
    ("truecandidatesoptions", "settings"),
    ("text", "text"),
    ("line", "lines"),
    ("circle", "circles"),
    ("rectangle", "rectangles"),
    ("cage", "cages without a meaning"),
];

/// Whether a text is a puzzle of f-puzzles in JSON: its grid is made of objects.
pub(super) fn looks_like(text: &str) -> bool {
    let opens = |rest: &str| {
        let signs = [':', '[', '[', '{'];
        signs.iter().try_fold(rest, |rest, &sign| rest.trim_start().strip_prefix(sign)).is_some()
    };
    text.trim_start().starts_with('{') && text.split("\"grid\"").skip(1).any(opens)
}

/// Reads a puzzle of f-puzzles from its JSON, from a link that holds it, or from the compressed text alone.
///
/// What is decoration is named in [`Puzzle::notes`].
///
/// # Errors
/// A key that is not known and not empty, and every piece that does not fit the board; each with its place.
pub fn read_fpuzzles(source: &Source) -> Result<Puzzle, ReadError> {
    if source.text.trim_start().starts_with('{') {
        return read_json(source);
    }
    match read_links(source)?.into_iter().exactly_one() {
        Ok(puzzle) => puzzle,
        Err(puzzles) => Err(ReadError::new(source, 0..0, format!("{} puzzles, not one", puzzles.count()))),
    }
}

fn read_json(source: &Source) -> Result<Puzzle, ReadError> {
    let json = Json::parse(source)?;
    let Kind::Object(entries) = &json.kind else {
        return Err(error_at(source, json.span.clone(), "a puzzle is an object `{…}`"));
    };
    if let Some(second) = entries.iter().duplicates_by(|entry| &entry.key).next() {
        let message = format!("key {} is given twice", quote(&second.key));
        return Err(error_at(source, second.key_span.clone(), message));
    }
    let find = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value);
    let (mut puzzle, mut notes) = board::read_board(source, &json, find)?;
    puzzle.title = find("title").and_then(|title| title.piece(source)).map(|title| title.text.into_owned());
    puzzle.title = puzzle.title.filter(|title| !title.is_empty());
    let mut reader = Reader::new(source, puzzle);
    let mut left_out = Vec::new();
    for entry in entries {
        let key = entry.key.as_ref();
        if BOARD_KEYS.contains(&key) || is_empty(&entry.value) || reader.read(key, &entry.value)? {
            continue;
        }
        let Some((_, what)) = DECORATION.iter().find(|(decoration, _)| *decoration == key) else {
            return Err(unknown(source, key, entry.key_span.clone()));
        };
        left_out.push(*what);
    }
    if !left_out.is_empty() {
        notes.push(format!("left out, as it states no rule: {}", left_out.iter().unique().join(", ")));
    }
    let mut puzzle = reader.finish();
    puzzle.notes.append(&mut notes);
    Ok(puzzle)
}

fn unknown(source: &Source, key: &str, span: std::ops::Range<usize>) -> ReadError {
    let error = error_at(source, span, format!("unknown constraint {}", quote(key)));
    let known: Vec<&str> = BOARD_KEYS.into_iter().chain(kinds::keys()).collect();
    match nearest(key, &known) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("a puzzle is never read without a part of it that is not known"),
    }
}

/// Whether a value says nothing.
fn is_empty(json: &Json<'_>) -> bool {
    match &json.kind {
        Kind::Null | Kind::Bool(false) => true,
        Kind::Text(text) => text.is_empty(),
        Kind::Array(items) => items.is_empty(),
        Kind::Object(entries) => entries.is_empty(),
        Kind::Bool(true) | Kind::Number(_) => false,
    }
}

/// Every clue that a puzzle of this format can hold stands alone.
fn uses(puzzle: &mut Puzzle) -> impl Iterator<Item = &mut crate::puzzles::Use> {
    puzzle.clues.iter_mut().filter_map(|clue| match clue {
        Clue::Use(one) => Some(one),
        Clue::Any(_) | Clue::All(_) | Clue::Not(_) | Clue::If(..) => None,
    })
}
