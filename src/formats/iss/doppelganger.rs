//! `.Doppelganger` and its variables: `DGC1` is the digit that row 1 lacks, `DGR1` column 1, `DGB1` box 1.

use super::Item;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Extra, HouseKind, Puzzle, Use, Value};

/// The name of the type in the format, and ours.
pub(super) const NAMES: (&str, &str) = (".Doppelganger", "doppelganger");

/// The parameters of the type and the variables of each: those beside the rows are a column.
const PARTS: [(&str, &str); 3] = [("rows", "DGC"), ("columns", "DGR"), ("boxes", "DGB")];

/// Whether variables are those of the type.
pub(super) fn is_missing_digits(name: &str) -> bool {
    PARTS.iter().any(|(_, prefix)| *prefix == name)
}

/// The variables of the type on a board.
pub(super) fn extras(source: &Source, item: &Item<'_>, board: &Board) -> Result<Vec<Extra>, ReadError> {
    if let Some(argument) = item.arguments.first() {
        return Err(argument.error(source, format!("`{}` takes no argument", NAMES.0)));
    }
    let size = board.rows();
    let region = |kind: &HouseKind| matches!(kind, HouseKind::Box(_) | HouseKind::Region(_));
    let regions = board.houses().iter().filter(|house| region(&house.kind));
    let sizes = regions.map(|house| house.cells.len()).collect::<Vec<_>>();
    let fits = sizes.is_empty() || (sizes.len() == size && sizes.iter().all(|&cells| cells == size));
    if board.columns() != size || board.values() != (0..=size as i32) || !fits {
        let error = item.name.error(source, format!("`{}` on a board whose digits are not 0 to n", NAMES.0));
        return Err(
            error.with_help("it needs an n×n board as of `.Shape~9x9~0-9`, with boxes of n cells or none")
        );
    }
    let extra =
        |name: &str, count| Extra { name: name.to_string(), count, columns: count, values: (1, size as i32) };
    let counts = [size, size, sizes.len()];
    let parts = PARTS.iter().zip(counts).filter(|(_, count)| *count > 0);
    Ok(parts.map(|((_, prefix), count)| extra(prefix, count)).collect())
}

/// The clue, over the variables that the board has.
pub(super) fn clue(puzzle: &Puzzle) -> Use {
    let part = |&(param, prefix): &(&'static str, &'static str)| {
        let count = puzzle.extras.iter().find(|extra| extra.name == prefix)?.count;
        let cells =
            (1..=count).filter_map(|number| puzzle.extra_index(&format!("{prefix}{number}"))).collect();
        Some((param, Value::Cells(cells)))
    };
    Use::new(NAMES.1, PARTS.iter().filter_map(part))
}
