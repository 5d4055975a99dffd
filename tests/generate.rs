//! Puzzles made to order: each is what was asked for, by another engine; the same seed makes the same; what cannot be is refused.

mod common;

use std::ops::ControlFlow;

use common::program::{Ran, exactly, expect, folder, json, write};
use exactly::formats::write_line;
use exactly::generate::{Generator, Kind, Made, NotMade, Pattern, Recipe, RecipeError, Symmetry, canonical};
use exactly::puzzles::{Board, Cage, Puzzle};
use exactly::solve::EngineName;
use exactly::steps::{Level, Technique};

fn recipe(size: usize) -> Recipe {
    Recipe::new(Puzzle::new(Board::usual(size).expect("a usual size")))
}

/// The puzzles of a recipe, all of which have to be made.
#[track_caller]
fn made(recipe: Recipe, seed: u64, count: u64) -> Vec<Made> {
    let mut all = Vec::new();
    let generator = Generator::new(recipe, seed).expect("a recipe that can be");
    generator.run(count, &mut |number, made| {
        all.push(made.unwrap_or_else(|error| panic!("puzzle {number} of seed {seed}: {error}")));
        ControlFlow::Continue(())
    });
    assert_eq!(all.len() as u64, count);
    all
}

/// The number of solutions up to two, by an engine that made none of the puzzles.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    common::run(puzzle, &common::request(EngineName::Varisat, Some(2)))
        .expect("a puzzle without faults")
        .solutions
}

#[track_caller]
fn holds(made: &Made) {
    assert_eq!(solutions(&made.puzzle), std::slice::from_ref(&made.solution), "{:?}", made.puzzle.givens);
}

fn line(made: &Made) -> String {
    write_line(&made.puzzle.board, &made.puzzle.givens).trim_end().to_string()
}

/// Whether another solution comes up without any one of the givens.
fn is_minimal(puzzle: &Puzzle) -> bool {
    needs_all(puzzle, &Puzzle::new(puzzle.board.clone()))
}

/// The same of the givens that were not there at the start.
fn needs_all(puzzle: &Puzzle, start: &Puzzle) -> bool {
    (0..puzzle.givens.len()).filter(|&cell| puzzle.givens[cell] != start.givens[cell]).all(|cell| {
        let mut less = puzzle.clone();
        less.givens[cell] = None;
        let found = common::run(&less, &common::request(EngineName::Auto, Some(2))).expect("no faults");
        found.solutions.len() == 2
    })
}

#[test]
fn plain_puzzles_have_one_solution_and_no_spare_clue() {
    for made in made(Recipe { minimal: true, ..recipe(9) }, 5, 60) {
        holds(&made);
        assert!(is_minimal(&made.puzzle), "{}", line(&made));
    }
}

#[test]
fn every_symmetry_is_kept() {
    for symmetry in Symmetry::ALL {
        for made in made(Recipe { symmetry, ..recipe(9) }, 1, 8) {
            holds(&made);
            let marked: Vec<bool> = made.puzzle.givens.iter().map(Option::is_some).collect();
            assert!(symmetry.holds(&marked, 9), "{symmetry}: {}", line(&made));
        }
    }
    let cells = [81, 41, 21, 45, 45, 25, 45, 45, 25, 15];
    assert_eq!(Symmetry::ALL.map(|symmetry| symmetry.orbits(9, 9).len()), cells);
    // The cells that go with r1c2.
    let with: [(&str, &[usize]); 10] = [
        ("none", &[1]),
        ("half-turn", &[1, 79]),
        ("quarter-turn", &[1, 17, 63, 79]),
        ("vertical", &[1, 7]),
        ("horizontal", &[1, 73]),
        ("both-mirrors", &[1, 7, 73, 79]),
        ("diagonal", &[1, 9]),
        ("anti-diagonal", &[1, 71]),
        ("both-diagonals", &[1, 9, 71, 79]),
        ("full", &[1, 7, 9, 17, 63, 71, 73, 79]),
    ];
    for (name, cells) in with {
        let symmetry: Symmetry = name.parse().expect("a symmetry");
        let orbits = symmetry.orbits(9, 9);
        assert_eq!(orbits.iter().find(|orbit| orbit.contains(&1)).map(Vec::as_slice), Some(cells), "{name}");
    }
}

#[test]
fn minimal_and_symmetric_at_once() {
    for made in made(Recipe { symmetry: Symmetry::HalfTurn, minimal: true, ..recipe(9) }, 2, 3) {
        holds(&made);
        assert!(is_minimal(&made.puzzle), "{}", line(&made));
    }
}

#[test]
fn as_many_clues_as_asked_for() {
    for range in [21..=22, 24..=24, 30..=34, 50..=50, 81..=81] {
        for made in made(Recipe { clues: Some(range.clone()), ..recipe(9) }, 3, 5) {
            holds(&made);
            assert!(range.contains(&made.clue_count()), "{range:?}: {}", line(&made));
        }
    }
    let recipe = Recipe { clues: Some(28..=30), symmetry: Symmetry::HalfTurn, ..recipe(9) };
    assert!(made(recipe, 3, 20).iter().all(|made| (28..=30).contains(&made.clue_count())));
}

#[test]
fn clues_in_a_pattern() {
    let text = "x.x.x.x.x .x.x.x.x. x...x...x .x.x.x.x. x..x.x..x .x.x.x.x. x...x...x .x.x.x.x. x.x.x.x.x";
    let pattern: Pattern = text.parse().expect("a pattern");
    for made in made(Recipe { pattern: Some(pattern.clone()), ..recipe(9) }, 1, 3) {
        holds(&made);
        let marked: Vec<bool> = made.puzzle.givens.iter().map(Option::is_some).collect();
        assert_eq!(marked, pattern.marked());
    }
}

#[test]
fn minimal_in_a_pattern() {
    for text in [
        "x....x..xx..x.....xx.x......xx..xx...x.....x...xx..xx......x.xx.....x..xx..x....x",
        "..x...x..x..x....x...x.x.x..x.x.x..xx.......xx..x.x.x..x.x.x...x....x..x..x...x..",
    ] {
        let pattern = Some(text.parse().expect("a pattern"));
        for made in made(Recipe { pattern, minimal: true, ..recipe(9) }, 1, 2) {
            holds(&made);
            assert!(is_minimal(&made.puzzle), "{}", line(&made));
        }
    }
    let many = "x.x.x.x.x.x.x.x.x.x...x...x.x.x.x.x.x..x.x..x.x.x.x.x.x...x...x.x.x.x.x.x.x.x.x.x";
    let ran = exactly(&["generate", "--pattern", many, "--minimal", "--seed", "1", "--attempts", "100"], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(ran.err.contains("the best: 36 clues, not minimal"), "{}", ran.err);
}

#[test]
fn a_line_of_dashes_is_a_row_without_givens() {
    let pattern: Pattern = "x--x\n----\n+==+\n-x|x-\n--+--\nx--x".parse().expect("a pattern");
    assert_eq!((pattern.marked().len(), pattern.count()), (16, 6));
}

#[test]
fn as_hard_as_asked_for() {
    for level in [Level::Easy, Level::Medium, Level::Hard] {
        let mut recipe = recipe(9);
        recipe.difficulty.level = Some(level);
        for made in made(recipe, 1, 3) {
            holds(&made);
            assert_eq!(made.graded.map(|graded| (graded.is_solved, graded.grade.level)), Some((true, level)));
        }
    }
    let mut rated = recipe(9);
    rated.difficulty.rating = Some(25..=35);
    for made in made(rated, 1, 3) {
        let rating = made.graded.map_or(0, |graded| graded.grade.rating);
        assert!((25..=35).contains(&rating), "{rating}: {}", line(&made));
    }
    let mut needs = recipe(9);
    needs.difficulty.needs = vec![Technique::NakedPair];
    let puzzle = line(&made(needs, 1, 1)[0]);
    let [with, without] = [&[][..], &["--skip", "naked pair"]].map(|skip| {
        let args: Vec<&str> = ["grade"].into_iter().chain(skip.iter().copied()).collect();
        exactly(&args, &puzzle).out
    });
    assert_ne!(with, without);
}

#[test]
fn every_seed_ends() {
    for seed in 0..=200 {
        let four = made(recipe(4), seed, 1).remove(0);
        let nine = made(recipe(9), seed, 1).remove(0);
        if seed % 10 == 0 {
            holds(&four);
            holds(&nine);
            assert!(is_minimal(&four.puzzle), "{}", line(&four));
        }
    }
    for seed in [0, 100, 200] {
        holds(&made(recipe(16), seed, 1)[0]);
    }
}

#[test]
fn boards_of_other_kinds() {
    let mut board = Board::usual(6).expect("a usual size");
    board.add_diagonal_down();
    board.add_diagonal_up();
    let diagonals = Recipe { minimal: true, ..Recipe::new(Puzzle::new(board)) };
    for made in made(diagonals, 1, 5) {
        holds(&made);
        assert!(is_minimal(&made.puzzle));
    }
    for size in [5, 7, 9] {
        let jigsaw = Recipe { random_regions: true, ..recipe(size) };
        let all = made(jigsaw, 4, 4);
        all.iter().for_each(holds);
        assert_ne!(all[0].puzzle.board, all[1].puzzle.board);
    }
    for made in made(Recipe { kind: Kind::Grid, ..recipe(25) }, 1, 1) {
        assert_eq!(made.clue_count(), 625);
        assert!(made.puzzle.faults().is_empty());
    }
}

fn average(cages: &[Cage]) -> f64 {
    cages.iter().map(|cage| cage.cells.len()).sum::<usize>() as f64 / cages.len() as f64
}

#[test]
fn killers_with_and_without_givens() {
    let killer = Recipe { kind: Kind::Killer { cage_size: 2..=4 }, ..recipe(9) };
    let plain = made(killer.clone(), 1, 12);
    for made in &plain {
        holds(made);
        assert_eq!(made.clue_count(), 0);
        assert!(made.puzzle.cages.iter().all(|cage| (2..=4).contains(&cage.cells.len())));
        let covered: usize = made.puzzle.cages.iter().map(|cage| cage.cells.len()).sum();
        assert_eq!(covered, 81);
    }
    let averages = plain.iter().map(|made| average(&made.puzzle.cages)).sum::<f64>() / 12.0;
    assert!((2.5..=3.2).contains(&averages), "{averages}");
    let larger = Recipe { kind: Kind::Killer { cage_size: 3..=5 }, clues: Some(4..=4), ..killer };
    for made in made(larger, 2, 3) {
        holds(&made);
        assert_eq!(made.clue_count(), 4);
    }
}

#[test]
fn killers_with_givens_none_of_which_can_go() {
    let killer = Recipe { kind: Kind::Killer { cage_size: 3..=5 }, minimal: true, ..recipe(6) };
    for made in made(Recipe { clues: Some(3..=3), ..killer.clone() }, 1, 3) {
        holds(&made);
        assert_eq!(made.clue_count(), 3);
        assert!(is_minimal(&made.puzzle), "{}", line(&made));
    }
    assert_eq!(killer.fault(), Some(RecipeError::MinimalWithoutGivens));
}

#[test]
fn givens_of_killers_are_as_many_as_asked_for() {
    let killer = Recipe { kind: Kind::Killer { cage_size: 2..=4 }, ..recipe(6) };
    let turned = Recipe { symmetry: Symmetry::QuarterTurn, clues: Some(5..=8), ..killer.clone() };
    assert!(made(turned, 1, 8).iter().all(|made| made.clue_count() == 8));
    let mut kept = Recipe { clues: Some(4..=5), keep_givens: true, ..killer };
    kept.base.givens[..3].copy_from_slice(&[Some(1), Some(2), Some(3)]);
    for made in made(kept.clone(), 1, 8) {
        assert_eq!(made.puzzle.givens[..3], kept.base.givens[..3]);
        assert!((4..=5).contains(&made.clue_count()), "{}", line(&made));
    }
}

#[test]
fn no_two_are_equal_up_to_symmetry() {
    let all = made(Recipe { symmetry: Symmetry::None, ..recipe(9) }, 9, 300);
    let form = |made: &Made| {
        let digits: Vec<u8> = made.puzzle.givens.iter().map(|given| given.unwrap_or(0) as u8).collect();
        canonical(&digits.try_into().expect("81 cells"))
    };
    let mut forms: Vec<_> = all.iter().map(form).collect();
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 300);
    // A 4×4 board has 288 grids, of which no more can come.
    let run = |attempts| {
        let recipe = Recipe { kind: Kind::Grid, attempts, ..recipe(4) };
        let generator = Generator::new(recipe, 1).expect("can be");
        let (mut grids, mut failed) = (std::collections::HashSet::new(), Vec::new());
        generator.run(300, &mut |_, made| {
            match made {
                Ok(made) => assert!(grids.insert(made.solution)),
                Err(error) => failed.push(error),
            }
            ControlFlow::Continue(())
        });
        assert!(grids.len() <= 288 && failed.len() >= 12, "{} grids", grids.len());
        failed
    };
    let failed = run(Recipe::ATTEMPTS);
    assert!(failed.iter().all(|error| *error == NotMade::Repeated { times: 101 }), "{failed:?}");
    assert_eq!(failed[0].to_string(), "made 101 puzzles, each equal to an earlier one of this run");
    // All that are made for one number share its attempts.
    let ended = "gave up after 5 attempts; the best: a puzzle equal to an earlier one of this run";
    assert!(run(5).iter().all(|error| error.to_string() == ended));
}

#[test]
fn the_same_seed_makes_the_same_on_any_number_of_cores() {
    let run = |threads: &str, args: &[&str]| {
        let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("exactly"))
            .env("RAYON_NUM_THREADS", threads)
            .arg("generate")
            .args(args)
            .output()
            .expect("the program starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for args in [
        &["--seed", "5", "--count", "300"][..],
        &["--seed", "5", "--count", "40", "--size", "4"],
        &["--seed", "5", "--count", "4", "--variant", "killer"],
        &["--seed", "5", "--count", "4", "--variant", "jigsaw,x", "--size", "7"],
        &["--seed", "5", "--count", "4", "--level", "medium", "--json"],
    ] {
        let (one, two) = (run("1", args), run("2", args));
        assert!(!one.is_empty());
        assert_eq!(one, two, "{args:?}");
    }
    assert_ne!(run("1", &["--seed", "1"]), run("1", &["--seed", "2"]));
}

#[test]
fn counts_are_exact_and_json_says_all() {
    expect(&["generate", "--count", "0", "--seed", "1"], "", 0, "");
    let ran = exactly(&["generate", "--count", "20"], "");
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 20));
    assert!(ran.err.starts_with("seed "), "{}", ran.err);
    let made = &json(&["generate", "--seed", "3"], "", 0)[0];
    let puzzle = made["puzzle"].as_str().expect("a line");
    assert_eq!(
        puzzle.chars().filter(|&c| c != '.').count() as u64,
        made["clues"].as_u64().expect("a number")
    );
    assert_eq!(made["seed"], 3);
    let solved = exactly(&["solve", "--json", "--limit", "2"], puzzle).out;
    let solved: serde_json::Value = serde_json::from_str(&solved).expect("JSON");
    assert_eq!(solved["solutions"][0], made["solution"]);
    assert_eq!(solved["status"], "unique");
}

#[test]
fn puzzle_files_are_read_back() {
    let folder = folder("generate");
    let out = folder.display().to_string();
    let args = ["generate", "--seed", "1", "--count", "2", "--variant", "killer", "--size", "6", "-o", &out];
    expect(&args, "", 0, "");
    for name in ["puzzle-0001.toml", "puzzle-0002.toml"] {
        let ran = exactly(&["count", &folder.join(name).display().to_string()], "");
        assert_eq!((ran.code, ran.out.trim()), (Some(0), "1"));
    }
    let like =
        write(&folder, "like.toml", "size = 6\nrules = [\"anti-king\"]\n\n[[thermo]]\ncells = \"r1c1-3\"\n");
    let made = exactly(&["generate", "--like", &like, "--seed", "1"], "");
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.out.contains("anti-king") && made.out.contains("thermo") && made.out.contains("givens"));
    let again = write(&folder, "again.toml", &made.out);
    assert_eq!(exactly(&["count", &again], "").out.trim(), "1");
    // What is there is not written over.
    let ran = exactly(&args, "");
    let message =
        format!("error: {out}: holds puzzle-0001.toml already; name another folder, or move it away");
    assert_eq!((ran.code, ran.err.trim_end()), (Some(2), message.as_str()));
    let ran = exactly(&["generate", "-o", &like], "");
    let message = format!("error: {like}: is no folder; name one for the puzzles to be written to");
    assert_eq!((ran.code, ran.err.trim_end()), (Some(2), message.as_str()));
}

#[test]
fn grids_say_all_of_a_board_or_are_left() {
    let folder = folder("grids");
    for (variant, is_grid) in
        [("classic", true), ("x", false), ("latin", false), ("jigsaw", false), ("anti-king", false)]
    {
        let args = ["generate", "--size", "6", "--variant", variant, "--grid", "--seed", "1"];
        let made = exactly(&args, "").out;
        assert_eq!(made.contains("size = 6"), !is_grid, "{made}");
        let name = if is_grid { "made.sdk" } else { "made.toml" };
        let file = write(&folder, name, &made);
        assert_eq!(exactly(&["count", &file], "").out.trim(), "1", "{variant}: {made}");
    }
    let one = write(&folder, "one.toml", "size = 6\ndiagonals = '\\'\n");
    let made = exactly(&["generate", "--like", &one, "--variant", "x", "--seed", "1"], "").out;
    assert!(made.contains("diagonals = true"), "{made}");
    // What is there already does not come twice.
    let variants = ["generate", "--variant", "windoku,anti-king", "--seed", "1"];
    let windows = write(&folder, "windows.toml", &exactly(&variants, "").out);
    let made = exactly(&[&variants[..], &["--like", &windows]].concat(), "").out;
    assert_eq!([made.matches("anti-king").count(), made.matches("extra-region").count()], [1, 4], "{made}");
}

#[test]
fn givens_that_are_kept() {
    let folder = folder("kept");
    let start = format!("123456789{}", ".".repeat(72));
    let file = write(&folder, "start.sdm", &format!("{start}\n"));
    for clues in [&[][..], &["--clues", "30"]] {
        let args = [&["generate", "--like", &file, "--keep-givens", "--seed", "1"][..], clues].concat();
        let Ran { code, out, err } = exactly(&args, "");
        assert_eq!(code, Some(0), "{err}");
        assert!(out.starts_with("123456789"), "{out}");
        assert_eq!(exactly(&["count", "--limit", "2"], &out).out.trim(), "1");
    }
    let args = ["generate", "--like", &file, "--keep-givens", "--symmetry", "half-turn"];
    let message = format!(
        "error: {file}: the givens that are kept do not have the symmetry half-turn: r1c1 is one of them, r9c9 is not"
    );
    let ran = exactly(&args, "");
    assert_eq!((ran.code, ran.err.trim_end()), (Some(2), message.as_str()));
}

#[test]
fn kept_givens_are_no_part_of_what_is_minimal() {
    let kept = |mut recipe: Recipe, count: usize| {
        let first = (1..).take(count).map(Some);
        recipe.base.givens.iter_mut().zip(first).for_each(|(given, digit)| *given = digit);
        Recipe { keep_givens: true, minimal: true, ..recipe }
    };
    let mut diagonal = Board::usual(4).expect("a usual size");
    diagonal.add_diagonal_down();
    let pattern = "x..x .... .x.. ...x".parse().expect("a pattern");
    for recipe in
        [kept(recipe(9), 9), kept(Recipe { pattern: Some(pattern), ..Recipe::new(Puzzle::new(diagonal)) }, 1)]
    {
        let base = recipe.base.clone();
        for made in made(recipe, 1, 2) {
            holds(&made);
            assert!(needs_all(&made.puzzle, &base), "{}", line(&made));
        }
    }
    // Beside nine givens a pattern may have fewer than 17 marks.
    let few = "......... ......... x...x.x.. .x..x..x. ..x..x... x..x....x ...x.x.x. ..x...... .........";
    let pattern: Pattern = few.parse().expect("a pattern");
    assert!(pattern.count() < 17);
    let recipe = Recipe { pattern: Some(pattern), clues: Some(20..=30), ..kept(recipe(9), 9) };
    assert_eq!(recipe.fault(), None);
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let refused = |args: &[&str], message: &str| {
        let args: Vec<&str> = ["generate", "--seed", "1"].iter().chain(args).copied().collect();
        let ran = exactly(&args, "");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.trim_end()), (Some(2), "", message), "{args:?}");
    };
    refused(
        &["--clues", "16"],
        "error: 16 clues are too few: no 9×9 sudoku with fewer than 17 has exactly one solution (McGuire, Tugemann, Civario 2014)",
    );
    refused(&["--clues", "28-24"], "error: 28 to 24 clues is a range the wrong way round; write 24-28");
    refused(&["--clues", "82"], "error: 82 clues do not fit on a board of 81 cells");
    refused(&["--size", "4", "--clues", "17"], "error: 17 clues do not fit on a board of 16 cells");
    refused(
        &["--symmetry", "quarter-turn", "--clues", "26-27"],
        "error: 26 to 27 clues cannot have the symmetry quarter-turn, whose cells go together; 25 or 28 can",
    );
    refused(
        &["--rating", "7.5-6.5"],
        "error: the rating 7.5 to 6.5 is a range the wrong way round; write 6.5-7.5",
    );
    refused(
        &["--cage-size", "10-12"],
        "error: a cage of 10 cells cannot be: cages hold 1 to 9 different digits",
    );
    refused(
        &["--cage-size", "1"],
        "error: a cage of 1 cell is a given: cages of 1 cell alone leave nothing to solve; allow larger ones, as 1-3",
    );
    refused(
        &["--variant", "killer", "--rating", "1-2.6"],
        "error: a killer without givens is never that easy: its first step combines cages, rating 2.7; ask for that or more, or for givens",
    );
    refused(&["--cage-size", "4-2"], "error: 4 to 2 cage sizes is a range the wrong way round; write 2-4");
    let rows = [
        ".........",
        ".........",
        "xxxxxxxxx",
        "xxxxxxxxx",
        "xxxxxxxxx",
        "xxxxxxxxx",
        "xxxxxxxxx",
        "x........",
        ".........",
    ];
    refused(
        &["--pattern", &rows.join("\n")],
        "error: no puzzle has this pattern: row 1 and row 2 are empty and cross the same boxes, so exchanging them gives another solution",
    );
    refused(&["--pattern", "x.x. x.x."], "error: the pattern has 8 cells, the board has 81");
    refused(
        &["--pattern", "nofile.txt"],
        "error: there is no file `nofile.txt`, and as a pattern it has 10 cells where the board has 81",
    );
    for size in ["2", "4"] {
        let message = "allow smaller or larger cages";
        let message = format!("error: 81 cells cannot be parted into cages of {size} cells; {message}");
        refused(&["--cage-size", size], &message);
    }
    refused(
        &["--variant", "killer", "--minimal"],
        "error: minimal is about givens, and this killer gets none of its own; say how many clues it is to have",
    );
    refused(
        &["--variant", "latin", "--box", "3x3"],
        "error: variant latin has no boxes; leave it out, or --box",
    );
    refused(&["--variant", "latin,jigsaw"], "error: variant latin has no regions; leave it out, or jigsaw");
    refused(
        &["--variant", "jigsaw", "--box", "3x3"],
        "error: the regions of variant jigsaw take the place of boxes; leave it out, or --box",
    );
    refused(
        &["--variant", "latin", "--like", "models/classic.toml"],
        "error: the board of --like stays as it is; leave out --like or variant latin",
    );
    refused(
        &["--full", "--variant", "killer"],
        "error: a full grid has no cages; leave out --full or the killer",
    );
    refused(&["--variant", "windoku", "--size", "8"], "error: variant windoku needs a board of 9×9 cells");
    for wrong in [
        &["--symmetry", "round"][..],
        &["--clues", "many"],
        &["--needs", "magic"],
        &["--size", "3"],
        &["--keep-givens"],
    ] {
        let args: Vec<&str> = ["generate"].iter().chain(wrong).copied().collect();
        assert_eq!(exactly(&args, "").code, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_search_without_end_gives_up_and_says_what_it_reached() {
    let args = ["generate", "--seed", "1", "--clues", "17", "--attempts", "30", "--count", "2"];
    let ran = exactly(&args, "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.err);
    assert!(lines[0].starts_with("puzzle 1: gave up after 30 attempts; the best: 2"), "{}", ran.err);
    assert_eq!(lines[2], "0 of 2 puzzles made");
    let ran = exactly(&["generate", "--seed", "1", "--clues", "17", "--time", "50ms"], "");
    assert!(ran.code == Some(3) && ran.err.contains("(time limit)"), "{}", ran.err);
    // No Latin square of this kind: neighbours on 4×4 cannot all differ by more than one.
    let ran =
        exactly(&["generate", "--seed", "1", "--size", "4", "--variant", "non-consecutive,anti-king"], "");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(
        ran.err.trim_end(),
        "error: the board has no solution with its clues, so that no puzzle can be made of it"
    );
}
