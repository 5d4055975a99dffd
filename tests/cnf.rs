//! CNF files: the counter and the solver against brute force, on seeded random cases.

mod common;

use common::program;
use exactly::cnf::{Cnf, Comment, Lit, Projection, Sink, write_dimacs};
use exactly::engines::{End, Limits, ModelCount, Reply};
use exactly::formats::read_dimacs;
use exactly::proof::{Formula, check_lrat};

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

#[test]
fn sat_behaves_as_a_dimacs_solver() {
    let folder = program::folder("sat");
    let units: Vec<String> = (1..=60).map(|var| format!("{var} 0")).collect();
    let file = program::write(&folder, "wide.cnf", &format!("p cnf 60 60\n{}\n", units.join("\n")));
    let ran = program::exactly(&["sat", &file], "");
    assert_eq!((ran.code, ran.err.as_str()), (Some(10), ""));
    assert!(ran.out.lines().all(|line| line.starts_with("c ") || line.len() <= 78), "{}", ran.out);
    let model: Vec<i32> = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("v "))
        .flat_map(|line| line.split(' ').map(|word| word.parse::<i32>().expect("a number")))
        .collect();
    assert_eq!(model, (1..=60).chain([0]).collect::<Vec<_>>());
    assert!(ran.out.contains("\ns SATISFIABLE\nv 1 2 "), "{}", ran.out);
    let ran = program::exactly(&["sat", "-n"], "p cnf 1 1\n1 0\n");
    assert_eq!((ran.code, ran.out.ends_with("s SATISFIABLE\n")), (Some(10), true));
    let ran = program::exactly(&["sat", "--engine", "batsat"], "p cnf 1 1\n-1 0\n");
    assert!(
        ran.code == Some(10) && ran.out.contains("engine batsat") && ran.out.ends_with("v -1 0\n"),
        "{ran:?}"
    );
    let ran = program::exactly(&["sat", "--engine", "dlx"], "p cnf 1 1\n-1 0\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let ran = program::exactly(&["sat", "-"], "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((ran.code, ran.out.ends_with("s UNSATISFIABLE\n")), (Some(20), true));
    let ran = program::exactly(&["sat", "--time", "0s"], "p cnf 1 1\n1 0\n");
    assert_eq!((ran.code, ran.out.ends_with("c time limit\ns UNKNOWN\n")), (Some(0), true));
    let ran = program::exactly(&["sat"], "p cnf 1 1\n2 0\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let right = "error: `2` is beyond the 1 variables of the header\n --> <stdin>:2:1\n  |\n2 | 2 0\n  | ^\n  |\n  = \
help: raise the number of variables in the `p cnf` line\n";
    assert_eq!(ran.err, right);
}

#[test]
fn a_proof_is_accepted_by_the_checker() {
    let mut random = fastrand::Rng::with_seed(47);
    let folder = program::folder("proofs");
    let mut refuted = 0;
    for case in 0..300 {
        let cnf = random_cnf(&mut random, 6);
        let mut lrat = Vec::new();
        let answer =
            exactly::solve::satisfy_with_proof(&cnf, &Limits::default(), &mut lrat).expect("no error");
        assert_eq!(matches!(answer.reply, Reply::Found(_)), brute_force(&cnf) > 0, "case {case}");
        if answer.reply == Reply::None {
            let mut text = Vec::new();
            write_dimacs(&cnf, &[], &mut text).expect("a vector takes everything");
            let formula = Formula::read(&String::from_utf8_lossy(&text)).expect("a CNF");
            check_lrat(&formula, &lrat[..]).unwrap_or_else(|error| panic!("case {case}: {error}"));
            refuted += 1;
        }
    }
    assert!(refuted > 20, "{refuted}");
    let proof = folder.join("proof.lrat").display().to_string();
    let ran = program::exactly(&["sat", "--proof", &proof], "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(ran.code, Some(20));
    assert!(common::text_of(proof.as_ref()).starts_with("3 0 "), "an LRAT proof");
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = fastrand::Rng::with_seed(48);
    for _ in 0..500 {
        let cnf = random_cnf(&mut random, 12);
        let mut text = Vec::new();
        write_dimacs(&cnf, &[Comment::Map(0, "a name".into())], &mut text)
            .expect("a vector takes everything");
        let file = read_dimacs("text", &text[..]).expect("a CNF");
        assert_eq!((file.cnf, file.names), (cnf, vec![(0, "a name".to_string())]));
    }
}

#[test]
fn count_takes_cnf_files() {
    let folder = program::folder("count");
    let file = program::write(&folder, "a.cnf", "c p show 1 2 0\np cnf 4 1\n1 2 3 0\n");
    for (options, code, out) in [
        (&[][..], 0, "4\n"),
        (&["--projected"], 0, "4\n"),
        (&["--all-variables"], 0, "14\n"),
        (&["--limit", "3"], 0, "at least 3\n"),
        (&["--limit", "9"], 0, "4\n"),
        (&["--all-variables", "--limit", "5"], 0, "at least 5\n"),
        (&["--engine", "dlx"], 2, ""),
        (&["--by-option"], 2, ""),
        (&["--time", "0s"], 3, "at least 0\n"),
    ] {
        let args: Vec<&str> = ["count", &file].into_iter().chain(options.iter().copied()).collect();
        program::expect(&args, "", code, out);
    }
    let json = program::json(&["count", &file], "", 0);
    assert_eq!((&json[0]["count"], &json[0]["status"]), (&"4".into(), &"solutions".into()));
    let none = program::write(&folder, "none.cnf", "p cnf 1 2\n1 0 -1 0\n");
    program::expect(&["count", &file, &none], "", 1, "4\n0\n");
    program::expect(&["count", &none, "--projected"], "", 2, "");
    program::expect(&["count", "models/4x4.toml", "--projected"], "", 2, "");
    let ran = program::exactly(&["solve", &file], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`exactly sat` solves"), "{ran:?}");
    let inspected = program::exactly(&["inspect", &file], "");
    assert_eq!(inspected, program::exactly(&["cnf-stats", &file], ""));
    assert!(inspected.out.contains("4 variables: 3 in some clause, 1 in none\n"), "{inspected:?}");
}
