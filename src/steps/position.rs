//! Where the way to the solution stands: the digits placed and the candidates left.

use std::sync::Arc;

use super::cells::{Cells, ones};
use super::{Candidate, Field, Group, Step};
use crate::puzzles::Puzzle;

/// A position on a field. Placing a digit removes at once what it excludes.
#[derive(Clone, Debug)]
pub struct Position<'f> {
    field: &'f Field,
    /// The digits left for each cell; the one of a placed cell stays.
    masks: Vec<u64>,
    /// For each house and digit the places left.
    places: Vec<u64>,
    /// For each digit the cells left.
    cells: Vec<Cells>,
    /// Cells whose digit is placed.
    placed: Cells,
    /// For each house the digits placed in it.
    done: Vec<u64>,
    /// Cells that have lost a candidate since somebody asked last.
    changed: Cells,
    /// Whether the puzzle is known to have one solution: what uniqueness alone tells is looked for only then.
    pub is_unique: bool,
    /// The digits of its only solution, where that is known.
    solution: Option<Arc<[usize]>>,
}

/// What shows that a position has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// A cell without a digit.
    Cell(usize),
    /// A house without a place for a digit.
    House { house: usize, digit: usize },
    /// A constraint beyond the houses, by its number.
    Constraint(usize),
    /// A digit that follows and is out.
    Out(Candidate),
}

impl Broken {
    /// `no digit is left for r1c1`.
    pub(super) fn say(self, field: &Field) -> String {
        match self {
            Self::Cell(cell) => format!("no digit is left for {}", field.cell_name(cell)),
            Self::House { house, digit } => {
                format!("no place is left for {} in {}", field.values()[digit], field.houses()[house].name)
            }
            Self::Constraint(number) => format!("{} cannot be completed", field.locals()[number].name()),
            Self::Out(candidate) => format!("{} would follow, and is out", field.name(candidate, "=")),
        }
    }
}

impl<'f> Position<'f> {
    /// The field before anything is placed.
    pub fn new(field: &'f Field) -> Self {
        let (digits, houses) = (field.values().len(), field.houses().len());
        let mut position = Self {
            field,
            masks: field.start().to_vec(),
            places: vec![0; houses * digits],
            cells: vec![Cells::NONE; digits],
            placed: Cells::NONE,
            done: vec![0; houses],
            changed: Cells::NONE,
            is_unique: false,
            solution: None,
        };
        for (cell, &mask) in field.start().iter().enumerate() {
            for digit in ones(mask) {
                position.cells[digit].insert(cell);
                for &(house, place) in field.places_of(cell) {
                    position.places[house * digits + digit] |= 1 << place;
                }
            }
        }
        position
    }

    /// The position with the givens of a puzzle placed: that of the field.
    pub fn with_givens(field: &'f Field, puzzle: &Puzzle) -> Self {
        let mut position = Self::new(field);
        for (cell, given) in puzzle.givens.iter().enumerate() {
            if let Some(digit) = given.and_then(|value| field.digit(value)) {
                position.place(Candidate { cell, digit });
            }
        }
        position
    }

    /// Tells the values of the only solution, cell by cell. Nothing is read from it but what the longest trials do not reach; a
    /// solution with other values than the field has is not taken.
    pub fn know_solution(&mut self, values: &[i32]) {
        let digits: Option<Arc<[usize]>> = values.iter().map(|&value| self.field.digit(value)).collect();
        self.solution = digits.filter(|digits| digits.len() == self.masks.len());
    }

    /// The digit of the only solution in a cell, where that is known and left.
    pub(super) fn told(&self, cell: usize) -> Option<usize> {
        let digit = self.solution.as_ref()?[cell];
        self.has(Candidate { cell, digit }).then_some(digit)
    }

    /// The field.
    pub fn field(&self) -> &'f Field {
        self.field
    }

    /// Places a digit: removes the others of its cell and all that it excludes.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        self.placed.insert(cell);
        for &(house, _) in self.field.places_of(cell) {
            self.done[house] |= 1 << digit;
        }
        for other in ones(self.masks[cell] & !(1 << digit)) {
            self.remove(Candidate { cell, digit: other });
        }
        for peer in self.cells[digit].and(self.field.peers(cell)).iter() {
            self.remove(Candidate { cell: peer, digit });
        }
        for &other in self.field.extra(candidate) {
            self.remove(other);
        }
    }

    /// Removes a candidate.
    pub fn remove(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        self.masks[cell] &= !(1 << digit);
        self.changed.insert(cell);
        self.cells[digit].remove(cell);
        for &(house, place) in self.field.places_of(cell) {
            self.places[house * self.field.values().len() + digit] &= !(1 << place);
        }
    }

    /// The cells that have lost a candidate since this was asked last.
    pub(super) fn take_changed(&mut self) -> Cells {
        std::mem::take(&mut self.changed)
    }

    /// Does what a step says.
    pub fn take(&mut self, step: &Step) {
        step.removed.iter().for_each(|&candidate| self.remove(candidate));
        step.placed.iter().for_each(|&candidate| self.place(candidate));
    }

    /// The digits left for a cell, as a mask by their numbers; one where it is placed.
    pub fn mask(&self, cell: usize) -> u64 {
        self.masks[cell]
    }

    /// Whether a candidate is left (or placed).
    pub fn has(&self, candidate: Candidate) -> bool {
        self.masks[candidate.cell] >> candidate.digit & 1 == 1
    }

    /// The cells left for a digit, those where it is placed among them.
    pub fn cells(&self, digit: usize) -> &Cells {
        &self.cells[digit]
    }

    /// The places left for a digit in a house, as a mask by the places of the house.
    pub fn places(&self, house: usize, digit: usize) -> u64 {
        self.places[house * self.field.values().len() + digit]
    }

    /// The digits placed in a house, as a mask.
    pub fn done(&self, house: usize) -> u64 {
        self.done[house]
    }

    /// Whether a cell has its digit.
    pub fn is_placed(&self, cell: usize) -> bool {
        self.placed.contains(cell)
    }

    /// The cells without a digit.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.masks.len()).filter(|&cell| !self.is_placed(cell))
    }

    /// Whether every cell has its digit, and no house or constraint is against it.
    pub fn is_solved(&self) -> bool {
        self.is_full() && !self.is_broken()
    }

    fn is_full(&self) -> bool {
        self.placed.len() == self.masks.len()
    }

    /// Whether a cell has no digit left, a house no place for one, or a full board does not keep a constraint: there is no
    /// solution.
    pub fn is_broken(&self) -> bool {
        self.broken().is_some()
    }

    /// What shows that there is no solution, in words: `no digit is left for r1c1`.
    pub fn why_broken(&self) -> Option<String> {
        self.broken().map(|broken| broken.say(self.field))
    }

    /// What shows that there is no solution.
    pub(super) fn broken(&self) -> Option<Broken> {
        if let Some(cell) = self.masks.iter().position(|&mask| mask == 0) {
            return Some(Broken::Cell(cell));
        }
        let digits = self.field.values().len();
        let full = self.field.houses().iter().enumerate().filter(|(_, house)| house.is_full);
        for (house, _) in full {
            let places = &self.places[house * digits..(house + 1) * digits];
            if let Some(digit) = places.iter().position(|&places| places == 0) {
                return Some(Broken::House { house, digit });
            }
        }
        let kept = |number: &usize| self.field.locals()[*number].rule_out(self).1;
        let first = || (0..self.field.locals().len()).find(kept);
        self.is_full().then(first).flatten().map(Broken::Constraint)
    }

    /// The candidates left of a group.
    pub fn candidates(&self, group: Group) -> Vec<Candidate> {
        match group {
            Group::Cell(cell) => ones(self.mask(cell)).map(|digit| Candidate { cell, digit }).collect(),
            Group::Place { house, digit } => {
                let cells = &self.field.houses()[house].cells;
                ones(self.places(house, digit)).map(|place| Candidate { cell: cells[place], digit }).collect()
            }
        }
    }

    /// All candidates of the cells without a digit.
    pub fn all_candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.open().flat_map(|cell| ones(self.mask(cell)).map(move |digit| Candidate { cell, digit }))
    }

    /// The digit of a cell that is placed.
    pub fn value(&self, cell: usize) -> Option<i32> {
        self.is_placed(cell).then(|| self.field.values()[self.masks[cell].trailing_zeros() as usize])
    }
}
