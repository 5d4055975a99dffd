//! Where the kernel stands, told and taken up again.

use std::ops::ControlFlow;

use super::{Cells, Change};
use crate::engines::Stop;
use crate::engines::covers::resume::{Kernel, Level};
use crate::engines::covers::{Next, Watch};

impl Cells {
    /// Enters the current node as the place says; false where there is nothing to do in it.
    pub(super) fn enter(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop, bool> {
        ControlFlow::Continue(match next {
            Next::Start => self.open.iter().all(|&item| self.items[item as usize].live > 0),
            Next::Try => {
                watch.step()?;
                self.enter_last()
            }
            Next::After | Next::Done => false,
        })
    }
}

impl Kernel for Cells {
    fn go_on(&mut self, watch: &mut Watch<'_>, next: Next) -> ControlFlow<Stop> {
        self.run(watch, next)
    }

    fn follow(&mut self, item: u32, option: Option<u32>) -> bool {
        if self.choose() != Some(item) {
            return false;
        }
        self.branch(item);
        let Some(first) = self.frames.last().map(|frame| frame.waiting) else { return false };
        while self.waiting.len() > first {
            let tried = self.waiting.pop();
            if tried == option {
                if let (Some(frame), Some(option)) = (self.frames.last_mut(), option) {
                    frame.option = option;
                }
                return true;
            }
        }
        false
    }

    fn enter_last(&mut self) -> bool {
        self.frames.last().map(|frame| frame.option).is_some_and(|option| self.take(option))
    }

    fn is_solved(&self) -> bool {
        self.choose().is_none()
    }

    fn level(&self, depth: usize) -> Option<Level> {
        let frame = self.frames.get(depth)?;
        let Some(&Change::Closed(item)) = self.trail.get(frame.trail) else { return None };
        let end = self.frames.get(depth + 1).map_or(self.waiting.len(), |next| next.waiting);
        // The item is closed, so that its set is as it was.
        let degree = self.items[item as usize].live;
        let tried = degree - (end - frame.waiting) as u32;
        Some(Level { item, option: Some(frame.option), tried: tried.saturating_sub(1), degree })
    }
}
