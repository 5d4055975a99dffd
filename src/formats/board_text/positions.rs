//! Rows in which a space is a blank: each cell has its own place on the line.

use super::grid::Piece;
use super::lines::Line;
use super::rows::{Row, offset};
use super::shape::is_bar;

/// Reads n lines as n rows with spaces for blanks, between bars or packed; nothing where no width of a cell fits.
pub(super) fn read<'a>(lines: &[Line<'a>]) -> Option<Vec<Row<'a>>> {
    let text = |line: &Line<'a>| line.text.contains(['.', '_', '*', '?', '0', ',', '\t']);
    if lines.len() < 2 || lines.iter().any(text) {
        return None;
    }
    let segments = segments(lines)?;
    let count = segments.first()?.len();
    if !lines.len().is_multiple_of(count) {
        return None;
    }
    let each = lines.len() / count;
    let mut rows: Vec<Row<'a>> = lines.iter().map(|&line| Row { line, cells: Vec::new() }).collect();
    for index in 0..count {
        let column: Vec<Vec<&'a str>> = segments.iter().map(|row| characters(row[index])).collect();
        let slots = slots(&column, each)?;
        for (row, characters) in rows.iter_mut().zip(&column) {
            row.cells.extend(slots.iter().map(|&slot| cell(row.line, characters, slot)));
        }
    }
    Some(rows)
}

/// The pieces of each line between its bars; as many in each line, and as wide as in the others.
fn segments<'a>(lines: &[Line<'a>]) -> Option<Vec<Vec<&'a str>>> {
    let framed =
        lines.iter().all(|line| line.text.trim().starts_with(is_bar) && line.text.trim().ends_with(is_bar));
    let rows: Vec<Vec<&'a str>> = lines
        .iter()
        .map(|line| {
            let inner = if framed {
                line.text.trim().trim_start_matches(is_bar).trim_end_matches(is_bar)
            } else {
                line.text
            };
            inner.split(is_bar).collect()
        })
        .collect();
    let widths = |row: &[&str]| row.iter().map(|piece| piece.chars().count()).collect::<Vec<_>>();
    let first = widths(rows.first()?);
    rows.iter().all(|row| widths(row) == first).then_some(rows)
}

/// A range of characters in a segment.
type Slot = (usize, usize);

/// Where the cells of a segment stand: evenly, each wide enough for its number, and nothing beside them.
fn slots(column: &[Vec<&str>], count: usize) -> Option<Vec<Slot>> {
    let width = column.first()?.len();
    let choices = (1..=4).flat_map(|pitch| (0..=usize::from(pitch > 1)).map(move |offset| (pitch, offset)));
    choices
        .filter(|&(pitch, offset)| {
            let full = offset + pitch * count;
            width == full || (pitch > 1 && width + 1 == full)
        })
        .map(|(pitch, offset)| {
            (0..count)
                .map(|cell| (offset + pitch * cell, (offset + pitch * (cell + 1)).min(width)))
                .collect::<Vec<_>>()
        })
        .find(|slots| column.iter().all(|characters| fits(characters, slots)) && aligned(column, slots))
}

/// Whether every number of a row lies in one slot.
fn fits(characters: &[&str], slots: &[Slot]) -> bool {
    let used = |&(from, to): &Slot| characters[from..to].iter().filter(|c| !is_space(c)).count();
    let words = characters.split(|c| is_space(c)).filter(|word| !word.is_empty()).count();
    let one = |slot: &Slot| {
        characters[slot.0..slot.1].split(|c| is_space(c)).filter(|word| !word.is_empty()).count()
    };
    let all = characters.iter().filter(|c| !is_space(c)).count();
    let single = slots.iter().map(one).collect::<Vec<_>>();
    let packed = slots.iter().all(|slot| slot.1 - slot.0 == 1);
    slots.iter().map(used).sum::<usize>() == all
        && single.iter().all(|&words| words <= 1)
        && (packed || single.iter().sum::<usize>() == words)
}

/// Whether the numbers of all slots begin at the same place in their slot, or end there.
fn aligned(column: &[Vec<&str>], slots: &[Slot]) -> bool {
    let mut ends = column.iter().flat_map(|characters| {
        slots.iter().filter_map(|&(from, to)| {
            let slot = &characters[from..to];
            let first = slot.iter().position(|c| !is_space(c))?;
            let last = slot.iter().rposition(|c| !is_space(c))?;
            Some((first, last))
        })
    });
    let Some((first, last)) = ends.next() else { return true };
    let (mut left, mut right) = (true, true);
    for (from, to) in ends {
        left &= from == first;
        right &= to == last;
    }
    left || right
}

fn characters(segment: &str) -> Vec<&str> {
    segment.char_indices().map(|(at, c)| &segment[at..at + c.len_utf8()]).collect()
}

fn is_space(character: &str) -> bool {
    character.trim().is_empty()
}

/// The number in a slot, or an empty piece.
fn cell<'a>(line: Line<'a>, characters: &[&'a str], (from, to): Slot) -> Piece<'a> {
    let used: Vec<&'a str> = characters[from..to].iter().copied().filter(|c| !is_space(c)).collect();
    let shown = used.first().or(characters.get(from)).copied().unwrap_or("");
    let at = offset(line.text, shown);
    let length = used.iter().map(|c| c.len()).sum::<usize>();
    Piece { text: &line.text[at..at + length], at: line.start + at }
}

#[cfg(test)]
mod tests {
    use super::{Row, read};
    use crate::formats::board_text::lines::{entries, rows};

    fn cells(text: &str) -> Option<Vec<String>> {
        let rows = read(&rows(&entries(text)))?;
        let row = |row: &Row<'_>| row.cells.iter().flat_map(|cell| ["[", cell.text, "]"]).collect();
        Some(rows.iter().map(row).collect())
    }

    #[test]
    fn cells_stand_at_even_distances() {
        let framed = "│ 1   │     │\n│   2 │   3 │\n│     │ 4   │\n│ 3   │     │\n";
        assert_eq!(
            cells(framed).map(|rows| rows.concat()),
            Some("[1][][][][][2][][3][][][4][][3][][][]".to_owned())
        );
        let packed = "|1 |  |\n| 2| 3|\n|  |4 |\n|3 |  |\n";
        assert_eq!(cells(packed), cells(framed));
    }

    #[test]
    fn numbers_stay_whole() {
        let text = format!("| 12    |       |\n{}", "|       |       |\n".repeat(3));
        assert_eq!(cells(&text).map(|rows| rows[0].clone()), Some("[12][][][]".to_owned()));
    }

    #[test]
    fn uneven_places_are_not_guessed() {
        assert_eq!(cells("| 1   |     |\n|  2  |   3 |\n|     | 4   |\n| 3   |     |\n"), None);
        assert_eq!(cells("1 2\n3\n12\n"), None);
    }
}
