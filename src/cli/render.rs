//! `exactly render`: pictures of puzzles, as SVG, PNG or characters.

use std::path::{Path, PathBuf};

use super::exit::Exit;
use super::input::{Text, load_file};
use super::report::{Failure, not_written, print};
use super::run_options::EngineOptions;
use super::steps::{Techniques, field_of, start};
use crate::puzzles::Puzzle;
use crate::render::{Picture, Theme, svg, terminal};
use crate::solve::{self, Outcome};
use crate::steps::{Field, Position};

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file of one puzzle; no exact cover. `-` or nothing reads standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,

    #[command(flatten)]
    text: Text,

    /// Write the picture to this file, named .svg or .png; without it the board is printed, and the clues that characters cannot draw in words
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// What to show on the board beside what is printed: a solution, the candidates that the givens leave, or these with
    /// the next step highlighted
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    show: Show,

    /// light or dark
    #[arg(long, value_name = "NAME", default_value_t)]
    theme: Theme,

    /// Pixels of a cell; otherwise 64, or as many as candidates need to be read
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=512))]
    cell: Option<u16>,

    /// Print without colours, as where standard output is no terminal
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    run: EngineOptions,
}

/// What to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    #[default]
    Puzzle,
    Solution,
    Candidates,
    Hint,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = load_file(&args.file, &args.text)?;
    let faults = puzzle.faults();
    if !faults.is_empty() {
        return Err(Failure::faults(&file, &faults));
    }
    let (picture, note, exit) = picture(&file, &puzzle, args)?;
    match &args.output {
        None => {
            let is_coloured =
                anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
            print(terminal(&picture, is_coloured && !args.plain).trim_end())?;
        }
        Some(path) => write(path, &picture, args)?,
    }
    if let Some(note) = note {
        super::report::say(&note);
    }
    Ok(exit)
}

/// The picture, and what is to be said with it.
fn picture(file: &str, puzzle: &Puzzle, args: &Args) -> Result<(Picture, Option<String>, Exit), Failure> {
    let picture = Picture::of(puzzle);
    match args.show {
        Show::Puzzle => return Ok((picture, None, Exit::Found)),
        Show::Solution => return solved(file, puzzle, picture, args),
        Show::Candidates | Show::Hint => {}
    }
    let field = field_of(file, puzzle)?;
    let limits = args.run.limits();
    let (position, _) = start(&field, file, puzzle, &args.techniques, &args.run, &limits)?;
    let (shown, candidates) = (picture.with_digits(&digits(&position)), candidates(&position));
    if args.show == Show::Candidates {
        return Ok((shown.with_candidates(&candidates), None, Exit::Found));
    }
    Ok(
        if let Some(step) = args.techniques.solver().next_until(&position, &|| limits.out_of_time().is_some())
        {
            let marks = step.marks(&field);
            (shown.with_step(&candidates, &marks, &field), Some(step.say(&field)), Exit::Found)
        } else {
            let (note, exit) = match limits.out_of_time() {
                Some(stop) => (format!("stopped before a step was found: {stop}"), Exit::Limit),
                None => ("no technique finds a step".to_string(), Exit::None),
            };
            (shown.with_candidates(&candidates), Some(note), exit)
        },
    )
}

fn solved(
    file: &str,
    puzzle: &Puzzle,
    picture: Picture,
    args: &Args,
) -> Result<(Picture, Option<String>, Exit), Failure> {
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let mut found = None;
    let report = solve::run(&statement.model, &args.run.request(Some(1)), &mut |solution| {
        found = Some(statement.digits(&solution));
        std::ops::ControlFlow::Break(())
    });
    let report = report.map_err(|error| Failure::plain(file, error.to_string()))?;
    Ok(match (found, report.outcome) {
        (Some(digits), _) => {
            let digits: Vec<Option<i32>> = digits.into_iter().map(Some).collect();
            (picture.with_digits(&digits), None, Exit::Found)
        }
        (None, Outcome::None) => (picture, Some("no solution".to_string()), Exit::None),
        (None, _) => (picture, Some("stopped before a solution was found".to_string()), Exit::Limit),
    })
}

/// The digits placed in a position.
pub(super) fn digits(position: &Position<'_>) -> Vec<Option<i32>> {
    (0..position.field().cell_count()).map(|cell| position.value(cell)).collect()
}

/// The candidates of the cells that have no digit.
pub(super) fn candidates(position: &Position<'_>) -> Vec<Vec<i32>> {
    let field: &Field = position.field();
    let mut all = vec![Vec::new(); field.cell_count()];
    for candidate in position.all_candidates() {
        all[candidate.cell].push(field.values()[candidate.digit]);
    }
    all
}

/// Writes the picture as the name of the file says.
fn write(path: &Path, picture: &Picture, args: &Args) -> Result<(), Failure> {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase);
    let bytes = match extension.as_deref() {
        Some("svg") => svg(picture, args.theme, pixels(picture, args)).into_bytes(),
        Some("png") => png_bytes(&name, picture, args)?,
        _ => {
            let message = "a picture is written as .svg or .png; give the file one of these names";
            return Err(Failure::plain(&name, message));
        }
    };
    std::fs::write(path, bytes).or_else(|error| not_written(&name, &error))
}

/// Pixels of a cell.
fn pixels(picture: &Picture, args: &Args) -> f32 {
    f32::from(args.cell.unwrap_or_else(|| picture.usual_cell()))
}

#[cfg(feature = "png")]
fn png_bytes(name: &str, picture: &Picture, args: &Args) -> Result<Vec<u8>, Failure> {
    crate::render::png(picture, args.theme, pixels(picture, args))
        .map_err(|error| Failure::plain(name, error.to_string()))
}

#[cfg(not(feature = "png"))]
fn png_bytes(name: &str, _: &Picture, _: &Args) -> Result<Vec<u8>, Failure> {
    Err(Failure::plain(name, "this program was built without the feature `png`; write .svg"))
}
