//! Linear constraints over literals, and their text: OPB.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Comment, Lit, Sink};

/// low ≤ Σ aᵢ·lᵢ ≤ high over literals that count 1 where they hold and 0 otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Coefficients and literals; a literal may occur more than once.
    pub terms: Vec<(i128, Lit)>,
    /// The least value, if there is one.
    pub low: Option<i128>,
    /// The largest value, if there is one.
    pub high: Option<i128>,
}

/// Linear constraints, and costs to be made least. A clause is one that is at least 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PseudoBoolean {
    var_count: usize,
    /// The constraints.
    pub constraints: Vec<Linear>,
    /// What each literal costs where it holds; nothing where any solution will do.
    pub costs: Vec<(u64, Lit)>,
}

impl PseudoBoolean {
    /// Number of variables.
    pub fn var_count(&self) -> usize {
        self.var_count
    }

    /// Adds: exactly one of these literals holds, or at most one.
    pub fn add_one(&mut self, lits: &[Lit], low: i128) {
        let terms = lits.iter().map(|&lit| (1, lit)).collect();
        self.constraints.push(Linear { terms, low: (low > 0).then_some(low), high: Some(1) });
    }
}

impl Sink for PseudoBoolean {
    fn new_lit(&mut self) -> Lit {
        self.var_count += 1;
        Lit::from_dimacs(i32::try_from(self.var_count).expect("fewer than 2^31 variables"))
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let terms = lits.into_iter().map(|lit| (1, lit)).collect();
        self.constraints.push(Linear { terms, low: Some(1), high: None });
    }
}

/// One line: variables with their coefficients, ascending, and the bound.
struct Row {
    terms: BTreeMap<usize, i128>,
    relation: &'static str,
    bound: i128,
}

/// Writes OPB as the pseudo-Boolean competitions have it: linear, variables without negation, `>=` and `=`. Comments come
/// after the first line, names as `* map 12 NAME`.
///
/// # Errors
/// Whatever the writer fails with.
///
/// ```
/// use exactly::cnf::{PseudoBoolean, Sink, write_opb};
///
/// let mut problem = PseudoBoolean::default();
/// let (a, b) = (problem.new_lit(), problem.new_lit());
/// problem.add_one(&[a, b], 1);
/// problem.add_clause(&[a, !b]);
/// let mut text = Vec::new();
/// write_opb(&problem, &[], &mut text)?;
/// let lines = "* #variable= 2 #constraint= 2\n+1 x1 +1 x2 = 1 ;\n+1 x1 -1 x2 >= 0 ;\n";
/// assert_eq!(String::from_utf8_lossy(&text), lines);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_opb(problem: &PseudoBoolean, comments: &[Comment], mut out: impl Write) -> io::Result<()> {
    let rows: Vec<Row> = problem.constraints.iter().flat_map(rows).collect();
    // What no variable can make true is said of the first one, which has to be there.
    let var_count = problem.var_count.max(usize::from(!rows.is_empty()));
    writeln!(out, "* #variable= {var_count} #constraint= {}", rows.len())?;
    for comment in comments {
        match comment {
            Comment::Text(text) => writeln!(out, "* {}", text.replace(['\n', '\r'], " "))?,
            Comment::Map(var, name) => writeln!(out, "* map {} {name}", var + 1)?,
        }
    }
    if !problem.costs.is_empty() {
        let costs = problem.costs.iter().map(|&(cost, lit)| (i128::from(cost), lit));
        let (terms, _) = merged(costs);
        write!(out, "min: ")?;
        write_terms(&terms, &mut out)?;
        writeln!(out, " ;")?;
    }
    for Row { terms, relation, bound } in &rows {
        if terms.is_empty() {
            write!(out, "+1 x1")?;
        }
        write_terms(terms, &mut out)?;
        writeln!(out, " {relation} {bound} ;")?;
    }
    out.flush()
}

fn write_terms(terms: &BTreeMap<usize, i128>, out: &mut impl Write) -> io::Result<()> {
    let mut blank = "";
    for (var, coefficient) in terms {
        write!(out, "{blank}{coefficient:+} x{}", var + 1)?;
        blank = " ";
    }
    Ok(())
}

/// The sum over variables, and what negated literals add to it: a·¬x is a − a·x.
fn merged(terms: impl Iterator<Item = (i128, Lit)>) -> (BTreeMap<usize, i128>, i128) {
    let (mut sum, mut constant) = (BTreeMap::new(), 0);
    for (coefficient, lit) in terms {
        let coefficient = if lit.is_positive() {
            coefficient
        } else {
            constant += coefficient;
            -coefficient
        };
        *sum.entry(lit.var_index()).or_insert(0) += coefficient;
    }
    sum.retain(|_, coefficient| *coefficient != 0);
    (sum, constant)
}

/// The lines that say a constraint; none for one that always holds.
fn rows(linear: &Linear) -> Vec<Row> {
    let (terms, constant) = merged(linear.terms.iter().copied());
    if terms.is_empty() {
        let holds =
            linear.low.is_none_or(|low| low <= constant) && linear.high.is_none_or(|high| constant <= high);
        return if holds { Vec::new() } else { vec![Row { terms, relation: ">=", bound: 2 }] };
    }
    match (linear.low, linear.high) {
        (Some(low), Some(high)) if low == high => vec![Row { terms, relation: "=", bound: low - constant }],
        (low, high) => {
            let negated = || terms.iter().map(|(&var, &coefficient)| (var, -coefficient)).collect();
            let most = high.map(|high| Row { terms: negated(), relation: ">=", bound: constant - high });
            let least = low.map(|low| Row { terms: terms.clone(), relation: ">=", bound: low - constant });
            least.into_iter().chain(most).collect()
        }
    }
}
