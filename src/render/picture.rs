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
    /// What characters cannot draw, in words.
    pub notes: Vec<String>,
    /// The title.
    pub title: Option<String>,
}

impl Picture {
    pub(super) fn line(&mut self, points: Vec<Point>, ink: Ink, width: f32) {
        self.elements.push(Element::Line { points, ink, width, is_dashed: false, has_head: false });
    }

    pub(super) fn text(&mut self, at: Point, text: String, size: f32, ink: Ink) {
        let (anchor, is_bold) = (Anchor::Middle, false);
        self.elements.push(Element::Text { at, text, size, ink, anchor, is_bold });
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: usize) -> Point {
        Point::new((cell % self.columns) as f32 + 0.5, (cell / self.columns) as f32 + 0.5)
    }

    /// Columns and rows of the small grid in which candidates stand.
    pub(super) fn small_grid(&self) -> (usize, usize) {
        let columns = (1..=64).find(|side| side * side >= self.values.len()).unwrap_or(1);
        (columns, self.values.len().div_ceil(columns))
    }

    /// Where a candidate stands, and how large it is.
    pub(super) fn candidate_place(&self, cell: usize, value: i32) -> (Point, f32) {
        let (columns, rows) = self.small_grid();
        let at = self.values.iter().position(|&other| other == value).unwrap_or(0);
        // The upper edge is left to the sums of cages.
        let (left, top, width, height) = (0.1, 0.25, 0.8, 0.68);
        let (step_x, step_y) = (width / columns as f32, height / rows as f32);
        let corner = Point::new((cell % self.columns) as f32 + left, (cell / self.columns) as f32 + top);
        let column = (at % columns) as f32 + 0.5;
        let row = (at / columns) as f32 + 0.5;
        let size = (step_x.min(step_y) * if self.values.last() > Some(&9) { 0.78 } else { 0.9 }).min(0.24);
        (Point::new(corner.x + column * step_x, corner.y + row * step_y), size)
    }
}
