//! What a CNF is made of, in figures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Cnf, Compact, Lit};

/// Figures of a CNF.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CnfStatistics {
    /// Variables announced.
    pub variables: usize,
    /// Variables in some clause.
    pub used_variables: usize,
    /// Variables in no clause.
    pub unused_variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals over all clauses.
    pub literals: usize,
    /// Literals that are variables, not negations.
    pub positive_literals: usize,
    /// The number of clauses of each length.
    pub clauses_by_length: BTreeMap<usize, usize>,
    /// Clauses that say what an earlier one says.
    pub duplicate_clauses: usize,
    /// Clauses that hold a variable both ways.
    pub tautologies: usize,
    /// Clauses that hold a literal twice.
    pub clauses_with_repeats: usize,
    /// Clauses with at most one positive literal.
    pub horn_clauses: usize,
    /// Variables that occur without negation alone.
    pub pure_positive: usize,
    /// Variables that occur with negation alone.
    pub pure_negative: usize,
    /// The fewest and the most literals of a used variable.
    pub degree: Option<(usize, usize)>,
    /// Parts that share no variable; an empty clause is in none.
    pub components: usize,
    /// Variables of the largest one.
    pub largest_component: usize,
}

impl CnfStatistics {
    /// The figures of a CNF.
    ///
    /// ```
    /// use exactly::cnf::{Cnf, CnfStatistics, Lit, Sink};
    ///
    /// let mut cnf = Cnf::with_vars(4);
    /// cnf.add_clause(&[Lit::from_dimacs(1), Lit::from_dimacs(-2)]);
    /// cnf.add_clause(&[Lit::from_dimacs(-2), Lit::from_dimacs(1)]);
    /// let figures = CnfStatistics::of(&cnf);
    /// assert_eq!((figures.unused_variables, figures.duplicate_clauses), (2, 1));
    /// ```
    pub fn of(cnf: &Cnf) -> Self {
        let Compact { cnf: used, vars, .. } = Compact::of(cnf);
        let mut figures = Self {
            variables: cnf.var_count(),
            used_variables: vars.len(),
            unused_variables: cnf.var_count() - vars.len(),
            clauses: cnf.clause_count(),
            literals: cnf.literal_count(),
            ..Self::default()
        };
        figures.clauses(&used);
        figures.variables(&used);
        figures.components(&used);
        figures
    }

    fn clauses(&mut self, cnf: &Cnf) {
        let mut sorted: Vec<Vec<Lit>> = Vec::with_capacity(cnf.clause_count());
        for clause in cnf.clauses() {
            *self.clauses_by_length.entry(clause.len()).or_default() += 1;
            let positive = clause.iter().filter(|lit| lit.is_positive()).count();
            self.positive_literals += positive;
            self.horn_clauses += usize::from(positive <= 1);
            let mut lits = clause.to_vec();
            lits.sort_unstable_by_key(|lit| (lit.var_index(), lit.is_positive()));
            let count = lits.len();
            lits.dedup();
            self.clauses_with_repeats += usize::from(lits.len() < count);
            self.tautologies += usize::from(lits.windows(2).any(|pair| pair[0] == !pair[1]));
            sorted.push(lits);
        }
        sorted.sort_unstable();
        self.duplicate_clauses = sorted.windows(2).filter(|pair| pair[0] == pair[1]).count();
    }

    fn variables(&mut self, cnf: &Cnf) {
        let mut occurrences = vec![(0, 0); cnf.var_count()];
        for lit in cnf.clauses().flatten() {
            let (positive, negative) = &mut occurrences[lit.var_index()];
            *(if lit.is_positive() { positive } else { negative }) += 1;
        }
        self.pure_positive = occurrences.iter().filter(|&&(_, negative)| negative == 0).count();
        self.pure_negative = occurrences.iter().filter(|&&(positive, _)| positive == 0).count();
        let degrees = || occurrences.iter().map(|&(positive, negative): &(usize, usize)| positive + negative);
        self.degree = degrees().min().zip(degrees().max());
    }

    fn components(&mut self, cnf: &Cnf) {
        let mut parent: Vec<usize> = (0..cnf.var_count()).collect();
        for clause in cnf.clauses() {
            for pair in clause.windows(2) {
                let (a, b) = (root(&mut parent, pair[0].var_index()), root(&mut parent, pair[1].var_index()));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut sizes = vec![0; cnf.var_count()];
        for var in 0..cnf.var_count() {
            sizes[root(&mut parent, var)] += 1;
        }
        self.components = sizes.iter().filter(|&&size| size > 0).count();
        self.largest_component = sizes.iter().copied().max().unwrap_or(0);
    }
}

/// The root of a variable's tree; the way to it is halved.
fn root(parent: &mut [usize], mut var: usize) -> usize {
    while parent[var] != var {
        parent[var] = parent[parent[var]];
        var = parent[var];
    }
    var
}
