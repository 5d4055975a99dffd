//! Between so many and so many of n literals, and the disjunction of literals.

use crate::cnf::{Lit, Sink};

/// A new literal that holds exactly when one of these does.
pub fn is_any(sink: &mut impl Sink, lits: &[Lit]) -> Lit {
    let any = sink.new_lit();
    let mut clause = lits.to_vec();
    clause.push(!any);
    sink.add_clause(&clause);
    for &lit in lits {
        sink.add_clause(&[!lit, any]);
    }
    any
}

/// At least `low` and at most `high` literals hold (Sinz's sequential counter with both directions): after the first i
/// literals, variable j says that at least j of them hold. About n·(high + 1) variables and four times as many clauses.
pub fn at_least_and_most(sink: &mut impl Sink, lits: &[Lit], low: usize, high: usize) {
    if low > lits.len() {
        sink.add_clause(&[]);
        return;
    }
    let levels = lits.len().min(high.saturating_add(1));
    let mut before: Vec<Lit> = Vec::new();
    for &lit in lits {
        let count = levels.min(before.len() + 1);
        let here: Vec<Lit> = (0..count).map(|_| sink.new_lit()).collect();
        for (level, &now) in here.iter().enumerate() {
            one_level(
                sink,
                now,
                lit,
                before.get(level).copied(),
                level.checked_sub(1).map(|below| before[below]),
            );
        }
        before = here;
    }
    if low > 0 {
        sink.add_clause(&[before[low - 1]]);
    }
    if let Some(&beyond) = before.get(high) {
        sink.add_clause(&[!beyond]);
    }
}

/// `now` holds if `same` did, or if `lit` holds and `below` did. No `same` has not held, no `below` always.
fn one_level(sink: &mut impl Sink, now: Lit, lit: Lit, same: Option<Lit>, below: Option<Lit>) {
    sink.add_clause(&[&[now, !lit][..], &below.map_or(vec![], |below| vec![!below])].concat());
    sink.add_clause(&[&[!now, lit][..], &same.map_or(vec![], |same| vec![same])].concat());
    if let Some(same) = same {
        sink.add_clause(&[!same, now]);
    }
    if let Some(below) = below {
        sink.add_clause(&[&[!now, below][..], &same.map_or(vec![], |same| vec![same])].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::at_least_and_most;
    use crate::cnf::{Cnf, Lit, Sink};

    /// The number of assignments of all variables that satisfy the clauses, by trying each.
    fn count(cnf: &Cnf) -> usize {
        let values = |set: u32| (0..cnf.var_count()).map(|var| set >> var & 1 == 1).collect::<Vec<bool>>();
        (0..1u32 << cnf.var_count()).filter(|&set| cnf.is_satisfied(&values(set))).count()
    }

    #[test]
    fn each_choice_is_counted_once() {
        let binomials = [1, 4, 6, 4, 1];
        for low in 0..=5 {
            for high in low.max(1)..=5 {
                let mut cnf = Cnf::new();
                let lits: Vec<Lit> = (0..4).map(|_| cnf.new_lit()).collect();
                at_least_and_most(&mut cnf, &lits, low, high);
                let expected: usize = binomials.iter().take(high + 1).skip(low).sum();
                assert_eq!(count(&cnf), expected, "{low} to {high}");
            }
        }
    }
}
