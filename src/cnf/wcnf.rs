//! WCNF: clauses that have to hold, and some that cost their weight where they do not.

use std::io::{self, Write};

use super::dimacs::write_comments;
use super::{Cnf, Comment, Lit, write_clauses};

/// The two forms of WCNF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WcnfForm {
    /// That of the MaxSAT evaluations since 2022: no header, hard clauses start with `h`.
    New,
    /// That before: `p wcnf VARIABLES CLAUSES TOP`, hard clauses have the weight TOP, more than all others together.
    Old,
}

/// Writes a CNF as hard clauses, and soft ones with their weights.
///
/// # Errors
/// Whatever the writer fails with; soft weights of 2^63 or more together.
///
/// ```
/// use exactly::cnf::{Cnf, Lit, Sink, WcnfForm, write_wcnf};
///
/// let mut cnf = Cnf::new();
/// let a = cnf.new_lit();
/// cnf.add_clause(&[a]);
/// let mut text = Vec::new();
/// write_wcnf(&cnf, &[(5, vec![!a])], &[], WcnfForm::Old, &mut text)?;
/// assert_eq!(String::from_utf8_lossy(&text), "p wcnf 1 2 6\n6 1 0\n5 -1 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_wcnf(
    cnf: &Cnf,
    soft: &[(u64, Vec<Lit>)],
    comments: &[Comment],
    form: WcnfForm,
    mut out: impl Write,
) -> io::Result<()> {
    let total: u128 = soft.iter().map(|&(weight, _)| u128::from(weight)).sum();
    if total >= 1 << 63 {
        return Err(io::Error::other("the weights of the soft clauses are 2^63 or more together"));
    }
    write_comments(comments, &mut out)?;
    let head = match form {
        WcnfForm::New => "h ".to_string(),
        WcnfForm::Old => {
            let (top, clauses) = (total + 1, cnf.clause_count() + soft.len());
            writeln!(out, "p wcnf {} {clauses} {top}", cnf.var_count())?;
            format!("{top} ")
        }
    };
    write_clauses(cnf.clauses(), &head, &mut out)?;
    for (weight, clause) in soft {
        write_clauses(std::iter::once(&clause[..]), &format!("{weight} "), &mut out)?;
    }
    out.flush()
}
