//! Puzzles made as easy as asked for on any board, what is said of those that are not made, and runs read back.

mod common;

use std::ops::ControlFlow;

use common::program::{exactly, folder, json, write};
use exactly::engines::Cancel;
use exactly::generate::{Generator, Recipe};
use exactly::puzzles::{Board, Puzzle};

#[test]
fn as_easy_as_asked_for_on_other_boards() {
    let folder = folder("easy");
    let knight = write(&folder, "knight.toml", "rules = [\"anti-knight\"]\nsize = 9\n");
    for board in [
        &["--variant", "x"][..],
        &["--variant", "jigsaw"],
        &["--variant", "windoku"],
        &["--like", &knight, "--symmetry", "half-turn"],
        &["--size", "6"],
        &["--size", "16"],
    ] {
        for level in ["easy", "medium"] {
            let wish = ["generate", "--level", level, "--seed", "1", "--count", "2"];
            for made in json(&[&wish[..], board].concat(), "", 0) {
                assert_eq!(made["level"], level, "{board:?}");
                let puzzle = made["puzzle"].as_str().expect("a text");
                assert_eq!(exactly(&["count", "--limit", "2"], puzzle).out.trim(), "1", "{board:?}");
                assert!(!board.contains(&"half-turn") || made["clues"] != 81, "{board:?}");
            }
        }
    }
    // No more givens than asked for.
    let few = ["generate", "--variant", "x", "--level", "easy", "--clues", "12-24", "--seed", "2"];
    let made = &json(&few, "", 0)[0];
    assert!(made["level"] == "easy" && made["clues"].as_u64() <= Some(24), "{made}");
    let low = ["generate", "--variant", "jigsaw", "--rating", "1-2.3", "--seed", "3"];
    assert!(json(&low, "", 0)[0]["rating"].as_f64() <= Some(2.3));
}

#[test]
fn killers_as_easy_as_asked_for() {
    let wish = ["generate", "--variant", "killer", "--level", "medium", "--seed", "1"];
    let made = &json(&[&wish[..], &["--cage-size", "1-3"]].concat(), "", 0)[0];
    assert!(made["level"] == "medium" && made["clues"] == 0, "{made}");
    // Givens are put back.
    let made = &json(&[&wish[..], &["--givens", "0-40"]].concat(), "", 0)[0];
    assert!(made["level"] == "medium" && made["clues"].as_u64() <= Some(40), "{made}");
    // What came nearest is said with its level and rating.
    let ran = exactly(&[&wish[..], &["--size", "6", "--rating", "9-10", "--attempts", "2"]].concat(), "");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
    let best = "the best: a killer of ";
    assert!(ran.err.contains(best) && ran.err.contains(" cages, rating "), "{}", ran.err);
    let needs = ["generate", "--variant", "killer", "--needs", "innies and outies", "--seed", "9"];
    assert_eq!(exactly(&needs, "").code, Some(0));
}

#[test]
fn puzzle_files_of_a_run_are_read_together() {
    let killers =
        exactly(&["generate", "--variant", "killer", "--size", "6", "--count", "3", "--seed", "1"], "").out;
    assert_eq!(killers.matches("---\n# puzzle ").count(), 2, "{killers}");
    assert_eq!(exactly(&["count"], &killers).out, "1\n1\n1\n");
    let file = write(
        &folder("together"),
        "three.toml",
        &killers.replacen("size = 6", "size = 0", 2).replacen("size = 0", "size = 6", 1),
    );
    let line = 1 + killers.lines().take_while(|line| *line != "---").count() + 2;
    let ran = exactly(&["count", &file], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), "1\ninvalid\n1\n"), "{}", ran.err);
    assert!(ran.err.contains(&format!("three.toml:{line}:")), "{line}: {}", ran.err);
}

#[test]
fn a_run_that_is_cancelled_says_what_came_nearest() {
    let recipe = Recipe {
        clues: Some(17..=17),
        attempts: u64::MAX,
        ..Recipe::new(Puzzle::new(Board::usual(9).expect("a usual size")))
    };
    let cancel = Cancel::new();
    let generator = Generator::new(recipe, 1).expect("can be").cancelled_by(cancel.clone());
    let mut said = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            cancel.cancel();
        });
        generator.run(3, &mut |number, made| {
            said.push((number, made.map_err(|error| error.to_string())));
            ControlFlow::Continue(())
        });
    });
    assert!(matches!(&said[..], [(0, Err(error))] if error.contains("; the best: ")), "{said:?}");
}

#[test]
fn large_boards_keep_givens_that_may_be_spared() {
    let recipe = Recipe::new(Puzzle::new(Board::usual(25).expect("a usual size")));
    let made = Generator::new(recipe, 13).expect("can be").puzzle(0).expect("is made");
    assert!(made.puzzle.faults().is_empty() && made.clue_count() < 450, "{}", made.clue_count());
}
