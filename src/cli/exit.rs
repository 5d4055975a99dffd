//! Exit codes.

use std::process::ExitCode;

/// How the program ends; of several results the largest counts, but wrong input before everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// A solution, or the asked-for fact, was found.
    Found,
    /// There is none.
    None,
    /// A limit ended the run first.
    Limit,
    /// The input or the call is wrong.
    Wrong,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Found => 0,
            Exit::None => 1,
            Exit::Wrong => 2,
            Exit::Limit => 3,
        })
    }
}
