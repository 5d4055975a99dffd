//! Boards of OpenSudoku's XML files: each `data="…"` holds the 81 digits of one.

use super::grid::{count, read_digit};
use super::piece::{Piece, error_at};
use super::{ReadError, Source};
use crate::puzzles::{Board, Puzzle};

const DATA: &str = "data=\"";

/// Whether a text looks like an OpenSudoku file.
pub(super) fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<opensudoku")
}

/// Reads every game of an OpenSudoku file. `0` is a blank.
///
/// A game that cannot be read is an error in its place.
///
/// # Errors
/// A text without any game.
pub fn read_opensudoku(source: &Source) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let games: Vec<_> =
        source.text.match_indices(DATA).map(|(at, _)| read_game(source, at + DATA.len())).collect();
    if games.is_empty() {
        let error = ReadError::new(source, 0..0, "no game in this file");
        return Err(error.with_help("a game is written `<game data=\"…\" />` with 81 digits"));
    }
    Ok(games)
}

fn read_game(source: &Source, start: usize) -> Result<Puzzle, ReadError> {
    let end = source.text[start..].find('"').map_or(source.text.len(), |length| start + length);
    let piece = Piece::verbatim(source, start..end);
    let whole = piece.whole();
    let tokens = whole.symbols();
    if tokens.len() != 81 {
        let error = error_at(source, start..end, format!("{}, not 81", count(tokens.len(), "digit")));
        return Err(error.with_help("a game is a line of 81 digits, `0` for a blank"));
    }
    let mut puzzle = Puzzle::new(Board::usual(9).expect("9 is a usual size"));
    puzzle.place = Some(source.place(start));
    let values = puzzle.board.values();
    puzzle.givens =
        tokens.iter().map(|token| read_digit(source, token, &values)).collect::<Result<_, _>>()?;
    Ok(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found() {
        let text =
            format!("<opensudoku>\n<game data=\"{}12\" />\n<game data=\"3\"/></opensudoku>", "0".repeat(79));
        assert!(looks_like(&text));
        let games = read_opensudoku(&Source::new("o.xml", text)).expect("two games");
        assert_eq!(games[0].as_ref().map(|puzzle| puzzle.givens[79]), Ok(Some(1)));
        assert_eq!(
            games[1].as_ref().map_err(ToString::to_string),
            Err("o.xml:3:13: 1 digit, not 81".to_string())
        );
    }
}
