//! A puzzle is stated as a model once; solving and counting then ask the same model.
//!
//! Run it with `cargo run --example sudoku`.

use std::ops::ControlFlow;

use exactly::formats::{Source, TextOptions, read_puzzles, write_grid};
use exactly::{Outcome, Request, solve};

const BOARD: &str = "\
. . 7 | . . . | . . 6
8 2 4 | . 3 . | . . .
. . 1 | . . 9 | . . 2
------+-------+------
. 9 . | . . 2 | . 1 8
. . . | 4 . . | . . 5
1 3 2 | 5 . 8 | . . .
------+-------+------
. . . | 6 8 7 | . . .
. . . | . . . | 8 . 9
. 4 . | 9 . . | . 5 .
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Read: any notation of `exactly::formats`; every error has a line and a column.
    let puzzle = read_puzzles(&Source::new("board", BOARD), &TextOptions::default())?.remove(0)?;

    // State: the first fault, such as two equal digits in a row, is the error here.
    let statement = puzzle.state().map_err(|mut faults| faults.remove(0))?;
    let primitives = statement.model.primitives();
    println!("{} choices", primitives.variables.choice_count());
    println!("{} exactly-one groups", primitives.exactly_one_count());

    // Solve: the visitor sees each solution and says whether to go on.
    let report = solve::run(&statement.model, &Request::default(), &mut |solution| {
        let digits: Vec<Option<i32>> = statement.digits(&solution).into_iter().map(Some).collect();
        print!("{}", write_grid(&puzzle.board, &digits));
        ControlFlow::Break(())
    })?;
    assert!(matches!(report.outcome, Outcome::Solutions { .. }));

    // Count: two are enough to know whether the solution is the only one.
    let request = Request { solutions: Some(2), ..Request::default() };
    let report = solve::Problem::new(&statement.model, &request).count(&request)?;
    println!("{}", if report.found == 1 { "the only solution" } else { "not the only solution" });
    Ok(())
}
