//! How a puzzle becomes a field.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use itertools::Itertools;

use super::{Crossing, Field, FieldError, House, Shape};
use crate::primitives::GroupKind;
use crate::puzzles::{House as BoardHouse, HouseKind, Puzzle};
use crate::steps::cells::{Cells, MOST_CELLS};
use crate::steps::local::Local;
use crate::steps::{Candidate, innies};

impl Field {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// A puzzle with faults, or one too large.
    pub fn of(puzzle: &Puzzle) -> Result<Self, FieldError> {
        let statement = puzzle.state().map_err(FieldError::Faults)?;
        let variables = &statement.model.primitives().variables;
        let cells = statement.cells.len();
        let domains = statement.cells.iter().map(|&var| variables.domain(var));
        let values: Vec<i32> = domains.flatten().copied().sorted_unstable().dedup().collect();
        if cells > MOST_CELLS || values.len() > 64 {
            return Err(FieldError::TooLarge { cells, digits: values.len() });
        }
        let mut field = Self {
            columns: puzzle.board.columns(),
            houses: Vec::new(),
            places: vec![Vec::new(); cells],
            peers: vec![Cells::NONE; cells],
            extra: vec![Vec::new(); cells * values.len()],
            has_extra: false,
            crossings: Vec::new(),
            locals: Vec::new(),
            innies: Vec::new(),
            start: vec![0; cells],
            free: Cells::NONE,
            rectangles: OnceLock::new(),
            values,
            statement,
        };
        field.read_groups(puzzle);
        field.read_crossings();
        field.read_constraints();
        field.innies = innies::all_of(&field, puzzle);
        field.read_free();
        Ok(field)
    }

    /// The digits of each cell at the start, and the constraints beyond the houses; those on one cell leave it fewer digits.
    fn read_constraints(&mut self) {
        let variables = &self.model().primitives().variables;
        let mask = |domain: &[i32]| {
            let digits = domain.iter().filter_map(|&value| self.digit(value));
            digits.fold(0, |mask, digit| mask | 1 << digit)
        };
        let mut start: Vec<u64> =
            self.statement.cells.iter().map(|&var| mask(variables.domain(var))).collect();
        let (single, mut locals) = Local::all_of(self.model(), self.cell_count());
        // A person looks at the small ones first.
        locals.sort_by_key(|local| local.cells().len());
        for local in &single {
            local.narrow(self, &mut start);
        }
        (self.start, self.locals) = (start, locals);
    }

    /// Where there are variables beside the cells no cell is free, since they may tell two digits apart.
    fn read_free(&mut self) {
        let bound: Cells = self.locals.iter().flat_map(|local| local.cells().iter().copied()).collect();
        let digits = self.values.len();
        let is_free = |cell: usize| {
            let extra = &self.extra[cell * digits..(cell + 1) * digits];
            !bound.contains(cell) && extra.iter().all(Vec::is_empty)
        };
        if self.statement.vars.len() == self.cell_count() {
            self.free = (0..self.cell_count()).filter(|&cell| is_free(cell)).collect();
        }
    }

    /// Groups of one digit become houses by their cells, all others exclude pair by pair.
    fn read_groups(&mut self, puzzle: &Puzzle) {
        let mut sets: BTreeMap<Vec<usize>, (String, u64, bool)> = BTreeMap::new();
        let primitives = self.model().primitives();
        let cells = self.statement.cells.len();
        let mut mixed = Vec::new();
        for (number, group) in primitives.groups.iter().enumerate() {
            let candidates: Vec<Candidate> = group
                .choices
                .iter()
                .filter_map(|&choice| {
                    // The variables of the cells are the first of the model.
                    let cell =
                        Some(primitives.variables.owner(choice).index()).filter(|&cell| cell < cells)?;
                    Some(Candidate { cell, digit: self.digit(primitives.variables.value(choice))? })
                })
                .sorted_unstable()
                .collect();
            let Some(&Candidate { digit, .. }) = candidates.first() else { continue };
            if candidates.iter().all(|other| other.digit == digit) && candidates.len() <= 64 {
                let cells = candidates.iter().map(|candidate| candidate.cell).collect();
                let is_exact = group.kind == GroupKind::ExactlyOne && candidates.len() == group.choices.len();
                let name = || self.model().group_name(number);
                let entry = sets.entry(cells).or_insert_with(|| (name(), 0, true));
                entry.1 |= 1 << digit;
                entry.2 &= is_exact;
            } else {
                mixed.push(candidates);
            }
        }
        let all = if self.values.len() == 64 { u64::MAX } else { (1 << self.values.len()) - 1 };
        let board = puzzle.board.houses();
        for house in board {
            let cells: Vec<usize> = house.cells.iter().copied().sorted_unstable().collect();
            if let Some((_, digits, is_exact)) = sets.remove(&cells) {
                self.add_house(house.kind.to_string(), shape_of(house), cells, digits == all && is_exact);
            }
        }
        for (cells, (name, digits, is_exact)) in sets {
            let name = name.rsplit_once(": ").map_or(name.clone(), |(name, _)| name.to_string());
            if self.is_whole(&cells, digits) {
                self.add_house(name, Shape::Other, cells, digits == all && is_exact);
            } else {
                mixed.extend(
                    crate::steps::cells::ones(digits)
                        .map(|digit| cells.iter().map(|&cell| Candidate { cell, digit }).collect()),
                );
            }
        }
        for candidates in mixed {
            for [&one, &other] in candidates.iter().array_combinations() {
                self.exclude(one, other);
                self.exclude(other, one);
            }
        }
    }

    /// Whether cells hold no digit twice where they hold none of these twice: no other digit is in two of their domains.
    fn is_whole(&self, cells: &[usize], digits: u64) -> bool {
        let variables = &self.statement.model.primitives().variables;
        let domain = |cell: usize| variables.domain(self.statement.cells[cell]);
        let count = |value: i32| cells.iter().filter(|&&cell| domain(cell).contains(&value)).count();
        let others = self.values.iter().enumerate().filter(|(digit, _)| digits >> digit & 1 == 0);
        digits.count_ones() > 1 && others.into_iter().all(|(_, &value)| count(value) < 2)
    }

    fn exclude(&mut self, one: Candidate, other: Candidate) {
        if one.cell != other.cell && !self.sees(one, other) {
            self.extra[one.cell * self.values.len() + one.digit].push(other);
            self.has_extra = true;
        }
    }

    fn add_house(&mut self, name: String, shape: Shape, cells: Vec<usize>, is_full: bool) {
        let set: Cells = cells.iter().copied().collect();
        for (place, &cell) in cells.iter().enumerate() {
            self.places[cell].push((self.houses.len(), place));
            self.peers[cell] = self.peers[cell].or(&set);
            self.peers[cell].remove(cell);
        }
        self.houses.push(House { name, shape, cells, is_full, set });
    }

    fn read_crossings(&mut self) {
        for (from, to) in (0..self.houses.len()).cartesian_product(0..self.houses.len()) {
            let mask = |house: usize, other: usize| {
                let cells = self.houses[house].cells.iter().enumerate();
                cells
                    .filter(|&(_, &cell)| self.houses[other].set.contains(cell))
                    .fold(0, |mask, (at, _)| mask | 1 << at)
            };
            let (from_mask, to_mask): (u64, u64) = (mask(from, to), mask(to, from));
            if from != to && self.houses[from].is_full && from_mask.count_ones() > 1 {
                self.crossings.push(Crossing { from, to, from_mask, to_mask });
            }
        }
    }
}

fn shape_of(house: &BoardHouse) -> Shape {
    match house.kind {
        HouseKind::Row(_) => Shape::Row,
        HouseKind::Column(_) => Shape::Column,
        HouseKind::Box(_) | HouseKind::Region(_) => Shape::Box,
        _ => Shape::Other,
    }
}
