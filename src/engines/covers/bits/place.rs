//! Where the kernel stands, told and taken up again.

use std::ops::ControlFlow;

use super::{Bits, Choice};
use crate::engines::Stop;
use crate::engines::covers::fast::on_this_processor;
use crate::engines::covers::resume::{Kernel, Level};
use crate::engines::covers::{Next, Watch};

impl Kernel for Bits<'_> {
    fn go_on(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        on_this_processor((self, watch, next))
    }

    fn follow(&mut self, item: u32, option: Option<u32>) -> bool {
        if !matches!(self.choose::<0>(), Choice::Branch(chosen) if chosen == item) {
            return false;
        }
        self.branch(item);
        while self.advance::<0>() {
            if self.frames.last().is_some_and(|frame| frame.option == option) {
                return true;
            }
        }
        false
    }

    /// The child was made when it was advanced to.
    fn enter_last(&mut self) -> bool {
        true
    }

    fn is_solved(&self) -> bool {
        matches!(self.choose::<0>(), Choice::Solved)
    }

    fn level(&self, depth: usize) -> Option<Level> {
        let frame = self.frames.get(depth)?;
        let item = frame.item as usize;
        let mask = &self.masks[item * self.words..(item + 1) * self.words];
        let left = &self.alive[depth * self.words..(depth + 1) * self.words];
        let common = |set: &[u64]| set.iter().zip(mask).map(|(set, mask)| (set & mask).count_ones()).sum();
        let (live, left): (u32, u32) = (common(&self.alive_before(depth)), common(left));
        let degree = self.ways(depth, item, live).unwrap_or(1).max(1);
        let tried = if frame.option.is_none() { degree } else { live - left };
        Some(Level { item: frame.item, option: frame.option, tried: tried.saturating_sub(1), degree })
    }
}

impl Bits<'_> {
    /// The options that were live at a node before any was tried there.
    fn alive_before(&self, depth: usize) -> Vec<u64> {
        let words = self.words;
        let Some(above) = depth.checked_sub(1) else {
            return super::set_of(0..self.instance.options.len() as u32, words);
        };
        let mut alive = self.alive[above * words..depth * words].to_vec();
        let Some(option) = self.frames[above].option else { return alive };
        let option = option as usize;
        let mut remove = |set: &[u64]| alive.iter_mut().zip(set).for_each(|(alive, set)| *alive &= !set);
        remove(&self.rows[option * words..(option + 1) * words]);
        let items = self.instance.bounds.len();
        for &item in &self.bounded[option] {
            let item = item as usize;
            if self.counts[depth * items + item] == self.instance.bounds[item].1 {
                remove(&self.masks[item * words..(item + 1) * words]);
            }
        }
        alive
    }
}
