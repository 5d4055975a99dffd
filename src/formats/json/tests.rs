use super::*;

fn read(text: &str) -> Result<Puzzle, String> {
    let mut all =
        read_json(&Source::new("p.json", text), &TextOptions::default()).map_err(|e| e.to_string())?;
    all.swap_remove(0).map_err(|e| e.to_string())
}

#[test]
fn a_killer_is_read() {
    let text = r#"{"size": 4, "box": [2, 2], "index_base": 0, "title": "é", "note": "x", "repeats": true, "cages": [
        {"sum": 5, "cells": [[0, 0], [0, 1]]}, {"sum": null, "name": "b\"", "cells": "r2c1-2", "norepeat": true}],
        "grid": [[0, null, ".", ""], "1...", "2 . . .", [3, "4", "_", 0]]}"#;
    assert!(looks_like(text));
    let puzzle = read(text).expect("a good puzzle");
    assert_eq!(puzzle.title.as_deref(), Some("é"));
    let cages: Vec<_> =
        puzzle.cages.iter().map(|c| (c.name.as_str(), c.sum, c.cells.clone(), c.repeats)).collect();
    assert_eq!(cages, [("r1c1", Some(5), vec![0, 1], true), ("b\"", None, vec![4, 5], false)]);
    assert_eq!(puzzle.givens[12..], [Some(3), Some(4), None, None]);
}

#[test]
fn several_puzzles_and_bare_grids_are_read() {
    let source = Source::new("p.json", r#"[{"size": 4}, {"size": 0}, {"size": 9, "box": null}]"#);
    let all = read_json(&source, &TextOptions::default()).expect("an array");
    assert_eq!(all.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(read("[[0,0,1,0],[0,4,0,0],[0,0,0,2],[0,2,0,0]]").map(|p| p.givens[2]), Ok(Some(1)));
    let sixteen = TextOptions { boxes: Some((0, 0)), symbols: None };
    let plain = read_json(&Source::new("p.json", "{\"size\": 4}"), &sixteen).expect("one");
    assert_eq!(plain[0].as_ref().map(|p| p.board.houses().len()), Ok(8));
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    assert!(read(&deep).is_err());
    assert!(read(&"[".repeat(100_000)).is_err());
}
