//! Where a search for covers stands: a path from the root, from which another run goes on.

use serde::{Deserialize, Serialize};

use super::bits::MOST_OPTIONS;

/// Where a run of [`CoverSearch`](super::CoverSearch) stands. The default is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// What comes next there.
    pub next: Next,
    /// The way from the root of the search tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// What a run does first at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Next {
    /// Nothing was done yet: the path is empty.
    #[default]
    Start,
    /// The last option of the path is tried.
    Try,
    /// The path is a solution that was visited; what comes after it is tried.
    After,
    /// Nothing: all is done, and the path is empty.
    Done,
}

/// An item with the option that it is covered by, on the way to a place; both count from 0 in the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, Option<usize>)", into = "(u32, Option<usize>)")]
pub struct Branch {
    /// The item.
    pub item: u32,
    /// The option; none where an item with multiplicities gets no more of them.
    pub option: Option<usize>,
}

impl From<(u32, Option<usize>)> for Branch {
    fn from((item, option): (u32, Option<usize>)) -> Self {
        Self { item, option }
    }
}

impl From<Branch> for (u32, Option<usize>) {
    fn from(branch: Branch) -> Self {
        (branch.item, branch.option)
    }
}

/// Why a run cannot go on from a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A branch that the search of this cover does not come to.
    #[error("branch {number} of its path (item {item}, option {}) is none of this cover's search", option.map_or("none".to_string(), |option| option.to_string()))]
    Branch {
        /// Its number, from 1.
        number: usize,
        /// The item, from 0.
        item: u32,
        /// The option, from 0.
        option: Option<usize>,
    },
    /// A path that ends elsewhere than it says.
    #[error("its path of {length} branches does not end where `{next}` says")]
    Ending {
        /// Number of branches.
        length: usize,
        /// What comes next, as text.
        next: &'static str,
    },
    /// A cover that no kernel of the search takes.
    #[error(
        "a cover with multiplicities and {options} options cannot be resumed: the search takes up to {MOST_OPTIONS}"
    )]
    TooLarge {
        /// Options of the cover.
        options: usize,
    },
}

impl Place {
    /// The place where nothing is left to do.
    pub fn done() -> Self {
        Self { next: Next::Done, branches: Vec::new() }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.next == Next::Done
    }

    pub(super) fn wrong_ending(&self) -> PlaceError {
        let next = match self.next {
            Next::Start => "start",
            Next::Try => "try",
            Next::After => "after",
            Next::Done => "done",
        };
        PlaceError::Ending { length: self.branches.len(), next }
    }
}
