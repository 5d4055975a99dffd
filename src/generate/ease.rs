//! Givens put back until a puzzle is no harder than asked.

use fastrand::Rng;

use super::judge::Judge;
use super::maker::Made;
use crate::engines::Limits;

/// Puzzles dug too deep for a wish, and what may be put back.
#[derive(Debug)]
pub(super) struct Ease<'e> {
    pub(super) judge: &'e Judge,
    /// The cells that become givens together.
    pub(super) units: &'e [Vec<usize>],
    /// Givens at most.
    pub(super) most: usize,
}

impl Ease<'_> {
    /// The puzzle with as few units of its solution put back, in a random order, as make it no harder than asked, by bisection;
    /// with all that fit where that is not enough, and as it is where it is not too hard.
    pub(super) fn eased(&self, made: &Made, rng: &mut Rng, limits: &Limits) -> Made {
        if !self.judge.is_too_hard(&made.puzzle, limits) {
            return made.clone();
        }
        let order = self.order(made, rng);
        let (mut hard, mut high) = (0, order.len());
        while high - hard > 1 {
            let middle = hard.midpoint(high);
            if self.judge.is_too_hard(&with(made, &order[..middle]).puzzle, limits) {
                hard = middle;
            } else {
                high = middle;
            }
        }
        with(made, &order[..high])
    }

    /// Units without a given in a random order, as many as there is room for.
    fn order(&self, made: &Made, rng: &mut Rng) -> Vec<&[usize]> {
        let is_free = |unit: &&Vec<usize>| unit.iter().all(|&cell| made.puzzle.givens[cell].is_none());
        let mut order: Vec<&[usize]> = self.units.iter().filter(is_free).map(Vec::as_slice).collect();
        rng.shuffle(&mut order);
        let mut count = made.clue_count();
        order.retain(|unit| {
            let fits = count + unit.len() <= self.most;
            count += if fits { unit.len() } else { 0 };
            fits
        });
        order
    }
}

/// The puzzle with more givens.
fn with(made: &Made, units: &[&[usize]]) -> Made {
    let mut made = made.clone();
    for &cell in units.iter().copied().flatten() {
        made.puzzle.givens[cell] = Some(made.solution[cell]);
    }
    made
}
