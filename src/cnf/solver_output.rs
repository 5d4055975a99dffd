//! What a DIMACS solver printed: `s` and `v` lines, or MiniSat's result file.
//!
//! Read three ways: satisfiable with literals, unsatisfiable, or unknown. An output that says nothing, or two things, is
//! an error and never an answer.

use std::collections::BTreeMap;
use std::ops::Range;

/// The answer in a solver's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// Satisfiable: the value of each variable, by 0-based number, that the output names.
    Satisfiable(BTreeMap<usize, bool>),
    /// Unsatisfiable.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// What is wrong with a solver's output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OutputError {
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right, where there is something to say.
    pub help: Option<&'static str>,
}

/// Reads a solver's output. `v` lines may come before or after the `s` line and may be wrapped anywhere; comments and
/// carriage returns are skipped; variables that are not named are free.
///
/// # Errors
/// No status, two different ones, no model for "satisfiable", a literal that is not a number, or a variable given both ways.
///
/// ```
/// use exactly::cnf::{SolverAnswer, parse_solver_output};
///
/// assert_eq!(parse_solver_output("c done\ns UNSATISFIABLE\n")?, SolverAnswer::Unsatisfiable);
/// # Ok::<(), exactly::cnf::OutputError>(())
/// ```
pub fn parse_solver_output(text: &str) -> Result<SolverAnswer, OutputError> {
    let mut reading =
        Reading { text, status: None, values: BTreeMap::new(), has_model: false, terminated: false };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        reading.line(line.trim(), at + indent)?;
        at += line.len();
    }
    reading.finish()
}

fn error(span: Range<usize>, message: impl Into<String>, help: Option<&'static str>) -> OutputError {
    OutputError { span, message: message.into(), help }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

struct Reading<'s> {
    text: &'s str,
    status: Option<Status>,
    values: BTreeMap<usize, bool>,
    has_model: bool,
    terminated: bool,
}

impl Reading<'_> {
    fn line(&mut self, line: &str, at: usize) -> Result<(), OutputError> {
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let rest_at = at + line.len() - rest.len();
        match first {
            "" => Ok(()),
            "c" => {
                // CaDiCaL says so in a comment when a limit ends it.
                if rest.trim() == "UNKNOWN" && self.status.is_none() {
                    self.status = Some(Status::Unknown);
                }
                Ok(())
            }
            "s" => self.set_status(rest.trim(), rest_at),
            "v" => self.literals(rest, rest_at),
            "SATISFIABLE" | "SAT" | "UNSATISFIABLE" | "UNSAT" | "INDET" | "INDETERMINATE" | "UNKNOWN"
                if rest.is_empty() =>
            {
                self.set_status(first, at)
            }
            _ if self.status == Some(Status::Satisfiable) && is_number(first) => self.literals(line, at),
            _ => Ok(()),
        }
    }

    fn set_status(&mut self, word: &str, at: usize) -> Result<(), OutputError> {
        let status = match word {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Status::Unknown,
            _ => {
                let message = format!("`{word}` is no status of a solver");
                let help = "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN";
                return Err(error(at..at + word.len(), message, Some(help)));
            }
        };
        if self.status.is_some_and(|before| before != status && before != Status::Unknown) {
            let message = "a second status that contradicts the first";
            return Err(error(at..at + word.len(), message, None));
        }
        self.status = Some(status);
        Ok(())
    }

    fn literals(&mut self, text: &str, at: usize) -> Result<(), OutputError> {
        self.has_model = true;
        for word in text.split_ascii_whitespace() {
            let start = at + (word.as_ptr() as usize - text.as_ptr() as usize);
            let span = start..start + word.len();
            let Ok(number) = word.parse::<i32>() else {
                let message = format!("`{word}` is no literal");
                return Err(error(span, message, Some("expected a number, negative for false")));
            };
            if number == 0 {
                self.terminated = true;
                continue;
            }
            let (var, value) = (number.unsigned_abs() as usize - 1, number > 0);
            if self.terminated {
                let message = "a literal after the closing 0: more than one model";
                return Err(error(span, message, Some("give one model")));
            }
            if self.values.insert(var, value).is_some_and(|before| before != value) {
                let message = format!("variable {} is both true and false", var + 1);
                return Err(error(span, message, None));
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<SolverAnswer, OutputError> {
        let end = self.text.len();
        match self.status {
            Some(Status::Unsatisfiable) => Ok(SolverAnswer::Unsatisfiable),
            Some(Status::Unknown) => Ok(SolverAnswer::Unknown),
            Some(Status::Satisfiable) if !self.has_model => {
                let message = "the solver says satisfiable but gives no model";
                let help = "let it print the model (`v` lines), or give its result file";
                Err(error(end..end, message, Some(help)))
            }
            Some(Status::Satisfiable) => Ok(SolverAnswer::Satisfiable(self.values)),
            None => {
                let message = "no status line: this is not the complete output of a solver";
                let help = "expected `s SATISFIABLE`, `s UNSATISFIABLE` or a result file that starts with SAT or UNSAT";
                Err(error(end..end, message, Some(help)))
            }
        }
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::{OutputError, SolverAnswer, parse_solver_output};

    fn satisfiable(numbers: &[i32]) -> SolverAnswer {
        let value = |number: &i32| (number.unsigned_abs() as usize - 1, *number > 0);
        SolverAnswer::Satisfiable(numbers.iter().map(value).collect())
    }

    #[test]
    fn what_solvers_print() {
        let cases = [
            ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", satisfiable(&[1, -2, 3])),
            ("v -1 0\ns SATISFIABLE\n", satisfiable(&[-1])),
            ("s SATISFIABLE\r\nv 0\r\n", satisfiable(&[])),
            // MiniSat prints nothing before the space where its first variable has no value.
            ("SAT\n -2 3 0\n", satisfiable(&[-2, 3])),
            ("restarts : 1\nSATISFIABLE\nSAT\n 0\n", satisfiable(&[])),
            ("UNSATISFIABLE\nUNSAT\n", SolverAnswer::Unsatisfiable),
            ("s INDETERMINATE\n", SolverAnswer::Unknown),
            ("c UNKNOWN\n", SolverAnswer::Unknown),
            ("UNSAT cores are off\ns SATISFIABLE\nv 1 0\n", satisfiable(&[1])),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_solver_output(text), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_answer() {
        let cases = [
            ("", 0..0, "no status line: this is not the complete output of a solver"),
            ("s SATISFIABLE\n", 14..14, "the solver says satisfiable but gives no model"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", 16..29, "a second status that contradicts the first"),
            ("s DONE\n", 2..6, "`DONE` is no status of a solver"),
            ("s SATISFIABLE\n  v x 0\n", 18..19, "`x` is no literal"),
            ("v 1 -1 0\n", 4..6, "variable 1 is both true and false"),
            ("v 1 0\nv 2 0\n", 8..9, "a literal after the closing 0: more than one model"),
        ];
        for (text, span, message) in cases {
            let OutputError { span: at, message: said, .. } = parse_solver_output(text).expect_err(text);
            assert_eq!((at, said.as_str()), (span, message), "{text:?}");
        }
    }
}
