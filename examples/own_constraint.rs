//! A constraint of one's own needs only `check`, and then runs on every engine.
//!
//! Run it with `cargo run --example own_constraint`.

use exactly::solve::Problem;
use exactly::{Board, Constraint, EngineName, IntVar, Puzzle, Request};

/// Neighbours on a line of cells differ by at least this much.
#[derive(Debug)]
struct Whisper {
    line: Vec<IntVar>,
    gap: i32,
}

impl Constraint for Whisper {
    fn scope(&self) -> &[IntVar] {
        &self.line
    }

    fn check(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= self.gap)
    }

    fn describe(&self) -> String {
        format!("a whisper of {}", self.gap)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A 6×6 sudoku whose first row and first column are whispers.
    let mut statement = Puzzle::new(Board::usual(6)?).state().map_err(|mut faults| faults.remove(0))?;
    let row = statement.cells[..6].to_vec();
    let column = statement.cells.iter().step_by(6).copied().collect();
    for line in [row, column] {
        statement.model.add(Whisper { line, gap: 2 })?;
    }
    let mut counts = Vec::new();
    for engine in [EngineName::Dlx, EngineName::Varisat] {
        let request = Request { engine, solutions: Some(500), ..Request::default() };
        let report = Problem::new(&statement.model, &request).count(&request)?;
        println!("{engine}: {} solutions", report.found);
        counts.push(report.found);
    }
    assert_eq!(counts[0], counts[1], "each engine sees the same solutions");
    Ok(())
}
