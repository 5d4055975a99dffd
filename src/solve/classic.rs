//! Plain 9×9 sudokus: which models are one, and the kernel run on a board without a model.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Outcome, Report, Request, SolveError};
use crate::engines::{ClassicBoard, ClassicSolver, End, Stop};
use crate::model::{Model, Violation};
use crate::primitives::{Choice, Clause, Group, GroupKind, Live, Primitives};

/// The choices of the model: digit d of cell c, both from 0, has the number 9c + d.
const CHOICES: usize = 729;

/// The board of a model that is a plain 9×9 sudoku: 81 variables with the values 1 to 9, which are the cells row by row,
/// an exactly-one group a digit in each row, column and 3×3 box, and besides them only clauses of one literal.
pub(super) fn board_of(model: &Model, live: &Live) -> Option<ClassicBoard> {
    let primitives = model.primitives();
    let plain = primitives.sums.is_empty() && primitives.automata.is_empty() && has_digits(primitives);
    if !plain || !are_houses(&primitives.groups) {
        return None;
    }
    let mut candidates = [0u16; 81];
    for choice in (0..CHOICES).filter(|&choice| live.is_live(Choice::from_index(choice))) {
        candidates[choice / 9] |= 1 << (choice % 9);
    }
    for Clause { literals } in &primitives.clauses {
        let [literal] = literals[..] else { return None };
        let choice = literal.choice.index();
        let digit = 1u16 << (choice % 9);
        candidates[choice / 9] &= if literal.positive { digit } else { !digit };
    }
    Some(ClassicBoard::of_candidates(&candidates))
}

fn has_digits(primitives: &Primitives) -> bool {
    let variables = &primitives.variables;
    variables.count() == 81
        && variables
            .iter()
            .all(|var| !variables.is_auxiliary(var) && variables.domain(var).iter().copied().eq(1..=9))
}

/// Whether the groups are those of the 27 houses, all of them and no other.
fn are_houses(groups: &[Group]) -> bool {
    let mut seen = HashSet::new();
    let houses: Vec<u128> = houses().collect();
    let all = groups.iter().all(|group| {
        let digit = group.choices.first().map_or(0, |choice| choice.index() % 9);
        let one_digit = group.choices.iter().all(|choice| choice.index() % 9 == digit);
        let cells = group.choices.iter().fold(0u128, |cells, choice| cells | 1 << (choice.index() / 9));
        let house = houses.iter().position(|&house| house == cells);
        seen.insert((house, digit));
        group.kind == GroupKind::ExactlyOne && one_digit && house.is_some()
    });
    all && seen.len() == 27 * 9
}

/// The cells of each house, as bits.
fn houses() -> impl Iterator<Item = u128> {
    (0..27).map(|house| {
        let holds = |cell: &usize| {
            let (row, column) = (cell / 9, cell % 9);
            house % 9 == [row, column, row / 3 * 3 + column / 3][house / 9]
        };
        (0..81).filter(holds).fold(0, |cells, cell| cells | 1 << cell)
    })
}

/// Visits the solutions of a board until `visit` breaks or a limit is reached; each was held against the board and the 27
/// houses. Stands beside [`run`](super::run) for lists of boards, where stating a model would take longer than solving it.
///
/// # Errors
/// A solution that fails its check, which is a bug of this crate.
pub fn run_classic(
    board: &ClassicBoard,
    solver: &mut ClassicSolver,
    request: &Request,
    visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Result<Report, SolveError> {
    if request.solutions == Some(0) {
        return Ok(report(Outcome::Unknown(Stop::Solutions), 0, 0, Duration::ZERO));
    }
    let start = Instant::now();
    let mut found = 0;
    let mut wrong = false;
    let run = solver.run(board, &request.limits, |digits| {
        found += 1;
        wrong = !board.is_solved_by(digits);
        if wrong {
            return ControlFlow::Break(());
        }
        let flow = visit(digits);
        if request.solutions.is_some_and(|most| found >= most) { ControlFlow::Break(()) } else { flow }
    });
    if wrong {
        let violation = Violation { constraint: "a house or a given".to_string() };
        return Err(SolveError::WrongSolution { engine: "classic", violation });
    }
    let outcome = match run.end {
        end if found > 0 => Outcome::Solutions { end },
        End::Exhausted => Outcome::None,
        End::Stopped(stop) => Outcome::Unknown(stop),
    };
    Ok(report(outcome, found, run.stats.steps, start.elapsed()))
}

fn report(outcome: Outcome, found: u64, steps: u64, engine_time: Duration) -> Report {
    Report { outcome, found, engine: "classic", steps, engine_time, setup_time: Duration::ZERO }
}
