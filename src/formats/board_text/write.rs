//! Boards as text: one line for programs, rows with rulers for people.

use std::fmt::Write;

use crate::puzzles::Board;

/// The largest digit that one character can stand for.
const LARGEST: i32 = 35;

/// A board as one line: a character for each cell, row by row, `.` for a blank and `A` for 10.
///
/// A board with digits above 35, or below 1, has numbers with blanks between instead.
///
/// ```
/// use exactly::formats::write_line;
/// use exactly::puzzles::Board;
/// let board = Board::usual(4)?;
/// let mut cells = vec![None; 16];
/// cells[1] = Some(3);
/// assert_eq!(write_line(&board, &cells), ".3..............");
/// # Ok::<(), exactly::puzzles::PuzzleError>(())
/// ```
pub fn write_line(board: &Board, cells: &[Option<i32>]) -> String {
    let values = board.values();
    if *values.start() >= 1 && *values.end() <= LARGEST {
        return cells.iter().map(|&cell| character(cell)).collect();
    }
    let numbers: Vec<String> = cells.iter().map(|&cell| number(cell)).collect();
    numbers.join(" ")
}

/// A board in rows, with bars and rulers where boxes meet; numbers are aligned to the right.
///
/// ```
/// use exactly::formats::write_grid;
/// use exactly::puzzles::Board;
/// let board = Board::usual(4)?;
/// let text = write_grid(&board, &[Some(1); 16]);
/// assert_eq!(text, "1 1 | 1 1\n1 1 | 1 1\n----+----\n1 1 | 1 1\n1 1 | 1 1\n");
/// # Ok::<(), exactly::puzzles::PuzzleError>(())
/// ```
pub fn write_grid(board: &Board, cells: &[Option<i32>]) -> String {
    let width = cells.iter().map(|&cell| number(cell).len()).max().unwrap_or(1);
    let bars: Vec<bool> =
        (0..board.columns()).map(|column| column > 0 && cuts_column(board, column)).collect();
    let ruler: String = bars
        .iter()
        .enumerate()
        .map(|(column, bar)| {
            let before = if *bar {
                "-+-"
            } else if column > 0 {
                "-"
            } else {
                ""
            };
            before.to_owned() + "-".repeat(width).as_str()
        })
        .collect();
    let mut text = String::new();
    for (row, line) in cells.chunks(board.columns()).enumerate().take(board.rows()) {
        if row > 0 && cuts_row(board, row) {
            text += &ruler;
            text.push('\n');
        }
        for (column, &cell) in line.iter().enumerate() {
            let before = if bars[column] {
                " | "
            } else if column > 0 {
                " "
            } else {
                ""
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{before}{:>width$}", number(cell));
        }
        text.push('\n');
    }
    text
}

/// Whether every row changes its region before a column.
fn cuts_column(board: &Board, column: usize) -> bool {
    let cell = |row: usize| row * board.columns() + column;
    (0..board.rows()).all(|row| board.region_of(cell(row)) != board.region_of(cell(row) - 1))
}

/// Whether every column changes its region above a row.
fn cuts_row(board: &Board, row: usize) -> bool {
    let cell = |column: usize| row * board.columns() + column;
    (0..board.columns())
        .all(|column| board.region_of(cell(column)) != board.region_of(cell(column) - board.columns()))
}

fn number(cell: Option<i32>) -> String {
    cell.map_or_else(|| ".".to_owned(), |value| value.to_string())
}

fn character(cell: Option<i32>) -> char {
    let digit =
        cell.and_then(|value| u32::try_from(value).ok()).and_then(|value| char::from_digit(value, 36));
    digit.map_or('.', |c| c.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::{write_grid, write_line};
    use crate::formats::{Source, TextOptions, read_boards};
    use crate::puzzles::{Board, Puzzle};

    fn read(text: &str) -> Puzzle {
        let source = Source::new("a.txt", text);
        let mut boards = read_boards(&source, &TextOptions::default()).expect("the text has one reading");
        assert_eq!(boards.len(), 1, "{text}");
        boards.remove(0).expect("the board is whole")
    }

    #[test]
    fn text_and_boards_go_round() {
        for size in [4, 5, 6, 9, 10, 12, 16, 25, 30, 35, 36, 49] {
            let board = Board::usual(size).expect("the size is in range");
            let cells: Vec<Option<i32>> = (0..size * size)
                .map(|at| (at % 3 == 0).then_some(((at / size + at * 7) % size) as i32 + 1))
                .chain([Some(size as i32)])
                .skip(1)
                .collect();
            for text in [write_line(&board, &cells), write_grid(&board, &cells)] {
                let puzzle = read(&text);
                assert_eq!(puzzle.givens, cells, "{text}");
                assert_eq!(write_grid(&puzzle.board, &puzzle.givens), write_grid(&board, &cells));
            }
        }
    }

    #[test]
    fn numbers_are_aligned() {
        let board = Board::usual(12).expect("the size is in range");
        let mut cells = vec![None; 144];
        cells[1] = Some(12);
        let text = write_grid(&board, &cells);
        assert!(text.starts_with(" . 12  .  . |  .  .  .  . |  .  .  .  .\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("--")).count(), 3);
    }
}
