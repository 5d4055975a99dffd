//! Lists of plain 9×9 boards on the command line: read in blocks, with the same results as boards that stand alone.

mod common;

use common::program::{self, Ran};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

const BOARD: &str = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
const SOLUTION: &str = "957214386824736591361859742495372618786491235132568974519687423273145869648923157";
const CLASH: &str = "3.64.....258..9..1...8.2......9...43.6.1..28.....87.658......243.......66....45.8";
/// `12345678.` with a 9 below its blank: no clash, no solution.
const HOPELESS: &str = "12345678.........9...............................................................";

/// Boards that fill more than one block.
const MANY: usize = 14_000;

/// Exit code, standard output and standard error.
fn exactly(args: &[&str], stdin: &str) -> (Option<i32>, String, String) {
    let Ran { code, out, err } = program::exactly(args, stdin);
    (code, out, err)
}

/// The solution with digits exchanged, and the board with as many blanks.
fn pair(number: usize) -> (String, String) {
    let mut digits: Vec<u8> = (b'1'..=b'9').collect();
    fastrand::Rng::with_seed(number as u64).shuffle(&mut digits);
    let renamed = |text: &str| {
        let rename =
            |byte: u8| char::from(if byte == b'.' { byte } else { digits[usize::from(byte - b'1')] });
        text.bytes().map(rename).collect()
    };
    (renamed(BOARD), renamed(SOLUTION))
}

fn boards(count: usize) -> (String, String) {
    let pairs: Vec<_> = (0..count).map(pair).collect();
    let joined = |texts: Vec<&str>| texts.join("\n") + "\n";
    (
        joined(pairs.iter().map(|(board, _)| board.as_str()).collect()),
        joined(pairs.iter().map(|(_, solution)| solution.as_str()).collect()),
    )
}

#[test]
fn results_are_in_order() {
    let (text, solutions) = boards(MANY);
    assert_eq!(exactly(&["solve"], &text), (Some(0), solutions, String::new()));
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(exactly(&["count", "--limit", "2"], &crlf), (Some(0), "1\n".repeat(MANY), String::new()));
}

#[test]
fn one_block_is_the_same_as_the_engines_for_every_model() {
    let text = [BOARD, HOPELESS, CLASH, "", "# a remark", &BOARD[1..], BOARD].join("\n");
    for args in [&["count", "--limit", "2"][..], &["solve"]] {
        let search = exactly(&[args, &["--engine", "search"]].concat(), &text);
        assert_eq!(exactly(args, &text), search);
        assert_eq!(exactly(&[args, &["--engine", "classic"]].concat(), &text), search);
        assert_eq!(search.0, Some(2));
    }
    let plain = [BOARD, HOPELESS, "", BOARD].join("\n");
    assert_eq!(
        exactly(&["solve"], &plain),
        (Some(1), format!("{SOLUTION}\nno solution\n{SOLUTION}\n"), String::new())
    );
    assert_eq!(exactly(&["count"], &plain), (Some(1), "1\n0\n1\n".to_string(), String::new()));
}

/// Lines after the first block that are wrong alone: each with its result and its number.
#[test]
fn a_wrong_line_does_not_stop_the_list() {
    let (mut text, _) = boards(MANY);
    let start = text.lines().count();
    let wrong = [
        (&BOARD[1..], "80 characters, a 9×9 board has 81"),
        (&format!("{BOARD}x"), "82 characters, a 9×9 board has 81"),
        (&BOARD.replace('8', "e"), "`e` is no digit of a 9×9 board"),
        (&BOARD.replacen('.', "0", 1), "`0` and `.` both stand for blanks"),
        (CLASH, "digit 3 occurs twice in column 1: r1c1 and r8c1"),
    ];
    for (line, _) in wrong {
        text += &["", line, BOARD, ""].join("\n");
    }
    let (code, out, err) = exactly(&["count", "--limit", "2"], &text);
    assert_eq!(code, Some(2));
    assert_eq!(out, "1\n".repeat(MANY) + "invalid\n1\n".repeat(wrong.len()).as_str());
    for (number, (_, message)) in wrong.iter().enumerate() {
        let line = start + 2 + 3 * number;
        let place = format!("<stdin>:{line}:");
        assert!(err.contains(&place) && err.contains(message), "{place} {message} in {err}");
    }
    let json = exactly(&["count", "--json"], &text).1;
    let invalid: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"))
        .filter(|result| result["status"] == "invalid")
        .collect();
    let lines: Vec<u64> = invalid.iter().filter_map(|result| result["errors"][0]["line"].as_u64()).collect();
    assert_eq!(lines, (0..wrong.len()).map(|number| (start + 2 + 3 * number) as u64).collect::<Vec<_>>());
}

/// What changes the meaning of the lines after it is read with them, as in a short text.
#[test]
fn sections_and_titles_after_the_first_block() {
    let (text, _) = boards(MANY);
    let tail = format!("[State]\n{HOPELESS}\n[Puzzle]\n{BOARD}\nGrid 7\n{BOARD}\n{}\n{BOARD}\n", &BOARD[1..]);
    let (code, out, err) = exactly(&["count", "--limit", "2"], &(text + tail.as_str()));
    assert_eq!((code, out), (Some(2), "1\n".repeat(MANY + 2) + "invalid\n1\n"));
    assert!(err.contains(&format!("<stdin>:{}:1", MANY + 7)), "{err}");
}

#[test]
fn boards_that_are_no_list() {
    for (text, code, message) in [("", 2, "no board"), ("\n\n", 2, "no board"), ("4.1\n", 2, "")] {
        let (found, out, err) = exactly(&["count"], text);
        assert_eq!((found, out.as_str()), (Some(code), ""), "{text:?}: {err}");
        assert!(err.contains(message), "{err}");
    }
    // Without a 9, a 0 beside another blank is a digit.
    let zero = format!("10{}\n21{}\n", ".".repeat(79), ".".repeat(79));
    let (code, out, _) = exactly(&["solve"], &zero);
    assert_eq!((code, out.lines().map(|line| &line[..2]).collect::<Vec<_>>()), (Some(0), vec!["21", "32"]));
}

#[test]
fn engine_classic_refuses_other_models() {
    let (code, out, err) = exactly(&["solve", "--engine", "classic"], "12..\n....\n....\n....\n");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("engine classic takes plain 9×9 sudokus only"), "{err}");
}

#[test]
fn limits_hold_for_each_board() {
    let open = format!("{BOARD}\n9{}\n{BOARD}\n", ".".repeat(80));
    let (code, out, err) = exactly(&["count", "--steps", "1000"], &open);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len(), lines[0], lines[2]), (Some(3), 3, "1", "1"), "{err}");
    assert!(lines[1].starts_with("at least "), "{out}");
    let (code, out, _) = exactly(&["count", "--time", "50ms"], &open);
    assert_eq!((code, out.lines().count()), (Some(3), 3));
    let (code, out, _) = exactly(&["solve", "--limit", "2"], &open);
    assert_eq!((code, out.lines().count()), (Some(0), 4));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_list_quietly() {
    let (text, solutions) = boards(MANY);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join("many.txt");
    fs::File::create(&path).and_then(|mut file| file.write_all(text.repeat(5).as_bytes())).expect("a file");
    let mut child = Command::new(cargo_bin!("exactly"))
        .args(["solve".as_ref(), path.as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("standard output is piped"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(Some(first.trim_end()), solutions.lines().next());
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
