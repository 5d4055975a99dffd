//! A DIMACS solver's output as a text of the user's, with the place of what is wrong in it.

use super::{ReadError, Source};
pub use crate::cnf::SolverAnswer;
use crate::cnf::parse_solver_output;

/// Reads a solver's output, see [`parse_solver_output`].
///
/// # Errors
/// As there.
///
/// ```
/// use exactly::formats::{Source, SolverAnswer, read_solver_output};
///
/// let output = Source::new("out", "s SATISFIABLE\nv 1 -2\nv 3 0\n");
/// let SolverAnswer::Satisfiable(values) = read_solver_output(&output)? else { panic!("satisfiable") };
/// assert_eq!(values.into_values().collect::<Vec<_>>(), [true, false, true]);
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_solver_output(source: &Source) -> Result<SolverAnswer, ReadError> {
    parse_solver_output(&source.text).map_err(|wrong| {
        let error = ReadError::new(source, wrong.span, wrong.message);
        match wrong.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    })
}
