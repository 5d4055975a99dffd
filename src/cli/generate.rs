//! `exactly generate`: puzzles made to order.

mod order;
mod output;

use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::time::Duration;

use super::batch;
use super::exit::Exit;
use super::input::Text;
use super::interrupt;
use super::report::{Failure, say};
use super::run_options::parse_time;
use crate::generate::{Generator, NotMade, Recipe, RecipeError, Symmetry};
use crate::steps::{Level, Technique};
use order::{Variant, parse_range, parse_rating};
use output::Output;

/// Arguments of `generate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many puzzles, up to ten million
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    count: u64,

    /// What chance starts from: the same seed makes the same puzzles, on any number of cores; a random one otherwise
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// A puzzle whose board, cages, clues and own types stay; its givens go
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    like: Option<PathBuf>,

    /// The givens of that puzzle stay too
    #[arg(long, requires = "like")]
    keep_givens: bool,

    #[command(flatten)]
    text: Text,

    /// Rows, columns and digits of the board, with the usual boxes
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(4..=25))]
    size: u8,

    /// What is in force beside rows, columns and boxes; several with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_enum)]
    variant: Vec<Variant>,

    /// Full grids
    #[arg(long, conflicts_with_all = ["clues", "minimal", "symmetry", "pattern", "level", "rating", "needs", "cage_size"])]
    full: bool,

    /// Number of givens, as 24 or 24-28; in killers there are none otherwise
    #[arg(long, visible_alias = "givens", value_name = "N or A-B", value_parser = parse_range)]
    clues: Option<RangeInclusive<usize>>,

    /// No given can be spared, those that are kept aside
    #[arg(long)]
    minimal: bool,

    /// How the givens lie: none, half-turn, quarter-turn, vertical, horizontal, both-mirrors, diagonal, anti-diagonal,
    /// both-diagonals, full
    #[arg(long, value_name = "NAME", default_value_t)]
    symmetry: Symmetry,

    /// The cells of the givens: a file or a text with a mark for each cell, `.` for none
    #[arg(long, value_name = "FILE or TEXT")]
    pattern: Option<String>,

    /// How hard: easy, medium, hard, unfair, extreme
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,

    /// The rating, as 7.1 or 6.5-7.5
    #[arg(long, value_name = "R or A-B", value_parser = parse_rating)]
    rating: Option<RangeInclusive<u32>>,

    /// A technique without which it cannot be solved, or only by harder ones; several with commas between
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    needs: Vec<Technique>,

    /// Cells of a cage, as 3 or 2-4; makes killers
    #[arg(long, value_name = "N or A-B", value_parser = parse_range)]
    cage_size: Option<RangeInclusive<usize>>,

    /// Give up on a puzzle after so many attempts
    #[arg(long, value_name = "N", default_value_t = Recipe::ATTEMPTS)]
    attempts: u64,

    /// Give up on a puzzle after this time: 30s, 500ms, 2m
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    time: Duration,

    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let recipe = order::recipe(args)?;
    let refused = |error: RecipeError| {
        let file = args.like.as_ref().map_or(String::new(), |file| file.display().to_string());
        Failure::plain(&file, error.to_string())
    };
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 48));
    let generator = Generator::new(recipe, seed).map_err(refused)?.cancelled_by(interrupt::cancel());
    args.output.prepare(args.count)?;
    if args.seed.is_none() {
        say(&format!("seed {seed}"));
    }
    let bar = batch::bar(usize::try_from(args.count).unwrap_or(usize::MAX));
    let (mut made, mut ended) = (0, None);
    generator.run(args.count, &mut |number, result| {
        bar.inc(1);
        let flow = match result {
            Ok(puzzle) => {
                made += 1;
                bar.suspend(|| args.output.show(number, seed, &puzzle, made == 1))
            }
            Err(error @ (NotMade::GaveUp(_) | NotMade::Repeated { .. })) => {
                bar.suspend(|| say(&format!("puzzle {}: {error}", number + 1)));
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(Failure::plain("", error.to_string()))),
        };
        flow.map_break(|end| ended = Some(end))
    });
    bar.finish_and_clear();
    if let Some(end) = ended {
        return end.map(|()| Exit::Found);
    }
    if made < args.count {
        say(&format!("{made} of {} puzzles made", args.count));
        return Ok(Exit::Limit);
    }
    Ok(Exit::Found)
}
