//! What is on a board, in units of cells, from bottom to top.

use crate::steps::Role;

/// A point: columns from the left edge of the board and rows from its top edge, so that the middle of r1c1 is (0.5, 0.5).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The point with these coordinates.
    pub fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// This part of the way to another point.
    #[must_use]
    pub fn towards(self, other: Self, part: f32) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// The distance to another point.
    pub fn distance(self, other: Self) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// What something is drawn with; the theme gives it a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The ground.
    Paper,
    /// Lines between cells.
    Thin,
    /// Lines around boxes, regions and the board.
    Thick,
    /// Printed digits.
    Given,
    /// Digits of a solution.
    Digit,
    /// Small digits.
    Candidate,
    /// Cages and their sums.
    Cage,
    /// Texts of clues.
    Clue,
    /// Shafts of arrows and the rings that they start from.
    Shaft,
    /// What is light on any ground.
    White,
    /// What is dark on any ground.
    Black,
    /// A colour of lines and shapes.
    Grey,
    /// A colour of lines and shapes.
    Red,
    /// A colour of lines and shapes.
    Green,
    /// A colour of lines and shapes.
    Blue,
    /// A colour of lines and shapes.
    Purple,
    /// A colour of lines and shapes.
    Orange,
    /// A colour of lines and shapes.
    Pink,
    /// A colour of lines and shapes.
    Yellow,
    /// What a cell or a candidate is in a step.
    Mark(Role),
}

/// Where a text stands beside its point, which is at half of its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// It is centred there.
    Middle,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A filled rectangle from a corner to the opposite one.
    Fill {
        /// The upper left corner.
        from: Point,
        /// The lower right corner.
        to: Point,
        /// Its colour.
        ink: Ink,
    },
    /// A line through points.
    Line {
        /// Two at least.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// Its width.
        width: f32,
        /// Whether it is dashed.
        is_dashed: bool,
        /// Whether it ends in an arrowhead.
        has_head: bool,
    },
    /// A circle, filled or as an outline.
    Circle {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: f32,
        /// The colour inside, if any.
        fill: Option<Ink>,
        /// The colour of the outline, if any.
        outline: Option<Ink>,
    },
    /// A short text.
    Text {
        /// Where it stands.
        at: Point,
        /// What it says.
        text: String,
        /// The height of its letters.
        size: f32,
        /// Its colour.
        ink: Ink,
        /// How it stands there.
        anchor: Anchor,
        /// Whether it is bold.
        is_bold: bool,
        /// The colour around its letters, where it stands on something, if any.
        halo: Option<Ink>,
    },
}

/// What a cell shows, for ways out that have characters alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Square {
    /// Its digit, and whether that is a given.
    pub digit: Option<(i32, bool)>,
    /// Its candidates, where it has no digit, each with the ink of its mark.
    pub candidates: Vec<(i32, Option<Ink>)>,
    /// What it is tinted with.
    pub tint: Option<Ink>,
}

/// A cage of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caged {
    /// Its cells.
    pub cells: Vec<usize>,
    /// What is printed in it.
    pub sum: Option<String>,
    /// Whether a digit may occur more than once.
    pub repeats: bool,
    /// The cage in words.
    pub words: String,
}

impl Caged {
    /// Its first cell in reading order.
    pub(super) fn first(&self) -> Option<usize> {
        self.cells.iter().copied().min()
    }
}

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub columns: usize,
    /// Room around the board for clues: left, top, right, bottom.
    pub margin: [f32; 4],
    /// What is drawn, from bottom to top.
    pub elements: Vec<Element>,
    /// The cells, row by row.
    pub squares: Vec<Square>,
    /// The digits, for how candidates are laid out.
    pub values: Vec<i32>,
    /// For each cell its region, as far as it has one: where lines are thick.
    pub regions: Vec<Option<usize>>,
    /// Its cages, for ways out that have characters alone.
    pub cages: Vec<Caged>,
    /// All other clues and what else is to be known of the board, in words.
    pub words: Vec<String>,
    /// Those of the words that the drawing does not tell.
    pub legend: Vec<String>,
    /// The title.
    pub title: Option<String>,
}

impl Picture {
    pub(super) fn line(&mut self, points: Vec<Point>, ink: Ink, width: f32) {
        self.elements.push(Element::Line { points, ink, width, is_dashed: false, has_head: false });
    }

    pub(super) fn text(&mut self, at: Point, text: String, size: f32, ink: Ink) {
        let (anchor, is_bold, halo) = (Anchor::Middle, false, None);
        self.elements.push(Element::Text { at, text, size, ink, anchor, is_bold, halo });
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: usize) -> Point {
        Point::new((cell % self.columns) as f32 + 0.5, (cell / self.columns) as f32 + 0.5)
    }
}
