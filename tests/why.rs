//! `exactly why` and `exactly redundant` as a user runs them.

mod common;

use std::fmt::Write;

use exactly::encodings::Encodings;
use exactly::engines::{Limits, Reply};
use exactly::puzzles::PartedStatement;
use exactly::solve::{self, EngineName, PartsVerdict, Problem, SwitchedParts};
use exactly::{Puzzle, Request};

use itertools::Itertools;

use common::program::{BOARD, SOLUTION, exactly, expect, folder, json, write};

/// Two cages ask for nine in row one, which has ten.
const CONTRADICTION: &str = r#"
size = 4
cages = """
aabb
c..d
c..d
....
"""
[cage-sums]
a = 3
b = 6
c = 7
d = 4
"#;

#[test]
fn contradicting_clues_are_named_with_their_place() {
    let file = write(&folder("why"), "cages.toml", CONTRADICTION);
    let out = "2 clues contradict each other; none of them can be spared:\n  \
               cage a (3): r1c1 r1c2 (line 4)\n  cage b (6): r1c3 r1c4 (line 4)\n";
    expect(&["why", &file], "", 0, out);
    let found = &json(&["why", &file], "", 0)[0];
    assert_eq!(
        (&found["status"], &found["clues"][1]["line"]),
        (&"contradiction".into(), &4.into()),
        "{found}"
    );
    // Givens that clash are clues as well.
    let clash = format!("44{}", &BOARD[2..]);
    let out =
        "2 clues contradict each other; none of them can be spared:\n  given r1c1 = 4\n  given r1c2 = 4\n";
    expect(&["why"], &clash, 0, out);
}

#[test]
fn a_candidate_is_excluded_by_clues_or_possible() {
    let out = "one clue excludes r1c2 = 9:\n  given r1c1 = 9\n";
    expect(&["why", "--candidate", "r1c2=9"], BOARD, 0, out);
    expect(
        &["why", "--candidate", "r1c2=5"],
        BOARD,
        1,
        "r1c2 = 5 is possible: there is a solution with it\n",
    );
    expect(&["why"], BOARD, 1, "no contradiction: there is a solution\n");
    for (asked, message) in [
        ("r1c1=5", "error: r1c1 is given; its digit is no candidate\n"),
        ("r10c1=5", "error: r10c1 lies outside the board\n"),
    ] {
        let ran = exactly(&["why", "--candidate", asked], BOARD);
        assert_eq!((ran.code, ran.err.as_str()), (Some(2), message), "{asked}");
    }
    let ran = exactly(&["why", "--candidate", "5"], BOARD);
    assert!(ran.err.contains("`5` is no candidate; write r1c1=5"), "{}", ran.err);
    let ran = exactly(&["why", "--steps", "0", "--engine", "search"], BOARD);
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), "unknown\n"), "{ran:?}");
}

/// Each question takes no more than these steps, all of them together do.
#[test]
fn steps_are_those_of_all_questions() {
    for (args, text) in [
        (&["why", "--engine", "search"][..], CONTRADICTION),
        (&["redundant", "--engine", "search"], BOARD),
        (&["redundant", "--engine", "batsat"], BOARD),
    ] {
        let ran = exactly(&[args, &["--steps", "10"]].concat(), text);
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), "unknown\n"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn clues_that_can_go_are_named() {
    let full = exactly(&["redundant"], SOLUTION);
    assert_eq!(full.code, Some(0));
    assert!(
        full.out.starts_with("81 of 81 clues can go, one at a time:\n  given r1c1 = 9\n"),
        "{}",
        full.out
    );
    expect(&["redundant"], &".".repeat(81), 1, "more than one solution\n");
    let found = &json(&["redundant"], SOLUTION, 0)[0];
    let together: Vec<&str> = found["together"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|part| part["name"].as_str())
        .collect();
    // What is left has one solution, and none of it can go.
    let mut left = SOLUTION.to_string();
    for cell in 0..81 {
        let name = format!("given r{}c{} = {}", cell / 9 + 1, cell % 9 + 1, &SOLUTION[cell..=cell]);
        if together.contains(&name.as_str()) {
            left.replace_range(cell..=cell, ".");
        }
    }
    let count = 81 - together.len();
    expect(&["redundant"], &left, 1, &format!("minimal: none of the {count} clues can go\n"));
}

#[test]
fn the_published_pair_has_22_and_none() {
    let Some(corpus) = common::corpus() else { return };
    let file = corpus.join("cases/131-minimal-or-not.sdm").display().to_string();
    let out =
        "22 of 30 clues can go, one at a time; 7 can go together\nminimal: none of the 23 clues can go\n";
    expect(&["redundant", &file], "", 1, out);
    let file = corpus.join("cases/039-overlapping-contradictory-cage.json").display().to_string();
    let ran = exactly(&["why", &file], "");
    assert!(
        ran.out.starts_with("8 clues contradict each other") && ran.out.contains("cage r1c5 (8): r1c5 r2c5"),
        "{ran:?}"
    );
}

/// A 4×4 board with a few random givens, cages and thermometers.
fn random_puzzle(rng: &mut fastrand::Rng) -> String {
    let mut text = "size = 4\ngivens = \"\"\"\n".to_string();
    for _ in 0..4 {
        let digit = |rng: &mut fastrand::Rng| if rng.u8(0..6) == 0 { rng.char('1'..='4') } else { '.' };
        text.extend((0..4).map(|_| digit(rng)).chain(['\n']));
    }
    text.push_str("\"\"\"\n");
    for _ in 0..rng.u8(0..4) {
        let (row, column, sum) = (rng.u8(1..4), rng.u8(1..5), rng.u8(3..8));
        let end = row + 1;
        writeln!(text, "[[cage]]\ncells = \"r{row}-{end}c{column}\"\nsum = {sum}")
            .expect("a String takes all");
    }
    for _ in 0..rng.u8(0..3) {
        let (row, column) = (rng.u8(1..5), rng.u8(1..3));
        let end = column + 2;
        writeln!(text, "[[thermo]]\ncells = \"r{row}c{column}-{end}\"").expect("a String takes all");
    }
    if rng.bool() {
        text.push_str("[[or]]\neven = { cells = \"r1c1\" }\nodd = { cells = \"r4c4\" }\n");
    }
    text
}

/// Whether some parts of a puzzle leave so many solutions, by the search, each time anew.
fn leaves(puzzle: &Puzzle, kept: &[usize], most: u64) -> bool {
    let request = Request { engine: EngineName::Search, solutions: Some(most), ..Request::default() };
    let Ok(statement) = puzzle.with_parts(kept).state() else { return false };
    Problem::new(&statement.model, &request).count(&request).expect("a small model").found >= most
}

#[test]
fn sets_named_by_cores_contradict_each_other_and_none_can_be_spared() {
    let mut rng = fastrand::Rng::with_seed(21);
    let (mut contradictions, mut unique, mut larger) = (0, 0, 0);
    for round in 0..400 {
        let text = random_puzzle(&mut rng);
        let puzzle = common::puzzle_of(&text);
        let all: Vec<usize> = (0..puzzle.parts().len()).collect();
        let PartedStatement { statement, places } = puzzle.state_by_parts().expect("each clue can be stated");
        assert_eq!(places.len(), all.len() + 1);
        for engine in [EngineName::Auto, EngineName::Varisat] {
            let mut parts = SwitchedParts::new(&statement.model, &places, engine, Encodings::default())
                .expect("a small model");
            let reply = parts.solution(&Limits::default()).expect("it passes its check");
            assert_eq!(reply == Reply::None, !leaves(&puzzle, &all, 1), "round {round}, {engine}:\n{text}");
            let Reply::Found(solution) = reply else {
                contradictions += 1;
                let small = parts.small_conflict(24, &Limits::default()).expect("there is one");
                let is_least = small.len() < 2
                    || all
                        .iter()
                        .copied()
                        .combinations(small.len() - 1)
                        .all(|fewer| leaves(&puzzle, &fewer, 1));
                larger += usize::from(!is_least);
                let found = parts.small_conflict(4, &Limits::default()).expect("there is one");
                assert!(!leaves(&puzzle, &found, 1), "round {round}, {engine}: {found:?} of\n{text}");
                for part in &found {
                    let others: Vec<usize> = found.iter().copied().filter(|other| other != part).collect();
                    assert!(
                        leaves(&puzzle, &others, 1),
                        "round {round}, {engine}: {part} of {found:?} in\n{text}"
                    );
                }
                continue;
            };
            if leaves(&puzzle, &all, 2) {
                continue;
            }
            unique += 1;
            parts.leave_out(&solution);
            let mut answers = |by_cores: bool| {
                solve::spare(all.len(), &mut |kept| {
                    let many = if by_cores {
                        parts.is_possible(kept, &Limits::default()) == PartsVerdict::Yes
                    } else {
                        leaves(&puzzle, kept, 2)
                    };
                    Ok::<_, ()>(if many { PartsVerdict::No } else { PartsVerdict::Yes })
                })
            };
            assert_eq!(answers(true), answers(false), "round {round}, {engine}:\n{text}");
        }
    }
    assert!(
        contradictions > 100 && unique > 10,
        "{contradictions} contradictions, {unique} with one solution"
    );
    assert_eq!(larger, 0, "of {contradictions} sets are larger than the least");
}

#[test]
fn a_candidate_is_excluded_by_cores_and_by_search_alike() {
    for candidate in ["r1c2=9", "r1c2=8", "r2c4=1"] {
        let sizes: Vec<usize> = ["auto", "batsat", "varisat", "search"]
            .iter()
            .map(|engine| {
                let found = &json(&["why", "--candidate", candidate, "--engine", engine], BOARD, 0)[0];
                found["clues"].as_array().map_or(0, Vec::len)
            })
            .collect();
        assert!(sizes.iter().all(|&size| size > 0), "{candidate}: {sizes:?}");
    }
}
