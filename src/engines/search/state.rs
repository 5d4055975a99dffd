//! The live values of a node while it is propagated.

use super::problem::SearchProblem;

/// There is no solution below this node.
#[derive(Debug)]
pub(super) struct Failure;

/// What is still to be looked at: assigned variables, and rules by stage.
#[derive(Debug)]
pub(super) struct Agenda {
    /// Variables that got their last value.
    pub(super) assigned: Vec<u32>,
    /// The rules to look at, a bit each, in the order of their stages.
    dirty: Vec<u64>,
    /// No word before this one has a bit.
    first: usize,
}

impl Agenda {
    pub(super) fn new(problem: &SearchProblem) -> Self {
        Self { assigned: Vec::new(), dirty: vec![0; problem.rules.len().div_ceil(64)], first: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.assigned.clear();
        self.dirty[self.first..].fill(0);
        self.first = self.dirty.len();
    }

    pub(super) fn everything(&mut self, rules: usize) {
        self.first = 0;
        for rule in 0..rules {
            self.dirty[rule / 64] |= 1 << (rule % 64);
        }
    }

    /// The next rule to look at: the first of the lowest stage, taken off the list.
    pub(super) fn next(&mut self) -> Option<usize> {
        let Some(after) = self.dirty[self.first..].iter().position(|&word| word != 0) else {
            self.first = self.dirty.len();
            return None;
        };
        let word = self.first + after;
        self.first = word;
        let bit = self.dirty[word].trailing_zeros() as usize;
        self.dirty[word] &= self.dirty[word] - 1;
        Some(word * 64 + bit)
    }
}

/// The words of a node with the agenda that changes fill.
pub(super) struct State<'n, 'p> {
    pub(super) problem: &'p SearchProblem,
    pub(super) masks: &'n mut [u64],
    pub(super) agenda: &'n mut Agenda,
}

impl State<'_, '_> {
    /// Keeps only these values of a variable.
    #[inline]
    pub(super) fn keep(&mut self, var: u32, mask: u64) -> Result<(), Failure> {
        let before = self.masks[var as usize];
        if before & !mask == 0 { Ok(()) } else { self.changed(var, before, before & mask) }
    }

    /// Where a word of the set of variables that have a value is, by the value's bit.
    fn word(&self, bit: u32, word: u32) -> usize {
        self.problem.count + bit as usize * self.problem.words + word as usize
    }

    /// Notes what has to be looked at again.
    fn changed(&mut self, var: u32, before: u64, after: u64) -> Result<(), Failure> {
        if after == 0 {
            return Err(Failure);
        }
        self.masks[var as usize] = after;
        let mut removed = before & !after;
        while removed != 0 {
            let word = self.word(removed.trailing_zeros(), var / 64);
            removed &= removed - 1;
            self.masks[word] &= !(1 << (var % 64));
        }
        if after.is_power_of_two() {
            self.agenda.assigned.push(var);
        }
        let problem = self.problem;
        let watchers = &problem.watchers[var as usize];
        if let Some(&(word, _)) = watchers.first() {
            self.agenda.first = self.agenda.first.min(word as usize);
        }
        for &(word, rules) in watchers {
            self.agenda.dirty[word as usize] |= rules;
        }
        Ok(())
    }

    /// Removes the values of assigned variables from their peers.
    pub(super) fn assigned(&mut self) -> Result<(), Failure> {
        while let Some(var) = self.agenda.assigned.pop() {
            self.remove_from_common_peers(&[var], self.masks[var as usize])?;
        }
        Ok(())
    }

    /// Removes a value from every variable that is a peer of all of these.
    pub(super) fn remove_from_common_peers(&mut self, vars: &[u32], value: u64) -> Result<(), Failure> {
        let problem = self.problem;
        for word in 0..problem.words {
            let have = self.masks[self.word(value.trailing_zeros(), word as u32)];
            let mut common = vars.iter().fold(have, |common, &var| common & problem.peers_of(var)[word]);
            while common != 0 {
                let peer = (word * 64) as u32 + common.trailing_zeros();
                common &= common - 1;
                self.keep(peer, !value)?;
            }
        }
        Ok(())
    }
}
