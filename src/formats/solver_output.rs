//! What a DIMACS solver printed: `s` and `v` lines, or MiniSat's result file.
//!
//! Read three ways: satisfiable with literals, unsatisfiable, or unknown. An output that says nothing, or two things, is
//! an error and never an answer.

use std::collections::BTreeMap;

use super::{ReadError, Source};

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

/// Reads a solver's output. `v` lines may come before or after the `s` line and may be wrapped anywhere; comments and
/// carriage returns are skipped; variables that are not named are free.
///
/// # Errors
/// No status, two different ones, no model for "satisfiable", a literal that is not a number, or a variable given both ways.
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
    let mut reading =
        Reading { source, status: None, values: BTreeMap::new(), has_model: false, terminated: false };
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        reading.line(line.trim_end(), at)?;
        at += line.len();
    }
    reading.finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

struct Reading<'s> {
    source: &'s Source,
    status: Option<Status>,
    values: BTreeMap<usize, bool>,
    has_model: bool,
    terminated: bool,
}

impl Reading<'_> {
    fn line(&mut self, line: &str, at: usize) -> Result<(), ReadError> {
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
            "SATISFIABLE" | "SAT" | "UNSATISFIABLE" | "UNSAT" | "INDET" | "INDETERMINATE" | "UNKNOWN" => {
                self.set_status(first, at)
            }
            _ if self.status == Some(Status::Satisfiable) && is_number(first) => self.literals(line, at),
            _ => Ok(()),
        }
    }

    fn set_status(&mut self, word: &str, at: usize) -> Result<(), ReadError> {
        let status = match word {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Status::Unknown,
            _ => {
                let message = format!("`{word}` is no status of a solver");
                let help = "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN";
                return Err(ReadError::new(self.source, at..at + word.len(), message).with_help(help));
            }
        };
        if self.status.is_some_and(|before| before != status && before != Status::Unknown) {
            let message = "a second status that contradicts the first";
            return Err(ReadError::new(self.source, at..at + word.len(), message));
        }
        self.status = Some(status);
        Ok(())
    }

    fn literals(&mut self, text: &str, at: usize) -> Result<(), ReadError> {
        self.has_model = true;
        for word in text.split_ascii_whitespace() {
            let start = at + (word.as_ptr() as usize - text.as_ptr() as usize);
            let span = start..start + word.len();
            let Ok(number) = word.parse::<i32>() else {
                let message = format!("`{word}` is no literal");
                return Err(ReadError::new(self.source, span, message)
                    .with_help("expected a number, negative for false"));
            };
            if number == 0 {
                self.terminated = true;
                continue;
            }
            let (var, value) = (number.unsigned_abs() as usize - 1, number > 0);
            if self.terminated {
                let message = "a literal after the closing 0: more than one model";
                return Err(ReadError::new(self.source, span, message).with_help("give one model"));
            }
            if self.values.insert(var, value).is_some_and(|before| before != value) {
                let message = format!("variable {} is both true and false", var + 1);
                return Err(ReadError::new(self.source, span, message));
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<SolverAnswer, ReadError> {
        let end = self.source.text.len();
        match self.status {
            Some(Status::Unsatisfiable) => Ok(SolverAnswer::Unsatisfiable),
            Some(Status::Unknown) => Ok(SolverAnswer::Unknown),
            Some(Status::Satisfiable) if !self.has_model => {
                let message = "the solver says satisfiable but gives no model";
                let help = "let it print the model (`v` lines), or give its result file";
                Err(ReadError::new(self.source, end..end, message).with_help(help))
            }
            Some(Status::Satisfiable) => Ok(SolverAnswer::Satisfiable(self.values)),
            None => {
                let message = "no status line: this is not the complete output of a solver";
                let help = "expected `s SATISFIABLE`, `s UNSATISFIABLE` or a result file that starts with SAT or UNSAT";
                Err(ReadError::new(self.source, end..end, message).with_help(help))
            }
        }
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}
