//! Parts of what is left, which share no variable.

use super::state::State;

/// Variables that are not assigned, with the clauses that are not met yet and connect them.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Ascending.
    pub(super) vars: Vec<u32>,
    /// Those of more than two literals, ascending: the others follow from the variables.
    pub(super) clauses: Vec<u32>,
    /// Whether one of its variables is shown.
    pub(super) has_shown: bool,
}

impl Part {
    /// All variables, in one part or not.
    pub(super) fn whole(var_count: usize) -> Self {
        Self { vars: (0..var_count as u32).collect(), clauses: Vec::new(), has_shown: true }
    }
}

/// Finds parts, and the variable to split one on.
pub(super) struct Parts {
    shown: Vec<bool>,
    /// When a variable and a clause were seen last.
    var_seen: Vec<u32>,
    clause_seen: Vec<u32>,
    round: u32,
}

impl Parts {
    pub(super) fn new(var_count: usize, clause_count: usize, shown: Vec<bool>) -> Self {
        let (var_seen, clause_seen) = (vec![0; var_count], vec![0; clause_count]);
        Self { shown, var_seen, clause_seen, round: 0 }
    }

    /// The parts of what is left of a part, the largest first, and the number of shown variables that are free by now.
    pub(super) fn split(&mut self, part: &Part, state: &State) -> (Vec<Part>, usize) {
        self.next_round();
        let (mut parts, mut free) = (Vec::new(), 0);
        for &var in &part.vars {
            if state.is_assigned(var) || self.var_seen[var as usize] == self.round {
                continue;
            }
            let found = self.around(var, state);
            if let [alone] = found.vars[..]
                && !state.clauses_of(alone).any(|clause| state.is_active(clause))
            {
                free += usize::from(found.has_shown);
            } else {
                parts.push(found);
            }
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.vars.len()));
        (parts, free)
    }

    fn next_round(&mut self) {
        if self.round == u32::MAX {
            self.var_seen.fill(0);
            self.clause_seen.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// The part that holds a variable.
    fn around(&mut self, var: u32, state: &State) -> Part {
        let mut part = Part { vars: vec![var], ..Part::default() };
        self.var_seen[var as usize] = self.round;
        let mut next = 0;
        while let Some(&var) = part.vars.get(next) {
            next += 1;
            part.has_shown |= self.shown[var as usize];
            for clause in state.clauses_of(var).filter(|&clause| state.is_active(clause)) {
                if std::mem::replace(&mut self.clause_seen[clause as usize], self.round) == self.round {
                    continue;
                }
                if state.is_long(clause) {
                    part.clauses.push(clause);
                }
                for other in state.clause(clause).iter().map(|&literal| literal / 2) {
                    if self.var_seen[other as usize] != self.round && !state.is_assigned(other) {
                        self.var_seen[other as usize] = self.round;
                        part.vars.push(other);
                    }
                }
            }
        }
        part.vars.sort_unstable();
        part.clauses.sort_unstable();
        part
    }

    /// The variable in the most and shortest clauses; a shown one where there is one.
    pub(super) fn choose(&self, part: &Part, state: &State) -> u32 {
        let candidates =
            || part.vars.iter().copied().filter(|&var| !part.has_shown || self.shown[var as usize]);
        let score = |var: u32| -> u64 {
            let clauses = state.clauses_of(var).filter(|&clause| state.is_active(clause));
            clauses.map(|clause| 1 << (8 - state.open_count(clause).min(8))).sum()
        };
        candidates().max_by_key(|&var| (score(var), std::cmp::Reverse(var))).unwrap_or_default()
    }
}
