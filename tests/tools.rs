//! The built program as a user runs it: `candidates`, `count --estimate`, `bench`.

mod common;

use common::program::{self, Ran};
use serde_json::Value;

/// Standard output, standard error and exit code of a run in the folder of the package.
fn exactly(args: &[&str], stdin: &str) -> (String, String, i32) {
    let Ran { code, out, err } = program::exactly(args, stdin);
    (out, err, code.expect("it was not killed"))
}

fn json(args: &[&str], stdin: &str, code: i32) -> Value {
    let (out, err, found) = exactly(&[args, &["--json"]].concat(), stdin);
    assert_eq!((found, err.as_str()), (code, ""), "{args:?}: {out}");
    serde_json::from_str(&out).expect("one JSON object")
}

/// A 4×4 board with solutions in which r1c3 is 3 or 4.
const OPEN: &str = "12..34..2.......";

#[test]
fn candidates_prints_a_board_that_can_be_read_again() {
    let board = "\
1 2  | 34  34
3 4  | 12  12
-----+--------
2 13 | 134 134
4 13 | 123 123
";
    for engine in ["auto", "search", "dlx", "varisat"] {
        let (out, err, code) = exactly(&["candidates", "--engine", engine], OPEN);
        assert_eq!((out.as_str(), code), (board, 0), "{err}");
        assert!(err.starts_with("30 candidates in solutions, no other; shown by "), "{err}");
        let (count, _, _) = exactly(&["count"], OPEN);
        assert_eq!(exactly(&["count"], &out).0, count);
    }
}

#[test]
fn candidates_speaks_json() {
    let found = json(&["candidates"], OPEN, 0);
    assert_eq!(found["status"], "complete");
    assert_eq!(found["cells"][2].to_string(), r#"{"cell":"r1c3","candidates":[3,4],"unknown":[]}"#);
    assert_eq!(found["cells"].as_array().map(Vec::len), Some(16));
    let none = json(&["candidates"], "1234............4...", 2);
    assert_eq!((&none["status"], none["errors"].as_array().map(Vec::len)), (&"invalid".into(), Some(1)));
    let none = json(&["candidates"], "123....4........", 1);
    assert_eq!(none["status"], "none");
    let cut = json(&["candidates", "--steps", "0"], &".".repeat(81), 3);
    assert_eq!((&cut["status"], &cut["stopped"]), (&"limit".into(), &"step limit".into()));
    assert_eq!(cut["cells"][0]["unknown"].as_array().map(Vec::len), Some(9));
}

#[test]
fn candidates_says_what_is_not_known() {
    let (out, err, code) = exactly(&["candidates", "--steps", "0"], OPEN);
    assert_eq!(code, 3, "{err}");
    assert!(out.starts_with("1? 2?   | 3?4?   3?4?\n"), "{out}");
    assert!(
        err.starts_with("0 candidates in solutions, 30 not known and marked `?` (step limit); "),
        "{err}"
    );
    let (out, _, code) = exactly(&["candidates"], "123....4........");
    assert_eq!((out.as_str(), code), ("no solution\n", 1));
    let (out, err, code) = exactly(&["candidates"], &format!("{OPEN}\n{OPEN}\n"));
    assert_eq!((out.as_str(), code), ("", 2));
    assert_eq!(err, "error: <stdin>: 2 puzzles, this command takes one\n");
    let (_, err, code) = exactly(&["candidates", "--time", "soon"], OPEN);
    assert!(code == 2 && err.contains("expected a time such as 30s, 500ms or 2m"), "{err}");
}

#[test]
fn candidates_of_variables_outside_the_board() {
    let puzzle = "size = 4\n[[extra]]\nname = \"S\"\nvalues = [1, 2]\n";
    let (out, _, code) = exactly(&["candidates"], puzzle);
    assert_eq!(code, 0);
    assert!(out.ends_with("\nS: 1 2\n") && out.starts_with("1234 1234 | 1234 1234\n"), "{out}");
}

#[test]
fn count_estimates() {
    let empty = ".".repeat(81);
    let (out, err, code) = exactly(&["count", "--estimate", "--probes", "2000"], &empty);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("about 6.") && out.contains("e21 (95 %: 6."), "{out}");
    assert!(err.contains(" of 2000 probes reached a solution; a complete search takes about "), "{err}");
    let found = json(&["count", "--estimate", "--probes", "100", "--seed", "7"], &empty, 0);
    assert_eq!((&found["status"], &found["probes"]), (&"estimate".into(), &100.into()));
    let found = json(&["count", "--estimate"], "123....4........", 1);
    assert_eq!((&found["status"], &found["estimate"]), (&"exact".into(), &"0".into()));
    let (out, err, code) = exactly(&["count", "--estimate"], "1234341221434321");
    assert_eq!((out.as_str(), code), ("1\n", 0));
    assert!(err.starts_with("exact: the search tree is a single path; "), "{err}");
}

#[test]
fn count_says_when_no_probe_reaches_a_solution() {
    // The hardest of its kind: a probe ends in its one solution once in many thousands.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let (out, _, code) = exactly(&["count", "--estimate", "--probes", "1"], hard);
    assert_eq!((out.as_str(), code), ("unknown: no probe of 1 reached a solution\n", 3));
    let found = json(&["count", "--estimate", "--probes", "1"], hard, 3);
    assert_eq!((&found["status"], &found["estimate"]), (&"unknown".into(), &Value::Null));
    for (args, message) in [
        (&["--estimate", "--limit", "2"][..], "cannot be used with"),
        (&["--probes", "5"], "--estimate"),
        (&["--estimate", "--probes", "0"], "0 is not in 1..=100000000"),
        (&["--estimate", "--engine", "dlx"], "--estimate descends the tree of engine search, not of dlx"),
    ] {
        let (out, err, code) = exactly(&[&["count"], args].concat(), hard);
        assert!(out.is_empty() && code == 2 && err.contains(message), "{args:?}: {err}");
    }
}

#[test]
fn bench_compares_engines() {
    let files = ["models/4x4.toml", "models/killer.toml"];
    let (out, err, code) = exactly(
        &[&["bench", "--repeats", "2", "--engine", "search,dlx,varisat,auto"], &files[..]].concat(),
        "",
    );
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 1 + 8 + 4);
    assert_eq!(rows[0][..5], ["puzzle", "engine", "outcome", "found", "steps"]);
    assert_eq!(rows[1][..4], ["models/4x4.toml", "search", "unique", "1"]);
    assert_eq!(rows[8][..4], ["models/killer.toml", "auto", "unique", "1"]);
    assert_eq!(rows[9][..3], ["total", "search", "×1.00"]);
    let ends: Vec<usize> = out.lines().map(|line| line.chars().count()).collect();
    assert!(ends.iter().all(|&end| end == ends[0]), "the columns are aligned:\n{out}");
}

#[test]
fn bench_speaks_json_and_names_boards_of_one_file() {
    let (out, err, code) =
        exactly(&["bench", "--engine", "dlx", "--limit", "0", "--json"], &format!("{OPEN}\n{OPEN}\n"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows[1]["puzzle"], "<stdin>#2");
    assert_eq!((&rows[0]["engine"], &rows[0]["outcome"]), (&"dlx".into(), &"solutions".into()));
    assert_eq!(rows[0]["found"].to_string(), exactly(&["count"], OPEN).0.trim());
}

#[test]
fn bench_says_what_is_wrong() {
    let (out, _, code) =
        exactly(&["bench", "--engine", "dlx", "--limit", "0", "--time", "100ms"], &".".repeat(81));
    assert_eq!(code, 3);
    assert!(out.contains("  time limit  ") && out.ends_with("(1 not ended)\n"), "{out}");
    for (args, message) in [
        (&["--engine", "kissat"][..], "no engine `kissat`; there are auto, search, dlx, varisat, batsat"),
        (&["--repeats", "0"], "0 is not in 1..=1000"),
        (&["no-such-file"], "error: no-such-file: "),
    ] {
        let (_, err, code) = exactly(&[&["bench"], args].concat(), OPEN);
        assert!(code == 2 && err.contains(message), "{args:?}: {err}");
    }
}
