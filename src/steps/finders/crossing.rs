//! One group in another: a digit of one house that lies in a second one. From a box it points, from a line it claims.

use std::ops::ControlFlow;

use super::Sink;
use super::sets::Sets;
use crate::steps::{Group, Position, Shape};

/// Digits of a box that lie in another house.
pub(crate) fn pointing(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    find(position, |shape| shape == Shape::Box, to)
}

/// Digits of any other house that lie in a second one.
pub(crate) fn claiming(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    find(position, |shape| shape != Shape::Box, to)
}

fn find(position: &Position<'_>, wanted: impl Fn(Shape) -> bool, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for crossing in field.crossings() {
        if !wanted(field.houses()[crossing.from].shape) {
            continue;
        }
        for digit in 0..field.values().len() {
            let places = position.places(crossing.from, digit);
            let is_within = places != 0 && places & !crossing.from_mask == 0;
            if is_within && position.places(crossing.to, digit) & !crossing.to_mask != 0 {
                let group = |house| vec![Group::Place { house, digit }];
                let (sets, out) = Sets::of(position, group(crossing.from), group(crossing.to));
                to.remove(position, out, sets)?;
            }
        }
    }
    ControlFlow::Continue(())
}
