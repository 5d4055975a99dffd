//! The lists of cells that a use speaks of: those it names, or every row, pair of neighbours, and so on.

use super::super::HouseKind;
use super::super::types::Site;

/// The words for every list of one kind.
const PLACES: [&str; 7] = ["rows", "columns", "boxes", "squares", "neighbours", "knight-moves", "king-moves"];

/// The lists of cells of a use: its `cells`, or what `on` says.
pub(super) fn lists(site: &Site<'_>) -> Result<Vec<Vec<usize>>, String> {
    let args = &site.clue.args.0;
    match (args.contains_key("cells"), args.contains_key("on")) {
        (true, false) => Ok(vec![site.cells("cells").to_vec()]),
        (false, true) => on(site),
        (true, true) => Err("both `cells` and `on` say where it is used".to_string()),
        (false, false) => Err("`cells`, `lines` or `on` is missing: where it is used".to_string()),
    }
}

fn on(site: &Site<'_>) -> Result<Vec<Vec<usize>>, String> {
    let board = site.board();
    let (rows, columns) = (board.rows(), board.columns());
    let pairs = |moves: &[(i32, i32)]| site.pairs_at(moves).into_iter().map(|(a, b)| vec![a, b]).collect();
    let place = site.text("on");
    let lists: Vec<Vec<usize>> = match place {
        "rows" => (0..rows).map(|row| (row * columns..(row + 1) * columns).collect()).collect(),
        "columns" => {
            (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect()).collect()
        }
        "boxes" => board
            .houses()
            .iter()
            .filter(|house| matches!(house.kind, HouseKind::Box(_) | HouseKind::Region(_)))
            .map(|house| house.cells.clone())
            .collect(),
        "squares" => site.squares().into_iter().map(Vec::from).collect(),
        "neighbours" => pairs(&[(0, 1), (1, 0)]),
        "knight-moves" => pairs(&[(1, 2), (2, 1), (1, -2), (2, -1)]),
        "king-moves" => pairs(&[(0, 1), (1, 0), (1, 1), (1, -1)]),
        other => return Err(format!("`on` is `{other}`, not one of {}", PLACES.join(", "))),
    };
    if lists.is_empty() { Err(format!("this board has no {place}")) } else { Ok(lists) }
}
