//! Classic 9×9 boards at speed: rows, columns and 3×3 boxes, and nothing else.
//!
//! A position is a word of 27 bits for each digit in each band of three rows. What changes a word asks for it to be looked
//! at again, until nothing follows; then a cell with two candidates is guessed, the one with the most open peers. The
//! position is copied at each guess, and nothing is undone.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use exactly::engines::{Classic, ClassicBoard, Engine, Limits};
//!
//! let text = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
//! let digits: Vec<u8> = text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
//! let board = ClassicBoard::of_digits(&digits.try_into().expect("81 cells"));
//! let mut rows = Vec::new();
//! Classic.run(&board, &Limits::default(), &mut |solution| {
//!     rows.push(solution[..9].to_vec());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(rows, [[9, 5, 7, 2, 1, 4, 3, 8, 6]]);
//! ```

#![allow(
    clippy::inline_always,
    reason = "what is compiled for a processor has to be inlined where its instructions are allowed"
)]

mod branch;
mod position;
mod processor;
mod propagate;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::ControlFlow;

use super::{End, Engine, Limits, Run, Stats, Stop};
use position::Position;
use processor::{Portable, Processor, Task};
use propagate::{Fixpoint, propagate};

/// From so many guesses on, stacks are looked at too: it costs more than it saves on boards that fall quickly.
const STACKS_FROM: u64 = 3;

/// The kernel for classic boards. A step is a child of a node: a guess with what follows from it.
///
/// Answers are the digits of the cells, row by row. Their order depends on the board alone, not on the processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

/// A classic board: the candidates of 81 cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicBoard {
    /// Nothing where two givens clash.
    position: Option<Position>,
}

impl ClassicBoard {
    /// A board with digits, 0 for a blank. Equal digits in a house leave no solution.
    pub fn of_digits(digits: &[u8; 81]) -> Self {
        Self { position: Position::of_digits(digits) }
    }

    /// A board with candidates: bit 0 of a cell stands for the digit 1, bit 8 for 9.
    pub fn of_candidates(candidates: &[u16; 81]) -> Self {
        Self { position: Some(Position::of_candidates(candidates)) }
    }

    /// The board without a candidate: `cell` from 0, row by row, `digit` from 1 to 9.
    #[must_use]
    pub fn without(mut self, cell: usize, digit: u8) -> Self {
        if let Some(position) = &mut self.position {
            position.take_out(cell, digit);
        }
        self
    }
}

impl ClassicBoard {
    /// Whether no two givens clash; a board that is out of the question in another way may still be consistent.
    pub fn is_consistent(&self) -> bool {
        self.position.is_some()
    }

    /// Whether these digits, 1 to 9, are a solution: candidates of their cells, and in each house all different.
    pub fn is_solved_by(&self, digits: &[u8; 81]) -> bool {
        let Some(position) = &self.position else { return false };
        if !digits.iter().all(|digit| (1..=9).contains(digit)) {
            return false;
        }
        let mut columns = [0u16; 9];
        let mut all = true;
        for (band, cells) in digits.chunks_exact(27).enumerate() {
            let mut boxes = [0u16; 3];
            for (row, cells) in cells.chunks_exact(9).enumerate() {
                let mut found = 0;
                for (column, &digit) in cells.iter().enumerate() {
                    let number = usize::from(digit - 1) & 15;
                    let own = 1 << number;
                    found |= own;
                    columns[column] |= own;
                    boxes[column / 3] |= own;
                    all &= position.words[band * 9 + number.min(8)] >> (row * 10 + column) & 1 == 1;
                }
                all &= found == 0x1ff;
            }
            all &= boxes == [0x1ff; 3];
        }
        all && columns == [0x1ff; 9]
    }
}

/// Solves many boards one after another and keeps its memory between them.
#[derive(Clone, Debug, Default)]
pub struct ClassicSolver {
    waiting: Vec<Position>,
    portable: bool,
}

impl ClassicSolver {
    /// A solver that uses no instruction which some processor lacks; the same answers in the same order.
    pub fn portable() -> Self {
        Self { portable: true, ..Self::default() }
    }

    /// Visits the solutions until there are no more, a limit is reached, or `visit` breaks.
    pub fn run(
        &mut self,
        board: &ClassicBoard,
        limits: &Limits,
        visit: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Run {
        let mut visit = visit;
        self.search(board, limits, |position| visit(&position.digits()))
    }

    /// Counts the solutions up to `most`.
    pub fn count(&mut self, board: &ClassicBoard, limits: &Limits, most: u64) -> Run {
        let mut found = 0;
        self.search(board, limits, |_| {
            found += 1;
            if found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    fn search(
        &mut self,
        board: &ClassicBoard,
        limits: &Limits,
        visit: impl FnMut(&Position) -> ControlFlow<()>,
    ) -> Run {
        let Some(position) = board.position else {
            return Run { end: End::Exhausted, stats: Stats::default() };
        };
        self.waiting.clear();
        let search = Search { position, waiting: &mut self.waiting, limits, visit };
        #[cfg(target_arch = "x86_64")]
        if !self.portable
            && let Some(processor) = x86::Avx2::detect()
        {
            return processor.run(search);
        }
        Portable.run(search)
    }
}

impl Engine for Classic {
    type Problem = ClassicBoard;
    type Answer = [u8; 81];

    fn name(&self) -> &'static str {
        "classic"
    }

    fn run(
        &self,
        board: &ClassicBoard,
        limits: &Limits,
        visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Run {
        ClassicSolver::default().run(board, limits, visit)
    }
}

/// A depth-first search from a position.
struct Search<'s, V> {
    position: Position,
    /// The other child of each guess.
    waiting: &'s mut Vec<Position>,
    limits: &'s Limits,
    visit: V,
}

impl<V: FnMut(&Position) -> ControlFlow<()>> Task for Search<'_, V> {
    type Output = Run;

    #[inline(always)]
    fn run<P: Processor>(mut self, processor: P) -> Run {
        let mut stats = Stats::default();
        if let Some(stop) = self.limits.reached(0, 0, 0) {
            return Run { end: End::Stopped(stop), stats };
        }
        let mut position = self.position;
        loop {
            let fixpoint = if stats.steps < STACKS_FROM {
                propagate::<P, false>(processor, &mut position)
            } else {
                propagate::<P, true>(processor, &mut position)
            };
            if let Fixpoint::Open(pairs) = fixpoint {
                self.waiting.push(guess(&mut position, pairs));
            } else {
                if fixpoint == Fixpoint::Settled {
                    stats.answers += 1;
                    if (self.visit)(&position).is_break() {
                        return Run { end: End::Stopped(Stop::Solutions), stats };
                    }
                }
                let Some(other) = self.waiting.pop() else { return Run { end: End::Exhausted, stats } };
                position = other;
            }
            if let Some(stop) = self.limits.reached(stats.steps, stats.steps, stats.answers) {
                return Run { end: End::Stopped(stop), stats };
            }
            stats.steps += 1;
        }
    }
}

/// Places a candidate of the cell to guess; the position without it is left for later.
#[inline(always)]
fn guess(position: &mut Position, pairs: propagate::Pairs) -> Position {
    let (band, bit) = branch::cell(position, pairs);
    let mut digits = (0..9).filter(|digit| position.words[band * 9 + digit] & bit != 0);
    let (first, second, third) = (digits.next().unwrap_or(0), digits.next().unwrap_or(0), digits.next());
    let mut other = *position;
    if third.is_none() {
        place(&mut other, band * 9 + second, bit);
    } else {
        other.words[band * 9 + first] &= !bit;
        other.changed |= 1 << (band * 9 + first);
    }
    place(position, band * 9 + first, bit);
    other
}

/// Leaves a digit no other cell in the row of its cell.
#[inline(always)]
fn place(position: &mut Position, number: usize, bit: u32) {
    position.words[number] &= !tables::rows_of(bit) | bit;
    position.changed |= 1 << number;
}
