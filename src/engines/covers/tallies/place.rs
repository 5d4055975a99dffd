//! Where the kernel stands, told and taken up again.

use std::ops::ControlFlow;

use super::{LANES, Tallies, Tally, least};
use crate::engines::Stop;
use crate::engines::covers::fast::on_this_processor;
use crate::engines::covers::resume::{Kernel, Level};
use crate::engines::covers::{Next, Watch};

impl<T: Tally> Kernel for Tallies<T> {
    fn go_on(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        on_this_processor((self, watch, next))
    }

    fn follow(&mut self, item: u32, option: Option<u32>) -> bool {
        let fewest = self.fewest();
        let Some(option) = option.filter(|_| fewest != T::default() && fewest != T::CLOSED) else {
            return false;
        };
        if self.choose(fewest) != item as usize {
            return false;
        }
        if fewest == T::ONE {
            self.pending = self.forced(item as usize);
            return self.pending.is_some_and(|step| step.option == option);
        }
        self.branch::<0>(item);
        while let Some(step) = self.next_step() {
            if step.option == option {
                self.pending = Some(step);
                return true;
            }
        }
        false
    }

    fn enter_last(&mut self) -> bool {
        let pending = self.pending.take();
        pending.inspect(|&step| self.take::<0>(step)).is_some()
    }

    fn is_solved(&self) -> bool {
        self.fewest() == T::CLOSED
    }

    fn level(&self, depth: usize) -> Option<Level> {
        let step = *self.taken.get(depth).or(self.pending.as_ref().filter(|_| depth == self.taken.len()))?;
        let forced = Level { item: step.item, option: Some(step.option), tried: 0, degree: 1 };
        let Ok(at) = self.frames.binary_search_by_key(&depth, |frame| frame.taken) else {
            return Some(forced);
        };
        let frame = &self.frames[at];
        let count = |words: &[(u32, u64)]| words.iter().map(|(_, options)| options.count_ones()).sum::<u32>();
        let degree = count(&self.gone[frame.gone..frame.covered]);
        let left = count(&self.gone[frame.next..frame.covered]) + frame.left.count_ones();
        Some(Level { tried: (degree - left).saturating_sub(1), degree, ..forced })
    }
}

impl<T: Tally> Tallies<T> {
    fn fewest(&self) -> T {
        least(&self.live[..self.live.len() - LANES])
    }
}
