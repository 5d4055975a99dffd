//! `exactly prove` as a user runs it, folders that were tampered with, and a second encoder that shares no code with the first.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use common::program::{BOARD, HOPELESS, exactly, expect, folder, write};
use exactly::cnf::{Cnf, Lit, Projection, Sink};
use exactly::engines::{Engine, Limits, Varisat};
use exactly::proof::{Certificate, Claim};
use exactly::solve::{self, EngineName, Proved, Request};

/// A killer with free cells and two cages without a sum.
const KILLER: &str = "models/killer-givens.toml";

/// A new folder with a proof for a puzzle.
fn proof_of(puzzle: &str) -> String {
    let folder = folder("proof").join("new").display().to_string();
    let ran = exactly(&["prove", puzzle, "-o", &folder], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.starts_with("proved: "), "{ran:?}");
    folder
}

#[test]
fn a_proof_is_written_and_verified() {
    for model in [KILLER, "models/killer-overlap.toml", "models/4x4.toml", "models/jigsaw.toml"] {
        let folder = proof_of(model);
        let ran = exactly(&["prove", "--verify", &folder, model], "");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.out.starts_with("proved: exactly one solution ("), "{ran:?}");
        let readme = common::text_of(&Path::new(&folder).join("README.md"));
        assert!(readme.starts_with("# Exactly one solution: "), "{readme}");
    }
}

#[test]
fn no_solution_is_proved_and_two_are_shown() {
    let base = folder("outcomes");
    let new = base.join("none").display().to_string();
    let ran = exactly(&["prove", "-", "-o", &new], HOPELESS);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.starts_with("proved: no solution"), "{ran:?}");
    assert!(!Path::new(&new).join("refuted.cnf").exists() && !Path::new(&new).join("solution.txt").exists());
    let verified = exactly(&["prove", "--verify", &new], "");
    assert!(verified.out.starts_with("proved: no solution"), "{verified:?}");
    assert_eq!(verified.err, "note: without the puzzle the clauses are taken as they are\n");
    let two = base.join("two").display().to_string();
    let ran = exactly(&["prove", "-", "-o", &two], &BOARD.replace('9', "."));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.starts_with("more than one solution:\n"), "{ran:?}");
    assert!(!Path::new(&two).exists(), "nothing is left of a proof that was not found");
}

#[test]
fn a_folder_that_is_in_use_and_a_limit_say_so() {
    let base = folder("used");
    write(&base, "letter.txt", "dear");
    let used = base.display().to_string();
    let ran = exactly(&["prove", KILLER, "-o", &used], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.ends_with("not an empty folder; name a new one\n"), "{}", ran.err);
    let new = base.join("late").display().to_string();
    let err = expect(&["prove", KILLER, "-o", &new, "--time", "0s"], "", 3, "unknown\n");
    assert_eq!(err, "stopped before there was a proof: time limit\n");
}

/// Changes a digit of a file of a folder, the one found last before the middle.
fn change_digit(path: &Path) {
    let mut bytes = fs::read(path).expect("a file of the folder");
    let clauses = bytes.windows(5).position(|text| text == b"p cnf").unwrap_or(0);
    let middle = usize::midpoint(clauses, bytes.len());
    let at = (clauses..middle).rev().find(|&at| bytes[at].is_ascii_digit()).expect("a digit");
    bytes[at] = if bytes[at] == b'9' { b'1' } else { bytes[at] + 1 };
    fs::write(path, bytes).expect("a file of the folder");
}

#[test]
fn one_changed_digit_is_refused() {
    for file in ["problem.cnf", "refuted.cnf", "solution.txt", "proof.lrat"] {
        let folder = proof_of(KILLER);
        change_digit(&Path::new(&folder).join(file));
        let ran = exactly(&["prove", "--verify", &folder, KILLER], "");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{file}: {ran:?}");
        assert!(ran.err.contains("not accepted: "), "{file}: {ran:?}");
    }
    let folder = proof_of(KILLER);
    let ran = exactly(&["prove", "--verify", &folder, "models/killer-overlap.toml"], "");
    assert!(ran.err.contains("these are not the clauses of models/killer-overlap.toml"), "{ran:?}");
}

#[test]
fn ten_killers_are_proved_unique() {
    let Some(corpus) = common::corpus() else { return };
    let text = common::text_of(&corpus.join("variants/killer-easy-1000.txt"));
    let mut proved = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).take(10) {
        let puzzle = common::puzzles_of("killers.txt", line, &exactly::formats::TextOptions::default());
        let puzzle = puzzle.into_iter().next().expect("a puzzle").expect("that is read");
        let statement = puzzle.state().expect("without faults");
        let mut lrat = Vec::new();
        let found = solve::prove(&statement.model, &Request::default(), &mut lrat).expect("a proof");
        let Proved::Proved(proof) = found else { panic!("{found:?}") };
        let verified = verify(&proof, &lrat).expect("accepted");
        assert_eq!(verified, Claim::ExactlyOne);
        let at = lrat.iter().rposition(|byte| (b'1'..b'9').contains(byte)).expect("a digit");
        lrat[at] += 1;
        assert!(verify(&proof, &lrat).is_err(), "a changed hint");
        proved += 1;
    }
    assert_eq!(proved, 10);
}

fn verify(proof: &solve::Proof, lrat: &[u8]) -> Result<Claim, exactly::proof::CertificateError> {
    let text = |cnf: &Cnf| {
        let mut text = Vec::new();
        exactly::cnf::write_dimacs(cnf, &[], &mut text).expect("a vector takes everything");
        String::from_utf8(text).expect("ASCII")
    };
    let (problem, refuted) = (text(&proof.problem), text(&proof.refuted));
    let (_, values) = proof.solution.as_ref().expect("a solution");
    let numbers = (1..).zip(values).map(|(var, &value): (i64, _)| if value { var } else { -var });
    let solution: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let certificate =
        Certificate { problem: &problem, solution: Some(&solution.join(" ")), refuted: &refuted };
    certificate.verify(lrat).map(|verified| verified.claim)
}

/// A killer of four by four: its digits and its cages, which are told apart by letters.
struct Small {
    givens: [u8; 16],
    cages: Vec<(Vec<usize>, u32)>,
}

impl Small {
    /// Cages over a random full board, some digits given, sometimes one sum that is wrong.
    fn random(rng: &mut fastrand::Rng) -> Self {
        let mut board = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1u8];
        let mut names = [1, 2, 3, 4u8];
        rng.shuffle(&mut names);
        for digit in &mut board {
            *digit = names[usize::from(*digit) - 1];
        }
        let givens = board.map(|digit| if rng.u8(0..8) == 0 { digit } else { 0 });
        let (mut left, mut cages): (Vec<usize>, Vec<(Vec<usize>, u32)>) = ((0..16).collect(), Vec::new());
        rng.shuffle(&mut left);
        while let Some(start) = left.pop() {
            let mut cells = vec![start];
            for beside in [start + 1, start + 4, start.wrapping_sub(1), start.wrapping_sub(4)] {
                let is_near = beside < 16 && (beside / 4 == start / 4 || beside % 4 == start % 4);
                let is_new = cells.iter().all(|&cell| board[cell] != board[beside.min(15)]);
                if is_near && is_new && cells.len() < 3 && left.contains(&beside) {
                    left.retain(|&cell| cell != beside);
                    cells.push(beside);
                }
            }
            let sum = cells.iter().map(|&cell| u32::from(board[cell])).sum::<u32>();
            if cells.len() > 1 && rng.u8(0..6) > 0 {
                cages.push((cells, sum + u32::from(rng.u8(0..30) == 0)));
            }
        }
        Self { givens, cages }
    }

    fn text(&self) -> String {
        let letter = |cell| self.cages.iter().position(|cage| cage.0.contains(&cell));
        let mut rows = String::new();
        let mut givens = String::new();
        for cell in 0..16 {
            rows.push(letter(cell).map_or('.', |cage| char::from(b'a' + cage as u8)));
            givens.push(if self.givens[cell] == 0 { '.' } else { char::from(b'0' + self.givens[cell]) });
            if cell % 4 == 3 {
                rows.push('\n');
                givens.push('\n');
            }
        }
        let sums: Vec<String> = (b'a'..)
            .zip(&self.cages)
            .map(|(letter, cage)| format!("{} = {}", char::from(letter), cage.1))
            .collect();
        format!(
            "size = 4\ngivens = \"\"\"\n{givens}\"\"\"\ncages = \"\"\"\n{rows}\"\"\"\n[cage-sums]\n{}\n",
            sums.join("\n")
        )
    }

    /// The clauses, as simply as it can be done: every pair that clashes, and every filling of a cage with a wrong sum.
    fn clauses(&self) -> Cnf {
        let mut cnf = Cnf::new();
        for _ in 0..64 {
            cnf.new_lit();
        }
        let is = |cell: usize, digit: usize| Lit::from_dimacs((cell * 4 + digit) as i32 + 1);
        for cell in 0..16 {
            cnf.add_clause(&[is(cell, 0), is(cell, 1), is(cell, 2), is(cell, 3)]);
            for (low, high) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                cnf.add_clause(&[!is(cell, low), !is(cell, high)]);
            }
            if self.givens[cell] > 0 {
                cnf.add_clause(&[is(cell, usize::from(self.givens[cell]) - 1)]);
            }
        }
        for one in 0..16 {
            for other in one + 1..16 {
                let same_box = one / 8 == other / 8 && one % 4 / 2 == other % 4 / 2;
                let same_cage =
                    self.cages.iter().any(|cage| cage.0.contains(&one) && cage.0.contains(&other));
                if one / 4 == other / 4 || one % 4 == other % 4 || same_box || same_cage {
                    (0..4).for_each(|digit| cnf.add_clause(&[!is(one, digit), !is(other, digit)]));
                }
            }
        }
        for (cells, sum) in &self.cages {
            for filling in 0..4usize.pow(cells.len() as u32) {
                let digit = |at: usize| filling / 4usize.pow(at as u32) % 4;
                let total: usize = (0..cells.len()).map(|at| digit(at) + 1).sum();
                if total != *sum as usize {
                    let clause: Vec<Lit> =
                        cells.iter().enumerate().map(|(at, &cell)| !is(cell, digit(at))).collect();
                    cnf.add_clause(&clause);
                }
            }
        }
        cnf.projection = Projection::All;
        cnf
    }
}

#[test]
fn a_second_encoder_means_the_same() {
    let mut rng = fastrand::Rng::with_seed(21);
    let (mut none, mut one, mut many) = (0, 0, 0);
    for _ in 0..300 {
        let small = Small::random(&mut rng);
        let mut expected = BTreeSet::new();
        Varisat.run(&small.clauses(), &Limits::default(), &mut |values| {
            let digits = (0..16).map(|cell| {
                (0..4).find(|digit| values[cell * 4 + digit]).map_or(0, |digit| digit as i32 + 1)
            });
            expected.insert(digits.collect::<Vec<i32>>());
            ControlFlow::Continue(())
        });
        let puzzle = common::puzzle_of(&small.text());
        let Ok(statement) = puzzle.state() else {
            // A cage that no digits fill.
            assert!(expected.is_empty(), "{}", small.text());
            none += 1;
            continue;
        };
        let mut found = BTreeSet::new();
        let request = Request {
            engine: EngineName::Varisat,
            presolve: exactly::presolve::Steps::NONE,
            ..Request::default()
        };
        solve::run(&statement.model, &request, &mut |solution| {
            found.insert(statement.digits(&solution));
            ControlFlow::Continue(())
        })
        .expect("a run");
        assert_eq!(found, expected, "{}", small.text());
        match found.len() {
            0 => none += 1,
            1 => one += 1,
            _ => many += 1,
        }
    }
    assert!(none > 10 && one > 50 && many > 20, "{none} {one} {many}");
}
