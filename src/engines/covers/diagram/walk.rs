//! Solutions out of a diagram: one by one, or at random.

use num_bigint::BigUint;

use super::{CoverDiagram, FAILED};

impl CoverDiagram {
    /// A solution at random, each with exactly the same chance as far as the generator goes: its options in ascending order.
    /// None where there is no solution. The first call counts.
    pub fn sample(&self, rng: &mut fastrand::Rng) -> Option<Vec<usize>> {
        let counts = self.counts();
        self.follow(|links| {
            let of = |at: usize| &counts[links[at].node as usize];
            let mut left = below(rng, &(0..links.len()).map(of).sum());
            for at in 0..links.len() - 1 {
                if left < *of(at) {
                    return at;
                }
                left -= of(at);
            }
            links.len() - 1
        })
    }

    /// Every solution once, its options in ascending order.
    pub fn solutions(&self) -> Solutions<'_> {
        Solutions { diagram: self, ways: Vec::new(), is_done: self.root == FAILED }
    }
}

/// A number from 0 up to another, which is left out; each with the same chance.
fn below(rng: &mut fastrand::Rng, end: &BigUint) -> BigUint {
    let bits = (end - 1u32).bits();
    if bits <= 64 {
        let end = end.iter_u64_digits().next().unwrap_or(0);
        // A bound of 2^64 has no digit of its own weight.
        return if end == 0 { rng.u64(..) } else { rng.u64(..end) }.into();
    }
    loop {
        let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.u32(..)).collect();
        if let Some(last) = digits.last_mut().filter(|_| !bits.is_multiple_of(32)) {
            *last &= (1 << (bits % 32)) - 1;
        }
        let number = BigUint::new(digits);
        if number < *end {
            return number;
        }
    }
}

/// The solutions of a diagram, see [`CoverDiagram::solutions`].
#[derive(Clone, Debug)]
pub struct Solutions<'d> {
    diagram: &'d CoverDiagram,
    /// The link taken at each choice on the way of the next solution as far as it is settled, and how many there are.
    ways: Vec<(usize, usize)>,
    is_done: bool,
}

impl Iterator for Solutions<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.is_done {
            return None;
        }
        let (ways, mut at) = (&mut self.ways, 0);
        let options = self.diagram.follow(|links| {
            if at == ways.len() {
                ways.push((0, links.len()));
            }
            at += 1;
            ways[at - 1].0
        });
        // Every link leads to a solution, so the last choice that has another link has another solution.
        while self.ways.last().is_some_and(|&(way, count)| way + 1 == count) {
            self.ways.pop();
        }
        match self.ways.last_mut() {
            Some((way, _)) => *way += 1,
            None => self.is_done = true,
        }
        options
    }
}
