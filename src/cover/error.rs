//! Why a cover cannot be stated.

/// What makes a cover impossible to state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoverError {
    /// An option names an item that does not exist.
    #[error("option {option} names item {item}, but there are {count} items")]
    UnknownItem {
        /// 0-based option.
        option: usize,
        /// The number found.
        item: u32,
        /// Number of items.
        count: usize,
    },
    /// An option names an item that was not added.
    #[error("option {option} covers item {item}, which was not added")]
    NoSuchItem {
        /// 0-based option.
        option: usize,
        /// The item.
        item: String,
    },
    /// An item that was added before.
    #[error("item {item} was added before")]
    SameItem {
        /// The item.
        item: String,
    },
    /// An option names an item twice.
    #[error("option {option} covers item {item} twice")]
    RepeatedItem {
        /// 0-based option.
        option: usize,
        /// The item.
        item: String,
    },
    /// A primary item with a colour.
    #[error("option {option} gives a colour to the primary item {item}")]
    ColouredPrimary {
        /// 0-based option.
        option: usize,
        /// The item.
        item: String,
    },
    /// Bounds that no number meets, or an upper bound of zero.
    #[error("item {item} is to be covered {low} to {high} times")]
    Bounds {
        /// The item.
        item: String,
        /// Lower bound.
        low: u32,
        /// Upper bound.
        high: u32,
    },
    /// A row of a matrix that is longer or shorter than the first one.
    #[error("row {row} of the matrix has {width} columns, the first row has {expected}")]
    RaggedRow {
        /// 0-based row.
        row: usize,
        /// Its columns.
        width: usize,
        /// Those of the first row.
        expected: usize,
    },
}
