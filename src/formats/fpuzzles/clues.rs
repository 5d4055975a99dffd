//! The constraints of a puzzle, key by key.

use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;

use super::board::{flag, usual_box};
use super::kinds::{self, Kind, Layout};
use crate::formats::cells::outside;
use crate::formats::json::object::Object;
use crate::formats::json::syntax::{self, Json};
use crate::formats::piece::{error_at, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Cage, Cell, Clue, HouseKind, Line, Puzzle, Side, Use, Value};

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
    source: &'a Source,
    puzzle: Puzzle,
    /// The pairs that carry a mark without a letter, which only exempts them.
    unlettered: Vec<Vec<usize>>,
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

    fn items<'j>(&self, key: &str, json: &'j Json<'a>) -> Result<&'j [Json<'a>], ReadError> {
        match &json.kind {
            syntax::Kind::Array(items) => Ok(items),
            _ => {
                let message = format!("`{key}` is {}, not an array", quote(json.raw(self.source)));
                Err(error_at(self.source, json.span.clone(), message))
            }
        }
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
                args.extend(self.number(object, "value")?.map(|number| (param, Value::Int(number))));
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

    fn push(&mut self, name: &str, args: Vec<(&'static str, Value)>, at: usize) {
        let mut one = Use::new(name, args);
        one.place = Some(self.source.place(at));
        self.puzzle.clues.push(Clue::Use(one));
    }

    fn error(&self, span: &Range<usize>, message: impl Into<String>) -> ReadError {
        error_at(self.source, span.clone(), message)
    }

    fn need<'j>(&self, object: &Object<'j, 'a>, key: &str) -> Result<&'j Json<'a>, ReadError> {
        object.get(key).ok_or_else(|| self.error(&object.span, format!("`{key}` is missing")))
    }

    /// Row and column as written, which may lie one step outside the board.
    fn coordinates(&self, json: &Json<'a>) -> Result<(usize, usize), ReadError> {
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse().ok()).flatten()
        };
        let parse = |text: &str| {
            let (row, column) = text.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
            number(row).zip(number(column))
        };
        let found = match &json.kind {
            syntax::Kind::Text(text) => parse(text),
            _ => None,
        };
        found.ok_or_else(|| {
            let error = self.error(&json.span, format!("{} is not a cell", quote(json.raw(self.source))));
            error.with_help("a cell is written `\"R1C1\"`")
        })
    }

    fn cell(&self, json: &Json<'a>) -> Result<usize, ReadError> {
        let (row, column) = self.coordinates(json)?;
        let cell = row.checked_sub(1).zip(column.checked_sub(1)).map(|(row, column)| Cell { row, column });
        let index = cell.and_then(|cell| self.puzzle.board.index(cell));
        index.ok_or_else(|| {
            outside(self.source, json.span.clone(), &format!("r{row}c{column}"), &self.puzzle.board)
        })
    }

    fn list(&self, key: &str, json: &Json<'a>) -> Result<Vec<usize>, ReadError> {
        self.items(key, json)?.iter().map(|item| self.cell(item)).collect()
    }

    fn cells(&self, object: &Object<'_, 'a>, key: &str) -> Result<Vec<usize>, ReadError> {
        self.list(key, self.need(object, key)?)
    }

    /// The cells of a list that names each once, at least one.
    fn set(&self, object: &Object<'_, 'a>) -> Result<Vec<usize>, ReadError> {
        let mut cells = self.cells(object, "cells")?;
        if cells.is_empty() {
            return Err(self.error(&object.span, "a set without cells"));
        }
        if let Some(cell) = cells.iter().duplicates().next() {
            let name = self.puzzle.cell_name(*cell);
            return Err(self.error(&object.span, format!("cell {name} is listed twice")));
        }
        cells.sort_unstable();
        Ok(cells)
    }

    fn pair(&self, object: &Object<'_, 'a>) -> Result<Vec<usize>, ReadError> {
        let cells = self.cells(object, "cells")?;
        if cells.len() == 2 {
            Ok(cells)
        } else {
            Err(self.error(&object.span, format!("a mark between two cells names {}", cells.len())))
        }
    }

    /// A number, as a text or bare; nothing where the text is empty.
    fn number(&self, object: &Object<'_, 'a>, key: &str) -> Result<Option<i64>, ReadError> {
        let Some(json) = object.get(key) else { return Ok(None) };
        let number = match &json.kind {
            syntax::Kind::Null => return Ok(None),
            syntax::Kind::Text(text) if text.trim().is_empty() => return Ok(None),
            syntax::Kind::Text(text) => text.trim().parse().ok(),
            _ => json.number(),
        };
        number.map(Some).ok_or_else(|| object.wrong_type(key, json, "a whole number"))
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

    fn lines(
        &mut self,
        kind: &Kind,
        object: &Object<'_, 'a>,
        param: Option<&'static str>,
    ) -> Result<(), ReadError> {
        let number = self.number(object, "value")?;
        if let (Some(_), None) = (number, param) {
            return Err(self
                .error(&object.span, format!("`{}` with a `value`, whose meaning is not known", kind.key)));
        }
        for line in self.items("lines", self.need(object, "lines")?)? {
            let mut args = vec![("cells", Value::Cells(self.list("a line", line)?))];
            args.extend(param.zip(number.map(Value::Int)));
            self.push(kind.ours, args, line.span.start);
        }
        Ok(())
    }

    /// A circle or pill with its lines; the first cell of a line is left out where it lies in the circle.
    fn arrow(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let mut circle = self.cells(object, "cells")?;
        circle.sort_unstable();
        let Some(lines) = object.get("lines") else { return Ok(()) };
        let (name, param) = match circle.len() {
            1 => ("arrow", "circle"),
            2 | 3 => ("pill-arrow", "pill"),
            0 => return Err(self.error(&object.span, "an arrow without a circle")),
            more => return Err(self.error(&object.span, format!("a pill of {more} cells"))),
        };
        for line in self.items("lines", lines)? {
            let mut shaft = self.list("a line", line)?;
            if shaft.first().is_some_and(|first| circle.contains(first)) {
                shaft.remove(0);
            }
            if shaft.is_empty() {
                return Err(self.error(&line.span, "an arrow without a shaft"));
            }
            let args = vec![(param, Value::Cells(circle.clone())), ("cells", Value::Cells(shaft))];
            self.push(name, args, line.span.start);
        }
        Ok(())
    }

    fn letter(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let cells = self.pair(object)?;
        let sum = match object.get("value").map(|json| &json.kind) {
            Some(syntax::Kind::Text(text)) if text == "X" || text == "x" => 10,
            Some(syntax::Kind::Text(text)) if text == "V" || text == "v" => 5,
            None => {
                self.unlettered.push(cells);
                return Ok(());
            }
            Some(syntax::Kind::Text(text)) if text.is_empty() => {
                self.unlettered.push(cells);
                return Ok(());
            }
            Some(_) => {
                let json = self.need(object, "value")?;
                return Err(object.wrong_type("value", json, "`X` or `V`"));
            }
        };
        let args = vec![("cells", Value::Cells(cells)), ("sum", Value::Int(sum))];
        self.push("pair-sum", args, object.span.start);
        Ok(())
    }

    fn outside(
        &mut self,
        kind: &Kind,
        object: &Object<'_, 'a>,
        param: &'static str,
    ) -> Result<(), ReadError> {
        let json = self.need(object, "cell")?;
        let (row, column) = self.coordinates(json)?;
        let size = self.puzzle.board.rows();
        let inside = |number: usize| (1..=size).contains(&number);
        let line = match (row, column) {
            (0, column) if inside(column) => Line { side: Side::Top, index: column - 1 },
            (row, column) if row == size + 1 && inside(column) => {
                Line { side: Side::Bottom, index: column - 1 }
            }
            (row, 0) if inside(row) => Line { side: Side::Left, index: row - 1 },
            (row, column) if column == size + 1 && inside(row) => Line { side: Side::Right, index: row - 1 },
            _ => {
                let message = format!("no row or column begins at {}", quote(json.raw(self.source)));
                let help = format!(
                    "a clue stands in row 0 or {0} beside a column, or in column 0 or {0} beside a row",
                    size + 1
                );
                return Err(self.error(&json.span, message).with_help(help));
            }
        };
        match self.number(object, "value")? {
            Some(number) => {
                let args = vec![("from", Value::Line(line)), (param, Value::Int(number))];
                self.push(kind.ours, args, object.span.start);
            }
            None => self.valueless(kind),
        }
        Ok(())
    }

    fn valueless(&mut self, kind: &Kind) {
        let note = format!("left out: `{}` without a value", kind.key);
        if !self.puzzle.notes.contains(&note) {
            self.puzzle.notes.push(note);
        }
    }

    fn diagonal(&mut self, kind: &Kind, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let json = self.need(object, "cell")?;
        let direction = self.need(object, "direction")?;
        let (down, right) = match &direction.kind {
            syntax::Kind::Text(text) => match text.as_ref() {
                "DR" => (1, 1),
                "DL" => (1, -1),
                "UR" => (-1, 1),
                "UL" => (-1, -1),
                _ => return Err(object.wrong_type("direction", direction, "`DR`, `DL`, `UR` or `UL`")),
            },
            _ => return Err(object.wrong_type("direction", direction, "`DR`, `DL`, `UR` or `UL`")),
        };
        let cells = diagonal_cells(&self.puzzle, self.coordinates(json)?, (down, right));
        if cells.is_empty() {
            let message = format!("no diagonal begins at {} that way", quote(json.raw(self.source)));
            return Err(self.error(&json.span, message));
        }
        if let Some(listed) = object.get("cells") {
            let listed_cells = self.list("cells", listed)?;
            if listed_cells.iter().sorted().ne(cells.iter().sorted()) {
                return Err(self.error(&listed.span, "`cells` are not those of the diagonal"));
            }
        }
        match self.number(object, "value")? {
            Some(sum) => {
                let args = vec![("cells", Value::Cells(cells)), ("sum", Value::Int(sum))];
                self.push(kind.ours, args, object.span.start);
            }
            None => self.valueless(kind),
        }
        Ok(())
    }

    /// A killer cage; the sum 0 is none.
    fn killer(&mut self, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let sum = self.number(object, "value")?.filter(|&sum| sum != 0);
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

    fn quadruple(&mut self, kind: &Kind, object: &Object<'_, 'a>) -> Result<(), ReadError> {
        let cells = self.set(object)?;
        let mut digits = Vec::new();
        for json in self.items("values", self.need(object, "values")?)? {
            let digit = json.number().filter(|&digit| (1..=self.puzzle.board.rows() as i64).contains(&digit));
            digits.push(digit.ok_or_else(|| {
                self.error(
                    &json.span,
                    format!("{} is not a value of this board", quote(json.raw(self.source))),
                )
            })?);
        }
        if digits.is_empty() {
            self.valueless(kind);
            return Ok(());
        }
        if digits.len() > cells.len() {
            let message = format!("{} digits for {} cells", digits.len(), cells.len());
            return Err(self.error(&object.span, message));
        }
        let args = vec![("cells", Value::Cells(cells)), ("digits", Value::Ints(digits))];
        self.push(kind.ours, args, object.span.start);
        Ok(())
    }
}

/// The cells on the way from a place beside the board, or from the first cell of a diagonal on it.
pub(super) fn diagonal_cells(puzzle: &Puzzle, start: (usize, usize), way: (isize, isize)) -> Vec<usize> {
    let size = puzzle.board.rows();
    let on_board = |number: usize| (1..=size).contains(&number);
    if start.0 > size + 1 || start.1 > size + 1 || (on_board(start.0) && on_board(start.1)) {
        return Vec::new();
    }
    let step = |at: isize| {
        let row = start.0.checked_add_signed(way.0 * at).filter(|&row| on_board(row))?;
        let column = start.1.checked_add_signed(way.1 * at).filter(|&column| on_board(column))?;
        Some((row - 1) * size + column - 1)
    };
    (1..).map_while(step).collect()
}

/// The n of `DRn`.
fn digital_root(json: &Json<'_>) -> Option<i64> {
    let syntax::Kind::Text(text) = &json.kind else { return None };
    let text = text.trim();
    let number = text.strip_prefix("DR").or_else(|| text.strip_prefix("dr"))?;
    number.trim().parse().ok().filter(|root| (1..=9).contains(root))
}
