//! A checker for LRAT: proofs of unsatisfiability with a hint for each propagation, so that nothing is searched for.
//!
//! After Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification" (CADE 2017). A line adds
//! a clause, `ID literals 0 hints 0`, or deletes some, `ID d ids 0`. An added clause is accepted if assuming it false and
//! taking the hints in order ends in a conflict: each hint names a clause that has one literal left, the last one none. With
//! negative hints it is a resolution asymmetric tautology on its first literal: each clause with the opposite literal is named,
//! and leads to a conflict with the hints that follow it.

use std::io::BufRead;

use rustc_hash::FxHashMap;

use super::Formula;

/// So many variables a proof may have of its own.
const MOST_NEW: u32 = 1 << 20;

/// What a proof that was accepted is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// Clauses that were added, the empty one among them.
    pub added: usize,
    /// Hints that were followed.
    pub hints: usize,
}

/// A proof that is not accepted, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct ProofError {
    /// The line, from 1; one after the last where the end is the trouble.
    pub line: usize,
    /// What is wrong.
    pub kind: ProofErrorKind,
}

/// Why a line is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofErrorKind {
    /// A word that does not belong there.
    #[error("`{word}` is not a number that can stand here")]
    Word {
        /// The word.
        word: String,
    },
    /// A proof that cannot be read to its end, or is no text.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// What the reader says.
        cause: String,
    },
    /// A line that stops too early.
    #[error("the line does not end with 0")]
    NoEnd,
    /// A number that is not larger than those before.
    #[error("clause {id} is numbered no higher than one before it")]
    Order {
        /// The number.
        id: u64,
    },
    /// A hint to a clause that is not there.
    #[error("hint {hint} names no clause, or one that was deleted")]
    NoClause {
        /// The number.
        hint: u64,
    },
    /// A hint that leaves more than one literal, or is satisfied.
    #[error("hint {hint} has more than one literal left or is satisfied, so nothing follows from it")]
    NotUnit {
        /// The number.
        hint: u64,
    },
    /// Hints without a conflict at their end.
    #[error("the hints of clause {id} end without a conflict")]
    NoConflict {
        /// The number.
        id: u64,
    },
    /// A clause with the opposite of the first literal that is not dealt with.
    #[error(
        "clause {clause} holds the opposite of the first literal of clause {id} and is not among its hints"
    )]
    NotResolved {
        /// The added clause.
        id: u64,
        /// The clause left out.
        clause: u64,
    },
    /// No contradiction.
    #[error("the proof ends without the empty clause")]
    NotRefuted,
}

/// Checks that a proof refutes a formula; it is read as far as the empty clause.
///
/// # Errors
/// The first line that is not accepted, or the end of a proof that does not add the empty clause.
///
/// ```
/// use exactly::proof::{Formula, check_lrat};
///
/// let formula = Formula::read("p cnf 1 2\n1 0\n-1 0\n")?;
/// assert_eq!(check_lrat(&formula, "3 0 1 2 0\n".as_bytes())?.hints, 2);
/// assert!(check_lrat(&formula, "3 0 1 1 0\n".as_bytes()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_lrat(formula: &Formula, mut proof: impl BufRead) -> Result<Refuted, ProofError> {
    let mut checker = Checker::new(formula);
    if formula.clauses.iter().any(Vec::is_empty) {
        return Ok(checker.refuted);
    }
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let error = |kind| ProofError { line, kind };
        match proof.read_line(&mut text) {
            Ok(0) => return Err(error(ProofErrorKind::NotRefuted)),
            Ok(_) => {}
            Err(cause) => return Err(error(ProofErrorKind::Unreadable { cause: cause.to_string() })),
        }
        let is_comment = text.starts_with('c') || text.trim().is_empty();
        if !is_comment && checker.line(&text).map_err(error)? {
            break;
        }
    }
    Ok(checker.refuted)
}

struct Checker {
    clauses: FxHashMap<u64, Vec<i32>>,
    last_id: u64,
    /// The largest variable that a proof may name.
    most_vars: u32,
    /// The literals that hold, by variable: 0, 1 or −1.
    values: Vec<i8>,
    trail: Vec<i32>,
    refuted: Refuted,
}

/// What following a hint leads to.
enum Step {
    Unit(i32),
    Conflict,
}

impl Checker {
    fn new(formula: &Formula) -> Self {
        let numbered = (1..).zip(formula.clauses.iter().cloned());
        Self {
            clauses: numbered.collect(),
            last_id: formula.clauses.len() as u64,
            most_vars: formula.var_count.saturating_add(MOST_NEW),
            values: vec![0; formula.var_count as usize + 1],
            trail: Vec::new(),
            refuted: Refuted { added: 0, hints: 0 },
        }
    }

    /// Whether the line adds the empty clause.
    fn line(&mut self, line: &str) -> Result<bool, ProofErrorKind> {
        let mut words = line.split_ascii_whitespace().peekable();
        let id = words.next().map_or(Ok(0), positive)?;
        if words.next_if_eq(&"d").is_some() {
            for hint in until_zero(&mut words)? {
                let known = self.clauses.remove(&hint.unsigned_abs()).filter(|_| hint > 0);
                known.ok_or(ProofErrorKind::NoClause { hint: hint.unsigned_abs() })?;
            }
            return Ok(false);
        }
        if id <= self.last_id {
            return Err(ProofErrorKind::Order { id });
        }
        let literals = until_zero(&mut words)?;
        let clause: Vec<i32> =
            literals.iter().map(|&literal| self.literal(literal)).collect::<Result<_, _>>()?;
        let hints = until_zero(&mut words)?;
        if let Some(word) = words.next() {
            return Err(ProofErrorKind::Word { word: word.into() });
        }
        self.justify(id, &clause, &hints)?;
        self.undo(0);
        let is_empty = clause.is_empty();
        self.refuted.added += 1;
        self.last_id = id;
        self.clauses.insert(id, clause);
        Ok(is_empty)
    }

    /// A literal of an added clause; proofs may have variables of their own.
    fn literal(&mut self, literal: i64) -> Result<i32, ProofErrorKind> {
        let number = i32::try_from(literal).ok().filter(|number| number.unsigned_abs() <= self.most_vars);
        let number = number.ok_or_else(|| ProofErrorKind::Word { word: literal.to_string() })?;
        let needed = number.unsigned_abs() as usize + 1;
        if needed > self.values.len() {
            self.values.resize(needed, 0);
        }
        Ok(number)
    }

    fn justify(&mut self, id: u64, clause: &[i32], hints: &[i64]) -> Result<(), ProofErrorKind> {
        for &literal in clause {
            if !self.assume(-literal) {
                // It holds a literal and its opposite.
                return Ok(());
            }
        }
        let first_part = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        if self.follow(&hints[..first_part])? {
            return Ok(());
        }
        let Some(&pivot) = clause.first().filter(|_| first_part < hints.len()) else {
            return Err(ProofErrorKind::NoConflict { id });
        };
        self.resolve(id, pivot, &hints[first_part..])
    }

    /// Follows the hints of a resolution asymmetric tautology, one group for each clause with the opposite of the pivot.
    fn resolve(&mut self, id: u64, pivot: i32, hints: &[i64]) -> Result<(), ProofErrorKind> {
        let mut done = Vec::new();
        for group in hints.chunk_by(|_, next| *next > 0) {
            let other = group[0].unsigned_abs();
            let clause = self.clauses.get(&other).ok_or(ProofErrorKind::NoClause { hint: other })?.clone();
            let mark = self.trail.len();
            let mut is_satisfied = false;
            for &literal in clause.iter().filter(|&&literal| literal != -pivot) {
                is_satisfied |= !self.assume(-literal);
            }
            if !is_satisfied && !self.follow(&group[1..])? {
                return Err(ProofErrorKind::NoConflict { id });
            }
            self.undo(mark);
            done.push(other);
        }
        let open =
            self.clauses.iter().find(|(number, clause)| clause.contains(&-pivot) && !done.contains(number));
        match open {
            Some((&clause, _)) => Err(ProofErrorKind::NotResolved { id, clause }),
            None => Ok(()),
        }
    }

    /// Whether following the hints ends in a conflict.
    fn follow(&mut self, hints: &[i64]) -> Result<bool, ProofErrorKind> {
        for &hint in hints {
            self.refuted.hints += 1;
            match self.step(hint.unsigned_abs())? {
                Step::Conflict => return Ok(true),
                Step::Unit(literal) => {
                    self.assume(literal);
                }
            }
        }
        Ok(false)
    }

    fn step(&self, hint: u64) -> Result<Step, ProofErrorKind> {
        let clause = self.clauses.get(&hint).ok_or(ProofErrorKind::NoClause { hint })?;
        let mut unit = None;
        for &literal in clause.iter().filter(|&&literal| !self.holds(-literal)) {
            if self.holds(literal) || unit.is_some_and(|unit| unit != literal) {
                return Err(ProofErrorKind::NotUnit { hint });
            }
            unit = Some(literal);
        }
        Ok(unit.map_or(Step::Conflict, Step::Unit))
    }

    fn holds(&self, literal: i32) -> bool {
        self.values[literal.unsigned_abs() as usize] == literal.signum() as i8
    }

    /// Takes a literal as true; false where its opposite is.
    fn assume(&mut self, literal: i32) -> bool {
        if self.holds(-literal) {
            return false;
        }
        if !self.holds(literal) {
            self.values[literal.unsigned_abs() as usize] = literal.signum() as i8;
            self.trail.push(literal);
        }
        true
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
    }
}

fn positive(word: &str) -> Result<u64, ProofErrorKind> {
    word.parse().ok().filter(|&id| id > 0).ok_or_else(|| ProofErrorKind::Word { word: word.into() })
}

/// The numbers up to the next 0.
fn until_zero<'w>(words: &mut impl Iterator<Item = &'w str>) -> Result<Vec<i64>, ProofErrorKind> {
    let mut numbers = Vec::new();
    for word in words {
        match word.parse::<i64>() {
            Ok(0) => return Ok(numbers),
            Ok(number) if number.unsigned_abs() < 1 << 62 => numbers.push(number),
            _ => return Err(ProofErrorKind::Word { word: word.into() }),
        }
    }
    Err(ProofErrorKind::NoEnd)
}
