//! Writes a puzzle as a constraint string.

use super::cell::cell_name;
use super::layouts;
use super::shape::write_board;
use crate::puzzles::{Clue, Puzzle};

/// Something that a format cannot say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} cannot be written in this format")]
pub struct CannotWrite(pub String);

/// Writes a puzzle as a string of the Interactive Sudoku Solver, one constraint a line.
///
/// # Errors
/// The first piece that the format cannot say: a board above 16×16, digits from neither 0 nor 1, `not` and `if`, cages
/// with repeats, types that it does not have.
pub fn write_iss(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    if let Some(objective) = &puzzle.objective {
        return Err(CannotWrite(format!("`[{}]`", objective.goal)));
    }
    let mut lines = write_board(puzzle)?;
    let givens = puzzle.givens.iter().enumerate().filter_map(|(cell, given)| Some((cell, (*given)?)));
    let givens: String = givens
        .map(|(cell, value)| Some(format!("~{}_{value}", cell_name(puzzle, cell)?)))
        .collect::<Option<_>>()
        .ok_or_else(|| CannotWrite("a board above 16×16".to_string()))?;
    if !givens.is_empty() {
        lines.push(format!(".{givens}"));
    }
    for cage in &puzzle.cages {
        let cannot = || CannotWrite(format!("cage {}", cage.name));
        let cells: String = cage
            .cells
            .iter()
            .map(|&cell| Some(format!("~{}", cell_name(puzzle, cell)?)))
            .collect::<Option<_>>()
            .ok_or_else(cannot)?;
        lines.push(match (cage.repeats, cage.sum) {
            (false, Some(0)) => return Err(cannot()),
            (false, sum) => format!(".Cage~{}{cells}", sum.unwrap_or(0)),
            (true, Some(sum)) => format!(".Sum~{sum}{cells}"),
            (true, None) => continue,
        });
    }
    for clue in &puzzle.clues {
        write_clue(puzzle, clue, &mut lines)?;
    }
    let ties =
        puzzle.clues.iter().any(|clue| matches!(clue, Clue::Use(one) if one.args.0.contains_key("ties")));
    if ties {
        lines.push(".FullRankTies~any".to_string());
    }
    Ok(lines.join("\n") + "\n")
}

fn write_clue(puzzle: &Puzzle, clue: &Clue, lines: &mut Vec<String>) -> Result<(), CannotWrite> {
    let mut group = |head: &str, parts: &[Clue]| -> Result<(), CannotWrite> {
        lines.push(head.to_string());
        for part in parts {
            write_clue(puzzle, part, lines)?;
        }
        lines.push(".End".to_string());
        Ok(())
    };
    match clue {
        Clue::Use(one) => {
            let text = layouts::write(puzzle, one);
            lines.push(text.ok_or_else(|| CannotWrite(format!("`{}` with these arguments", one.name)))?);
            Ok(())
        }
        Clue::Any(parts) => group(".Or", parts),
        Clue::All(parts) => group(".And", parts),
        Clue::Not(_) => Err(CannotWrite("`not`".to_string())),
        Clue::If(..) => Err(CannotWrite("`if`".to_string())),
    }
}
