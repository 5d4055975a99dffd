//! The cells that are to hold the givens.

use std::str::FromStr;

use itertools::Itertools;

use crate::puzzles::{Board, HouseKind};

/// A mark for each cell, row by row.
///
/// As text, `.`, `0`, `_` and `-` are cells without a given, any other character is one with; blanks, `|`, and rulers of `-` and `=`
/// with `+`, `=` or `|` in them are passed over.
///
/// ```
/// let pattern: exactly::generate::Pattern = "x..x .xx. .xx. x..x".parse()?;
/// assert_eq!(pattern.count(), 8);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    marked: Vec<bool>,
}

impl Pattern {
    /// A pattern of marks.
    pub fn new(marked: Vec<bool>) -> Self {
        Self { marked }
    }

    /// The marks, row by row.
    pub fn marked(&self) -> &[bool] {
        &self.marked
    }

    /// Number of marked cells.
    pub fn count(&self) -> usize {
        self.marked.iter().filter(|&&marked| marked).count()
    }

    /// The marked cells.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.marked.len()).filter(|&cell| self.marked[cell])
    }

    /// The cells of this pattern and of another for the same board.
    pub(super) fn joined(&self, other: &Self) -> Self {
        Self::new(self.marked.iter().zip(&other.marked).map(|(one, other)| one | other).collect())
    }

    /// Two empty rows, or columns, that cross the same boxes: they can be exchanged in every solution.
    pub(super) fn interchangeable(&self, board: &Board) -> Option<[String; 2]> {
        let is_line = |kind: HouseKind| matches!(kind, HouseKind::Row(_) | HouseKind::Column(_));
        let is_empty = |cells: &[usize]| cells.iter().all(|&cell| !self.marked[cell]);
        let boxes = |cells: &[usize]| cells.iter().map(|&cell| board.region_of(cell)).collect_vec();
        let lines = board.houses().iter().filter(|house| is_line(house.kind) && is_empty(&house.cells));
        lines.array_combinations().find_map(|[one, other]| {
            let same_way = matches!(one.kind, HouseKind::Row(_)) == matches!(other.kind, HouseKind::Row(_));
            (same_way && boxes(&one.cells) == boxes(&other.cells))
                .then(|| [one.kind.to_string(), other.kind.to_string()])
        })
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_ruler =
            |line: &&str| line.contains(['+', '=', '|']) && line.chars().all(|c| "-+=| \t".contains(c));
        let lines = text.lines().filter(|line| !is_ruler(line));
        let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace() && !matches!(c, '|' | '+'));
        let marked = cells.map(|c| !matches!(c, '.' | '0' | '_' | '-')).collect_vec();
        if marked.is_empty() {
            return Err("the pattern has no cells; write a mark for each given and `.` for each other cell"
                .to_string());
        }
        Ok(Self { marked })
    }
}
