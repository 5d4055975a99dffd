//! The rule of 45: houses give the sum of the cells that their cages leave over or that stick out of them.
//!
//! For a union of disjoint houses with total T, each cage that meets it is either left alone, and its cells inside stay
//! (innies), or subtracted whole, and its cells outside are given back (outies); the smaller side is taken. What is left
//! is an equation over few cells. It is kept where all its cells have the same sign and are known to differ, which
//! makes it one more cage, and where it relates two cells.

use std::collections::BTreeSet;

use super::structure::{Permutation, Structure};
use crate::primitives::{IntVar, Primitives, Sum};

/// The largest number of cells of an implied sum.
const MOST_CELLS: usize = 5;

/// Unions of up to three houses are tried where there are at most this many houses, else pairs up to twice as many.
const FEW_HOUSES: usize = 60;

/// The sums that follow from the exact sums and permutations of the model, each once and none that it states itself.
pub(super) fn derive(primitives: &Primitives) -> Vec<Sum> {
    let structure = Structure::of(primitives);
    let cages = cages(primitives);
    if cages.is_empty() || structure.permutations.is_empty() {
        return Vec::new();
    }
    let stated = cages.iter().map(|cage| (cage.cells.clone(), Vec::new()));
    let mut finder = Finder {
        structure: &structure,
        cages: &cages,
        marks: vec![false; primitives.variables.count()],
        seen: stated.collect(),
        found: Vec::new(),
    };
    finder.seen.extend(structure.permutations.iter().map(|house| (house.vars.clone(), Vec::new())));
    finder.unions(0, &mut Vec::new());
    finder.found
}

struct Cage {
    /// Sorted.
    cells: Vec<IntVar>,
    sum: i64,
}

/// The sums that act as cages: exact, all coefficients 1, no variable twice.
fn cages(primitives: &Primitives) -> Vec<Cage> {
    let exact =
        primitives.sums.iter().filter(|sum| sum.low == sum.high && sum.common_coefficient() == Some(1));
    let mut cages: Vec<Cage> = exact
        .map(|sum| {
            let mut cells: Vec<IntVar> = sum.terms.iter().map(|&(_, var)| var).collect();
            cells.sort_unstable();
            Cage { cells, sum: sum.low }
        })
        .filter(|cage| cage.cells.is_sorted_by(|a, b| a < b))
        .collect();
    cages.sort_by(|a, b| a.cells.cmp(&b.cells));
    cages.dedup_by(|a, b| a.cells == b.cells);
    cages
}

struct Finder<'a> {
    structure: &'a Structure,
    cages: &'a [Cage],
    /// Which variables lie in the union at hand.
    marks: Vec<bool>,
    seen: BTreeSet<(Vec<IntVar>, Vec<IntVar>)>,
    found: Vec<Sum>,
}

impl Finder<'_> {
    /// Tries the unions of `chosen` with one more house from place `from` on, and of those with more.
    fn unions(&mut self, from: usize, chosen: &mut Vec<usize>) {
        let houses = self.structure.permutations.len();
        let most = match houses {
            0..=FEW_HOUSES => 3,
            _ if houses <= 2 * FEW_HOUSES => 2,
            _ => 1,
        };
        for next in from..houses {
            let house = &self.structure.permutations[next];
            if house.vars.iter().any(|var| self.marks[var.index()]) {
                continue;
            }
            self.mark(house, true);
            chosen.push(next);
            self.equation(chosen);
            if chosen.len() < most {
                self.unions(next + 1, chosen);
            }
            chosen.pop();
            self.mark(house, false);
        }
    }

    fn mark(&mut self, house: &Permutation, inside: bool) {
        for var in &house.vars {
            self.marks[var.index()] = inside;
        }
    }

    /// The equation Σ plus − Σ minus = rest that a union of houses gives.
    fn equation(&mut self, chosen: &[usize]) {
        let houses = chosen.iter().map(|&house| &self.structure.permutations[house]);
        let mut rest: i64 = houses.clone().map(|house| house.total).sum();
        let mut plus: BTreeSet<IntVar> = houses.flat_map(|house| house.vars.iter().copied()).collect();
        let mut minus: BTreeSet<IntVar> = BTreeSet::new();
        for cage in self.cages {
            let inside = cage.cells.iter().filter(|var| self.marks[var.index()]).count();
            let outside = cage.cells.len() - inside;
            let disjoint = || {
                cage.cells
                    .iter()
                    .all(|var| plus.contains(var) || !self.marks[var.index()] && !minus.contains(var))
            };
            if inside >= outside.max(1) && outside <= MOST_CELLS && disjoint() {
                rest -= cage.sum;
                for &var in &cage.cells {
                    if !plus.remove(&var) {
                        minus.insert(var);
                    }
                }
            }
        }
        if plus.len() + minus.len() <= MOST_CELLS {
            self.keep(plus.into_iter().collect(), minus.into_iter().collect(), rest);
        }
    }

    fn keep(&mut self, plus: Vec<IntVar>, minus: Vec<IntVar>, rest: i64) {
        let (plus, minus, rest) = if plus.is_empty() { (minus, plus, -rest) } else { (plus, minus, rest) };
        let one_sign = minus.is_empty() && !plus.is_empty();
        let distinct = plus
            .iter()
            .enumerate()
            .all(|(at, &a)| plus[at + 1..].iter().all(|&b| self.structure.differ(a, b)));
        let useful = one_sign && distinct || plus.len() + minus.len() == 2 || plus.is_empty() && rest != 0;
        if !useful || !self.seen.insert((plus.clone(), minus.clone())) {
            return;
        }
        let terms =
            plus.into_iter().map(|var| (1, var)).chain(minus.into_iter().map(|var| (-1, var))).collect();
        self.found.push(Sum { terms, low: rest, high: rest, distinct: one_sign && distinct });
    }
}
