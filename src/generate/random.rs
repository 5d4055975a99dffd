//! Random streams: each puzzle of a run has its own, whatever the others do.

use fastrand::Rng;

/// The stream of a puzzle in its run, 0-based; `retry` counts how often it had to be made anew.
pub(super) fn stream(seed: u64, index: u64, retry: u64) -> Rng {
    Rng::with_seed(mixed(mixed(mixed(seed) ^ index) ^ retry))
}

/// A number spread over all 64 bits (Steele, Lea, Flood 2014, `SplitMix`).
pub(super) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
