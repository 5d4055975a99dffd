//! CNF files: the counter and the solver against brute force, on seeded random cases.

mod common;

use exactly::cnf::{Cnf, Lit, Projection, Sink};
use exactly::engines::{End, Limits, ModelCount};

/// A random CNF of up to `most` variables, with units, repeats, tautologies and variables in no clause.
fn random_cnf(random: &mut fastrand::Rng, most: usize) -> Cnf {
    let vars = random.usize(1..=most);
    let mut cnf = Cnf::with_vars(vars);
    let widest = random.usize(1..=4);
    for _ in 0..random.usize(0..=vars * 3) {
        let clause: Vec<Lit> = (0..random.usize(1..=widest))
            .map(|_| {
                let lit = Lit::from_dimacs(random.i32(1..=vars as i32));
                if random.bool() { lit } else { !lit }
            })
            .collect();
        cnf.add_clause(&clause);
    }
    if random.bool() {
        let shown = (0..vars).filter(|_| random.u8(0..3) > 0).collect();
        cnf.projection = Projection::Shown(shown);
    }
    cnf
}

/// The number of assignments of the projected variables that can be extended.
fn brute_force(cnf: &Cnf) -> u64 {
    let vars = cnf.var_count();
    let shown: Vec<usize> = match &cnf.projection {
        Projection::All => (0..vars).collect(),
        Projection::Shown(shown) | Projection::OneHot(shown) => shown.clone(),
    };
    let mut seen = std::collections::BTreeSet::new();
    for bits in 0u32..1 << vars {
        let values: Vec<bool> = (0..vars).map(|var| bits >> var & 1 == 1).collect();
        if cnf.is_satisfied(&values) {
            seen.insert(shown.iter().map(|&var| values[var]).collect::<Vec<_>>());
        }
    }
    seen.len() as u64
}

#[test]
fn the_counter_agrees_with_brute_force() {
    let mut random = fastrand::Rng::with_seed(45);
    for case in 0..3000 {
        let cnf = random_cnf(&mut random, 10);
        let (count, run) = ModelCount.count(&cnf, &Limits::default());
        assert_eq!(count, brute_force(&cnf).into(), "case {case}: {cnf:?}");
        assert_eq!(run.end, End::Exhausted);
    }
}

#[test]
fn a_counter_cut_off_never_counts_too_much() {
    let mut random = fastrand::Rng::with_seed(46);
    let mut cut = 0;
    for case in 0..500 {
        let cnf = random_cnf(&mut random, 10);
        let full = brute_force(&cnf);
        for steps in 0..8 {
            let limits = Limits { steps: Some(steps), ..Limits::default() };
            let (count, run) = ModelCount.count(&cnf, &limits);
            assert!(count <= full.into(), "case {case}, {steps} steps: {count} of {full}");
            cut += usize::from(run.end != End::Exhausted);
        }
    }
    assert!(cut > 100, "{cut}");
}
