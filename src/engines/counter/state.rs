//! Clauses under a partial assignment, with the literals of each counted.

use crate::cnf::Cnf;

/// A literal is twice its variable, plus one where it is negated.
fn code(lit: crate::cnf::Lit) -> u32 {
    lit.var_index() as u32 * 2 + u32::from(!lit.is_positive())
}

/// Lists in a row.
#[derive(Debug, Default)]
struct Lists {
    items: Vec<u32>,
    ends: Vec<usize>,
}

impl Lists {
    fn get(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start..self.ends[at]]
    }

    fn push(&mut self, list: &[u32]) {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len());
    }
}

/// The clauses and what is assigned.
pub(super) struct State {
    clauses: Lists,
    /// The clauses of each literal.
    occurrences: Lists,
    /// Whether each literal holds.
    holds: Vec<bool>,
    /// Literals of each clause that hold, and that are not assigned.
    held: Vec<u32>,
    open: Vec<u32>,
    trail: Vec<u32>,
    /// So many literals of the trail are counted in the clauses.
    counted: usize,
    has_empty: bool,
}

impl State {
    /// The clauses without tautologies and repeated literals.
    pub(super) fn new(cnf: &Cnf) -> Self {
        let mut clauses = Lists::default();
        let mut has_empty = false;
        for clause in cnf.clauses() {
            let mut codes: Vec<u32> = clause.iter().map(|&lit| code(lit)).collect();
            codes.sort_unstable();
            codes.dedup();
            has_empty |= codes.is_empty();
            if !codes.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
                clauses.push(&codes);
            }
        }
        let count = clauses.ends.len();
        let open = (0..count as u32).map(|clause| clauses.get(clause).len() as u32).collect();
        Self {
            occurrences: occurrences(&clauses, cnf.var_count() * 2),
            clauses,
            holds: vec![false; cnf.var_count() * 2],
            held: vec![0; count],
            open,
            trail: Vec::new(),
            counted: 0,
            has_empty,
        }
    }

    pub(super) fn var_count(&self) -> usize {
        self.holds.len() / 2
    }

    pub(super) fn clause_count(&self) -> usize {
        self.open.len()
    }

    pub(super) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn is_assigned(&self, var: u32) -> bool {
        self.holds[var as usize * 2] || self.holds[var as usize * 2 + 1]
    }

    /// Whether no literal of the clause holds yet.
    pub(super) fn is_active(&self, clause: u32) -> bool {
        self.held[clause as usize] == 0
    }

    /// Literals of a clause that are not assigned.
    pub(super) fn open_count(&self, clause: u32) -> u32 {
        self.open[clause as usize]
    }

    /// Whether a clause has more than two literals.
    pub(super) fn is_long(&self, clause: u32) -> bool {
        self.clauses.get(clause).len() > 2
    }

    /// The literals of a clause.
    pub(super) fn clause(&self, clause: u32) -> &[u32] {
        self.clauses.get(clause)
    }

    /// The clauses that hold a variable, one way and the other.
    pub(super) fn clauses_of(&self, var: u32) -> impl Iterator<Item = u32> {
        let lists = [self.occurrences.get(var * 2), self.occurrences.get(var * 2 + 1)];
        lists.into_iter().flatten().copied()
    }

    /// Assigns what the clauses of one literal say; whether that goes without a contradiction.
    pub(super) fn start(&mut self) -> bool {
        if self.has_empty {
            return false;
        }
        for clause in 0..self.clause_count() as u32 {
            if let [literal] = *self.clauses.get(clause)
                && !self.push(literal)
            {
                return false;
            }
        }
        self.propagate()
    }

    /// Assigns a literal and what follows from it; whether that goes without a contradiction.
    pub(super) fn assign(&mut self, literal: u32) -> bool {
        self.push(literal) && self.propagate()
    }

    fn push(&mut self, literal: u32) -> bool {
        if self.holds[literal as usize ^ 1] {
            return false;
        }
        if !self.holds[literal as usize] {
            self.holds[literal as usize] = true;
            self.trail.push(literal);
        }
        true
    }

    fn propagate(&mut self) -> bool {
        let mut ok = true;
        while ok && self.counted < self.trail.len() {
            let literal = self.trail[self.counted];
            self.counted += 1;
            for &clause in self.occurrences.get(literal) {
                self.held[clause as usize] += 1;
                self.open[clause as usize] -= 1;
            }
            let mut units = Vec::new();
            for &clause in self.occurrences.get(literal ^ 1) {
                self.open[clause as usize] -= 1;
                if self.held[clause as usize] == 0 && self.open[clause as usize] <= 1 {
                    units.push(clause);
                }
            }
            ok = units.into_iter().all(|clause| self.unit(clause));
        }
        ok
    }

    /// Assigns the last literal of a clause; the clause may be met or contradicted by what is not yet counted.
    fn unit(&mut self, clause: u32) -> bool {
        let holds = &self.holds;
        let lits = self.clauses.get(clause);
        if lits.iter().any(|&lit| holds[lit as usize]) {
            return true;
        }
        match lits.iter().find(|&&lit| !holds[lit as usize ^ 1]) {
            Some(&literal) => self.push(literal),
            None => false,
        }
    }

    /// Takes back what was assigned after the trail was so long.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(literal) = self.trail.pop() else { return };
            self.holds[literal as usize] = false;
            if self.trail.len() >= self.counted {
                continue;
            }
            self.counted -= 1;
            for &clause in self.occurrences.get(literal) {
                self.held[clause as usize] -= 1;
                self.open[clause as usize] += 1;
            }
            for &clause in self.occurrences.get(literal ^ 1) {
                self.open[clause as usize] += 1;
            }
        }
    }
}

/// The clauses of each literal.
fn occurrences(clauses: &Lists, literal_count: usize) -> Lists {
    let mut ends = vec![0usize; literal_count];
    clauses.items.iter().for_each(|&literal| ends[literal as usize] += 1);
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut items = vec![0; total];
    let mut next = ends.clone();
    for clause in (0..clauses.ends.len() as u32).rev() {
        for &literal in clauses.get(clause) {
            next[literal as usize] -= 1;
            items[next[literal as usize]] = clause;
        }
    }
    Lists { items, ends }
}
