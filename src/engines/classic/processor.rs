//! The steps that a processor may have instructions for, and how they are done without.

/// A kind of processor. All do the same, bit for bit.
pub(super) trait Processor: Copy {
    /// Runs a task with what this processor can do.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// The minirows that hold a cell of the set, as nine bits: bit 3r + b for row r in box b.
    fn minirows(self, cells: u32) -> usize;

    /// The columns of one stack, which starts at this column, as a 3×3 matrix with a row for each nine bits.
    fn gather(self, columns: u32, stack: u32) -> usize;

    /// The opposite: a matrix as the columns of one stack.
    fn scatter(self, matrix: u32, stack: u32) -> u32;

    /// Takes cells out of nine words that stand side by side; says which words held one of them, a bit each.
    fn take_out(self, words: &mut [u32; 9], cells: u32) -> u32;
}

/// What is compiled once for each kind of processor. Implementations have to be inlined as a whole.
pub(super) trait Task {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<P: Processor>(self, processor: P) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// The minirows of a row.
static OF_ROW: [u8; 512] = of_row();

const fn of_row() -> [u8; 512] {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        table[row] = (row & 7 != 0) as u8 | ((row & 0o70 != 0) as u8) << 1 | ((row & 0o700 != 0) as u8) << 2;
        row += 1;
    }
    table
}

impl Processor for Portable {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn minirows(self, cells: u32) -> usize {
        let of = |row: u32| usize::from(OF_ROW[(cells >> (10 * row) & 0o777) as usize]);
        of(0) | of(1) << 3 | of(2) << 6
    }

    #[inline(always)]
    fn gather(self, columns: u32, stack: u32) -> usize {
        let columns = columns >> stack;
        (columns & 7 | columns >> 6 & 0o70 | columns >> 12 & 0o700) as usize
    }

    #[inline(always)]
    fn scatter(self, matrix: u32, stack: u32) -> u32 {
        (matrix & 7 | (matrix & 0o70) << 6 | (matrix & 0o700) << 12) << stack
    }

    #[inline(always)]
    fn take_out(self, words: &mut [u32; 9], cells: u32) -> u32 {
        let mut held = 0;
        for (number, word) in words.iter_mut().enumerate() {
            held |= u32::from(*word & cells != 0) << number;
            *word &= !cells;
        }
        held
    }
}
