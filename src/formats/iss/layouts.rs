//! The types of a constraint string and how their arguments are laid out, one row each, for reading and for writing.

mod read;
mod write;

use crate::puzzles::Puzzle;

pub(super) use read::Context;
pub(super) use write::write;

/// A type of the format: its name there, our name, and the layout of its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) iss: &'static str,
    pub(super) ours: &'static str,
    layout: Layout,
}

/// How arguments are laid out.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// No argument.
    Flag,
    /// Cells.
    Cells,
    /// Cells, with a number that the type stands for: X is a pair sum of 10.
    Fixed(&'static str, i64),
    /// A number, then cells.
    Number(&'static str),
    /// A number that may be left out, then cells.
    OptionalNumber(&'static str),
    /// Numbers joined by `_`, then cells; and a flag that the type stands for.
    Numbers(&'static str, Option<(&'static str, bool)>),
    /// The first cell into a parameter of its own, then the others.
    First(&'static str),
    /// A number k, the first k cells, in reading order, into a parameter of their own, then the others.
    FirstFew(&'static str),
    /// Lists of cells with `-` between them.
    Segments,
    /// A number k, then cells that are k lists of equal length.
    Blocks,
    /// A row or column and a number for each of its ends.
    TwoSided(&'static str),
    /// A number, then a row or column.
    OneSided(&'static str),
    /// `C` or `R`, then cells.
    Indexing,
    /// A number, cells, and `LOOP` where the line is closed.
    SumLine,
    /// A number, with coefficients joined by `_` and `=` before them, then cells.
    Sum,
    /// A number and the corner that the diagonal starts at.
    Diagonal,
    /// A corner of a 2×2 square and digits.
    Quad,
    /// Digits in a row, then cells.
    Digits,
    /// A key, `_name`, cells; an empty argument starts a new list of cells.
    Keyed(&'static str, Option<(&'static str, bool)>),
    /// Like `Keyed`, with segments and a pattern in base64.
    Pattern,
}

const fn kind(iss: &'static str, ours: &'static str, layout: Layout) -> Kind {
    Kind { iss, ours, layout }
}

const KINDS: &[Kind] = &[
    kind(".AntiKnight", "anti-knight", Layout::Flag),
    kind(".AntiKing", "anti-king", Layout::Flag),
    kind(".AntiTaxicab", "self-taxicab", Layout::Flag),
    kind(".AntiConsecutive", "non-consecutive", Layout::Flag),
    kind(".StrictKropki", "strict-kropki", Layout::Flag),
    kind(".StrictXV", "strict-xv", Layout::Flag),
    kind(".GlobalEntropy", "global-entropy", Layout::Flag),
    kind(".GlobalMod", "global-mod", Layout::Flag),
    kind(".DutchFlatmates", "dutch-flatmates", Layout::Flag),
    kind(".Thermo", "thermo", Layout::Cells),
    kind(".Renban", "renban", Layout::Cells),
    kind(".Palindrome", "palindrome", Layout::Cells),
    kind(".Between", "between", Layout::Cells),
    kind(".Zipper", "zipper", Layout::Cells),
    kind(".RegionSumLine", "region-sum-line", Layout::Cells),
    kind(".Entropic", "entropic", Layout::Cells),
    kind(".DoubleArrow", "double-arrow", Layout::Cells),
    kind(".EqualityCage", "equality-cage", Layout::Cells),
    kind(".CountingCircles", "counting-circles", Layout::Cells),
    kind(".ValueIndexing", "value-index", Layout::Cells),
    kind(".WhiteDot", "white-dot", Layout::Cells),
    kind(".BlackDot", "black-dot", Layout::Cells),
    kind(".GreaterThan", "greater", Layout::Cells),
    kind(".X", "pair-sum", Layout::Fixed("sum", 10)),
    kind(".V", "pair-sum", Layout::Fixed("sum", 5)),
    kind(".Whisper", "whisper", Layout::OptionalNumber("gap")),
    kind(".Modular", "modular", Layout::Number("mod")),
    kind(".Lockout", "lockout", Layout::Number("gap")),
    kind(".RellikCage", "rellik-cage", Layout::Number("sum")),
    kind(".Lunchbox", "lunchbox", Layout::Number("sum")),
    kind(".ContainAtLeast", "contains", Layout::Numbers("digits", None)),
    kind(".ContainExact", "contains", Layout::Numbers("digits", Some(("exact", true)))),
    kind(".Arrow", "arrow", Layout::First("circle")),
    kind(".CountDistinct", "count-distinct", Layout::First("control")),
    kind(".PillArrow", "pill-arrow", Layout::FirstFew("pill")),
    kind(".EqualSum", "equal-sum", Layout::Segments),
    kind(".SameValues", "same-values", Layout::Blocks),
    kind(".XSum", "x-sum", Layout::TwoSided("sum")),
    kind(".Skyscraper", "skyscraper", Layout::TwoSided("seen")),
    kind(".HiddenSkyscraper", "hidden-skyscraper", Layout::TwoSided("digit")),
    kind(".NumberedRoom", "numbered-room", Layout::TwoSided("digit")),
    kind(".FullRank", "full-rank", Layout::TwoSided("rank")),
    kind(".Sandwich", "sandwich", Layout::OneSided("sum")),
    kind(".Indexing", "column-indexer", Layout::Indexing),
    kind(".SumLine", "sum-line", Layout::SumLine),
    kind(".Sum", "sum", Layout::Sum),
    kind(".LittleKiller", "little-killer", Layout::Diagonal),
    kind(".Quad", "quadruple", Layout::Quad),
    kind(".LookAndSay", "look-and-say", Layout::Digits),
    kind(".Pair", "relation", Layout::Keyed("key", None)),
    kind(".PairX", "relation", Layout::Keyed("key", Some(("all", true)))),
    kind(".NFA", "nfa", Layout::Keyed("key", None)),
    kind(".Regex", "regex", Layout::Pattern),
];

/// The type of this name in the format.
pub(super) fn find(iss: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.iss == iss)
}

/// The names of all types in the format.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.iss)
}

/// The cells of the diagonal that starts at a cell on the border: column 1 goes down right, the last column up left,
/// row 1 down left, the last row up right.
fn diagonal_from(puzzle: &Puzzle, start: usize) -> Option<Vec<usize>> {
    let (rows, columns) = (puzzle.board.rows(), puzzle.board.columns());
    if start >= puzzle.board.cell_count() {
        return None;
    }
    let (row, column) = (start / columns, start % columns);
    let (down, right) = match (row, column) {
        (row, 0) if row + 1 < rows => (1, 1),
        (row, column) if column + 1 == columns && row > 0 && row + 1 < rows => (-1, -1),
        (0, column) if column > 0 => (1, -1),
        (row, _) if row + 1 == rows => (-1, 1),
        _ => return None,
    };
    let cell = |at: isize| {
        let row = row.checked_add_signed(down * at).filter(|&row| row < rows)?;
        let column = column.checked_add_signed(right * at).filter(|&column| column < columns)?;
        Some(row * columns + column)
    };
    Some((0..).map_while(cell).collect())
}
