//! Plain 9×9 boards without a model: lists of them are solved faster than models of them are stated.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::run_options::EngineOptions;
use crate::engines::{ClassicBoard, ClassicSolver};
use crate::puzzles::{Board, Puzzle};
use crate::solve::{Report, Request, SolveError, run_classic};

/// The board with rows, columns and 3×3 boxes.
pub(super) static USUAL: LazyLock<Board> =
    LazyLock::new(|| Board::usual(9).expect("a 9×9 board is within the sizes"));

/// What a core keeps from one board to the next.
pub(super) struct Tools {
    solver: ClassicSolver,
    request: Request,
}

impl Tools {
    /// Tools for boards to be solved up to so many solutions.
    pub(super) fn new(options: &EngineOptions, solutions: Option<u64>) -> Self {
        Self { solver: ClassicSolver::default(), request: options.request(solutions) }
    }

    /// Visits the solutions of a board; nothing where givens clash.
    pub(super) fn run(
        &mut self,
        options: &EngineOptions,
        digits: &[u8; 81],
        visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Option<Result<Report, SolveError>> {
        let board = ClassicBoard::of_digits(digits);
        if !board.is_consistent() {
            return None;
        }
        options.restart(&mut self.request);
        Some(run_classic(&board, &mut self.solver, &self.request, visit))
    }

    /// Whether a board has two solutions.
    pub(super) fn is_ambiguous(&mut self, options: &EngineOptions, digits: &[u8; 81]) -> bool {
        let request = Request { solutions: Some(2), ..options.request(Some(2)) };
        let board = ClassicBoard::of_digits(digits);
        run_classic(&board, &mut self.solver, &request, &mut |_| ControlFlow::Continue(()))
            .is_ok_and(|report| report.found > 1)
    }
}

/// The givens of a puzzle that is a plain 9×9 board, 0 for a blank.
pub(super) fn digits_of(puzzle: &Puzzle) -> Option<[u8; 81]> {
    if puzzle.givens.len() != 81 || !puzzle.is_bare() || *puzzle.board != *USUAL {
        return None;
    }
    let mut digits = [0; 81];
    for (digit, given) in digits.iter_mut().zip(&puzzle.givens) {
        *digit = given
            .map_or(Some(0), |given| u8::try_from(given).ok().filter(|given| (1..=9).contains(given)))?;
    }
    Some(digits)
}
