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

#[test]
fn every_example_is_read_stated_and_written() {
    for known in exactly::puzzles::types::all() {
        let puzzle = read(&format!("size = 9\n{}\n", known.example));
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{}: {error}", known.name));
        assert_eq!(puzzle.clues.len(), 1, "{}", known.name);
        assert!(puzzle.state().is_ok(), "{}: {:?}", known.name, puzzle.state());
        let again = read(&write_puzzle_file(&puzzle)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(puzzle.without_places(), again.without_places(), "{}", known.name);
    }
}

#[test]
fn wrong_clues_are_refused_where_they_stand() {
    for (text, message) in [
        ("[[thremo]]\ncells = 'r1c1-2'", "2:3: unknown constraint type `thremo`"),
        ("[[or]]\nthremo = { cells = 'r1c1-2' }", "3:1: unknown constraint type `thremo`"),
        ("rules = ['anti-kinght']", "2:10: unknown constraint type `anti-kinght`"),
        ("rules = ['thermo']", "2:10: `thermo` needs `cells`"),
        ("rules = 'anti-knight'", "2:9: `rules` holds a text, not names of types"),
        ("thermo = 3", "2:10: `thermo` is a number, not tables `[[thermo]]`"),
        ("[[thermo]]\ncells = 'r1c1'", "3:9: thermo: `cells` has 1 cell, at least 2 are needed"),
        ("[[thermo]]\ncells = 'r1c1 r1c5'", "3:15: cell r1c5 is outside the board"),
        ("[[thermo]]\ncells = 'r1c1 S3'", "3:15: `S3` is not a cell"),
        ("[[thermo]]\ncells = ['r1c1']", "3:9: thermo: `cells` is a list, not a list of cells"),
        ("[[thermo]]\nlines = 'r1c1-2'", "3:9: thermo: `lines` is a text, not a list of texts"),
        ("[[thermo]]\nlines = ['r1c1-2', 'r1c1']", "3:20: thermo: `lines` has 1 cell, at least 2 are needed"),
        ("[[thermo]]\nlines = []", "3:9: thermo: `lines` is empty"),
        (
            "[[thermo]]\nlines = ['r1c1-2']\ncells = 'r1c1-2'",
            "3:1: thermo: both `cells` and `lines` are given",
        ),
        (
            "[[whisper]]\ncells = 'r1c1-2'\ngpa = 3",
            "4:1: whisper: `gpa` is no parameter; it has `cells`, `gap`",
        ),
        ("[[whisper]]\ncells = 'r1c1-2'\ngap = 'x'", "4:7: whisper: `gap` is a text, not a number"),
        ("[[arrow]]\ncells = 'r1c1-2'", "2:1: arrow: `circle` is missing: the cell of the circle"),
        ("[[sandwich]]\nfrom = 'left 5'\nsum = 3", "3:8: sandwich: `left 5` does not exist: there are 4"),
        (
            "[[sandwich]]\nfrom = 'above 1'\nsum = 3",
            "3:8: sandwich: `above 1` is no row or column with its side",
        ),
        (
            "[[same-values]]\nlists = ['r1c1']",
            "3:9: same-values: `lists` has 1 lists of cells, at least 2 are needed",
        ),
        ("[[or]]", "2:1: `or` without a part"),
        ("[[not]]\nand = 3", "3:7: `and` is a number, not tables `[[and]]`"),
        ("[[if]]\nwhen = { odd = { cells = 'r1c1' } }", "2:1: `if` without `then`"),
        ("[[if]]\nwhen = { }\nthen = { }", "2:1: `when` is empty"),
        ("[[if]]\nodd = { cells = 'r1c1' }", "3:1: unknown key `odd` in `[[if]]`"),
        ("[[extra]]\ncount = 3", "2:1: variables without a `name`"),
        ("[[extra]]\nname = 'S'\ncount = 0", "4:9: `count` is 0, not from 1 to 1000"),
        ("[[extra]]\nname = 'S'\nvalues = [5, 1]", "4:10: `values` from 5 to 1 are not 1 to 1000 values"),
        ("[[extra]]\nname = '3'", "3:8: `3` is no name of variables"),
        ("houses = 'some'", "2:11: `houses` is `some`"),
    ] {
        assert_eq!(
            read(&format!("size = 4\n{text}\n")).expect_err(text),
            format!("p.toml:{message}"),
            "{text}"
        );
    }
}

#[test]
fn clues_that_cannot_hold_have_their_place() {
    for (text, message) in [
        ("[[quadruple]]\ncells = 'r1-2c1-2'\ndigits = [1, 2, 3, 4, 4]", "quadruple: 5 digits for 4 cells"),
        (
            "[[or]]\nrellik-cage = { cells = 'r1c1-2', sum = 99 }",
            "rellik-cage: `sum` = 99 is not from 1 to 60",
        ),
    ] {
        let puzzle = read(&format!("size = 4\n{text}\n")).unwrap_or_else(|error| panic!("{error}"));
        let fault = puzzle.state().expect_err("a wrong argument").remove(0);
        assert_eq!(fault.to_string(), message);
        assert!(fault.place.is_some_and(|place| (2..=3).contains(&place.line)), "{fault:?}");
    }
}

#[test]
fn all_kinds_of_arguments_are_read() {
    let text = "size = 4\nrules = ['anti-king']\n[[extra]]\nname = 'S'\ncount = 4\ncolumns = 2\n\
        [[sandwich]]\nfrom = 'row 2'\nsum = 3\n[[sandwich]]\nfrom = 'bottom 2'\nsum = 0\n\
        [[contains]]\ncells = 'r1-2c1-2 S2-3'\ndigits = [1, 2]\nexact = true\n\
        [[same-values]]\nlists = ['r1c1-2', 'S4 S1']\n[[thermo]]\nlines = ['r1c1-2', 'r2c1-2']\n";
    let puzzle = read(text).unwrap_or_else(|error| panic!("{error}"));
    let written = write_puzzle_file(&puzzle);
    let start = written.find("\nrules").expect("rules are written");
    assert_eq!(
        written[start..].trim(),
        "rules = [\"anti-king\"]\n\n[[extra]]\nname = \"S\"\ncount = 4\ncolumns = 2\nvalues = [1, 4]\n\n\
         [[sandwich]]\nfrom = \"left 2\"\nsum = 3\n\n[[sandwich]]\nfrom = \"bottom 2\"\nsum = 0\n\n\
         [[contains]]\ncells = \"r1c1-2 r2c1-2 S2 S3\"\ndigits = [1, 2]\nexact = true\n\n\
         [[same-values]]\nlists = [\"r1c1-2\", \"S4 S1\"]\n\n[[thermo]]\ncells = \"r1c1-2\"\n\n\
         [[thermo]]\ncells = \"r2c1-2\""
    );
    let places: Vec<usize> = puzzle.clues.iter().filter_map(Clue::place).map(|place| place.line).collect();
    assert_eq!(places, [2, 7, 10, 13, 17, 19, 19]);
}
