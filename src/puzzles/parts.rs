//! The clues of a puzzle one by one: what each is called, and the puzzle with some of them left out.

use itertools::Itertools;

use super::{Clue, Place, Puzzle, Use, Value};

/// A clue as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// As the setter named it: `given r1c1 = 5`, `cage a (15): r1c1 r1c2`, `thermo: r2c2 r3c2`.
    pub name: String,
    /// Where it stands in the text that it was read from.
    pub place: Option<Place>,
}

impl Puzzle {
    /// Its givens in reading order, then its cages, then its other clues.
    pub fn parts(&self) -> Vec<Part> {
        let givens = self.given_cells().map(|(cell, digit)| Part {
            name: format!("given {} = {digit}", self.cell_name(cell)),
            place: None,
        });
        let cages = self.cages.iter().map(|cage| {
            let sum = cage.sum.map_or(String::new(), |sum| format!(" ({sum})"));
            Part {
                name: format!("cage {}{sum}: {}", cage.name, self.cells_text(&cage.cells)),
                place: cage.place,
            }
        });
        let clues = self.clues.iter().map(|clue| Part { name: self.clue_text(clue), place: clue.place() });
        givens.chain(cages).chain(clues).collect()
    }

    /// The same puzzle with those of its parts alone that have these numbers, as [`Puzzle::parts`] counts them.
    ///
    /// ```
    /// use exactly::{Board, Puzzle};
    ///
    /// let mut puzzle = Puzzle::new(Board::usual(4)?);
    /// puzzle.givens[0] = Some(1);
    /// puzzle.givens[5] = Some(3);
    /// assert_eq!(puzzle.parts()[1].name, "given r2c2 = 3");
    /// assert_eq!(puzzle.with_parts(&[1]).givens.iter().flatten().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_parts(&self, kept: &[usize]) -> Self {
        let mut is_kept = vec![false; self.parts_count()];
        for &part in kept {
            is_kept[part] = true;
        }
        let mut is_kept = is_kept.into_iter();
        let mut puzzle = self.clone();
        for given in puzzle.givens.iter_mut().filter(|given| given.is_some()) {
            if is_kept.next() == Some(false) {
                *given = None;
            }
        }
        puzzle.cages.retain(|_| is_kept.next() != Some(false));
        puzzle.clues.retain(|_| is_kept.next() != Some(false));
        puzzle
    }

    fn parts_count(&self) -> usize {
        self.given_cells().count() + self.cages.len() + self.clues.len()
    }

    fn given_cells(&self) -> impl Iterator<Item = (usize, i32)> {
        self.givens.iter().enumerate().filter_map(|(cell, given)| given.map(|digit| (cell, digit)))
    }

    fn cells_text(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| self.cell_name(cell)).join(" ")
    }

    fn clue_text(&self, clue: &Clue) -> String {
        let list = |parts: &[Clue]| parts.iter().map(|part| self.clue_text(part)).join("; ");
        match clue {
            Clue::Use(one) => self.use_text(one),
            Clue::Any(parts) => format!("any of ({})", list(parts)),
            Clue::All(parts) => format!("all of ({})", list(parts)),
            Clue::Not(part) => format!("not ({})", self.clue_text(part)),
            Clue::If(condition, consequence) => {
                format!("if ({}) then ({})", self.clue_text(condition), self.clue_text(consequence))
            }
        }
    }

    /// The type, its cells, and what else was said of it.
    fn use_text(&self, one: &Use) -> String {
        let place = |(name, value): (&String, &Value)| match value {
            Value::Cells(cells) if name == "cells" => Some(self.cells_text(cells)),
            Value::Cells(cells) => Some(format!("{name} {}", self.cells_text(cells))),
            Value::Groups(groups) => Some(groups.iter().map(|cells| self.cells_text(cells)).join(", ")),
            Value::Line(line) => Some(line.to_string()),
            _ => None,
        };
        let other = |(name, value): (&String, &Value)| match value {
            Value::Int(number) => Some(format!("{name} = {number}")),
            Value::Ints(numbers) => Some(format!("{name} = {}", numbers.iter().join(" "))),
            Value::Text(text) => Some(format!("{name} = {text}")),
            Value::Flag(true) => Some(name.clone()),
            _ => None,
        };
        let others = one.args.0.iter().filter_map(other).join(", ");
        let others = if others.is_empty() { others } else { format!(" ({others})") };
        let places = one.args.0.iter().filter_map(place).join(", ");
        if places.is_empty() {
            format!("{}{others}", one.name)
        } else {
            format!("{}{others}: {places}", one.name)
        }
    }
}
