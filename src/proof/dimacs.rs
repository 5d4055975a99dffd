//! A DIMACS CNF as a checker reads it: strictly, or not at all.

/// The clauses of a DIMACS file, by number from 1 as LRAT counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// Number of variables that the header names.
    pub var_count: u32,
    /// The literals of each clause as in the file.
    pub clauses: Vec<Vec<i32>>,
    /// The variables that lines `c p show … 0` name: those that tell one solution from another.
    pub shown: Vec<u32>,
}

/// A CNF that is not in the strict form: header, then as many clauses as it says, each ended by 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FormulaError {
    /// Where, from 1.
    pub line: usize,
    /// What, with the offending piece.
    pub problem: String,
}

impl Formula {
    /// Reads a DIMACS file.
    ///
    /// # Errors
    /// Anything but comments, one header and the clauses that it announces.
    ///
    /// ```
    /// use exactly::proof::Formula;
    ///
    /// let formula = Formula::read("c two clauses\np cnf 2 2\n1 -2 0\n2 0\n")?;
    /// assert_eq!(formula.clauses, [vec![1, -2], vec![2]]);
    /// # Ok::<(), exactly::proof::FormulaError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, FormulaError> {
        let mut formula = Self::default();
        let mut announced = None;
        let mut clause = Vec::new();
        let mut last = 0;
        for (at, line) in text.lines().enumerate() {
            let error = |problem: String| FormulaError { line: at + 1, problem };
            last = at + 1;
            if let Some(words) = line.strip_prefix("c p show ") {
                for word in words.split_ascii_whitespace() {
                    let wrong = || error(format!("`{word}` is no variable to show"));
                    let var: u32 = word.parse().map_err(|_| wrong())?;
                    formula.shown.extend((var > 0).then_some(var));
                }
            }
            if line.starts_with('c') || line.trim().is_empty() {
                continue;
            }
            if announced.is_none() {
                let (vars, clauses) = header(line).map_err(error)?;
                (formula.var_count, announced) = (vars, Some(clauses));
                continue;
            }
            for word in line.split_ascii_whitespace() {
                match literal(word, formula.var_count).map_err(error)? {
                    0 => formula.clauses.push(std::mem::take(&mut clause)),
                    literal => clause.push(literal),
                }
            }
        }
        let error = |problem: String| FormulaError { line: last, problem };
        let Some(announced) = announced else { return Err(error("there is no header `p cnf`".into())) };
        if !clause.is_empty() {
            return Err(error("the last clause is not ended by 0".into()));
        }
        if formula.clauses.len() != announced {
            let found = formula.clauses.len();
            return Err(error(format!("the header announces {announced} clauses, there are {found}")));
        }
        Ok(formula)
    }
}

fn header(line: &str) -> Result<(u32, usize), String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let numbers = match words[..] {
        ["p", "cnf", vars, clauses] => vars.parse().ok().zip(clauses.parse().ok()),
        _ => None,
    };
    numbers
        .filter(|&(vars, _)| i32::try_from(vars).is_ok())
        .ok_or_else(|| format!("`{line}` is no header; it would be `p cnf VARIABLES CLAUSES`"))
}

fn literal(word: &str, var_count: u32) -> Result<i32, String> {
    let literal: i32 = word.parse().map_err(|_| format!("`{word}` is no literal"))?;
    if literal.unsigned_abs() > var_count {
        return Err(format!("`{word}` is beyond the {var_count} variables of the header"));
    }
    Ok(literal)
}
