//! Indexers: digits that say where another digit is.

use super::{ClueType, Constraints, Site, cells, one};
use crate::constraints;
use crate::puzzles::types::site::line_cells;
use crate::puzzles::{Line, Side};

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "column-indexer",
        about: "a digit v in column c says that c stands in column v of the same row",
        params: &[cells(1, "the cells")],
        example: "[[column-indexer]]\ncells = \"r1-9c1\"",
        state: |site| indexer(site, |row, column| (line(Side::Left, row), column)),
    },
    ClueType {
        name: "row-indexer",
        about: "a digit v in row r says that r stands in row v of the same column",
        params: &[cells(1, "the cells")],
        example: "[[row-indexer]]\ncells = \"r1c1-9\"",
        state: |site| indexer(site, |row, column| (line(Side::Top, column), row)),
    },
    ClueType {
        name: "box-indexer",
        about: "a digit v in place p of a box says that p stands in place v of the same box",
        params: &[cells(1, "the cells")],
        example: "[[box-indexer]]\ncells = \"r1-3c1-3\"",
        state: |site| {
            let board = site.board();
            let mut stated = Constraints::new();
            for &cell in site.cells("cells") {
                let region = (cell < board.cell_count()).then(|| board.region_of(cell)).flatten();
                let Some(region) = region else {
                    return Err(format!("{} lies in no box or region", site.puzzle.cell_name(cell)));
                };
                let places: Vec<usize> =
                    (0..board.cell_count()).filter(|&other| board.region_of(other) == Some(region)).collect();
                let place = places.iter().position(|&other| other == cell).unwrap_or_default();
                let (first, line) = (site.digits().0, site.vars_of(&places));
                let label = first + place as i32;
                stated.extend(one(constraints::index(site.vars[cell], &line, first, label, &site.name()))?);
            }
            Ok(stated)
        },
    },
    ClueType {
        name: "value-index",
        about: "the first cell holds X, the second k, and the k-th of the others holds X again",
        params: &[cells(3, "the cells along the line")],
        example: "[[value-index]]\ncells = \"r1c1-6\"",
        state: |site| one(constraints::value_index(&site.along(), &site.name())),
    },
];

fn line(side: Side, index: usize) -> Line {
    Line { side, index }
}

/// States an index for each cell: `at` gives the line that is pointed into and the 0-based place of the cell.
fn indexer(site: &Site<'_>, at: fn(usize, usize) -> (Line, usize)) -> Result<Constraints, String> {
    let board = site.board();
    let mut stated = Constraints::new();
    for &cell in site.cells("cells") {
        if cell >= board.cell_count() {
            return Err(format!("{} lies outside the board", site.puzzle.cell_name(cell)));
        }
        let (line, place) = at(cell / board.columns(), cell % board.columns());
        let line = site.vars_of(&line_cells(board, line));
        let label = place as i32 + 1;
        stated.extend(one(constraints::index(site.vars[cell], &line, 1, label, &site.name()))?);
    }
    Ok(stated)
}
