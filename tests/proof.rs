//! The proof checker: proofs of random formulas are accepted, damaged ones are not, each fault has its message.

use exactly::cnf::{Cnf, Lit, Sink, write_dimacs};
use exactly::engines::{Limits, Reply, refute};
use exactly::proof::{Formula, ProofErrorKind, check_lrat};

/// Random clauses of three literals, with some of fewer, some twice and some that always hold.
fn random(rng: &mut fastrand::Rng) -> Cnf {
    let vars = rng.i32(3..12);
    let mut cnf = Cnf::new();
    for _ in 0..vars {
        cnf.new_lit();
    }
    for _ in 0..rng.i32(4..7) * vars {
        let literal =
            |rng: &mut fastrand::Rng| Lit::from_dimacs(rng.i32(1..=vars) * [1, -1][rng.usize(0..2)]);
        let clause: Vec<Lit> = (0..rng.usize(1..5)).map(|_| literal(rng)).collect();
        cnf.add_clause(&clause);
        if rng.u8(0..8) == 0 {
            cnf.add_clause(&clause);
        }
    }
    cnf
}

fn is_satisfiable(formula: &Formula) -> bool {
    let holds = |set: u32, literal: i32| (set >> literal.unsigned_abs() & 1 == 1) == (literal > 0);
    (0..2u32 << formula.var_count)
        .any(|set| formula.clauses.iter().all(|clause| clause.iter().any(|&literal| holds(set, literal))))
}

/// With one clause weakened until it always holds, the proof is refused if that makes the formula satisfiable.
fn no_proof_without_a_needed_clause(formula: &Formula, proof: &str) {
    for at in 0..formula.clauses.len() {
        let mut weaker = formula.clone();
        weaker.clauses[at] = vec![1, -1];
        if is_satisfiable(&weaker) {
            assert!(check_lrat(&weaker, proof.as_bytes()).is_err(), "clause {at} of {formula:?}");
        }
    }
}

#[test]
fn each_fault_has_its_message() {
    let formula = Formula::read("p cnf 3 4\n1 2 0\n-1 2 0\n-2 3 0\n-2 -3 0\n").expect("the strict form");
    let table = [
        ("5 2 0 1 2 0\n6 0 5 3 4 0\n", "accepted"),
        ("5 2 0 1 2 0\n6 0 5 3 4\n", "line 2: the line does not end with 0"),
        ("5 2 0 1 2 0\n", "line 2: the proof ends without the empty clause"),
        ("4 2 0 1 2 0\n", "line 1: clause 4 is numbered no higher than one before it"),
        ("5 2 0 1 9 0\n", "line 1: hint 9 names no clause, or one that was deleted"),
        ("5 d 1 0\n5 2 0 1 2 0\n", "line 2: hint 1 names no clause, or one that was deleted"),
        (
            "5 2 0 3 2 0\n",
            "line 1: hint 3 has more than one literal left or is satisfied, so nothing follows from it",
        ),
        ("5 2 0 1 0\n", "line 1: the hints of clause 5 end without a conflict"),
        ("5 2 x 0 1 0\n", "line 1: `x` is not a number that can stand here"),
        ("-5 2 0 1 0\n", "line 1: `-5` is not a number that can stand here"),
        ("5 99999999 0 1 0\n", "line 1: `99999999` is not a number that can stand here"),
        // On its first literal, 1 or not 2, it resolves with the second clause to one that always holds.
        ("5 1 -2 0 -2 0\n", "line 2: the proof ends without the empty clause"),
        ("5 1 3 0 -2 0\n", "line 1: the hints of clause 5 end without a conflict"),
        (
            "5 1 -2 0 -1 0\n",
            "line 1: clause 2 holds the opposite of the first literal of clause 5 and is not among its hints",
        ),
    ];
    for (proof, expected) in table {
        let found = check_lrat(&formula, proof.as_bytes())
            .map_or_else(|error| error.to_string(), |_| "accepted".into());
        assert_eq!(found, expected, "{proof}");
    }
}

#[test]
fn proofs_of_random_formulas_are_accepted_and_damaged_ones_are_not() {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut refuted, mut caught, mut harmless) = (0, 0, 0);
    for _ in 0..600 {
        let cnf = random(&mut rng);
        let mut proof = Vec::new();
        let (reply, _) = refute(&cnf, &Limits::default(), &mut proof).expect("a vector takes everything");
        let mut text = Vec::new();
        write_dimacs(&cnf, &[], &mut text).expect("a vector takes everything");
        let formula = Formula::read(&String::from_utf8(text).expect("ASCII")).expect("the strict form");
        let proof = String::from_utf8(proof).expect("ASCII");
        match reply {
            Reply::Found(values) => {
                assert!(cnf.is_satisfied(&values));
                let kind = check_lrat(&formula, proof.as_bytes()).expect_err("a satisfiable formula").kind;
                assert_eq!(kind, ProofErrorKind::NotRefuted);
            }
            Reply::None => {
                check_lrat(&formula, proof.as_bytes())
                    .unwrap_or_else(|error| panic!("{error} in {proof} of {formula:?}"));
                refuted += 1;
                no_proof_without_a_needed_clause(&formula, &proof);
                let mut words: Vec<&str> = proof.split_inclusive([' ', '\n']).collect();
                words.remove(rng.usize(0..words.len()));
                // Without a hint that was not needed it is still a proof; never of a satisfiable formula.
                *if check_lrat(&formula, words.concat().as_bytes()).is_err() {
                    &mut caught
                } else {
                    &mut harmless
                } += 1;
            }
            Reply::Stopped(stop) => panic!("{stop}"),
        }
    }
    assert!(refuted > 200 && caught > 3 * harmless, "{refuted} {caught} {harmless}");
}
