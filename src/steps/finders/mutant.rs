//! Fish of any houses: n houses without a common place for a digit, whose places lie in n other houses, with fins or without.

use std::ops::ControlFlow;

use super::Sink;
use super::fish::give;
use crate::steps::cells::Cells;
use crate::steps::{Position, Shape};

/// Fins of a fish.
const MOST_FINS: usize = 2;

/// Fish of any houses without fins, that are not of lines alone.
pub(crate) fn mutant(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    any_houses(position, size, 0, to)
}

/// Fish of any houses with one or two fins.
pub(crate) fn finned(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    any_houses(position, size, MOST_FINS, to)
}

fn any_houses(position: &Position<'_>, size: usize, fins: usize, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for digit in 0..field.values().len() {
        let is_open =
            |&house: &usize| field.houses()[house].is_full && position.done(house) >> digit & 1 == 0;
        let open = (0..field.houses().len()).filter(is_open);
        let set = |house: usize| field.houses()[house].set().and(position.cells(digit));
        // A house covers few places of others: a base with many needs more than there are.
        let open: Vec<(usize, Cells)> = open
            .map(|house| (house, set(house)))
            .filter(|(_, cells)| cells.len() <= size * 2 + fins)
            .collect();
        let mut bases = Vec::with_capacity(size);
        disjoint(&open, size, Cells::NONE, &mut bases, &mut |bases, union| {
            to.go_on()?;
            let mut covering = Covering { position, digit, bases, size, fins, covers: Vec::new() };
            covering.cover(union, Cells::NONE, to)
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits the houses of these, so many at once, that share no cell.
fn disjoint(
    open: &[(usize, Cells)],
    size: usize,
    union: Cells,
    bases: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize], Cells) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if bases.len() == size {
        return visit(bases, union);
    }
    for (at, (house, cells)) in open.iter().enumerate().filter(|(_, (_, cells))| !cells.meets(&union)) {
        bases.push(*house);
        disjoint(&open[at + 1..], size, union.or(cells), bases, visit)?;
        bases.pop();
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
        let spare = self.fins - fins.len();
        if self.covers.len() == self.size && left.len() > spare {
            return ControlFlow::Continue(());
        }
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
            if !self.seen(&fins).is_empty() {
                self.cover(left, fins, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_of_lines(&self) -> bool {
        let shape = |&house: &usize| self.position.field().houses()[house].shape;
        let all = |houses: &[usize], wanted| houses.iter().all(|house| shape(house) == wanted);
        let lines = |a, b| all(self.bases, a) && all(&self.covers, b);
        lines(Shape::Row, Shape::Column) || lines(Shape::Column, Shape::Row)
    }

    /// The candidates that see all of these.
    fn seen(&self, fins: &Cells) -> Cells {
        let peers = |seen: Cells, fin| seen.and(self.position.field().peers(fin));
        fins.iter().fold(*self.position.cells(self.digit), peers)
    }

    fn give(&self, fins: Cells, to: &mut Sink) -> ControlFlow<()> {
        if self.seen(&fins).is_empty() {
            return ControlFlow::Continue(());
        }
        give(self.position, self.digit, self.bases, &self.covers, to)
    }
}
