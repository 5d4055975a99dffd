//! The rule of 45: what houses hold together, less what cages in them do, is what is left of the houses (innies) or of the
//! cages (outies).

use itertools::Itertools;

use super::cells::Cells;
use super::local::Local;
use super::{Field, Shape};
use crate::primitives::{IntVar, Sum};
use crate::puzzles::Puzzle;

/// Houses that are taken together.
const MOST_HOUSES: usize = 3;

/// Cells that are left of them: more are too many to reason with by hand.
const MOST_LEFT: usize = 4;

/// A cage with a sum.
struct Cage {
    set: Cells,
    sum: i64,
}

/// The sums that follow from the cages of a puzzle.
pub(super) fn all_of(field: &Field, puzzle: &Puzzle) -> Vec<Local> {
    let cages: Vec<Cage> = puzzle
        .cages
        .iter()
        .filter_map(|cage| Some(Cage { set: cage.cells.iter().copied().collect(), sum: cage.sum? }))
        .collect();
    if cages.is_empty() {
        return Vec::new();
    }
    let total: i64 = field.values().iter().copied().map(i64::from).sum();
    let mut found: Vec<Local> = Vec::new();
    for houses in runs(field) {
        let set = houses.iter().fold(Cells::NONE, |set, &house| set.or(field.houses()[house].set()));
        let name = houses.iter().map(|&house| field.houses()[house].name.as_str()).join(" and ");
        let total = total * houses.len() as i64;
        for (what, terms, sum, how) in
            [innies(&set, total, &cages), outies(&set, total, &cages)].into_iter().flatten()
        {
            let cells: Vec<usize> = terms.iter().map(|&(_, cell)| cell).collect();
            if (1..=MOST_LEFT).contains(&cells.len()) && !found.iter().any(|other| other.cells() == cells) {
                let name = format!("the {what} of {name} ({} = {how} = {sum})", told(field, &terms));
                found.push(Local::of_sum(name, field.model(), sum_of(field, &terms, sum)));
            }
        }
    }
    found
}

/// Full houses of one shape next to each other in their order, without a common cell.
fn runs(field: &Field) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for (count, shape) in
        (1..=MOST_HOUSES).cartesian_product([Shape::Box, Shape::Row, Shape::Column, Shape::Other])
    {
        let is_fit = |&house: &usize| field.houses()[house].shape == shape && field.houses()[house].is_full;
        let all: Vec<usize> = (0..field.houses().len()).filter(is_fit).collect();
        let set = |houses: &[usize]| {
            houses.iter().fold(Cells::NONE, |set, &house| set.or(field.houses()[house].set()))
        };
        let cells = |houses: &[usize]| -> usize {
            houses.iter().map(|&house| field.houses()[house].cells.len()).sum()
        };
        let runs = all.windows(count).filter(|houses| set(houses).len() == cells(houses));
        found.extend(runs.map(<[usize]>::to_vec));
    }
    found
}

/// A name, the terms, their sum, and how it comes from the sums of houses and cages.
type Found = (&'static str, Vec<(i64, usize)>, i64, String);

/// What is left of the houses beside the cages that lie in them.
fn innies(set: &Cells, total: i64, cages: &[Cage]) -> Option<Found> {
    let (mut left, mut parts) = (*set, Vec::new());
    for cage in cages.iter().filter(|cage| cage.set.is_within(set)) {
        if cage.set.is_within(&left) {
            left = left.without(&cage.set);
            parts.push(cage.sum);
        }
    }
    let terms = left.iter().map(|cell| (1, cell)).collect();
    let how = format!("{total} - {}", parts.iter().join(" - "));
    (left != *set && !left.is_empty()).then(|| ("innies", terms, total - parts.iter().sum::<i64>(), how))
}

/// What sticks out of the houses of the cages that meet them, less what is in no cage.
fn outies(set: &Cells, total: i64, cages: &[Cage]) -> Option<Found> {
    let (mut taken, mut sums) = (Cells::NONE, Vec::new());
    for cage in cages.iter().filter(|cage| cage.set.meets(set)) {
        if !cage.set.meets(&taken) {
            taken = taken.or(&cage.set);
            sums.push(cage.sum);
        }
    }
    let (out, left) = (taken.without(set), set.without(&taken));
    let terms = out.iter().map(|cell| (1, cell)).chain(left.iter().map(|cell| (-1, cell)));
    let how = format!("{} - {total}", sums.iter().join(" + "));
    (!out.is_empty()).then(|| ("outies", terms.collect(), sums.iter().sum::<i64>() - total, how))
}

/// `r1c1 + r1c2 - r2c3`.
fn told(field: &Field, terms: &[(i64, usize)]) -> String {
    let mut text = String::new();
    for (at, &(sign, cell)) in terms.iter().enumerate() {
        let sign = match (at, sign > 0) {
            (0, true) => "",
            (0, false) => "-",
            (_, true) => " + ",
            (_, false) => " - ",
        };
        text.push_str(sign);
        text.push_str(&field.cell_name(cell));
    }
    text
}

fn sum_of(field: &Field, terms: &[(i64, usize)], sum: i64) -> Sum {
    let distinct = terms.iter().all(|term| term.0 == 1)
        && terms.iter().array_combinations().all(|[one, other]| field.peers(one.1).contains(other.1));
    let terms = terms.iter().map(|&(sign, cell)| (sign, IntVar::from_index(cell))).collect();
    Sum { terms, low: sum, high: sum, distinct }
}
