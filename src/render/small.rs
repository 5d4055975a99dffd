//! Candidates: small digits, each at its place in a cell, above what the clues draw there.

use std::collections::BTreeMap;

use super::picture::{Anchor, Element, Ink, Picture, Point};
use crate::puzzles::{Clue, Puzzle, Use, Value};

/// How wide a digit is, in sizes of its letters.
const DIGIT_WIDTH: f32 = 0.64;

/// The room between two numbers in a row, in sizes of their letters.
const GAP: f32 = 0.4;

/// The pixels of a cell where nothing needs more, and the least height of letters in pixels.
const USUAL_CELL: f32 = 64.0;
const LEAST_LETTERS: f32 = 12.0;

impl Picture {
    /// The same with candidates in cells that have no digit, each list for a cell, in place of those that are printed.
    #[must_use]
    pub fn with_candidates(mut self, candidates: &[Vec<i32>]) -> Self {
        self.drop_small(None);
        let crowd = self.crowd();
        for (cell, values) in candidates.iter().enumerate().take(self.squares.len()) {
            if self.squares[cell].digit.is_none() {
                for &value in values {
                    self.draw_small(cell, value, &crowd);
                    self.squares[cell].candidates.push((value, None));
                }
            }
        }
        self
    }

    /// The pixels of a cell that are enough to read what stands in it: 64, or more for small candidates.
    pub fn usual_cell(&self) -> u16 {
        let has_small = self.squares.iter().any(|square| !square.candidates.is_empty());
        let least = if has_small { LEAST_LETTERS / self.small_size() } else { 0.0 };
        USUAL_CELL.max(least.ceil()).min(512.0) as u16
    }

    /// The candidates that are printed on a puzzle, in cells without a digit.
    pub(super) fn draw_printed(&mut self, puzzle: &Puzzle) {
        let mut printed: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for clue in &puzzle.clues {
            let Clue::Use(Use { name, args, .. }) = clue else { continue };
            let (Some(Value::Cells(cells)), Some(Value::Ints(digits))) =
                (args.0.get("cells"), args.0.get("digits"))
            else {
                continue;
            };
            if name == "candidates" {
                for &cell in cells.iter().filter(|&&cell| cell < self.squares.len()) {
                    // Of several lists, what is in all of them.
                    let left = printed.entry(cell).or_insert_with(|| digits.clone());
                    left.retain(|digit| digits.contains(digit));
                }
            }
        }
        let crowd = self.crowd();
        for (cell, digits) in printed.into_iter().filter(|&(cell, _)| puzzle.givens[cell].is_none()) {
            let on_board = |value: &i32| digits.contains(&i64::from(*value));
            let values: Vec<i32> = self.values.iter().copied().filter(on_board).collect();
            for value in values {
                self.draw_small(cell, value, &crowd);
            }
        }
    }

    /// Takes the candidates out of a cell, or out of all.
    pub(super) fn drop_small(&mut self, cell: Option<usize>) {
        let place = cell.map(|cell| (cell % self.columns, cell / self.columns));
        self.elements.retain(|element| match element {
            Element::Text { at, ink: Ink::Candidate, .. } => {
                place.is_some_and(|place| place != (at.x as usize, at.y as usize))
            }
            _ => true,
        });
    }

    fn draw_small(&mut self, cell: usize, value: i32, crowd: &[(Vec<Point>, f32)]) {
        let (at, size) = self.candidate_place(cell, value);
        let text = value.to_string();
        let reach = size * DIGIT_WIDTH * text.len() as f32 / 2.0;
        let is_crowded = crowd.iter().any(|(points, width)| distance(at, points) < reach + width);
        let paper = self.squares[cell].tint.unwrap_or(Ink::Paper);
        let (ink, anchor, is_bold, halo) =
            (Ink::Candidate, Anchor::Middle, false, is_crowded.then_some(paper));
        self.elements.push(Element::Text { at, text, size, ink, anchor, is_bold, halo });
    }

    /// What small digits cannot be read on: shafts and dots, as points and how far they reach from these.
    fn crowd(&self) -> Vec<(Vec<Point>, f32)> {
        let is_strong = |ink: &Ink| matches!(ink, Ink::Shaft | Ink::White | Ink::Black);
        let crowd = self.elements.iter().filter_map(|element| match element {
            Element::Line { points, ink, width, has_head, .. } if is_strong(ink) => {
                Some((points.clone(), if *has_head { 0.13 } else { *width }))
            }
            Element::Circle { middle, radius, fill: Some(ink), .. } if is_strong(ink) => {
                Some((vec![*middle], *radius))
            }
            _ => None,
        });
        crowd.collect()
    }

    /// Columns and rows of the small grid in which candidates stand.
    pub(super) fn small_grid(&self) -> (usize, usize) {
        let columns = (1..=64).find(|side| side * side >= self.values.len()).unwrap_or(1);
        (columns, self.values.len().div_ceil(columns))
    }

    /// Characters of the widest digit.
    pub(super) fn widest(&self) -> usize {
        self.values.iter().map(|value| value.to_string().len()).max().unwrap_or(1)
    }

    /// The room of a candidate: its left upper corner in the cell, and from one to the next.
    fn small_room(&self) -> (Point, Point) {
        let (columns, rows) = self.small_grid();
        let left = if self.widest() > 1 { 0.04 } else { 0.1 };
        // The upper edge is left to the sums of cages.
        let (top, height) = (0.25, 0.68);
        let step = Point::new((1.0 - 2.0 * left) / columns as f32, height / rows as f32);
        (Point::new(left, top), step)
    }

    /// The size of its letters: as the widest of them fits into its room.
    fn small_size(&self) -> f32 {
        let (_, step) = self.small_room();
        let across = step.x / (DIGIT_WIDTH * self.widest() as f32 + GAP);
        across.min(step.y * 0.9).min(0.24)
    }

    /// Where a candidate stands, and how large it is.
    pub(super) fn candidate_place(&self, cell: usize, value: i32) -> (Point, f32) {
        let (columns, _) = self.small_grid();
        let at = self.values.iter().position(|&other| other == value).unwrap_or(0);
        let (corner, step) = self.small_room();
        let column = (cell % self.columns) as f32 + corner.x + step.x * ((at % columns) as f32 + 0.5);
        let row = (cell / self.columns) as f32 + corner.y + step.y * ((at / columns) as f32 + 0.5);
        (Point::new(column, row), self.small_size())
    }
}

/// The distance from a point to a line through points.
fn distance(from: Point, points: &[Point]) -> f32 {
    let to_part = |part: &[Point]| {
        let (start, end) = (part[0], part[part.len() - 1]);
        let (along_x, along_y) = (end.x - start.x, end.y - start.y);
        let length = along_x * along_x + along_y * along_y;
        let share = ((from.x - start.x) * along_x + (from.y - start.y) * along_y) / length.max(1e-6);
        from.distance(start.towards(end, share.clamp(0.0, 1.0)))
    };
    let parts: Vec<&[Point]> = if points.len() < 2 { vec![points] } else { points.windows(2).collect() };
    parts.into_iter().filter(|part| !part.is_empty()).map(to_part).fold(f32::INFINITY, f32::min)
}
