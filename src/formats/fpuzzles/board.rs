//! The board and what is printed in its cells.

use itertools::Itertools;

use crate::formats::json::object::Object;
use crate::formats::json::syntax::{Json, Kind};
use crate::formats::piece::{error_at, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Clue, Puzzle, Use, Value};

/// The keys of a cell that are read.
const KEYS: [&str; 4] = ["value", "given", "region", "givenPencilMarks"];

/// The keys of a cell that state no rule: the solver's own notes, colours, and a copy of the marks for parity.
const DECORATION: [&str; 8] = [
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
    "highlightArray",
    "parity",
    "conflict",
];

/// What one cell says.
#[derive(Debug, Default)]
struct Square {
    given: Option<i32>,
    entered: bool,
    candidates: Option<(Vec<i64>, usize)>,
    region: Option<i64>,
}

/// Rows and columns of the boxes that a board has by default: as high as possible without being higher than wide.
pub(super) fn usual_box(size: usize) -> (usize, usize) {
    let height =
        (1..=size).take_while(|n| n * n <= size).filter(|n| size.is_multiple_of(*n)).last().unwrap_or(1);
    (height, size / height)
}

/// The 0-based box of a cell by default.
pub(super) fn usual_region(size: usize, cell: usize) -> usize {
    let (height, width) = usual_box(size);
    cell / size / height * (size / width) + cell % size / width
}

/// Reads the board with its regions, diagonals, givens and candidates; and what has to be said of them.
pub(super) fn read_board<'j, 'a: 'j>(
    source: &'a Source,
    whole: &Json<'a>,
    find: impl Fn(&str) -> Option<&'j Json<'a>>,
) -> Result<(Puzzle, Vec<String>), ReadError> {
    let missing = |what: &str| error_at(source, whole.span.clone(), format!("the {what} is missing"));
    let stated = find("size").ok_or_else(|| missing("size of the board"))?;
    let refuse = |message: String| error_at(source, stated.span.clone(), message);
    let Some(size) = stated.number().and_then(|number| usize::try_from(number).ok()) else {
        return Err(refuse(format!("`size` is {}, not a whole number", quote(stated.raw(source)))));
    };
    let high = i32::try_from(size).map_err(|_| refuse(format!("a board of size {size} is too large")))?;
    let mut board = Board::latin(size, size, 1..=high).map_err(|error| refuse(error.to_string()))?;
    let grid = find("grid").ok_or_else(|| missing("grid"))?;
    let squares = read_grid(source, grid, size)?;
    let regions: Vec<Option<i64>> = squares.iter().map(|square| square.region).collect();
    add_regions(&mut board, &regions).map_err(|message| error_at(source, grid.span.clone(), message))?;
    for (key, add) in
        [("diagonal-", Board::add_diagonal_down as fn(&mut Board)), ("diagonal+", Board::add_diagonal_up)]
    {
        if find(key).map_or(Ok(false), |json| flag(source, key, json))? {
            add(&mut board);
        }
    }
    let mut puzzle = Puzzle::new(board);
    puzzle.place = Some(source.place(whole.span.start));
    let entered = squares.iter().filter(|square| square.entered).count();
    for (cell, square) in squares.into_iter().enumerate() {
        puzzle.givens[cell] = square.given;
        if let Some((digits, at)) = square.candidates {
            let args = [("cells", Value::Cells(vec![cell])), ("digits", Value::Ints(digits))];
            let mut one = Use::new("candidates", args);
            one.place = Some(source.place(at));
            puzzle.clues.push(Clue::Use(one));
        }
    }
    let notes = match entered {
        0 => Vec::new(),
        1 => vec!["left out: a digit that is entered, not given".to_string()],
        many => vec![format!("left out: {many} digits that are entered, not given")],
    };
    Ok((puzzle, notes))
}

/// `true` or `false`.
pub(super) fn flag(source: &Source, key: &str, json: &Json<'_>) -> Result<bool, ReadError> {
    match json.kind {
        Kind::Bool(flag) => Ok(flag),
        Kind::Null => Ok(false),
        _ => {
            let message = format!("`{key}` is {}, not `true` or `false`", quote(json.raw(source)));
            Err(error_at(source, json.span.clone(), message))
        }
    }
}

fn read_grid(source: &Source, grid: &Json<'_>, size: usize) -> Result<Vec<Square>, ReadError> {
    let items = |json: &Json<'_>, what: &str, of: &str| match &json.kind {
        Kind::Array(items) if items.len() == size => Ok(()),
        Kind::Array(items) => {
            Err(error_at(source, json.span.clone(), format!("{what} has {} {of}, not {size}", items.len())))
        }
        _ => Err(error_at(source, json.span.clone(), format!("{what} is no array"))),
    };
    items(grid, "the grid", "rows")?;
    let Kind::Array(rows) = &grid.kind else { return Ok(Vec::new()) };
    let mut squares = Vec::with_capacity(size * size);
    for (number, row) in rows.iter().enumerate() {
        items(row, &format!("row {} of the grid", number + 1), "cells")?;
        let Kind::Array(cells) = &row.kind else { continue };
        for cell in cells {
            squares.push(read_square(source, cell, size, squares.len())?);
        }
    }
    Ok(squares)
}

fn read_square(source: &Source, json: &Json<'_>, size: usize, cell: usize) -> Result<Square, ReadError> {
    let object = Object::new(source, json, "a cell of the grid", &KEYS, &DECORATION)?;
    let digit = |json: &Json<'_>| {
        let value = json.number().filter(|number| (1..=size as i64).contains(number));
        value.ok_or_else(|| {
            let message = format!("{} is not a value of this board", quote(json.raw(source)));
            error_at(source, json.span.clone(), message).with_help(format!("the values go from 1 to {size}"))
        })
    };
    let stated = |key: &str| object.get(key).filter(|json| !matches!(json.kind, Kind::Null));
    let mut square = Square { region: Some(usual_region(size, cell) as i64), ..Square::default() };
    if let Some(value) = stated("value") {
        let value = digit(value)? as i32;
        if object.flag("given")? == Some(true) {
            square.given = Some(value);
        } else {
            square.entered = true;
        }
    }
    if let Some(marks) = stated("givenPencilMarks") {
        let Kind::Array(items) = &marks.kind else {
            return Err(object.wrong_type("givenPencilMarks", marks, "an array of digits"));
        };
        let digits: Vec<i64> = items.iter().map(digit).collect::<Result<_, _>>()?;
        square.candidates = Some((digits, marks.span.start)).filter(|(digits, _)| !digits.is_empty());
    }
    if let Some(region) = object.get("region") {
        square.region = match region.kind {
            Kind::Null => None,
            _ => {
                Some(region.number().ok_or_else(|| object.wrong_type("region", region, "a number or null"))?)
            }
        };
    }
    Ok(square)
}

/// Adds the boxes, or the regions where they are others.
fn add_regions(board: &mut Board, regions: &[Option<i64>]) -> Result<(), String> {
    let size = board.rows();
    let (height, width) = usual_box(size);
    let usual =
        regions.iter().enumerate().all(|(cell, &region)| region == Some(usual_region(size, cell) as i64));
    if usual && height > 1 {
        board.add_boxes(height, width);
        return Ok(());
    }
    let names: Vec<i64> = regions.iter().flatten().copied().unique().sorted().collect();
    if names.is_empty() {
        return Ok(());
    }
    let number = |region: &Option<i64>| region.and_then(|name| names.binary_search(&name).ok());
    let map: Vec<Option<usize>> = regions.iter().map(number).collect();
    board.add_regions_of(&map, size).map_err(|error| error.to_string())
}
