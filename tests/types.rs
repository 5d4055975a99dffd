//! Every named type: its example, and what it states on a small board, through the harness.

mod common;

use std::collections::BTreeSet;

use common::on_all_cores;
use exactly::model::Model;
use exactly::primitives::IntVar;
use exactly::puzzles::types;
use exactly::puzzles::{Board, Clue, Extra, Line, Puzzle, Side, Use, Value};
use exactly::testing::{self, Tally};

/// A use of a type on a small board.
struct Trial {
    name: &'static str,
    puzzle: Puzzle,
    args: Vec<(&'static str, Value)>,
}

/// A board without houses: rows, columns, least and largest digit.
fn on(rows: usize, columns: usize, low: i32, high: i32) -> Puzzle {
    Puzzle::new(Board::bare(rows, columns, low..=high).expect("a small board"))
}

/// The 4×4 board with 2×2 boxes.
fn boxed() -> Puzzle {
    Puzzle::new(Board::usual(4).expect("a usual size"))
}

/// The 2×2 board with digits from 0 to 2 and a variable for each row and column.
fn haunted() -> Puzzle {
    let mut puzzle = on(2, 2, 0, 2);
    puzzle.extras.push(Extra { name: "A".to_string(), count: 4, columns: 4, values: (0, 2) });
    puzzle
}

fn cells(cells: impl IntoIterator<Item = usize>) -> Value {
    Value::Cells(cells.into_iter().collect())
}

fn ints(numbers: &[i64]) -> Value {
    Value::Ints(numbers.to_vec())
}

fn lists(lists: &[&[usize]]) -> Value {
    Value::Groups(lists.iter().map(|list| list.to_vec()).collect())
}

fn from(side: Side, index: usize) -> Value {
    Value::Line(Line { side, index })
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

const fn int(number: i64) -> Value {
    Value::Int(number)
}

/// One line a use: the type, the board, its arguments.
macro_rules! trials {
    ($($name:literal: $puzzle:expr $(, $param:literal = $value:expr)*;)*) => {
        vec![$(Trial { name: $name, puzzle: $puzzle, args: vec![$(($param, $value)),*] }),*]
    };
}

fn trials() -> Vec<Trial> {
    trials! {
        "thermo": on(4, 4, 1, 4), "cells" = cells([0, 1, 5]);
        "slow-thermo": on(4, 4, 1, 4), "cells" = cells([0, 1, 5]);
        "whisper": on(4, 4, 1, 4), "cells" = cells([0, 1, 5]);
        "whisper": on(1, 3, 1, 9), "cells" = cells(0..3), "gap" = int(5);
        "renban": on(4, 4, 1, 4), "cells" = cells([0, 1, 5]);
        "nabner": on(1, 3, 1, 6), "cells" = cells(0..3);
        "palindrome": on(4, 4, 1, 4), "cells" = cells([0, 5, 10, 11, 3]);
        "modular": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]);
        "modular": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "mod" = int(2);
        "entropic": on(1, 4, 1, 6), "cells" = cells(0..4);
        "between": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]);
        "lockout": on(1, 4, 1, 6), "cells" = cells(0..4), "gap" = int(2);
        "lockout": on(1, 3, 1, 9), "cells" = cells(0..3);
        "region-sum-line": boxed(), "cells" = cells([0, 1, 2, 6, 10]);
        "zipper": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3, 7]);
        "sum-line": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3, 7]), "sum" = int(4);
        "sum-line": on(4, 4, 1, 4), "cells" = cells([0, 1, 5, 4]), "sum" = int(4), "loop" = Value::Flag(true);
        "arrow": on(4, 4, 1, 4), "circle" = cells([0]), "cells" = cells([1, 2, 6]);
        "pill-arrow": on(4, 4, 1, 4), "pill" = cells([0, 1]), "cells" = cells([2, 3, 7, 6]);
        "pill-arrow": on(1, 3, 1, 11), "pill" = cells([0, 1]), "cells" = cells([2]);
        "double-arrow": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]);
        "sum": on(4, 4, 1, 4), "cells" = cells([0, 1, 0]), "sum" = int(7);
        "sum": on(4, 4, 1, 4), "cells" = cells([0, 1, 2]), "sum" = int(3), "coefficients" = ints(&[1, 2, -1]);
        "equal-sum": on(4, 4, 1, 4), "lists" = lists(&[&[0, 1], &[2], &[3, 7]]);
        "multi-sum-cage": on(4, 4, 1, 4), "cells" = cells([0, 1, 4]), "sums" = ints(&[6, 9]);
        "multi-sum-cage": on(4, 4, 1, 4), "cells" = cells([0, 1, 4]), "sums" = ints(&[4, 9]), "repeats" = Value::Flag(true);
        "little-killer": on(4, 4, 1, 4), "cells" = cells([1, 6, 11]), "sum" = int(7);
        "different": on(4, 4, 1, 4), "cells" = cells([0, 5, 10]);
        "rellik-cage": on(4, 4, 1, 4), "cells" = cells([0, 1, 2]), "sum" = int(2);
        "equality-cage": on(4, 4, 1, 4), "cells" = cells([0, 1, 4, 5]);
        "equality-cage": on(1, 4, 1, 5), "cells" = cells(0..4);
        "lunchbox": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "sum" = int(3);
        "contains": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "digits" = ints(&[2, 2, 3]);
        "contains": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "digits" = ints(&[2, 3]), "exact" = Value::Flag(true);
        "quadruple": on(4, 4, 1, 4), "cells" = cells([0, 1, 4, 5]), "digits" = ints(&[1, 2, 2]);
        "look-and-say": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "says" = ints(&[2, 3, 1, 4]);
        "same-values": on(4, 4, 1, 4), "lists" = lists(&[&[0, 1, 2], &[4, 5, 6]]);
        "clone": on(4, 4, 1, 4), "cells" = cells([0, 1]), "of" = cells([10, 11]);
        "counting-circles": on(4, 4, 1, 4), "cells" = cells([0, 2, 5, 7, 8]);
        "count-distinct": on(4, 4, 1, 4), "control" = cells([0]), "cells" = cells([5, 6, 10]);
        "white-dot": on(4, 4, 1, 4), "cells" = cells([0, 1, 5]);
        "white-dot": on(4, 4, 1, 4), "cells" = cells([0, 1]), "difference" = int(2);
        "black-dot": on(4, 4, 1, 4), "cells" = cells([0, 1, 2]);
        "black-dot": on(4, 4, 1, 4), "cells" = cells([0, 1]), "ratio" = int(3);
        "pair-sum": on(4, 4, 1, 4), "cells" = cells([0, 1, 4]), "sum" = int(5);
        "greater": on(4, 4, 1, 4), "cells" = cells([1, 0, 2]);
        "odd": on(4, 4, 1, 4), "cells" = cells([0, 7]);
        "even": on(4, 4, 1, 4), "cells" = cells([0, 7]);
        "candidates": on(4, 4, 1, 4), "cells" = cells([0]), "digits" = ints(&[2, 4]);
        "minimum": on(4, 4, 1, 4), "cells" = cells([0, 1]);
        "maximum": on(4, 4, 1, 4), "cells" = cells([1, 4]);
        "anti-knight": on(4, 4, 1, 4);
        "anti-king": on(4, 4, 1, 4);
        "anti-leaper": on(4, 4, 1, 4), "move" = ints(&[1, 3]), "digits" = ints(&[2, 3]);
        "anti-leaper": on(4, 4, 1, 4), "move" = ints(&[0, 2]);
        "anti-taxicab": on(4, 4, 1, 4), "distance" = int(2);
        "self-taxicab": on(4, 4, 1, 4);
        "non-consecutive": on(4, 4, 1, 4);
        "diagonal-non-consecutive": on(4, 4, 1, 4);
        "knightmare": on(4, 4, 1, 4);
        "knightmare": on(4, 4, 1, 4), "sums" = ints(&[3, 6]);
        "strict-kropki": on(2, 3, 1, 9);
        "no-unmarked-ratio": on(4, 4, 1, 4);
        "strict-xv": on(2, 3, 1, 9);
        "strict-xv": on(4, 4, 1, 4), "exempt" = lists(&[&[0, 1], &[5, 4]]);
        "global-entropy": on(4, 4, 1, 4);
        "global-mod": on(4, 4, 1, 4);
        "dutch-flatmates": on(3, 1, 1, 9);
        "row-indexer": on(4, 4, 1, 4), "cells" = cells([1, 5]);
        "column-indexer": on(4, 4, 1, 4), "cells" = cells([1]);
        "box-indexer": boxed(), "cells" = cells([0, 5]);
        "value-index": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3, 7]);
        "sandwich": on(1, 5, 1, 5), "from" = from(Side::Right, 0), "sum" = int(5);
        "x-sum": on(4, 4, 1, 4), "from" = from(Side::Left, 1), "sum" = int(6);
        "skyscraper": on(4, 4, 1, 4), "from" = from(Side::Top, 3), "seen" = int(2);
        "hidden-skyscraper": on(4, 4, 1, 4), "from" = from(Side::Bottom, 0), "digit" = int(2);
        "numbered-room": on(4, 4, 1, 4), "from" = from(Side::Bottom, 2), "digit" = int(3);
        "full-rank": on(2, 2, 1, 4), "from" = from(Side::Left, 1), "rank" = int(3);
        "full-rank": on(2, 2, 1, 4), "from" = from(Side::Top, 0), "rank" = int(2), "ties" = Value::Flag(true);
        "no-equal-readings": on(2, 2, 1, 4);
        "doppelganger": haunted(), "rows" = cells([4, 5]), "columns" = cells([6, 7]);
        "regex": on(4, 4, 1, 4), "cells" = cells([0, 1, 2, 3]), "pattern" = text("(12|21).*");
        "nfa": on(4, 4, 1, 4), "lists" = lists(&[&[0, 1, 2]]), "key" = text("QO_XqA");
        "relation": on(4, 4, 1, 4), "cells" = cells([0, 1, 2]), "key" = text("Oj");
        "relation": on(4, 4, 1, 4), "cells" = cells([3, 2, 1]), "key" = text("Oj"), "all" = Value::Flag(true);
    }
}

/// Tries each constraint that a use states: the cells it speaks of are free, the others hold the least digit.
fn attempt(trial: &Trial) -> Tally {
    let Trial { name, puzzle, args } = trial;
    let clue = Clue::Use(Use::new(name, args.clone()));
    let parts = |vars: &[IntVar]| {
        puzzle.constraints_for(&clue, vars).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    };
    let mut model = Model::new();
    let vars: Vec<IntVar> = (0..puzzle.variable_count())
        .map(|cell| model.int_var(cell.to_string(), puzzle.board.values()))
        .collect();
    let mut tally = Tally::default();
    for (number, part) in parts(&vars).iter().enumerate() {
        let domain = |var: &IntVar| {
            let free = part.scope().contains(var);
            puzzle.board.values().take(if free { usize::MAX } else { 1 }).collect()
        };
        let domains: Vec<Vec<i32>> = vars.iter().map(domain).collect();
        let tried = testing::try_constraint(&domains, |vars| parts(vars).swap_remove(number));
        let tried = tried.unwrap_or_else(|error| panic!("{name}: {error}"));
        tally.assignments += tried.assignments;
        tally.allowed += tried.allowed;
    }
    tally
}

#[test]
fn every_type_agrees_with_its_definition() {
    on_all_cores(&trials(), |trial| {
        let Tally { assignments, allowed } = attempt(trial);
        assert!(allowed > 0 && allowed < assignments, "{}: {allowed} of {assignments}", trial.name);
    });
}

#[test]
fn no_type_is_left_out() {
    let tried: BTreeSet<&str> = trials().iter().map(|trial| trial.name).collect();
    let known: BTreeSet<&str> = types::all().map(|clue_type| clue_type.name).collect();
    assert_eq!(tried, known);
}

#[test]
fn examples_use_their_type_and_its_parameters() {
    for clue_type in types::all() {
        let name = clue_type.name;
        let table: toml::Table = clue_type.example.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(rules) = table.get("rules") {
            assert_eq!(rules, &toml::Value::from(vec![name]), "{name}");
            assert!(clue_type.params.iter().all(|param| !param.required), "{name}");
            continue;
        }
        let uses = table[name].as_array().unwrap_or_else(|| panic!("{name}: no `[[{name}]]`"));
        let given: BTreeSet<&str> = uses
            .iter()
            .filter_map(toml::Value::as_table)
            .flat_map(|table| table.keys())
            .map(String::as_str)
            .collect();
        for param in clue_type.params {
            assert!(given.contains(param.name) || !param.required, "{name}: `{}` is missing", param.name);
        }
        for key in given {
            assert!(
                clue_type.params.iter().any(|param| param.name == key),
                "{name}: `{key}` is no parameter"
            );
        }
    }
}
