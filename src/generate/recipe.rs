//! What is asked for, and what of it cannot be.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Pattern, RecipeError, Symmetry};
use crate::puzzles::{Board, HouseKind, Puzzle};
use crate::steps::{Level, Technique};

/// What a puzzle shows of its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Everything: full grids.
    Grid,
    /// Givens, so many that there is one solution.
    Givens,
    /// Cages with sums, so that there is one solution; givens beside them where [`Recipe::clues`] says how many.
    Killer {
        /// Cells of a cage, least and most. No cage has fewer or more.
        cage_size: RangeInclusive<usize>,
    },
}

/// How hard a puzzle is to be for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// Its level.
    pub level: Option<Level>,
    /// Its rating, in tenths of Sudoku Explainer's scale.
    pub rating: Option<RangeInclusive<u32>>,
    /// Techniques without each of which it cannot be solved, or only by harder ones.
    pub needs: Vec<Technique>,
}

impl Difficulty {
    /// Whether nothing is asked.
    pub fn is_any(&self) -> bool {
        *self == Self::default()
    }
}

/// What puzzles to make.
///
/// ```
/// use exactly::generate::{Recipe, RecipeError};
/// use exactly::puzzles::{Board, Puzzle};
///
/// let mut recipe = Recipe::new(Puzzle::new(Board::usual(9)?));
/// recipe.clues = Some(24..=28);
/// assert_eq!(recipe.fault(), None);
/// recipe.clues = Some(10..=16);
/// assert_eq!(recipe.fault(), Some(RecipeError::TooFewClues { most: 16 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Recipe {
    /// The board with the clues that stay; its givens go unless they are kept.
    pub base: Puzzle,
    /// Whether the givens of the base stay.
    pub keep_givens: bool,
    /// Whether each puzzle gets random regions in place of boxes or regions.
    pub random_regions: bool,
    /// What is shown of the solution.
    pub kind: Kind,
    /// Number of givens, least and most; as few as come of digging where nothing is said, and none in killers.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether no given may be spared, those of the base that are kept aside. A killer has to have givens for that.
    pub minimal: bool,
    /// How the givens lie.
    pub symmetry: Symmetry,
    /// The cells of the givens.
    pub pattern: Option<Pattern>,
    /// How hard it is to be.
    pub difficulty: Difficulty,
    /// Whether each puzzle is graded even where nothing is said about how hard it is to be.
    pub graded: bool,
    /// Tries for each puzzle: sets of clues, cages or moves that are looked at.
    pub attempts: u64,
    /// Time for each puzzle.
    pub time: Option<Duration>,
}

impl Recipe {
    /// So many tries for a puzzle where nothing else is said.
    pub const ATTEMPTS: u64 = 20_000;

    /// Puzzles with givens on the board of this one, dug as far as goes.
    pub fn new(base: Puzzle) -> Self {
        Self {
            base,
            keep_givens: false,
            random_regions: false,
            kind: Kind::Givens,
            clues: None,
            minimal: false,
            symmetry: Symmetry::None,
            pattern: None,
            difficulty: Difficulty::default(),
            graded: false,
            attempts: Self::ATTEMPTS,
            time: None,
        }
    }

    /// What cannot be, whatever is tried; nothing where it may be possible.
    pub fn fault(&self) -> Option<RecipeError> {
        self.base_fault()
            .or_else(|| self.regions_fault())
            .or_else(|| self.symmetry_fault())
            .or_else(|| self.pattern_fault())
            .or_else(|| self.clues_fault())
            .or_else(|| self.minimal_fault())
            .or_else(|| self.cages_fault())
            .or_else(|| self.rating_fault())
            .or_else(|| self.easy_fault())
    }

    fn base_fault(&self) -> Option<RecipeError> {
        self.start().state().err().map(RecipeError::Base)
    }

    fn regions_fault(&self) -> Option<RecipeError> {
        let board = &self.base.board;
        let square = board.rows() == board.columns() && board.rows() == board.value_count();
        (self.random_regions && !square).then_some(RecipeError::RegionsNotSquare)
    }

    fn symmetry_fault(&self) -> Option<RecipeError> {
        let (rows, columns) = (self.base.board.rows(), self.base.board.columns());
        if self.symmetry.is_for_squares() && rows != columns {
            return Some(RecipeError::SymmetryNotSquare { symmetry: self.symmetry, rows, columns });
        }
        // A pattern is asked together with them.
        let kept = self.kept().filter(|_| self.pattern.is_none())?;
        let is_kept = |cell: &usize| kept.marked()[*cell];
        self.symmetry.orbits(rows, columns).iter().find_map(|orbit| {
            let name = |cell: &usize| self.base.board.cell(*cell).to_string();
            let given = orbit.iter().find(|cell| is_kept(cell)).map(name)?;
            let blank = orbit.iter().find(|cell| !is_kept(cell)).map(name)?;
            Some(RecipeError::KeptSymmetry { symmetry: self.symmetry, given, blank })
        })
    }

    /// The cells of the givens that are kept; nothing where none are.
    fn kept(&self) -> Option<Pattern> {
        let marked = self.base.givens.iter().map(Option::is_some).collect();
        self.keep_givens.then(|| Pattern::new(marked))
    }

    /// The cells of the pattern and of the givens that are kept; nothing where there is no pattern.
    fn marked(&self) -> Option<Pattern> {
        let pattern = self.pattern.clone()?;
        Some(self.kept().map_or_else(|| pattern.clone(), |kept| pattern.joined(&kept)))
    }

    /// The number of givens that are kept.
    pub(super) fn kept_count(&self) -> usize {
        self.kept().map_or(0, |kept| kept.count())
    }

    fn pattern_fault(&self) -> Option<RecipeError> {
        let pattern = self.pattern.as_ref()?;
        let (cells, columns) = (self.base.board.cell_count(), self.base.board.columns());
        if pattern.marked().len() != cells {
            return Some(RecipeError::PatternSize { found: pattern.marked().len(), cells });
        }
        let pattern = self.marked()?;
        if self.is_classic() && pattern.count() < 17 && self.kind == Kind::Givens {
            return Some(RecipeError::TooFewClues { most: pattern.count() });
        }
        if !self.symmetry.holds(pattern.marked(), columns) {
            return Some(RecipeError::PatternSymmetry { symmetry: self.symmetry });
        }
        if let Some(clues) = self.clues.as_ref().filter(|clues| !clues.contains(&pattern.count())) {
            return Some(RecipeError::PatternCount { count: pattern.count(), clues: clues.clone() });
        }
        let plain = self.kind == Kind::Givens && !self.random_regions && is_plain(&self.base);
        pattern
            .interchangeable(&self.base.board)
            .filter(|_| plain)
            .map(|lines| RecipeError::EmptyLines { lines })
    }

    fn clues_fault(&self) -> Option<RecipeError> {
        let clues = self.clues.clone()?;
        let (least, most) = (*clues.start(), *clues.end());
        let cells = self.base.board.cell_count();
        if least > most {
            return Some(RecipeError::RangeBackwards { what: "clues", least, most });
        }
        if least > cells {
            return Some(RecipeError::MoreCluesThanCells { least, cells });
        }
        if self.is_classic() && self.kind == Kind::Givens && most < 17 {
            return Some(RecipeError::TooFewClues { most });
        }
        let kept = self.kept_count();
        if kept > most {
            return Some(RecipeError::KeepsMore { kept, most });
        }
        self.parity_fault(least, most, cells)
    }

    /// Whether orbits add up to no number of the range.
    fn parity_fault(&self, least: usize, most: usize, cells: usize) -> Option<RecipeError> {
        if self.pattern.is_some() {
            return None;
        }
        let mut possible = vec![false; cells + 1];
        possible[self.kept_count()] = true;
        for orbit in self.units() {
            for count in (orbit.len()..=cells).rev() {
                possible[count] |= possible[count - orbit.len()];
            }
        }
        if (least..=most.min(cells)).any(|count| possible[count]) {
            return None;
        }
        let below = (0..least).rev().find(|&count| possible[count]);
        let above = (most.min(cells) + 1..=cells).find(|&count| possible[count]);
        Some(RecipeError::Parity { symmetry: self.symmetry, least, most, below, above })
    }

    fn cages_fault(&self) -> Option<RecipeError> {
        let Kind::Killer { cage_size } = &self.kind else { return None };
        let (least, most) = (*cage_size.start(), *cage_size.end());
        if least > most {
            return Some(RecipeError::RangeBackwards { what: "cage sizes", least, most });
        }
        let digits = self.base.board.value_count();
        if least == 0 || least > digits {
            return Some(RecipeError::CageSize { size: least, digits });
        }
        if most == 1 {
            return Some(RecipeError::SingleCages);
        }
        let taken = |cell: &usize| self.base.cages.iter().any(|cage| cage.cells.contains(cell));
        let cells = (0..self.base.board.cell_count()).filter(|cell| !taken(cell)).count();
        let most = most.min(digits);
        let fit = cells.div_ceil(most) <= cells / least;
        (!fit).then_some(RecipeError::CagesDoNotFit { cells, least, most })
    }

    /// Whether it asks of a killer without givens that none be spared.
    fn minimal_fault(&self) -> Option<RecipeError> {
        let is_killer = matches!(self.kind, Kind::Killer { .. });
        (is_killer && self.minimal && self.most_givens() <= self.kept_count())
            .then_some(RecipeError::MinimalWithoutGivens)
    }

    fn rating_fault(&self) -> Option<RecipeError> {
        let rating = self.difficulty.rating.as_ref()?;
        let (least, most) = (*rating.start() as usize, *rating.end() as usize);
        (least > most).then_some(RecipeError::RatingBackwards { least, most })
    }

    /// Whether it asks for a killer without givens that needs nothing of its cages.
    fn easy_fault(&self) -> Option<RecipeError> {
        let rating = Technique::Constraint.entry().rating;
        let is_below = self.difficulty.rating.as_ref().is_some_and(|range| *range.end() < rating);
        let is_killer = matches!(self.kind, Kind::Killer { .. });
        (is_killer && is_below && self.most_givens() == 0).then_some(RecipeError::EasyKiller { rating })
    }

    /// The most givens that a killer may have.
    fn most_givens(&self) -> usize {
        let most = self.clues.as_ref().map_or(0, |clues| *clues.end());
        self.marked().map_or(most, |marked| marked.count()).max(self.kept_count())
    }

    /// Whether puzzles are plain 9×9 boards, which the kernel makes.
    pub(super) fn is_classic(&self) -> bool {
        let usual = Board::usual(9).is_ok_and(|usual| usual == *self.base.board);
        usual && !self.random_regions && is_plain(&self.base)
    }

    /// The base as the puzzles start: with the givens that are kept.
    pub(super) fn start(&self) -> Puzzle {
        let mut puzzle = self.base.clone();
        if !self.keep_givens {
            puzzle.givens.fill(None);
        }
        puzzle
    }

    /// The cells that can become givens only together, without those that are kept, whose orbits are kept whole.
    pub(super) fn units(&self) -> Vec<Vec<usize>> {
        let board = &self.base.board;
        let is_free = |cell: &usize| !self.keep_givens || self.base.givens[*cell].is_none();
        let mut orbits = self.symmetry.orbits(board.rows(), board.columns());
        for orbit in &mut orbits {
            orbit.retain(is_free);
        }
        orbits.retain(|orbit| !orbit.is_empty());
        orbits
    }
}

/// Whether a puzzle is no more than rows, columns and boxes.
fn is_plain(puzzle: &Puzzle) -> bool {
    let usual =
        |kind: HouseKind| matches!(kind, HouseKind::Row(_) | HouseKind::Column(_) | HouseKind::Box(_));
    puzzle.is_bare() && puzzle.board.houses().iter().all(|house| usual(house.kind))
}
