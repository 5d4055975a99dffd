//! `exactly decode`: the board in a SAT solver's output.

use std::path::PathBuf;

use super::exit::Exit;
use super::input::{Text, load_file, read_source};
use super::report::{Failure, print};
use crate::formats::{SolverAnswer, read_solver_output, write_grid, write_line};
use crate::model::Solution;
use crate::puzzles::Statement;

/// Arguments of `decode`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The puzzle that was exported
    #[arg(value_name = "PUZZLE")]
    puzzle: PathBuf,

    /// The solver's output; `-` or nothing reads standard input
    #[arg(value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,

    /// Print the solution as a line of digits
    #[arg(long)]
    line: bool,

    #[command(flatten)]
    text: Text,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = load_file(&args.puzzle, &args.text)?;
    let statement = puzzle.state().map_err(|faults| Failure::faults(&file, &faults))?;
    let source = read_source(&args.output)?;
    let values = match read_solver_output(&source).map_err(|error| Failure::read(&source, &error))? {
        SolverAnswer::Satisfiable(values) => values,
        SolverAnswer::Unsatisfiable => {
            print("no solution")?;
            return Ok(Exit::None);
        }
        SolverAnswer::Unknown => {
            print("unknown")?;
            return Ok(Exit::Limit);
        }
    };
    let is_true = |var: usize| values.get(&var).copied().unwrap_or(false);
    let solution = solution(&statement, is_true).map_err(|reason| Failure::plain(&source.name, reason))?;
    statement.model.check(&solution).map_err(|violation| {
        Failure::plain(&source.name, format!("this is no solution of {file}: {violation}"))
    })?;
    let digits: Vec<Option<i32>> = statement.digits(&solution).into_iter().map(Some).collect();
    let write = if args.line { write_line } else { write_grid };
    print(write(&puzzle.board, &digits).trim_end())?;
    Ok(Exit::Found)
}

/// The values that the true choices give, choice `c` being CNF variable `c`.
fn solution(statement: &Statement, is_true: impl Fn(usize) -> bool) -> Result<Solution, String> {
    let variables = &statement.model.primitives().variables;
    let value = |var| {
        let taken: Vec<i32> = variables
            .choices(var)
            .filter(|choice| is_true(choice.index()))
            .map(|choice| variables.value(choice))
            .collect();
        match taken[..] {
            [value] => Ok(value),
            [] => Err(format!("{} has no digit in this output", statement.model.name(var))),
            _ => Err(format!("{} has {} digits in this output", statement.model.name(var), taken.len())),
        }
    };
    Ok(Solution::new(variables.iter().map(value).collect::<Result<_, _>>()?))
}
