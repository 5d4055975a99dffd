//! The lines between cells as characters: boxes, regions and the cages that can be drawn with them.

use itertools::Itertools;

use super::picture::{Caged, Picture};

/// The line between two cells, or at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wall {
    /// Within a cage.
    Open,
    Thin,
    Thick,
    /// The edge of a region, within a cage.
    Dotted,
}

impl Wall {
    /// As a digit of the number of a joint.
    fn weight(self) -> usize {
        match self {
            Self::Open => 0,
            Self::Thin => 1,
            Self::Thick | Self::Dotted => 2,
        }
    }

    fn upright(self) -> char {
        match self {
            Self::Open => ' ',
            Self::Thin => '│',
            Self::Thick => '┃',
            Self::Dotted => '┋',
        }
    }

    fn level(self) -> char {
        match self {
            Self::Open => ' ',
            Self::Thin => '─',
            Self::Thick => '━',
            Self::Dotted => '┉',
        }
    }
}

/// The lines of a board.
pub(super) struct Walls<'p> {
    picture: &'p Picture,
    /// Characters across a cell.
    width: usize,
    /// For each cell the number of its cage, among those that are drawn.
    cage_of: Vec<Option<usize>>,
}

impl<'p> Walls<'p> {
    /// The lines of a picture whose cells are so many characters wide.
    pub(super) fn new(picture: &'p Picture, width: usize) -> Self {
        let mut walls = Self { picture, width, cage_of: vec![None; picture.squares.len()] };
        let drawn: Vec<usize> = (0..picture.cages.len()).filter(|&cage| walls.can_draw(cage)).collect();
        for cage in drawn {
            for &cell in &picture.cages[cage].cells {
                walls.cage_of[cell] = Some(cage);
            }
        }
        walls
    }

    /// Whether a cage is drawn whole: its cells hang together and are in no other cage, and its sum fits above the first of them.
    fn can_draw(&self, number: usize) -> bool {
        let cages = &self.picture.cages;
        let Caged { cells, sum, .. } = &cages[number];
        let is_seen = sum.as_ref().map_or(cells.len() > 1, |sum| sum.chars().count() <= self.width);
        let is_alone = |cell: &usize| cages.iter().filter(|cage| cage.cells.contains(cell)).count() == 1;
        is_seen && cells.iter().all(is_alone) && self.hangs_together(cells)
    }

    fn hangs_together(&self, cells: &[usize]) -> bool {
        let columns = self.picture.columns;
        let touch = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            high == low + columns || (high == low + 1 && high % columns != 0)
        };
        let (mut left, mut reached) = (cells.to_vec(), Vec::new());
        reached.extend(left.pop());
        while let Some(cell) = reached.pop() {
            let (next, rest): (Vec<usize>, Vec<usize>) = left.iter().partition(|&&other| touch(cell, other));
            left = rest;
            reached.extend(next);
        }
        left.is_empty()
    }

    /// How the cages that are drawn are to be read, and the others in words.
    pub(super) fn cage_words(&self) -> Vec<String> {
        let cages = self.picture.cages.iter().enumerate();
        let (drawn, others): (Vec<_>, Vec<_>) =
            cages.partition(|&(number, _)| self.cage_of.contains(&Some(number)));
        let mut words = Vec::new();
        if !drawn.is_empty() {
            words.push("cages: open between their cells, the sum above the first of them".to_string());
        }
        let repeating: Vec<usize> =
            drawn.iter().filter(|(_, cage)| cage.repeats).filter_map(|(_, cage)| cage.first()).collect();
        if repeating.len() == self.picture.cages.len() && !repeating.is_empty() {
            words.push("digits may repeat in each cage".to_string());
        } else if !repeating.is_empty() {
            let columns = self.picture.columns;
            let name = |&cell: &usize| format!("r{}c{}", cell / columns + 1, cell % columns + 1);
            words.push(format!("digits may repeat in the cage of {}", repeating.iter().map(name).join(", ")));
        }
        words.extend(others.into_iter().map(|(_, cage)| cage.words.clone()));
        words
    }

    /// The cell at this place, if it is on the board.
    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Option<usize> {
        let row = row.filter(|&row| row < self.picture.rows)?;
        let column = column.filter(|&column| column < self.picture.columns)?;
        Some(row * self.picture.columns + column)
    }

    fn between(&self, one: Option<usize>, other: Option<usize>) -> Wall {
        let region = |cell: Option<usize>| cell.map(|cell| self.picture.regions[cell]);
        let cage = |cell: Option<usize>| cell.and_then(|cell| self.cage_of[cell]);
        let is_inside = cage(one).is_some() && cage(one) == cage(other);
        match (region(one) != region(other), is_inside) {
            (true, true) => Wall::Dotted,
            (true, false) => Wall::Thick,
            (false, true) => Wall::Open,
            (false, false) => Wall::Thin,
        }
    }

    /// On the left of a cell.
    fn left_of(&self, row: usize, column: usize) -> Wall {
        self.between(self.cell(Some(row), column.checked_sub(1)), self.cell(Some(row), Some(column)))
    }

    /// Above a cell.
    fn above(&self, row: usize, column: usize) -> Wall {
        self.between(self.cell(row.checked_sub(1), Some(column)), self.cell(Some(row), Some(column)))
    }

    /// The character on the left of a cell.
    pub(super) fn upright(&self, row: usize, column: usize) -> char {
        self.left_of(row, column).upright()
    }

    /// The line above a row of cells, with the sums of the cages that start in it.
    pub(super) fn border(&self, row: usize) -> String {
        let (rows, columns) = (self.picture.rows, self.picture.columns);
        let weight = |is_there: bool, wall: &dyn Fn() -> Wall| if is_there { wall().weight() } else { 0 };
        let mut text = String::new();
        for column in 0..=columns {
            let up = weight(row > 0, &|| self.left_of(row - 1, column));
            let down = weight(row < rows, &|| self.left_of(row, column));
            let left = weight(column > 0, &|| self.above(row, column - 1));
            let right = weight(column < columns, &|| self.above(row, column));
            text.push(joint(up, right, down, left));
            if column < columns {
                let sum = self.sum_above(row, column).unwrap_or_default();
                text.push_str(sum);
                let rest = self.width - sum.chars().count();
                text.extend(std::iter::repeat_n(self.above(row, column).level(), rest));
            }
        }
        text
    }

    /// The sum of the cage that starts in a cell.
    fn sum_above(&self, row: usize, column: usize) -> Option<&str> {
        let cell = self.cell(Some(row), Some(column))?;
        let cage = &self.picture.cages[self.cage_of[cell]?];
        cage.sum.as_deref().filter(|_| cage.first() == Some(cell))
    }
}

/// The character where lines meet: none, thin or thick towards each side.
fn joint(up: usize, right: usize, down: usize, left: usize) -> char {
    // In the order of the weights up, right, down, left as digits to the base 3.
    const JOINTS: [char; 81] = [
        ' ', '╴', '╸', '╷', '┐', '┑', '╻', '┒', '┓', '╶', '─', '╾', '┌', '┬', '┭', '┎', '┰', '┱', '╺', '╼',
        '━', '┍', '┮', '┯', '┏', '┲', '┳', '╵', '┘', '┙', '│', '┤', '┥', '╽', '┧', '┪', '└', '┴', '┵', '├',
        '┼', '┽', '┟', '╁', '╅', '┕', '┶', '┷', '┝', '┾', '┿', '┢', '╆', '╈', '╹', '┚', '┛', '╿', '┦', '┩',
        '┃', '┨', '┫', '┖', '┸', '┹', '┞', '╀', '╃', '┠', '╂', '╉', '┗', '┺', '┻', '┡', '╄', '╇', '┣', '╊',
        '╋',
    ];
    JOINTS[up * 27 + right * 9 + down * 3 + left]
}
