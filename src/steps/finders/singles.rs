//! Groups with one candidate: a full house, a naked or a hidden single.

use std::ops::ControlFlow;

use super::Sink;
use crate::steps::cells::ones;
use crate::steps::{Candidate, Field, Group, Marks, Position, Proof, Role, Shape};

/// The rating of a hidden single in a box, which is seen sooner.
const IN_BOX: u32 = 12;

/// The only candidate of a group.
#[derive(Clone, Copy, Debug)]
struct Single {
    base: [Group; 1],
    is_last: bool,
}

impl Proof for Single {
    fn base(&self) -> &[Group] {
        &self.base
    }

    fn rating(&self, field: &Field, usual: u32) -> u32 {
        match self.base[0] {
            Group::Place { house, .. } if field.houses()[house].shape == Shape::Box => usual.min(IN_BOX),
            _ => usual,
        }
    }

    fn say(&self, field: &Field) -> String {
        match self.base[0] {
            Group::Place { house, .. } if self.is_last => {
                format!("it is the last cell of {}", field.houses()[house].name)
            }
            Group::Place { .. } => format!("{} has only this cell left", field.group_name(self.base[0])),
            Group::Cell(cell) => format!("{} has only this digit left", field.cell_name(cell)),
        }
    }

    fn mark(&self, field: &Field, marks: &mut Marks) {
        match self.base[0] {
            Group::Cell(cell) => marks.cells.push((cell, Role::Base)),
            Group::Place { house, .. } => marks.houses.push(field.houses()[house].cells.clone()),
        }
    }
}

/// Cells that are the last of a house.
pub(crate) fn full_houses(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let digits = position.field().values().len();
    for (number, house) in position.field().houses().iter().enumerate().filter(|(_, house)| house.is_full) {
        let done = position.done(number);
        if done.count_ones() as usize + 1 != digits {
            continue;
        }
        let Some(&cell) = house.cells.iter().find(|&&cell| !position.is_placed(cell)) else { continue };
        let Some(digit) = ones(position.mask(cell)).find(|digit| done >> digit & 1 == 0) else { continue };
        let base = [Group::Place { house: number, digit }];
        to.place(Candidate { cell, digit }, Single { base, is_last: true })?;
    }
    ControlFlow::Continue(())
}

/// Cells with one digit left.
pub(crate) fn naked(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    for cell in position.open().filter(|&cell| position.mask(cell).is_power_of_two()) {
        let digit = position.mask(cell).trailing_zeros() as usize;
        to.place(Candidate { cell, digit }, Single { base: [Group::Cell(cell)], is_last: false })?;
    }
    ControlFlow::Continue(())
}

/// Digits with one place left in a house, boxes first: a person sees those sooner.
pub(crate) fn hidden(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let full = || position.field().houses().iter().enumerate().filter(|(_, house)| house.is_full);
    let boxes = full().filter(|(_, house)| house.shape == Shape::Box);
    for (number, house) in boxes.chain(full().filter(|(_, house)| house.shape != Shape::Box)) {
        for digit in 0..position.field().values().len() {
            let places = position.places(number, digit);
            if !places.is_power_of_two() || position.done(number) >> digit & 1 == 1 {
                continue;
            }
            let candidate = Candidate { cell: house.cells[places.trailing_zeros() as usize], digit };
            let base = [Group::Place { house: number, digit }];
            to.place(candidate, Single { base, is_last: false })?;
        }
    }
    ControlFlow::Continue(())
}
