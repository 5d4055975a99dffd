//! Sets of cells: what occurs in them, how often, and what must not.

use itertools::Itertools;

use super::{ClueType, Constraints, ParamKind, cells, one, optional, required};
use crate::constraints;
use crate::model::Constraint;

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "different",
        about: "the digits are all different",
        params: &[cells(1, "the cells")],
        example: "[[different]]\ncells = \"r1c1 r2c2 r3c3 r4c4\"",
        state: |site| one(constraints::house(&site.along(), &site.name())),
    },
    ClueType {
        name: "rellik-cage",
        about: "the digits are all different and no set of them adds up to `sum`",
        params: &[cells(1, "the cells"), required("sum", ParamKind::Int, "the forbidden sum, 1 to 60")],
        example: "[[rellik-cage]]\ncells = \"r1c1-4\"\nsum = 10",
        state: |site| {
            let sum = site.int("sum", 0)?;
            if !(1..=60).contains(&sum) {
                return Err(format!("`sum` = {sum} is not from 1 to 60"));
            }
            one(constraints::rellik(&site.along(), sum, &site.name()))
        },
    },
    ClueType {
        name: "equality-cage",
        about: "all different; as many odd as even digits, and as many low as high ones, none in the middle",
        params: &[cells(1, "the cells")],
        example: "[[equality-cage]]\ncells = \"r1c1-4\"",
        state: |site| {
            let (low, high) = site.digits();
            one(constraints::equality(&site.along(), low, high, &site.name()))
        },
    },
    ClueType {
        name: "lunchbox",
        about: "all different; the digits between the least and the largest one, in order, add up to `sum`",
        params: &[cells(2, "the cells in order"), required("sum", ParamKind::Int, "the sum")],
        example: "[[lunchbox]]\ncells = \"r1c1-5\"\nsum = 9",
        state: |site| one(constraints::lunchbox(&site.along(), site.int("sum", 0)?, &site.name())),
    },
    ClueType {
        name: "contains",
        about: "each of the digits listed occurs at least as often as it is listed, or exactly so",
        params: &[
            cells(1, "the cells"),
            required("digits", ParamKind::Ints, "the digits"),
            optional("exact", ParamKind::Flag, "whether a digit may not occur more often"),
        ],
        example: "[[contains]]\ncells = \"r1c1-4\"\ndigits = [3, 5]",
        state: |site| Ok(occurrences(&site.ints("digits"), site.flag("exact"), &site.along(), &site.name())),
    },
    ClueType {
        name: "quadruple",
        about: "each of the digits listed occurs in the 2×2 square, as often as it is listed",
        params: &[cells(1, "the four cells"), required("digits", ParamKind::Ints, "one to four digits")],
        example: "[[quadruple]]\ncells = \"r1-2c1-2\"\ndigits = [1, 2]",
        state: |site| {
            let digits = site.ints("digits");
            if digits.len() > site.cells("cells").len() {
                return Err(format!("{} digits for {} cells", digits.len(), site.cells("cells").len()));
            }
            Ok(occurrences(&digits, false, &site.along(), &site.name()))
        },
    },
    ClueType {
        name: "look-and-say",
        about: "read in pairs, count then digit: each digit occurs exactly that often",
        params: &[cells(1, "the cells"), required("says", ParamKind::Ints, "count, digit, count, digit, …")],
        example: "[[look-and-say]]\ncells = \"r1c1-4\"\nsays = [1, 3, 2, 4]",
        state: |site| {
            let says = site.ints("says");
            if says.is_empty() || says.len() % 2 == 1 {
                return Err(format!("`says` has {} numbers, not pairs of count and digit", says.len()));
            }
            let pairs = says.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            Ok(pairs.map(|(times, digit)| occurs(&site.along(), digit, true, times, &site.name())).collect())
        },
    },
    ClueType {
        name: "same-values",
        about: "the lists of cells, of equal length, hold the same digits, each as often",
        params: &[required("lists", ParamKind::Groups(2), "the lists of cells")],
        example: "[[same-values]]\nlists = [\"r1c1-3\", \"r5c4-6\"]",
        state: |site| {
            let lists = site.groups("lists");
            if !lists.iter().map(Vec::len).all_equal() {
                return Err("the lists differ in length".to_string());
            }
            one(constraints::same_values(&lists, &site.name()))
        },
    },
    ClueType {
        name: "clone",
        about: "the two lists of cells hold the same digits, place by place",
        params: &[
            cells(1, "the cells"),
            required("of", ParamKind::Cells(1), "the cells they are a copy of, in the same order"),
        ],
        example: "[[clone]]\ncells = \"r1c1-2\"\nof = \"r5c4-5\"",
        state: |site| {
            let (copy, original) = (site.along(), site.line("of"));
            if copy.len() != original.len() {
                return Err(format!("{} cells are a copy of {}", copy.len(), original.len()));
            }
            one(constraints::equal(&copy, &original, &site.name()))
        },
    },
    ClueType {
        name: "counting-circles",
        about: "a digit in a circle says how many circles hold that digit",
        params: &[cells(1, "the cells with circles")],
        example: "[[counting-circles]]\ncells = \"r1c1 r2c4 r3c7\"",
        state: |site| one(constraints::counting_circles(&site.along(), &site.name())),
    },
    ClueType {
        name: "count-distinct",
        about: "the control cell holds the number of different digits in the other cells",
        params: &[
            required("control", ParamKind::Cells(1), "the control cell"),
            cells(1, "the cells counted"),
        ],
        example: "[[count-distinct]]\ncontrol = \"r1c1\"\ncells = \"r2c2 r3c3 r4c4\"",
        state: |site| one(constraints::count_distinct(site.line("control")[0], &site.along(), &site.name())),
    },
];

/// Each listed digit occurs at least, or exactly, as often as it is listed.
fn occurrences(digits: &[i64], exact: bool, vars: &[crate::primitives::IntVar], name: &str) -> Constraints {
    let counts = digits.iter().copied().sorted().dedup_with_count();
    counts.map(|(times, digit)| occurs(vars, digit, exact, times as i64, name)).collect()
}

fn occurs(
    vars: &[crate::primitives::IntVar],
    digit: i64,
    exact: bool,
    times: i64,
    name: &str,
) -> Box<dyn Constraint> {
    let enough = move |found: usize| if exact { found as i64 == times } else { found as i64 >= times };
    Box::new(constraints::count(vars, name, move |value| i64::from(value) == digit, enough))
}
