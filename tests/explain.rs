//! `exactly explain`, `hint`, `grade` and `render` as a user runs them.

mod common;

use std::cell::Cell;
use std::fs;

use exactly::puzzles::{Board, Puzzle};
use exactly::steps::{Field, Position, Solver, TABLE};

use common::program::{CLASH, SOLUTION, exactly, expect, folder, json, write};

/// Singles alone solve it.
const EASY: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// Only one cell is left.
fn nearly() -> String {
    format!("{}.", &SOLUTION[..80])
}

/// A killer whose first steps are sums.
const KILLER: &str = r#"
size = 4
cages = """
aabb
ccbb
....
....
"""
[cage-sums]
a = 3
b = 10
c = 6
"#;

#[test]
fn the_way_is_told_step_by_step() {
    let ran = exactly(&["explain"], EASY);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], " 1  naked single: r5c6 has only this digit left; so r5c6=4");
    assert_eq!(lines[5], " 6  full house: it is the last cell of column 7; so r2c7=8");
    assert_eq!(lines.len(), 49);
    assert_eq!(ran.err, "solved in 49 steps: easy, score 196, the hardest step rated 2.3\n");
}

#[test]
fn json_names_groups_and_what_follows() {
    let path = &json(&["explain"], EASY, 0)[0];
    assert_eq!(
        (&path["status"], &path["unique"], &path["score"]),
        (&"solved".into(), &true.into(), &196.into())
    );
    let step = &path["steps"][5];
    assert_eq!(step["technique"], "full house");
    assert_eq!((&step["placed"][0], &step["base"][0]), (&"r2c7=8".into(), &"the 8 of column 7".into()));
}

#[test]
fn a_hint_tells_as_much_as_is_asked() {
    expect(&["hint"], &nearly(), 0, "look for a step of this kind: full house\n");
    expect(&["hint", "--tell", "2"], &nearly(), 0, "full house: look at row 9\n");
    expect(&["hint", "--tell", "3"], &nearly(), 0, "full house: it is the last cell of row 9; so r9c9=7\n");
    expect(&["hint"], SOLUTION, 1, "the board is full\n");
}

#[test]
fn cages_say_what_they_can_hold() {
    let file = write(&folder("explain"), "killer.toml", KILLER);
    let ran = exactly(&["explain", &file], "");
    let first = ran.out.lines().next().expect("a step");
    assert_eq!(first.trim(), "1  combinations: cage a (3) can only hold 1 2; so r1c1 r1c2≠3 4");
    assert!(
        ran.err.ends_with("no digit is left for r2c1; `why` names clues that cannot go together\n"),
        "{}",
        ran.err
    );
}

#[test]
fn innies_and_outies_are_told_as_sums() {
    let text = "size = 4\ncages = \"\"\"\naa.b\naa.b\n....\n....\n\"\"\"\n[cage-sums]\na = 10\nb = 4\n";
    let file = write(&folder("explain"), "innies.toml", text);
    let ran = exactly(&["explain", &file, "--skip", "combinations"], "");
    let told = "innies and outies: the innies of box 2 (r1c3 + r2c3 = 10 - 4 = 6) can only hold 2 4; so r1c3 r2c3≠1 3";
    assert!(ran.out.contains(told), "{}", ran.out);
}

#[test]
fn clues_say_beside_which_cells_they_cannot_be_completed() {
    let text = "size = 4\ngivens = '.2..............'\n[[non-consecutive]]\n";
    let told = "1  combinations: non-consecutive cannot be completed with these beside r1c2=2; so r1c1≠1 3\n";
    assert!(exactly(&["explain"], text).out.starts_with(told));
    let text = "size = 4\n[[sandwich]]\nfrom = \"left 2\"\nsum = 5\n";
    let told = "combinations: sandwich left 2 = 5 can never hold these; so r2c1 r2c4≠2 3, r2c2 r2c3≠1 4\n";
    assert_eq!(exactly(&["hint", "--tell", "3"], text).out, told);
}

#[test]
fn what_is_known_of_the_solutions_is_said() {
    let note = |text: &str, code: i32, note: &str| {
        let ran = exactly(&["hint"], text);
        assert_eq!((ran.code, ran.err.as_str()), (Some(code), note), "{}", ran.out);
    };
    note("1...............", 1, "note: it has more than one solution\n");
    note("12....3....3....", 0, "note: it has no solution; `why` names clues that cannot go together\n");
    note(EASY, 0, "");
}

#[test]
fn ways_of_several_puzzles_have_headings() {
    let ran = exactly(&["explain"], &format!("{SOLUTION}\n{}\n", nearly()));
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("# <stdin>:")).count(), 2, "{}", ran.out);
    assert!(ran.out.contains("# <stdin>:2\n1  full house"), "{}", ran.out);
}

#[test]
fn levels_do_not_grow_with_the_board() {
    // A killer of cages of two and three is not extreme because it has many steps.
    let killer = exactly(&["generate", "--cage-size", "2-3", "--seed", "1"], "");
    let grade = &json(&["grade"], &killer.out, 0)[0];
    assert!(grade["rating"].as_f64().is_some_and(|rating| rating < 3.0), "{grade}");
    assert!(["easy", "medium"].contains(&grade["level"].as_str().unwrap_or_default()), "{grade}");
}

#[test]
fn techniques_can_be_left_out() {
    let ran = exactly(&["explain", "--skip", "naked single,hidden single,full house"], EASY);
    assert!(!ran.out.contains(" single: ") && !ran.out.contains("full house: "), "{}", ran.out);
    let ran = exactly(&["explain", "--skip", "telepathy"], EASY);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no technique `telepathy`; there are full house, naked single"), "{}", ran.err);
}

#[test]
fn grades_are_a_line_each() {
    let boards = format!("{EASY}\n{CLASH}\n{}\n", ".".repeat(81));
    let ran = exactly(&["grade"], &boards);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], " 1.2    196 easy     hidden single");
    assert_eq!(lines[1..], ["invalid", "not exactly one solution"]);
    assert_eq!(ran.code, Some(2));
    let graded = &json(&["grade"], EASY, 0)[0];
    assert_eq!((&graded["level"], &graded["score"]), (&"easy".into(), &196.into()));
}

#[test]
fn a_board_with_characters() {
    let out = "\
┏━━━┯━━━┳━━━┯━━━┓
┃   │   ┃   │   ┃
┠───┼───╂───┼───┨
┃ 3 │   ┃ 1 │ 2 ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ 2 │   ┃   │ 3 ┃
┠───┼───╂───┼───┨
┃   │   ┃   │   ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    expect(&["render", "models/4x4.toml"], "", 0, out);
    let ran = exactly(&["render", "--show", "hint"], &nearly());
    assert!(ran.out.contains("[7]"), "{}", ran.out);
    assert_eq!(ran.err, "full house: it is the last cell of row 9; so r9c9=7\n");
}

#[test]
fn pictures_are_written_as_their_name_says() {
    let folder = folder("render");
    let path = |name: &str| folder.join(name).display().to_string();
    for show in ["puzzle", "solution", "candidates", "hint"] {
        expect(&["render", "models/killer.toml", "--show", show, "-o", &path("k.svg")], "", 0, "");
        let svg = fs::read_to_string(path("k.svg")).expect("the picture");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        // The sum of the first cage, whatever else is shown.
        assert!(svg.contains(">15</text>"), "{show}");
    }
    expect(&["render", "models/16x16.toml", "--theme", "dark", "-o", &path("k.png")], "", 0, "");
    let png = fs::read(path("k.png")).expect("the picture");
    assert!(png.starts_with(b"\x89PNG\r\n"));
    let ran = exactly(&["render", "models/killer.toml", "-o", &path("k.gif")], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("a picture is written as .svg or .png; give the file one of these names"),
        "{}",
        ran.err
    );
}

#[test]
fn a_page_holds_a_picture_of_each_step() {
    let page = folder("page").join("way.html").display().to_string();
    let ran = exactly(&["explain", "--html", &page], EASY);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let text = fs::read_to_string(&page).expect("the page");
    assert_eq!((text.matches("<svg").count(), text.matches("<li>").count()), (1, 50));
    // What steps have in common is there once, and the reader's theme gives the colours.
    assert!(text.len() < 300_000 && text.matches("stroke=\"#202124\"").count() < 100, "{}", text.len());
    assert!(text.contains("@media(prefers-color-scheme:dark)"));
    // It needs nothing else.
    assert!(!text.contains("src=") && !text.contains("href="));
    let two = format!("{EASY}\n{}\n", nearly());
    let ran = exactly(&["explain", "--html", &page], &two);
    assert_eq!((ran.code, ran.err.trim()), (Some(2), "error: --html is for one puzzle, and here are 2"));
}

#[test]
fn every_technique_stops_when_it_is_told_to() {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut puzzle = Puzzle::new(Board::usual(9).expect("a board"));
    puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
    let field = Field::of(&puzzle).expect("a plain board");
    let position = Position::with_givens(&field, &puzzle);
    let path = Solver::default().path(position.clone());
    assert!(path.end.is_solved() && !path.is_stopped);
    for most in [0, 1, 10, 100, 1_000] {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let stopped = Solver::default().path_until(position.clone(), &stop);
        assert!(stopped.is_stopped && stopped.steps.len() < path.steps.len(), "{most}");
        // Each technique hears it by itself, and then the way does.
        assert!(asked.get() <= most + TABLE.len() as u32 + 1, "{most}: {}", asked.get());
    }
}

#[test]
fn a_limit_ends_a_way_and_a_grade() {
    let ran = exactly(&["explain", "--time", "0ms"], EASY);
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{ran:?}");
    assert!(ran.err.starts_with("stopped after 0 steps with 49 cells open: time limit"), "{}", ran.err);
    let path = &json(&["explain", "--time", "0ms"], EASY, 3)[0];
    assert_eq!((&path["status"], &path["stopped"]), (&"limit".into(), &"time limit".into()));
    expect(&["hint", "--time", "0ms"], EASY, 3, "stopped before a step was found: time limit\n");
    assert_eq!(json(&["grade", "--time", "0ms"], EASY, 3)[0]["status"], "limit");
}
