//! Clues outside the board.

use itertools::Itertools;

use super::site::line_cells;
use super::{ClueType, Constraints, Param, ParamKind, Site, one, optional, required};
use crate::constraints;
use crate::model::Constraint;
use crate::primitives::IntVar;
use crate::puzzles::{Line, Side};

const FROM: Param =
    required("from", ParamKind::Line, "the row or column and the side it is read from: `left 3`, `top 1`");

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "sandwich",
        about: "the digits between the least and the largest digit of the row or column add up to `sum`",
        params: &[FROM, required("sum", ParamKind::Int, "the sum")],
        example: "[[sandwich]]\nfrom = \"left 1\"\nsum = 20",
        state: |site| {
            let (low, high) = site.digits();
            one(constraints::sandwich(&site.reading("from"), low, high, site.int("sum", 0)?, &site.name()))
        },
    },
    ClueType {
        name: "x-sum",
        about: "the first X digits add up to `sum`, where X is the first of them",
        params: &[FROM, required("sum", ParamKind::Int, "the sum")],
        example: "[[x-sum]]\nfrom = \"left 1\"\nsum = 20",
        state: |site| one(constraints::x_sum(&site.reading("from"), site.int("sum", 0)?, &site.name())),
    },
    ClueType {
        name: "skyscraper",
        about: "so many digits are larger than all before them",
        params: &[FROM, required("seen", ParamKind::Int, "how many")],
        example: "[[skyscraper]]\nfrom = \"left 1\"\nseen = 4",
        state: |site| one(constraints::skyscraper(&site.reading("from"), site.int("seen", 0)?, &site.name())),
    },
    ClueType {
        name: "hidden-skyscraper",
        about: "the first digit that is less than one before it is `digit`",
        params: &[FROM, required("digit", ParamKind::Int, "the digit")],
        example: "[[hidden-skyscraper]]\nfrom = \"left 1\"\ndigit = 3",
        state: |site| {
            one(constraints::hidden_skyscraper(&site.reading("from"), site.int("digit", 0)?, &site.name()))
        },
    },
    ClueType {
        name: "numbered-room",
        about: "the k-th digit is `digit`, where k is the first one",
        params: &[FROM, required("digit", ParamKind::Int, "the digit")],
        example: "[[numbered-room]]\nfrom = \"left 1\"\ndigit = 3",
        state: |site| {
            one(constraints::numbered_room(&site.reading("from"), site.int("digit", 0)?, &site.name()))
        },
    },
    ClueType {
        name: "full-rank",
        about: "read from its side, the row or column is in this place of all rows and columns read from all sides, in \
numerical order; it equals no other reading unless `ties`",
        params: &[
            FROM,
            required("rank", ParamKind::Int, "the place, from 1"),
            optional("ties", ParamKind::Flag, "whether other readings may be equal to it"),
        ],
        example: "[[full-rank]]\nfrom = \"left 1\"\nrank = 7",
        state: full_rank,
    },
    ClueType {
        name: "no-equal-readings",
        about: "no two readings of rows and columns, from any side, are equal",
        params: &[],
        example: "rules = [\"no-equal-readings\"]",
        state: |site| {
            let readings = readings(site)?;
            let pairs = readings.iter().array_combinations().filter(|[a, b]| a != b);
            let state = |[a, b]: [&Vec<IntVar>; 2]| {
                Box::new(constraints::unequal(a, b, &site.name())) as Box<dyn Constraint>
            };
            Ok(pairs.map(state).collect())
        },
    },
];

/// Every row and column of a square board, read from every side.
fn readings(site: &Site<'_>) -> Result<Vec<Vec<IntVar>>, String> {
    let (rows, columns) = (site.board().rows(), site.board().columns());
    if rows != columns {
        return Err("only the readings of a square board can be ranked".to_string());
    }
    let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
    let lines = sides.into_iter().flat_map(|side| (0..rows).map(move |index| Line { side, index }));
    Ok(lines.map(|line| site.vars_of(&line_cells(site.board(), line))).collect())
}

fn full_rank(site: &Site<'_>) -> Result<Constraints, String> {
    let mine = site.reading("from");
    let others: Vec<Vec<IntVar>> = readings(site)?.into_iter().filter(|reading| *reading != mine).collect();
    let rank = i64::from(site.int("rank", 1)?);
    if rank < 1 || rank > others.len() as i64 + 1 {
        return Err(format!("`rank` = {rank} is not from 1 to {}", others.len() + 1));
    }
    let mut stated: Constraints = vec![Box::new(constraints::full_rank(&mine, &others, rank, &site.name()))];
    if !site.flag("ties") {
        for other in &others {
            stated.push(Box::new(constraints::unequal(&mine, other, &site.name())));
        }
    }
    Ok(stated)
}
