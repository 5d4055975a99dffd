//! What a diagram answers in one pass over its nodes.

use num_bigint::BigUint;

use super::{CoverDiagram, FAILED, Kind, Link, NO_OPTION, SOLVED};

/// How many options that are asked for the solutions below a node take at most, and how many solutions take so many.
#[derive(Clone, Debug)]
struct Most {
    taken: usize,
    count: BigUint,
}

impl CoverDiagram {
    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        self.counts()[self.root as usize].clone()
    }

    /// The number of solutions below each node.
    pub(super) fn counts(&self) -> &[BigUint] {
        self.counts.get_or_init(|| {
            let mut counts = vec![BigUint::ZERO, BigUint::from(1u32)];
            for node in self.inner() {
                let below = self.links(node).iter().map(|link| &counts[link.node as usize]);
                let count = match self.kind(node) {
                    Kind::Choice => below.sum(),
                    Kind::Parts => below.product(),
                };
                counts.push(count);
            }
            counts
        })
    }

    /// In how many solutions each option of the cover is.
    pub fn counts_by_option(&self) -> Vec<BigUint> {
        let counts = self.counts();
        // In how many solutions the way to each node is, what is below it aside.
        let mut above = vec![BigUint::ZERO; self.nodes.len()];
        above[self.root as usize] = BigUint::from(1u32);
        let mut by_option = vec![BigUint::ZERO; self.option_count];
        for node in self.inner().rev() {
            let here = std::mem::take(&mut above[node as usize]);
            let links = self.links(node);
            match self.kind(node) {
                Kind::Choice => {
                    for link in links {
                        if let Some(option) = self.number(*link) {
                            by_option[option] += &here * &counts[link.node as usize];
                        }
                        above[link.node as usize] += &here;
                    }
                }
                Kind::Parts => {
                    for (beside, link) in beside(links, counts).zip(links) {
                        above[link.node as usize] += &here * beside;
                    }
                }
            }
        }
        by_option
    }

    /// The number of solutions with all options of one list and none of the other. Numbers that are no options of the cover
    /// are in no solution.
    pub fn count_given(&self, with: &[usize], without: &[usize]) -> BigUint {
        let mut wanted = with.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let none = || Most { taken: 0, count: BigUint::ZERO };
        let mut most = vec![none(), Most { taken: 0, count: BigUint::from(1u32) }];
        for node in self.inner() {
            let links = self.links(node);
            let mut here = none();
            match self.kind(node) {
                Kind::Choice => {
                    for link in links {
                        let Most { taken, count } = &most[link.node as usize];
                        let option = self.number(*link);
                        if option.is_some_and(|option| without.contains(&option)) {
                            continue;
                        }
                        let is_wanted = option.is_some_and(|option| wanted.binary_search(&option).is_ok());
                        here.add(taken + usize::from(is_wanted), count);
                    }
                }
                Kind::Parts => {
                    let parts = || links.iter().map(|link| &most[link.node as usize]);
                    here.taken = parts().map(|part| part.taken).sum();
                    here.count = parts().map(|part| &part.count).product();
                }
            }
            most.push(here);
        }
        let Most { taken, count } = most.swap_remove(self.root as usize);
        if taken == wanted.len() { count } else { BigUint::ZERO }
    }

    /// A solution with the least sum of costs, as its cost and its options in ascending order; none where there is no solution.
    pub fn cheapest(&self, cost: impl Fn(usize) -> u64) -> Option<(u128, Vec<usize>)> {
        let mut least: Vec<Option<u128>> = vec![None, Some(0)];
        let price = |link: &Link, least: &[Option<u128>]| -> Option<u128> {
            let option = self.number(*link).map_or(0, |option| u128::from(cost(option)));
            Some(least[link.node as usize]? + option)
        };
        for node in self.inner() {
            let mut below = self.links(node).iter().map(|link| price(link, &least));
            let here = match self.kind(node) {
                Kind::Choice => below.flatten().min(),
                Kind::Parts => below.try_fold(0, |sum, part| Some(sum + part?)),
            };
            least.push(here);
        }
        let options = self.follow(|links| {
            let prices = links.iter().map(|link| price(link, &least).unwrap_or(u128::MAX));
            prices.enumerate().min_by_key(|&(_, price)| price).map_or(0, |(at, _)| at)
        });
        Some((least[self.root as usize]?, options?))
    }

    /// The number in the cover of the option that is taken on a link.
    pub(super) fn number(&self, link: Link) -> Option<usize> {
        (link.option != NO_OPTION).then(|| self.numbers[link.option as usize])
    }

    /// The options of the solution where `choose` picks the link of each choice, ascending; none where there is no solution.
    pub(super) fn follow(&self, mut choose: impl FnMut(&[Link]) -> usize) -> Option<Vec<usize>> {
        let (mut options, mut waiting) = (Vec::new(), vec![self.root]);
        while let Some(node) = waiting.pop() {
            let links = self.links(node);
            match (node, self.kind(node)) {
                (FAILED, _) => return None,
                (SOLVED, _) => {}
                (_, Kind::Parts) => waiting.extend(links.iter().map(|link| link.node)),
                (_, Kind::Choice) => {
                    let link = links[choose(links)];
                    options.extend(self.number(link));
                    waiting.push(link.node);
                }
            }
        }
        options.sort_unstable();
        Some(options)
    }
}

impl Most {
    /// Adds solutions that take so many.
    fn add(&mut self, taken: usize, count: &BigUint) {
        if *count == BigUint::ZERO || (taken < self.taken && self.count != BigUint::ZERO) {
            return;
        }
        if taken == self.taken {
            self.count += count;
        } else {
            (self.taken, self.count) = (taken, count.clone());
        }
    }
}

/// For each part the product of the counts of the others.
fn beside(links: &[Link], counts: &[BigUint]) -> impl Iterator<Item = BigUint> {
    let count = |link: &Link| &counts[link.node as usize];
    let mut after = vec![BigUint::from(1u32)];
    for link in links.iter().skip(1).rev() {
        let next = after[after.len() - 1].clone() * count(link);
        after.push(next);
    }
    let before = links.iter().scan(BigUint::from(1u32), move |before, link| {
        let here = before.clone();
        *before *= count(link);
        Some(here)
    });
    before.zip(after.into_iter().rev()).map(|(before, after)| before * after)
}
