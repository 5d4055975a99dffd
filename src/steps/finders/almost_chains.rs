//! Almost locked sets in a row, each linked to the next by a digit, no two links of a set by the same one.
//!
//! If the first set is not without the digit of its link, the second is, and so holds that of the next, and so on: the first set
//! or the last is without its own. So a digit of both that is neither is in one of them, and what sees all its cells in both is
//! out. Two sets are the ALS-XZ rule, three the ALS-XY-wing. Two sets with two links are each locked in all other digits.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::Sink;
use super::almost::{Alliance, Almost};
use super::reasons::Reason;
use super::walk::length_bonus;
use crate::steps::cells::{Cells, ones};
use crate::steps::{Candidate, Field, Position, Role};

/// Sets of the longest chain that is looked for.
const LONGEST: usize = 6;

/// Two sets with one link or two.
pub(crate) fn xz(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let all = to.alliance(position);
    for (one, links) in all.links.iter().enumerate() {
        to.go_on()?;
        let later = links.iter().filter(|(other, _)| *other > one).chunk_by(|(other, _)| *other);
        for (other, digits) in &later {
            let digits: Vec<usize> = digits.map(|&(_, digit)| digit).collect();
            let sets = [&all.sets[one], &all.sets[other]];
            for &digit in &digits {
                let out = shared(sets[0], sets[1], 1 << digit);
                to.remove(position, out, reason(position.field(), &sets, &[digit]))?;
            }
            if let (&[x, y], false) = (&digits[..], sets[0].cells.meets(&sets[1].cells)) {
                let out = doubly(sets, [x, y]);
                to.remove(position, out, reason(position.field(), &sets, &[x, y]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What two sets with two links rule out.
fn doubly(sets: [&Almost; 2], links: [usize; 2]) -> Vec<Candidate> {
    let mask = links.iter().fold(0, |mask, link| mask | 1 << link);
    let mut out = Vec::new();
    for set in sets {
        for digit in ones(set.mask & !mask) {
            out.extend(set.seen(digit).iter().map(|cell| Candidate { cell, digit }));
        }
    }
    for digit in links {
        let both = sets[0].seen(digit).and(sets[1].seen(digit));
        out.extend(both.iter().map(|cell| Candidate { cell, digit }));
    }
    out
}

/// Three sets.
pub(crate) fn xy_wings(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let all = to.alliance(position);
    for (middle, links) in all.links.iter().enumerate() {
        to.go_on()?;
        for [&(one, x), &(other, y)] in links.iter().array_combinations() {
            if one == other || x == y {
                continue;
            }
            let sets = [&all.sets[one], &all.sets[middle], &all.sets[other]];
            let out = shared(sets[0], sets[2], 1 << x | 1 << y);
            if !out.is_empty() {
                to.remove(position, out, reason(position.field(), &sets, &[x, y]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Four sets and more, the shortest chain from each first.
pub(crate) fn chains(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let all = to.alliance(position);
    for start in 0..all.sets.len() {
        to.go_on()?;
        for digit in ones(all.sets[start].mask) {
            from(position, &all, start, digit, to)?;
        }
    }
    ControlFlow::Continue(())
}

/// A set as it is entered by a digit.
type Entered = (usize, usize);

/// Gives the chains whose first set is linked by this digit.
fn from(
    position: &Position<'_>,
    all: &Alliance,
    start: usize,
    first: usize,
    to: &mut Sink,
) -> ControlFlow<()> {
    let mut before: FxHashMap<Entered, Entered> = FxHashMap::default();
    let mut open = VecDeque::from([((start, usize::MAX), 1)]);
    while let Some(((set, entered), length)) = open.pop_front() {
        for &(next, digit) in &all.links[set] {
            let fits = if length == 1 { digit == first } else { digit != entered };
            if !fits || next == start || before.contains_key(&(next, digit)) {
                continue;
            }
            before.insert((next, digit), (set, entered));
            if length > 2 {
                let out = shared(&all.sets[start], &all.sets[next], 1 << first | 1 << digit);
                if !out.is_empty() {
                    let (sets, digits) = path(all, &before, start, (next, digit));
                    to.remove(position, out, reason(position.field(), &sets, &digits))?;
                }
            }
            if length + 1 < LONGEST {
                open.push_back(((next, digit), length + 1));
            }
        }
    }
    ControlFlow::Continue(())
}

fn path<'a>(
    all: &'a Alliance,
    before: &FxHashMap<Entered, Entered>,
    start: usize,
    mut at: Entered,
) -> (Vec<&'a Almost>, Vec<usize>) {
    let (mut sets, mut digits) = (Vec::new(), Vec::new());
    while at.0 != start {
        sets.push(&all.sets[at.0]);
        digits.push(at.1);
        at = before[&at];
    }
    sets.push(&all.sets[start]);
    sets.reverse();
    digits.reverse();
    (sets, digits)
}

/// The candidates of digits of both sets, without these, that see all cells of both that have them.
fn shared(one: &Almost, other: &Almost, without: u64) -> Vec<Candidate> {
    let digits = ones(one.mask & other.mask & !without);
    digits
        .flat_map(|digit| {
            let out: Cells = one.seen(digit).and(other.seen(digit));
            out.iter().map(move |cell| Candidate { cell, digit })
        })
        .collect()
}

fn reason(field: &Field, sets: &[&Almost], links: &[usize]) -> Reason {
    let value = |digit: usize| field.values()[digit];
    let name = |set: &&Almost| {
        format!("{} ({})", field.cell_names(set.cells.iter()), ones(set.mask).map(value).join(" "))
    };
    let sets_text = sets.iter().map(name).join(", ");
    let links = links.iter().map(|&digit| value(digit)).join(", ");
    let text = format!("almost locked sets {sets_text}, each linked to the next by {links}");
    let roles = [Role::Base, Role::Cover].into_iter().cycle();
    let cells = sets
        .iter()
        .zip(roles)
        .flat_map(|(set, role)| set.cells.iter().map(move |cell| (cell, role)))
        .collect();
    Reason { text, cells, bonus: length_bonus(sets.len() * 2), ..Reason::default() }
}
