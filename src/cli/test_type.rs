//! `exactly test-type`: the constraint types of a file through the harness.

use std::path::PathBuf;
use std::sync::Arc;

use itertools::Itertools;

use super::exit::Exit;
use super::input::read_source;
use super::report::{Failure, print};
use crate::constraints;
use crate::formats::read_own_types;
use crate::model::Constraint;
use crate::primitives::IntVar;
use crate::puzzles::{Board, OwnType, Puzzle, Use, Value};
use crate::testing::{self, Disagreement, Tally};

/// Arguments of `test-type`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A puzzle file, or a file with nothing but types; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The digits of the small domains.
const FEW: i32 = 4;

/// The numbers of cells that are tried.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=4;

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let source = read_source(&args.file)?;
    let file = read_own_types(&source).map_err(|error| Failure::read(&source, &error))?;
    if file.types.is_empty() {
        return Err(Failure::plain(&source.name, "no constraint type in this file: no table `[type.NAME]`"));
    }
    let (low, high) = file.board.as_ref().map_or((1, 9), |board| board.values().into_inner());
    let mut exit = Exit::Found;
    for own in &file.types {
        match try_type(own, low, high) {
            Ok(tally) => {
                let (name, Tally { assignments, allowed }) = (&own.name, tally);
                print(&format!("{name}: {assignments} assignments, {allowed} allowed, all agree"))?;
            }
            Err(Problem::Disagrees(disagreement)) => {
                print(&format!("{}: {disagreement}", own.name))?;
                exit = exit.max(Exit::None);
            }
            Err(Problem::Refused(message)) => {
                print(&format!("{}: cannot be tried: {message}", own.name))?;
                exit = Exit::Wrong;
            }
        }
    }
    Ok(exit)
}

enum Problem {
    Disagrees(Disagreement),
    /// Nothing could be tried; why.
    Refused(String),
}

/// Tries a type over a few digits, or over all where it allows nothing or everything on a few.
fn try_type(own: &Arc<OwnType>, low: i32, high: i32) -> Result<Tally, Problem> {
    let few = high.min(low.saturating_add(FEW - 1));
    let mut tried = Err(Problem::Refused(String::new()));
    for last in [few, high].into_iter().dedup() {
        tried = match try_digits(own, low, last) {
            Ok(tally) if tally.allowed < tally.assignments => return Ok(tally),
            Err(Problem::Disagrees(disagreement)) => return Err(Problem::Disagrees(disagreement)),
            Err(_) if tried.is_ok() => tried,
            other => other,
        };
    }
    tried
}

/// Tries a type over all lines of two to four cells that it takes.
fn try_digits(own: &Arc<OwnType>, low: i32, high: i32) -> Result<Tally, Problem> {
    let domain: Vec<i32> = (low..=high).collect();
    let mut tally = None;
    let mut refused = String::new();
    for length in LENGTHS {
        if tally.is_some() && domain.len().pow(length as u32) > testing::COMPLETE / 10 {
            break;
        }
        match line_of(own, length, low, high) {
            Err(message) => refused = message,
            Ok(puzzle) => {
                let build = |vars: &[IntVar]| constraint(&puzzle, vars);
                let one = testing::try_constraint(&vec![domain.clone(); length], build);
                let (one, all) = (one.map_err(Problem::Disagrees)?, tally.get_or_insert_with(Tally::default));
                all.assignments += one.assignments;
                all.allowed += one.allowed;
            }
        }
    }
    tally.ok_or(Problem::Refused(refused))
}

/// A line of cells with the type on it, if it can be used so.
fn line_of(own: &Arc<OwnType>, length: usize, low: i32, high: i32) -> Result<Puzzle, String> {
    let board = Board::bare(1, length, low..=high).map_err(|error| error.to_string())?;
    let mut puzzle = Puzzle::new(board);
    puzzle.types.push(Arc::clone(own));
    let one = Use::new(&own.name, [("cells", Value::Cells((0..length).collect()))]);
    own.try_use(&puzzle, &one).map_err(|error| error.message)?;
    puzzle.clues.push(crate::puzzles::Clue::Use(one));
    Ok(puzzle)
}

/// The one constraint of such a line, over these variables.
fn constraint(puzzle: &Puzzle, vars: &[IntVar]) -> Box<dyn Constraint> {
    let stated = puzzle.clues.iter().map(|clue| puzzle.constraints_of(clue, vars).unwrap_or_default());
    Box::new(constraints::all_of(stated.flatten().collect()))
}
