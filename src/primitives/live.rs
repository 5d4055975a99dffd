//! Which choices are still possible.

use super::{Choice, IntVar, Variables};

/// The choices that no reasoning has ruled out yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    live: Vec<bool>,
    /// Number of live choices of each variable.
    counts: Vec<u32>,
}

impl Live {
    /// Every choice is live.
    pub fn all(variables: &Variables) -> Self {
        let counts = variables.iter().map(|var| variables.domain(var).len() as u32).collect();
        Self { live: vec![true; variables.choice_count()], counts }
    }

    /// Whether a choice is live.
    pub fn is_live(&self, choice: Choice) -> bool {
        self.live[choice.index()]
    }

    /// Rules a choice out; says whether it was live.
    pub fn kill(&mut self, variables: &Variables, choice: Choice) -> bool {
        let was = std::mem::replace(&mut self.live[choice.index()], false);
        if was {
            self.counts[variables.owner(choice).index()] -= 1;
        }
        was
    }

    /// Number of live choices of a variable.
    pub fn count(&self, var: IntVar) -> usize {
        self.counts[var.index()] as usize
    }

    /// Number of live choices over all variables.
    pub fn total(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// The live choices of a variable in the order of their values.
    pub fn choices(&self, variables: &Variables, var: IntVar) -> impl Iterator<Item = Choice> + '_ {
        variables.choices(var).filter(|&choice| self.is_live(choice))
    }

    /// Whether the choice is the last one of its variable: it is taken.
    pub fn is_taken(&self, variables: &Variables, choice: Choice) -> bool {
        self.is_live(choice) && self.count(variables.owner(choice)) == 1
    }
}
