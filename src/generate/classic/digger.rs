//! Full grids and minimal sets of clues on the plain 9×9 board, by the kernel.
//!
//! Sets of cells are words of 81 bits. Another solution differs from the grid in a set of cells of which every puzzle of this
//! grid has to give one (an unavoidable set): these are kept, and answer most questions without a search.

use std::ops::ControlFlow;

use fastrand::Rng;

use crate::engines::{ClassicBoard, ClassicSolver, Limits};

/// The digits of 81 cells, row by row.
pub(super) type Grid = [u8; 81];

/// A set of cells.
pub(super) type CellSet = u128;

/// The cells of a set, in ascending order.
pub(super) fn cells_of(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The digits of these cells, 0 elsewhere.
pub(super) fn masked(grid: &Grid, clues: CellSet) -> Grid {
    let mut digits = [0; 81];
    cells_of(clues).for_each(|cell| digits[cell] = grid[cell]);
    digits
}

/// The cells with a digit.
pub(super) fn clues_of(digits: &Grid) -> CellSet {
    digits.iter().enumerate().fold(0, |set, (cell, &digit)| set | u128::from(digit != 0) << cell)
}

/// So many clues are taken at random before it is asked what is missing.
const START: u32 = 26;

/// Digs in one grid after another.
#[derive(Debug, Default)]
pub(super) struct Digger {
    solver: ClassicSolver,
    /// Sets of cells in which other solutions differ from the grid.
    unavoidable: Vec<CellSet>,
}

impl Digger {
    /// A random full grid: three random boxes on the diagonal and a few random digits, filled by the kernel, then relabelled and
    /// moved. All grids are possible, not all with the same chance.
    pub(super) fn grid(&mut self, rng: &mut Rng) -> Grid {
        loop {
            let mut digits = [0; 81];
            for corner in [0, 30, 60] {
                let mut own = [1, 2, 3, 4, 5, 6, 7, 8, 9];
                rng.shuffle(&mut own);
                own.iter().enumerate().for_each(|(at, &digit)| digits[corner + at / 3 * 9 + at % 3] = digit);
            }
            for _ in 0..6 {
                let cell = rng.usize(..81);
                if digits[cell] == 0 {
                    digits[cell] = rng.u8(1..=9);
                    if !ClassicBoard::of_digits(&digits).is_consistent() {
                        digits[cell] = 0;
                    }
                }
            }
            if let Some(grid) = self.first(&digits) {
                return moved(&grid, rng);
            }
        }
    }

    /// A solution.
    pub(super) fn first(&mut self, digits: &Grid) -> Option<Grid> {
        let mut found = None;
        self.solver.run(&ClassicBoard::of_digits(digits), &Limits::default(), |grid| {
            found = Some(*grid);
            ControlFlow::Break(())
        });
        found
    }

    /// Visits solutions.
    pub(super) fn each(&mut self, digits: &Grid, visit: impl FnMut(&Grid) -> ControlFlow<()>) {
        self.solver.run(&ClassicBoard::of_digits(digits), &Limits::default(), visit);
    }

    /// The number of solutions, at most two.
    pub(super) fn count(&mut self, digits: &Grid) -> u64 {
        self.solver.count(&ClassicBoard::of_digits(digits), &Limits::default(), 2).stats.answers
    }

    /// Whether each of some clues is needed for there to be one solution.
    pub(super) fn needs_each(&mut self, grid: &Grid, clues: CellSet, some: CellSet) -> bool {
        cells_of(some).all(|cell| self.needs(grid, clues & !(1 << cell), 1 << cell))
    }

    /// A set of clues with one solution from which no unit can go: all of `fixed`, and units in random order.
    pub(super) fn dig(&mut self, grid: &Grid, fixed: CellSet, units: &[CellSet], rng: &mut Rng) -> CellSet {
        self.unavoidable.clear();
        let mut order = units.to_vec();
        rng.shuffle(&mut order);
        let mut clues = fixed;
        for unit in &order {
            if clues.count_ones() >= START {
                break;
            }
            clues |= unit;
        }
        self.complete(grid, clues, fixed, &order)
    }

    /// Adds units to clues until there is one solution, then takes away those that can go, in the order of the units.
    pub(super) fn complete(
        &mut self,
        grid: &Grid,
        mut clues: CellSet,
        fixed: CellSet,
        order: &[CellSet],
    ) -> CellSet {
        while let Some(differs) = self.difference(grid, clues) {
            self.unavoidable.push(differs);
            // All cells that are not fixed are in some unit.
            let Some(unit) = order.iter().find(|&unit| unit & differs != 0) else { return clues };
            clues |= unit;
        }
        for &unit in order {
            let taken = unit & clues & !fixed;
            if taken != 0 && !self.needs(grid, clues & !taken, taken) {
                clues &= !taken;
            }
        }
        clues
    }

    /// Forgets the grid.
    pub(super) fn forget(&mut self) {
        self.unavoidable.clear();
    }

    /// The cells in which another solution differs.
    fn difference(&mut self, grid: &Grid, clues: CellSet) -> Option<CellSet> {
        let mut other = None;
        self.each(&masked(grid, clues), |found| {
            if found == grid {
                return ControlFlow::Continue(());
            }
            other = Some(*found);
            ControlFlow::Break(())
        });
        other.map(|other| differing(grid, &other))
    }

    /// Whether there is another solution without these clues, which were enough with them.
    fn needs(&mut self, grid: &Grid, rest: CellSet, taken: CellSet) -> bool {
        if self.unavoidable.iter().any(|set| set & rest == 0) {
            return true;
        }
        let board = ClassicBoard::of_digits(&masked(grid, rest));
        if taken.count_ones() > 2 {
            return self.solver.count(&board, &Limits::default(), 2).stats.answers > 1;
        }
        // Another solution has another digit in one of the cells.
        cells_of(taken).any(|cell| {
            let board = board.clone().without(cell, grid[cell]);
            self.solver.count(&board, &Limits::default(), 1).stats.answers > 0
        })
    }
}

fn differing(grid: &Grid, other: &Grid) -> CellSet {
    (0..81).fold(0, |set, cell| set | u128::from(grid[cell] != other[cell]) << cell)
}

/// The same grid with other digits and, band by band and stack by stack, its lines in another order.
fn moved(grid: &Grid, rng: &mut Rng) -> Grid {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut digits);
    let (rows, columns, turned) = (lines(rng), lines(rng), rng.bool());
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if turned { column * 9 + row } else { row * 9 + column };
        digits[usize::from(grid[from]) - 1]
    })
}

/// Rows in an order that keeps bands together.
fn lines(rng: &mut Rng) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut within = [[0, 1, 2]; 3];
    for order in &mut within {
        rng.shuffle(order);
    }
    std::array::from_fn(|line| bands[line / 3] * 3 + within[line / 3][line % 3])
}
