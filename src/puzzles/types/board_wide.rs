//! Rules for the whole board: chess moves, neighbours, every 2×2 square, and what holds where no mark is printed.

use itertools::Itertools;

use super::{ClueType, Constraints, ParamKind, Site, one, optional, required};
use crate::constraints;
use crate::model::Constraint;
use crate::puzzles::{Clue, Use, Value};

const KNIGHT: [(i32, i32); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];
const KING: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "anti-knight",
        about: "cells a knight's move apart hold different digits",
        params: &[],
        example: "rules = [\"anti-knight\"]",
        state: |site| Ok(different(site, &KNIGHT)),
    },
    ClueType {
        name: "anti-king",
        about: "cells a king's move apart hold different digits",
        params: &[],
        example: "rules = [\"anti-king\"]",
        state: |site| Ok(different(site, &KING)),
    },
    ClueType {
        name: "anti-leaper",
        about: "cells that a leaper's move connects hold different digits",
        params: &[
            required(
                "move",
                ParamKind::Ints,
                "two numbers: the leaper goes so far one way and so far the other",
            ),
            optional("digits", ParamKind::Ints, "the digits it concerns, all by default"),
        ],
        example: "[[anti-leaper]]\nmove = [1, 3]",
        state: |site| {
            let [a, b] = site.ints("move")[..] else { return Err("`move` is not two numbers".to_string()) };
            let size = site.board().rows().max(site.board().columns()) as i64;
            if !(0..=size).contains(&a) || !(0..=size).contains(&b) {
                return Err(format!("a move of {a} and {b} leaves the board"));
            }
            let (a, b) = (a as i32, b as i32);
            let moves = [(a, b), (b, a), (a, -b), (b, -a)];
            let digits = site.ints("digits");
            if digits.is_empty() {
                return Ok(different(site, &moves));
            }
            let concerned = move |value: i32| digits.contains(&i64::from(value));
            Ok(related(site, &moves, move |a, b| a != b || !concerned(a)))
        },
    },
    ClueType {
        name: "anti-taxicab",
        about: "cells `distance` steps apart hold different digits",
        params: &[required("distance", ParamKind::Int, "steps along rows and columns")],
        example: "[[anti-taxicab]]\ndistance = 4",
        state: |site| {
            let distance = site.int("distance", 1)?;
            Ok(different(site, &taxicab(distance.clamp(1, 128))))
        },
    },
    ClueType {
        name: "self-taxicab",
        about: "no digit stands as many steps from an equal digit as it says itself",
        params: &[],
        example: "rules = [\"self-taxicab\"]",
        state: |site| {
            let values = site.board().values().filter(|&value| value > 0);
            Ok(values
                .flat_map(|value| related(site, &taxicab(value), move |a, b| a != b || a != value))
                .collect())
        },
    },
    ClueType {
        name: "non-consecutive",
        about: "neighbours are not consecutive",
        params: &[optional(
            "dots-exempt",
            ParamKind::Flag,
            "whether pairs with a dot are left out (f-puzzles does that)",
        )],
        example: "rules = [\"non-consecutive\"]",
        state: |site| {
            let exempt =
                if site.flag("dots-exempt") { marked(site, &["white-dot", "black-dot"]) } else { Vec::new() };
            Ok(unmarked(site, &exempt, |a, b| (a - b).abs() != 1))
        },
    },
    ClueType {
        name: "diagonal-non-consecutive",
        about: "diagonal neighbours are not consecutive",
        params: &[],
        example: "rules = [\"diagonal-non-consecutive\"]",
        state: |site| Ok(related(site, &[(1, 1), (1, -1)], |a, b| (a - b).abs() != 1)),
    },
    ClueType {
        name: "knightmare",
        about: "cells a knight's move apart do not add up to any of `sums`",
        params: &[optional("sums", ParamKind::Ints, "5 and 15 by default")],
        example: "rules = [\"knightmare\"]",
        state: |site| {
            let sums = Some(site.ints("sums")).filter(|sums| !sums.is_empty()).unwrap_or(vec![5, 15]);
            Ok(related(site, &KNIGHT, move |a, b| !sums.contains(&i64::from(a + b))))
        },
    },
    ClueType {
        name: "strict-kropki",
        about: "neighbours without a dot neither differ by 1 nor is one twice the other",
        params: &[],
        example: "rules = [\"strict-kropki\"]",
        state: |site| {
            let exempt = marked(site, &["white-dot", "black-dot"]);
            Ok(unmarked(site, &exempt, |a, b| (a - b).abs() != 1 && a != 2 * b && b != 2 * a))
        },
    },
    ClueType {
        name: "no-unmarked-ratio",
        about: "neighbours without a dot have none of the ratios that black dots of this puzzle have (2 if there are none)",
        params: &[],
        example: "rules = [\"no-unmarked-ratio\"]",
        state: |site| {
            let exempt = marked(site, &["white-dot", "black-dot"]);
            let ratios = mark_values(site, "black-dot", "ratio", 2);
            let free = move |a: i32, b: i32| ratios.iter().all(|&ratio| a != ratio * b && b != ratio * a);
            Ok(unmarked(site, &exempt, free))
        },
    },
    ClueType {
        name: "strict-xv",
        about: "neighbours without an X or V add up neither to 10 nor to 5",
        params: &[optional(
            "exempt",
            ParamKind::Groups(1),
            "pairs that are left out though they have neither",
        )],
        example: "rules = [\"strict-xv\"]",
        state: |site| {
            let mut exempt = marked(site, &["pair-sum"]);
            if let Some(Value::Groups(pairs)) = site.clue.args.0.get("exempt") {
                exempt.extend(pairs.iter().filter_map(|pair| pair.iter().copied().minmax().into_option()));
            }
            Ok(unmarked(site, &exempt, |a, b| a + b != 5 && a + b != 10))
        },
    },
    ClueType {
        name: "global-entropy",
        about: "every 2×2 square holds a low, a middle and a high digit (thirds of the digits)",
        params: &[],
        example: "rules = [\"global-entropy\"]",
        state: |site| {
            let (low, high) = site.digits();
            Ok(classes(site, move |value| (value - low) * 3 / (high - low + 1)))
        },
    },
    ClueType {
        name: "global-mod",
        about: "every 2×2 square holds a digit of each remainder modulo 3",
        params: &[],
        example: "rules = [\"global-mod\"]",
        state: |site| Ok(classes(site, |value| value.rem_euclid(3))),
    },
    ClueType {
        name: "dutch-flatmates",
        about: "every 5 has a 1 directly above it or a 9 directly below it",
        params: &[],
        example: "rules = [\"dutch-flatmates\"]",
        state: |site| {
            let mut stated = Constraints::new();
            for cell in 0..site.board().cell_count() {
                let around = [Some(cell), site.step(cell, -1, 0), site.step(cell, 1, 0)];
                let wanted: Vec<(usize, i32)> =
                    around.into_iter().zip([5, 1, 9]).filter_map(|(at, v)| Some((at?, v))).collect();
                let vars = site.vars_of(&wanted.iter().map(|&(at, _)| at).collect_vec());
                let values = wanted.iter().map(|&(_, value)| value).collect_vec();
                let holds = move |at: usize, value: i32| (value == values[at]) == (at > 0);
                stated.extend(one(constraints::some(&vars, &site.name(), holds))?);
            }
            Ok(stated)
        },
    },
];

/// All distances of so many steps, each pair of cells met once.
fn taxicab(distance: i32) -> Vec<(i32, i32)> {
    (0..=distance).flat_map(|down| [(down, distance - down), (down, down - distance)]).collect()
}

fn different(site: &Site<'_>, moves: &[(i32, i32)]) -> Constraints {
    let state = |(a, b): (usize, usize)| {
        Box::new(constraints::differ(site.vars[a], site.vars[b], &site.name())) as Box<dyn Constraint>
    };
    site.pairs_at(moves).into_iter().map(state).collect()
}

fn related<R>(site: &Site<'_>, moves: &[(i32, i32)], allowed: R) -> Constraints
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync + 'static,
{
    relate(site, site.pairs_at(moves), allowed)
}

fn relate<R>(site: &Site<'_>, pairs: Vec<(usize, usize)>, allowed: R) -> Constraints
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync + 'static,
{
    let state = |(a, b): (usize, usize)| {
        Box::new(constraints::chain(&site.vars_of(&[a, b]), &site.name(), allowed.clone()))
            as Box<dyn Constraint>
    };
    pairs.into_iter().map(state).collect()
}

/// The relation for all neighbours but the exempt pairs.
fn unmarked<R>(site: &Site<'_>, exempt: &[(usize, usize)], allowed: R) -> Constraints
where
    R: Fn(i32, i32) -> bool + Clone + Send + Sync + 'static,
{
    let pairs = site.neighbours().into_iter().filter(|pair| !exempt.contains(pair)).collect();
    relate(site, pairs, allowed)
}

/// The pairs that carry one of these marks, smaller index first.
fn marked(site: &Site<'_>, names: &[&str]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for mark in uses(&site.puzzle.clues).filter(|mark| names.contains(&mark.name.as_str())) {
        if let Some(Value::Cells(cells)) = mark.args.0.get("cells") {
            pairs.extend(cells.iter().array_combinations().map(|[&a, &b]| (a.min(b), a.max(b))));
        }
    }
    pairs
}

/// The clues that hold in any case: those of the list, and those in groups of which all hold.
fn uses(clues: &[Clue]) -> Box<dyn Iterator<Item = &Use> + '_> {
    Box::new(clues.iter().flat_map(|clue| -> Box<dyn Iterator<Item = &Use>> {
        match clue {
            Clue::Use(one) => Box::new(std::iter::once(one)),
            Clue::All(parts) => uses(parts),
            Clue::Any(_) | Clue::Not(_) | Clue::If(..) => Box::new(std::iter::empty()),
        }
    }))
}

/// The values of a parameter over all marks of a type, or the default where there is no mark.
fn mark_values(site: &Site<'_>, mark: &str, param: &str, default: i32) -> Vec<i32> {
    let value = |one: &Use| match one.args.0.get(param) {
        Some(Value::Int(number)) => i32::try_from(*number).unwrap_or(default),
        _ => default,
    };
    let marks = uses(&site.puzzle.clues).filter(|one| one.name == mark);
    let values = marks.map(value).sorted().dedup().collect_vec();
    if values.is_empty() { vec![default] } else { values }
}

/// Every 2×2 square holds a value of each of the classes 0, 1 and 2.
fn classes<C>(site: &Site<'_>, class: C) -> Constraints
where
    C: Fn(i32) -> i32 + Clone + Send + Sync + 'static,
{
    let mut stated = Constraints::new();
    for square in site.squares() {
        for wanted in 0..3 {
            let class = class.clone();
            let constraint = constraints::some(&site.vars_of(&square), &site.name(), move |_, value| {
                class(value) == wanted
            });
            stated.push(Box::new(constraint));
        }
    }
    stated
}
