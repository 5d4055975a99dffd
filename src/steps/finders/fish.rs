//! Fish: n houses whose places for a digit lie in n other houses, with fins or without.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::sets::Sets;
use super::subsets::choose;
use crate::steps::cells::ones;
use crate::steps::{Candidate, Group, Position, Shape};

/// Fins of a fish.
const MOST_FINS: u32 = 5;

/// Fish of rows in columns or of columns in rows, without fins.
pub(crate) fn lines(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    for (digit, [bases, covers]) in directions(position) {
        let masks: Vec<(usize, u64)> = open_houses(position, &bases, digit)
            .filter(|(_, mask)| (2..=size).contains(&(mask.count_ones() as usize)))
            .collect();
        choose(&masks, size, size, 0, &mut |chosen, union| {
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

/// Looks from each candidate that could be out: what a base has that it does not see must be in the cover, and so must it.
fn with_fins(
    position: &Position<'_>,
    size: usize,
    is_right: impl Fn(u32) -> bool,
    to: &mut Sink,
) -> ControlFlow<()> {
    for (digit, [bases, covers]) in directions(position) {
        let lines: Vec<(usize, u64)> =
            open_houses(position, &bases, digit).filter(|(_, mask)| mask.count_ones() > 1).collect();
        if lines.len() <= size {
            continue;
        }
        for out in position.cells(digit).iter() {
            let Some(target) = Target::of(position, out, &lines, &covers) else { continue };
            choose(&target.unseen, size, size, target.cover, &mut |chosen, needed| {
                target.fill(chosen, needed, size, &mut |bases, cover| {
                    let places = || bases.iter().map(|&at| target.lines[at].1);
                    let fins: u32 = places().map(|mask| (mask & !cover).count_ones()).sum();
                    let fewest = places().map(|mask| (mask & cover).count_ones()).min();
                    if fins == 0 || fins > MOST_FINS || !fewest.is_some_and(&is_right) {
                        return ControlFlow::Continue(());
                    }
                    let bases: Vec<usize> = bases.iter().map(|&at| target.lines[at].0).collect();
                    let covers: Vec<usize> = ones(cover).map(|at| covers[at]).collect();
                    let (sets, found) = sets(position, digit, &bases, &covers);
                    // Each fish once: from the first candidate that it rules out.
                    if found.iter().map(|candidate| candidate.cell).min() != Some(out) {
                        return ControlFlow::Continue(());
                    }
                    to.remove(position, found, sets)
                })
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// A candidate that may be out, and what a fish about it needs.
struct Target<'l> {
    lines: &'l [(usize, u64)],
    /// The cover that it is in.
    cover: u64,
    /// For each line without it the places that it does not see.
    unseen: Vec<(usize, u64)>,
}

impl<'l> Target<'l> {
    fn of(position: &Position<'_>, out: usize, lines: &'l [(usize, u64)], covers: &[usize]) -> Option<Self> {
        let field = position.field();
        let cover = covers.iter().position(|&house| field.houses()[house].set().contains(out))?;
        let unseen =
            lines.iter().enumerate().filter(|(_, (house, _))| !field.houses()[*house].set().contains(out));
        let unseen = unseen.map(|(at, &(house, mask))| {
            let cells = &field.houses()[house].cells;
            let is_seen = |place: usize| field.peers(out).contains(cells[place]);
            (at, ones(mask).filter(|&place| !is_seen(place)).fold(0, |mask, place| mask | 1 << place))
        });
        Some(Self { lines, cover: 1 << cover, unseen: unseen.collect() })
    }

    /// Visits the covers of so many lines that hold what is needed.
    fn fill(
        &self,
        bases: &[usize],
        needed: u64,
        size: usize,
        visit: &mut impl FnMut(&[usize], u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let union = bases.iter().fold(0, |union, &at| union | self.lines[at].1);
        let spare = size - needed.count_ones() as usize;
        if spare == 0 {
            return visit(bases, needed);
        }
        for more in ones(union & !needed).combinations(spare) {
            visit(bases, more.iter().fold(needed, |mask, at| mask | 1 << at))?;
        }
        ControlFlow::Continue(())
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

/// A fish of a digit, and what it rules out.
pub(super) fn sets(
    position: &Position<'_>,
    digit: usize,
    bases: &[usize],
    covers: &[usize],
) -> (Sets, Vec<Candidate>) {
    let groups = |houses: &[usize]| houses.iter().map(|&house| Group::Place { house, digit }).collect();
    Sets::of(position, groups(bases), groups(covers))
}

/// Gives a fish.
pub(super) fn give(
    position: &Position<'_>,
    digit: usize,
    bases: &[usize],
    covers: &[usize],
    to: &mut Sink,
) -> ControlFlow<()> {
    let (sets, out) = sets(position, digit, bases, covers);
    to.remove(position, out, sets)
}
