//! Solutions at random, counts under conditions and NNF, as a user of the command line meets them.

mod common;

use common::program::{exactly, expect, folder, json, write};
use std::collections::{HashMap, HashSet};

use exactly::cover::Cover;
use exactly::engines::{CoverDiagram, Limits};
use exactly::formats::{Source, read_knuth};
use exactly::solve::{CountMethod, count_cover, sample_cover};
use exactly::{Outcome, Request, Stop};

const QUEENS: &str = "models/queens-8.dlx";
const FIVE: &str = "p1 p2 p3 p4\np1\np2\np3\np4\np1 p2\np2 p3\np3 p4\n";

fn cover(text: &str) -> Cover {
    read_knuth(&Source::new("a.dlx", text)).expect("a cover")
}

#[test]
fn samples_of_a_cover_are_all_of_its_solutions_in_the_end() {
    let objects = json(&["sample", QUEENS, "--count", "4000", "--seed", "1"], "", 0);
    assert_eq!(
        (objects.len(), &objects[0]["count"], &objects[0]["complete"]),
        (1, &"92".into(), &true.into())
    );
    let drawn = objects[0]["solutions"].as_array().expect("a list");
    assert_eq!(drawn.len(), 4000);
    let different: HashSet<String> = drawn.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), 92);
    let again = json(&["sample", QUEENS, "--count", "4000", "--seed", "1"], "", 0);
    assert_eq!(again[0]["solutions"], objects[0]["solutions"]);
    let other = json(&["sample", QUEENS, "--count", "4000", "--seed", "2"], "", 0);
    assert_ne!(other[0]["solutions"], objects[0]["solutions"]);
}

#[test]
fn samples_are_printed_as_solve_prints_solutions() {
    let err = expect(&["sample", "-", "--line"], "p1 p2\np1 p2\n", 0, "1\n");
    assert!(err.starts_with("the only solution; engine diagram, "), "{err}");
    let err = expect(&["sample", "--count", "2"], "p1 p2\np1\np2\n", 0, "1: p1\n2: p2\n\n1: p1\n2: p2\n");
    assert!(err.starts_with("the only solution"), "{err}");
    let err = expect(&["sample", "--count", "0"], FIVE, 0, "\n");
    assert!(err.starts_with("drawn from all 5 solutions; engine diagram"), "{err}");
    expect(&["sample"], "p1 p2\np1\n", 1, "no solution\n");
    expect(&["sample", QUEENS, "--time", "0s"], "", 3, "unknown: time limit\n");
    let ran = exactly(&["sample", QUEENS, "models/soma-cube.dlx"], "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(2), "error: models/queens-8.dlx: 2 puzzles, this command takes one\n")
    );
}

#[test]
fn boards_are_drawn_too() {
    let empty = ".".repeat(16);
    let objects = json(&["sample", "-", "--count", "5000", "--seed", "7"], &empty, 0);
    assert_eq!(objects[0]["count"], "288");
    let mut seen: HashMap<String, u32> = HashMap::new();
    for board in objects[0]["solutions"].as_array().expect("a list") {
        *seen.entry(board.to_string()).or_default() += 1;
    }
    assert_eq!(seen.len(), 288);
    assert!(seen.values().all(|&count| count < 50), "{seen:?}");
    let first = expect(
        &["solve", "models/killer.toml", "--line"],
        "",
        0,
        &exactly(&["sample", "models/killer.toml", "--line"], "").out,
    );
    assert!(first.starts_with("the only solution") || first.is_empty(), "{first}");
}

#[test]
fn options_are_named_by_number_or_items() {
    for (args, code, count) in [
        (&["--with-option", "5"][..], 0, "2\n"),
        (&["--with-option", "p1 p2"], 0, "2\n"),
        (&["--with-option", " p2  p1 "], 0, "2\n"),
        (&["--with-option", "1", "--without-option", "7"], 0, "2\n"),
        (&["--without-option", "5", "--without-option", "p3 p4"], 0, "2\n"),
        (&["--with-option", "5", "--with-option", "6"], 1, "0\n"),
        (&["--with-option", "1", "--without-option", "1"], 1, "0\n"),
    ] {
        expect(&[&["count", "-"], args].concat(), FIVE, code, count);
    }
    let objects = json(&["count", "-", "--with-option", "5"], FIVE, 0);
    assert_eq!((&objects[0]["count"], &objects[0]["engine"]), (&"2".into(), &"diagram".into()));
}

#[test]
fn what_names_no_option_is_refused() {
    for (name, message) in [
        ("x", "no option `x`; name it by its number from 1 to 7, or by its items as `p1`"),
        ("8", "no option `8`; name it by its number from 1 to 7, or by its items as `p1`"),
        ("", "no option ``; name it by its number from 1 to 7, or by its items as `p1`"),
    ] {
        let ran = exactly(&["count", "-", "--with-option", name], FIVE);
        assert_eq!((ran.code, ran.err), (Some(2), format!("error: <stdin>: {message}\n")));
    }
    let ran = exactly(&["count", "-", "--without-option", "p2 p1"], "p1 p2\np1 p2\np1 p2\n");
    let message = "error: <stdin>: the options 1, 2 all are `p2 p1`; name one by its number\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), message));
    let ran = exactly(&["count", "models/4x4.toml", "--by-option"], "");
    let message = "error: models/4x4.toml: --by-option is for exact covers, this is a puzzle; leave it out\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), message));
    assert_eq!(exactly(&["count", QUEENS, "--by-option", "--limit", "3"], "").code, Some(2));
}

#[test]
fn counts_by_option_are_a_table() {
    let table = "3  1: p1\n2  2: p2\n2  3: p3\n3  4: p4\n2  5: p1 p2\n1  6: p2 p3\n2  7: p3 p4\n";
    expect(&["count", "-", "--by-option"], FIVE, 0, table);
    let objects = json(&["count", "-", "--by-option"], FIVE, 0);
    assert_eq!(objects[0]["by_option"], serde_json::json!(["3", "2", "2", "3", "2", "1", "2"]));
    expect(&["count", QUEENS, "--by-option", "--time", "0s"], "", 3, "at least 0\n");
}

#[test]
fn solutions_are_exported_as_nnf() {
    let ran = exactly(&["export", "nnf", "-"], "p1 p2\np1\np2\np1 p2\n");
    let expected = "c map 1 p1\nc map 2 p2\nc map 3 p1 p2\nnnf 11 10 3\nL 1\nL -1\nL 2\nL -2\nL 3\nL -3\n\
         A 1 2\nA 3 5 0 6\nA 3 1 3 4\nO 0 2 7 8\nA 1 9\n";
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), expected), "{}", ran.err);
    let path = folder("nnf").join("queens.nnf");
    expect(&["export", "nnf", QUEENS, "-o", &path.display().to_string()], "", 0, "");
    let text = std::fs::read_to_string(path).expect("written");
    assert_eq!(text.lines().filter(|line| line.starts_with("c map ")).count(), 64);
    let puzzle = exactly(&["export", "nnf", "models/4x4.toml"], "");
    let message = "NNF is written of exact covers, this is a puzzle; `exactly export cover` makes it one";
    assert_eq!((puzzle.code, puzzle.err), (Some(2), format!("error: models/4x4.toml: {message}\n")));
    let hard = write(&folder("nnf"), "queens.dlx", &std::fs::read_to_string(QUEENS).expect("a model"));
    assert_eq!(exactly(&["export", "nnf", &hard, "--time", "0s"], "").code, Some(3));
}

/// Pairs of rows and columns, 2 of each: as many solutions as 0/1 matrices of this size with all sums 2.
fn two_regular(size: usize) -> Cover {
    let names = |line: char| (0..size).map(|at| format!("2|{line}{at}")).collect::<Vec<_>>().join(" ");
    let cells: Vec<String> =
        (0..size * size).map(|cell| format!("r{} c{}", cell / size, cell % size)).collect();
    cover(&format!("{} {}\n{}\n", names('r'), names('c'), cells.join("\n")))
}

#[test]
fn a_diagram_of_a_cover_with_multiplicities_answers_alike() {
    let cover = two_regular(6);
    let diagram = CoverDiagram::build(&cover, &Limits::default()).expect("no limit");
    let counted = count_cover(&cover, &Request::default(), CountMethod::Enumerate).expect("small");
    // OEIS A001499.
    assert_eq!((diagram.count(), counted.count), (67_950u32.into(), 67_950u32.into()));
    assert!(diagram.counts_by_option().iter().all(|count| *count == 22_650u32.into()));
    assert_eq!(diagram.solutions().collect::<HashSet<_>>().len(), 67_950);
    assert!(diagram.solutions().all(|options| cover.is_solution(&options)));
    let drawn = sample_cover(&cover, 9, 3, &Limits { steps: Some(5), ..Limits::default() })
        .expect("a limit is no error");
    assert_eq!((drawn.solutions.len(), drawn.report.outcome), (0, Outcome::Unknown(Stop::Steps)));
}
