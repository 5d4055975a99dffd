//! Colours: candidates joined by links of which exactly one end holds fall into two sides, and one side holds as a whole.
//!
//! A trap: what both sides exclude is out. A wrap: a side that excludes a part of itself is out. With a second pair of sides
//! (multi-colours): where a side of each exclude each other, what both of the other sides exclude is out; a side that excludes
//! parts of both others is out. Remote pairs are the same with two digits at once.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::graph::{Graph, Kinds};
use crate::steps::cells::{Cells, ones};
use crate::steps::{Candidate, Field, Marks, Position, Proof, Role};

/// Cells in two sides: one side has the digit in all of its cells, the other in none.
type Sides = [Cells; 2];

/// Sides and what is said of them.
#[derive(Clone, Debug)]
struct Coloured {
    digits: Vec<usize>,
    sides: Vec<Sides>,
    reason: &'static str,
}

impl Proof for Coloured {
    fn say(&self, field: &Field) -> String {
        let digits = self.digits.iter().map(|&digit| field.values()[digit]).join(" and ");
        let names =
            |sides: &Sides| sides.iter().map(|side| field.cell_names(side.iter())).join(" or all of ");
        let sides = self.sides.iter().map(names).join("; of ");
        format!("{digits} in all of {sides}: {}", self.reason)
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        for (sides, roles) in self.sides.iter().zip([[Role::On, Role::Off], [Role::Base, Role::Cover]]) {
            for (side, role) in sides.iter().zip(roles) {
                let all = side.iter().cartesian_product(&self.digits);
                marks.candidates.extend(all.map(|(cell, &digit)| (Candidate { cell, digit }, role)));
            }
        }
    }
}

/// What a cell of both sides of one digit excludes.
pub(crate) fn trap(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |digit, all, to| {
        for sides in all {
            let [one, other] = sides.map(|side| seen(position, &side));
            let out = one.and(&other).and(position.cells(digit));
            give(position, digit, &[*sides], out, "one of each colour sees it", to)?;
        }
        ControlFlow::Continue(())
    })
}

/// Sides of one digit that exclude a part of themselves.
pub(crate) fn wrap(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |digit, all, to| {
        for (sides, side) in all.iter().cartesian_product([0, 1]) {
            if seen(position, &sides[side]).meets(&sides[side]) {
                give(position, digit, &[*sides], sides[side], "two of one colour see each other", to)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Two pairs of sides of one digit, where sides of both exclude each other.
pub(crate) fn multi(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |digit, all, to| {
        for [one, other] in all.iter().array_combinations() {
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                if !seen(position, &one[a]).meets(&other[b]) {
                    continue;
                }
                let rest = [one[1 - a], other[1 - b]].map(|side| seen(position, &side));
                let out = rest[0].and(&rest[1]).and(position.cells(digit));
                give(
                    position,
                    digit,
                    &[*one, *other],
                    out,
                    "two colours see each other, and it sees both others",
                    to,
                )?;
            }
        }
        for (one, other) in all.iter().cartesian_product(all).filter(|(one, other)| one != other) {
            for side in one {
                let seen = seen(position, side);
                if other.iter().all(|other| seen.meets(other)) {
                    give(
                        position,
                        digit,
                        &[*one, *other],
                        *side,
                        "one colour sees both of another pair",
                        to,
                    )?;
                }
            }
        }
        ControlFlow::Continue(())
    })
}

/// Cells with the same two digits in two sides, four cells or more.
pub(crate) fn remote_pairs(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    let pairs = || position.open().filter(|&cell| position.mask(cell).count_ones() == 2);
    for mask in pairs().map(|cell| position.mask(cell)).unique() {
        let cells: Cells = pairs().filter(|&cell| position.mask(cell) == mask).collect();
        for sides in sides_of(cells, |cell| field.peers(cell).and(&cells)) {
            if sides[0].len() + sides[1].len() < 4 {
                continue;
            }
            let both = seen(position, &sides[0]).and(&seen(position, &sides[1]));
            let both = both.without(&sides[0]).without(&sides[1]);
            let out = both.iter().cartesian_product(ones(mask).collect_vec());
            let out = out.map(|(cell, digit)| Candidate { cell, digit }).collect();
            let reason = "one of each colour sees it";
            to.remove(position, out, Coloured { digits: ones(mask).collect(), sides: vec![sides], reason })?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls for each digit with its pairs of sides.
fn each(
    position: &Position<'_>,
    to: &mut Sink,
    visit: impl Fn(usize, &[Sides], &mut Sink) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for digit in 0..position.field().values().len() {
        let graph = to.graph(position, Kinds { digit: Some(digit), houses: true, ..Kinds::default() });
        let links = |cell: usize| linked(&graph, Candidate { cell, digit });
        let linked = position.cells(digit).iter().filter(|&cell| !links(cell).is_empty()).collect();
        visit(digit, &sides_of(linked, links), to)?;
    }
    ControlFlow::Continue(())
}

/// The cells strongly linked to a candidate.
fn linked(graph: &Graph, candidate: Candidate) -> Cells {
    let strong = graph.single(candidate).map_or(&[][..], |node| &graph.strong[node]);
    strong.iter().filter_map(|&other| graph.nodes[other].cells.first()).collect()
}

/// Parts cells into sides along links; those joined by a ring of odd length are left out.
fn sides_of(mut left: Cells, links: impl Fn(usize) -> Cells) -> Vec<Sides> {
    let mut found = Vec::new();
    while let Some(first) = left.first() {
        let mut sides = [[first].into_iter().collect(), Cells::NONE];
        let mut open = vec![(first, 0)];
        while let Some((cell, side)) = open.pop() {
            for next in links(cell).without(&sides[1 - side]).iter() {
                sides[1 - side].insert(next);
                open.push((next, 1 - side));
            }
        }
        left = left.without(&sides[0]).without(&sides[1]);
        if !sides[0].meets(&sides[1]) {
            found.push(sides);
        }
    }
    found
}

/// The cells that some of these see.
fn seen(position: &Position<'_>, cells: &Cells) -> Cells {
    cells.iter().fold(Cells::NONE, |seen, cell| seen.or(position.field().peers(cell)))
}

fn give(
    position: &Position<'_>,
    digit: usize,
    sides: &[Sides],
    out: Cells,
    reason: &'static str,
    to: &mut Sink,
) -> ControlFlow<()> {
    let out = out.iter().map(|cell| Candidate { cell, digit }).collect();
    to.remove(position, out, Coloured { digits: vec![digit], sides: sides.to_vec(), reason })
}
