//! A cover as the kernels read it: primary items first, options that cover one of them only.

use crate::cover::{Colour, Cover, ItemKind};

/// The compiled cover.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// Least and largest number of options that cover each primary item.
    pub(super) bounds: Vec<(u32, u32)>,
    /// Number of items, secondary ones after the primary.
    pub(super) item_count: usize,
    /// Items and colours of each option.
    pub(super) options: Vec<Vec<(u32, Colour)>>,
    /// The number in the cover of each option.
    pub(super) numbers: Vec<usize>,
    /// The options of each item, ascending.
    pub(super) places: Vec<Vec<u32>>,
}

impl Instance {
    pub(super) fn of(cover: &Cover) -> Self {
        let kinds = || (0..cover.item_count() as u32).map(|item| cover.kind(item));
        let primary_count = cover.primary_count() as u32;
        let (mut primary, mut secondary) = (0, primary_count);
        let mut bounds = Vec::new();
        let renumbered: Vec<u32> = kinds()
            .map(|kind| {
                let next = if let ItemKind::Primary { low, high } = kind {
                    bounds.push((low, high));
                    &mut primary
                } else {
                    &mut secondary
                };
                *next += 1;
                *next - 1
            })
            .collect();
        let mut instance = Self {
            bounds,
            item_count: cover.item_count(),
            options: Vec::new(),
            numbers: Vec::new(),
            places: vec![Vec::new(); cover.item_count()],
        };
        for (number, option) in cover.options().iter().enumerate() {
            let entries: Vec<(u32, Colour)> =
                option.entries.iter().map(|&(item, colour)| (renumbered[item as usize], colour)).collect();
            if cover.is_usable(number) {
                instance.push(number, entries);
            }
        }
        instance
    }

    fn push(&mut self, number: usize, entries: Vec<(u32, Colour)>) {
        for &(item, _) in &entries {
            self.places[item as usize].push(self.options.len() as u32);
        }
        self.options.push(entries);
        self.numbers.push(number);
    }

    /// Whether an item may be covered more or less than once.
    pub(super) fn has_bounds(&self) -> bool {
        self.bounds.iter().any(|&bounds| bounds != (1, 1))
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        (item as usize) < self.bounds.len()
    }

    pub(super) fn is_covered_once(&self, item: u32) -> bool {
        self.bounds.get(item as usize) == Some(&(1, 1))
    }
}
