//! A puzzle as a picture: the grid, its regions and cages, its clues, digits and candidates.

use super::picture::{Anchor, Caged, Element, Ink, Picture, Point, Square};
use super::{looks, words};
use crate::puzzles::{Cage, HouseKind, Puzzle};

/// Widths of lines.
const THIN: f32 = 0.015;
const THICK: f32 = 0.05;

/// How far the line of a cage is inside its cells.
const INSET: f32 = 0.07;

/// Sizes of letters.
const DIGIT: f32 = 0.56;
const SUM: f32 = 0.2;

impl Picture {
    /// The picture of a puzzle as it is printed.
    pub fn of(puzzle: &Puzzle) -> Self {
        let board = &puzzle.board;
        let cells = board.cell_count();
        let mut picture = Self {
            rows: board.rows(),
            columns: board.columns(),
            margin: [0.1; 4],
            elements: Vec::new(),
            squares: vec![Square::default(); cells],
            values: board.values().collect(),
            regions: (0..cells).map(|cell| board.region_of(cell)).collect(),
            cages: caged(puzzle),
            words: [words::of_houses(puzzle), words::of_board(puzzle), words::of_clues(puzzle).1].concat(),
            legend: words::of_board(puzzle),
            title: puzzle.title.clone(),
        };
        picture.tint_houses(puzzle);
        looks::draw_under(&mut picture, puzzle);
        picture.draw_grid();
        for cage in &puzzle.cages {
            picture.draw_cage(cage);
        }
        looks::draw_over(&mut picture, puzzle);
        picture.draw_printed(puzzle);
        for (cell, given) in puzzle.givens.iter().enumerate().take(cells) {
            if let Some(digit) = *given {
                picture.draw_digit(cell, digit, true);
            }
        }
        picture
    }

    /// The same with digits in cells that have none: a solution.
    #[must_use]
    pub fn with_digits(mut self, digits: &[Option<i32>]) -> Self {
        for (cell, digit) in digits.iter().enumerate().take(self.squares.len()) {
            if let (Some(digit), None) = (*digit, self.squares[cell].digit) {
                self.drop_small(Some(cell));
                self.draw_digit(cell, digit, false);
            }
        }
        self
    }

    fn draw_digit(&mut self, cell: usize, digit: i32, is_given: bool) {
        let text = digit.to_string();
        let size = if text.len() > 1 { DIGIT * 0.75 } else { DIGIT };
        let middle = self.middle(cell);
        let at = Point::new(middle.x, middle.y + 0.03);
        let (ink, anchor) = (if is_given { Ink::Given } else { Ink::Digit }, Anchor::Middle);
        self.elements.push(Element::Text { at, text, size, ink, anchor, is_bold: is_given, halo: None });
        self.squares[cell].digit = Some((digit, is_given));
    }

    /// Diagonals as lines, extra regions as tints.
    fn tint_houses(&mut self, puzzle: &Puzzle) {
        let extras = [Ink::Grey, Ink::Blue, Ink::Green, Ink::Yellow];
        for house in puzzle.board.houses() {
            match house.kind {
                HouseKind::DiagonalDown | HouseKind::DiagonalUp => {
                    let ends = [house.cells.first(), house.cells.last()];
                    let ends: Vec<Point> = ends.iter().flatten().map(|&&cell| self.middle(cell)).collect();
                    if let [one, other] = ends[..] {
                        let reach = |from: Point, to: Point| {
                            to.towards(from, -0.5 / one.distance(other).max(0.5) * 1.4)
                        };
                        self.line(vec![reach(other, one), reach(one, other)], Ink::Purple, 0.03);
                    }
                }
                HouseKind::Extra(number) => {
                    for &cell in &house.cells {
                        self.tint(cell, extras[number % extras.len()]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Tints a cell.
    pub(super) fn tint(&mut self, cell: usize, ink: Ink) {
        let middle = self.middle(cell);
        let from = Point::new(middle.x - 0.5, middle.y - 0.5);
        let to = Point::new(middle.x + 0.5, middle.y + 0.5);
        self.elements.push(Element::Fill { from, to, ink });
        self.squares[cell].tint = Some(ink);
    }

    fn draw_grid(&mut self) {
        let (rows, columns) = (self.rows, self.columns);
        let mut thick = Vec::new();
        let mut edge =
            |picture: &mut Self, one: Option<usize>, other: Option<usize>, from: Point, to: Point| {
                let region = |cell: Option<usize>| cell.and_then(|cell| picture.regions[cell]);
                let is_thick = one.is_none() || other.is_none() || region(one) != region(other);
                if is_thick {
                    thick.push((from, to));
                } else {
                    picture.line(vec![from, to], Ink::Thin, THIN);
                }
            };
        for row in 0..rows {
            for column in 0..=columns {
                let cell = |column: usize| (column < columns).then_some(row * columns + column);
                let left = column.checked_sub(1).and_then(cell);
                let (x, y) = (column as f32, row as f32);
                edge(self, left, cell(column), Point::new(x, y), Point::new(x, y + 1.0));
            }
        }
        for row in 0..=rows {
            for column in 0..columns {
                let cell = |row: usize| (row < rows).then_some(row * columns + column);
                let above = row.checked_sub(1).and_then(cell);
                let (x, y) = (column as f32, row as f32);
                edge(self, above, cell(row), Point::new(x, y), Point::new(x + 1.0, y));
            }
        }
        for (from, to) in thick {
            self.line(vec![from, to], Ink::Thick, THICK);
        }
    }

    fn draw_cage(&mut self, cage: &Cage) {
        self.outline(&cage.cells, Ink::Cage);
        let label = cage.sum.map(|sum| sum.to_string());
        if let (Some(label), Some(&first)) = (label, cage.cells.iter().min()) {
            self.corner_text(first, label);
        }
    }

    /// A small text in the upper left corner of a cell, on paper of its own.
    pub(super) fn corner_text(&mut self, cell: usize, text: String) {
        let corner = self.middle(cell);
        let (x, y) = (corner.x - 0.45, corner.y - 0.5 + 0.14);
        let width = SUM * 0.62 * text.chars().count() as f32;
        let paper = self.squares[cell].tint.unwrap_or(Ink::Paper);
        let (from, to) = (Point::new(x - 0.01, y - 0.1), Point::new(x + width + 0.02, y + 0.1));
        self.elements.push(Element::Fill { from, to, ink: paper });
        let (at, ink, anchor) = (Point::new(x, y), Ink::Cage, Anchor::Start);
        self.elements.push(Element::Text { at, text, size: SUM, ink, anchor, is_bold: false, halo: None });
    }

    /// A dashed line just inside the outer edges of some cells.
    pub(super) fn outline(&mut self, cells: &[usize], ink: Ink) {
        let inside = |row: isize, column: isize| {
            let is_on_board = row >= 0 && column >= 0 && (column as usize) < self.columns;
            is_on_board && cells.contains(&(row as usize * self.columns + column as usize))
        };
        let mut lines = Vec::new();
        for &cell in cells {
            let (row, column) = ((cell / self.columns) as isize, (cell % self.columns) as isize);
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if inside(row + down, column + right) {
                    continue;
                }
                // Along the edge: how far it goes beyond or stays within the cell at each end.
                let end = |sign: isize| {
                    let (down_along, right_along) = (right.abs() * sign, down.abs() * sign);
                    let beside = inside(row + down_along, column + right_along);
                    let across = inside(row + down_along + down, column + right_along + right);
                    let reach = match (beside, across) {
                        (false, _) => 0.5 - INSET,
                        (true, false) => 0.5,
                        (true, true) => 0.5 + INSET,
                    };
                    let middle = Point::new(column as f32 + 0.5, row as f32 + 0.5);
                    let out = 0.5 - INSET;
                    Point::new(
                        middle.x + right as f32 * out + right_along as f32 * reach,
                        middle.y + down as f32 * out + down_along as f32 * reach,
                    )
                };
                lines.push(vec![end(-1), end(1)]);
            }
        }
        for points in lines {
            let (is_dashed, has_head) = (true, false);
            self.elements.push(Element::Line { points, ink, width: 0.02, is_dashed, has_head });
        }
    }
}

/// The cages of a puzzle, with their words.
fn caged(puzzle: &Puzzle) -> Vec<Caged> {
    let (words, _) = words::of_clues(puzzle);
    let cages = puzzle.cages.iter().zip(words).map(|(cage, words)| Caged {
        cells: cage.cells.clone(),
        sum: cage.sum.map(|sum| sum.to_string()),
        repeats: cage.repeats,
        words: if cage.repeats { format!("{words}, digits may repeat") } else { words },
    });
    cages.collect()
}
