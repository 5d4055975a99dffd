//! Boards as text: one line for programs, rows with rulers for people.

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
    let texts: Vec<String> = cells.iter().map(|&cell| number(cell)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let texts: Vec<String> = texts.iter().map(|text| format!("{text:>width$}")).collect();
    write_rows(board, &texts)
}

/// A board with the candidates of each cell, in rows with bars and rulers; a candidate that comes with `false` is in doubt
/// and has a question mark after it.
///
/// Digits above 9 are letters, `A` for 10; on a board with digits above 35, or below 1, commas stand between.
///
/// ```
/// use exactly::formats::write_candidates;
/// use exactly::puzzles::Board;
/// let board = Board::usual(4)?;
/// let mut cells = vec![vec![(4, true)]; 16];
/// cells[1] = vec![(1, true), (2, false)];
/// assert!(write_candidates(&board, &cells).starts_with("4 12? | 4 4\n4 4   | 4 4\n------+----\n"));
/// # Ok::<(), exactly::puzzles::PuzzleError>(())
/// ```
pub fn write_candidates(board: &Board, cells: &[Vec<(i32, bool)>]) -> String {
    let short = *board.values().start() >= 1 && *board.values().end() <= LARGEST;
    let mark = |&(value, sure): &(i32, bool)| {
        let digit = if short { character(Some(value)).to_string() } else { value.to_string() };
        digit + if sure { "" } else { "?" }
    };
    let text = |cell: &Vec<(i32, bool)>| {
        let marks: Vec<String> = cell.iter().map(mark).collect();
        if marks.is_empty() { ".".to_owned() } else { marks.join(if short { "" } else { "," }) }
    };
    let texts: Vec<String> = cells.iter().map(text).collect();
    let width_of = |column: usize| {
        texts.iter().skip(column).step_by(board.columns()).map(String::len).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..board.columns()).map(width_of).collect();
    let texts: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| format!("{text:<width$}", width = widths[at % board.columns()]))
        .collect();
    write_rows(board, &texts)
}

/// Texts, in each column of one length, in rows with bars and rulers where boxes meet.
fn write_rows(board: &Board, texts: &[String]) -> String {
    let before: Vec<&str> = (0..board.columns())
        .map(|column| match column {
            0 => "",
            _ if cuts_column(board, column) => " | ",
            _ => " ",
        })
        .collect();
    let mut text = String::new();
    for (row, cells) in texts.chunks(board.columns()).enumerate().take(board.rows()) {
        if row > 0 && cuts_row(board, row) {
            for (before, cell) in before.iter().zip(cells) {
                text += &before.replace(' ', "-").replace('|', "+");
                text += &"-".repeat(cell.len());
            }
            text.push('\n');
        }
        let line: String =
            before.iter().zip(cells).flat_map(|(before, cell)| [*before, cell.as_str()]).collect();
        text += line.trim_end();
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
