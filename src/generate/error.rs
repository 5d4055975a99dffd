//! What cannot be made, and what was not found.

use std::ops::RangeInclusive;

use super::Symmetry;
use crate::engines::Stop;
use crate::puzzles::Fault;
use crate::solve::SolveError;

/// A recipe that no puzzle can meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The base is not right as stated.
    #[error("{}", .0.iter().map(|fault| fault.error.to_string()).collect::<Vec<_>>().join("; "))]
    Base(Vec<Fault>),
    /// Random regions on a board with another number of digits than rows and columns.
    #[error("random regions are for boards with as many rows and columns as digits")]
    RegionsNotSquare,
    /// A symmetry that turns a board that is not square.
    #[error("symmetry {symmetry} needs a square board, and this one has {rows} rows and {columns} columns")]
    SymmetryNotSquare {
        /// The symmetry.
        symmetry: Symmetry,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Givens that are kept and are not symmetric.
    #[error(
        "the givens that are kept do not have the symmetry {symmetry}: {given} is one of them, {blank} is not"
    )]
    KeptSymmetry {
        /// The symmetry.
        symmetry: Symmetry,
        /// A cell with a given.
        given: String,
        /// A cell that goes with it and has none.
        blank: String,
    },
    /// A pattern for another board.
    #[error("the pattern has {found} cells, the board has {cells}")]
    PatternSize {
        /// Cells of the pattern.
        found: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A pattern that is not symmetric, with the givens that are kept.
    #[error("givens in this pattern do not have the symmetry {symmetry}")]
    PatternSymmetry {
        /// The symmetry.
        symmetry: Symmetry,
    },
    /// A pattern with another number of cells than clues are asked for, with the givens that are kept.
    #[error("the pattern comes to {count} clues, and {} are asked for", range(clues))]
    PatternCount {
        /// Cells with a given.
        count: usize,
        /// Clues asked for.
        clues: RangeInclusive<usize>,
    },
    /// Two empty lines that can be exchanged.
    #[error(
        "no puzzle has this pattern: {} and {} are empty and cross the same boxes, so exchanging them gives another solution",
        lines[0], lines[1]
    )]
    EmptyLines {
        /// Their names.
        lines: [String; 2],
    },
    /// Fewer clues than any plain 9×9 sudoku with one solution has.
    #[error(
        "{most} clues are too few: no 9×9 sudoku with fewer than 17 has exactly one solution (McGuire, Tugemann, Civario 2014)"
    )]
    TooFewClues {
        /// The most clues allowed.
        most: usize,
    },
    /// More clues than cells.
    #[error("{least} clues do not fit on a board of {cells} cells")]
    MoreCluesThanCells {
        /// The fewest clues asked for.
        least: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// More givens kept than clues are asked for.
    #[error("{kept} givens are kept, and at most {most} clues are asked for")]
    KeepsMore {
        /// Givens of the base.
        kept: usize,
        /// The most clues asked for.
        most: usize,
    },
    /// A range whose end comes before its start.
    #[error("{least} to {most} {what} is a range the wrong way round; write {most}-{least}")]
    RangeBackwards {
        /// What is counted.
        what: &'static str,
        /// Its start.
        least: usize,
        /// Its end.
        most: usize,
    },
    /// A range of ratings whose end comes before its start.
    #[error(
        "the rating {least:.1} to {most:.1} is a range the wrong way round; write {most:.1}-{least:.1}",
        least = *least as f64 / 10.0, most = *most as f64 / 10.0
    )]
    RatingBackwards {
        /// Its start, in tenths.
        least: usize,
        /// Its end, in tenths.
        most: usize,
    },
    /// Numbers of clues that the symmetry does not allow.
    #[error(
        "{} clues cannot have the symmetry {symmetry}, whose cells go together; {} can",
        range(&(*least..=*most)), nearest(*below, *above)
    )]
    Parity {
        /// The symmetry.
        symmetry: Symmetry,
        /// The fewest clues asked for.
        least: usize,
        /// The most.
        most: usize,
        /// The nearest possible number below.
        below: Option<usize>,
        /// The nearest possible number above.
        above: Option<usize>,
    },
    /// A killer without givens, none of which is to be spared.
    #[error(
        "minimal is about givens, and this killer gets none of its own; say how many clues it is to have"
    )]
    MinimalWithoutGivens,
    /// Cages that cannot cover the board.
    #[error("{cells} cells cannot be parted into cages of {} cells; allow smaller or larger cages", range(&(*least..=*most)))]
    CagesDoNotFit {
        /// Cells to be covered.
        cells: usize,
        /// The fewest cells of a cage.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Cages of one cell each, which say all.
    #[error(
        "a cage of 1 cell is a given: cages of 1 cell alone leave nothing to solve; allow larger ones, as 1-3"
    )]
    SingleCages,
    /// An easy killer without givens.
    #[error(
        "a killer without givens is never that easy: its first step combines cages, rating {:.1}; ask for that or more, or for givens", f64::from(*rating) / 10.0
    )]
    EasyKiller {
        /// The rating of its first step, in tenths.
        rating: u32,
    },
    /// Cages without cells, or with more cells than there are digits.
    #[error("a cage of {size} cells cannot be: cages hold 1 to {digits} different digits")]
    CageSize {
        /// Cells of a cage.
        size: usize,
        /// Digits of the board.
        digits: usize,
    },
}

/// `24` or `24 to 28`.
fn range(range: &RangeInclusive<usize>) -> String {
    let (least, most) = (range.start(), range.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn nearest(below: Option<usize>, above: Option<usize>) -> String {
    let both: Vec<String> = below.into_iter().chain(above).map(|count| count.to_string()).collect();
    both.join(" or ")
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotMade {
    /// The search for it ended first.
    #[error("{0}")]
    GaveUp(#[from] GaveUp),
    /// Each puzzle that was made came before in the same run.
    #[error("made {times} puzzles, each equal to an earlier one of this run")]
    Repeated {
        /// Puzzles that were made.
        times: u64,
    },
    /// The base has no solution.
    #[error("the board has no solution with its clues, so that no puzzle can be made of it")]
    NoSolution,
    /// The base cannot be run.
    #[error(transparent)]
    Failed(#[from] SolveError),
}

/// A search that ended before it found a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "gave up after {attempts} attempts{}{}",
    stop.map_or(String::new(), |stop| format!(" ({stop})")),
    best.as_ref().map_or(String::new(), |best| format!("; the best: {best}"))
)]
pub struct GaveUp {
    /// Attempts that were made.
    pub attempts: u64,
    /// What ended it, where it was not the number of attempts.
    pub stop: Option<Stop>,
    /// What came nearest to the wish.
    pub best: Option<String>,
}
