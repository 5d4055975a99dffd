//! A claim about the number of solutions, with everything that it takes to believe it.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::{Formula, FormulaError, ProofError, Refuted, check_lrat};

/// What is claimed of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has no solution.
    NoSolution,
    /// It has exactly one solution.
    ExactlyOne,
}

/// The texts of a certificate.
///
/// A problem without solution is refuted itself. One with exactly one solution is satisfied by that, and refuted once a
/// clause is added that says: some shown variable has another value than in the solution.
#[derive(Clone, Copy, Debug)]
pub struct Certificate<'t> {
    /// The problem as DIMACS CNF, with `c p show` naming the variables that tell one solution from another.
    pub problem: &'t str,
    /// The solution as literals ended by 0, lines with or without a leading `v`.
    pub solution: Option<&'t str>,
    /// What the proof refutes, as DIMACS CNF.
    pub refuted: &'t str,
}

/// A certificate that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What holds of the problem.
    pub claim: Claim,
    /// The size of the proof.
    pub refuted: Refuted,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The problem is no CNF.
    #[error("the problem: {0}")]
    Problem(FormulaError),
    /// What is refuted is no CNF.
    #[error("what is refuted: {0}")]
    RefutedText(FormulaError),
    /// A word of the solution that is no literal of the problem.
    #[error("the solution: `{word}` is no literal of the problem")]
    Word {
        /// The word.
        word: String,
    },
    /// A variable that the solution leaves open.
    #[error("the solution gives variable {var} no value, or two")]
    Value {
        /// The variable.
        var: u32,
    },
    /// A clause that the solution does not satisfy.
    #[error("the solution does not satisfy clause {clause} of the problem")]
    Unsatisfied {
        /// Its number, from 1.
        clause: usize,
    },
    /// A refuted formula with another beginning than the problem.
    #[error("what is refuted is not the problem: clause {clause} differs")]
    OtherProblem {
        /// The number of the first clause that differs, from 1.
        clause: usize,
    },
    /// A refuted formula that says more than that there is another solution.
    #[error("what is refuted is not the problem and the one clause that excludes the solution")]
    OtherClause,
    /// No proof.
    #[error("the proof: {0}")]
    Proof(#[from] ProofError),
}

impl Certificate<'_> {
    /// Checks the certificate with an LRAT proof.
    ///
    /// # Errors
    /// Whatever keeps the claim from following.
    ///
    /// ```
    /// use exactly::proof::{Certificate, Claim};
    ///
    /// // Exactly one of two, and not the second.
    /// let certificate = Certificate {
    ///     problem: "c p show 1 2 0\np cnf 2 3\n1 2 0\n-1 -2 0\n-2 0\n",
    ///     solution: Some("v 1 -2 0"),
    ///     refuted: "p cnf 2 4\n1 2 0\n-1 -2 0\n-2 0\n-1 2 0\n",
    /// };
    /// let verified = certificate.verify("5 0 3 1 4 0\n".as_bytes())?;
    /// assert_eq!(verified.claim, Claim::ExactlyOne);
    /// # Ok::<(), exactly::proof::CertificateError>(())
    /// ```
    pub fn verify(&self, proof: impl BufRead) -> Result<Verified, CertificateError> {
        let problem = Formula::read(self.problem).map_err(CertificateError::Problem)?;
        let refuted = Formula::read(self.refuted).map_err(CertificateError::RefutedText)?;
        let differs =
            problem.clauses.iter().enumerate().find(|&(at, clause)| refuted.clauses.get(at) != Some(clause));
        if let Some((at, _)) = differs {
            return Err(CertificateError::OtherProblem { clause: at + 1 });
        }
        let added = &refuted.clauses[problem.clauses.len()..];
        let claim = match (self.solution, added) {
            (None, []) => Claim::NoSolution,
            (Some(solution), [clause]) => {
                let values = values(solution, problem.var_count)?;
                satisfies(&problem, &values)?;
                if !excludes(clause, &problem, &values) {
                    return Err(CertificateError::OtherClause);
                }
                Claim::ExactlyOne
            }
            _ => return Err(CertificateError::OtherClause),
        };
        Ok(Verified { claim, refuted: check_lrat(&refuted, proof)? })
    }
}

/// The values that a solution gives, by variable from 1; the first stands for none.
fn values(text: &str, var_count: u32) -> Result<Vec<bool>, CertificateError> {
    let mut values = vec![None; var_count as usize + 1];
    for word in text.lines().flat_map(|line| line.strip_prefix('v').unwrap_or(line).split_ascii_whitespace())
    {
        let literal = word.parse::<i32>().ok().filter(|literal| literal.unsigned_abs() <= var_count);
        let literal = literal.ok_or_else(|| CertificateError::Word { word: word.into() })?;
        let value = &mut values[literal.unsigned_abs() as usize];
        if literal != 0 && value.replace(literal > 0).is_some_and(|before| before != (literal > 0)) {
            return Err(CertificateError::Value { var: literal.unsigned_abs() });
        }
    }
    values[0] = Some(false);
    match values.iter().position(Option::is_none) {
        Some(var) => Err(CertificateError::Value { var: var as u32 }),
        None => Ok(values.into_iter().flatten().collect()),
    }
}

fn holds(literal: i32, values: &[bool]) -> bool {
    values[literal.unsigned_abs() as usize] == (literal > 0)
}

fn satisfies(problem: &Formula, values: &[bool]) -> Result<(), CertificateError> {
    let fails = |clause: &Vec<i32>| !clause.iter().any(|&literal| holds(literal, values));
    match problem.clauses.iter().position(fails) {
        Some(at) => Err(CertificateError::Unsatisfied { clause: at + 1 }),
        None => Ok(()),
    }
}

/// Whether a clause says of the shown variables, of all where none is shown, that one differs from its value.
fn excludes(clause: &[i32], problem: &Formula, values: &[bool]) -> bool {
    let all: Vec<u32> = (1..=problem.var_count).collect();
    let shown = if problem.shown.is_empty() { &all } else { &problem.shown };
    let differs =
        |&var: &u32| if values.get(var as usize) == Some(&true) { -(var as i32) } else { var as i32 };
    let expected: BTreeSet<i32> = shown.iter().map(differs).collect();
    clause.iter().copied().collect::<BTreeSet<i32>>() == expected
}
