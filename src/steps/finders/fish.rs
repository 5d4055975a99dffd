//! Fish: n houses whose places for a digit lie in n other houses, with fins or without.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::sets::Sets;
use super::subsets::choose;
use crate::steps::cells::{Cells, ones};
use crate::steps::{Group, Position, Shape};

/// Fins of a fish of lines, and of one of any houses.
const MOST_FINS: usize = 5;
const MOST_MUTANT_FINS: usize = 2;

/// Fish of rows in columns or of columns in rows, without fins.
pub(crate) fn lines(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    for (digit, [bases, covers]) in directions(position) {
        let masks: Vec<(usize, u64)> = open_houses(position, &bases, digit)
            .filter(|(_, mask)| (2..=size).contains(&(mask.count_ones() as usize)))
            .collect();
        choose(&masks, size, &mut |chosen, union| {
            let covers: Vec<usize> = ones(union).map(|at| covers[at]).collect();
            give(position, digit, chosen, &covers, to)
        })?;
    }
    ControlFlow::Continue(())
}

/// Fish of lines with fins, where each base has two places beside them.
pub(crate) fn finned(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    with_fins(position, size, |left| left > 1, to)
}

/// Fish of lines with fins, where some base has but one place beside them, or none.
pub(crate) fn sashimi(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    with_fins(position, size, |left| left < 2, to)
}

fn with_fins(
    position: &Position<'_>,
    size: usize,
    is_right: impl Fn(u32) -> bool,
    to: &mut Sink,
) -> ControlFlow<()> {
    for (digit, [bases, covers]) in directions(position) {
        let open: Vec<(usize, u64)> = open_houses(position, &bases, digit).collect();
        for chosen in open.iter().filter(|(_, mask)| mask.count_ones() > 1).combinations(size) {
            let union = chosen.iter().fold(0, |union, (_, mask)| union | mask);
            if union.count_ones() as usize <= size || union.count_ones() as usize > size + MOST_FINS {
                continue;
            }
            for taken in ones(union).combinations(size) {
                let cover: u64 = taken.iter().fold(0, |mask, at| mask | 1 << at);
                let fins: u32 = chosen.iter().map(|(_, mask)| (mask & !cover).count_ones()).sum();
                let fewest = chosen.iter().map(|(_, mask)| (mask & cover).count_ones()).min();
                if fins as usize > MOST_FINS || !fewest.is_some_and(&is_right) {
                    continue;
                }
                let bases: Vec<usize> = chosen.iter().map(|&&(house, _)| house).collect();
                let covers: Vec<usize> = taken.iter().map(|&at| covers[at]).collect();
                give(position, digit, &bases, &covers, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Fish of any houses without fins, that are not of lines alone.
pub(crate) fn mutant(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    any_houses(position, size, 0, to)
}

/// Fish of any houses with one or two fins.
pub(crate) fn finned_mutant(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    any_houses(position, size, MOST_MUTANT_FINS, to)
}

fn any_houses(position: &Position<'_>, size: usize, fins: usize, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for digit in 0..field.values().len() {
        let is_open =
            |&house: &usize| field.houses()[house].is_full && position.done(house) >> digit & 1 == 0;
        let open = (0..field.houses().len()).filter(is_open);
        let set = |house: usize| field.houses()[house].set().and(position.cells(digit));
        let open: Vec<(usize, Cells)> = open.map(|house| (house, set(house))).collect();
        for bases in open.iter().combinations(size) {
            let union = bases.iter().fold(Cells::NONE, |union, (_, cells)| union.or(cells));
            if union.len() != bases.iter().map(|(_, cells)| cells.len()).sum::<usize>() {
                continue;
            }
            let bases: Vec<usize> = bases.iter().map(|&&(house, _)| house).collect();
            let mut covering = Covering { position, digit, bases: &bases, size, fins, covers: Vec::new() };
            covering.cover(union, Cells::NONE, to)?;
        }
    }
    ControlFlow::Continue(())
}

/// The search for the covers of some bases.
struct Covering<'c> {
    position: &'c Position<'c>,
    digit: usize,
    bases: &'c [usize],
    size: usize,
    /// Fins that are allowed; where some are, one at least is wanted.
    fins: usize,
    covers: Vec<usize>,
}

impl Covering<'_> {
    /// Covers the first cell that is left by each of its houses, or makes it a fin.
    fn cover(&mut self, left: Cells, fins: Cells, to: &mut Sink) -> ControlFlow<()> {
        let field = self.position.field();
        let Some(cell) = left.first() else {
            let is_whole = self.covers.len() == self.size && fins.is_empty() == (self.fins == 0);
            return if is_whole && !self.is_of_lines() {
                self.give(fins, to)
            } else {
                ControlFlow::Continue(())
            };
        };
        for &(house, _) in field.places_of(cell) {
            // Each set of covers once: in ascending order of the cells that they cover first.
            if self.covers.len() < self.size && !self.bases.contains(&house) && !self.covers.contains(&house)
            {
                self.covers.push(house);
                self.cover(left.without(field.houses()[house].set()), fins, to)?;
                self.covers.pop();
            }
        }
        if fins.len() < self.fins {
            let (mut left, mut fins) = (left, fins);
            left.remove(cell);
            fins.insert(cell);
            self.cover(left, fins, to)?;
        }
        ControlFlow::Continue(())
    }

    fn is_of_lines(&self) -> bool {
        let shape = |&house: &usize| self.position.field().houses()[house].shape;
        let all = |houses: &[usize], wanted| houses.iter().all(|house| shape(house) == wanted);
        let lines = |a, b| all(self.bases, a) && all(&self.covers, b);
        lines(Shape::Row, Shape::Column) || lines(Shape::Column, Shape::Row)
    }

    fn give(&self, fins: Cells, to: &mut Sink) -> ControlFlow<()> {
        let field = self.position.field();
        let seen = fins.iter().fold(*self.position.cells(self.digit), |seen, fin| seen.and(field.peers(fin)));
        if seen.is_empty() {
            return ControlFlow::Continue(());
        }
        give(self.position, self.digit, self.bases, &self.covers, to)
    }
}

/// The digits with the houses of each direction: rows in columns, columns in rows.
fn directions(position: &Position<'_>) -> impl Iterator<Item = (usize, [Vec<usize>; 2])> {
    let houses = position.field().houses();
    let of =
        |shape| -> Vec<usize> { (0..houses.len()).filter(|&house| houses[house].shape == shape).collect() };
    let (rows, columns) = (of(Shape::Row), of(Shape::Column));
    let both = [[rows.clone(), columns.clone()], [columns, rows]];
    (0..position.field().values().len()).cartesian_product(both)
}

/// The full houses that have no place for a digit yet, with their places for it.
fn open_houses(
    position: &Position<'_>,
    houses: &[usize],
    digit: usize,
) -> impl Iterator<Item = (usize, u64)> {
    let is_open = move |&house: &usize| {
        position.field().houses()[house].is_full && position.done(house) >> digit & 1 == 0
    };
    let open = houses.iter().copied().filter(is_open);
    open.map(move |house| (house, position.places(house, digit)))
}

fn give(
    position: &Position<'_>,
    digit: usize,
    bases: &[usize],
    covers: &[usize],
    to: &mut Sink,
) -> ControlFlow<()> {
    let groups = |houses: &[usize]| houses.iter().map(|&house| Group::Place { house, digit }).collect();
    let (sets, out) = Sets::of(position, groups(bases), groups(covers));
    to.remove(position, out, sets)
}
