//! What is believed of a solver's output.

use super::group;
use super::process::Output;
use crate::cnf::{Cnf, OutputError, SolverAnswer, parse_solver_output};

/// The exit code of a solver that found an assignment.
const SATISFIABLE: i32 = 10;

/// The exit code of a solver that found that there is none.
const UNSATISFIABLE: i32 = 20;

/// Clasp adds both where it has found an assignment and gone through all.
const BOTH: i32 = 30;

/// Why an output is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Doubt {
    #[error("killed by signal {0}")]
    Signal(i32),
    #[error("ended with exit code {0}")]
    Exit(i32),
    #[error("says {status} but ended with exit code {code}")]
    ExitAndStatus { status: &'static str, code: i32 },
    #[error("exit code {code}: {error}{}", help(.error))]
    Output { code: i32, error: OutputError },
    #[error("gave up: the result is unknown (exit code {0})")]
    GaveUp(i32),
    #[error("its assignment breaks a clause of the problem")]
    WrongAssignment,
    #[error("says UNSATISFIABLE but did not read the whole problem")]
    NotRead,
}

fn help(error: &OutputError) -> String {
    error.help.map_or(String::new(), |help| format!("; {help}"))
}

/// The assignment that a solver found, or none where it is to be believed that there is none.
pub(super) fn of(output: &Output, cnf: &Cnf) -> Result<Option<Vec<bool>>, Doubt> {
    if let Some(signal) = group::signal(output.status) {
        return Err(Doubt::Signal(signal));
    }
    let code = output.status.code().unwrap_or_default();
    let answer = match parse_solver_output(&output.text) {
        Err(_) if ![0, SATISFIABLE, UNSATISFIABLE, BOTH].contains(&code) => return Err(Doubt::Exit(code)),
        answer => answer.map_err(|error| Doubt::Output { code, error })?,
    };
    match answer {
        SolverAnswer::Unknown => Err(Doubt::GaveUp(code)),
        SolverAnswer::Satisfiable(_) if ![0, SATISFIABLE, BOTH].contains(&code) => {
            Err(Doubt::ExitAndStatus { status: "SATISFIABLE", code })
        }
        SolverAnswer::Unsatisfiable if ![0, UNSATISFIABLE].contains(&code) => {
            Err(Doubt::ExitAndStatus { status: "UNSATISFIABLE", code })
        }
        SolverAnswer::Unsatisfiable if !output.read_all => Err(Doubt::NotRead),
        SolverAnswer::Unsatisfiable => Ok(None),
        SolverAnswer::Satisfiable(named) => {
            let values: Vec<bool> =
                (0..cnf.var_count()).map(|var| named.get(&var).copied().unwrap_or(false)).collect();
            if cnf.is_satisfied(&values) { Ok(Some(values)) } else { Err(Doubt::WrongAssignment) }
        }
    }
}
