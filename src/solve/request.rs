//! What a user asks of a run.

use std::fmt;
use std::str::FromStr;

use super::Meter;
use crate::encodings::Encodings;
use crate::engines::{Batsat, CommandError, External, Limits, SatEngine, Varisat};
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
    /// Clause learning by the `varisat` crate.
    Varisat,
    /// Clause learning by the `batsat` crate.
    Batsat,
    /// Clause learning by CaDiCaL, with the cargo feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
    /// The kernel for plain 9×9 sudokus; refuses other models.
    Classic,
    /// A SAT solver outside this program, named as `external:COMMAND`.
    External(External),
}

/// Number of engines in [`EngineName::ALL`].
const ALL_COUNT: usize = if cfg!(feature = "cadical") { 6 } else { 5 };

impl EngineName {
    /// The engines of this build that take every model, in the order that help texts list them.
    pub const ALL: [Self; ALL_COUNT] = [
        Self::Auto,
        Self::Search,
        Self::Dlx,
        Self::Varisat,
        Self::Batsat,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// The SAT engine of this name, if it is one.
    pub fn sat(self) -> Option<Box<dyn SatEngine>> {
        match self {
            Self::Varisat => Some(Box::new(Varisat)),
            Self::Batsat => Some(Box::new(Batsat)),
            #[cfg(feature = "cadical")]
            Self::Cadical => Some(Box::new(crate::engines::Cadical)),
            Self::External(solver) => Some(Box::new(solver)),
            Self::Auto | Self::Search | Self::Dlx | Self::Classic => None,
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Dlx => "dlx",
            Self::Varisat => "varisat",
            Self::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            Self::Classic => "classic",
            Self::External(solver) => solver.name(),
        })
    }
}

impl FromStr for EngineName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if let Some(command) = name.strip_prefix(External::PREFIX) {
            return command.parse().map(Self::External).map_err(|error: CommandError| error.to_string());
        }
        let all = Self::ALL.into_iter().chain([Self::Classic]);
        all.clone().find(|engine| engine.to_string() == name).ok_or_else(|| {
            if name == "cadical" {
                return "engine cadical is not in this build; build with `cargo build --release --features cadical`, \
                        or run an installed one with `external:cadical -q`"
                    .to_string();
            }
            let names: Vec<String> = all.map(|engine| engine.to_string()).collect();
            format!("no engine `{name}`; there are {}, and `external:COMMAND`", names.join(", "))
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
    /// How SAT engines get their clauses.
    pub encodings: Encodings,
    /// Number of solutions to stop at.
    pub solutions: Option<u64>,
    /// Time, steps and cancellation.
    pub limits: Limits,
    /// Where a run of a cover by `search` tells how far it is.
    pub meter: Option<Meter>,
}
