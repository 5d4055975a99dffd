//! A cover in parts: cubes, each the options that one part of the search tree has taken, and what is left below them.

use super::{Colour, Cover, ItemKind};

/// Options taken together. The cubes that [`Cover::cubes`] makes share no solution and lose none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// Option numbers, in the order they were taken.
    pub options: Vec<usize>,
}

/// What is left of a cover when a cube is taken.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The open items with the options that stand beside the cube.
    pub cover: Cover,
    /// For each of its options the number in the whole cover.
    pub numbers: Vec<usize>,
}

impl Rest {
    /// The options of the whole cover: these of what is left, and those of the cube.
    pub fn whole(&self, cube: &Cube, options: &[usize]) -> Vec<usize> {
        options.iter().map(|&option| self.numbers[option]).chain(cube.options.iter().copied()).collect()
    }
}

/// What became of an item.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Open { taken: u32 },
    Closed,
    Painted(u32),
}

/// A cube whose next item has more options than so many times the cubes that are wanted is not split: reading the cover
/// again for each of them would take longer than searching it.
const WIDEST: usize = 16;

/// Items and entries of options that may be read to split a cover, where [`MOST_LEVELS`] levels of the tree do not take more.
const MOST_READ: usize = 10_000_000;

/// Levels of the tree, each with as many cubes as are wanted, that may be read in any case.
const MOST_LEVELS: usize = 4;

impl Cover {
    /// Splits the search into at least `count` cubes where there are so many, by taking each option of the item with the
    /// fewest, level by level. The same cover gives the same cubes. A large cover that branches hardly ever may give fewer.
    ///
    /// Only items that are covered exactly once are split. A cover without any is one cube, a cover that has an item
    /// without options may have none.
    ///
    /// ```
    /// use exactly::cover::Cover;
    ///
    /// let mut cover = Cover::new();
    /// let (a, b) = (cover.add_primary("a"), cover.add_primary("b"));
    /// cover.add_option(&[(a, None), (b, None)])?;
    /// cover.add_option(&[(a, None)])?;
    /// cover.add_option(&[(b, None)])?;
    /// let cubes: Vec<_> = cover.cubes(2).into_iter().map(|cube| cube.options).collect();
    /// assert_eq!(cubes, [vec![0], vec![1]]);
    /// # Ok::<(), exactly::cover::CoverError>(())
    /// ```
    pub fn cubes(&self, count: usize) -> Vec<Cube> {
        self.cubes_until(count, &|| false)
    }

    /// The same, or fewer where `stop` says so, which is asked before each cube is split.
    pub fn cubes_until(&self, count: usize, stop: &dyn Fn() -> bool) -> Vec<Cube> {
        let mut left = self.most_read(count);
        let mut open = vec![Cube::default()];
        let mut ends = Vec::new();
        while !open.is_empty() && open.len() + ends.len() < count && left > 0 {
            let mut next = Vec::new();
            for cube in open {
                let children = if left == 0 || stop() { None } else { self.children(&cube) };
                left = left.saturating_sub(1);
                match children.filter(|children| children.len() <= WIDEST * count) {
                    Some(children) => next.extend(children),
                    None => ends.push(cube),
                }
            }
            open = next;
        }
        ends.append(&mut open);
        ends.sort_by(|a, b| a.options.cmp(&b.options));
        ends
    }

    /// How often the cover may be read to split it: a tree that is long and thin, of a large cover, is left as it is.
    fn most_read(&self, count: usize) -> usize {
        let entries: usize = self.options().iter().map(|option| option.entries.len()).sum();
        (MOST_READ / (entries + self.item_count()).max(1)).max(MOST_LEVELS.saturating_mul(count))
    }

    /// A number that tells covers apart: of their items, bounds, options and colours, by FNV-1a (64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mut print = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |number: u32| {
            for byte in number.to_le_bytes() {
                print = (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for item in 0..self.item_count() as u32 {
            match self.kind(item) {
                ItemKind::Primary { low, high } => [low, high].into_iter().for_each(&mut take),
                ItemKind::Secondary => take(u32::MAX),
            }
        }
        for option in self.options() {
            take(option.entries.len() as u32);
            for &(item, colour) in &option.entries {
                take(item);
                take(colour.map_or(0, |colour| colour + 1));
            }
        }
        print
    }

    /// The cubes below a cube; `None` where nothing is left to split.
    fn children(&self, cube: &Cube) -> Option<Vec<Cube>> {
        let Rest { cover, numbers } = self.rest(cube)?;
        let mut counts = vec![0u32; cover.item_count()];
        for &(item, _) in cover.options().iter().flat_map(|option| &option.entries) {
            counts[item as usize] += 1;
        }
        let once = |&item: &u32| cover.kind(item) == ItemKind::Primary { low: 1, high: 1 };
        let item = (0..cover.item_count() as u32).filter(once).min_by_key(|&item| counts[item as usize])?;
        let covers = |at: &usize| cover.options()[*at].entries.iter().any(|entry| entry.0 == item);
        let children = (0..numbers.len()).filter(covers).map(|at| {
            let options = cube.options.iter().copied().chain([numbers[at]]).collect();
            Cube { options }
        });
        Some(children.collect())
    }

    /// What is left when the options of a cube are taken; `None` where they exclude each other or do not exist.
    pub fn rest(&self, cube: &Cube) -> Option<Rest> {
        let fates = self.fates(cube)?;
        let mut rest = Rest { cover: Cover::new(), numbers: Vec::new() };
        let mut renumbered = vec![None; self.item_count()];
        for item in 0..self.item_count() as u32 {
            renumbered[item as usize] = match (fates[item as usize], self.kind(item)) {
                (Fate::Open { .. }, ItemKind::Secondary) => Some(rest.cover.add_secondary(self.name(item))),
                (Fate::Open { taken }, ItemKind::Primary { low, high }) => {
                    let kind = ItemKind::Primary { low: low.saturating_sub(taken), high: high - taken };
                    Some(rest.cover.push(kind, self.name(item).to_string()))
                }
                _ => None,
            };
        }
        let mut is_taken = vec![false; self.option_count()];
        for &number in &cube.options {
            is_taken[number] = true;
        }
        for (number, option) in self.options().iter().enumerate() {
            let entry = |&(item, colour): &(u32, Colour)| match fates[item as usize] {
                Fate::Open { .. } => Some(renumbered[item as usize].map(|item| (item, colour))),
                Fate::Painted(fixed) if colour == Some(fixed) => Some(None),
                _ => None,
            };
            let entries: Option<Vec<_>> = option.entries.iter().map(entry).collect();
            if let Some(entries) = entries.filter(|_| !is_taken[number]) {
                let entries: Vec<_> = entries.into_iter().flatten().collect();
                rest.cover.options.push(super::Opt { entries });
                if !self.costs.is_empty() {
                    rest.cover.costs.push(self.cost(number));
                }
                rest.numbers.push(number);
            }
        }
        Some(rest)
    }

    /// What the options of a cube make of each item.
    fn fates(&self, cube: &Cube) -> Option<Vec<Fate>> {
        let mut fates = vec![Fate::Open { taken: 0 }; self.item_count()];
        for &number in &cube.options {
            for &(item, colour) in &self.options().get(number)?.entries {
                let fate = &mut fates[item as usize];
                *fate = match (*fate, self.kind(item), colour) {
                    (Fate::Painted(fixed), _, Some(colour)) if colour == fixed => Fate::Painted(fixed),
                    (Fate::Closed | Fate::Painted(_), ..) => return None,
                    (Fate::Open { .. }, ItemKind::Secondary, Some(colour)) => Fate::Painted(colour),
                    (Fate::Open { .. }, ItemKind::Secondary, None) => Fate::Closed,
                    (Fate::Open { taken }, ItemKind::Primary { high, .. }, _) if taken + 1 == high => {
                        Fate::Closed
                    }
                    (Fate::Open { taken }, ItemKind::Primary { .. }, _) => Fate::Open { taken: taken + 1 },
                };
            }
        }
        Some(fates)
    }
}
