//! Small covers at random, to hold engines against each other and against brute force.

use super::{Colour, Cover};

/// The cover of a seed: 1 to 8 items, about a third of them secondary, and up to 10 options with some colours. Where the seed is odd
/// about half of the primary items have multiplicities. Some have no solution, a few have many.
///
/// ```
/// use exactly::cover::random_cover;
///
/// assert_eq!(random_cover(7), random_cover(7));
/// assert!(random_cover(7).option_count() <= 10);
/// ```
pub fn random_cover(seed: u64) -> Cover {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut cover = Cover::new();
    for item in 0..rng.u32(1..9) {
        let low = rng.u32(0..3);
        let high = rng.u32(low.max(1)..4);
        if rng.u8(0..3) == 0 {
            cover.add_secondary(format!("s{item}"));
        } else if seed % 2 == 1 && rng.bool() {
            // The bounds are in order, so the item is taken.
            let _ = cover.add_bounded(format!("b{item}"), low, high);
        } else {
            cover.add_primary(format!("p{item}"));
        }
    }
    for _ in 0..rng.usize(0..11) {
        let mut entries: Vec<(u32, Colour)> = Vec::new();
        for item in 0..cover.item_count() as u32 {
            let colour = (!cover.is_primary(item) && rng.bool()).then(|| rng.u32(0..2));
            if rng.u8(0..5) < 2 {
                entries.push((item, colour));
            }
        }
        rng.shuffle(&mut entries);
        // Each item once, colours on secondary ones: it is taken.
        let _ = cover.add_option(&entries);
    }
    cover
}
