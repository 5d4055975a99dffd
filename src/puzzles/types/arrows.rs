//! Arrows: the circle is the sum of the shaft.

use super::{ClueType, LINE, ParamKind, cells, one, required};
use crate::constraints;
use crate::primitives::IntVar;

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "arrow",
        about: "the digit in the circle is the sum of the digits along the shaft",
        params: &[
            required("circle", ParamKind::Cells(1), "the cell of the circle"),
            cells(1, "the cells of the shaft"),
        ],
        example: "[[arrow]]\ncircle = \"r1c1\"\ncells = \"r1c2-3\"",
        state: |site| match site.cells("circle") {
            [_] => one(number_is_sum(&site.line("circle"), &site.along(), &site.name())),
            more => Err(format!(
                "`circle` has {} cells; `pill-arrow` reads a number of several digits",
                more.len()
            )),
        },
    },
    ClueType {
        name: "pill-arrow",
        about: "the number in the pill, read in order, is the sum of the digits along the shaft; only its first digit may be above 9",
        params: &[
            required(
                "pill",
                ParamKind::Cells(2),
                "the cells of the pill, two or three, most significant first",
            ),
            cells(1, "the cells of the shaft"),
        ],
        example: "[[pill-arrow]]\npill = \"r1c1-2\"\ncells = \"r1c3-6\"",
        state: |site| {
            if site.cells("pill").len() > 6 {
                return Err("a pill of more than 6 cells".to_string());
            }
            let pill = site.line("pill");
            let mut stated = one(number_is_sum(&pill, &site.along(), &site.name()))?;
            for &var in pill[1..].iter().filter(|_| site.digits().1 > 9) {
                stated.extend(one(constraints::unary(var, &site.name(), |digit| digit <= 9))?);
            }
            Ok(stated)
        },
    },
    ClueType {
        name: "double-arrow",
        about: "the digits in the circles at both ends have the same sum as those between them",
        params: &[LINE],
        example: "[[double-arrow]]\ncells = \"r1c1-5\"",
        state: |site| {
            let line = site.along();
            let inner = &line[1..line.len() - 1];
            let ends = [line[0], line[line.len() - 1]];
            let terms: Vec<(i64, IntVar)> =
                ends.iter().map(|&var| (1, var)).chain(inner.iter().map(|&var| (-1, var))).collect();
            one(constraints::sum(&terms, 0, 0, &site.name()))
        },
    },
];

/// The decimal number of these digits is the sum of the others.
fn number_is_sum(digits: &[IntVar], shaft: &[IntVar], name: &str) -> impl crate::model::Constraint + use<> {
    let places = digits.iter().rev().enumerate().map(|(place, &var)| (-10i64.pow(place as u32), var));
    let terms: Vec<(i64, IntVar)> = places.chain(shaft.iter().map(|&var| (1, var))).collect();
    constraints::sum(&terms, 0, 0, name)
}
