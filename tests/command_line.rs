//! The built program as a user runs it: standard output, exit codes, limits, Ctrl-C, export and back.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use exactly::formats::{SolverAnswer, Source, read_solver_output};
use serde_json::Value;

const BOARD: &str = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
const SOLUTION: &str = "957214386824736591361859742495372618786491235132568974519687423273145869648923157";
const CLASH: &str = "3.64.....258..9..1...8.2......9...43.6.1..28.....87.658......243.......66....45.8";
/// `12345678.` with a 9 below its blank: no clash, no solution.
const HOPELESS: &str = "12345678.........9...............................................................";

/// What a run printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs the program in the folder of the package.
fn exactly(args: &[&str], stdin: &str) -> Ran {
    let output = assert_cmd::Command::new(cargo_bin!("exactly"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .write_stdin(stdin)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program and holds its exit code and standard output against what is expected.
#[track_caller]
fn expect(args: &[&str], stdin: &str, code: i32, out: &str) -> String {
    let ran = exactly(args, stdin);
    assert_eq!((ran.code, ran.out.as_str()), (Some(code), out), "{args:?}, standard error: {}", ran.err);
    ran.err
}

/// Runs the program with `--json` and reads its lines.
#[track_caller]
fn json(args: &[&str], stdin: &str, code: i32) -> Vec<Value> {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let ran = exactly(&args, stdin);
    assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    assert_eq!(ran.err, "", "{args:?}");
    ran.out.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// An empty folder that no other call gets.
fn folder(what: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{what}-{call}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file for the test");
    path.display().to_string()
}

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

/// A file of `tests/golden`, byte for byte.
fn golden(name: &str, args: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let ran = exactly(args, "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out == common::text_of(&path),
        "tests/golden/{name} is not what `exactly {}` writes; if the change is wanted, write it there",
        args.join(" ")
    );
}

#[test]
fn exports_are_the_golden_files() {
    golden("4x4.cnf", &["export", "cnf", "models/4x4.toml"]);
    golden("4x4.dlx", &["export", "cover", "models/4x4.toml"]);
}

#[test]
fn an_exported_cnf_is_in_the_strict_form() {
    let folder = folder("strict");
    let file = folder.join("out.cnf").display().to_string();
    let map = folder.join("map.json").display().to_string();
    for model in ["classic", "killer-x", "latin", "16x16"] {
        let input = format!("models/{model}.toml");
        expect(&["export", "cnf", &input, "-o", &file, "--map", &map], "", 0, "");
        let text = common::text_of(Path::new(&file));
        assert!(text.is_ascii() || model != "classic");
        let (comments, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('c'));
        assert_eq!(text.lines().take(comments.len()).collect::<Vec<_>>(), comments, "comments come first");
        let header: Vec<usize> = rest[0]
            .strip_prefix("p cnf ")
            .expect("a header")
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        assert_eq!(header[1], rest.len() - 1, "{model}: number of clauses");
        let mut largest = 0;
        for clause in &rest[1..] {
            let literals = clause.strip_suffix(" 0").expect("a clause ends in 0").split(' ');
            let vars = literals.map(|literal| literal.parse::<i32>().expect("a literal").unsigned_abs());
            largest = largest.max(vars.max().expect("no empty clause"));
        }
        assert_eq!(largest as usize, header[0], "{model}: number of variables");
        compare_names(model, &comments, &map);
    }
    let err = exactly(&["export", "cover", "models/4x4.toml", "--map", &map], "").err;
    assert!(err.contains("--map goes with `export cnf`"), "{err}");
}

/// The lines `c map`, the file of `--map` and the projection name the same choices.
fn compare_names(model: &str, comments: &[&str], map: &str) {
    let named: BTreeMap<String, Value> =
        serde_json::from_str(&common::text_of(Path::new(map))).expect("a JSON object");
    let lines = comments.iter().filter_map(|line| line.strip_prefix("c map "));
    let lines: BTreeMap<String, Value> = lines
        .map(|line| line.split_once(' ').expect("a number and a name"))
        .map(|(number, name)| (number.to_string(), name.into()))
        .collect();
    assert_eq!(lines, named, "{model}");
    assert_eq!((&named["1"], &named["2"]), (&"r1c1=1".into(), &"r1c1=2".into()));
    let shown = |head: &str| -> Vec<String> {
        let lines = comments.iter().filter_map(|line| line.strip_prefix(head)?.strip_suffix(" 0"));
        lines.flat_map(|line| line.split_whitespace().map(str::to_string)).collect()
    };
    let all: Vec<String> = (1..=named.len()).map(|number| number.to_string()).collect();
    assert_eq!(shown("c p show"), all, "{model}");
    assert_eq!(shown("c ind"), all, "{model}");
    assert!(comments.contains(&"c t pmc"));
}

#[test]
fn an_exported_cover_names_its_items() {
    let ran = exactly(&["export", "cover", "--presolve", "models/killer.toml"], "");
    assert_eq!(ran.code, Some(0));
    let mut lines = ran.out.lines().filter(|line| !line.starts_with('|'));
    let items: Vec<&str> = lines.next().expect("the line of items").split_whitespace().collect();
    let primary: Vec<&&str> = items.iter().take_while(|item| **item != "|").collect();
    assert!(primary.contains(&&"r1c1") && primary.len() >= 324, "{} primary items", primary.len());
    let known = |entry: &str| items.contains(&entry.split(':').next().unwrap_or_default());
    for option in lines {
        assert!(option.split_whitespace().all(known), "{option}");
    }
}

/// The `v` literals of the choices of a solution, as a solver would list them.
fn literals(model: &str, digits: &[i32]) -> Vec<i32> {
    let folder = folder(&format!("literals-{model}"));
    let map = folder.join("map.json").display().to_string();
    let cnf = folder.join("out.cnf").display().to_string();
    expect(&["export", "cnf", &format!("models/{model}.toml"), "-o", &cnf, "--map", &map], "", 0, "");
    let named: BTreeMap<String, String> =
        serde_json::from_str(&common::text_of(Path::new(&map))).expect("a JSON object");
    let size = 4;
    let mut literals: Vec<i32> = named
        .iter()
        .map(|(number, name)| {
            let number: i32 = number.parse().expect("a number");
            let taken = (0..digits.len())
                .any(|cell| *name == format!("r{}c{}={}", cell / size + 1, cell % size + 1, digits[cell]));
            if taken { number } else { -number }
        })
        .collect();
    literals.sort_unstable_by_key(|literal| literal.abs());
    literals
}

fn joined(literals: &[i32]) -> String {
    literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn decode_reads_every_form_of_output() {
    let all = literals("4x4", &common::digits_of("1234341221434321"));
    let model = joined(&all);
    let wrapped: Vec<String> = all.chunks(7).map(|chunk| format!("v {}", joined(chunk))).collect();
    let wrapped = wrapped.join("\n");
    let positive: Vec<i32> = all.iter().copied().filter(|&literal| literal > 0).collect();
    let good = [
        ("the usual form", format!("c hello\ns SATISFIABLE\nv {model} 0\n")),
        ("v before s", format!("v {model} 0\ns SATISFIABLE\n")),
        ("wrapped", format!("s SATISFIABLE\n{wrapped}\nv 0\n")),
        ("CRLF", format!("s SATISFIABLE\r\nv {model} 0\r\n")),
        ("no closing 0", format!("s SATISFIABLE\nv {model}\n")),
        ("no last line end", format!("s SATISFIABLE\nv {model} 0")),
        ("the result file of MiniSat", format!("SAT\n{model} 0\n")),
        ("true literals only", format!("s SATISFIABLE\nv {} 0\n", joined(&positive))),
        ("extra variables", format!("s SATISFIABLE\nv {model} 65 -66 1000000 0\n")),
        (
            "noise in comments",
            format!("c s UNSATISFIABLE\nc v 1 -1\ns SATISFIABLE\nv {model} 0\nc UNKNOWN\n"),
        ),
    ];
    for (what, output) in &good {
        let err = expect(&["decode", "--line", "models/4x4.toml"], output, 0, "1234341221434321\n");
        assert_eq!(err, "", "{what}");
    }
    let grid = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n";
    expect(&["decode", "models/4x4.toml", "-"], &good[0].1, 0, grid);
    let file = write(&folder("decode"), "solver.out", &good[0].1);
    expect(&["decode", "models/4x4.toml", &file], "", 0, grid);
    for output in ["s UNSATISFIABLE\n", "UNSAT\n", "c SATISFIABLE\ns UNSATISFIABLE\r\n"] {
        expect(&["decode", "models/4x4.toml"], output, 1, "no solution\n");
    }
    for output in
        ["s UNKNOWN\n", "c UNKNOWN\n", "INDET\n", "s INDETERMINATE\n", "c a limit\ns UNKNOWN\nc v 1 0\n"]
    {
        expect(&["decode", "models/4x4.toml"], output, 3, "unknown\n");
    }
}

#[test]
fn decode_refuses_what_is_no_answer() {
    let all = literals("4x4", &common::digits_of("1234341221434321"));
    // Rows and columns are right, boxes and givens are not.
    let wrong = joined(&literals("4x4", &common::digits_of("1234234134124123")));
    let model = joined(&all);
    let bad = [
        ("", "no status line: this is not the complete output of a solver"),
        (&*format!("v {model} 0\n"), "no status line"),
        ("c killed\nv 1 -2 3", "no status line"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "a second status that contradicts the first"),
        ("s UNSATISFIABLE\ns UNKNOWN\n", "a second status that contradicts the first"),
        ("s MAYBE\n", "`MAYBE` is no status of a solver"),
        ("s SATISFIABLE\n", "the solver says satisfiable but gives no model"),
        ("s SATISFIABLE\nv 0\n", "r1c1 has no digit in this output"),
        ("s SATISFIABLE\nv 1 -2 0\n", "r1c2 has no digit in this output"),
        ("s SATISFIABLE\nv 1 2 0\n", "r1c1 has 2 digits in this output"),
        ("s SATISFIABLE\nv 1 -1 0\n", "variable 1 is both true and false"),
        ("s SATISFIABLE\nv 1 x 0\n", "`x` is no literal"),
        ("s SATISFIABLE\nv 99999999999 0\n", "`99999999999` is no literal"),
        (&*format!("s SATISFIABLE\nv {model} 0\nv {model} 0\n"), "a literal after the closing 0"),
        (&*format!("s SATISFIABLE\nv {wrong} 0\n"), "this is no solution of models/4x4.toml: "),
    ];
    for (output, message) in bad {
        let err = expect(&["decode", "models/4x4.toml"], output, 2, "");
        assert!(err.starts_with("error: ") && err.contains(message), "{output:?}: {err}");
    }
}

/// Whether a DIMACS text is satisfied; variables that are not given satisfy nothing.
fn satisfies(cnf: &str, values: &BTreeMap<usize, bool>) -> bool {
    cnf.lines().filter(|line| !line.starts_with(['c', 'p'])).all(|line| {
        let literals = line.split_whitespace().filter_map(|word| word.parse::<i32>().ok());
        literals
            .filter(|&literal| literal != 0)
            .any(|literal| values.get(&(literal.unsigned_abs() as usize - 1)) == Some(&(literal > 0)))
    })
}

#[test]
fn transcripts_of_the_corpus() {
    let Some(corpus) = common::corpus() else { return };
    let cases = corpus.join("cases");
    let cnf = common::text_of(&cases.join("110-solver-transcripts.cnf"));
    let meta: Vec<Value> =
        serde_json::from_str(&common::text_of(&cases.join("110-solver-transcripts-meta.json")))
            .expect("JSON");
    assert_eq!(meta.len(), 23);
    for (at, transcript) in meta.iter().enumerate() {
        let name = transcript["file"].as_str().expect("a name");
        let path = cases.join(format!("110-solver-transcripts-{:02}-{name}.out", at + 1));
        let text = common::text_of(&path);
        let answer = read_solver_output(&Source::new(name, text));
        let expected = match name {
            "blank-line-before-s" | "minisat-file-unsat" | "unsat-contains-sat" => "unsatisfiable",
            "c-unknown" | "s-unknown" | "s-indeterminate" | "minisat-file-indet" => "unknown",
            // No status, two of them, no model, a variable both ways, half an output: never an answer.
            "bare-sat" | "two-status-lines" | "sat-without-model" | "contradictory-literals" | "killed" => {
                "error"
            }
            // `exit-code-mismatch` among these: the reader sees no exit code, the model is checked.
            _ => "satisfiable",
        };
        let found = match &answer {
            Ok(SolverAnswer::Satisfiable(values)) => {
                let satisfied = satisfies(&cnf, values);
                // The index calls the form of MiniSat's file another formula's answer.
                if name != "minisat-file-sat" {
                    assert_eq!(Some(satisfied), transcript["model_satisfies"].as_bool(), "{name}");
                }
                "satisfiable"
            }
            Ok(SolverAnswer::Unsatisfiable) => "unsatisfiable",
            Ok(SolverAnswer::Unknown) => "unknown",
            Err(_) => "error",
        };
        assert_eq!(found, expected, "{name}: {}", transcript["right"]);
    }
}

/// Whether an outside solver is there; a message if not.
fn is_there(solver: &str) -> bool {
    let there =
        Command::new(solver).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("skipped: no `{solver}` on the path");
    }
    there
}

#[test]
fn outside_solvers_find_the_same_board() {
    let folder = folder("outside");
    for model in ["killer", "killer-x", "killer-givens", "25x25"] {
        let input = format!("models/{model}.toml");
        let cnf = folder.join(format!("{model}.cnf")).display().to_string();
        let board = exactly(&["solve", &input], "").out;
        expect(&["export", "cnf", &input, "-o", &cnf], "", 0, "");
        if is_there("cadical") {
            let output = Command::new("cadical").args(["-q", &cnf]).output().expect("cadical starts");
            assert_eq!(output.status.code(), Some(10));
            let text = String::from_utf8(output.stdout).expect("ASCII");
            expect(&["decode", &input], &text, 0, &board);
        }
        if is_there("minisat") {
            let result = folder.join(format!("{model}.result")).display().to_string();
            let output = Command::new("minisat").args([&cnf, &result]).output().expect("minisat starts");
            assert_eq!(output.status.code(), Some(10));
            expect(&["decode", &input, &result], "", 0, &board);
        }
    }
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
            "no engine `kissat`; there are auto, search, dlx, varisat, classic",
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
