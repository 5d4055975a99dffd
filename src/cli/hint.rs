//! `exactly hint`: the next step, as much of it as is asked for.

use super::batch::{self, Line};
use super::exit::Exit;
use super::explain::wrong;
use super::input::{Input, Loaded};
use super::report::Failure;
use super::run_options::RunOptions;
use super::steps::{JsonStep, Techniques, field_of, start, to_json};
use crate::steps::{Field, Group, Step};

/// Arguments of `hint`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// How much to tell: 1 the technique, 2 also where to look, 3 the whole step
    #[arg(long, value_name = "1-3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    tell: u8,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Exit {
    let puzzles = args.input.load();
    batch::run(&puzzles, |loaded| match hinted(loaded, args) {
        Ok(line) => line,
        Err(failure) => wrong(failure, args.run.json),
    })
}

fn hinted(loaded: &Loaded, args: &Args) -> Result<Line, Failure> {
    let puzzle = loaded.as_puzzle()?;
    let field = field_of(&loaded.file, puzzle)?;
    let limits = args.run.limits();
    let (position, known) = start(&field, &loaded.file, puzzle, &args.techniques, &args.run, &limits)?;
    let note = known.note().filter(|_| !args.run.json);
    let err = note.map_or(String::new(), |note| format!("note: {note}"));
    let Some(step) = args.techniques.solver().next_until(&position, &|| limits.out_of_time().is_some())
    else {
        if let Some(stop) = limits.out_of_time() {
            let out = format!("stopped before a step was found: {stop}");
            return Ok(Line { out, err: String::new(), exit: Exit::Limit });
        }
        let out = if position.is_solved() { "the board is full" } else { "no technique finds a step" };
        return Ok(Line { out: out.to_string(), err, exit: Exit::None });
    };
    let out = match args.tell {
        _ if args.run.json => to_json(&JsonStep::of(&step, &field)),
        1 => format!("look for a step of this kind: {}", step.technique),
        2 => format!("{}: look at {}", step.technique, place(&step, &field)),
        _ => step.say(&field),
    };
    Ok(Line { out, err, exit: Exit::Found })
}

/// Where a step is, without what it does.
fn place(step: &Step, field: &Field) -> String {
    let mut places: Vec<String> = Vec::new();
    for group in step.proof.base() {
        let name = match *group {
            Group::Cell(cell) => field.cell_name(cell),
            Group::Place { house, .. } => field.houses()[house].name.clone(),
        };
        if !places.contains(&name) {
            places.push(name);
        }
    }
    if places.is_empty() {
        let marks = step.marks(field);
        let cells = marks.cells.iter().map(|&(cell, _)| cell);
        let mut cells: Vec<usize> =
            cells.chain(marks.candidates.iter().map(|(candidate, _)| candidate.cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        places.push(field.cell_names(cells));
    }
    places.join(", ")
}
