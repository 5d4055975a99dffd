//! Subsets of a house: n cells with n digits left (naked), n digits with n cells left (hidden).

use std::ops::ControlFlow;

use super::Sink;
use super::sets::Sets;
use crate::steps::cells::ones;
use crate::steps::{Group, Position};

/// Chooses `size` of the masks whose union with `start` has at most `most` bits; visits the numbers of those chosen and the union.
pub(super) fn choose(
    masks: &[(usize, u64)],
    size: usize,
    most: usize,
    start: u64,
    visit: &mut impl FnMut(&[usize], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    extend(masks, (size, most), start, &mut Vec::with_capacity(size), visit)
}

fn extend(
    masks: &[(usize, u64)],
    (size, most): (usize, usize),
    union: u64,
    chosen: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if chosen.len() == size {
        return visit(chosen, union);
    }
    for (at, &(number, mask)) in masks.iter().enumerate() {
        let larger = union | mask;
        if larger.count_ones() as usize <= most {
            chosen.push(number);
            extend(&masks[at + 1..], (size, most), larger, chosen, visit)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}

/// Naked subsets. Those of a pair or triple that lie in two houses, and remove something in both, are locked ones.
pub(crate) fn naked(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    find_naked(position, size, false, to)
}

/// Naked subsets that lie in two houses and remove something in both.
pub(crate) fn locked(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    find_naked(position, size, true, to)
}

fn find_naked(position: &Position<'_>, size: usize, is_locked: bool, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for (number, house) in field.houses().iter().enumerate() {
        let open = house.cells.iter().filter(|&&cell| !position.is_placed(cell));
        let all: Vec<(usize, u64)> = open.map(|&cell| (cell, position.mask(cell))).collect();
        if all.len() <= size {
            continue;
        }
        let masks: Vec<(usize, u64)> = all.iter().copied().filter(|&(_, mask)| fits(mask, size)).collect();
        choose(&masks, size, size, 0, &mut |cells, union| {
            let is_useful = |house: usize| {
                let others = field.houses()[house].cells.iter().filter(|cell| !cells.contains(cell));
                others.fold(0, |mask, &cell| mask | position.mask(cell)) & union != 0
            };
            let other = field.places_of(cells[0]).iter().map(|&(house, _)| house).find(|&house| {
                house != number && cells.iter().all(|&cell| field.houses()[house].set().contains(cell))
            });
            let other = other.filter(|&other| is_useful(other));
            if !is_useful(number) || other.is_some() != is_locked || (is_locked && other < Some(number)) {
                return ControlFlow::Continue(());
            }
            let base = || cells.iter().map(|&cell| Group::Cell(cell)).collect();
            let cover = |house| ones(union).map(|digit| Group::Place { house, digit }).collect();
            let (sets, mut out) = Sets::of(position, base(), cover(number));
            out.extend(other.into_iter().flat_map(|other| Sets::of(position, base(), cover(other)).1));
            to.remove(position, out, sets)
        })?;
    }
    ControlFlow::Continue(())
}

/// Hidden subsets.
pub(crate) fn hidden(position: &Position<'_>, size: usize, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for (number, house) in field.houses().iter().enumerate().filter(|(_, house)| house.is_full) {
        let open = (0..field.values().len()).filter(|digit| position.done(number) >> digit & 1 == 0);
        let all: Vec<(usize, u64)> = open.map(|digit| (digit, position.places(number, digit))).collect();
        if all.len() <= size {
            continue;
        }
        let masks: Vec<(usize, u64)> = all.into_iter().filter(|&(_, mask)| fits(mask, size)).collect();
        choose(&masks, size, size, 0, &mut |digits, union| {
            let digit_mask: u64 = digits.iter().fold(0, |mask, digit| mask | 1 << digit);
            let cells = || ones(union).map(|place| house.cells[place]);
            if cells().all(|cell| position.mask(cell) & !digit_mask == 0) {
                return ControlFlow::Continue(());
            }
            let base = digits.iter().map(|&digit| Group::Place { house: number, digit }).collect();
            let (sets, out) = Sets::of(position, base, cells().map(Group::Cell).collect());
            to.remove(position, out, sets)
        })?;
    }
    ControlFlow::Continue(())
}

/// Whether a cell or digit with these choices can be one of a subset of so many; those with one are singles.
fn fits(mask: u64, size: usize) -> bool {
    (2..=size).contains(&(mask.count_ones() as usize))
}
