//! The constraints of the format: their keys, our types, and how they are laid out, one row each, for reading and writing.

/// A constraint of the format: its key, the type it is, and its layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// The key in the puzzle's object.
    pub(super) key: &'static str,
    /// Our type.
    pub(super) ours: &'static str,
    /// How its parts are laid out.
    pub(super) layout: Layout,
}

/// How the parts of a constraint are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `true`.
    Rule,
    /// Objects with `lines`, each a constraint; and the parameter that `value` is, where there may be one.
    Lines(Option<&'static str>),
    /// Objects with one `cell` each, each a constraint.
    Cell,
    /// Objects with one `cell` each, which are one constraint together.
    Together,
    /// Objects with `cells`.
    Cells,
    /// Objects with two `cells`, and the parameter that `value` is.
    Pair(&'static str),
    /// Objects with a `cell` beside the board, and the parameter that `value` is.
    Outside(&'static str),
    /// Circles or pills with lines.
    Arrow,
    /// Cells that differ, with a sum or none.
    Killer,
    /// Cages with `DRn`.
    DigitalRoot,
    /// Sums along diagonals.
    Diagonal,
    /// Two `cells` with `X` or `V`.
    Letter,
    /// Cells and those they are a copy of.
    Clone,
    /// Four cells with up to four digits.
    Quadruple,
    /// Cells that are one more house.
    House,
    /// The sets of cells at the same place of each box.
    Disjoint,
    /// The names of rules for what carries no mark.
    Negative,
}

const fn kind(key: &'static str, ours: &'static str, layout: Layout) -> Kind {
    Kind { key, ours, layout }
}

/// All of them.
pub(super) const KINDS: &[Kind] = &[
    kind("antiknight", "anti-knight", Layout::Rule),
    kind("antiking", "anti-king", Layout::Rule),
    kind("nonconsecutive", "non-consecutive", Layout::Rule),
    kind("disjointgroups", "", Layout::Disjoint),
    kind("negative", "", Layout::Negative),
    kind("thermometer", "thermo", Layout::Lines(None)),
    kind("slowthermometer", "slow-thermo", Layout::Lines(None)),
    kind("palindrome", "palindrome", Layout::Lines(None)),
    kind("renban", "renban", Layout::Lines(None)),
    kind("whispers", "whisper", Layout::Lines(Some("gap"))),
    kind("regionsumline", "region-sum-line", Layout::Lines(None)),
    kind("betweenline", "between", Layout::Lines(None)),
    kind("entropicline", "entropic", Layout::Lines(None)),
    kind("modularline", "modular", Layout::Lines(None)),
    kind("nabner", "nabner", Layout::Lines(None)),
    kind("doublearrow", "double-arrow", Layout::Lines(None)),
    kind("zipperline", "zipper", Layout::Lines(None)),
    kind("lockout", "lockout", Layout::Lines(Some("gap"))),
    kind("arrow", "arrow", Layout::Arrow),
    kind("killercage", "", Layout::Killer),
    kind("cage", "multi-sum-cage", Layout::DigitalRoot),
    kind("littlekillersum", "little-killer", Layout::Diagonal),
    kind("odd", "odd", Layout::Cell),
    kind("even", "even", Layout::Cell),
    kind("minimum", "minimum", Layout::Together),
    kind("maximum", "maximum", Layout::Together),
    kind("sandwichsum", "sandwich", Layout::Outside("sum")),
    kind("xsum", "x-sum", Layout::Outside("sum")),
    kind("skyscraper", "skyscraper", Layout::Outside("seen")),
    kind("difference", "white-dot", Layout::Pair("difference")),
    kind("ratio", "black-dot", Layout::Pair("ratio")),
    kind("xv", "pair-sum", Layout::Letter),
    kind("clone", "clone", Layout::Clone),
    kind("quadruple", "quadruple", Layout::Quadruple),
    kind("extraregion", "different", Layout::House),
    kind("rowindexer", "row-indexer", Layout::Cells),
    kind("columnindexer", "column-indexer", Layout::Cells),
    kind("boxindexer", "box-indexer", Layout::Cells),
];

/// The constraint with this key.
pub(super) fn find(key: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.key == key)
}

/// The keys of all constraints.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.key)
}
