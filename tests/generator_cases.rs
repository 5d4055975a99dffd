//! The cases of the corpus that are about generators: what they got wrong, asked of this one.

mod common;

use std::path::Path;

use common::program::{exactly, json};
use serde_json::Value;

/// What the program says about a case, held against what is right; false where nothing here knows the case.
fn is_walked(id: &str, file: &Path, right: &Value) -> bool {
    let name = file.display().to_string();
    let text = common::text_of(file);
    match id {
        "012" => {
            assert_eq!(exactly(&["count", &name], "").out.trim(), right["solutions"].to_string());
        }
        "026" => {
            let as_x = format!("size = 9\ndiagonals = true\ngivens = '{}'\n", text.trim());
            assert_eq!(exactly(&["count", &name], "").out.trim(), right["classic"].to_string());
            let ran = exactly(&["count"], &as_x);
            assert_eq!((ran.code, &right["x"]), (Some(2), &0.into()));
            assert!(ran.err.contains("digit 5 occurs twice in the diagonal"), "{}", ran.err);
        }
        "128" => seeds_end(&text),
        "129" => clues_asked_for(&text, right),
        "131" => spare_clues(&name, right),
        "132" => a_technique_in_time(&text),
        _ => return false,
    }
    true
}

/// Seeds end within a limit, with a puzzle that has one solution or with a word of what was reached.
fn seeds_end(text: &str) {
    let case: Value = serde_json::from_str(text).expect("JSON");
    let box_side = case["size_box"].as_u64().expect("a number");
    let (size, seed) = ((box_side * box_side).to_string(), case["seed"].to_string());
    for size in ["4", "9", &size] {
        let ran = exactly(&["generate", "--size", size, "--seed", &seed, "--time", "60s"], "");
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(exactly(&["count", "--limit", "2"], &ran.out).out.trim(), "1", "{}", ran.out);
    }
    let ran = exactly(&["generate", "--size", "25", "--seed", &seed, "--time", "2s"], "");
    assert!(ran.code == Some(0) || ran.err.starts_with("puzzle 1: gave up after "), "{}", ran.err);
}

/// As many clues as asked for, and one solution; or what was reached; below 17 the reason why not.
fn clues_asked_for(text: &str, right: &Value) {
    let case: Value = serde_json::from_str(text).expect("JSON");
    let numbers = |name: &str| case[name].as_array().expect("numbers").iter().map(Value::to_string);
    for clues in numbers("clues") {
        for seed in numbers("seeds") {
            let ran = exactly(&["generate", "--clues", &clues, "--seed", &seed, "--attempts", "30"], "");
            match ran.code {
                Some(0) => {
                    let count = ran.out.trim().chars().filter(|&c| c != '.').count();
                    assert_eq!(
                        (count.to_string(), exactly(&["count"], &ran.out).out.trim()),
                        (clues.clone(), "1")
                    );
                }
                Some(2) => assert_eq!(right[&clues], "refuse", "{}", ran.err),
                code => {
                    assert_eq!(code, Some(3));
                    assert!(
                        ran.err.starts_with("puzzle 1: gave up after 30 attempts; the best: "),
                        "{}",
                        ran.err
                    );
                }
            }
            assert_eq!(ran.code == Some(2), right[&clues] == "refuse", "{clues} {}", ran.err);
        }
    }
}

/// Which clues can go one at a time.
fn spare_clues(name: &str, right: &Value) {
    let reports = json(&["redundant", name], "", 1);
    let alone = |report: &Value| -> Vec<String> {
        let names = report["alone"].as_array().expect("a list").iter();
        names.filter_map(|clue| clue["name"].as_str()?.split(' ').nth(1).map(str::to_string)).collect()
    };
    let wanted: Vec<&str> =
        right["redundant_line1"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(alone(&reports[0]), wanted);
    assert_eq!(alone(&reports[1]).is_empty(), right["minimal_line2"] == true);
}

/// A technique that hardly any puzzle needs: the time is kept, and what was made by then is printed.
fn a_technique_in_time(text: &str) {
    let case: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(case["technique"], "franken x-wing");
    let args = ["generate", "--needs", "mutant X-wing", "--seed", "1", "--time", "2s", "--count", "2"];
    let ran = exactly(&args, "");
    let made = ran.out.lines().count();
    assert_eq!(ran.code, Some(if made == 2 { 0 } else { 3 }), "{}", ran.err);
    assert!(made == 2 || ran.err.trim_end().ends_with(&format!("{made} of 2 puzzles made")), "{}", ran.err);
}

#[test]
fn cases_of_the_corpus() {
    let Some(corpus) = common::corpus() else { return };
    let cases = corpus.join("cases");
    let index = common::text_of(&cases.join("index.jsonl"));
    let all = index.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let of_generators: Vec<Value> = all.filter(|case| case["area"] == "generators").collect();
    assert!(!of_generators.is_empty());
    for case in of_generators {
        let (id, file) = (case["id"].as_str(), case["files"][0].as_str());
        let file = cases.join(file.expect("a file"));
        assert!(is_walked(id.expect("a number"), &file, &case["expect"]), "nobody knows {case}");
    }
}
