//! At most one of n literals: a grid with a variable for each row and each column.

use super::{AtMostOne, at_most_one, at_most_one_pairwise};
use crate::cnf::{Lit, Sink};
use crate::encodings::is_any;

/// Up to so many literals a grid does not pay.
const PAIRWISE_UP_TO: usize = 4;

/// At most one literal holds: the literals lie in a grid, at most one row and at most one column holds one (Chen, "A new SAT
/// encoding of the at-most-one constraint", 2010).
///
/// Pairwise up to 4 literals. Else the grid has p = ⌈√n⌉ rows of q = ⌈n/p⌉ places: p+q variables, 2n+p+q clauses, and what
/// at most one of p and at most one of q take: pairwise up to 6, commander up to 40, product above. Unit propagation is complete.
///
/// Keeps the count: as published a row may hold without any of its literals; here p+q clauses more say that a row or a
/// column holds only if one of its literals does.
pub fn at_most_one_product(sink: &mut impl Sink, lits: &[Lit]) {
    if lits.len() <= PAIRWISE_UP_TO {
        return at_most_one_pairwise(sink, lits);
    }
    let row_count = lits.len().isqrt() + usize::from(lits.len().isqrt().pow(2) < lits.len());
    let width = lits.len().div_ceil(row_count);
    let rows: Vec<Vec<Lit>> = lits.chunks(width).map(<[Lit]>::to_vec).collect();
    let columns: Vec<Vec<Lit>> =
        (0..width).map(|column| rows.iter().filter_map(|row| row.get(column)).copied().collect()).collect();
    for lines in [rows, columns] {
        let held: Vec<Lit> = lines.iter().map(|line| is_any(sink, line)).collect();
        at_most_one(sink, &held, AtMostOne::smallest(held.len()));
    }
}
