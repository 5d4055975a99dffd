//! Sums: linear ones, equal ones, cages with more than one sum.

use super::{ClueType, Constraints, ParamKind, cells, one, optional, required};
use crate::constraints;
use crate::primitives::IntVar;

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "sum",
        about: "the digits, each times its coefficient, add up to `sum`; digits may repeat",
        params: &[
            cells(1, "the cells; one that is named twice counts twice"),
            required("sum", ParamKind::Int, "the sum"),
            optional("coefficients", ParamKind::Ints, "one for each cell, 1 by default"),
        ],
        example: "[[sum]]\ncells = \"r1c1-3\"\nsum = 12\ncoefficients = [1, 2, -1]",
        state: |site| {
            let vars = site.along();
            let mut coefficients = site.ints("coefficients");
            if coefficients.is_empty() {
                coefficients = vec![1; vars.len()];
            }
            if coefficients.len() != vars.len() {
                return Err(format!("{} coefficients for {} cells", coefficients.len(), vars.len()));
            }
            if let Some(large) = coefficients.iter().find(|coefficient| coefficient.abs() > 1_000_000) {
                return Err(format!("the coefficient {large} is out of range"));
            }
            let terms: Vec<(i64, IntVar)> = coefficients.into_iter().zip(vars).collect();
            let sum = i64::from(site.int("sum", 0)?);
            one(constraints::sum(&terms, sum, sum, &site.name()))
        },
    },
    ClueType {
        name: "equal-sum",
        about: "all lists of cells have the same sum",
        params: &[required("lists", ParamKind::Groups(2), "the lists of cells")],
        example: "[[equal-sum]]\nlists = [\"r1c1-2\", \"r2c1-3\"]",
        state: |site| Ok(equal_sums(&site.groups("lists"), &site.name())),
    },
    ClueType {
        name: "multi-sum-cage",
        about: "the digits are all different and add up to one of `sums`",
        params: &[
            cells(1, "the cells of the cage"),
            required("sums", ParamKind::Ints, "the sums allowed"),
            optional("repeats", ParamKind::Flag, "whether digits may repeat"),
        ],
        example: "[[multi-sum-cage]]\ncells = \"r1c1-3\"\nsums = [10, 20]",
        state: |site| {
            let sums: Vec<i32> =
                site.ints("sums").into_iter().filter_map(|sum| i32::try_from(sum).ok()).collect();
            one(constraints::cage_of_sums(&site.along(), &sums, site.flag("repeats"), &site.name()))
        },
    },
    ClueType {
        name: "little-killer",
        about: "the digits along the diagonal add up to `sum`; digits may repeat",
        params: &[cells(1, "the cells of the diagonal"), required("sum", ParamKind::Int, "the sum")],
        example: "[[little-killer]]\ncells = \"r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9\"\nsum = 40",
        state: |site| {
            let sum = site.int("sum", 0)?;
            one(constraints::cage_with_repeats(&site.along(), Some(i64::from(sum)), &site.name()))
        },
    },
];

/// A sum that says so for each two successive parts: Σ a − Σ b = 0. An empty part has the sum 0.
pub(super) fn equal_sums(parts: &[Vec<IntVar>], name: &str) -> Constraints {
    let difference = |pair: &[Vec<IntVar>]| {
        let plus = pair[0].iter().map(|&var| (1, var));
        let terms: Vec<(i64, IntVar)> = plus.chain(pair[1].iter().map(|&var| (-1, var))).collect();
        Box::new(constraints::sum(&terms, 0, 0, name)) as Box<dyn crate::model::Constraint>
    };
    parts.windows(2).map(difference).collect()
}
