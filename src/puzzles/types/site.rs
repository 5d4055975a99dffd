//! Where a clue stands: its arguments, the puzzle around it, the variables of its cells.

use itertools::Itertools;

use super::{Param, ParamKind};
use crate::primitives::IntVar;
use crate::puzzles::{Board, Line, Puzzle, Side, Use, Value};

/// A use of a type in a puzzle, with the variables of the model.
#[derive(Clone, Copy, Debug)]
pub struct Site<'p> {
    pub(crate) puzzle: &'p Puzzle,
    /// The variables of the board row by row, then the extra ones.
    pub(crate) vars: &'p [IntVar],
    pub(crate) clue: &'p Use,
}

impl<'p> Site<'p> {
    /// Whether the arguments are what the parameters ask for.
    pub(in crate::puzzles) fn fits(&self, params: &[Param<'_>]) -> Result<(), String> {
        for name in self.clue.args.0.keys() {
            if !params.iter().any(|param| param.name == name) {
                return Err(unknown_param(name, params));
            }
        }
        for param in params {
            match self.clue.args.0.get(param.name) {
                None if param.required => {
                    return Err(format!("`{}` is missing: {}", param.name, param.about));
                }
                None => {}
                Some(value) => fits_kind(self.puzzle, param.name, param.kind, value)?,
            }
        }
        Ok(())
    }

    /// The board.
    pub(in crate::puzzles) fn board(&self) -> &'p Board {
        &self.puzzle.board
    }

    /// Least and largest digit.
    pub(super) fn digits(&self) -> (i32, i32) {
        (*self.board().values().start(), *self.board().values().end())
    }

    /// What the clue is called in messages: its type, where it stands, and its number: `white-dot r1c1 r1c2`, `sandwich left 1 = 20`.
    pub(super) fn name(&self) -> String {
        let args = &self.clue.args.0;
        let cells = |cells: &[usize]| match cells {
            &[one, other] => format!("{} {}", self.puzzle.cell_name(one), self.puzzle.cell_name(other)),
            _ => cells.first().map_or(String::new(), |&cell| self.puzzle.cell_name(cell)),
        };
        let place = |value: &Value| match value {
            Value::Cells(list) => Some(cells(list)),
            Value::Line(line) => Some(line.to_string()),
            Value::Groups(groups) => Some(cells(&groups.iter().flatten().copied().collect_vec())),
            _ => None,
        };
        // In the order of the type's own parameters, where it is a known type.
        let params = super::find(&self.clue.name).map_or(&[][..], |found| found.params);
        let known = params.iter().filter_map(|param| args.get(param.name));
        let place =
            known.chain(args.values()).find_map(place).map_or(String::new(), |place| format!(" {place}"));
        let number = args.values().find_map(|value| match value {
            Value::Int(number) => Some(format!(" = {number}")),
            _ => None,
        });
        format!("{}{place}{}", self.clue.name, number.unwrap_or_default())
    }

    /// The variables of these cells.
    pub(in crate::puzzles) fn vars_of(&self, cells: &[usize]) -> Vec<IntVar> {
        cells.iter().map(|&cell| self.vars[cell]).collect()
    }

    /// The cells that a parameter names.
    pub(in crate::puzzles) fn cells(&self, name: &str) -> &'p [usize] {
        match self.clue.args.0.get(name) {
            Some(Value::Cells(cells)) => cells,
            _ => &[],
        }
    }

    /// The variables of the cells that a parameter names.
    pub(super) fn line(&self, name: &str) -> Vec<IntVar> {
        self.vars_of(self.cells(name))
    }

    /// The variables of the parameter `cells`.
    pub(super) fn along(&self) -> Vec<IntVar> {
        self.line("cells")
    }

    /// The variables of each list that a parameter names.
    pub(super) fn groups(&self, name: &str) -> Vec<Vec<IntVar>> {
        match self.clue.args.0.get(name) {
            Some(Value::Groups(groups)) => groups.iter().map(|cells| self.vars_of(cells)).collect(),
            _ => Vec::new(),
        }
    }

    /// A number, if it is given.
    pub(super) fn given_int(&self, name: &str) -> Option<i64> {
        match self.clue.args.0.get(name) {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// A number that fits a digit or a sum, or the default.
    pub(super) fn int(&self, name: &str, default: i32) -> Result<i32, String> {
        let number = self.given_int(name).unwrap_or(i64::from(default));
        i32::try_from(number)
            .ok()
            .filter(|number| number.abs() <= 1_000_000)
            .ok_or_else(|| format!("`{name}` = {number} is out of range"))
    }

    /// Numbers.
    pub(super) fn ints(&self, name: &str) -> Vec<i64> {
        match self.clue.args.0.get(name) {
            Some(Value::Ints(numbers)) => numbers.clone(),
            _ => Vec::new(),
        }
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.clue.args.0.get(name), Some(Value::Flag(true)))
    }

    /// A text.
    pub(in crate::puzzles) fn text(&self, name: &str) -> &'p str {
        match self.clue.args.0.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The variables of the row or column that a parameter names, in reading order.
    pub(super) fn reading(&self, name: &str) -> Vec<IntVar> {
        match self.clue.args.0.get(name) {
            Some(Value::Line(line)) => self.vars_of(&line_cells(self.board(), *line)),
            _ => Vec::new(),
        }
    }

    /// The cell at a distance, if it lies on the board.
    pub(super) fn step(&self, cell: usize, down: i32, right: i32) -> Option<usize> {
        let (row, column) = (cell / self.board().columns(), cell % self.board().columns());
        let row = usize::try_from(row as i32 + down).ok().filter(|&row| row < self.board().rows())?;
        let column =
            usize::try_from(column as i32 + right).ok().filter(|&column| column < self.board().columns())?;
        Some(row * self.board().columns() + column)
    }

    /// Every pair of board cells at one of these distances (down, right), each once.
    pub(in crate::puzzles) fn pairs_at(&self, distances: &[(i32, i32)]) -> Vec<(usize, usize)> {
        let cells = 0..self.board().cell_count();
        let reach = |cell| {
            distances.iter().filter_map(move |&(down, right)| Some((cell, self.step(cell, down, right)?)))
        };
        cells
            .flat_map(reach)
            .map(|(a, b)| (a.min(b), a.max(b)))
            .sorted()
            .dedup()
            .filter(|(a, b)| a != b)
            .collect()
    }

    /// Every pair of board cells with a common side.
    pub(in crate::puzzles) fn neighbours(&self) -> Vec<(usize, usize)> {
        self.pairs_at(&[(0, 1), (1, 0)])
    }

    /// The cells of every 2×2 square.
    pub(in crate::puzzles) fn squares(&self) -> Vec<[usize; 4]> {
        let corner =
            |cell| Some([cell, self.step(cell, 0, 1)?, self.step(cell, 1, 0)?, self.step(cell, 1, 1)?]);
        (0..self.board().cell_count()).filter_map(corner).collect()
    }
}

/// Whether a value is what a parameter of this kind asks for.
pub(crate) fn fits_kind(puzzle: &Puzzle, name: &str, kind: ParamKind, value: &Value) -> Result<(), String> {
    let cell_lists: &[Vec<usize>] = match value {
        Value::Cells(cells) => std::slice::from_ref(cells),
        Value::Groups(groups) => groups,
        _ => &[],
    };
    if let Some(cell) = cell_lists.iter().flatten().find(|&&cell| cell >= puzzle.variable_count()) {
        return Err(format!("`{name}` names cell number {cell}, which does not exist"));
    }
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    match (kind, value) {
        (ParamKind::Cells(least), Value::Cells(cells)) if cells.len() < least => {
            Err(format!("`{name}` has {}, at least {least} are needed", plural(cells.len(), "cell")))
        }
        (ParamKind::Groups(least), Value::Groups(groups)) if groups.len() < least => {
            Err(format!("`{name}` has {} lists of cells, at least {least} are needed", groups.len()))
        }
        (ParamKind::Line, Value::Line(line)) => {
            let rows = matches!(line.side, Side::Left | Side::Right);
            let count = if rows { puzzle.board.rows() } else { puzzle.board.columns() };
            if line.index < count {
                Ok(())
            } else {
                Err(format!("`{line}` does not exist: there are {count}"))
            }
        }
        (ParamKind::Int, Value::Int(_))
        | (ParamKind::Ints, Value::Ints(_))
        | (ParamKind::Flag, Value::Flag(_))
        | (ParamKind::Text, Value::Text(_))
        | (ParamKind::Cells(_), Value::Cells(_))
        | (ParamKind::Groups(_), Value::Groups(_)) => Ok(()),
        (kind, _) => Err(format!("`{name}` is not {}", kind.in_words())),
    }
}

/// What is said of a parameter that does not exist.
pub(crate) fn unknown_param(name: &str, params: &[Param<'_>]) -> String {
    let known = params.iter().map(|param| format!("`{}`", param.name)).join(", ");
    let known = if known.is_empty() { "it has none".to_string() } else { format!("it has {known}") };
    format!("`{name}` is no parameter; {known}")
}

/// The cells of a row or column in reading order.
pub(crate) fn line_cells(board: &Board, line: Line) -> Vec<usize> {
    let (rows, columns) = (board.rows(), board.columns());
    let row = || (0..columns).map(move |column| line.index * columns + column);
    let column = || (0..rows).map(move |row| row * columns + line.index);
    match line.side {
        Side::Left => row().collect(),
        Side::Right => row().rev().collect(),
        Side::Top => column().collect(),
        Side::Bottom => column().rev().collect(),
    }
}

impl ParamKind {
    /// What may stand there, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Int => "a number",
            Self::Ints => "a list of numbers",
            Self::Flag => "true or false",
            Self::Text => "a text",
            Self::Cells(_) => "a list of cells",
            Self::Groups(_) => "several lists of cells",
            Self::Line => "a row or column with its side, as `left 3` or `top 1`",
        }
    }
}
