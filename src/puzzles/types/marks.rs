//! Marks in cells and between neighbours: parity, dots, X and V, inequality signs.

use itertools::Itertools;

use super::{ClueType, Constraints, LINE, ParamKind, Site, cells, one, optional, required};
use crate::constraints;
use crate::model::Constraint;

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "white-dot",
        about: "neighbours differ by `difference`; of a list, every two cells that touch",
        params: &[LINE, optional("difference", ParamKind::Int, "1 by default")],
        example: "[[white-dot]]\ncells = \"r1c1-2\"",
        state: |site| {
            let difference = site.int("difference", 1)?;
            Ok(touching(site, move |a, b| (a - b).abs() == difference))
        },
    },
    ClueType {
        name: "black-dot",
        about: "one of two neighbours is `ratio` times the other; of a list, every two cells that touch",
        params: &[LINE, optional("ratio", ParamKind::Int, "2 by default")],
        example: "[[black-dot]]\ncells = \"r1c1-2\"",
        state: |site| {
            let ratio = site.int("ratio", 2)?;
            Ok(touching(site, move |a, b| a == ratio * b || b == ratio * a))
        },
    },
    ClueType {
        name: "pair-sum",
        about: "neighbours add up to `sum` (X is 10, V is 5); of a list, every two cells that touch",
        params: &[LINE, required("sum", ParamKind::Int, "the sum")],
        example: "[[pair-sum]]\ncells = \"r1c1-2\"\nsum = 10",
        state: |site| {
            let sum = site.int("sum", 10)?;
            Ok(touching(site, move |a, b| a + b == sum))
        },
    },
    ClueType {
        name: "greater",
        about: "of two neighbours in the list, the one named first is the greater",
        params: &[LINE],
        example: "[[greater]]\ncells = \"r1c1-2\"",
        state: |site| Ok(touching(site, |a, b| a > b)),
    },
    ClueType {
        name: "odd",
        about: "each of the cells holds an odd digit",
        params: &[cells(1, "the cells")],
        example: "[[odd]]\ncells = \"r1c1 r5c5\"",
        state: |site| Ok(each(site, |value| value % 2 != 0)),
    },
    ClueType {
        name: "even",
        about: "each of the cells holds an even digit",
        params: &[cells(1, "the cells")],
        example: "[[even]]\ncells = \"r1c1 r5c5\"",
        state: |site| Ok(each(site, |value| value % 2 == 0)),
    },
    ClueType {
        name: "candidates",
        about: "each of the cells holds one of the digits listed",
        params: &[cells(1, "the cells"), required("digits", ParamKind::Ints, "the digits")],
        example: "[[candidates]]\ncells = \"r1c1\"\ndigits = [2, 4, 7]",
        state: |site| {
            let digits = site.ints("digits");
            Ok(each(site, move |value| digits.contains(&i64::from(value))))
        },
    },
    ClueType {
        name: "minimum",
        about: "each of the cells is less than every neighbour that is not one of them",
        params: &[cells(1, "the cells")],
        example: "[[minimum]]\ncells = \"r5c5\"",
        state: |site| extreme(site, |a, b| a < b),
    },
    ClueType {
        name: "maximum",
        about: "each of the cells is greater than every neighbour that is not one of them",
        params: &[cells(1, "the cells")],
        example: "[[maximum]]\ncells = \"r5c5\"",
        state: |site| extreme(site, |a, b| a > b),
    },
];

/// The relation between any two cells of the list that touch, in list order; between the two cells where there are two.
fn touching<R>(site: &Site<'_>, allowed: R) -> Constraints
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync + 'static,
{
    let cells = site.cells("cells");
    let touch = |a: usize, b: usize| {
        cells.len() == 2
            || [(0, 1), (1, 0), (0, -1), (-1, 0)]
                .iter()
                .any(|&(down, right)| site.step(a, down, right) == Some(b))
    };
    let pairs = cells.iter().copied().array_combinations();
    pairs
        .filter(|&[a, b]| touch(a, b))
        .map(|pair| {
            let constraint = constraints::chain(&site.vars_of(&pair), &site.name(), allowed.clone());
            Box::new(constraint) as Box<dyn Constraint>
        })
        .collect()
}

fn each<P>(site: &Site<'_>, allowed: P) -> Constraints
where
    P: Fn(i32) -> bool + Clone + Send + Sync + 'static,
{
    let state = |var| Box::new(constraints::unary(var, &site.name(), allowed.clone())) as Box<dyn Constraint>;
    site.along().into_iter().map(state).collect()
}

fn extreme(site: &Site<'_>, beats: fn(i32, i32) -> bool) -> Result<Constraints, String> {
    let cells = site.cells("cells");
    if let Some(cell) = cells.iter().find(|&&cell| cell >= site.board().cell_count()) {
        return Err(format!("{} lies outside the board and has no neighbours", site.puzzle.cell_name(*cell)));
    }
    let mut stated = Constraints::new();
    for &cell in cells {
        let around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .iter()
            .filter_map(|&(down, right)| site.step(cell, down, right));
        for other in around.filter(|other| !cells.contains(other)) {
            stated.extend(one(constraints::chain(&site.vars_of(&[cell, other]), &site.name(), beats))?);
        }
    }
    Ok(stated)
}
