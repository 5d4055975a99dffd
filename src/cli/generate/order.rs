//! What the command line asks for, as a recipe.

use std::ops::RangeInclusive;
use std::path::Path;

use super::Args;
use crate::cli::input::{load_file, read_source};
use crate::cli::report::Failure;
use crate::generate::{Difficulty, Kind, Pattern, Recipe};
use crate::puzzles::{Args as ClueArgs, Board, Clue, HouseKind, Puzzle, Use};

/// Cells of a cage where nothing is said.
const CAGE_SIZE: RangeInclusive<usize> = 2..=4;

/// What can be in force beside rows, columns and boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Variant {
    /// Nothing
    Classic,
    /// No boxes
    Latin,
    /// Both diagonals
    X,
    /// Four extra regions, on 9×9
    Windoku,
    /// Random regions in place of boxes
    Jigsaw,
    /// Cages with sums
    Killer,
    /// Cells a knight's move apart differ
    AntiKnight,
    /// Cells a king's move apart differ
    AntiKing,
    /// Neighbours differ by more than one
    NonConsecutive,
}

/// The recipe that the arguments stand for.
pub(super) fn recipe(args: &Args) -> Result<Recipe, Failure> {
    let has = |variant| args.variant.contains(&variant);
    let killer = has(Variant::Killer) || args.cage_size.is_some();
    if let Some(message) = contradiction(args, killer) {
        return Err(Failure::plain("", message));
    }
    let base = base(args)?;
    let cage_size = args.cage_size.clone().unwrap_or(CAGE_SIZE);
    let kind = match (args.full, killer) {
        (true, _) => Kind::Grid,
        (_, true) => Kind::Killer { cage_size },
        _ => Kind::Givens,
    };
    Ok(Recipe {
        keep_givens: args.keep_givens,
        random_regions: has(Variant::Jigsaw),
        kind,
        clues: args.clues.clone(),
        minimal: args.minimal,
        symmetry: args.symmetry,
        pattern: args.pattern.as_deref().map(|text| pattern(text, base.board.cell_count())).transpose()?,
        difficulty: Difficulty { level: args.level, rating: args.rating.clone(), needs: args.needs.clone() },
        graded: args.output.json && !args.full,
        attempts: args.attempts,
        time: Some(args.time),
        ..Recipe::new(base)
    })
}

/// Why two arguments cannot both be followed.
fn contradiction(args: &Args, killer: bool) -> Option<&'static str> {
    let has = |variant| args.variant.contains(&variant);
    // Boxes may be needed to read the file.
    let has_boxes = args.like.is_none() && args.text.options().boxes.is_some_and(|boxes| boxes != (0, 0));
    [
        (killer && args.full, "a full grid has no cages; leave out --full or the killer"),
        (
            has(Variant::Latin) && args.like.is_some(),
            "the board of --like stays as it is; leave out --like or variant latin",
        ),
        (has(Variant::Latin) && has_boxes, "variant latin has no boxes; leave it out, or --box"),
        (
            has(Variant::Latin) && has(Variant::Jigsaw),
            "variant latin has no regions; leave it out, or jigsaw",
        ),
        (
            has(Variant::Jigsaw) && has_boxes,
            "the regions of variant jigsaw take the place of boxes; leave it out, or --box",
        ),
    ]
    .into_iter()
    .find_map(|(is_so, message)| is_so.then_some(message))
}

/// The board and the clues that stay.
fn base(args: &Args) -> Result<Puzzle, Failure> {
    let mut puzzle = match &args.like {
        Some(file) => load_file(file, &args.text)?.1,
        None => Puzzle::new(board(args)?),
    };
    puzzle.place = None;
    for (variant, name) in [
        (Variant::AntiKnight, "anti-knight"),
        (Variant::AntiKing, "anti-king"),
        (Variant::NonConsecutive, "non-consecutive"),
    ] {
        let is_there = puzzle.clues.iter().any(|clue| matches!(clue, Clue::Use(own) if own.name == name));
        if args.variant.contains(&variant) && !is_there {
            puzzle.clues.push(Clue::Use(Use {
                name: name.to_string(),
                args: ClueArgs::default(),
                place: None,
            }));
        }
    }
    with_houses(args, &mut puzzle)?;
    Ok(puzzle)
}

fn board(args: &Args) -> Result<Board, Failure> {
    let size = usize::from(args.size);
    let boxes = if args.variant.contains(&Variant::Latin) { Some((0, 0)) } else { args.text.options().boxes };
    let board = match boxes {
        None => Board::usual(size),
        Some((0, 0)) => Board::latin(size, size, 1..=i32::from(args.size)),
        Some((rows, columns)) => Board::sudoku(size, rows, columns),
    };
    board.map_err(|error| Failure::plain("", error.to_string()))
}

/// Adds diagonals and windows.
fn with_houses(args: &Args, puzzle: &mut Puzzle) -> Result<(), Failure> {
    let mut board = (*puzzle.board).clone();
    let (rows, columns) = (board.rows(), board.columns());
    if args.variant.contains(&Variant::X) {
        if rows != columns {
            return Err(Failure::plain("", "variant x needs a square board"));
        }
        let has = |kind| puzzle.board.houses().iter().any(|house| house.kind == kind);
        if !has(HouseKind::DiagonalDown) {
            board.add_diagonal_down();
        }
        if !has(HouseKind::DiagonalUp) {
            board.add_diagonal_up();
        }
    }
    if args.variant.contains(&Variant::Windoku) {
        if (rows, columns) != (9, 9) {
            return Err(Failure::plain("", "variant windoku needs a board of 9×9 cells"));
        }
        let first = board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Extra(_))).count();
        for (number, corner) in [10, 14, 46, 50].into_iter().enumerate() {
            let cells: Vec<usize> = (0..9).map(|at| corner + at / 3 * 9 + at % 3).collect();
            if puzzle.board.houses().iter().all(|house| house.cells != cells) {
                board.add_house(HouseKind::Extra(first + number), cells);
            }
        }
    }
    puzzle.board = board.into();
    Ok(())
}

/// A pattern for so many cells from a file, or from the text itself.
fn pattern(text: &str, cells: usize) -> Result<Pattern, Failure> {
    let path = Path::new(text);
    let (name, text) = if path.is_file() || text == "-" {
        let source = read_source(path)?;
        (source.name, source.text)
    } else {
        ("--pattern".to_string(), text.to_string())
    };
    let pattern: Pattern = text.parse().map_err(|error: String| Failure::plain(&name, error))?;
    let found = pattern.marked().len();
    // One word of another length was hardly meant for a pattern.
    if name == "--pattern" && found != cells && !text.contains(char::is_whitespace) {
        let message = format!(
            "there is no file `{text}`, and as a pattern it has {found} cells where the board has {cells}"
        );
        return Err(Failure::plain("", message));
    }
    Ok(pattern)
}

/// `24`, `24-28` or `24..28`.
pub(super) fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    ends(text).ok_or_else(|| "expected a number or a range, as 24 or 24-28".to_string())
}

/// `7.1` or `6.5-7.5`, in tenths.
pub(super) fn parse_rating(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || "expected a rating or a range, as 7.1 or 6.5-7.5".to_string();
    let range: RangeInclusive<f64> = ends(text).ok_or_else(wrong)?;
    let tenths = |rating: f64| (0.0..=100.0).contains(&rating).then(|| (rating * 10.0).round() as u32);
    Ok(tenths(*range.start()).ok_or_else(wrong)?..=tenths(*range.end()).ok_or_else(wrong)?)
}

fn ends<T: std::str::FromStr + Copy>(text: &str) -> Option<RangeInclusive<T>> {
    let (least, most) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
    Some(least.trim().parse().ok()?..=most.trim().trim_start_matches('=').parse().ok()?)
}
