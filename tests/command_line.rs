//! The built program as a user runs it: standard output, exit codes, limits, Ctrl-C, wrong calls.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use common::program::{BOARD, CLASH, HOPELESS, Ran, SOLUTION, exactly, expect, folder, json, write};
use serde_json::Value;

fn lines(boards: &[&str]) -> String {
    boards.join("\n") + "\n"
}

fn empty(cells: usize) -> String {
    ".".repeat(cells)
}

#[test]
fn solve_prints_the_board() {
    let rows: Vec<String> =
        BOARD.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
    let grid = "\
9 5 7 | 2 1 4 | 3 8 6
8 2 4 | 7 3 6 | 5 9 1
3 6 1 | 8 5 9 | 7 4 2
------+-------+------
4 9 5 | 3 7 2 | 6 1 8
7 8 6 | 4 9 1 | 2 3 5
1 3 2 | 5 6 8 | 9 7 4
------+-------+------
5 1 9 | 6 8 7 | 4 2 3
2 7 3 | 1 4 5 | 8 6 9
6 4 8 | 9 2 3 | 1 5 7
";
    for engine in ["auto", "search", "dlx", "varisat"] {
        expect(&["solve", "--engine", engine], &(rows.join("\n") + "\n"), 0, grid);
        expect(&["solve", "--engine", engine, "--line"], BOARD, 0, &lines(&[SOLUTION]));
        expect(&["solve", "--engine", engine, "models/classic.toml"], "", 0, grid);
    }
    let err = expect(&["solve", "--limit", "2", "-"], BOARD, 0, grid);
    assert!(err.starts_with("the only solution; engine classic, "), "{err}");
}

#[test]
fn solve_prints_as_many_as_asked_for() {
    let out = exactly(&["solve", "--limit", "300", "--line"], &empty(16)).out;
    let mut grids: Vec<&str> = out.lines().collect();
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 288);
    let two = exactly(&["solve", "--limit", "2"], &empty(16));
    assert_eq!((two.code, two.out.split("\n\n").count()), (Some(0), 2));
    assert!(two.err.starts_with("2 solutions, there may be more (solution limit)"), "{}", two.err);
}

#[test]
fn solve_says_that_there_is_no_solution() {
    for engine in ["auto", "search", "dlx", "varisat"] {
        expect(&["solve", "--engine", engine], HOPELESS, 1, "no solution\n");
        expect(&["solve", "--engine", engine, "--no-presolve"], HOPELESS, 1, "no solution\n");
    }
    expect(&["count"], HOPELESS, 1, "0\n");
}

#[test]
fn count_prints_the_number() {
    for engine in ["auto", "search", "dlx", "varisat"] {
        for presolve in
            [&[][..], &["--no-presolve"], &["--no-implied-sums"], &["--without", "automata,choices"]]
        {
            let args = [&["count", "--engine", engine], presolve].concat();
            expect(&args, &empty(16), 0, "288\n");
            expect(&args, BOARD, 0, "1\n");
        }
        expect(&["count", "--engine", engine, "--limit", "2"], &empty(16), 0, "at least 2\n");
        expect(&["count", "--engine", engine, "--limit", "289"], &empty(16), 0, "288\n");
        expect(&["count", "--engine", engine, "models/killer-repeats.toml"], "", 0, "2\n");
    }
    expect(&["count", "--box", "none"], &empty(16), 0, "576\n");
    expect(&["count", "--box", "2x3"], "5....3.3.....2...4.........6.5..1.4.", 0, "1\n");
    expect(&["count", "--box", "3x2"], "5....3.3.....2...4.........6.5..1.4.", 0, "38\n");
}

#[test]
fn many_boards_give_a_line_each_in_order() {
    let text = lines(&[BOARD, &empty(81), "123", CLASH, HOPELESS, SOLUTION]);
    let err = expect(
        &["count", "--limit", "2"],
        &text,
        2,
        &lines(&["1", "at least 2", "invalid", "invalid", "0", "1"]),
    );
    assert!(err.contains("no board is a line of 3 characters\n --> <stdin>:3:1"), "{err}");
    assert!(err.contains("error: <stdin>:4:1: digit 3 occurs twice in column 1: r1c1 and r8c1"), "{err}");
    let err =
        expect(&["check"], &text, 2, &lines(&["valid", "valid", "invalid", "invalid", "valid", "solution"]));
    assert!(err.contains("digit 3 occurs twice in column 1: r1c1 and r8c1"), "{err}");
    let solved = exactly(&["solve"], &lines(&[BOARD, CLASH, HOPELESS, BOARD]));
    assert_eq!(solved.out, lines(&[SOLUTION, "invalid", "no solution", SOLUTION]));
    let status: Vec<Value> = json(&["solve", "--limit", "2"], &text, 2)
        .into_iter()
        .map(|result| result["status"].clone())
        .collect();
    assert_eq!(status, ["unique", "solutions", "invalid", "invalid", "none", "unique"]);
    expect(&["count", "--limit", "2"], &lines(&[BOARD, HOPELESS]), 1, &lines(&["1", "0"]));
    // Several files, and more boards than one block of a batch.
    let folder = folder("many");
    let many = write(&folder, "many.txt", &(BOARD.to_string() + "\n").repeat(5_000));
    let one = write(&folder, "one.txt", HOPELESS);
    let out = exactly(&["count", &many, &one, "-"], &lines(&[BOARD])).out;
    assert_eq!(out, "1\n".repeat(5_000) + "0\n1\n");
}

#[test]
fn check_judges_the_givens() {
    let valid = ".19........89...3..3.8......5..6.....74..89.3....7.....2.5..19.1....3....8......7";
    expect(&["check"], valid, 0, "valid\n");
    let out = "invalid\n<stdin>:1:1: digit 3 occurs twice in column 1: r1c1 and r8c1\n";
    expect(&["check"], CLASH, 1, out);
    expect(&["check"], SOLUTION, 0, "solution\n");
    expect(&["check"], HOPELESS, 0, "valid\n");
    expect(&["check", "--solvable"], HOPELESS, 1, "no solution\n");
    expect(&["check", "--solvable"], BOARD, 0, "solvable\n");
    expect(&["check", "--solvable", "--time", "0s"], BOARD, 3, "unknown\n");
    let rows: Vec<String> = (0..9).map(|shift| "123456789".repeat(2)[shift..shift + 9].to_string()).collect();
    let shifted = exactly(&["check"], &rows.concat());
    assert_eq!(shifted.code, Some(1));
    let reasons: Vec<&str> = shifted.out.lines().skip(1).collect();
    assert_eq!(reasons[0], "<stdin>:1:1: digit 2 occurs twice in box 1: r1c2 and r2c1");
    assert!(reasons.iter().all(|reason| reason.contains(" in box ")), "{reasons:?}");
    expect(&["check", "models/killer.toml"], "", 0, "valid\n");
    let objects = json(&["check"], CLASH, 1);
    assert_eq!(objects[0]["verdict"], "invalid");
    assert_eq!(objects[0]["errors"][0]["message"], "digit 3 occurs twice in column 1: r1c1 and r8c1");
    assert_eq!(json(&["check"], BOARD, 0)[0], serde_json::json!({"verdict": "valid", "errors": []}));
}

/// The keys of a result, in order.
fn keys(result: &Value) -> Vec<&str> {
    result.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn the_json_contract() {
    let whole =
        ["status", "count", "complete", "solutions", "engine", "seconds", "setup_seconds", "steps", "errors"];
    let unique = &json(&["solve", "--limit", "2"], BOARD, 0)[0];
    assert_eq!(keys(unique), whole);
    assert_eq!(
        (&unique["status"], &unique["count"], &unique["complete"], &unique["engine"], &unique["steps"]),
        (&"unique".into(), &"1".into(), &true.into(), &"classic".into(), &0.into())
    );
    assert_eq!(unique["solutions"], serde_json::json!([common::digits_of(SOLUTION)]));
    assert!(unique["seconds"].as_f64().is_some_and(|s| (0.0..60.0).contains(&s)), "{unique}");
    assert!(unique["setup_seconds"].as_f64().is_some_and(|s| (0.0..60.0).contains(&s)), "{unique}");
    assert_eq!(unique["errors"], serde_json::json!([]));

    let cut = &json(&["solve", "--limit", "3", "--engine", "varisat"], &empty(16), 0)[0];
    assert_eq!(keys(cut), [&whole[..3], &["stopped"], &whole[3..]].concat());
    assert_eq!(
        (&cut["status"], &cut["count"], &cut["complete"], &cut["stopped"], &cut["engine"]),
        (&"solutions".into(), &"3".into(), &false.into(), &"solution limit".into(), &"varisat".into())
    );
    assert_eq!(cut["solutions"].as_array().map(Vec::len), Some(3));

    let counted = &json(&["count"], &empty(16), 0)[0];
    assert_eq!(keys(counted), [&whole[..3], &whole[4..]].concat());
    assert_eq!(
        (&counted["status"], &counted["count"], &counted["complete"]),
        (&"solutions".into(), &"288".into(), &true.into())
    );

    let none = &json(&["solve"], HOPELESS, 1)[0];
    assert_eq!(
        (&none["status"], &none["count"], &none["complete"], &none["solutions"]),
        (&"none".into(), &"0".into(), &true.into(), &serde_json::json!([]))
    );

    let unknown = &json(&["solve", "--steps", "1", "--engine", "dlx"], &empty(81), 3)[0];
    assert_eq!(
        (&unknown["status"], &unknown["count"], &unknown["complete"], &unknown["stopped"], &unknown["steps"]),
        (&"unknown".into(), &"0".into(), &false.into(), &"step limit".into(), &1.into())
    );
    let unknown = &json(&["count", "--time", "0s"], &empty(81), 3)[0];
    assert_eq!((&unknown["status"], &unknown["stopped"]), (&"unknown".into(), &"time limit".into()));

    let invalid = &json(&["solve"], CLASH, 2)[0];
    assert_eq!(
        (&invalid["status"], &invalid["count"], &invalid["complete"]),
        (&"invalid".into(), &"0".into(), &false.into())
    );
    let error = serde_json::json!([{
        "message": "digit 3 occurs twice in column 1: r1c1 and r8c1",
        "file": "<stdin>",
        "line": 1,
        "column": 1,
    }]);
    assert_eq!(invalid["errors"], error);
    let unread = &json(&["count", "--limit", "2"], &lines(&[BOARD, "1.x"]), 2)[1];
    assert_eq!(unread["status"], "invalid");
    assert_eq!((&unread["errors"][0]["line"], &unread["errors"][0]["column"]), (&2.into(), &1.into()));
}

#[test]
fn step_limits_are_deterministic() {
    for (engine, steps) in [("dlx", "3000"), ("varisat", "30"), ("auto", "3000")] {
        let args = ["count", "--engine", engine, "--steps", steps];
        let runs = [json(&args, &empty(81), 3), json(&args, &empty(81), 3)];
        let [first, second] = runs.map(|mut results| results.remove(0));
        assert_eq!(first["stopped"], "step limit", "{engine}");
        assert_eq!((&first["count"], &first["steps"]), (&second["count"], &second["steps"]), "{engine}");
        assert_ne!(first["count"], "0", "{engine}");
    }
    assert_eq!(json(&["count", "--engine", "dlx", "--steps", "3000"], &empty(81), 3)[0]["steps"], 3000);
}

#[test]
fn time_limits_hold() {
    for engine in ["dlx", "varisat", "auto"] {
        let start = Instant::now();
        let result = &json(&["count", "--engine", engine, "--time", "300ms"], &empty(81), 3)[0];
        assert!(start.elapsed() < Duration::from_secs(5), "{engine}: {:?}", start.elapsed());
        assert_eq!((&result["status"], &result["stopped"]), (&"solutions".into(), &"time limit".into()));
    }
    for wrong in ["5 apples", "-3s", "", "1e400s", "s"] {
        let ran = exactly(&["count", &format!("--time={wrong}")], BOARD);
        assert_eq!(ran.code, Some(2), "{wrong}");
        assert!(ran.err.contains("expected a time such as 30s, 500ms or 2m"), "{}", ran.err);
    }
}

/// Counts an empty board, waits for the warning, interrupts, and returns the exit code and both outputs.
fn interrupted(args: &[&str]) -> Ran {
    let folder = folder(&args.join("-"));
    let file = write(&folder, "empty.txt", &empty(81));
    let mut child = Command::new(cargo_bin!("exactly"))
        .args(args)
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut text = String::new();
    err.read_line(&mut text).expect("a warning");
    // The warning comes first; then the run gets time to find something.
    std::thread::sleep(Duration::from_millis(300));
    let killed =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("`kill` starts");
    assert!(killed.success());
    let start = Instant::now();
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("UTF-8");
    err.read_to_string(&mut text).expect("UTF-8");
    let status = child.wait().expect("the program ends");
    assert!(start.elapsed() < Duration::from_secs(2), "{args:?}: {:?} after Ctrl-C", start.elapsed());
    Ran { code: status.code(), out, err: text }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    for engine in ["dlx", "varisat"] {
        let ran = interrupted(&["count", "--engine", engine]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let found: u64 = ran.out.trim().trim_start_matches("at least ").parse().expect("a count");
        assert!(ran.out.starts_with("at least ") && found > 0, "{ran:?}");
        assert!(ran.err.contains("there may be more (cancelled)"), "{ran:?}");
    }
    let ran = interrupted(&["count", "--json"]);
    assert!(ran.err.starts_with("warning: ") && ran.err.contains("this will not end"), "{}", ran.err);
    let result: Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!((ran.code, &result["stopped"]), (Some(3), &"cancelled".into()));
    assert_ne!(result["count"], "0");
}

#[test]
fn an_endless_count_is_announced() {
    let warning = "warning: <stdin>: so open a board has more solutions than can be counted one by one; this will not end";
    let warns = |args: &[&str], board: &str| exactly(args, board).err.contains(warning);
    assert!(!warns(&["count", "--limit", "2"], &empty(81)));
    assert!(!warns(&["count", "--time", "100ms"], &empty(81)));
    assert!(!warns(&["count"], &empty(16)));
    assert!(!warns(&["count"], BOARD));
    assert!(!warns(&["count"], HOPELESS), "the presolve says that there is nothing to count");
}

#[test]
fn inspect_says_what_a_puzzle_holds() {
    let ran = exactly(&["inspect", "models/classic.toml"], "");
    assert_eq!(ran.code, Some(0));
    let head = "\
A classic sudoku
  9×9 cells, digits 1 to 9
  9 rows: each digit once
  9 columns: each digit once
  9 boxes of 3×3: each digit once
  29 givens
model
  81 variables, 729 choices
  324 exactly-one groups, 0 at-most-one groups, 29 clauses, 0 sums, 0 automata
presolve
  81 choices left, 0 sums by the rule of 45, 0 of them differences
as stated
";
    assert!(ran.out.starts_with(head), "{}", ran.out);
    let presolve = |args: &[&str], line: &str| {
        let ran = exactly(&[&["inspect"], args].concat(), "");
        assert!(ran.out.contains(&format!("\npresolve\n{line}\nas stated\n")), "{}", ran.out);
    };
    let choices = "  81 choices left, 33 sums by the rule of 45, 27 of them differences";
    let sums = "  192 terms left out of the sums, 65 sums whole";
    presolve(&["models/killer.toml"], &format!("{choices}\n{sums}"));
    presolve(&["models/killer.toml", "--without", "short-sums"], choices);
    let automata = "  automata: 262 edges before, 108 after; 1 told which variables differ, 3 left out";
    let own = "  125 choices left, 0 sums by the rule of 45, 0 of them differences";
    presolve(&["models/own-types.toml"], &format!("{own}\n{automata}"));
    let killer = exactly(&["inspect", "models/killer-x.toml"], "").out;
    assert!(killer.contains("2 diagonals: each digit once\n  0 givens\n  8 cages, 8 with a sum"), "{killer}");
}

/// A killer with one cage.
fn cage(text: &str) -> String {
    format!("size = 9\n[[cage]]\nname = \"a\"\n{text}\n")
}

#[test]
fn bad_input_gets_its_message() {
    let eighty = &BOARD[..80];
    let changed = |at: usize, to: &str| format!("{}{to}{}", &BOARD[..at], &BOARD[at + 1..]);
    let table = [
        (CLASH.to_string(), "error: <stdin>:1:1: digit 3 occurs twice in column 1: r1c1 and r8c1"),
        (eighty.to_string(), "error: 80 characters, a 9×9 board has 81\n --> <stdin>:1:1"),
        (format!("{BOARD}."), "error: 82 characters, a 9×9 board has 81\n --> <stdin>:1:1"),
        (
            "1234\n34.\n....\n....\n".into(),
            "error: row 2 has 3 characters, the others have 4\n --> <stdin>:2:1",
        ),
        ("1234\n3451\n....\n....\n".into(), "error: `5` is no digit of a 4×4 board\n --> <stdin>:2:3"),
        (changed(40, "!"), "error: `!` is no digit of a 9×9 board and no blank\n --> <stdin>:1:41"),
        (changed(40, "?"), "error: `.` and `?` both stand for blanks\n --> <stdin>:1:41"),
        (String::new(), "error: no board in this text\n --> <stdin>:1:1"),
        (
            cage("cells = \"r1c1-2\"\nsum = 18"),
            "error: <stdin>:4:10: cage a cannot add up to 18: 2 different digits from 1 to 9 reach 3 to 17",
        ),
        (
            cage("cells = \"r1c1-9 r2c1\""),
            "error: <stdin>:4:10: cage a has 10 cells, and only 9 different digits exist",
        ),
        (
            cage("cells = \"r1c1 r1c2 r1c1\"\nsum = 9"),
            "error: cell r1c1 is listed twice in cage `a`\n --> <stdin>:4:20",
        ),
        (
            "size = 4\ncages = 'aabb aabb ccdd ccdd'\n[cage-sums]\na = 10\nb = 10\nc = 11\nd = 10\n".into(),
            "error: <stdin>:2:20: cage c cannot add up to 11: 4 different digits from 1 to 4 reach 10 to 10",
        ),
        (
            "size = 4\ncages = 'aabb aacc ddcc ddee'\n[cage-sums]\na = 10\nb = 7\nc = 10\nd = 10\ne = 4\n"
                .into(),
            "error: <stdin>:1:1: the cages add up to 41, all cells to 40",
        ),
        ("size = 6\nbox = [2, 2]\n".into(), "error: boxes of 2×2 hold 4 cells, not 6\n --> <stdin>:2:7"),
        (
            "size = 9\nbox = [2, 3]\n".into(),
            "error: boxes of 2×3 do not tile a board of 9×9\n --> <stdin>:2:7",
        ),
        (
            "size = 4\nregions = '1122 1122 3344 3334'\n".into(),
            "error: region `3` has 5 cells, region `4` has 3 cells; each region needs 4\n --> <stdin>:2:22",
        ),
        (
            "size = 4\nregions = '''\n1122\n1122\n3344\n334'''\n".into(),
            "error: row 4 of `regions` has 3 cells, not 4\n --> <stdin>:6:1",
        ),
        (
            "size = 4\nregions = '1122 1122 3344 334.'\n".into(),
            "error: region `4` has 3 cells; each region needs 4\n --> <stdin>:2:24",
        ),
    ];
    for (input, message) in table {
        let err = expect(&["solve"], &input, 2, "");
        let rest = err.strip_prefix(message).unwrap_or_else(|| panic!("{err}\nis not\n{message}"));
        assert!(rest.starts_with('\n'), "{err}\ngoes on after\n{message}");
    }
}

#[test]
fn a_wrong_call_ends_with_2() {
    for (args, message) in [
        (&["solve", "no-such-file"][..], "error: no-such-file: "),
        (&["frobnicate"], "error: unrecognized subcommand 'frobnicate'"),
        (
            &["solve", "--engine", "kissat"],
            "no engine `kissat`; there are auto, search, dlx, varisat, batsat",
        ),
        (
            &["solve", "--without", "choices,bounds"],
            "error: invalid value 'bounds' for '--without <STEP>': no step `bounds` of the presolve; there are choices, \
             rule-of-45, equal-cells, short-sums, automata\n",
        ),
        (&["solve", "--box", "3"], "expected rows and columns of a box, as 2x3, or `none`"),
        (&["solve", "--symbols", "x"], "expected 1-G, 0-F or A-P"),
        (&["decode"], "<PUZZLE>"),
    ] {
        let err = expect(args, "", 2, "");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    let err = expect(&["solve", "--box", "2x2"], BOARD, 2, "");
    assert!(err.starts_with("error: boxes of 2×2 hold 4 cells, a board of size 9 needs 9\n"), "{err}");
    let err = expect(&["export", "cnf"], &lines(&[BOARD, BOARD]), 2, "");
    assert_eq!(err, "error: <stdin>: 2 puzzles, this command takes one\n");
    let file = folder("bytes").join("latin1.txt");
    fs::write(&file, b"1.\xe9.\n").expect("a file for the test");
    let err = expect(&["solve", &file.display().to_string()], "", 2, "");
    assert!(err.contains("not UTF-8 text: byte 3 of the file, in line 1, is part of no character"), "{err}");
    assert_eq!(
        exactly(&["--version"], ""),
        Ran { code: Some(0), out: "exactly 0.1.0\n".into(), err: String::new() }
    );
    assert_eq!(exactly(&[], "").code, Some(2));
}

#[test]
fn convert_speaks_every_format() {
    let iss = ".Shape~4x4\n.~R1C1_1\n.Cage~5~R1C2~R1C3\n.Thermo~R2C1~R3C1\n";
    let link = exactly(&["convert", "--to", "fpuzzles"], iss);
    assert!(link.out.starts_with("https://f-puzzles.com/?load=N4Ig"), "{link:?}");
    let json = exactly(&["convert", "--to", "fpuzzles-json"], &link.out);
    assert!(json.out.contains("\"thermometer\":[{\"lines\":[[\"R2C1\",\"R3C1\"]]}]"), "{json:?}");
    expect(&["convert", "--to", "iss"], &json.out, 0, iss);
    let decorated = json.out.replacen('{', "{\"ruleset\":\"Normal rules apply.\",", 1);
    let err = expect(&["convert", "--to", "iss"], &decorated, 0, iss);
    assert_eq!(err, "note: <stdin>: left out, as it states no rule: the rules in words\n");
    let refused = exactly(&["convert", "--to", "fpuzzles"], ".Shape~4x4~0-3\n.~R1C1_1");
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (
            Some(2),
            "error: <stdin>: a board that is not n×n with the digits 1 to n once in each row cannot be written in this format\n"
        )
    );
}
