//! Boards with one digit more than a row has cells: the digits that are missing.

use itertools::Itertools;

use super::site::line_cells;
use super::{ClueType, Constraints, Param, ParamKind, Site, optional, required};
use crate::constraints;
use crate::model::Constraint;
use crate::primitives::IntVar;
use crate::puzzles::{HouseKind, Line, Side};

const ROWS: Param = required("rows", ParamKind::Cells(1), "a variable for each row, the digit that it lacks");

pub(super) const TYPES: &[ClueType] = &[ClueType {
    name: "doppelganger",
    about: "each row, column and box of an n×n board with digits from 0 to n holds 0 and lacks one other digit; no two \
rows lack the same, nor two columns, nor two boxes; the row, column and box of a 0 lack three different digits",
    params: &[
        ROWS,
        required("columns", ParamKind::Cells(1), "the same for each column"),
        optional("boxes", ParamKind::Cells(1), "the same for each box or region, where the board has any"),
    ],
    example: "values = [0, 9]\nbox = [3, 3]\n\n[[extra]]\nname = \"A\"\ncount = 27\nvalues = [1, 9]\n
[[doppelganger]]\nrows = \"A1-9\"\ncolumns = \"A10-18\"\nboxes = \"A19-27\"",
    state: doppelganger,
}];

/// Houses with the variables of the digits they lack.
type Missing = Vec<(Vec<usize>, IntVar)>;

fn doppelganger(here: &Site<'_>) -> Result<Constraints, String> {
    let board = here.board();
    let size = board.rows();
    if board.columns() != size || board.values() != (0..=size as i32) {
        return Err("the board is not n×n with digits from 0 to n".to_string());
    }
    let lines = |side| (0..size).map(move |index| line_cells(board, Line { side, index })).collect_vec();
    let region = |kind: &HouseKind| matches!(kind, HouseKind::Box(_) | HouseKind::Region(_));
    let regions = board.houses().iter().filter(|house| region(&house.kind)).map(|house| house.cells.clone());
    let families = [
        missing(here, "rows", lines(Side::Left))?,
        missing(here, "columns", lines(Side::Top))?,
        missing(here, "boxes", regions.collect())?,
    ];
    let name = here.name();
    let mut stated = Constraints::new();
    for family in &families {
        let lacking: Vec<IntVar> = family.iter().map(|&(_, var)| var).collect();
        stated.push(Box::new(constraints::house(&lacking, &name)));
        for &var in &lacking {
            stated.push(Box::new(constraints::unary(var, &name, |digit| digit != 0)));
        }
        for (cells, var) in family {
            let mut all = here.vars_of(cells);
            all.push(*var);
            stated.push(Box::new(constraints::house(&all, &name)));
        }
    }
    for cell in 0..board.cell_count() {
        let around =
            families.iter().flatten().filter(|(cells, _)| cells.contains(&cell)).map(|&(_, var)| var);
        for [a, b] in around.array_combinations() {
            let zero: Box<dyn Constraint> = Box::new(constraints::given(here.vars[cell], 0, &name));
            stated.push(Box::new(constraints::implies(zero, Box::new(constraints::differ(a, b, &name)))));
        }
    }
    Ok(stated)
}

fn missing(site: &Site<'_>, param: &str, houses: Vec<Vec<usize>>) -> Result<Missing, String> {
    let vars = site.line(param);
    if vars.len() != houses.len() {
        return Err(format!(
            "`{param}` has {} variables, the board has {} of them",
            vars.len(),
            houses.len()
        ));
    }
    Ok(houses.into_iter().zip(vars).collect())
}
