//! Lines: thermometers, whispers, renban and their kin.

use super::{ClueType, LINE, ParamKind, cells, one, optional, required};
use crate::constraints;
use crate::model::Constraint;

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "thermo",
        about: "digits increase strictly from the first cell",
        params: &[LINE],
        example: "[[thermo]]\ncells = \"r1c1-5\"",
        state: |site| one(constraints::chain(&site.along(), &site.name(), |a, b| a < b)),
    },
    ClueType {
        name: "slow-thermo",
        about: "digits never decrease from the first cell",
        params: &[LINE],
        example: "[[slow-thermo]]\ncells = \"r1c1-5\"",
        state: |site| one(constraints::chain(&site.along(), &site.name(), |a, b| a <= b)),
    },
    ClueType {
        name: "whisper",
        about: "neighbours on the line differ by at least `gap`",
        params: &[
            LINE,
            optional(
                "gap",
                ParamKind::Int,
                "least difference; half the number of digits, rounded up, by default",
            ),
        ],
        example: "[[whisper]]\ncells = \"r1c1-5\"\ngap = 5",
        state: |site| {
            let gap = site.int("gap", (site.board().value_count() as i32 + 1) / 2)?;
            one(constraints::chain(&site.along(), &site.name(), move |a, b| (a - b).abs() >= gap))
        },
    },
    ClueType {
        name: "renban",
        about: "the digits are a set of consecutive numbers, in any order",
        params: &[cells(1, "the cells of the line")],
        example: "[[renban]]\ncells = \"r1c1-5\"",
        state: |site| one(constraints::renban(&site.along(), &site.name())),
    },
    ClueType {
        name: "nabner",
        about: "no two digits on the line are equal or consecutive",
        params: &[LINE],
        example: "[[nabner]]\ncells = \"r1c1-4\"",
        state: |site| one(constraints::all_pairs(&site.along(), &site.name(), |a, b| (a - b).abs() > 1)),
    },
    ClueType {
        name: "palindrome",
        about: "the line reads the same both ways",
        params: &[LINE],
        example: "[[palindrome]]\ncells = \"r1c1 r2c2 r3c3 r4c4\"",
        state: |site| {
            let line = site.along();
            let back: Vec<_> = line.iter().rev().copied().take(line.len() / 2).collect();
            one(constraints::equal(&line[..back.len()], &back, &site.name()))
        },
    },
    ClueType {
        name: "modular",
        about: "any `mod` successive cells have different remainders modulo `mod`",
        params: &[LINE, optional("mod", ParamKind::Int, "the modulus, 3 by default")],
        example: "[[modular]]\ncells = \"r1c1-6\"\nmod = 3",
        state: |site| {
            let modulus = site.int("mod", 3)?;
            if modulus < 2 {
                return Err(format!("`mod` = {modulus} is not at least 2"));
            }
            let differ = move |a: i32, b: i32| a.rem_euclid(modulus) != b.rem_euclid(modulus);
            one(constraints::window(&site.along(), modulus as usize, &site.name(), differ))
        },
    },
    ClueType {
        name: "entropic",
        about: "any three successive cells hold a low, a middle and a high digit (thirds of the digits)",
        params: &[LINE],
        example: "[[entropic]]\ncells = \"r1c1-6\"",
        state: |site| {
            let (low, high) = site.digits();
            let third = move |value: i32| (value - low) * 3 / (high - low + 1);
            one(constraints::window(&site.along(), 3, &site.name(), move |a, b| third(a) != third(b)))
        },
    },
    ClueType {
        name: "between",
        about: "the digits between the two ends lie strictly between the digits of the ends",
        params: &[LINE],
        example: "[[between]]\ncells = \"r1c1-5\"",
        state: |site| one(constraints::between(&site.along(), &site.name())),
    },
    ClueType {
        name: "lockout",
        about: "the ends differ by at least `gap` and the digits between them lie outside the range of the ends",
        params: &[LINE, optional("gap", ParamKind::Int, "least difference of the ends, 4 by default")],
        example: "[[lockout]]\ncells = \"r1c1-5\"\ngap = 4",
        state: |site| one(constraints::lockout(&site.along(), site.int("gap", 4)?, &site.name())),
    },
    ClueType {
        name: "region-sum-line",
        about: "every stretch of the line inside one box or region has the same sum",
        params: &[LINE],
        example: "[[region-sum-line]]\ncells = \"r1c1-9\"",
        state: |site| {
            let region =
                |cell: &usize| (*cell < site.board().cell_count()).then(|| site.board().region_of(*cell));
            let stretches: Vec<_> = site
                .cells("cells")
                .chunk_by(|a, b| region(a) == region(b))
                .map(|part| site.vars_of(part))
                .collect();
            Ok(super::sums::equal_sums(&stretches, &site.name()))
        },
    },
    ClueType {
        name: "zipper",
        about: "cells at the same distance from the middle have the same sum; a middle cell holds that sum",
        params: &[LINE],
        example: "[[zipper]]\ncells = \"r1c1-5\"",
        state: |site| {
            let line = site.along();
            let mut parts: Vec<_> =
                (0..line.len() / 2).map(|at| vec![line[at], line[line.len() - 1 - at]]).collect();
            if line.len() % 2 == 1 {
                parts.push(vec![line[line.len() / 2]]);
            }
            Ok(super::sums::equal_sums(&parts, &site.name()))
        },
    },
    ClueType {
        name: "sum-line",
        about: "the line splits into stretches of successive cells that each add up to `sum`",
        params: &[
            cells(1, "the cells along the line"),
            required("sum", ParamKind::Int, "the sum of each stretch, 1 to 63"),
            optional("loop", ParamKind::Flag, "whether the last cell is followed by the first"),
        ],
        example: "[[sum-line]]\ncells = \"r1c1-9\"\nsum = 15",
        state: |site| {
            let sum = site.int("sum", 0)?;
            if !(1..=63).contains(&sum) {
                return Err(format!("`sum` = {sum} is not from 1 to 63"));
            }
            let line: Box<dyn Constraint> = if site.flag("loop") {
                Box::new(constraints::sum_loop(&site.along(), sum, &site.name()))
            } else {
                Box::new(constraints::sum_line(&site.along(), sum, &site.name()))
            };
            Ok(vec![line])
        },
    },
];
