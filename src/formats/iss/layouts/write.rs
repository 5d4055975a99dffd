//! Writes the arguments of a type by its layout.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::super::cell::cell_name;
use super::super::doppelganger;
use super::{KINDS, Kind, Layout, diagonal_from};
use crate::puzzles::{Args, Line, Puzzle, Side, Use, Value};

/// A use in the format, or nothing where the format cannot say it.
pub(in crate::formats::iss) fn write(puzzle: &Puzzle, one: &Use) -> Option<String> {
    if one.name == "different" {
        return Some(format!(".AllDifferent{}", joined(puzzle, cells(&one.args, "cells")?)?));
    }
    if one.name == doppelganger::NAMES.1 {
        return (doppelganger::clue(puzzle).args == one.args).then(|| doppelganger::NAMES.0.to_string());
    }
    if one.name == "no-equal-readings" {
        return Some(".FullRankTies~none".to_string());
    }
    if one.name == "row-indexer" {
        return Some(format!(".Indexing~R{}", joined(puzzle, cells(&one.args, "cells")?)?));
    }
    if one.name == "candidates" {
        let digits = ints(&one.args, "digits")?;
        let values = format!("_{}", numbers(digits));
        let given = |&cell: &usize| Some(format!("~{}{values}", cell_name(puzzle, cell)?));
        let givens: String = cells(&one.args, "cells")?.iter().map(given).collect::<Option<_>>()?;
        return Some(format!(".{givens}"));
    }
    let mut kinds = KINDS.iter().filter(|kind| kind.ours == one.name);
    kinds.find_map(|kind| kind.write(puzzle, &one.args))
}

fn cells<'a>(args: &'a Args, name: &str) -> Option<&'a [usize]> {
    match args.0.get(name) {
        Some(Value::Cells(cells)) => Some(cells),
        _ => None,
    }
}

fn ints<'a>(args: &'a Args, name: &str) -> Option<&'a [i64]> {
    match args.0.get(name) {
        Some(Value::Ints(numbers)) => Some(numbers),
        _ => None,
    }
}

fn int(args: &Args, name: &str) -> Option<i64> {
    match args.0.get(name) {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    }
}

fn flag(args: &Args, name: &str) -> bool {
    matches!(args.0.get(name), Some(Value::Flag(true)))
}

fn groups<'a>(args: &'a Args, name: &str) -> Option<&'a [Vec<usize>]> {
    match args.0.get(name) {
        Some(Value::Groups(lists)) => Some(lists),
        _ => None,
    }
}

fn text<'a>(args: &'a Args, name: &str) -> Option<&'a str> {
    match args.0.get(name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

/// Cells, each with `~` before it.
fn joined(puzzle: &Puzzle, cells: &[usize]) -> Option<String> {
    cells.iter().map(|&cell| Some(format!("~{}", cell_name(puzzle, cell)?))).collect()
}

fn numbers(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("_")
}

/// `R3` or `C1`, and whether the line is read from its start.
fn line(args: &Args) -> Option<(String, bool)> {
    let Some(Value::Line(Line { side, index })) = args.0.get("from") else { return None };
    let number = char::from_digit(u32::try_from(index + 1).ok()?, 17)?;
    Some(match side {
        Side::Left => (format!("R{number}"), true),
        Side::Right => (format!("R{number}"), false),
        Side::Top => (format!("C{number}"), true),
        Side::Bottom => (format!("C{number}"), false),
    })
}

impl Kind {
    fn write(&self, puzzle: &Puzzle, args: &Args) -> Option<String> {
        let name = self.iss;
        let along = || joined(puzzle, cells(args, "cells")?);
        let known = self.parameters();
        if args.0.keys().any(|key| !known.contains(&key.as_str())) {
            return None;
        }
        Some(match self.layout {
            Layout::Flag => name.to_string(),
            Layout::Cells => format!("{name}{}", along()?),
            Layout::Fixed(param, number) => {
                format!("{name}{}", along().filter(|_| int(args, param) == Some(number))?)
            }
            Layout::Number(param) => format!("{name}~{}{}", int(args, param)?, along()?),
            Layout::OptionalNumber(param) => {
                let number = int(args, param).map_or(String::new(), |number| format!("~{number}"));
                format!("{name}{number}{}", along()?)
            }
            Layout::Numbers(param, wanted) => {
                let exact = wanted.is_some_and(|(param, _)| flag(args, param));
                if wanted.is_some() != exact || (wanted.is_none() && flag(args, "exact")) {
                    return None;
                }
                format!("{name}~{}{}", numbers(ints(args, param)?), along()?)
            }
            Layout::First(param) => format!("{name}{}{}", joined(puzzle, cells(args, param)?)?, along()?),
            Layout::FirstFew(param) => {
                let first = cells(args, param)?;
                format!("{name}~{}{}{}", first.len(), joined(puzzle, first)?, along()?)
            }
            Layout::Segments => {
                let lists = groups(args, "lists")?;
                let parts: Vec<String> =
                    lists.iter().map(|list| joined(puzzle, list)).collect::<Option<_>>()?;
                format!("{name}{}", parts.join("~-"))
            }
            Layout::Blocks => {
                let lists = groups(args, "lists")?;
                format!("{name}~{}{}", lists.len(), joined(puzzle, &lists.concat())?)
            }
            Layout::TwoSided(param) => match line(args)? {
                (line, true) => format!("{name}~{line}~{}~", int(args, param)?),
                (line, false) => format!("{name}~{line}~~{}", int(args, param)?),
            },
            Layout::OneSided(param) => format!("{name}~{}~{}", int(args, param)?, line(args)?.0),
            Layout::Indexing => format!("{name}~C{}", along()?),
            Layout::SumLine => {
                let end = if flag(args, "loop") { "~LOOP" } else { "" };
                format!("{name}~{}{}{end}", int(args, "sum")?, along()?)
            }
            Layout::Sum => {
                let coefficients =
                    ints(args, "coefficients").map_or(String::new(), |list| format!("_=_{}", numbers(list)));
                format!("{name}~{}{coefficients}{}", int(args, "sum")?, along()?)
            }
            Layout::Diagonal => {
                let cells = cells(args, "cells")?;
                let start = *cells.first()?;
                if diagonal_from(puzzle, start).as_deref() != Some(cells) {
                    return Some(format!(".Sum~{}{}", int(args, "sum")?, joined(puzzle, cells)?));
                }
                format!("{name}~{}~{}", int(args, "sum")?, cell_name(puzzle, start)?)
            }
            Layout::Quad => {
                let digits = numbers(ints(args, "digits")?).replace('_', "~");
                format!("{name}~{}~{digits}", cell_name(puzzle, *cells(args, "cells")?.first()?)?)
            }
            Layout::Digits => {
                let says: String = ints(args, "says")?.iter().map(ToString::to_string).collect();
                format!("{name}~{says}{}", along()?)
            }
            Layout::Keyed(param, wanted) => {
                if wanted.is_some_and(|(param, _)| flag(args, param))
                    != (wanted.is_some() || flag(args, "all"))
                {
                    return None;
                }
                let cells = match groups(args, "lists") {
                    Some(lists) => {
                        let parts: Vec<String> =
                            lists.iter().map(|list| joined(puzzle, list)).collect::<Option<_>>()?;
                        parts.join("~-")
                    }
                    None => along()?,
                };
                format!("{name}~{}~_{cells}", text(args, param)?)
            }
            Layout::Pattern => {
                format!("{name}~{}~_{}", URL_SAFE_NO_PAD.encode(text(args, "pattern")?), along()?)
            }
        })
    }

    /// The parameters that the layout can write.
    fn parameters(&self) -> Vec<&'static str> {
        let more: &[&'static str] = match self.layout {
            Layout::Flag | Layout::Cells | Layout::Indexing => &[],
            Layout::Fixed(name, _) | Layout::Number(name) | Layout::OptionalNumber(name) => {
                return vec!["cells", name];
            }
            Layout::First(name) | Layout::FirstFew(name) => return vec!["cells", name],
            Layout::TwoSided(name) | Layout::OneSided(name) => return vec!["from", name, "ties"],
            Layout::Numbers(name, _) => return vec!["cells", name, "exact"],
            Layout::Segments | Layout::Blocks => &["lists"],
            Layout::SumLine => &["sum", "loop"],
            Layout::Sum => &["sum", "coefficients"],
            Layout::Diagonal => &["sum"],
            Layout::Quad => &["digits"],
            Layout::Digits => &["says"],
            Layout::Keyed(name, _) => return vec!["cells", "lists", name, "all"],
            Layout::Pattern => &["pattern"],
        };
        [&["cells"], more].concat()
    }
}
