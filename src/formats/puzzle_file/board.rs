//! The board of a puzzle file: its size, values, boxes, regions and diagonals.

use toml::Spanned;
use toml::de::DeValue;

use super::fields::Fields;
use crate::formats::ReadError;
use crate::formats::cages::distinct;
use crate::formats::cells::read_cells;
use crate::formats::grid::{add_stated_boxes, default_box, read_map, read_regions};
use crate::formats::piece::error_at;
use crate::puzzles::{Board, HouseKind, MAX_SIZE};

/// Reads the keys that describe the board.
pub(super) fn read_board(fields: &Fields<'_>) -> Result<Board, ReadError> {
    let (rows, columns) = read_size(fields)?;
    let values = match fields.get("values") {
        None => 1..=i32::try_from(rows.max(columns)).unwrap_or(i32::MAX),
        Some(value) => {
            let pair = Fields::pair(value.get_ref())
                .and_then(|(low, high)| Some(i32::try_from(low).ok()?..=i32::try_from(high).ok()?));
            let values = pair
                .ok_or_else(|| fields.wrong_type("values", value, "a list `[low, high]` of two numbers"))?;
            let count = i64::from(*values.end()) - i64::from(*values.start()) + 1;
            if !(1..=MAX_SIZE as i64).contains(&count) {
                let message =
                    format!("`values` from {} to {} are {}", values.start(), values.end(), count.max(0));
                let error = error_at(fields.source, value.span(), message);
                return Err(error.with_help(format!("a board has 1 to {MAX_SIZE} values")));
            }
            values
        }
    };
    let at = ["values", "size", "rows"].iter().find_map(|key| fields.get(key));
    let make = if is_bare(fields)? { Board::bare } else { Board::latin };
    let mut board = make(rows, columns, values)
        .map_err(|e| error_at(fields.source, at.map_or(0..0, Spanned::span), e.to_string()))?;
    add_boxes(fields, &mut board)?;
    add_regions(fields, &mut board)?;
    add_diagonals(fields, &mut board)?;
    add_extra_regions(fields, &mut board)?;
    Ok(board)
}

/// Whether the board has no houses but those that are named: `houses = "none"`.
fn is_bare(fields: &Fields<'_>) -> Result<bool, ReadError> {
    match fields.text("houses")? {
        None => Ok(false),
        Some(text) if text.text == "none" => Ok(true),
        Some(text) => {
            let error = text.whole().error(fields.source, format!("`houses` is {}", text.whole().quote()));
            Err(error.with_help("write `houses = \"none\"` for rows and columns in which digits may repeat"))
        }
    }
}

/// Adds the regions of the map: of as many cells as there are values or of `region-size` cells; `.` is in none.
fn add_regions(fields: &Fields<'_>, board: &mut Board) -> Result<(), ReadError> {
    let size = fields.number("region-size")?;
    let Some(map) = fields.text("regions")? else {
        let alone = fields.get("region-size").filter(|_| fields.get("box").is_none());
        return alone.map_or(Ok(()), |value| {
            Err(error_at(fields.source, value.span(), "`region-size` without a map `regions` or a `box`"))
        });
    };
    let size = size.map_or(board.value_count(), |size| usize::try_from(size).unwrap_or(0));
    let tokens = read_map(&map, board, "`regions`")?;
    let named: Vec<_> = tokens.iter().filter(|token| token.text != ".").cloned().collect();
    let mut numbers = read_regions(fields.source, &named, size)?.into_iter();
    let regions: Vec<Option<usize>> =
        tokens.iter().map(|token| if token.text == "." { None } else { numbers.next() }).collect();
    board.add_regions_of(&regions, size).map_err(|e| error_at(fields.source, map.whole().span, e.to_string()))
}

fn read_size(fields: &Fields<'_>) -> Result<(usize, usize), ReadError> {
    let side = |key| -> Result<Option<usize>, ReadError> {
        let Some(number) = fields.number(key)? else { return Ok(None) };
        usize::try_from(number).map(Some).map_err(|_| {
            let span = fields.get(key).map_or(0..0, Spanned::span);
            error_at(fields.source, span, format!("`{key}` is {number}, below 1"))
        })
    };
    match (side("size")?, side("rows")?, side("columns")?) {
        (Some(both), None, None) => Ok((both, both)),
        (None, Some(rows), Some(columns)) => Ok((rows, columns)),
        (Some(_), ..) => {
            let key = if fields.get("rows").is_some() { "rows" } else { "columns" };
            let span = fields.get(key).map_or(0..0, Spanned::span);
            let error =
                error_at(fields.source, span, format!("`size` and `{key}` both say how large the board is"));
            Err(error.with_help("write `size` for a square board, `rows` and `columns` for another"))
        }
        (None, ..) => {
            let error = error_at(fields.source, 0..0, "the size of the board is missing");
            Err(error.with_help("write `size = 9`, or both `rows` and `columns`"))
        }
    }
}

fn add_boxes(fields: &Fields<'_>, board: &mut Board) -> Result<(), ReadError> {
    let Some(value) = fields.get("box") else {
        let side = board.rows().max(board.columns());
        if fields.get("regions").is_none()
            && !is_bare(fields)?
            && let Some((height, width)) = default_box(board.rows(), board.columns(), side)
        {
            board.add_boxes(height, width);
        }
        return Ok(());
    };
    if matches!(value.get_ref(), DeValue::String(text) if text == "none") {
        return Ok(());
    }
    let size = Fields::pair(value.get_ref())
        .and_then(|(h, w)| Some((usize::try_from(h).ok()?, usize::try_from(w).ok()?)))
        .ok_or_else(|| fields.wrong_type("box", value, "a list `[rows, columns]` or `\"none\"`"))?;
    let (rows, columns) = (board.rows(), board.columns());
    let tiles = rows.is_multiple_of(size.0) && columns.is_multiple_of(size.1);
    let cells = size.0.checked_mul(size.1).and_then(|cells| i64::try_from(cells).ok());
    if tiles && cells.is_some_and(|cells| cells > 0) && fields.number("region-size")? == cells {
        board.add_boxes(size.0, size.1);
        return Ok(());
    }
    add_stated_boxes(board, size).map_err(|reason| error_at(fields.source, value.span(), reason))
}

fn add_diagonals(fields: &Fields<'_>, board: &mut Board) -> Result<(), ReadError> {
    let Some(value) = fields.get("diagonals") else { return Ok(()) };
    let (down, up) = match value.get_ref() {
        DeValue::Boolean(both) => (*both, *both),
        DeValue::String(text) if text == "\\" => (true, false),
        DeValue::String(text) if text == "/" => (false, true),
        _ => return Err(fields.wrong_type("diagonals", value, "`true`, `\"/\"` or `'\\'`")),
    };
    if board.rows() != board.columns() && (down || up) {
        return Err(error_at(fields.source, value.span(), "only a square board has diagonals"));
    }
    if down {
        board.add_diagonal_down();
    }
    if up {
        board.add_diagonal_up();
    }
    Ok(())
}

fn add_extra_regions(fields: &Fields<'_>, board: &mut Board) -> Result<(), ReadError> {
    for (number, (table, span)) in fields.tables("extra-region", &["cells"])?.into_iter().enumerate() {
        let cells = match table.text("cells")? {
            Some(piece) => read_cells(&piece, board)?,
            None => Vec::new(),
        };
        if cells.is_empty() {
            return Err(error_at(fields.source, span, "an extra region without cells"));
        }
        let cells = distinct(fields.source, board, "extra region", cells)?;
        board.add_house(HouseKind::Extra(number), cells);
    }
    Ok(())
}
