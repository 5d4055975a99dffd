//! A puzzle in words: a line for what a way out cannot draw.

use itertools::Itertools;

use crate::puzzles::{HouseKind, Puzzle};

/// What is to be known of a board that no cell shows: its digits, its variables outside, what is best.
pub(super) fn of_board(puzzle: &Puzzle) -> Vec<String> {
    let board = &puzzle.board;
    let values = board.values();
    let usual = board.rows().max(board.columns()) as i32;
    let is_usual = *values.start() == 1 && *values.end() == usual;
    let digits = (!is_usual).then(|| format!("digits: {} to {}", values.start(), values.end()));
    let has_lines = board.houses().iter().any(|house| matches!(house.kind, HouseKind::Row(_)));
    let repeats = (!has_lines).then(|| "digits may repeat in rows and columns".to_string());
    let variables = puzzle.extras.iter().map(|extra| {
        let (low, high) = extra.values;
        let names = match extra.count {
            1 => extra.name.clone(),
            count => format!("{} to {}", extra.cell_name(0), extra.cell_name(count - 1)),
        };
        format!("outside the board: {names}, each {low} to {high}")
    });
    digits.into_iter().chain(repeats).chain(variables).chain(objective(puzzle)).collect()
}

fn objective(puzzle: &Puzzle) -> Option<String> {
    let objective = puzzle.objective.as_ref()?;
    let term = |&(weight, cell): &(i64, usize)| match weight {
        1 => puzzle.cell_name(cell),
        _ => format!("{weight}·{}", puzzle.cell_name(cell)),
    };
    Some(format!("{} sum: {}", objective.goal, objective.terms.iter().map(term).join(" + ")))
}

/// The diagonals and extra regions that hold each digit once.
pub(super) fn of_houses(puzzle: &Puzzle) -> Vec<String> {
    let cells = |cells: &[usize]| cells.iter().map(|&cell| puzzle.cell_name(cell)).join(" ");
    let houses = puzzle.board.houses().iter().filter_map(|house| match house.kind {
        HouseKind::DiagonalDown | HouseKind::DiagonalUp => Some(house.kind.to_string()),
        HouseKind::Extra(_) => Some(format!("{}: {}", house.kind, cells(&house.cells))),
        _ => None,
    });
    houses.collect()
}

/// Its cages and its other clues, each as messages name it.
pub(super) fn of_clues(puzzle: &Puzzle) -> (Vec<String>, Vec<String>) {
    let givens = puzzle.givens.iter().flatten().count();
    let mut cages: Vec<String> = puzzle.parts().into_iter().skip(givens).map(|part| part.name).collect();
    let clues = cages.split_off(puzzle.cages.len());
    (cages, clues)
}
