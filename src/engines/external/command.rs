//! The command line of a solver, as a user writes it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// The placeholder for the file with the problem.
pub(super) const PROBLEM: &str = "{}";

/// The placeholder for the file that the solver writes its result to.
pub(super) const RESULT: &str = "{out}";

/// A SAT solver outside this program: its command line, such as `kissat -q` or `minisat {} {out}`.
///
/// The problem goes to standard input, or to a file where the command names one by `{}`. The answer is read from standard
/// output, and from the file `{out}` where the command has one. Words are separated as in a shell, quotes included, but no
/// shell runs. Command lines are kept as long as the program runs.
///
/// ```
/// use exactly::engines::External;
///
/// let solver: External = "minisat {} {out}".parse()?;
/// assert_eq!((solver.program(), solver.name()), ("minisat", "external:minisat {} {out}"));
/// assert!("".parse::<External>().is_err());
/// # Ok::<(), exactly::engines::CommandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct External(&'static Words);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Words {
    name: String,
    words: Vec<String>,
}

/// A command line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// No program.
    #[error(
        "no solver is named; expected a command such as `external:kissat -q` or `external:minisat {{}} {{out}}`"
    )]
    Empty,
    /// Quotes that do not close, or a backslash at the end.
    #[error("`{0}` has a quote that does not close, or ends with a backslash")]
    Quotes(String),
}

impl External {
    /// What comes before the command in the name of the engine.
    pub const PREFIX: &str = "external:";

    /// The name of the engine: the command with `external:` before it.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// The program.
    pub fn program(self) -> &'static str {
        &self.0.words[0]
    }

    /// The words after the program, with their placeholders.
    pub(super) fn arguments(self) -> &'static [String] {
        &self.0.words[1..]
    }

    /// Whether a placeholder occurs.
    pub(super) fn names(self, placeholder: &str) -> bool {
        self.arguments().iter().any(|word| word.contains(placeholder))
    }
}

impl FromStr for External {
    type Err = CommandError;

    fn from_str(command: &str) -> Result<Self, CommandError> {
        static KEPT: Mutex<BTreeMap<String, &'static Words>> = Mutex::new(BTreeMap::new());
        let command = command.trim();
        let words = shlex::split(command).ok_or_else(|| CommandError::Quotes(command.to_string()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let keep = || &*Box::leak(Box::new(Words { name: format!("{}{command}", Self::PREFIX), words }));
        Ok(Self(kept.entry(command.to_string()).or_insert_with(keep)))
    }
}

impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
