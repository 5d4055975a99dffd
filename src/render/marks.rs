//! A step of the way on a picture: what is looked at, what is placed and removed.

use super::picture::{Element, Ink, Picture, Point};
use crate::steps::{Candidate, Field, Marks, Role};

/// Radius of the disc behind a marked candidate, in sizes of its letters.
const DISC: f32 = 0.56;

impl Picture {
    /// The same with the cells of a step tinted, under everything else.
    fn with_tints(mut self, marks: &Marks) -> Self {
        let mut tints: Vec<(usize, Ink)> = Vec::new();
        tints.extend(marks.houses.iter().flatten().map(|&cell| (cell, Ink::Mark(Role::Cover))));
        tints.extend(marks.cells.iter().map(|&(cell, role)| (cell, Ink::Mark(role))));
        for (cell, ink) in tints {
            let middle = self.middle(cell);
            let from = Point::new(middle.x - 0.5, middle.y - 0.5);
            let to = Point::new(middle.x + 0.5, middle.y + 0.5);
            // Under everything else.
            self.elements.insert(0, Element::Fill { from, to, ink });
            self.squares[cell].tint = Some(ink);
            self.tint_papers(cell, ink);
        }
        // The first inserted lie on top of the later ones.
        let count = marks.houses.iter().map(Vec::len).sum::<usize>() + marks.cells.len();
        self.elements[..count].reverse();
        self
    }

    /// Gives the papers behind the small texts of a cell its tint.
    fn tint_papers(&mut self, cell: usize, tint: Ink) {
        let place = (cell % self.columns, cell / self.columns);
        for element in &mut self.elements {
            if let Element::Fill { from, to, ink } = element {
                let is_small = to.x - from.x < 0.99 && to.y - from.y < 0.3;
                if is_small && place == (from.x as usize, from.y as usize) {
                    *ink = tint;
                }
            }
        }
    }

    /// The same with candidates, and a step highlighted on them.
    #[must_use]
    pub fn with_step(self, candidates: &[Vec<i32>], marks: &Marks, field: &Field) -> Self {
        let mut picture = self.with_tints(marks);
        let value = |candidate: Candidate| field.values()[candidate.digit];
        for link in &marks.links {
            let ends = [link.from, link.to].map(|end| picture.candidate_place(end.cell, value(end)).0);
            let ink = if link.is_strong { Ink::Mark(Role::On) } else { Ink::Mark(Role::Off) };
            let (points, is_dashed) = (ends.to_vec(), !link.is_strong);
            picture.elements.push(Element::Line { points, ink, width: 0.03, is_dashed, has_head: false });
        }
        for &(candidate, role) in marks.candidates.iter().filter(|(_, role)| *role != Role::Removed) {
            let (middle, size) = picture.candidate_place(candidate.cell, value(candidate));
            let (radius, ink) = (size * DISC, Ink::Mark(role));
            let is_solid = !matches!(role, Role::On | Role::Off | Role::Placed);
            let (fill, outline) = if is_solid {
                (Some(Ink::Mark(Role::Base)), Some(ink))
            } else {
                (Some(Ink::Paper), Some(ink))
            };
            picture.elements.push(Element::Circle { middle, radius, fill, outline });
        }
        let mut picture = picture.with_candidates(candidates);
        for &(candidate, role) in &marks.candidates {
            picture.mark_small(candidate.cell, value(candidate), role);
        }
        picture
    }

    /// Draws a marked candidate again in its colour, struck out where it is removed.
    fn mark_small(&mut self, cell: usize, value: i32, role: Role) {
        let ink = Ink::Mark(role);
        if let Some(small) = self.squares[cell].candidates.iter_mut().find(|(other, _)| *other == value) {
            small.1 = Some(ink);
        }
        let (at, size) = self.candidate_place(cell, value);
        if matches!(role, Role::Placed | Role::Removed) {
            self.text(at, value.to_string(), size, ink);
        }
        if role == Role::Removed {
            let reach = size * 0.55;
            let ends = [Point::new(at.x - reach, at.y + reach), Point::new(at.x + reach, at.y - reach)];
            self.line(ends.to_vec(), ink, 0.02);
        }
    }
}
