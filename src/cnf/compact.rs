//! The part of a CNF that its clauses speak of.

use super::{Cnf, Lit, Projection, Sink};

/// A CNF over the variables that occur in its clauses alone, numbered without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compact {
    /// The same clauses in the same order.
    pub cnf: Cnf,
    /// The 0-based number that each variable had, ascending.
    pub vars: Vec<usize>,
    /// Number of variables left out that tell one solution from another: each doubles the count.
    pub free: usize,
}

impl Compact {
    /// Leaves out the variables in no clause. Takes memory by the clauses, not by the number of variables announced.
    ///
    /// ```
    /// use exactly::cnf::{Cnf, Compact, Lit, Sink};
    ///
    /// let mut cnf = Cnf::with_vars(2_000_000_000);
    /// cnf.add_clause(&[Lit::from_dimacs(7), Lit::from_dimacs(-1_000)]);
    /// let compact = Compact::of(&cnf);
    /// assert_eq!((compact.vars, compact.free), (vec![6, 999], 1_999_999_998));
    /// ```
    pub fn of(cnf: &Cnf) -> Self {
        let vars = occurring(cnf);
        let number = |var: usize| vars.binary_search(&var).ok();
        let mut compact = Cnf::with_vars(vars.len());
        let dense = vars.len() == cnf.var_count();
        let mut clause = Vec::new();
        for lits in cnf.clauses() {
            clause.clear();
            clause.extend(lits.iter().map(|&lit| {
                let var = if dense { Some(lit.var_index()) } else { number(lit.var_index()) };
                let positive = Lit::from_dimacs(var.unwrap_or_default() as i32 + 1);
                if lit.is_positive() { positive } else { !positive }
            }));
            compact.add_clause(&clause);
        }
        let (projection, free) = match &cnf.projection {
            Projection::All => (Projection::All, cnf.var_count() - vars.len()),
            Projection::Shown(shown) | Projection::OneHot(shown) => {
                let kept: Vec<usize> = shown.iter().filter_map(|&var| number(var)).collect();
                let free = shown.len() - kept.len();
                let one_hot = free == 0 && matches!(cnf.projection, Projection::OneHot(_));
                (if one_hot { Projection::OneHot(kept) } else { Projection::Shown(kept) }, free)
            }
        };
        compact.projection = projection;
        Self { cnf: compact, vars, free }
    }
}

/// The variables that occur, ascending.
fn occurring(cnf: &Cnf) -> Vec<usize> {
    let all = || cnf.clauses().flatten().map(|lit| lit.var_index());
    if cnf.var_count() / 8 <= cnf.literal_count() {
        let mut occurs = vec![false; cnf.var_count()];
        all().for_each(|var| occurs[var] = true);
        return (0..occurs.len()).filter(|&var| occurs[var]).collect();
    }
    let mut vars: Vec<usize> = all().collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}
