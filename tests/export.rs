//! Export and back: golden files, DIMACS, solvers from outside, their output decoded.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use common::program::{exactly, expect, folder, write};
use exactly::formats::{SolverAnswer, Source, read_solver_output};
use serde_json::Value;

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
