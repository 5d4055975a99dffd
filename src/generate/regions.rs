//! Random regions of a jigsaw: connected, as many cells in each as there are digits.

use fastrand::Rng;

use crate::puzzles::{Board, HouseKind, Puzzle, usual_box};

/// The puzzle with random regions in place of its boxes or regions; its board is square. Diagonals and extra regions stay.
pub(super) fn with_random_regions(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let old = &puzzle.board;
    let size = old.rows();
    let map = random_regions(size, rng);
    let board = Board::latin(size, size, old.values()).and_then(|mut board| {
        board.add_regions(&map)?;
        for house in old.houses() {
            if matches!(house.kind, HouseKind::DiagonalDown | HouseKind::DiagonalUp | HouseKind::Extra(_)) {
                board.add_house(house.kind, house.cells.clone());
            }
        }
        Ok(board)
    });
    // A board of this size was there already.
    board.map_or_else(|_| puzzle.clone(), |board| Puzzle { board: board.into(), ..puzzle.clone() })
}

/// A map of n connected regions of n cells: the boxes, or the rows where there are none, after many exchanges of two cells.
pub(super) fn random_regions(size: usize, rng: &mut Rng) -> Vec<usize> {
    let (high, wide) = usual_box(size).unwrap_or((1, size));
    let mut map: Vec<usize> =
        (0..size * size).map(|cell| (cell / size) / high * (size / wide) + (cell % size) / wide).collect();
    for _ in 0..size * size * 4 {
        exchange(&mut map, size, rng);
    }
    map
}

/// Gives a random cell to a region beside it, which gives one back; nothing changes where that would cut one of them.
fn exchange(map: &mut [usize], size: usize, rng: &mut Rng) {
    let cell = rng.usize(..map.len());
    let own = map[cell];
    let beside: Vec<usize> =
        neighbours(cell, size).map(|other| map[other]).filter(|&other| other != own).collect();
    let Some(&other) = rng.choice(&beside) else { return };
    map[cell] = other;
    let back: Vec<usize> = (0..map.len())
        .filter(|&back| {
            back != cell && map[back] == other && neighbours(back, size).any(|next| map[next] == own)
        })
        .collect();
    if let Some(&back) = rng.choice(&back) {
        map[back] = own;
        if is_connected(map, size, own) && is_connected(map, size, other) {
            return;
        }
        map[back] = other;
    }
    map[cell] = own;
}

/// The cells above, below, left and right of a cell, on a board of so many cells.
pub(super) fn neighbours_among(cell: usize, columns: usize, cells: usize) -> impl Iterator<Item = usize> {
    let column = cell % columns;
    [
        cell.checked_sub(columns),
        Some(cell + columns).filter(|&below| below < cells),
        (column > 0).then(|| cell - 1),
        (column + 1 < columns).then_some(cell + 1),
    ]
    .into_iter()
    .flatten()
}

fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    neighbours_among(cell, size, size * size)
}

fn is_connected(map: &[usize], size: usize, region: usize) -> bool {
    let count = map.iter().filter(|&&own| own == region).count();
    let Some(first) = map.iter().position(|&own| own == region) else { return false };
    let mut seen = vec![first];
    let mut next = 0;
    while let Some(&cell) = seen.get(next) {
        next += 1;
        let fresh = neighbours(cell, size).filter(|&other| map[other] == region);
        for other in fresh {
            if !seen.contains(&other) {
                seen.push(other);
            }
        }
    }
    seen.len() == count
}

#[cfg(test)]
mod tests {
    use super::{is_connected, random_regions};

    #[test]
    fn regions_are_connected_and_of_one_size() {
        for (seed, size) in [4, 5, 6, 7, 9, 9, 12, 16].into_iter().enumerate() {
            let map = random_regions(size, &mut fastrand::Rng::with_seed(seed as u64));
            for region in 0..size {
                assert_eq!(map.iter().filter(|&&own| own == region).count(), size);
                assert!(is_connected(&map, size, region), "{map:?}");
            }
        }
    }
}
