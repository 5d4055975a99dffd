//! Boards that stand on one line each, alone or among other fields.

use super::blocks;
use super::grid::{Cells, Grid, Item, Piece, characters, side};
use super::lines::{Entry, Line};
use super::regions::is_map;
use super::rows::plural;
use super::shape::SMALLEST_LINE;
use crate::formats::{ReadError, Source};

/// Reads a board from each line. A first line of words is a header and holds none.
pub(super) fn grids<'a>(source: &Source, entries: &[Entry<'a>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for (title, block) in blocks(entries) {
        for entry in block {
            let Entry::Row(line) = entry else { continue };
            if items.is_empty() && is_header(line.text) {
                continue;
            }
            items.push(grid(source, *line).map(|grid| Grid { title, ..grid }));
        }
    }
    items
}

/// Whether a line holds a board on its own.
pub(super) fn is_board(line: &str) -> bool {
    board(Line { number: 1, start: 0, text: line })
        .is_some_and(|grid| matches!(grid.givens, Some(Cells::Packed(_))))
}

fn grid<'a>(source: &Source, line: Line<'a>) -> Item<'a> {
    board(line).ok_or_else(|| length_error(source, line))
}

/// The board of a line, by the first rule that fits.
fn board(line: Line<'_>) -> Option<Grid<'_>> {
    let text = line.text.trim();
    let plain =
        text.len() >= SMALLEST_LINE && text.bytes().all(|b| b.is_ascii_graphic() && !is_separator(b as char));
    match side(text.len()).filter(|_| plain && !text.contains('+')) {
        Some(size) => Some(Grid::new(size, Cells::Packed(Piece { text, at: line.span().start }), line)),
        None if text.starts_with(':') => library_line(line),
        None => blanks_are_spaces(line)
            .or_else(|| longest_field(line))
            .or_else(|| leading_field(line))
            .or_else(|| field_each(line)),
    }
}

/// `:0003:8:53+4..:829:`: the fourth field is the board, and a `+` marks a digit that was placed.
fn library_line(line: Line<'_>) -> Option<Grid<'_>> {
    let text = line.text.trim();
    if !text.starts_with(':') || text.matches(':').count() < 5 {
        return None;
    }
    let field = text.split(':').nth(3)?;
    let at = line.span().start + text.splitn(4, ':').take(3).map(|part| part.len() + 1).sum::<usize>();
    let mut cells = characters(Piece { text: field, at });
    cells.retain(|piece| piece.text != "+");
    let size = side(cells.len()).filter(|_| cells.len() >= SMALLEST_LINE)?;
    Some(Grid::new(size, Cells::Separate(cells), line))
}

/// n² characters with spaces for blanks.
fn blanks_are_spaces(line: Line<'_>) -> Option<Grid<'_>> {
    let text = line.text;
    let digits = text.bytes().all(|b| matches!(b, b' ' | b'1'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'));
    let packed = text.contains("  ") || text.split(' ').any(|field| field.len() > 1);
    let size =
        side(text.len()).filter(|_| text.len() >= SMALLEST_LINE && digits && packed && text.contains(' '))?;
    Some(Grid::new(size, Cells::Packed(Piece { text, at: line.start }), line))
}

/// A first field of n² characters, or of n² givens and n² regions; what follows is a solution, a map or a remark.
fn leading_field(line: Line<'_>) -> Option<Grid<'_>> {
    let fields = fields(line);
    let first = *fields.first()?;
    let count = first.text.chars().count();
    if count < SMALLEST_LINE {
        return None;
    }
    if let Some(size) = side(count) {
        return Some(with_map(size, first, &fields[1..], line));
    }
    let size = side(count / 2).filter(|_| count.is_multiple_of(2) && first.text.is_ascii())?;
    let (givens, map) = first.text.split_at(count / 2);
    let map = Piece { text: map, at: first.at + givens.len() };
    let mut grid = Grid::new(size, Cells::Packed(Piece { text: givens, ..first }), line);
    grid.regions = Some(Cells::Packed(map));
    Some(grid)
}

/// A board, with the regions of a second field if it is as long and clearly a map.
fn with_map<'a>(size: usize, board: Piece<'a>, others: &[Piece<'a>], line: Line<'a>) -> Grid<'a> {
    let mut grid = Grid::new(size, Cells::Packed(board), line);
    let second = others.first().filter(|field| field.text.len() == board.text.len());
    grid.regions = second.map(|field| Cells::Packed(*field)).filter(|cells| is_map(size, cells));
    grid
}

/// A field of n² characters among short ones, such as a rating before and a name after it.
fn longest_field(line: Line<'_>) -> Option<Grid<'_>> {
    let fields = fields(line);
    let longest = fields.iter().map(|field| field.text.len()).max()?;
    let at = fields.iter().position(|field| field.text.len() == longest)?;
    let size = side(longest).filter(|_| longest >= 25 && fields[0].text.len() * 2 < longest)?;
    let field = fields[at];
    field.text.is_ascii().then(|| with_map(size, field, &fields[at + 1..], line))
}

/// n² fields of a cell each, perhaps after a number that no cell can hold.
fn field_each(line: Line<'_>) -> Option<Grid<'_>> {
    let fields = if line.text.contains(',') { split(line, |c| c == ',') } else { fields(line) };
    if fields.len() < SMALLEST_LINE || fields.iter().any(|field| field.text.len() > 3) {
        return None;
    }
    if let Some(size) = side(fields.len()) {
        return Some(Grid::new(size, Cells::Separate(fields), line));
    }
    let size = side(fields.len() - 1)?;
    let outside = fields[0].text.parse::<usize>().is_ok_and(|number| number > size);
    outside.then(|| Grid::new(size, Cells::Separate(fields[1..].to_vec()), line))
}

/// The fields of a line between blanks, commas and semicolons.
fn fields(line: Line<'_>) -> Vec<Piece<'_>> {
    let mut fields = split(line, is_separator);
    fields.retain(|field| !field.text.is_empty());
    fields
}

fn split(line: Line<'_>, separator: impl Fn(char) -> bool) -> Vec<Piece<'_>> {
    let mut at = line.start;
    line.text
        .split(separator)
        .map(|field| {
            let piece = Piece { text: field.trim(), at: at + field.len() - field.trim_start().len() };
            // Every separator is a single byte.
            at += field.len() + 1;
            piece
        })
        .collect()
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | ';')
}

/// Whether a line holds names of columns.
fn is_header(line: &str) -> bool {
    line.contains(',')
        && line.split(',').all(|name| {
            name.len() > 1 && name.trim().bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b' '))
        })
}

/// What is wrong with a line that holds no board.
fn length_error(source: &Source, line: Line<'_>) -> ReadError {
    if line.text.trim().starts_with(':') {
        return library_error(source, line);
    }
    let fields = fields(line);
    let boards = fields.first().copied().filter(|field| field.text.chars().count() >= SMALLEST_LINE);
    let span = boards.map_or(line.span(), Piece::span);
    let (found, unit) = match boards {
        Some(field) => (field.text.chars().count(), "characters"),
        None if fields.len() > SMALLEST_LINE / 2 && fields.iter().all(|field| field.text.len() <= 3) => {
            (fields.len(), "fields")
        }
        None => (line.text.chars().count(), "characters"),
    };
    let size = nearest_side(found);
    if found < SMALLEST_LINE {
        return line
            .error(
                source,
                span,
                format!("no board is a line of {}", plural(found, unit.trim_end_matches('s'))),
            )
            .with_help("a board is a line of at least 16 characters, or n rows of n cells");
    }
    let help = format!("write {} cells, row by row, with `.` for a blank", size * size);
    line.error(source, span, format!("{found} {unit}, a {size}×{size} board has {}", size * size))
        .with_help(help)
}

fn library_error(source: &Source, line: Line<'_>) -> ReadError {
    let field = line.text.trim().split(':').nth(3).unwrap_or("");
    let cells = field.chars().filter(|&c| c != '+').count();
    line.error(source, line.span(), format!("{cells} cells in the fourth field, a 9×9 board has 81"))
        .with_help("a library line is `:technique:candidates:board:` and more fields, with `+` before a placed digit")
}

/// The size of the board whose number of cells is nearest to a number.
fn nearest_side(count: usize) -> usize {
    let below = count.isqrt();
    let above = (below + 1) * (below + 1);
    if count - below * below <= above - count { below } else { below + 1 }
}

#[cfg(test)]
mod tests {
    use super::{board, nearest_side};
    use crate::formats::board_text::lines::Line;

    fn size(text: &str) -> Option<usize> {
        board(Line { number: 1, start: 0, text }).map(|grid| grid.size)
    }

    #[test]
    fn a_board_is_found_among_other_fields() {
        let line = ".".repeat(80) + "1";
        for text in [
            line.clone(),
            format!("{line} remark"),
            format!("{line}; remark"),
            format!("12,{line},name,0"),
            format!("{line},{}", "123456789".repeat(9)),
            format!("LABEL\t{line}"),
            format!(":0003:8:{line}:::829:"),
            line.split("").collect::<Vec<_>>().join(" "),
            line.replace('.', " "),
        ] {
            assert_eq!(size(&text), Some(9), "{text}");
        }
        assert_eq!(size(&line[1..]), None);
        assert_eq!(size(&format!("{},{line}", &line[1..])), None);
    }

    #[test]
    fn regions_follow_givens() {
        let text = format!("{}{}", ".".repeat(16), "0011001122332233");
        let grid = board(Line { number: 1, start: 0, text: &text });
        assert!(grid.is_some_and(|grid| grid.size == 4 && grid.regions.is_some()));
    }

    #[test]
    fn the_nearest_board_is_named() {
        assert_eq!([80, 82, 90, 91, 255].map(nearest_side), [9, 9, 9, 10, 16]);
    }
}
