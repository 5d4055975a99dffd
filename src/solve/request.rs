//! What a user asks of a run.

use std::fmt;
use std::str::FromStr;

use super::Meter;
use crate::engines::Limits;
use crate::presolve::Steps;

/// Which engine to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// `classic` for a plain 9×9 sudoku; else `search` while it gets somewhere, then `search` and `varisat` side by side.
    #[default]
    Auto,
    /// Search with propagation.
    Search,
    /// Dancing links.
    Dlx,
    /// Clause learning.
    Varisat,
    /// The kernel for plain 9×9 sudokus; refuses other models.
    Classic,
}

impl EngineName {
    /// The engines that take every model, in the order that help texts list them.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Search, Self::Dlx, Self::Varisat];
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Dlx => "dlx",
            Self::Varisat => "varisat",
            Self::Classic => "classic",
        })
    }
}

impl FromStr for EngineName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = Self::ALL.into_iter().chain([Self::Classic]);
        all.clone().find(|engine| engine.to_string() == name).ok_or_else(|| {
            let names: Vec<String> = all.map(|engine| engine.to_string()).collect();
            format!("no engine `{name}`; there are {}", names.join(", "))
        })
    }
}

/// What to run and when to stop.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The engine.
    pub engine: EngineName,
    /// Steps of the presolve.
    pub presolve: Steps,
    /// Number of solutions to stop at.
    pub solutions: Option<u64>,
    /// Time, steps and cancellation.
    pub limits: Limits,
    /// Where a run of a cover by `search` tells how far it is.
    pub meter: Option<Meter>,
}
