//! Writes the clues of a puzzle file.

use std::fmt::Write;

use itertools::Itertools;

use super::write::{line, quoted};
use crate::formats::cells::write_variables;
use crate::puzzles::{Clue, Extra, Puzzle, Use, Value};

/// The types at the start of the clues that need no more than their names, as the list `rules`.
pub(super) fn write_rules(text: &mut String, puzzle: &Puzzle) {
    let names: Vec<String> = rules(puzzle).map(|one| quoted(&one.name)).collect();
    if !names.is_empty() {
        line(text, "rules", &format!("[{}]", names.join(", ")));
    }
}

/// The clues that [`write_rules`] writes.
fn rules(puzzle: &Puzzle) -> impl Iterator<Item = &Use> {
    puzzle.clues.iter().map_while(|clue| match clue {
        Clue::Use(one) if one.args.0.is_empty() => Some(one),
        _ => None,
    })
}

/// The variables outside the board.
pub(super) fn write_extras(text: &mut String, extras: &[Extra]) {
    for extra in extras {
        text.push_str("\n[[extra]]\n");
        line(text, "name", &quoted(&extra.name));
        line(text, "count", &extra.count.to_string());
        if extra.columns != extra.count {
            line(text, "columns", &extra.columns.to_string());
        }
        line(text, "values", &format!("[{}, {}]", extra.values.0, extra.values.1));
    }
}

/// All other clues, a table each.
pub(super) fn write_clues(text: &mut String, puzzle: &Puzzle) {
    for clue in puzzle.clues.iter().skip(rules(puzzle).count()) {
        write!(text, "\n[[{}]]\n", key(clue)).expect("writing to a String does not fail");
        match clue {
            Clue::Use(one) => arguments(puzzle, one).iter().for_each(|(key, value)| line(text, key, value)),
            Clue::If(condition, consequence) => {
                line(text, "when", &body(puzzle, condition));
                line(text, "then", &body(puzzle, consequence));
            }
            Clue::Any(parts) | Clue::All(parts) => write_parts(text, puzzle, parts),
            Clue::Not(part) => write_parts(text, puzzle, parts_of(part)),
        }
    }
}

/// The key that a clue stands under.
fn key(clue: &Clue) -> &str {
    match clue {
        Clue::Use(one) => &one.name,
        Clue::Any(_) => "or",
        Clue::All(_) => "and",
        Clue::Not(_) => "not",
        Clue::If(..) => "if",
    }
}

/// What a body that means all of its parts has to hold for this clue.
fn parts_of(clue: &Clue) -> &[Clue] {
    match clue {
        Clue::All(parts) if parts.len() > 1 => parts,
        other => std::slice::from_ref(other),
    }
}

/// The parts by their keys, in the order in which the keys come first.
fn by_key(parts: &[Clue]) -> Vec<(&str, Vec<&Clue>)> {
    let keys = parts.iter().map(key).unique();
    keys.map(|name| (name, parts.iter().filter(|part| key(part) == name).collect())).collect()
}

/// The parts of a combination, one on each line.
fn write_parts(text: &mut String, puzzle: &Puzzle, parts: &[Clue]) {
    for (key, parts) in by_key(parts) {
        let items = parts.iter().map(|part| format!("  {},\n", inline(puzzle, part))).join("");
        line(text, key, &format!("[\n{items}]"));
    }
}

/// A clue as a body that means all of its parts.
fn body(puzzle: &Puzzle, clue: &Clue) -> String {
    parts_inline(puzzle, parts_of(clue))
}

fn parts_inline(puzzle: &Puzzle, parts: &[Clue]) -> String {
    let parts = by_key(parts).into_iter().map(|(key, parts)| {
        (key.to_string(), format!("[{}]", parts.into_iter().map(|part| inline(puzzle, part)).join(", ")))
    });
    table(parts)
}

/// A clue as a table in one line.
fn inline(puzzle: &Puzzle, clue: &Clue) -> String {
    match clue {
        Clue::Use(one) => table(arguments(puzzle, one).into_iter()),
        Clue::Any(parts) | Clue::All(parts) => parts_inline(puzzle, parts),
        Clue::Not(part) => body(puzzle, part),
        Clue::If(condition, consequence) => table(
            [("when", condition), ("then", consequence)]
                .into_iter()
                .map(|(key, part)| (key.to_string(), body(puzzle, part))),
        ),
    }
}

fn table(entries: impl Iterator<Item = (String, String)>) -> String {
    let entries = entries.map(|(key, value)| format!("{key} = {value}")).join(", ");
    if entries.is_empty() { "{}".to_string() } else { format!("{{ {entries} }}") }
}

fn arguments(puzzle: &Puzzle, one: &Use) -> Vec<(String, String)> {
    let first = |name: &&String| !matches!(name.as_str(), "cells" | "from" | "on");
    let names = one.args.0.keys().sorted_by_key(|name| (first(name), (*name).clone()));
    names.map(|name| (name.clone(), value(puzzle, &one.args.0[name]))).collect()
}

fn value(puzzle: &Puzzle, value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Ints(numbers) => format!("[{}]", numbers.iter().join(", ")),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => quoted(text),
        Value::Cells(cells) => quoted(&write_variables(puzzle, cells)),
        Value::Groups(groups) => {
            format!("[{}]", groups.iter().map(|cells| quoted(&write_variables(puzzle, cells))).join(", "))
        }
        Value::Line(line) => quoted(&line.to_string()),
    }
}
