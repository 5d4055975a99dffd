//! Truth tables of encodings: which assignments extend and in how many ways, and what unit propagation finds.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ops::ControlFlow;

use exactly::cnf::{Cnf, Lit, Sink, Size};
use exactly::engines::{Engine, Limits, Varisat};

/// New variables and clauses of an encoding over `n` literals.
pub(crate) fn size(n: usize, encode: impl FnOnce(&mut Size, &[Lit])) -> (usize, usize) {
    let lits: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
    let mut size = Size::default();
    encode(&mut size, &lits);
    (size.variables, size.clauses)
}

/// An encoding over `n` literals, the first ones of the CNF.
pub(crate) fn cnf_of(n: usize, encode: impl FnOnce(&mut Cnf, &[Lit])) -> Cnf {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..n).map(|_| cnf.new_lit()).collect();
    encode(&mut cnf, &lits);
    cnf
}

/// Checks that exactly the allowed assignments of the first `n` variables extend, each in one way.
pub(crate) fn check_table(n: usize, cnf: &Cnf, allowed: impl Fn(usize) -> bool) {
    let mut counts = vec![0; 1 << n];
    Varisat.run(cnf, &Limits::default(), &mut |values| {
        assert!(cnf.is_satisfied(values));
        counts[number(&values[..n])] += 1;
        ControlFlow::Continue(())
    });
    for (assignment, count) in counts.into_iter().enumerate() {
        assert_eq!(count, usize::from(allowed(assignment)), "assignment {assignment:0n$b} extends so often");
    }
}

/// The assignment with this number: bit `i` is input `i`.
fn number(values: &[bool]) -> usize {
    values.iter().enumerate().map(|(at, &value)| usize::from(value) << at).sum()
}

/// A partial assignment of inputs: bit masks of those that are true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) yes: usize,
    pub(crate) no: usize,
}

impl Part {
    fn of(n: usize, mut code: usize) -> Self {
        let mut part = Self { yes: 0, no: 0 };
        for input in 0..n {
            match code % 3 {
                1 => part.yes |= 1 << input,
                2 => part.no |= 1 << input,
                _ => {}
            }
            code /= 3;
        }
        part
    }

    /// What follows from a part by the table; nothing where it cannot be completed.
    fn implied(self, n: usize, allowed: &[usize]) -> Option<Self> {
        let mut fitting = allowed.iter().filter(|&&all| all & self.yes == self.yes && all & self.no == 0);
        let &first = fitting.next()?;
        let (always, ever) = fitting.fold((first, first), |(always, ever), all| (always & all, ever | all));
        Some(Self { yes: always, no: !ever & ((1 << n) - 1) })
    }
}

/// What unit propagation makes of the first `n` variables; nothing where it meets a conflict.
pub(crate) fn propagated(n: usize, cnf: &Cnf, part: Part) -> Option<Part> {
    let mut values: Vec<Option<bool>> = vec![None; cnf.var_count()];
    for (input, value) in values.iter_mut().enumerate().take(n) {
        let bit = 1 << input;
        *value = (part.yes & bit > 0).then_some(true).or((part.no & bit > 0).then_some(false));
    }
    loop {
        let mut changed = false;
        for clause in cnf.clauses() {
            let of = |lit: &Lit| values[lit.var_index()].map(|value| value == lit.is_positive());
            if clause.iter().any(|lit| of(lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| of(lit).is_none());
            let first = open.next().copied()?;
            if open.all(|&lit| lit == first) {
                values[first.var_index()] = Some(first.is_positive());
                changed = true;
            }
        }
        if !changed {
            let mask = |wanted| (0..n).filter(|&at| values[at] == Some(wanted)).map(|at| 1 << at).sum();
            return Some(Part { yes: mask(true), no: mask(false) });
        }
    }
}

/// A partial assignment of `n` inputs for which unit propagation finds less than the table; `parts` says which to look at.
pub(crate) fn missed(
    n: usize,
    cnf: &Cnf,
    allowed: impl Fn(usize) -> bool,
    parts: impl Fn(Part) -> bool,
) -> Option<Part> {
    let table: Vec<usize> = (0..1 << n).filter(|&assignment| allowed(assignment)).collect();
    let all = (0..3usize.pow(n as u32)).map(|code| Part::of(n, code));
    all.filter(|&part| parts(part)).find(|&part| propagated(n, cnf, part) != part.implied(n, &table))
}
