//! The constraints of a puzzle, key by key.

use std::sync::Arc;

use super::board::{flag, usual_box};
use super::kinds::{self, Kind, Layout};
use crate::formats::json::object::Object;
use crate::formats::json::syntax::{self, Json};
use crate::formats::piece::quote;
use crate::formats::{ReadError, Source};
use crate::puzzles::{Cage, Clue, HouseKind, Puzzle, Use, Value};

/// The keys of a constraint that say how it is drawn.
const DECORATION: [&str; 12] = [
    "outlineC",
    "baseC",
    "fontC",
    "c",
    "color",
    "size",
    "width",
    "height",
    "angle",
    "fromConstraint",
    "isNewConstraint",
    "opacity",
];

/// A puzzle that grows by one key after the other.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) puzzle: Puzzle,
    /// The pairs that carry a mark without a letter, which only exempts them.
    pub(super) unlettered: Vec<Vec<usize>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a Source, puzzle: Puzzle) -> Self {
        Self { source, puzzle, unlettered: Vec::new() }
    }

    /// The puzzle, once all keys are read.
    pub(super) fn finish(mut self) -> Puzzle {
        if self.unlettered.is_empty() {
            return self.puzzle;
        }
        let rule = super::uses(&mut self.puzzle).find(|one| one.name == "strict-xv");
        if let Some(rule) = rule {
            rule.args.0.insert("exempt".to_string(), Value::Groups(self.unlettered));
        } else {
            self.puzzle.notes.push("left out: `xv` without a letter".to_string());
        }
        self.puzzle
    }

    /// Reads what stands at a key; `false` where it is no constraint.
    pub(super) fn read(&mut self, key: &str, json: &Json<'a>) -> Result<bool, ReadError> {
        let Some(kind) = kinds::find(key) else { return Ok(false) };
        match kind.layout {
            Layout::Rule => self.rule(kind, json)?,
            Layout::Disjoint => {
                if flag(self.source, key, json)? {
                    self.disjoint_sets();
                }
            }
            Layout::Negative => self.negative(json)?,
            Layout::Together => self.together(kind, json)?,
            Layout::DigitalRoot => return self.cages(kind, json),
            _ => {
                for item in self.items(key, json)? {
                    let object = self.object(kind, item)?;
                    self.constraint(kind, &object)?;
                }
            }
        }
        Ok(true)
    }

    fn object<'j>(&self, kind: &Kind, item: &'j Json<'a>) -> Result<Object<'j, 'a>, ReadError> {
        let keys: &[&str] = match kind.layout {
            Layout::Lines(_) => &["lines", "value"],
            Layout::Arrow => &["lines", "cells"],
            Layout::Cell | Layout::Together => &["cell"],
            Layout::Outside(_) => &["cell", "value"],
            Layout::Diagonal => &["cell", "direction", "cells", "value"],
            Layout::Clone => &["cells", "cloneCells"],
            Layout::Quadruple => &["cells", "values"],
            Layout::Cells | Layout::House => &["cells"],
            _ => &["cells", "value"],
        };
        Object::new(self.source, item, &format!("`{}`", kind.key), keys, &DECORATION)
    }

    /// Reads one of the objects of a constraint.
    fn constraint(&mut self, kind: &Kind, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let at = object.span.start;
        match kind.layout {
            Layout::Lines(param) => self.lines(kind, object, param),
            Layout::Arrow => self.arrow(object),
            Layout::Cell => {
                let cell = self.cell(self.need(object, "cell")?)?;
                self.push(kind.ours, vec![("cells", Value::Cells(vec![cell]))], at);
                Ok(())
            }
            Layout::Cells => {
                let cells = self.cells(object, "cells")?;
                self.push(kind.ours, vec![("cells", Value::Cells(cells))], at);
                Ok(())
            }
            Layout::Pair(param) => {
                let mut args = vec![("cells", Value::Cells(self.pair(object)?))];
                args.extend(Self::number(object, "value")?.map(|number| (param, Value::Int(number))));
                self.push(kind.ours, args, at);
                Ok(())
            }
            Layout::Letter => self.letter(object),
            Layout::Outside(param) => self.outside(kind, object, param),
            Layout::Diagonal => self.diagonal(kind, object),
            Layout::Killer => self.killer(object),
            Layout::House => self.house(object),
            Layout::Clone => {
                let (cells, of) = (self.cells(object, "cells")?, self.cells(object, "cloneCells")?);
                self.push(kind.ours, vec![("cells", Value::Cells(cells)), ("of", Value::Cells(of))], at);
                Ok(())
            }
            Layout::Quadruple => self.quadruple(kind, object),
            Layout::Rule | Layout::Disjoint | Layout::Negative | Layout::Together | Layout::DigitalRoot => {
                Ok(())
            }
        }
    }

    pub(super) fn push(&mut self, name: &str, args: Vec<(&'static str, Value)>, at: usize) {
        let mut one = Use::new(name, args);
        one.place = Some(self.source.place(at));
        self.puzzle.clues.push(Clue::Use(one));
    }

    fn rule(&mut self, kind: &Kind, json: &Json<'a>) -> Result<(), ReadError> {
        if flag(self.source, kind.key, json)? {
            let exempt = kind.ours == "non-consecutive";
            let args = exempt.then_some(("dots-exempt", Value::Flag(true))).into_iter().collect();
            self.push(kind.ours, args, json.span.start);
        }
        Ok(())
    }

    fn negative(&mut self, json: &Json<'a>) -> Result<(), ReadError> {
        for item in self.items("negative", json)? {
            let name = match &item.kind {
                syntax::Kind::Text(text) if text == "ratio" => "no-unmarked-ratio",
                syntax::Kind::Text(text) if text == "xv" => "strict-xv",
                _ => {
                    let message = format!("unknown negative constraint {}", quote(item.raw(self.source)));
                    return Err(self.error(&item.span, message).with_help("`ratio` and `xv` are known"));
                }
            };
            self.push(name, Vec::new(), item.span.start);
        }
        Ok(())
    }

    fn together(&mut self, kind: &Kind, json: &Json<'a>) -> Result<(), ReadError> {
        let mut cells = Vec::new();
        for item in self.items(kind.key, json)? {
            let object = self.object(kind, item)?;
            cells.push(self.cell(self.need(&object, "cell")?)?);
        }
        self.push(kind.ours, vec![("cells", Value::Cells(cells))], json.span.start);
        Ok(())
    }

    pub(super) fn valueless(&mut self, kind: &Kind) {
        let note = format!("left out: `{}` without a value", kind.key);
        if !self.puzzle.notes.contains(&note) {
            self.puzzle.notes.push(note);
        }
    }

    /// A killer cage; the sum 0 is none.
    fn killer(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let sum = Self::number(object, "value")?.filter(|&sum| sum != 0);
        let cells = self.set(object)?;
        let place = Some(self.source.place(object.span.start));
        let name = self.puzzle.cell_name(cells[0]);
        self.puzzle.cages.push(Cage { name, sum, cells, repeats: false, place });
        Ok(())
    }

    /// The cages with `DRn`; `false` where there is none, since the others state no rule.
    fn cages(&mut self, kind: &Kind, json: &Json<'a>) -> Result<bool, ReadError> {
        let mut found = false;
        for item in self.items(kind.key, json)? {
            let object = self.object(kind, item)?;
            let Some(root) = object.get("value").and_then(digital_root) else { continue };
            found = true;
            let cells = self.set(&object)?;
            let most = i64::from(*self.puzzle.board.values().end()) * cells.len() as i64;
            let sums = (1..=most).filter(|sum| (sum - 1) % 9 + 1 == root).collect();
            let name = self.puzzle.cell_name(cells[0]);
            self.puzzle
                .notes
                .push(format!("the digits of cage {name} with a digital root are read as all different"));
            self.push(
                kind.ours,
                vec![("cells", Value::Cells(cells)), ("sums", Value::Ints(sums))],
                item.span.start,
            );
        }
        Ok(found)
    }

    fn house(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let cells = self.set(object)?;
        self.add_house(cells);
        Ok(())
    }

    fn add_house(&mut self, cells: Vec<usize>) {
        let board = Arc::make_mut(&mut self.puzzle.board);
        let number = board.houses().iter().filter(|house| matches!(house.kind, HouseKind::Extra(_))).count();
        board.add_house(HouseKind::Extra(number), cells);
    }

    fn disjoint_sets(&mut self) {
        let size = self.puzzle.board.rows();
        let (height, width) = usual_box(size);
        let place = |cell: usize| cell / size % height * width + cell % size % width;
        for number in 0..size {
            self.add_house((0..size * size).filter(|&cell| place(cell) == number).collect());
        }
    }
}

/// The n of `DRn`.
fn digital_root(json: &Json<'_>) -> Option<i64> {
    let syntax::Kind::Text(text) = &json.kind else { return None };
    let text = text.trim();
    let number = text.strip_prefix("DR").or_else(|| text.strip_prefix("dr"))?;
    number.trim().parse().ok().filter(|root| (1..=9).contains(root))
}
