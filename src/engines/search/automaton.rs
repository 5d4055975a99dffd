//! Automata: values that lie on an accepted path, by reachability from both ends.

use super::problem::Unrolled;
use super::state::{Failure, State};

/// The states reached in each layer, kept between calls so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Reach {
    forward: Vec<Vec<bool>>,
    after: Vec<bool>,
    before: Vec<bool>,
}

impl Reach {
    pub(super) fn propagate(
        &mut self,
        state: &mut State<'_, '_>,
        unrolled: &Unrolled,
    ) -> Result<(), Failure> {
        let layers = unrolled.layers.len();
        self.forward.resize_with(self.forward.len().max(layers + 1), Vec::new);
        reset(&mut self.forward[0], unrolled.widths[0], true);
        for (at, edges) in unrolled.layers.iter().enumerate() {
            let (reached, next) = self.forward.split_at_mut(at + 1);
            let (reached, next) = (&reached[at], &mut next[0]);
            reset(next, unrolled.widths[at + 1], false);
            let live = state.masks[unrolled.vars[at] as usize];
            for &(from, to, values) in edges {
                if reached[from as usize] && values & live != 0 {
                    next[to as usize] = true;
                }
            }
        }
        self.after.clone_from(&self.forward[layers]);
        for (at, edges) in unrolled.layers.iter().enumerate().rev() {
            let reached = &self.forward[at];
            reset(&mut self.before, unrolled.widths[at], false);
            let live = state.masks[unrolled.vars[at] as usize];
            let mut kept = 0;
            for &(from, to, values) in edges {
                if values & live != 0 && reached[from as usize] && self.after[to as usize] {
                    self.before[from as usize] = true;
                    kept |= values;
                }
            }
            state.keep(unrolled.vars[at], kept)?;
            std::mem::swap(&mut self.before, &mut self.after);
        }
        Ok(())
    }
}

fn reset(states: &mut Vec<bool>, width: usize, value: bool) {
    states.clear();
    states.resize(width, value);
}
