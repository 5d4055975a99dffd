//! Clauses over literals, and the sink that encodings write to.

mod compact;
mod dimacs;
mod metered;
mod pseudo_boolean;
mod solver_output;
mod statistics;
mod wcnf;

pub use compact::Compact;
pub use dimacs::{Comment, write_clauses, write_dimacs};
pub use metered::Metered;
pub use pseudo_boolean::{Linear, PseudoBoolean, write_opb};
pub use solver_output::{OutputError, SolverAnswer, parse_solver_output};
pub use statistics::CnfStatistics;
pub use wcnf::{WcnfForm, write_wcnf};

/// A SAT literal: a variable, numbered from 1 in DIMACS, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(i32);

impl Lit {
    /// The literal with this DIMACS number: positive or negative, never 0.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn from_dimacs(number: i32) -> Self {
        assert!(number != 0, "a DIMACS literal is not 0");
        Self(number)
    }

    /// The literal that a variable, by 0-based number, has this value.
    ///
    /// # Panics
    /// If there are 2^31 variables or more.
    pub fn of(var: usize, value: bool) -> Self {
        let number = i32::try_from(var + 1).expect("a CNF has fewer than 2^31 variables");
        Self(if value { number } else { -number })
    }

    /// Its DIMACS number.
    pub fn dimacs(self) -> i32 {
        self.0
    }

    /// The 0-based number of its variable.
    pub fn var_index(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Whether it is the variable itself and not its negation.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// Where encodings write their clauses: a CNF, a counter, or a solver.
pub trait Sink {
    /// A fresh variable, as its positive literal.
    fn new_lit(&mut self) -> Lit;

    /// Adds a clause: at least one of these literals holds.
    fn add_clause(&mut self, clause: &[Lit]);
}

impl<S: Sink> Sink for &mut S {
    fn new_lit(&mut self) -> Lit {
        (**self).new_lit()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }
}

/// Which variables tell one solution from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// All of them.
    #[default]
    All,
    /// These ones, by 0-based number.
    Shown(Vec<usize>),
    /// These ones, and they come in exactly-one groups: the true ones alone name the solution.
    OneHot(Vec<usize>),
}

impl Projection {
    /// The clause that excludes these values of the variables that count; `values` holds those of all variables.
    pub fn blocking_clause(&self, values: &[bool]) -> Vec<Lit> {
        let differs = |&var: &usize| Lit::of(var, !values[var]);
        match self {
            Self::All => (0..values.len()).map(|var| differs(&var)).collect(),
            Self::Shown(vars) => vars.iter().map(differs).collect(),
            Self::OneHot(vars) => vars.iter().filter(|&&var| values[var]).map(differs).collect(),
        }
    }
}

/// A conjunction of clauses.
///
/// Variables are numbered from 0 inside and from 1 as literals; a variable may occur in no clause and is then free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    var_count: usize,
    /// The literals of all clauses in a row.
    literals: Vec<Lit>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
    /// Which variables tell one solution from another.
    pub projection: Projection,
}

impl Cnf {
    /// No variables and no clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// So many variables and no clauses.
    ///
    /// # Panics
    /// From 2^31 variables on.
    pub fn with_vars(var_count: usize) -> Self {
        assert!(i32::try_from(var_count).is_ok(), "a CNF has fewer than 2^31 variables");
        Self { var_count, ..Self::default() }
    }

    /// Number of variables.
    pub fn var_count(&self) -> usize {
        self.var_count
    }

    /// Number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Number of literals over all clauses.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// The clauses in the order they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Whether an assignment (`values[v]` for variable `v`) satisfies every clause.
    pub fn is_satisfied(&self, values: &[bool]) -> bool {
        self.clauses().all(|clause| clause.iter().any(|lit| values[lit.var_index()] == lit.is_positive()))
    }
}

impl Sink for Cnf {
    fn new_lit(&mut self) -> Lit {
        self.var_count += 1;
        Lit(i32::try_from(self.var_count).expect("a CNF has fewer than 2^31 variables"))
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        debug_assert!(clause.iter().all(|lit| lit.var_index() < self.var_count));
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }
}

/// A sink that only counts, for choosing between encodings by size.
///
/// Its new variables are numbered from 2^31 − 1 down, so that they differ from each other and from the inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables made.
    pub variables: usize,
    /// Clauses added.
    pub clauses: usize,
    /// Literals in them.
    pub literals: usize,
}

impl Sink for Size {
    fn new_lit(&mut self) -> Lit {
        let used = i32::try_from(self.variables).expect("an encoding makes fewer than 2^31 variables");
        self.variables += 1;
        Lit(i32::MAX - used)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len();
    }
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, more: Self) {
        self.variables += more.variables;
        self.clauses += more.clauses;
        self.literals += more.literals;
    }
}

#[cfg(test)]
mod tests {
    use super::{Cnf, Lit, Sink};

    #[test]
    fn clauses_come_back_in_order() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.new_lit(), cnf.new_lit());
        cnf.add_clause(&[a, !b]);
        cnf.add_clause(&[]);
        cnf.add_clause(&[b]);
        let clauses: Vec<Vec<i32>> =
            cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
        assert_eq!(clauses, [vec![1, -2], vec![], vec![2]]);
        assert!(!cnf.is_satisfied(&[true, true]));
        assert_eq!(Lit::from_dimacs(-7).var_index(), 6);
    }
}
