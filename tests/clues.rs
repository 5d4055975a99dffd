//! Clues in puzzle files: read, refused where they stand, written and read back.

mod common;

use exactly::formats::{Source, read_iss, read_puzzle_file, write_puzzle_file};
use exactly::puzzles::{Clue, Puzzle};

fn read(text: &str) -> Result<Puzzle, String> {
    read_puzzle_file(&Source::new("p.toml", text)).map(|file| file.puzzle).map_err(|error| error.to_string())
}

/// The parts of combinations in an order that does not depend on how they were written.
fn sorted(clues: Vec<Clue>) -> Vec<Clue> {
    let mut clues: Vec<Clue> = clues
        .into_iter()
        .map(|clue| match clue {
            Clue::Any(parts) => Clue::Any(sorted(parts)),
            Clue::All(parts) => Clue::All(sorted(parts)),
            other => other,
        })
        .collect();
    clues.sort_by_key(|clue| format!("{clue:?}"));
    clues
}

fn comparable(puzzle: Puzzle) -> Puzzle {
    let mut puzzle = puzzle.without_places();
    puzzle.clues = sorted(puzzle.clues);
    puzzle
}

#[test]
fn constraint_strings_survive_a_puzzle_file() {
    let Some(corpus) = common::corpus() else { return };
    let mut read_back = 0;
    for line in common::text_of(&corpus.join("variants/iss.jsonl")).lines() {
        let json: serde_json::Value = serde_json::from_str(line).expect("a line of the corpus is JSON");
        let (id, text) = (json["id"].as_str().expect("a text"), json["puzzle"].as_str().expect("a text"));
        let Ok(puzzle) = read_iss(&Source::new("p.iss", text)) else { continue };
        let written = write_puzzle_file(&puzzle);
        let again = read(&written).unwrap_or_else(|error| panic!("{id}: {error}\n{written}"));
        assert_eq!(comparable(puzzle), comparable(again), "{id}\n{written}");
        read_back += 1;
    }
    assert!(read_back >= 150, "only {read_back} constraint strings were read");
}
