//! Automata: values that lie on an accepted path, by reachability from both ends.

use super::problem::{Layer, Unrolled};
use super::state::{Failure, State};

/// The sets of states reached, a bit each, kept between calls so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// Before each layer and after the last.
    forward: Vec<Vec<u64>>,
    /// The same where a word is enough.
    words: Vec<u64>,
    after: Vec<u64>,
    before: Vec<u64>,
}

impl Reach {
    pub(super) fn propagate(
        &mut self,
        state: &mut State<'_, '_>,
        unrolled: &Unrolled,
    ) -> Result<(), Failure> {
        if unrolled.is_narrow { self.narrow(state, unrolled) } else { self.wide(state, unrolled) }
    }

    /// Where the states of each layer fit into a word.
    fn narrow(&mut self, state: &mut State<'_, '_>, unrolled: &Unrolled) -> Result<(), Failure> {
        self.words.clear();
        let mut reached = 1u64;
        for (layer, &var) in unrolled.layers.iter().zip(&unrolled.vars) {
            self.words.push(reached);
            let live = state.masks[var as usize];
            let mut next = 0;
            each(reached, |from| {
                for &(to, values) in layer.edges_from(from as usize) {
                    next |= u64::from(values & live != 0) << to;
                }
            });
            reached = next;
        }
        let mut after = reached;
        for (at, layer) in unrolled.layers.iter().enumerate().rev() {
            let live = state.masks[unrolled.vars[at] as usize];
            let (mut before, mut kept) = (0, 0);
            each(self.words[at], |from| {
                let mut leads_on = 0;
                for &(to, values) in layer.edges_from(from as usize) {
                    leads_on |= values & live & (after >> to & 1).wrapping_neg();
                }
                before |= u64::from(leads_on != 0) << from;
                kept |= leads_on;
            });
            state.keep(unrolled.vars[at], kept)?;
            after = before;
        }
        Ok(())
    }

    fn wide(&mut self, state: &mut State<'_, '_>, unrolled: &Unrolled) -> Result<(), Failure> {
        self.forwards(state.masks, unrolled);
        self.after.clone_from(&self.forward[unrolled.layers.len()]);
        for (at, layer) in unrolled.layers.iter().enumerate().rev() {
            empty(&mut self.before, layer.states());
            let live = state.masks[unrolled.vars[at] as usize];
            let mut kept = 0;
            let (before, after) = (&mut self.before, &self.after);
            for_each(&self.forward[at], |from| {
                let mut leads_on = 0;
                for &(to, values) in layer.edges_from(from) {
                    let reached = (after[to as usize / 64] >> (to % 64) & 1).wrapping_neg();
                    leads_on |= values & live & reached;
                }
                before[from / 64] |= u64::from(leads_on != 0) << (from % 64);
                kept |= leads_on;
            });
            state.keep(unrolled.vars[at], kept)?;
            std::mem::swap(&mut self.before, &mut self.after);
        }
        Ok(())
    }

    fn forwards(&mut self, masks: &[u64], unrolled: &Unrolled) {
        let layers = unrolled.layers.len();
        self.forward.resize_with(self.forward.len().max(layers + 1), Vec::new);
        empty(&mut self.forward[0], 1);
        self.forward[0][0] = 1;
        for (at, layer) in unrolled.layers.iter().enumerate() {
            let (reached, next) = self.forward.split_at_mut(at + 1);
            let (reached, next) = (&reached[at], &mut next[0]);
            empty(next, unrolled.layers.get(at + 1).map_or(1, Layer::states));
            let live = masks[unrolled.vars[at] as usize];
            for_each(reached, |from| {
                for &(to, values) in layer.edges_from(from) {
                    next[to as usize / 64] |= u64::from(values & live != 0) << (to % 64);
                }
            });
        }
    }
}

fn empty(set: &mut Vec<u64>, states: usize) {
    set.clear();
    set.resize(states.div_ceil(64), 0);
}

/// Calls `visit` with each state of a set.
#[inline]
fn for_each(set: &[u64], mut visit: impl FnMut(usize)) {
    for (word, &bits) in set.iter().enumerate() {
        each(bits, |bit| visit(word * 64 + bit as usize));
    }
}

/// Calls `visit` with each bit of a word.
#[inline]
fn each(mut bits: u64, mut visit: impl FnMut(u32)) {
    while bits != 0 {
        visit(bits.trailing_zeros());
        bits &= bits - 1;
    }
}
