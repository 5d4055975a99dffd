//! Tables and masks for a band: three rows of nine cells.
//!
//! A band is a word of three rows of ten bits: nine for the cells and a zero above them, so that arithmetic on a row does
//! not reach the next one. A *minirow* is the three cells that a row and a box share, a band has nine of them.

/// The lowest bit of each row.
pub(super) const LOWEST: u32 = 1 | 1 << 10 | 1 << 20;
/// The cells of the lowest row.
pub(super) const ROW: u32 = 0x1ff;
/// All 27 cells of a band.
pub(super) const BAND: u32 = ROW * LOWEST;
/// The zero above each row.
const ABOVE: u32 = 0x200 * LOWEST;
/// The first cell of each minirow.
pub(super) const MINIROWS: u32 = 0o111 * LOWEST;

/// For the minirows that a digit can be in: all cells of those that it can be in together with one in each other row and
/// box of the band; 0 where there is no such choice. Bit 3r + b of the index is row r in box b.
pub(super) static TOGETHER: [u32; 512] = together();
/// The same as a set of places in a 3×3 matrix.
pub(super) static MATCHED: [u16; 512] = matched();
/// For the columns that a digit can be in: those that a box needs, in all three rows.
pub(super) static NEEDED: [u32; 512] = needed();
/// For a cell, the cells that share a house with it, by band; the cell itself is not among them.
pub(super) static PEERS: [[u32; 4]; 81] = peers();

/// The rows that hold a cell of the set, whole.
#[inline(always)]
pub(super) const fn rows_of(cells: u32) -> u32 {
    let above = (cells + BAND) & ABOVE;
    above - (above >> 9)
}

/// The cells without the lowest one of each row; every row has to hold one.
#[inline(always)]
pub(super) const fn without_lowest(cells: u32) -> u32 {
    cells & (cells - LOWEST)
}

/// The columns that hold a cell of the set, as nine bits.
#[inline(always)]
pub(super) const fn columns_of(cells: u32) -> u32 {
    (cells | cells >> 10 | cells >> 20) & ROW
}

/// The bit of a cell, 0 to 80, in its band.
pub(super) const fn bit_of(cell: usize) -> u32 {
    1 << (cell / 9 % 3 * 10 + cell % 9)
}

/// The cell, 0 to 80, of a bit's number in a band.
#[inline(always)]
pub(super) const fn cell_of(band: usize, bit: u32) -> usize {
    let row = (bit / 10) as usize;
    band * 27 + bit as usize - row
}

/// The union of the permutations within a 3×3 matrix.
const fn permutations_in(matrix: u16) -> u16 {
    let mut union = 0;
    let mut first = 0;
    while first < 3 {
        let mut second = 0;
        while second < 3 {
            if second != first {
                let permutation = 1 << first | 8 << second | 64 << (3 - first - second);
                if matrix & permutation == permutation {
                    union |= permutation;
                }
            }
            second += 1;
        }
        first += 1;
    }
    union
}

const fn matched() -> [u16; 512] {
    let mut table = [0; 512];
    let mut matrix = 0;
    while matrix < 512 {
        table[matrix] = permutations_in(matrix as u16);
        matrix += 1;
    }
    table
}

const fn together() -> [u32; 512] {
    let matched = matched();
    let mut table = [0; 512];
    let mut matrix = 0;
    while matrix < 512 {
        let mut place = 0;
        while place < 9 {
            if matched[matrix] >> place & 1 == 1 {
                table[matrix] |= 7 << (place / 3 * 10 + place % 3 * 3);
            }
            place += 1;
        }
        matrix += 1;
    }
    table
}

const fn needed() -> [u32; 512] {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        let mut first = 0;
        while first < 9 {
            let of_box = columns as u32 & 7 << first;
            if of_box.is_power_of_two() {
                table[columns] |= of_box * LOWEST;
            }
            first += 3;
        }
        columns += 1;
    }
    table
}

const fn peers() -> [[u32; 4]; 81] {
    let mut table = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column) = (cell / 9, cell % 9);
            let (other_row, other_column) = (other / 9, other % 9);
            let same_box = row / 3 == other_row / 3 && column / 3 == other_column / 3;
            if cell != other && (row == other_row || column == other_column || same_box) {
                table[cell][other / 27] |= bit_of(other);
            }
            other += 1;
        }
        cell += 1;
    }
    table
}
