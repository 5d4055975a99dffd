//! Where two digits could change places and break nothing: rings of four cells.

use itertools::Itertools;

use super::Field;
use super::cells::Cells;

/// The rings of four of these cells of which each house has none, or two neighbours.
pub(super) fn rectangles(field: &Field, free: &Cells) -> Vec<[usize; 4]> {
    let mut found = Vec::new();
    for first in free.iter() {
        let later = |cell: usize| {
            let peers = field.peers(cell).and(free);
            peers.iter().filter(move |&other| other > first).collect::<Cells>()
        };
        for [second, fourth] in later(first).iter().collect_vec().into_iter().array_combinations() {
            for third in later(second).and(&later(fourth)).without(field.peers(first)).iter() {
                let ring = [first, second, third, fourth];
                if ring.iter().all(|&cell| is_even(field, cell, &ring)) {
                    found.push(ring);
                }
            }
        }
    }
    found
}

/// Whether each house of a cell of the ring has two neighbours of it.
fn is_even(field: &Field, cell: usize, ring: &[usize; 4]) -> bool {
    field.places_of(cell).iter().all(|&(house, _)| {
        let has = |at: usize| usize::from(field.houses()[house].set().contains(ring[at]));
        (has(0) + has(2), has(1) + has(3)) == (1, 1)
    })
}
