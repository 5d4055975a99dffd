//! Short chains that have names of their own: skyscrapers, kites, empty rectangles, W-wings.

use std::ops::ControlFlow;

use super::Sink;
use super::chains::{of_one_digit, search};
use super::graph::{Ends, Kinds, Node};
use crate::steps::cells::Cells;
use crate::steps::{Position, Shape};

/// Chains of one digit with two strong links in parallel lines.
pub(crate) fn skyscrapers(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, |[first, middle, last]| {
        let is = |line, across| first.contains(&line) && last.contains(&line) && middle.contains(&across);
        is(Shape::Row, Shape::Column) || is(Shape::Column, Shape::Row)
    })
}

/// Chains of one digit with strong links in a row and in a column that meet in a box.
pub(crate) fn kites(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, is_kite)
}

/// Any other chains of one digit with two strong links.
pub(crate) fn turbots(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, |shapes| {
        !is_kite(shapes) && shapes.iter().any(|shapes| shapes.contains(&Shape::Box))
    })
}

fn is_kite(shapes: &[Vec<Shape>; 3]) -> bool {
    let [first, middle, last] = shapes;
    let is = |one, other| first.contains(&one) && last.contains(&other) && middle.contains(&Shape::Box);
    is(Shape::Row, Shape::Column) || is(Shape::Column, Shape::Row)
}

/// Chains of four candidates of a digit by the shapes of the houses of their three links.
fn turbot(
    position: &Position<'_>,
    to: &mut Sink,
    wanted: impl Fn(&[Vec<Shape>; 3]) -> bool,
) -> ControlFlow<()> {
    of_one_digit(position, Ends::Candidates, 4, to, |chain| {
        let pair = |at: usize| chain.nodes[at].cells.or(&chain.nodes[at + 1].cells);
        let shapes = |cells: Cells, is_strong: bool| -> Vec<Shape> {
            let digit = chain.nodes[0].digit;
            let houses = position.field().houses().iter().enumerate();
            let fits = houses.filter(|(number, house)| {
                cells.is_within(house.set())
                    && (!is_strong || (house.is_full && position.places(*number, digit).count_ones() == 2))
            });
            fits.map(|(_, house)| house.shape).collect()
        };
        chain.nodes.len() == 4
            && !chain.is_loop
            && wanted(&[shapes(pair(0), true), shapes(pair(1), false), shapes(pair(2), true)])
    })
}

/// Chains of one digit where a box has its places in two lines, and a house has two places.
pub(crate) fn empty_rectangles(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_one_digit(position, Ends::Groups, 4, to, |chain| {
        let houses = position.field().houses();
        let shares_box = |cells: &Cells| {
            houses.iter().any(|house| house.shape == Shape::Box && cells.is_within(house.set()))
        };
        let is_boxed = |at: usize| shares_box(&chain.nodes[at].cells.or(&chain.nodes[at + 1].cells));
        let is_pair = |at: usize| chain.nodes[at].cells.len() + chain.nodes[at + 1].cells.len() == 2;
        chain.nodes.len() == 4
            && !chain.is_loop
            && [(0, 2), (2, 0)]
                .iter()
                .any(|&(one, other)| is_boxed(one) && is_pair(other) && !is_boxed(other))
    })
}

/// Two cells with the same two digits, whose one digit has a strong link between what they exclude.
pub(crate) fn w_wings(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let kinds = Kinds { cells: true, houses: true, ..Kinds::default() };
    search(position, kinds, 6, to, &|chain| {
        let [first, second, near, far, fifth, last] = &chain.nodes[..] else { return false };
        let same_cell = |one: &Node, other: &Node| one.cells == other.cells;
        let mask = |node: &Node| node.cells.first().map(|cell| position.mask(cell));
        same_cell(first, second)
            && same_cell(fifth, last)
            && mask(first) == mask(last)
            && first.digit == last.digit
            && [near, far].iter().all(|node| node.digit == second.digit)
            && !same_cell(near, far)
    })
}
