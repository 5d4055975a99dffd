//! The variant puzzles of the corpus: read, written back, held against their recorded solutions and counts.

mod common;

use std::time::Duration;

use common::{corpus, on_all_cores, run, text_of, timed};
use exactly::formats::{Source, TextOptions, read_fpuzzles, read_iss, read_puzzles, write_fpuzzles};
use exactly::formats::{write_fpuzzles_link, write_iss};
use exactly::puzzles::{Clue, Puzzle};
use exactly::solve::EngineName;
use serde_json::Value;

/// The types that are refused.
const REFUSED: [&str; 2] = [".ChaosConstruction", ".ConnectedValues"];

/// Puzzles that are read and written, but stated only in more than a few seconds (147) or not at all (134: an automaton of
/// more than 20,000 states).
const UNSTATED: [&str; 2] = ["iss-134", "iss-147"];

fn entries(name: &str) -> Option<Vec<Value>> {
    let text = text_of(&corpus()?.join("variants").join(name));
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect())
}

fn text<'v>(entry: &'v Value, key: &str) -> &'v str {
    entry[key].as_str().unwrap_or_default()
}

/// A puzzle without the places and names that tell where it was read from.
fn placeless(mut puzzle: Puzzle) -> Puzzle {
    puzzle.place = None;
    puzzle.notes.clear();
    puzzle.cages.iter_mut().for_each(|cage| cage.place = None);
    puzzle.clues.iter_mut().for_each(forget);
    puzzle
}

fn forget(clue: &mut Clue) {
    match clue {
        Clue::Use(one) => one.place = None,
        Clue::Any(parts) | Clue::All(parts) => parts.iter_mut().for_each(forget),
        Clue::Not(part) => forget(part),
        Clue::If(condition, consequence) => {
            forget(condition);
            forget(consequence);
        }
    }
}

/// The digits of a recorded solution: one sign a cell, where 10 is `A`, or in some `10`.
fn digits(entry: &Value, puzzle: &Puzzle) -> Option<Vec<i32>> {
    let (low, high) = puzzle.board.values().into_inner();
    let line = entry["solution"].as_str()?;
    let letters = line.chars().all(|sign| sign.is_ascii_uppercase());
    let value = |sign: char| match sign {
        'A'..='Z' if letters => sign as i32 - i32::from(b'A') + 1,
        _ => sign.to_digit(36).map_or(-1, |digit| digit as i32),
    };
    let digits: Vec<i32> = line.chars().map(value).collect();
    let fits =
        digits.len() == puzzle.board.cell_count() && digits.iter().all(|digit| (low..=high).contains(digit));
    fits.then_some(digits)
}

/// Whether the digits, with some values of the extra variables, satisfy the puzzle.
fn admits(puzzle: &Puzzle, digits: &[i32]) -> bool {
    let mut filled = puzzle.clone();
    filled.givens = digits.iter().map(|&digit| Some(digit)).collect();
    let found = run(&filled, &timed(EngineName::Varisat, Some(1), Duration::from_secs(10)));
    found.is_ok_and(|found| found.solutions == [digits])
}

/// The solutions, at most two.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    let found = run(puzzle, &timed(EngineName::Varisat, Some(2), Duration::from_secs(20)));
    let found = found.unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(found.is_complete() || found.solutions.len() == 2, "not solved in 20 seconds");
    found.solutions
}

#[test]
fn f_puzzles_are_the_same_compressed_and_in_json() {
    let Some(entries) = entries("fpuzzles.jsonl") else { return };
    for entry in &entries {
        let id = text(entry, "id");
        let read = |name: &str, text: &str| {
            let puzzles = read_puzzles(&Source::new(name, text), &TextOptions::default());
            puzzles.and_then(|mut all| all.swap_remove(0)).unwrap_or_else(|error| panic!("{id}: {error}"))
        };
        let json = read("p.json", &entry["json"].to_string());
        let packed = read("p.txt", text(entry, "puzzle"));
        assert_eq!(placeless(packed.clone()), placeless(json.clone()), "{id}");
        assert_eq!(packed.notes, json.notes, "{id}");
        for written in [write_fpuzzles(&json), write_fpuzzles_link(&json)] {
            let written = written.unwrap_or_else(|error| panic!("{id}: {error}"));
            let again =
                read_fpuzzles(&Source::new("w", written)).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(placeless(again), placeless(json.clone()), "{id}");
        }
    }
}

#[test]
fn f_puzzles_have_the_solutions_of_their_translation() {
    let Some(entries) = entries("fpuzzles.jsonl") else { return };
    on_all_cores(&entries, |entry| {
        let id = text(entry, "id");
        let puzzle = read_fpuzzles(&Source::new(id, entry["json"].to_string()));
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
        let translated =
            read_iss(&Source::new(id, text(entry, "iss"))).unwrap_or_else(|error| panic!("{error}"));
        if let Some(digits) = digits(entry, &puzzle) {
            assert!(admits(&puzzle, &digits), "{id}: its solution is refused");
        }
        let (one, other) = (solutions(&puzzle), solutions(&translated));
        assert_eq!(one.len(), other.len(), "{id}");
        // Of several solutions, each run may find others.
        if let ([one], [other]) = (&one[..], &other[..]) {
            assert_eq!(one, other, "{id}");
        }
        if let (Some(count), None) = (entry["count"].as_u64(), entry.get("constraints_incomplete")) {
            assert_eq!(u64::try_from(one.len()), Ok(count), "{id}");
        }
    });
}

#[test]
fn iss_strings_are_read_or_refused_and_hold_their_solutions() {
    let Some(entries) = entries("iss.jsonl") else { return };
    on_all_cores(&entries, |entry| {
        let id = text(entry, "id");
        let string = if entry["iss"].is_string() { text(entry, "iss") } else { text(entry, "puzzle") };
        let puzzle = match read_iss(&Source::new(id, string)) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                let named =
                    REFUSED.iter().any(|name| error.message == format!("`{name}` is not supported yet"));
                assert!(named, "{error}");
                return;
            }
        };
        let written = write_iss(&puzzle).unwrap_or_else(|error| panic!("{id}: {error}"));
        let again = read_iss(&Source::new("w.iss", written.clone()))
            .unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert!(
            placeless(again) == placeless(puzzle.clone()),
            "{id} is read back as another puzzle:\n{written}"
        );
        if let Some(digits) = digits(entry, &puzzle).filter(|_| !UNSTATED.contains(&id)) {
            assert!(admits(&puzzle, &digits), "{id}: its solution is refused");
        }
    });
}
