//! Puzzle files: a board, its givens, its cages and its other clues in TOML.

mod arguments;
mod board;
mod cages;
mod clues;
mod documents;
mod extras;
mod fields;
mod objective;
mod types;
mod write;
mod write_clues;
mod write_types;

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::fields::{Fields, kind_of, number_of};
use super::grid;
use super::piece::error_at;
use super::{ReadError, Source};
use crate::puzzles::{Board, OwnType, Puzzle};

pub use self::documents::read_puzzle_files;
pub use self::types::{TypeFile, read_own_types};
pub use self::write::write_puzzle_file;

/// The keys of a puzzle file that are no constraint types.
const KEYS: [&str; 27] = [
    "title",
    "size",
    "rows",
    "columns",
    "values",
    "box",
    "regions",
    "region-size",
    "houses",
    "diagonals",
    "givens",
    "cages",
    "cage-sums",
    "cage-repeats",
    "cage",
    "extra-region",
    "extra",
    "rules",
    "and",
    "or",
    "not",
    "if",
    "smallest",
    "largest",
    "expect",
    "type",
    "import",
];

/// A puzzle and what its file says of its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What a run should find, from the table `[expect]`.
    pub expected: Expected,
}

/// What a puzzle file says of its solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The number of solutions: `1`, or a lower bound as `>=2`.
    pub count: Option<String>,
    /// A solution, row by row.
    pub solution: Option<Vec<i32>>,
    /// The sum of the best solutions, where the puzzle says what they are.
    pub best: Option<i64>,
}

/// Whether a text looks like a puzzle file: a line sets one of its keys, or opens one of its tables.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let word = line.trim_start_matches('[');
        let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(word.len());
        let (key, rest) = word.split_at(end);
        let rest = rest.trim_start();
        let sets = word.len() == line.len() && rest.starts_with('=') && !rest.starts_with("==");
        let opens =
            word.len() < line.len() && (rest.starts_with(']') || (key == "type" && rest.starts_with('.')));
        let known = KEYS.contains(&key) || (opens && crate::puzzles::types::find(key).is_some());
        known && (sets || opens)
    })
}

/// Reads a puzzle file.
///
/// # Errors
/// A text that is not TOML, a key or constraint type that is not known, or a value that does not fit the board;
/// each with its line and column.
///
/// ```
/// use exactly::formats::{Source, read_puzzle_file};
///
/// let text = "size = 4\ncages = \"\"\"\naab.\n..b.\n....\n....\n\"\"\"\n[cage-sums]\na = 5\n";
/// let file = read_puzzle_file(&Source::new("small.toml", text))?;
/// assert_eq!(file.puzzle.cages[0].sum, Some(5));
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_puzzle_file(source: &Source) -> Result<PuzzleFile, ReadError> {
    let document = parse(source)?;
    let fields = Fields::new(source, document.get_ref(), "a puzzle file", &KEYS);
    let types = types::read_types(&fields)?;
    check_keys(&fields, &types)?;
    let mut puzzle = Puzzle::new(board::read_board(&fields)?);
    puzzle.types = types;
    puzzle.title = fields.text("title")?.map(|title| title.text.into_owned());
    puzzle.place = Some(source.place(0));
    if let Some(map) = fields.text("givens")? {
        let tokens = grid::read_map(&map, &puzzle.board, "`givens`")?;
        let digit = |token| grid::read_digit(source, token, &puzzle.board.values());
        puzzle.givens = tokens.iter().map(digit).collect::<Result<_, _>>()?;
    }
    puzzle.cages = cages::read_cages(&fields, &puzzle.board)?;
    puzzle.extras = extras::read_extras(&fields, &puzzle.board)?;
    puzzle.clues = clues::read_clues(&fields, &puzzle, &KEYS)?;
    puzzle.objective = objective::read_objective(&fields, &puzzle)?;
    let expected = match fields.table("expect", &["count", "solution", "best"])? {
        Some(table) => read_expected(&table, &puzzle.board)?,
        None => Expected::default(),
    };
    Ok(PuzzleFile { puzzle, expected })
}

fn parse(source: &Source) -> Result<Spanned<DeTable<'_>>, ReadError> {
    DeTable::parse(&source.text).map_err(|error| {
        error_at(source, error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()))
    })
}

/// Refuses the first key that is neither known nor a constraint type.
fn check_keys(fields: &Fields<'_>, types: &[Arc<OwnType>]) -> Result<(), ReadError> {
    let is_type =
        |name: &str| crate::puzzles::types::find(name).is_some() || types.iter().any(|own| own.name == name);
    let unknown = fields.entries().filter(|(name, ..)| !KEYS.contains(name) && !is_type(name));
    let Some((name, span, value)) = unknown.min_by_key(|(_, span, _)| span.start) else { return Ok(()) };
    if is_array_of_tables(value) {
        return Err(clues::unknown_type(fields.source, name, span, types));
    }
    Err(fields.unknown_key(name, span))
}

fn is_array_of_tables(value: &Spanned<DeValue<'_>>) -> bool {
    let is_table = |item: &Spanned<DeValue<'_>>| matches!(item.get_ref(), DeValue::Table(_));
    matches!(value.get_ref(), DeValue::Array(items) if !items.is_empty() && items.iter().all(is_table))
}

fn read_expected(table: &Fields<'_>, board: &Board) -> Result<Expected, ReadError> {
    let count = table.get("count").map(|value| read_count(table, value)).transpose()?;
    let best = table.number("best")?;
    let Some(map) = table.text("solution")? else { return Ok(Expected { count, solution: None, best }) };
    let tokens = grid::read_map(&map, board, "`solution`")?;
    let mut solution = Vec::with_capacity(tokens.len());
    for token in &tokens {
        let value = grid::read_digit(table.source, token, &board.values())?;
        solution.push(value.ok_or_else(|| token.error(table.source, "a solution has no blanks"))?);
    }
    Ok(Expected { count, solution: Some(solution), best })
}

fn read_count(table: &Fields<'_>, value: &Spanned<DeValue<'_>>) -> Result<String, ReadError> {
    let text = match value.get_ref() {
        DeValue::String(text) => text.trim().to_string(),
        other => number_of(other).map(|n| n.to_string()).unwrap_or_default(),
    };
    let digits = text.strip_prefix(">=").unwrap_or(&text).trim();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let span: Range<usize> = value.span();
        let found = &table.source.text[span.clone()];
        let message = format!("`count` is {found}, {}", kind_of(value.get_ref()));
        return Err(error_at(table.source, span, message).with_help("a count is written `1` or `\">=2\"`"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
