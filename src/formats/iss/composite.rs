//! `.Or`, `.And` and `.Replicate` around other constraints, up to their `.End`.

use super::cell::read_cell;
use super::{Item, Token};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Clue, Puzzle, Use, Value};

/// A constraint, or a group of them.
#[derive(Debug)]
pub(super) enum Node<'p> {
    /// One constraint.
    Item(Item<'p>),
    /// A group: its head and what stands before its `.End`.
    Group(Item<'p>, Vec<Node<'p>>),
}

impl<'p> Node<'p> {
    /// The constraint, unless this is a group.
    pub(super) fn item(&self) -> Option<&Item<'p>> {
        match self {
            Self::Item(item) => Some(item),
            Self::Group(..) => None,
        }
    }
}

/// Puts the constraints of each group into it.
pub(super) fn nest<'p>(source: &Source, items: Vec<Item<'p>>) -> Result<Vec<Node<'p>>, ReadError> {
    let mut open: Vec<(Item<'p>, Vec<Node<'p>>)> = Vec::new();
    let mut top = Vec::new();
    for item in items {
        match item.name.text {
            ".Or" | ".And" | ".Replicate" => open.push((item, Vec::new())),
            ".End" => {
                let Some((head, parts)) = open.pop() else {
                    return Err(item.name.error(source, "`.End` without a group that it ends"));
                };
                open.last_mut().map_or(&mut top, |(_, parts)| parts).push(Node::Group(head, parts));
            }
            _ => open.last_mut().map_or(&mut top, |(_, parts)| parts).push(Node::Item(item)),
        }
    }
    match open.pop() {
        Some((head, _)) => Err(head.name.error(source, format!("`{}` without its `.End`", head.name.text))),
        None => Ok(top),
    }
}

/// Copies the clues of a `.Replicate` to each target: a bit set over the cells from the origin on, six bits a character.
pub(super) fn replicate(
    source: &Source,
    head: &Item<'_>,
    clues: &[Clue],
    puzzle: &Puzzle,
) -> Result<Vec<Clue>, ReadError> {
    let Some(bits) = head.arguments.first() else {
        return Err(head.name.error(source, "`.Replicate` without its targets"));
    };
    let origin = head.arguments.get(1).map_or(Ok(0), |token| read_cell(source, token, puzzle))?;
    let space = Space::of(puzzle, origin);
    let mut copies = Vec::new();
    for offset in targets(source, bits)? {
        let (down, right) = space.distance(origin, origin + offset);
        for clue in clues {
            let moved = shift(clue, puzzle, down, right).ok_or_else(|| {
                let message = format!("a copy of `.Replicate` at target {} leaves the board", offset + 1);
                bits.error(source, message)
            })?;
            copies.push(moved);
        }
    }
    Ok(copies)
}

fn targets(source: &Source, bits: &Token<'_>) -> Result<Vec<usize>, ReadError> {
    let mut targets = Vec::new();
    for (place, sign) in bits.text.bytes().enumerate() {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return Err(bits.error(source, format!("{} is no set of targets", bits.quote()))),
        };
        targets.extend((0..6).filter(|bit| value >> bit & 1 == 1).map(|bit| place * 6 + bit));
    }
    Ok(targets)
}

/// The board, or the extra variables of one name: cells in rows.
struct Space {
    first: usize,
    count: usize,
    columns: usize,
}

impl Space {
    fn of(puzzle: &Puzzle, cell: usize) -> Self {
        let board = puzzle.board.cell_count();
        let mut space = Self { first: 0, count: board, columns: puzzle.board.columns() };
        for extra in &puzzle.extras {
            if cell < space.first + space.count {
                break;
            }
            space = Self { first: space.first + space.count, count: extra.count, columns: extra.columns };
        }
        space
    }

    fn distance(&self, from: usize, to: usize) -> (isize, isize) {
        let at = |cell: usize| (cell - self.first) / self.columns;
        let column = |cell: usize| (cell - self.first) % self.columns;
        (at(to) as isize - at(from) as isize, column(to) as isize - column(from) as isize)
    }

    fn moved(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = ((cell - self.first) / self.columns, (cell - self.first) % self.columns);
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.columns)?;
        let index = row * self.columns + column;
        (index < self.count).then_some(self.first + index)
    }
}

fn shift(clue: &Clue, puzzle: &Puzzle, down: isize, right: isize) -> Option<Clue> {
    let many = |parts: &[Clue]| {
        parts.iter().map(|part| shift(part, puzzle, down, right)).collect::<Option<Vec<_>>>()
    };
    Some(match clue {
        Clue::Use(one) => Clue::Use(shift_use(one, puzzle, down, right)?),
        Clue::Any(parts) => Clue::Any(many(parts)?),
        Clue::All(parts) => Clue::All(many(parts)?),
        Clue::Not(part) => Clue::Not(Box::new(shift(part, puzzle, down, right)?)),
        Clue::If(a, b) => {
            Clue::If(Box::new(shift(a, puzzle, down, right)?), Box::new(shift(b, puzzle, down, right)?))
        }
    })
}

fn shift_use(one: &Use, puzzle: &Puzzle, down: isize, right: isize) -> Option<Use> {
    let cells = |cells: &[usize]| -> Option<Vec<usize>> {
        cells.iter().map(|&cell| Space::of(puzzle, cell).moved(cell, down, right)).collect()
    };
    let mut moved = one.clone();
    for value in moved.args.0.values_mut() {
        match value {
            Value::Cells(list) => *list = cells(list)?,
            Value::Groups(lists) => *lists = lists.iter().map(|list| cells(list)).collect::<Option<_>>()?,
            _ => {}
        }
    }
    Some(moved)
}
