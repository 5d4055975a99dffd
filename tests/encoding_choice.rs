//! The choice of encodings: engines agree and counts stay under every one, and the command line as a user runs it.

mod common;

use std::ops::ControlFlow;

use common::{program, puzzle_of};
use exactly::cnf::{Cnf, Projection};
use exactly::encodings::{AtMostOne, Encodings, SumEncoding};
use exactly::engines::{Engine, Limits, ModelCount, Varisat};
use exactly::lower::to_cnf;
use exactly::model::{Constraint, ConstraintError, Decomposition};
use exactly::primitives::{IntVar, Live, Reduced, Sum};
use exactly::solve::{self, EngineName, Request};
use exactly::{Model, constraints};
use itertools::Itertools;

/// Every choice of both encodings.
fn all() -> impl Iterator<Item = Encodings> {
    let pairs = itertools::iproduct!(AtMostOne::ALL, SumEncoding::ALL);
    pairs.map(|(at_most_one, sum)| Encodings { at_most_one, sum })
}

/// The CNF of a model as stated.
fn cnf_of(model: &Model, encodings: Encodings) -> Cnf {
    let primitives = model.primitives();
    let live = Live::all(&primitives.variables);
    to_cnf(&Reduced::stated(primitives, &live), encodings).expect("small sums").cnf
}

const PUZZLES: [&str; 4] = [
    "size = 4\ngivens = '1... .... ...2 ....'\n",
    // A cage that repeats a digit, and a difference of diagonals.
    "size = 4\n[[cage]]\ncells = 'r1c1-2 r2c1-2 r3c1'\nsum = 11\nrepeats = true\n[[cage]]\ncells = 'r3c3-4'\nsum = 5\n",
    "size = 4\n[[little-killer]]\ncells = 'r1c1 r2c2 r3c3 r4c4'\nsum = 7\n[[little-killer]]\ncells = 'r1c4 r2c3 r3c2'\nsum = 9\n",
    "size = 6\ngivens = '123... ...... ..1... .6.... .....5 ......'\n[[cage]]\ncells = 'r1c3-6'\nsum = 18\n[[cage]]\n\
     cells = 'r2c2-3 r3c2-3'\nsum = 15\nrepeats = true\n[[little-killer]]\ncells = 'r1c6 r2c5 r3c4 r4c3 r5c2 r6c1'\nsum = 24\n\
     [[cage]]\ncells = 'r5c4-6 r6c6'\nsum = 17\n[[little-killer]]\ncells = 'r2c6 r3c5 r4c4 r5c3'\nsum = 13\n\
     [[cage]]\ncells = 'r3c1 r4c1-2'\nsum = 13\n",
];

#[test]
fn every_choice_finds_the_same_solutions() {
    for text in PUZZLES {
        let statement = puzzle_of(text).state().expect("no fault");
        let count = |request: &Request| {
            solve::Problem::new(&statement.model, request).count(request).expect("a count").found
        };
        let right = count(&common::request(EngineName::Search, None));
        assert!((1..300).contains(&right), "{right} solutions of {text}");
        for encodings in all() {
            let request = Request { encodings, ..common::request(EngineName::Varisat, None) };
            assert_eq!(count(&request), right, "{encodings:?} {text}");
            // Of the model as stated, all helpers included.
            let mut cnf = cnf_of(&statement.model, encodings);
            cnf.projection = Projection::All;
            let run = Varisat.run(&cnf, &Limits::default(), &mut |_| ControlFlow::Continue(()));
            assert_eq!(run.stats.answers, right, "every helper follows: {encodings:?} {text}");
        }
    }
}

/// low ≤ Σ aᵢ·xᵢ ≤ high; a variable may occur more than once.
#[derive(Debug)]
struct Linear {
    vars: Vec<IntVar>,
    coefficients: Vec<i64>,
    bounds: (i64, i64),
}

impl Constraint for Linear {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        let sum: i64 = values.iter().zip(&self.coefficients).map(|(&value, by)| i64::from(value) * by).sum();
        (self.bounds.0..=self.bounds.1).contains(&sum)
    }

    fn describe(&self) -> String {
        "a linear constraint".to_string()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let terms = self.coefficients.iter().copied().zip(self.vars.iter().copied()).collect();
        to.sum(Sum { terms, low: self.bounds.0, high: self.bounds.1, distinct: false });
        Ok(())
    }
}

#[test]
fn random_sums_against_brute_force() {
    let mut rng = fastrand::Rng::with_seed(77);
    let mut with_solutions = 0;
    for round in 0..150 {
        let domains: Vec<Vec<i32>> = (0..rng.usize(1..=4))
            .map(|_| (0..rng.usize(1..=4)).map(|_| rng.i32(-5..=9)).sorted().dedup().collect())
            .collect();
        let places: Vec<usize> = (0..rng.usize(1..=6)).map(|_| rng.usize(..domains.len())).collect();
        let coefficients: Vec<i64> = places.iter().map(|_| rng.i64(-3..=5)).collect();
        let value = |values: &[i32]| -> i64 {
            places.iter().zip(&coefficients).map(|(&place, by)| i64::from(values[place]) * by).sum()
        };
        let assignments: Vec<Vec<i32>> =
            domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product().collect();
        let low = value(&assignments[rng.usize(..assignments.len())]) + rng.i64(-1..=1);
        let bounds = (low, low + rng.i64(0..=4));
        let right =
            assignments.iter().filter(|values| (bounds.0..=bounds.1).contains(&value(values))).count();
        with_solutions += usize::from(right > 0);
        let mut model = Model::new();
        let vars: Vec<IntVar> =
            domains.iter().map(|domain| model.int_var("x", domain.iter().copied())).collect();
        let vars = places.iter().map(|&place| vars[place]).collect();
        model.add(Linear { vars, coefficients, bounds }).expect("a sum");
        for sum in SumEncoding::ALL {
            let mut cnf = cnf_of(&model, Encodings { sum, ..Encodings::default() });
            cnf.projection = Projection::All;
            let found = ModelCount.count(&cnf, &Limits::default()).0;
            assert_eq!(found.to_string(), right.to_string(), "round {round}, {sum}");
        }
    }
    assert!((80..150).contains(&with_solutions), "{with_solutions} with solutions");
}

#[test]
fn distinct_sums_are_read_by_their_digits() {
    for (sum, right) in [(6, 6), (15, 48), (24, 6)] {
        let mut model = Model::new();
        let vars: Vec<IntVar> = (0..3).map(|at| model.int_var(format!("x{at}"), 1..=9)).collect();
        model.add(constraints::cage(&vars, Some(sum), "a cage")).expect("a cage");
        for encodings in all() {
            let mut cnf = cnf_of(&model, encodings);
            cnf.projection = Projection::All;
            let found = ModelCount.count(&cnf, &Limits::default()).0;
            assert_eq!(found.to_string(), right.to_string(), "{encodings:?}, sum {sum}");
        }
    }
}

#[test]
fn a_sum_too_large_for_a_diagram_goes_to_another_encoding() {
    let mut model = Model::new();
    let vars: Vec<IntVar> = (0..40).map(|at| model.int_var(format!("x{at}"), 0..=1)).collect();
    let coefficients: Vec<i64> = (0..40).map(|at| 1 << at).collect();
    model.add(Linear { vars, coefficients, bounds: (1 << 38, (1 << 38) + 2) }).expect("a sum");
    let request = common::request(EngineName::Varisat, None);
    let counted = solve::Problem::new(&model, &request).count(&request).expect("an adder");
    assert_eq!(counted.found, 3);
    let asked = |sum| {
        let encodings = Encodings { sum, ..Encodings::default() };
        let request = Request { encodings, ..request.clone() };
        solve::Problem::new(&model, &request).count(&request).map(|report| report.found)
    };
    assert_eq!(asked(SumEncoding::Adder), Ok(3));
}

#[test]
fn names_that_are_none() {
    let at_most_one = program::exactly(&["export", "cnf", "models/4x4.toml", "--amo", "tree"], "");
    let text =
        "no at-most-one encoding `tree`; there are auto, pairwise, ladder, product, bitwise, commander";
    assert!(at_most_one.code == Some(2) && at_most_one.err.contains(text), "{at_most_one:?}");
    let sum = program::exactly(&["solve", "models/killer.toml", "--sum", "pairwise"], "");
    let text = "no sum encoding `pairwise`; there are auto, digit-sets, diagram, totalizer, adder";
    assert!(sum.code == Some(2) && sum.err.contains(text), "{sum:?}");
}

#[test]
fn every_command_that_makes_clauses_takes_the_choice() {
    let sizes = |args: &[&str]| {
        let all = |name: &str| {
            let ran = program::exactly(&[args, &["--amo", name]].concat(), "");
            assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
            ran.out.len()
        };
        let sizes: Vec<usize> = AtMostOne::ALL.into_iter().map(|how| all(how.name())).collect();
        assert!(sizes.iter().all_unique() || sizes.iter().unique().count() >= 4, "{args:?}: {sizes:?}");
        assert!(sizes[0] <= sizes[1], "auto is not larger than pairwise: {sizes:?}");
    };
    sizes(&["export", "cnf", "models/16x16.toml"]);
    sizes(&["export", "wcnf", "models/16x16.toml"]);
    sizes(&["export", "wcnf-old", "models/queens-8.dlx"]);
    sizes(&["export", "cnf", "models/pentominoes-6x10.dlx"]);
    sizes(&["split", "models/queens-8.dlx", "--cubes", "2", "--to", "icnf"]);
    for (amo, sum) in [("commander", "totalizer"), ("bitwise", "adder"), ("product", "diagram")] {
        for command in [["solve", "--line"].as_slice(), &["count"], &["count", "--limit", "2"]] {
            let args = [command, &["models/killer.toml", "--amo", amo, "--sum", sum, "--engine"]].concat();
            let of = |engine: &'static str| program::exactly(&[&args[..], &[engine]].concat(), "");
            let (sat, search) = (of("varisat"), of("search"));
            assert_eq!((sat.code, sat.out), (search.code, search.out), "{args:?}");
        }
    }
    program::expect(
        &["count", "models/queens-8.dlx", "--engine", "varisat", "--amo", "ladder"],
        "",
        0,
        "92\n",
    );
}

#[test]
fn inspect_tells_what_each_encoding_takes() {
    let table = |args: &[&str]| {
        program::exactly(&[&["inspect", "models/killer-repeats.toml"], args].concat(), "").out
    };
    let usual = table(&[]);
    assert!(usual.contains("    encoding "), "{usual}");
    let cnf = "size = 4\ngivens = '1... .... .... ....'\n";
    let ran = program::exactly(&["inspect", "--amo", "ladder", "-"], cnf);
    let expected = "  CNF: 256 variables, 769 clauses, 1793 literals\n    \
        encoding                times  new variables    clauses\n    \
        at least one               64              0         64\n    \
        at most one: ladder        64            192        704\n    \
        clauses                     1              0          1\n";
    assert!(ran.out.contains(expected), "{}", ran.out);
    for (sum, line) in [("totalizer", "sums: totalizer "), ("adder", "sums: adder ")] {
        let out = table(&["--sum", sum, "--amo", "bitwise"]);
        assert!(out.contains(line) && out.contains("at most one: bitwise "), "{out}");
        assert!(!out.contains("sums: diagram"), "{out}");
    }
}

#[test]
fn a_proof_is_verified_by_the_encodings_it_was_made_with() {
    let folder = program::folder("proof-encodings");
    let at = folder.join("proof").display().to_string();
    let puzzle = "models/killer-overlap.toml";
    let choice = ["--amo", "bitwise", "--sum", "diagram"];
    let made = program::exactly(&[&["prove", puzzle, "-o", &at][..], &choice].concat(), "");
    assert_eq!(made.code, Some(0), "{made:?}");
    let readme = common::text_of(&folder.join("proof/README.md"));
    assert!(
        readme.contains("`exactly prove --verify FOLDER PUZZLE --amo bitwise --sum diagram`"),
        "{readme}"
    );
    let verified = program::exactly(&[&["prove", "--verify", &at, puzzle][..], &choice].concat(), "");
    assert_eq!(verified.code, Some(0), "{verified:?}");
    let other = program::exactly(&["prove", "--verify", &at, puzzle], "");
    let text = "not accepted: these are not the clauses of models/killer-overlap.toml by the encodings of this call (--amo, --sum)";
    assert!(other.code == Some(2) && other.err.contains(text), "{other:?}");
}

#[test]
fn engines_are_compared_under_a_choice() {
    let args = ["bench", "models/killer-repeats.toml", "--engine", "search,varisat", "--repeats", "1"];
    let ran = program::exactly(&[&args[..], &["--amo", "commander", "--sum", "adder"]].concat(), "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
