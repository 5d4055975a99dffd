//! Boards in n rows of n cells: packed, spaced, in columns, between bars.

use super::blocks;
use super::grid::{Cells, Grid, Item, Piece, characters, most_frequent};
use super::lines::{Entry, Line, rows};
use super::positions;
use super::shape::is_bar;
use crate::formats::{ReadError, Source};
use crate::puzzles::MAX_SIZE;

/// A row of a board.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) line: Line<'a>,
    pub(super) cells: Vec<Piece<'a>>,
}

/// Reads the boards of each part of a text.
pub(super) fn grids<'a>(source: &Source, entries: &[Entry<'a>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for (title, block) in blocks(entries) {
        let found = block_grids(source, block);
        items.extend(found.into_iter().map(|item| item.map(|grid| Grid { title, ..grid })));
    }
    items
}

/// The boards of a part; where that fails, those of the pieces between its blank lines, if one of them is a board.
fn block_grids<'a>(source: &Source, block: &[Entry<'a>]) -> Vec<Item<'a>> {
    let failure = match read(source, &rows(block)) {
        Ok(grids) => return grids.into_iter().map(Ok).collect(),
        Err(failure) => failure,
    };
    let pieces: Vec<Vec<Line<'a>>> =
        block.split(|entry| *entry == Entry::Gap).map(rows).filter(|rows| !rows.is_empty()).collect();
    let results: Vec<Result<Vec<Grid<'a>>, ReadError>> =
        pieces.iter().map(|rows| read(source, rows)).collect();
    if !results.iter().any(|result| result.as_ref().is_ok_and(|grids| grids[0].size >= 4)) {
        return vec![Err(failure)];
    }
    let items = results.into_iter().map(|result| match result {
        Ok(grids) => grids.into_iter().map(Ok).collect(),
        Err(failure) => vec![Err(failure)],
    });
    items.flat_map(|items: Vec<Item<'a>>| items).collect()
}

/// Reads rows as one board, or as several of the same size.
///
/// A board of as many rows as there are goes before several smaller ones, and a field a cell before a character a cell.
fn read<'a>(source: &Source, lines: &[Line<'a>]) -> Result<Vec<Grid<'a>>, ReadError> {
    if let Some(delimiter) = delimiter(lines) {
        return boards(source, &delimited(lines, delimiter), "fields");
    }
    let fields = collect(lines, tokens);
    let packed = collect(lines, |line| tokens(line).into_iter().flat_map(characters).collect());
    let one = |rows: &[Row<'a>]| same_width(rows) == Some(rows.len());
    if one(&fields) && !is_candidates(&fields) {
        return boards(source, &fields, "fields");
    }
    if one(&packed) {
        return boards(source, &packed, "cells");
    }
    if let Some(rows) = positions::read(lines) {
        return boards(source, &rows, "cells");
    }
    if one(&fields) {
        return boards(source, &single_candidates(fields), "fields");
    }
    several(source, &fields, &packed)
}

/// Reads rows as several boards, or says what is wrong with them.
fn several<'a>(source: &Source, fields: &[Row<'a>], packed: &[Row<'a>]) -> Result<Vec<Grid<'a>>, ReadError> {
    let divides = |rows: &[Row<'a>]| same_width(rows).is_some_and(|width| rows.len().is_multiple_of(width));
    let fit = divides(fields)
        && fields.iter().all(|row| row.cells.iter().all(|cell| is_field(cell.text, row.cells.len())));
    let characters = packed.iter().all(|row| row.cells.iter().all(|cell| is_character(cell.text)));
    match (fit, divides(packed) && characters) {
        (true, true) if fields[0].cells.len() != packed[0].cells.len() => {
            let (line, widths) = (fields[0].line, (fields[0].cells.len(), packed[0].cells.len()));
            let message = format!("rows of {} fields or of {} characters fit here", widths.0, widths.1);
            Err(line
                .error(source, line.span(), message)
                .with_help("put a line such as `Grid 1` before each board"))
        }
        (true, _) => boards(source, fields, "fields"),
        (false, true) => boards(source, packed, "cells"),
        (false, false) => {
            let short = fields.iter().flat_map(|row| &row.cells).all(|cell| cell.text.chars().count() <= 2);
            if short { boards(source, fields, "fields") } else { boards(source, packed, "characters") }
        }
    }
}

/// Cuts rows of the same width into boards.
pub(super) fn boards<'a>(source: &Source, rows: &[Row<'a>], unit: &str) -> Result<Vec<Grid<'a>>, ReadError> {
    let size = width(source, rows, unit)?;
    let line = rows[0].line;
    if size == 0 {
        return Err(line.error(source, line.span(), "a row without a cell"));
    }
    if !rows.len().is_multiple_of(size) {
        let (row, extra) =
            if rows.len() > size { (&rows[rows.len() / size * size], true) } else { (&rows[0], false) };
        let message =
            format!("{} of {size} {unit}, a {size}×{size} board has {size} rows", plural(rows.len(), "row"));
        let help = if extra { "this row is the first that belongs to no board" } else { "rows are missing" };
        return Err(row.line.error(source, row.line.span(), message).with_help(help));
    }
    if !(2..=MAX_SIZE).contains(&size) {
        let message = format!("a board of {size}×{size} is not possible");
        return Err(line
            .error(source, line.span(), message)
            .with_help(format!("sizes go from 2 to {MAX_SIZE}")));
    }
    let cut = rows.chunks(size).map(|rows| {
        let cells = rows.iter().flat_map(|row| row.cells.iter().copied()).collect();
        Grid::new(size, Cells::Separate(cells), rows[0].line)
    });
    Ok(cut.collect())
}

/// The width of all rows, or which row has another one.
fn width(source: &Source, rows: &[Row<'_>], unit: &str) -> Result<usize, ReadError> {
    let count = rows.len();
    let square = rows.iter().any(|row| row.cells.len() == count).then_some(count);
    let Some(width) = square.or_else(|| most_frequent(rows.iter().map(|row| row.cells.len()))) else {
        return Err(ReadError::new(source, 0..0, "no board in this text"));
    };
    let Some(at) = rows.iter().position(|row| row.cells.len() != width) else { return Ok(width) };
    let (line, found) = (rows[at].line, rows[at].cells.len());
    let found =
        if found == 1 { format!("1 {}", unit.trim_end_matches('s')) } else { format!("{found} {unit}") };
    let message = format!("row {} has {found}, the others have {width}", at % width.max(1) + 1);
    let help = match unit {
        "fields" => "every row has as many fields, and an empty one between separators is a blank",
        _ => "every row has as many cells; numbers above 9 need blanks or commas between them",
    };
    Err(line.error(source, line.span(), message).with_help(help))
}

fn collect<'a>(lines: &[Line<'a>], cells: impl Fn(Line<'a>) -> Vec<Piece<'a>>) -> Vec<Row<'a>> {
    lines.iter().map(|&line| Row { line, cells: cells(line) }).collect()
}

fn same_width(rows: &[Row<'_>]) -> Option<usize> {
    let width = rows.first()?.cells.len();
    rows.iter().all(|row| row.cells.len() == width).then_some(width).filter(|&width| width >= 2)
}

/// The pieces of a line between blanks and bars.
fn tokens(line: Line<'_>) -> Vec<Piece<'_>> {
    let text = line.text;
    let pieces = text.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|piece| !piece.is_empty());
    pieces.map(|piece| Piece { text: piece, at: line.start + offset(text, piece) }).collect()
}

/// Where a piece of a text starts in it.
pub(super) fn offset(text: &str, piece: &str) -> usize {
    piece.as_ptr().addr() - text.as_ptr().addr()
}

/// The separator that occurs in most lines, if it is not a blank.
fn delimiter(lines: &[Line<'_>]) -> Option<char> {
    let most = |c: char| lines.iter().filter(|line| line.text.contains(c)).count() * 2 > lines.len();
    [',', ';'].into_iter().find(|&c| most(c)).or_else(|| {
        let dense =
            lines.iter().all(|line| line.text.split('\t').all(|field| field.trim().chars().count() <= 3));
        (most('\t') && dense).then_some('\t')
    })
}

/// Rows cut at a separator; one that ends every row is no cell.
fn delimited<'a>(lines: &[Line<'a>], delimiter: char) -> Vec<Row<'a>> {
    let mut rows = collect(lines, |line| {
        let fields = line.text.split(delimiter).map(str::trim);
        fields.map(|field| Piece { text: field, at: line.start + offset(line.text, field) }).collect()
    });
    let ended = rows.iter().all(|row| row.cells.last().is_some_and(|cell| cell.text.is_empty()));
    let most = most_frequent(rows.iter().map(|row| row.cells.len()));
    if ended
        && most.is_some_and(|width| {
            width > 1 && rows.len().is_multiple_of(width - 1) && !rows.len().is_multiple_of(width)
        })
    {
        for row in &mut rows {
            row.cells.pop();
        }
    }
    rows
}

/// Whether a piece can be one cell of a board with separated cells: a number up to n, a letter or a blank.
fn is_field(text: &str, size: usize) -> bool {
    let number = text.parse::<usize>().is_ok_and(|number| number <= size);
    number
        || text == "-1"
        || (text.len() == 1 && is_character(text))
        || matches!(text, ".." | "__" | "--" | "**")
}

/// Whether a piece can be a cell of a packed board.
fn is_character(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b".*_-?".contains(&b))
}

/// Whether rows hold the candidates of each cell: rising digits, more than one in several cells.
fn is_candidates(rows: &[Row<'_>]) -> bool {
    let rising = |text: &str| {
        text.bytes().all(|b| (b'1'..=b'9').contains(&b) && usize::from(b - b'0') <= rows.len())
            && text.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
    };
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    rows.len() <= 9
        && cells.clone().all(|cell| rising(cell.text))
        && cells.by_ref().filter(|cell| cell.text.len() > 1).count() >= 2
}

/// Cells with several candidates become blanks; a single one is a given.
fn single_candidates(mut rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        if cell.text.len() > 1 {
            cell.text = "";
        }
    }
    rows
}

/// A number with its noun.
pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::grids;
    use crate::formats::Source;
    use crate::formats::board_text::lines::entries;

    fn sizes(text: &str) -> Vec<Result<usize, String>> {
        let source = Source::new("a.txt", text);
        let items = grids(&source, &entries(text));
        items.into_iter().map(|item| item.map(|grid| grid.size).map_err(|error| error.message)).collect()
    }

    #[test]
    fn every_layout_has_its_width() {
        for text in [
            "1..2\n....\n....\n....\n",
            "1.|.2\n..|..\n--+--\n..|..\n..|..\n",
            "1 . . 2\n. . . .\n. . . .\n. . . .\n",
            "1,,,2\n,,,\n,,,\n,,,\n",
            "1,0,0,2,\n0,0,0,0,\n0,0,0,0,\n0,0,0,0,\n",
            "1. .2\n.. ..\n\n.. ..\n.. ..\n",
            "+---+---+\n|1  |  2|\n|   |   |\n+---+---+\n|   |   |\n|   |   |\n+---+---+\n",
        ] {
            assert_eq!(sizes(text), [Ok(4)], "{text}");
        }
    }

    #[test]
    fn stacked_boards_are_cut() {
        assert_eq!(sizes(&"1...\n".repeat(8)), [Ok(4), Ok(4)]);
    }

    #[test]
    fn a_bad_board_between_good_ones_is_an_error_in_its_place() {
        let text = format!("{0}\n1...\n....\n\n{0}", "1...\n".repeat(4));
        let found = sizes(&text);
        assert_eq!(found[0], Ok(4));
        assert_eq!(found[1], Err("2 rows of 4 characters, a 4×4 board has 4 rows".to_owned()));
        assert_eq!(found[2], Ok(4));
    }
}
