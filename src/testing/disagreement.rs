//! What the harness reports.

use std::fmt;

use itertools::Itertools;

/// A place where an engine or a lowering differs from the definition of a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// In which form the constraint was used: as stated, or as a condition.
    pub form: &'static str,
    /// The engine or lowering that differs.
    pub who: String,
    /// How.
    pub problem: Problem,
}

/// How an engine or a lowering differs from the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Assignments that are allowed but not found, and those found but not allowed.
    Differs {
        /// Allowed but not found.
        missing: Vec<Vec<i32>>,
        /// Found but not allowed.
        extra: Vec<Vec<i32>>,
    },
    /// A solution that was found twice.
    Twice(Vec<i32>),
    /// Helpers that are not determined, or that exclude an assignment.
    Helpers {
        /// Answers with all helpers.
        found: u64,
        /// Assignments allowed.
        expected: u64,
    },
    /// An error instead of an answer.
    Refused(String),
}

impl Disagreement {
    pub(super) fn new(form: &'static str, who: impl Into<String>, problem: Problem) -> Self {
        Self { form, who: who.into(), problem }
    }
}

impl std::error::Error for Disagreement {}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} disagrees with `check`", self.form, self.who)?;
        let row = |values: &Vec<i32>| values.iter().map(|value| format!("{value:>4}")).join("");
        match &self.problem {
            Problem::Differs { missing, extra } => {
                for values in missing.iter().take(5) {
                    writeln!(f, "{}   allowed, not found", row(values))?;
                }
                for values in extra.iter().take(5) {
                    writeln!(f, "{}   found, not allowed", row(values))?;
                }
                write!(f, "{} allowed but not found, {} found but not allowed", missing.len(), extra.len())
            }
            Problem::Twice(values) => write!(f, "{}   found twice", row(values)),
            Problem::Helpers { found, expected } => {
                write!(f, "{found} answers with all helpers for {expected} assignments")
            }
            Problem::Refused(error) => write!(f, "{error}"),
        }
    }
}
