//! The shapes of clues: lines, bulbs, arrows, dots, signs, and what stands outside of the board.

use itertools::Itertools;

use super::picture::{Element, Ink, Picture, Point};
use crate::puzzles::{Line, Side, Use, Value};

/// What the digit of a cell is beside those of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    /// Less than all of them.
    Least,
    /// Greater than all of them.
    Greatest,
}

/// Room for one clue outside the board.
const OUTSIDE: f32 = 0.7;

impl Picture {
    /// A line along cells of the board; a single cell gets a dot.
    pub(super) fn along(&mut self, cells: &[usize], ink: Ink, width: f32) {
        let on_board = cells.iter().filter(|&&cell| cell < self.squares.len());
        let points: Vec<Point> = on_board.map(|&cell| self.middle(cell)).collect();
        match points[..] {
            [] => {}
            [middle] => self.circle(middle, width, Some(ink), None),
            _ => self.line(points, ink, width),
        }
    }

    pub(super) fn circle(&mut self, middle: Point, radius: f32, fill: Option<Ink>, outline: Option<Ink>) {
        self.elements.push(Element::Circle { middle, radius, fill, outline });
    }

    pub(super) fn bulb(
        &mut self,
        cell: Option<&usize>,
        radius: f32,
        fill: Option<Ink>,
        outline: Option<Ink>,
    ) {
        if let Some(&cell) = cell {
            self.circle(self.middle(cell), radius, fill, outline);
        }
    }

    pub(super) fn arrow(&mut self, clue: &Use, start: &str, cells: &[usize]) {
        let from = match clue.args.0.get(start) {
            Some(Value::Cells(cells)) => cells.clone(),
            _ => Vec::new(),
        };
        if let (Some(&last), Some(_)) = (from.last(), cells.first()) {
            let path = [last].into_iter().chain(cells.iter().copied().filter(|cell| !from.contains(cell)));
            let mut points: Vec<Point> = path.map(|cell| self.middle(cell)).collect();
            if let [first, second, ..] = points[..] {
                points[0] = first.towards(second, 0.36 / first.distance(second).max(0.5));
            }
            let (ink, width) = (Ink::Shaft, 0.05);
            self.elements.push(Element::Line { points, ink, width, is_dashed: false, has_head: true });
        }
        match &from[..] {
            [one] => self.bulb(Some(one), 0.38, None, Some(Ink::Shaft)),
            pill => {
                self.along(pill, Ink::Shaft, 0.76);
                self.along(pill, Ink::Paper, 0.68);
            }
        }
    }

    /// Points between neighbours of a list that touch.
    pub(super) fn gaps(&self, cells: &[usize]) -> Vec<Point> {
        let middles = cells.iter().map(|&cell| self.middle(cell));
        let pairs = middles.tuple_windows().filter(|(one, other)| one.distance(*other) < 1.1);
        pairs.map(|(one, other)| one.towards(other, 0.5)).collect()
    }

    /// Dots of this colour between cells that touch, each with a number of the opposite colour.
    pub(super) fn dots(&mut self, cells: &[usize], fill: Ink, number: Option<&str>) {
        for at in self.gaps(cells) {
            self.circle(at, 0.15, Some(fill), Some(Ink::Thick));
            if let Some(number) = number {
                let ink = if fill == Ink::White { Ink::Black } else { Ink::White };
                self.text(at, number.to_string(), 0.18, ink);
            }
        }
    }

    pub(super) fn between(&mut self, cells: &[usize], text: &str) {
        for at in self.gaps(cells) {
            self.circle(at, 0.15, Some(Ink::Paper), None);
            self.text(at, text.to_string(), 0.26, Ink::Clue);
        }
    }

    pub(super) fn greater(&mut self, cells: &[usize]) {
        let middles: Vec<Point> = cells.iter().map(|&cell| self.middle(cell)).collect();
        for (&large, &small) in middles.iter().tuple_windows() {
            let tip = large.towards(small, 0.56);
            let back = large.towards(small, 0.42);
            let (across_x, across_y) = ((small.y - large.y) * 0.1, (small.x - large.x) * 0.1);
            let one = Point::new(back.x + across_x, back.y + across_y);
            let other = Point::new(back.x - across_x, back.y - across_y);
            self.line(vec![one, tip, other], Ink::Clue, 0.04);
        }
    }

    /// Digits in a circle amid cells, more than two of them in two rows.
    pub(super) fn quad(&mut self, cells: &[usize], digits: &str) {
        let count = cells.len().max(1) as f32;
        let sum = cells
            .iter()
            .map(|&cell| self.middle(cell))
            .fold(Point::default(), |sum, point| Point::new(sum.x + point.x, sum.y + point.y));
        let at = Point::new(sum.x / count, sum.y / count);
        self.circle(at, 0.24, Some(Ink::Paper), Some(Ink::Thick));
        let digits: Vec<&str> = digits.split(' ').collect();
        let in_row = if digits.len() > 2 { digits.len().div_ceil(2) } else { 2 };
        let (size, first) = if digits.len() > 2 { (0.18, at.y - 0.09) } else { (0.22, at.y) };
        for (row, digits) in digits.chunks(in_row).enumerate() {
            self.text(Point::new(at.x, first + 0.18 * row as f32), digits.join(" "), size, Ink::Clue);
        }
    }

    /// A number outside the board beside a row or column, the next one farther out.
    /// With a letter as its mark, if it has one.
    pub(super) fn outside(&mut self, line: Line, depth: usize, text: String, mark: Option<char>) {
        let far = OUTSIDE * (depth as f32 + 0.5);
        let along = line.index as f32 + 0.5;
        let (at, side) = match line.side {
            Side::Left => (Point::new(-far, along), 0),
            Side::Top => (Point::new(along, -far), 1),
            Side::Right => (Point::new(self.columns as f32 + far, along), 2),
            Side::Bottom => (Point::new(along, self.rows as f32 + far), 3),
        };
        self.margin[side] = self.margin[side].max(far + OUTSIDE / 2.0);
        let Some(mark) = mark else { return self.text(at, text, 0.36, Ink::Clue) };
        let half = 0.36 * 0.32 * text.chars().count() as f32;
        self.text(Point::new(at.x - 0.06, at.y), text, 0.36, Ink::Clue);
        self.text(Point::new(at.x + half + 0.02, at.y + 0.1), mark.to_string(), 0.2, Ink::Clue);
    }

    /// Whether these cells are a whole diagonal of more than one cell, in order from one edge of the board to another.
    pub(super) fn is_diagonal(&self, cells: &[usize]) -> bool {
        let place = |cell: usize| ((cell / self.columns) as isize, (cell % self.columns) as isize);
        let places: Vec<(isize, isize)> = cells.iter().map(|&cell| place(cell)).collect();
        let [first, second, ..] = places[..] else { return false };
        let (down, right) = (second.0 - first.0, second.1 - first.1);
        let is_off = |row: isize, column: isize| {
            row < 0 || column < 0 || row >= self.rows as isize || column >= self.columns as isize
        };
        let last = places[places.len() - 1];
        let goes_on = |(one, other): (&(isize, isize), &(isize, isize))| {
            (other.0 - one.0, other.1 - one.1) == (down, right)
        };
        (down.abs(), right.abs()) == (1, 1)
            && places.iter().tuple_windows().all(goes_on)
            && is_off(first.0 - down, first.1 - right)
            && is_off(last.0 + down, last.1 + right)
    }

    /// Arrowheads at the edges of cells towards neighbours that are not among them, pointing to the smaller digit.
    pub(super) fn arrowheads(&mut self, cells: &[usize], extreme: Extreme) {
        let (tip, back) = match extreme {
            Extreme::Least => (0.41, 0.475),
            Extreme::Greatest => (0.475, 0.41),
        };
        for &cell in cells {
            let (row, column) = (cell / self.columns, cell % self.columns);
            let middle = self.middle(cell);
            for (down, right) in [(-1_isize, 0_isize), (1, 0), (0, -1), (0, 1)] {
                let next = (row.checked_add_signed(down), column.checked_add_signed(right));
                let (Some(row), Some(column)) = next else { continue };
                let is_on = row < self.rows && column < self.columns;
                if !is_on || cells.contains(&(row * self.columns + column)) {
                    continue;
                }
                let (x, y) = (right as f32, down as f32);
                let at = |out: f32, side: f32| {
                    Point::new(middle.x + x * out + y * side, middle.y + y * out + x * side)
                };
                let corners = vec![at(back, -0.08), at(tip, 0.0), at(back, 0.08), at(back, -0.08)];
                self.line(corners, Ink::Clue, 0.03);
            }
        }
    }

    /// A number before the first cell of a diagonal, with an arrow into the board.
    pub(super) fn diagonal(&mut self, cells: &[usize], text: String) {
        let Some(&first) = cells.first() else { return };
        let start = self.middle(first);
        let next = cells.get(1).map_or(Point::new(start.x + 1.0, start.y + 1.0), |&cell| self.middle(cell));
        let (right, down) = ((next.x - start.x).clamp(-1.0, 1.0), (next.y - start.y).clamp(-1.0, 1.0));
        let at = Point::new(start.x - right * 0.85, start.y - down * 0.85);
        let tail = Point::new(start.x - right * 0.64, start.y - down * 0.64);
        let tip = Point::new(start.x - right * 0.46, start.y - down * 0.46);
        let out = [-at.x, -at.y, at.x - self.columns as f32, at.y - self.rows as f32];
        for (margin, out) in self.margin.iter_mut().zip(out) {
            *margin = margin.max(out + 0.3);
        }
        let (points, ink, width) = (vec![tail, tip], Ink::Clue, 0.04);
        self.elements.push(Element::Line { points, ink, width, is_dashed: false, has_head: true });
        self.text(at, text, 0.3, Ink::Clue);
    }
}
