//! Clues outside the board.

use super::{ClueType, Param, ParamKind, one, required};
use crate::constraints;

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
];
