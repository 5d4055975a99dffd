//! The constraints of a string as givens, cages and clues.

use std::sync::Arc;

use itertools::Itertools;

use super::cell::{read_cell, read_cells};
use super::composite::{Node, replicate};
use super::layouts::{self, Context};
use super::{Item, Token, doppelganger, shape};
use crate::formats::grid::not_a_value;
use crate::formats::piece::nearest;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Cage, Clue, HouseKind, Puzzle, Use, Value};

/// The types that the board's shape is read from.
const BOARD_TYPES: [&str; 11] = [
    ".Shape",
    ".NoBoxes",
    ".Jigsaw",
    ".RegionSize",
    ".RegionSameValues",
    ".Diagonal",
    ".Windoku",
    ".DisjointSets",
    ".Var",
    ".SearchPriority",
    ".FullRankTies",
];

/// Whether `.Name` is a type that is read.
pub(super) fn is_known(name: &str) -> bool {
    matches!(name, "." | ".Cage" | ".AllDifferent" | ".Doppelganger" | ".Or" | ".And" | ".Replicate" | ".End")
        || BOARD_TYPES.contains(&name)
        || layouts::find(name).is_some()
}

/// Adds a constraint of the string to the puzzle.
pub(super) fn add(source: &Source, node: &Node<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    if let Node::Item(item) = node {
        match item.name.text {
            "." => return add_givens(source, item, puzzle),
            ".Cage" => return add_cage(source, item, puzzle),
            ".AllDifferent" => return add_different(source, item, puzzle),
            ".RegionSameValues" => {
                add_same_values(source, item, puzzle);
                return Ok(());
            }
            name if BOARD_TYPES.contains(&name) => return Ok(()),
            _ => {}
        }
    }
    let mut read = clues(source, node, puzzle)?;
    puzzle.clues.append(&mut read);
    Ok(())
}

/// The clues that a constraint or group stands for.
fn clues(source: &Source, node: &Node<'_>, puzzle: &Puzzle) -> Result<Vec<Clue>, ReadError> {
    match node {
        Node::Item(item) => item_clues(source, item, puzzle),
        Node::Group(head, nodes) => {
            let mut parts = Vec::new();
            for node in nodes {
                let mut read = clues(source, node, puzzle)?;
                if read.len() == 1 {
                    parts.append(&mut read);
                } else {
                    parts.push(Clue::All(read));
                }
            }
            match head.name.text {
                ".Or" => Ok(vec![Clue::Any(parts)]),
                ".And" => Ok(vec![Clue::All(parts)]),
                _ => replicate(source, head, &parts, puzzle),
            }
        }
    }
}

fn item_clues(source: &Source, item: &Item<'_>, puzzle: &Puzzle) -> Result<Vec<Clue>, ReadError> {
    let name = item.name.text;
    let mut uses = match name {
        "." => {
            item.arguments.iter().map(|token| candidates(source, token, puzzle)).collect::<Result<_, _>>()?
        }
        ".Cage" => cage_uses(source, item, puzzle)?,
        ".AllDifferent" => {
            let cells = read_cells(source, &item.arguments, puzzle)?;
            vec![Use::new("different", [("cells", Value::Cells(cells))])]
        }
        name if name == doppelganger::NAMES.0 => vec![doppelganger::clue(puzzle)],
        _ => match layouts::find(name) {
            Some(kind) => kind.read(&Context { source, puzzle, item })?,
            None => return Err(unsupported(source, item)),
        },
    };
    for one in &mut uses {
        one.place = Some(source.place(item.name.span.start));
    }
    Ok(uses.into_iter().map(Clue::Use).collect())
}

fn unsupported(source: &Source, item: &Item<'_>) -> ReadError {
    let name = item.name.text;
    if BOARD_TYPES.contains(&name) {
        return item.name.error(source, format!("`{name}` cannot stand in a group"));
    }
    let error = item.name.error(source, format!("{} is not supported yet", item.name.quote()));
    let known: Vec<&str> =
        [".Cage", ".AllDifferent"].into_iter().chain(BOARD_TYPES).chain(layouts::names()).collect();
    match nearest(name, &known) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("`exactly rules` lists the types that are known"),
    }
}

/// The cell and values of one given, `R1C1_3_4`.
fn given(source: &Source, argument: &Token<'_>, puzzle: &Puzzle) -> Result<(usize, Vec<i32>), ReadError> {
    let parts = argument.split('_');
    let cell = read_cell(source, &parts[0], puzzle)?;
    let mut values = Vec::new();
    for value in &parts[1..] {
        let Ok(digit) = value.text.parse::<i32>() else {
            return Err(value.error(source, format!("{} is not a number", value.quote())));
        };
        if !puzzle.board.values().contains(&digit) {
            return Err(not_a_value(source, value, &puzzle.board.values()));
        }
        values.push(digit);
    }
    if values.is_empty() {
        return Err(argument.error(source, format!("the given {} has no value", argument.quote())));
    }
    Ok((cell, values))
}

fn candidates(source: &Source, argument: &Token<'_>, puzzle: &Puzzle) -> Result<Use, ReadError> {
    let (cell, values) = given(source, argument, puzzle)?;
    let digits = values.into_iter().map(i64::from).collect();
    Ok(Use::new("candidates", [("cells", Value::Cells(vec![cell])), ("digits", Value::Ints(digits))]))
}

fn add_givens(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    for argument in &item.arguments {
        let (cell, values) = given(source, argument, puzzle)?;
        match values[..] {
            [digit] if cell < puzzle.board.cell_count() => set_given(source, puzzle, cell, digit, argument)?,
            _ => {
                let mut one = candidates(source, argument, puzzle)?;
                one.place = Some(source.place(argument.span.start));
                puzzle.clues.push(Clue::Use(one));
            }
        }
    }
    Ok(())
}

pub(super) fn set_given(
    source: &Source,
    puzzle: &mut Puzzle,
    cell: usize,
    digit: i32,
    token: &Token<'_>,
) -> Result<(), ReadError> {
    match puzzle.givens[cell].replace(digit) {
        Some(other) if other != digit => {
            let name = puzzle.board.cell(cell);
            Err(token.error(source, format!("cell {name} is given as {other} and as {digit}")))
        }
        _ => Ok(()),
    }
}

/// The sum and cells of a cage; a sum of 0 or nothing is none.
fn cage(source: &Source, item: &Item<'_>, puzzle: &Puzzle) -> Result<(Option<i64>, Vec<usize>), ReadError> {
    let Some((sum, cells)) = item.arguments.split_first() else {
        return Err(item.name.error(source, "`.Cage` without a sum and cells"));
    };
    let sum = match sum.text {
        "" => None,
        text => match text.parse::<i64>() {
            Ok(sum) => Some(sum).filter(|sum| *sum != 0),
            Err(_) => return Err(sum.error(source, format!("the sum {} is not a whole number", sum.quote()))),
        },
    };
    let cells = read_cells(source, cells, puzzle)?;
    if cells.is_empty() {
        return Err(item.name.error(source, "`.Cage` without cells"));
    }
    Ok((sum, cells))
}

fn add_cage(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    let (sum, mut cells) = cage(source, item, puzzle)?;
    cells.sort_unstable();
    let plain =
        cells.is_sorted_by(|a, b| a < b) && cells.iter().all(|&cell| cell < puzzle.board.cell_count());
    if plain {
        let place = Some(source.place(item.name.span.start));
        puzzle.cages.push(Cage { name: puzzle.cell_name(cells[0]), sum, cells, repeats: false, place });
        return Ok(());
    }
    let mut uses = item_clues(source, item, puzzle)?;
    cells.dedup();
    if cells.iter().all(|&cell| cell < puzzle.board.cell_count()) {
        shape::add_extra(Arc::make_mut(&mut puzzle.board), cells);
        uses.remove(0);
    }
    puzzle.clues.append(&mut uses);
    Ok(())
}

/// Cells of the board that differ are one more house of it; those that name a variable, or a cell twice, are a clue.
fn add_different(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    let mut cells = read_cells(source, &item.arguments, puzzle)?;
    cells.sort_unstable();
    let once = cells.iter().all_unique() && cells.iter().all(|&cell| cell < puzzle.board.cell_count());
    if cells.is_empty() {
        return Err(item.name.error(source, "`.AllDifferent` without cells"));
    }
    if once {
        shape::add_extra(Arc::make_mut(&mut puzzle.board), cells);
    } else {
        puzzle.clues.append(&mut item_clues(source, item, puzzle)?);
    }
    Ok(())
}

/// All boxes and pieces hold the same digits.
fn add_same_values(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) {
    let region = |kind| matches!(kind, HouseKind::Box(_) | HouseKind::Region(_));
    let houses = puzzle.board.houses().iter().filter(|house| region(house.kind));
    let lists: Vec<Vec<usize>> = houses.map(|house| house.cells.clone()).collect();
    if lists.len() > 1 {
        let mut one = Use::new("same-values", [("lists", Value::Groups(lists))]);
        one.place = Some(source.place(item.name.span.start));
        puzzle.clues.push(Clue::Use(one));
    }
}

/// A cage as clues: its cells differ, and their sum counts a cell that is listed twice twice.
fn cage_uses(source: &Source, item: &Item<'_>, puzzle: &Puzzle) -> Result<Vec<Use>, ReadError> {
    let (sum, cells) = cage(source, item, puzzle)?;
    let mut once = cells.clone();
    once.sort_unstable();
    once.dedup();
    let mut uses = vec![Use::new("different", [("cells", Value::Cells(once))])];
    if let Some(sum) = sum {
        uses.push(Use::new("sum", [("cells", Value::Cells(cells)), ("sum", Value::Int(sum))]));
    }
    Ok(uses)
}

/// Says what `.FullRankTies` says of the ranked readings: `any` lets them be equal, `none` lets no two readings be.
pub(super) fn add_ties(source: &Source, item: &Item<'_>, puzzle: &mut Puzzle) -> Result<(), ReadError> {
    match item.arguments.iter().map(|token| token.text).collect_vec()[..] {
        ["only-unclued"] => {}
        ["none"] => puzzle.clues.push(Clue::Use(Use::new("no-equal-readings", []))),
        ["any"] => {
            for clue in &mut puzzle.clues {
                if let Clue::Use(one) = clue
                    && one.name == "full-rank"
                {
                    one.args.0.insert("ties".to_string(), Value::Flag(true));
                }
            }
        }
        _ => {
            let error = item.name.error(source, "the arguments of `.FullRankTies` cannot be read");
            return Err(error.with_help("expected `none`, `only-unclued` or `any`"));
        }
    }
    Ok(())
}
