//! One form for all plain 9×9 boards that are the same but for the order of lines and the names of digits.

use super::random::mixed;

/// The orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The canonical form of a plain 9×9 board, 0 for a blank, row by row.
///
/// Two boards have the same form exactly when one becomes the other by exchanging digits, rows within a band, columns within a
/// stack, bands, stacks, or rows with columns: 3,359,232 moves times 9! names. It is the least of all these boards, read
/// row by row with blanks first, where digits are named in the order in which they come. Digits above 9 count as blanks.
///
/// ```
/// let mut board = [0; 81];
/// (board[40], board[80]) = (7, 3);
/// let form = exactly::generate::canonical(&board);
/// assert_eq!(form.iter().position(|&digit| digit == 1), Some(53));
/// assert_eq!(exactly::generate::canonical(&form), form);
/// ```
pub fn canonical(board: &[u8; 81]) -> [u8; 81] {
    let plain = board.map(|digit| if digit > 9 { 0 } else { digit });
    let turned = std::array::from_fn(|cell| plain[cell % 9 * 9 + cell / 9]);
    let mut best = Best([u8::MAX; 81]);
    for board in [plain, turned] {
        for columns in column_orders() {
            let start = Start { names: [0; 10], next: 1, used: 0 };
            best.descend(&board, &columns, 0, &start);
        }
    }
    best.0
}

/// The orders of columns that keep stacks together.
fn column_orders() -> impl Iterator<Item = [usize; 9]> {
    (0..6 * 216).map(|number| {
        let stacks = ORDERS[number / 216];
        let within = [number / 36 % 6, number / 6 % 6, number % 6].map(|at| ORDERS[at]);
        std::array::from_fn(|column| stacks[column / 3] * 3 + within[column / 3][column % 3])
    })
}

/// The rows taken so far, and the names that their digits got.
#[derive(Clone)]
struct Start {
    names: [u8; 10],
    next: u8,
    /// The rows taken, a bit each.
    used: u16,
}

/// The least board so far.
struct Best([u8; 81]);

impl Best {
    /// Tries every row that can come next, and goes on with those that are not above the best.
    fn descend(&mut self, board: &[u8; 81], columns: &[usize; 9], row: usize, start: &Start) {
        if row == 9 {
            return;
        }
        for from in (0..9).filter(|&from| start.allows(from, row)) {
            let mut next = start.clone();
            next.used |= 1 << from;
            let named: [u8; 9] = std::array::from_fn(|at| next.name(board[from * 9 + columns[at]]));
            let own = &mut self.0[row * 9..];
            if named[..] > own[..9] {
                continue;
            }
            if named[..] < own[..9] {
                own.fill(u8::MAX);
                own[..9].copy_from_slice(&named);
            }
            self.descend(board, columns, row + 1, &next);
        }
    }
}

impl Start {
    /// Whether a row can come next: any of a new band, then the others of that band.
    fn allows(&self, from: usize, row: usize) -> bool {
        let band = self.used >> (from / 3 * 3) & 7;
        self.used >> from & 1 == 0 && if row.is_multiple_of(3) { band == 0 } else { band != 0 && band != 7 }
    }

    fn name(&mut self, digit: u8) -> u8 {
        let name = &mut self.names[usize::from(digit)];
        if digit > 0 && *name == 0 {
            *name = self.next;
            self.next += 1;
        }
        *name
    }
}

/// A number that is the same for boards of one canonical form, and seldom for others.
pub(super) fn fingerprint(board: &[u8; 81]) -> u64 {
    if board.contains(&0) { of_clues(board) } else { of_grid(board) }
}

/// What lies where, told by numbers that lines, boxes and digits give each other.
fn of_clues(board: &[u8; 81]) -> u64 {
    let clues = || (0..81).filter(|&cell| board[cell] != 0);
    let parts = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        [row, 9 + column, 18 + row / 3 * 3 + column / 3, 27 + usize::from(board[cell].clamp(1, 9)) - 1]
    };
    let mut weights = [1u64; 36];
    let mut cells = [0u64; 81];
    for _ in 0..3 {
        let mut next = [0u64; 36];
        for cell in clues() {
            let [row, column, own, digit] = parts(cell);
            let lines = mixed(weights[row]).wrapping_add(mixed(weights[column]));
            cells[cell] =
                mixed(lines ^ mixed(weights[own]).rotate_left(20) ^ mixed(weights[digit]).rotate_left(40));
            for part in parts(cell) {
                next[part] = next[part].wrapping_add(cells[cell]);
            }
        }
        for line in 0..18 {
            let band: u64 =
                (line / 3 * 3..line / 3 * 3 + 3).fold(0, |sum, line| sum.wrapping_add(mixed(next[line])));
            weights[line] = mixed(next[line]) ^ band.rotate_left(9);
        }
        weights[18..].copy_from_slice(&next[18..]);
    }
    clues().fold(0, |sum, cell| sum.wrapping_add(cells[cell]))
}

/// The cycles in which the digits of two lines of a band change places.
fn of_grid(board: &[u8; 81]) -> u64 {
    let mut sum = 0u64;
    for columns in [false, true] {
        let at = |line: usize, place: usize| board[if columns { place * 9 + line } else { line * 9 + place }];
        for band in [0, 3, 6] {
            let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
                let mut to = [0u8; 10];
                (0..9)
                    .for_each(|place| to[usize::from(at(band + one, place) % 10)] = at(band + other, place));
                mixed(cycles(&to))
            });
            sum = sum.wrapping_add(mixed(pairs.iter().fold(0, |sum, pair| sum.wrapping_add(*pair))));
        }
    }
    sum
}

/// The lengths of the cycles, as a number with a digit for each length.
fn cycles(to: &[u8; 10]) -> u64 {
    let mut seen = [false; 10];
    let mut lengths = 0;
    for first in 1..10 {
        let (mut digit, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[digit], true) {
            digit = usize::from(to[digit] % 10);
            length += 1;
        }
        lengths += if length > 0 { 10u64.pow(length) } else { 0 };
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::{canonical, fingerprint};
    use crate::engines::{Classic, ClassicBoard, Engine, Limits};

    /// A random move of the board and other names for its digits.
    fn transformed(board: &[u8; 81], rng: &mut fastrand::Rng) -> [u8; 81] {
        let mut lines = || {
            let mut bands = [0, 1, 2];
            rng.shuffle(&mut bands);
            bands
                .into_iter()
                .flat_map(|band| {
                    let mut within = [0, 1, 2];
                    rng.shuffle(&mut within);
                    within.map(|line| band * 3 + line)
                })
                .collect::<Vec<_>>()
        };
        let (rows, columns) = (lines(), lines());
        let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        rng.shuffle(&mut names);
        let turned = rng.bool();
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if turned { column * 9 + row } else { row * 9 + column };
            if board[from] == 0 { 0 } else { names[usize::from(board[from]) - 1] }
        })
    }

    #[test]
    fn the_form_is_the_same_under_every_move() {
        let mut rng = fastrand::Rng::with_seed(3);
        let text = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
        let puzzle: [u8; 81] = std::array::from_fn(|cell| text.as_bytes()[cell].saturating_sub(b'0') % 10);
        let puzzle = puzzle.map(|digit| if digit > 9 { 0 } else { digit });
        let mut grid = [0; 81];
        Classic.run(&ClassicBoard::of_digits(&puzzle), &Limits::default(), &mut |found| {
            grid = *found;
            std::ops::ControlFlow::Break(())
        });
        for board in [puzzle, grid] {
            let (form, print) = (canonical(&board), fingerprint(&board));
            assert_eq!(canonical(&form), form);
            for _ in 0..500 {
                let other = transformed(&board, &mut rng);
                assert_eq!(fingerprint(&other), print);
                assert_eq!(canonical(&other), form, "{other:?}");
            }
        }
        let mut other = puzzle;
        other[0] = 0;
        assert_ne!(canonical(&other), canonical(&puzzle));
    }
}
