//! How hard a puzzle is, by the steps of its way.

use super::{Field, FieldError, Level, Position, Solver, Step, Technique};
use crate::puzzles::{Board, Puzzle};

/// How hard a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The level: the highest of its steps, or what the score makes of it.
    pub level: Level,
    /// The sum of the scores of its steps, on HoDoKu's scale.
    pub score: u32,
    /// The rating of the hardest step, in tenths of Sudoku Explainer's scale.
    pub rating: u32,
}

/// The highest score of each level below the last, on HoDoKu's scale, for boards of 81 cells with houses
/// alone.
const CAPS: [(u32, Level); 4] =
    [(800, Level::Easy), (1_000, Level::Medium), (1_600, Level::Hard), (1_800, Level::Unfair)];

/// Steps of a way that [`CAPS`] are for.
const USUAL_STEPS: u64 = 55;

impl Grade {
    /// The grade of some steps. On boards other than the plain 9×9 one the caps of the score grow with the number of steps: a
    /// larger board, or one with cages, needs more of them without being harder.
    pub fn of(steps: &[Step], field: &Field) -> Self {
        let entries = || steps.iter().map(|step| step.technique.entry());
        let score = entries().map(|entry| entry.score).sum();
        let count = if field.is_plain() { USUAL_STEPS } else { USUAL_STEPS.max(steps.len() as u64) };
        let is_within = |cap: u32| u64::from(score) * USUAL_STEPS <= u64::from(cap) * count;
        let by_score =
            CAPS.iter().find(|&&(cap, _)| is_within(cap)).map_or(Level::Extreme, |&(_, level)| level);
        let hardest = entries().map(|entry| entry.level).max().unwrap_or(Level::Easy);
        Self {
            level: hardest.max(by_score),
            score,
            rating: steps.iter().map(|step| step.rating(field)).max().unwrap_or(0),
        }
    }
}

/// What grading found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade; of what was found where that does not end with the solution.
    pub grade: Grade,
    /// Whether the steps lead to the solution.
    pub is_solved: bool,
    /// The technique with the highest rating.
    pub hardest: Option<Technique>,
    /// Number of steps.
    pub steps: usize,
    /// Whether it was told to stop before it knew.
    pub is_stopped: bool,
}

/// Grades many puzzles. The score and the level are those of a way that tries techniques in HoDoKu's order, the rating that
/// of a way that tries those with a low rating first, as Sudoku Explainer does.
///
/// ```
/// use exactly::puzzles::{Board, Puzzle};
/// use exactly::steps::{Grader, Level, Position};
///
/// let grader = Grader::new(&[]);
/// let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
/// let mut puzzle = Puzzle::new(Board::usual(9)?);
/// puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
/// let field = grader.field_of(&puzzle).expect("a plain board");
/// let graded = grader.grade(&Position::with_givens(field, &puzzle));
/// assert_eq!(graded.grade.level, Level::Easy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Grader {
    by_score: Solver,
    by_rating: Solver,
    /// The field of all plain 9×9 boards.
    plain: Option<(Puzzle, Field)>,
}

impl Grader {
    /// A grader that leaves out some techniques.
    pub fn new(skipped: &[Technique]) -> Self {
        let plain = Board::usual(9).ok().map(Puzzle::new);
        let plain = plain.and_then(|puzzle| Field::of(&puzzle).ok().map(|field| (puzzle, field)));
        Self {
            by_score: Solver::default().without(skipped),
            by_rating: Solver::by_rating().without(skipped),
            plain,
        }
    }

    /// The field that all plain 9×9 boards share; nothing where the puzzle is none.
    pub fn field_of(&self, puzzle: &Puzzle) -> Option<&Field> {
        let (plain, field) = self.plain.as_ref()?;
        (puzzle.is_bare() && puzzle.board == plain.board).then_some(field)
    }

    /// Looks at a puzzle as it starts, on the field that plain boards share or on one of its own. Whoever knows that it has one
    /// solution says so to the position.
    ///
    /// # Errors
    /// A puzzle that cannot be explained.
    pub fn at_start<T>(
        &self,
        puzzle: &Puzzle,
        look: impl FnOnce(Position<'_>) -> T,
    ) -> Result<T, FieldError> {
        let own;
        let field = if let Some(field) = self.field_of(puzzle) {
            field
        } else {
            own = Field::of(puzzle)?;
            &own
        };
        Ok(look(Position::with_givens(field, puzzle)))
    }

    /// Grades a position.
    pub fn grade(&self, position: &Position<'_>) -> Graded {
        self.grade_until(position, &|| false)
    }

    /// The same, or as far as it comes before `stop` says so.
    pub fn grade_until(&self, position: &Position<'_>, stop: &dyn Fn() -> bool) -> Graded {
        let path = self.by_score.path_until(position.clone(), stop);
        let mut grade = Grade::of(&path.steps, position.field());
        let other = self.by_rating.path_until(position.clone(), stop);
        grade.rating = Grade::of(&other.steps, position.field()).rating;
        let steps = if other.steps.is_empty() { &path.steps } else { &other.steps };
        let hardest =
            steps.iter().map(|step| step.technique).max_by_key(|technique| technique.entry().rating);
        let is_stopped = path.is_stopped || other.is_stopped;
        Graded {
            grade,
            is_solved: path.end.is_solved() && !is_stopped,
            hardest,
            steps: path.steps.len(),
            is_stopped,
        }
    }
}
