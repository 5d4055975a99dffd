//! The rule of 45: houses give the sum of the cells that their cages leave over or that stick out of them.
//!
//! For a union of disjoint houses with total T, each cage that meets it is either left alone, and its cells inside stay
//! (innies), or subtracted whole, and its cells outside are given back (outies); the smaller side is taken. What is left
//! is an equation over few cells. Where all its cells have the same sign and are known to differ it is one more cage.
//!
//! Houses are sorted into families of disjoint ones (rows, columns, boxes); the unions are those of up to four houses of
//! a family that cages connect.

use std::collections::HashSet;

use crate::primitives::{IntVar, Primitives, Structure, Sum};

/// The largest number of cells of an implied sum.
const MOST_CELLS: usize = 5;

/// The largest number of houses in a union, and the largest number of unions that are tried.
const MOST_HOUSES: usize = 4;
const MOST_UNIONS: usize = 8_000;

/// The sums that follow from the exact sums and permutations of the model, each once and none that it states itself:
/// first those over cells that differ and those over two cells, then the other differences.
pub(super) fn derive(primitives: &Primitives, structure: &Structure) -> (Vec<Sum>, Vec<Sum>) {
    let cages = cages(primitives);
    if cages.is_empty() || structure.permutations.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut seen: HashSet<(Vec<IntVar>, Vec<IntVar>)> =
        cages.iter().map(|cage| (cage.cells.clone(), Vec::new())).collect();
    seen.extend(structure.permutations.iter().map(|house| (house.vars.clone(), Vec::new())));
    let count = primitives.variables.count();
    let mut finder = Finder {
        structure,
        cages: &cages,
        linked: links(structure, &cages, count),
        place: vec![Place::Outside; count],
        seen,
        unions: 0,
        cages_found: Vec::new(),
        differences: Vec::new(),
    };
    for family in families(structure) {
        for (at, &house) in family.iter().enumerate() {
            finder.grow(&family, at, &mut vec![house]);
        }
    }
    (finder.cages_found, finder.differences)
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

/// The houses in families of disjoint ones, each house in the first family that it fits.
fn families(structure: &Structure) -> Vec<Vec<usize>> {
    let mut families: Vec<(HashSet<IntVar>, Vec<usize>)> = Vec::new();
    for (number, house) in structure.permutations.iter().enumerate() {
        let fits = |family: &&mut (HashSet<IntVar>, Vec<usize>)| {
            house.vars.iter().all(|var| !family.0.contains(var))
        };
        match families.iter_mut().find(fits) {
            Some((vars, family)) => {
                vars.extend(&house.vars);
                family.push(number);
            }
            None => families.push((house.vars.iter().copied().collect(), vec![number])),
        }
    }
    families.into_iter().map(|(_, family)| family).collect()
}

/// For each two houses, whether a cage meets both.
fn links(structure: &Structure, cages: &[Cage], var_count: usize) -> Vec<Vec<bool>> {
    let houses = &structure.permutations;
    let mut houses_of: Vec<Vec<usize>> = vec![Vec::new(); var_count];
    for (number, house) in houses.iter().enumerate() {
        for var in &house.vars {
            houses_of[var.index()].push(number);
        }
    }
    let mut linked = vec![vec![false; houses.len()]; houses.len()];
    for cage in cages {
        let met: Vec<usize> =
            cage.cells.iter().flat_map(|var| houses_of[var.index()].iter().copied()).collect();
        for &a in &met {
            for &b in &met {
                linked[a][b] = true;
            }
        }
    }
    linked
}

/// Where a variable stands with respect to the union at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    /// Inside, in no cage that was subtracted.
    Inside,
    /// Inside a cage that was subtracted.
    Gone,
    /// Outside, in a cage that was subtracted.
    Out,
}

struct Finder<'a> {
    structure: &'a Structure,
    cages: &'a [Cage],
    linked: Vec<Vec<bool>>,
    place: Vec<Place>,
    seen: HashSet<(Vec<IntVar>, Vec<IntVar>)>,
    unions: usize,
    cages_found: Vec<Sum>,
    differences: Vec<Sum>,
}

impl Finder<'_> {
    /// Tries the union of the houses chosen, then with one more house of the family from place `at` on.
    fn grow(&mut self, family: &[usize], at: usize, chosen: &mut Vec<usize>) {
        if self.unions >= MOST_UNIONS {
            return;
        }
        self.unions += 1;
        if self.is_connected(chosen) {
            self.equation(chosen);
        }
        if chosen.len() == MOST_HOUSES {
            return;
        }
        for (next, &house) in family.iter().enumerate().skip(at + 1) {
            chosen.push(house);
            self.grow(family, next, chosen);
            chosen.pop();
        }
    }

    fn is_connected(&self, chosen: &[usize]) -> bool {
        let mut reached = 1u32;
        for _ in 1..chosen.len() {
            for (a, &house) in chosen.iter().enumerate() {
                let touches =
                    |(b, &other): (usize, &usize)| reached >> b & 1 == 1 && self.linked[house][other];
                if chosen.iter().enumerate().any(touches) {
                    reached |= 1 << a;
                }
            }
        }
        reached.count_ones() as usize == chosen.len()
    }

    /// The equation Σ plus − Σ minus = rest that a union of houses gives.
    fn equation(&mut self, chosen: &[usize]) {
        let structure = self.structure;
        let houses = || chosen.iter().map(|&house| &structure.permutations[house]);
        let mut rest: i64 = houses().map(|house| house.total).sum();
        let mut left: usize = 0;
        for var in houses().flat_map(|house| &house.vars) {
            self.place[var.index()] = Place::Inside;
            left += 1;
        }
        let mut touched: Vec<IntVar> = Vec::new();
        for cage in self.cages {
            let inside = cage.cells.iter().filter(|var| self.place[var.index()] == Place::Inside).count();
            let free = cage.cells.iter().filter(|var| self.place[var.index()] == Place::Outside).count();
            if inside < free.max(1) || inside + free < cage.cells.len() {
                continue;
            }
            rest -= cage.sum;
            left = left - inside + free;
            for &var in &cage.cells {
                let place = &mut self.place[var.index()];
                if *place == Place::Outside {
                    *place = Place::Out;
                    touched.push(var);
                } else {
                    *place = Place::Gone;
                }
            }
        }
        if left <= MOST_CELLS {
            let inside = |var: &&IntVar| self.place[var.index()] == Place::Inside;
            let plus: Vec<IntVar> = houses().flat_map(|house| &house.vars).filter(inside).copied().collect();
            self.keep(plus, touched.clone(), rest);
        }
        for var in touched.iter().chain(houses().flat_map(|house| &house.vars)) {
            self.place[var.index()] = Place::Outside;
        }
    }

    fn keep(&mut self, plus: Vec<IntVar>, minus: Vec<IntVar>, rest: i64) {
        let (mut plus, mut minus, rest) =
            if plus.is_empty() { (minus, plus, -rest) } else { (plus, minus, rest) };
        plus.sort_unstable();
        minus.sort_unstable();
        if plus.is_empty() && rest == 0 || !self.seen.insert((plus.clone(), minus.clone())) {
            return;
        }
        let distinct = minus.is_empty()
            && plus
                .iter()
                .enumerate()
                .all(|(at, &a)| plus[at + 1..].iter().all(|&b| self.structure.differ(a, b)));
        let few = plus.len() + minus.len() <= 2;
        let terms =
            plus.into_iter().map(|var| (1, var)).chain(minus.into_iter().map(|var| (-1, var))).collect();
        let sum = Sum { terms, low: rest, high: rest, distinct };
        if distinct || few { self.cages_found.push(sum) } else { self.differences.push(sum) }
    }
}
