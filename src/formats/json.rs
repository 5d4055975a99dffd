//! Puzzles and plain grids as JSON objects.

mod cages;
pub(super) mod object;
pub(super) mod syntax;

use self::object::Object;
use self::syntax::{Json, Kind};
use super::grid::{add_stated_boxes, count, read_digit, read_map, read_row, square_board};
use super::piece::{Token, error_at, quote};
use super::{ReadError, Source, TextOptions};
use crate::puzzles::{Board, MAX_SIZE, Puzzle};

/// The keys that are read.
const KEYS: [&str; 10] =
    ["size", "box", "grid", "givens", "index_base", "cages", "diagonals", "repeats", "norepeat", "title"];

/// The keys that say nothing about the puzzle itself, and are passed over.
const COSMETIC: [&str; 16] = [
    "id",
    "name",
    "author",
    "note",
    "notes",
    "comment",
    "description",
    "source",
    "url",
    "date",
    "difficulty",
    "level",
    "solution",
    "solutions",
    "count",
    "expect",
];

/// Whether a text looks like a puzzle in JSON: an object, or an array of objects.
pub(super) fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let object =
        |text: &str| text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
    object(text) || text.strip_prefix('[').is_some_and(|rest| object(rest.trim_start()))
}

/// Reads a puzzle, an array of puzzles, or a bare grid (an array of arrays), in JSON.
///
/// An object holds `size`, `box` (`[rows, columns]` or `null`), `grid` or `givens`, `diagonals`, and `cages` of `sum`
/// and `cells`. Cells are pairs that count from `index_base`, which must be stated, or texts like `r1c1`.
///
/// # Errors
/// A text that is not JSON. A puzzle that cannot be read is an error in its place.
pub fn read_json(
    source: &Source,
    options: &TextOptions,
) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let json = Json::parse(source)?;
    Ok(match &json.kind {
        Kind::Array(items) if items.iter().any(|item| matches!(item.kind, Kind::Object(_))) => {
            items.iter().map(|item| read_puzzle(source, item, options)).collect()
        }
        Kind::Array(_) => vec![read_bare_grid(source, &json, options)],
        _ => vec![read_puzzle(source, &json, options)],
    })
}

fn read_puzzle(source: &Source, json: &Json<'_>, options: &TextOptions) -> Result<Puzzle, ReadError> {
    let object = Object::new(source, json, "a puzzle", &KEYS, &COSMETIC)?;
    let grid = match (object.get("grid"), object.get("givens")) {
        (Some(_), Some(second)) => {
            return Err(error_at(source, second.span.clone(), "`grid` and `givens` both give the digits"));
        }
        (grid, givens) => grid.or(givens).filter(|json| !matches!(json.kind, Kind::Null)),
    };
    let size = match (object.get("size"), grid) {
        (Some(size), _) => size
            .number()
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| object.wrong_type("size", size, "a whole number"))?,
        (None, Some(Json { kind: Kind::Array(rows), .. })) => rows.len(),
        (None, _) => return Err(error_at(source, json.span.clone(), "the size of the board is missing")),
    };
    let mut puzzle = Puzzle::new(read_board(&object, size, options)?);
    puzzle.place = Some(source.place(json.span.start));
    puzzle.title =
        object.get("title").and_then(|title| title.piece(source)).map(|piece| piece.text.into_owned());
    if let Some(grid) = grid {
        puzzle.givens = read_grid(source, grid, &puzzle.board)?;
    }
    puzzle.cages = cages::read_cages(&object, &puzzle.board)?;
    Ok(puzzle)
}

fn read_board(object: &Object<'_, '_>, size: usize, options: &TextOptions) -> Result<Board, ReadError> {
    let at = object.get("size").map_or(object.span.clone(), |size| size.span.clone());
    let refuse = |reason: String| error_at(object.source, at.clone(), reason);
    let mut board = match object.get("box") {
        None => square_board(size, options.boxes).map_err(refuse)?,
        Some(stated) => {
            let mut board = square_board(size, Some((0, 0))).map_err(refuse)?;
            let boxes = stated.pair().and_then(|(h, w)| usize::try_from(h).ok().zip(usize::try_from(w).ok()));
            match (&stated.kind, boxes) {
                (Kind::Null, _) => {}
                (_, Some(boxes)) => add_stated_boxes(&mut board, boxes)
                    .map_err(|reason| error_at(object.source, stated.span.clone(), reason))?,
                _ => return Err(object.wrong_type("box", stated, "`[rows, columns]` or `null`")),
            }
            board
        }
    };
    let (down, up) = match object.get("diagonals") {
        None => (false, false),
        Some(json) => match &json.kind {
            Kind::Null => (false, false),
            Kind::Bool(both) => (*both, *both),
            Kind::Text(text) if text == "\\" => (true, false),
            Kind::Text(text) if text == "/" => (false, true),
            _ => return Err(object.wrong_type("diagonals", json, "`true`, `\"/\"` or `\"\\\\\"`")),
        },
    };
    if down {
        board.add_diagonal_down();
    }
    if up {
        board.add_diagonal_up();
    }
    Ok(board)
}

fn read_bare_grid(source: &Source, json: &Json<'_>, options: &TextOptions) -> Result<Puzzle, ReadError> {
    let Kind::Array(rows) = &json.kind else { return Err(error_at(source, json.span.clone(), "not a grid")) };
    let is_cage = |row: &Json<'_>| matches!(&row.kind, Kind::Array(cells) if cells.iter().any(|cell| matches!(cell.kind, Kind::Array(_))));
    if rows.iter().any(is_cage) {
        let message = "a list of cages says neither the size of the board nor where its cells count from";
        let help = "write an object: {\"size\": 9, \"index_base\": 1, \"cages\": [{\"sum\": 3, \"cells\": [[1, 1], [1, 2]]}]}";
        return Err(error_at(source, json.span.clone(), message).with_help(help));
    }
    let board =
        square_board(rows.len(), options.boxes).map_err(|e| error_at(source, json.span.clone(), e))?;
    let mut puzzle = Puzzle::new(board);
    puzzle.place = Some(source.place(json.span.start));
    puzzle.givens = read_grid(source, json, &puzzle.board)?;
    Ok(puzzle)
}

/// Reads the digits: an array of rows, each an array or a text, or one text for all.
fn read_grid(source: &Source, json: &Json<'_>, board: &Board) -> Result<Vec<Option<i32>>, ReadError> {
    let digits = |tokens: Vec<Token<'_>>| -> Result<Vec<_>, ReadError> {
        tokens.iter().map(|token| read_digit(source, token, &board.values())).collect()
    };
    if let Some(piece) = json.piece(source) {
        return digits(read_map(&piece, board, "the grid")?);
    }
    let Kind::Array(rows) = &json.kind else {
        return Err(error_at(source, json.span.clone(), "a grid is an array of rows"));
    };
    if rows.len() != board.rows() {
        let message = format!("the grid has {}, the board has {}", count(rows.len(), "row"), board.rows());
        return Err(error_at(source, json.span.clone(), message));
    }
    let mut givens = Vec::with_capacity(board.cell_count().min(MAX_SIZE * MAX_SIZE));
    for (row, line) in rows.iter().enumerate() {
        match &line.kind {
            Kind::Array(cells) if cells.len() == board.columns() => {
                for cell in cells {
                    givens.push(read_grid_cell(source, cell, board)?);
                }
            }
            Kind::Array(cells) => {
                let found = count(cells.len(), "cell");
                let message = format!("row {} of the grid has {found}, not {}", row + 1, board.columns());
                return Err(error_at(source, line.span.clone(), message));
            }
            _ => match line.piece(source) {
                Some(piece) => givens.extend(digits(read_row(&piece, row, board.columns())?)?),
                None => {
                    return Err(error_at(source, line.span.clone(), "a row of a grid is an array or a text"));
                }
            },
        }
    }
    Ok(givens)
}

fn read_grid_cell(source: &Source, cell: &Json<'_>, board: &Board) -> Result<Option<i32>, ReadError> {
    match &cell.kind {
        Kind::Null => Ok(None),
        Kind::Text(text) if text.trim().is_empty() => Ok(None),
        Kind::Text(text) => {
            let token = Token { text: text.as_ref(), span: cell.span.clone() };
            read_digit(source, &token, &board.values())
        }
        Kind::Number(text) => read_digit(source, &Token { text, span: cell.span.clone() }, &board.values()),
        _ => {
            let message = format!("{} is not a cell of a grid", quote(cell.raw(source)));
            let error = error_at(source, cell.span.clone(), message);
            Err(error.with_help("a cell is a number, or 0, null or \".\" for a blank"))
        }
    }
}

#[cfg(test)]
mod tests;
