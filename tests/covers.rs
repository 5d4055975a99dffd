//! Exact covers of the user's own: reading and writing, the engines against each other, the command line.

mod common;

use common::program::{self, Ran};
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use exactly::cover::{Cover, CoverError, ItemKind, random_cover, write_knuth};
use exactly::formats::{ReadError, Source, read_cover, read_knuth, read_matrix};
use exactly::solve::{CountMethod, EngineName, SolveError, count_cover, run_cover};
use exactly::{Request, Stop};
use itertools::Itertools;
use serde_json::Value;

fn knuth(text: &str) -> Cover {
    read_knuth(&Source::new("a.dlx", text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn request(engine: EngineName) -> Request {
    Request { engine, ..Request::default() }
}

/// Every solution by an engine, sorted.
fn solutions(cover: &Cover, engine: EngineName) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let report = run_cover(cover, &request(engine), &mut |options| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    });
    let report = report.expect("every engine takes a small cover");
    assert!(report.is_complete() && report.found as usize == found.len());
    found.sort();
    found
}

/// The error as `line:column: message (help) at piece`.
fn refused(error: &ReadError, source: &Source) -> String {
    let help = error.help.as_deref().unwrap_or("no help");
    let piece = &source.text[error.span.clone()];
    format!("{}:{}: {} ({help}) at `{piece}`", error.place.line, error.place.column, error.message)
}

#[test]
fn a_wrong_text_is_refused_with_its_place() {
    let bar_help = "leave blanks around the `|` before the secondary items; bounds are digits before a `|`";
    let bounds_help = "write `2|name` for exactly twice, `1:3|name` for one to three times";
    let unknown_help = "the item line, the first that is no comment, names all items";
    let items_help = "name the items in the first line that does not start with `|`";
    for (text, expected) in [
        ("", format!("1:1: no items: this text is empty ({items_help}) at ``")),
        ("| a\n\n |b\n", format!("1:1: no items: only comments ({items_help}) at ``")),
        ("A B A\n", "1:5: item `A` is named twice (its first mention is in column 1) at `A`".into()),
        ("A | A\n", "1:5: item `A` is named twice (its first mention is in column 1) at `A`".into()),
        ("A | X | Y\n", "1:7: a second `|` in the item line (one `|` parts the primary items from the secondary ones) at `|`".into()),
        ("A:1 B\n", "1:1: `:` in the item name `A:1` (colours are given in the options, not in the item line) at `A:1`".into()),
        ("A|B\n", format!("1:1: `|` in the item name `A|B` ({bar_help}) at `A|B`")),
        ("A |B\n", format!("1:3: `|` in the item name `|B` ({bar_help}) at `|B`")),
        ("2|A|B\n", format!("1:3: `|` in the item name `A|B` ({bar_help}) at `A|B`")),
        ("2| A\n", "1:3: bounds without a name (the name follows the `|` without a blank) at ``".into()),
        ("A | 2|X\n", "1:5: `2|X` gives bounds to a secondary item (bounds are for primary items, before the `|`) at `2|X`".into()),
        ("0|A\n", format!("1:1: an upper bound of zero in `0` ({bounds_help}) at `0`")),
        ("A 3:2|B\n", format!("1:3: a lower bound above the upper bound in `3:2` ({bounds_help}) at `3:2`")),
        ("2:|A\n", format!("1:1: a lower bound without an upper bound in `2:` ({bounds_help}) at `2:`")),
        (":2|A\n", format!("1:1: bounds that are not two numbers in `:2` ({bounds_help}) at `:2`")),
        ("1:2:3|A\n", format!("1:1: bounds that are not two numbers in `1:2:3` ({bounds_help}) at `1:2:3`")),
        ("5000000000|A\n", format!("1:1: a bound above 4294967295 in `5000000000` ({bounds_help}) at `5000000000`")),
        ("A B\n\nA C\n", format!("3:3: no item `C` ({unknown_help}) at `C`")),
        ("row1 row2\nrow1 rov2\n", "2:6: no item `rov2` (did you mean `row2`?) at `rov2`".into()),
        ("A | X\nA X X\n", "2:5: item `X` occurs twice in this option (name it once, also where its colours are equal) at `X`".into()),
        ("A | X\nA X:1 X:1\n", "2:7: item `X` occurs twice in this option (name it once, also where its colours are equal) at `X`".into()),
        ("A | X\nA:1 X\n", "2:1: `A:1` gives a colour to a primary item (only items after the `|` of the item line have colours) at `A:1`".into()),
        ("A | X\r\nA X:\r\n", "2:3: no colour after `X:` (write a colour after the `:` without a blank, or leave out the `:`) at `X:`".into()),
        ("A\nA :b\n", "2:3: a colour without an item (write the item before the `:`) at ``".into()),
        ("A\nA| \n", format!("2:1: `|` in the item name `A|` ({bar_help}) at `A|`")),
        ("A\nA |2|1\n", "2:3: `|2|1` is no cost (a cost is `|` and digits, with a blank before the next) at `|2|1`".into()),
        ("A\nA |\n", "2:3: `|` is no cost (a cost is `|` and digits, with a blank before the next) at `|`".into()),
        ("A\nA |18446744073709551615 |1\n", "2:25: the cost `|1` is too large (at most 18446744073709551615) at `|1`".into()),
    ] {
        let source = Source::new("a.dlx", text);
        let error = read_knuth(&source).expect_err(text);
        assert_eq!(refused(&error, &source), expected, "{text:?}");
    }
}

#[test]
fn a_wrong_matrix_is_refused_with_its_place() {
    for (text, expected) in [
        ("\n# none\n", "1:1: no row of zeros and ones (write a line for each option) at ``"),
        ("010\n01\n", "2:3: this row has 2 columns, the first has 3 (all rows have the same length) at ``"),
        (
            "0 1\n\n0 1 1\n",
            "3:5: this row is longer than the first, which has 2 columns (all rows have the same length) at `1`",
        ),
        (
            "01\n02\n",
            "2:2: `2` is neither 0 nor 1 (a row is written in 0 and 1, with or without blanks) at `2`",
        ),
    ] {
        let source = Source::new("a.matrix", text);
        let error = read_matrix(&source).expect_err(text);
        assert_eq!(refused(&error, &source), expected, "{text:?}");
    }
    let ragged = Cover::from_matrix(&[vec![true], vec![]]);
    assert_eq!(ragged, Err(CoverError::RaggedRow { row: 1, width: 0, expected: 1 }));
}

#[test]
fn what_is_wider_than_knuths_reader_is_read() {
    let cover = knuth(
        "\u{feff}| a comment\r\n\r\n a-long-name-1 2|a-long-name-2 0:3|ü | X|\n".replace("X|", "X").as_str(),
    );
    let kinds: Vec<ItemKind> = (0..4).map(|item| cover.kind(item)).collect();
    let primary = |low, high| ItemKind::Primary { low, high };
    assert_eq!(kinds, [primary(1, 1), primary(2, 2), primary(0, 3), ItemKind::Secondary]);
    assert_eq!(cover.name(2), "ü");
    let cover = knuth("A B | X Y\n\t A X:blue |3 |4\r\n| a comment\nB X:green Y\n\nB X:blue |1");
    assert_eq!(cover.option_text(0), "A X:blue");
    let costs: Vec<u64> = (0..3).map(|option| cover.cost(option)).collect();
    assert_eq!((costs, solutions(&cover, EngineName::Auto)), (vec![7, 0, 1], vec![vec![0, 2]]));
    // No secondary item after the bar, a colon as a colour.
    assert_eq!(knuth("A |\nA\n").item_count(), 1);
    assert_eq!(knuth("A | X\nA X::\n").option_text(0), "A X::");
}

#[test]
fn a_large_text_is_read() {
    let names: Vec<String> = (0..2_000).map(|number| format!("item{number}")).collect();
    let mut text = names.join(" ") + "\n";
    for option in 0..300_000 {
        let _ = writeln!(text, "item{} item{}", option % 1_000, 1_000 + option % 999);
    }
    let cover = knuth(&text);
    assert_eq!((cover.item_count(), cover.option_count(), cover.entry_count()), (2_000, 300_000, 600_000));
}

#[test]
fn what_is_written_is_read_back() {
    for path in models() {
        let cover = model(&path);
        let text = write_knuth(&cover, &[]).expect("few colours");
        assert_eq!(knuth(&text), cover, "{}", path.display());
    }
    let cover = knuth("A 2:3|B | X Y\nA X:2 |9\nB X:1 Y:z\nB Y |1\nX:1\n");
    assert_eq!(knuth(&write_knuth(&cover, &["a comment".into()]).expect("few colours")), cover);
    // Long colours and names are shortened, and the count stays.
    let long = knuth("a-long-name B | X\na-long-name X:blue\nB X:blue\nB X:bluer\n");
    let text = write_knuth(&long, &[]).expect("few colours");
    assert_eq!(text, "| p0 = a-long-name\n| X:0 = blue\n| X:1 = bluer\np0 B | X\np0 X:0\nB X:0\nB X:1\n");
    assert_eq!(solutions(&knuth(&text), EngineName::Auto), solutions(&long, EngineName::Auto));
    let mut secondary = Cover::new();
    secondary.add_secondary("X");
    let error = write_knuth(&secondary, &[]).expect_err("its item line would be a comment");
    assert_eq!(
        error.to_string(),
        "there is no primary item, and an item line that starts with `|` is a comment"
    );
}

/// The covers that ship with the program.
fn models() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let entries = std::fs::read_dir(&folder).expect("the folder `models` can be listed");
    let paths = entries.map(|entry| entry.expect("the folder `models` can be listed").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "dlx")).collect();
    files.sort();
    assert!(files.len() >= 8, "only {} covers were found", files.len());
    files
}

fn model(path: &Path) -> Cover {
    let source = Source::new(path.display().to_string(), common::text_of(path));
    read_cover(&source).expect("its name says that it is a cover").unwrap_or_else(|error| panic!("{error}"))
}

/// The count that a model states in its comments, with a source.
fn stated(path: &Path) -> u64 {
    let text = common::text_of(path);
    let comment = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    assert!(comment("| source:").is_some_and(|source| !source.is_empty()), "{}", path.display());
    comment("| count:").and_then(|count| count.parse().ok()).expect("a model states its count")
}

/// Counts up to here are enumerated by `search` and `dlx`.
const FEW: u64 = 20_000;

/// Few subproblems occur twice in these, or the search is long: `search` alone counts them here.
const LONG: [&str; 2] = ["pentominoes-6x10", "queens-that-rule-8"];

/// Clause learning blocks one solution after the other: up to so many.
const FEW_FOR_VARISAT: u64 = 3_000;

#[test]
fn every_cover_has_its_count_with_every_engine() {
    common::on_all_cores(&models(), |path| {
        let (cover, count) = (model(path), stated(path));
        let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let is_long = LONG.contains(&name.as_str());
        let counted = |method, engine| {
            let counted =
                count_cover(&cover, &request(engine), method).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(counted.count, count.into(), "{name}: {method} with {engine}");
            assert!(counted.report.is_complete(), "{name}: {method} with {engine}");
        };
        if is_long {
            return counted(CountMethod::Auto, EngineName::Search);
        }
        counted(CountMethod::Memo, EngineName::Auto);
        counted(CountMethod::Auto, EngineName::Auto);
        if count <= FEW {
            let found = solutions(&cover, EngineName::Search);
            assert_eq!(found.len() as u64, count, "{name}");
            assert!(solutions(&cover, EngineName::Dlx) == found, "{name}: search and dlx disagree");
            if count <= FEW_FOR_VARISAT {
                assert!(
                    solutions(&cover, EngineName::Varisat) == found,
                    "{name}: search and varisat disagree"
                );
            }
        }
    });
}

#[test]
fn engines_agree_on_random_covers() {
    let mut solvable = 0;
    for round in 0..1_500 {
        let cover = random_cover(round);
        let found = solutions(&cover, EngineName::Search);
        solvable += usize::from(found.len() > 1);
        assert_eq!(solutions(&cover, EngineName::Dlx), found, "dlx on {cover:?}");
        assert_eq!(solutions(&cover, EngineName::Varisat), found, "varisat on {cover:?}");
        for method in [CountMethod::Auto, CountMethod::Enumerate, CountMethod::Memo] {
            let counted = count_cover(&cover, &Request::default(), method).expect("a small cover");
            assert_eq!(counted.count, found.len().into(), "{method} on {cover:?}");
        }
    }
    assert!(solvable > 100, "only {solvable} covers with several solutions");
}

/// A cover whose items are covered in two ways each: 2^items solutions.
fn powers(items: usize) -> Cover {
    let mut text = (0..items).map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ");
    for item in 0..items {
        let _ = write!(text, "\ni{item}\ni{item}");
    }
    knuth(&text)
}

#[test]
fn limits_end_a_count() {
    let cover = powers(300);
    let two = Request { solutions: Some(2), ..Request::default() };
    for method in [CountMethod::Auto, CountMethod::Enumerate, CountMethod::Memo] {
        let counted = count_cover(&cover, &two, method).expect("a small cover");
        assert_eq!((counted.count, counted.report.found), (2u32.into(), 2), "{method}");
        assert_eq!(counted.report.stopped(), Some(Stop::Solutions), "{method}");
    }
    let mut few = Request::default();
    few.limits.steps = Some(1_000);
    let counted = count_cover(&cover, &few, CountMethod::Auto).expect("a small cover");
    assert_eq!(counted.report.stopped(), Some(Stop::Steps));
    let whole = count_cover(&cover, &Request::default(), CountMethod::Auto).expect("a small cover");
    assert_eq!((whole.count.to_string().len(), whole.report.found), (91, u64::MAX));
    assert_eq!(whole.report.engine, "memo");
    few.limits = exactly::Limits::default();
    few.limits.cancel.cancel();
    let counted = count_cover(&cover, &few, CountMethod::Auto).expect("a small cover");
    assert_eq!(counted.report.stopped(), Some(Stop::Cancelled));
}

#[test]
fn what_an_engine_cannot_take_is_refused_before_the_run() {
    let classic = request(EngineName::Classic);
    let refused = run_cover(&powers(2), &classic, &mut |_| ControlFlow::Continue(()));
    assert_eq!(refused, Err(SolveError::NotForCovers));
    let text = format!("1500:1700|A\n{}", "A\n".repeat(3_000));
    let refused = count_cover(&knuth(&text), &request(EngineName::Varisat), CountMethod::Enumerate);
    let message = refused.expect_err("millions of counters").to_string();
    assert!(message.starts_with("engine varisat cannot take this cover: counting the options"), "{message}");
    let large = knuth(&"A\n".repeat(100_001));
    let refused = count_cover(&large, &Request::default(), CountMethod::Memo);
    assert_eq!(refused.expect_err("too many"), SolveError::TooManyForMemo { options: 100_000 });
    assert_eq!(
        count_cover(&large, &Request::default(), CountMethod::Auto).expect("enumerated").count,
        100_000u32.into()
    );
}

/// Runs the program in the folder of the package: exit code, standard output and error.
fn exactly(args: &[&str], stdin: &str) -> (Option<i32>, String, String) {
    let Ran { code, out, err } = program::exactly(args, stdin);
    (code, out, err)
}

/// A cover that needs no name to be one.
const KNUTH: &str =
    "row1 row2 row3 | X Y\nrow1 row2 X:0 Y:0\nrow1 row3 X:1 Y:1\nX:0 Y:1\nrow2 X:1\nrow3 Y:1\n";

#[test]
fn covers_are_solved_and_counted_on_the_command_line() {
    let (code, out, err) = exactly(&["solve", "--limit", "2"], KNUTH);
    assert_eq!((code, out.as_str()), (Some(0), "2: row1 row3 X:1 Y:1\n4: row2 X:1\n"), "{err}");
    assert!(err.starts_with("note: <stdin>: 1 option covers no primary item, which is never taken\nthe only solution; engine weighted"), "{err}");
    assert_eq!(exactly(&["solve", "--line"], KNUTH).1, "2 4\n");
    for engine in ["search", "dlx", "varisat"] {
        let (code, out, _) = exactly(&["solve", "--limit", "2", "--json", "--engine", engine], KNUTH);
        let json: Value = serde_json::from_str(&out).expect("one JSON object");
        assert_eq!((code, &json["status"], &json["engine"]), (Some(0), &"unique".into(), &engine.into()));
        assert_eq!(json["solutions"], serde_json::json!([[2, 4]]));
    }
    let (code, out, _) = exactly(&["count", "models/queens-8.dlx", "models/4x4.toml"], "");
    assert_eq!((code, out.as_str()), (Some(0), "92\n1\n"));
    let (_, out, _) = exactly(&["count", "--json", "--method", "memo", "models/dominoes-8x8.dlx"], "");
    let json: Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(
        (&json["count"], &json["engine"], &json["complete"]),
        (&"12988816".into(), &"memo".into(), &true.into())
    );
}

#[test]
fn exit_codes_and_messages_are_those_of_puzzles() {
    let (code, out, err) = exactly(&["solve"], "row1 row2 row3\nrow1\nrow1\n");
    assert_eq!((code, out.as_str()), (Some(1), "no solution\n"));
    assert!(err.contains("\nitems that no option covers: row2, row3\n"), "{err}");
    assert_eq!(exactly(&["count"], "row1 row2\nrow1\n").0, Some(1));
    let open = (0..80).map(|item| format!("\nitem{item}\nitem{item}")).collect::<Vec<_>>().concat();
    let names = (0..80).map(|item| format!("item{item}")).collect::<Vec<_>>().join(" ");
    let open = format!("{names}{open}\n");
    let (code, out, _) = exactly(&["count", "--method", "enumerate", "--time", "200ms"], &open);
    assert!(code == Some(3) && out.starts_with("at least "), "{out}");
    assert_eq!(exactly(&["count", "--limit", "2"], &open).1, "at least 2\n");
    let (code, out, err) = exactly(&["count"], &open);
    assert_eq!((code, out.as_str()), (Some(0), "1208925819614629174706176\n"));
    assert!(err.starts_with("all 1208925819614629174706176 solutions; engine memo"), "{err}");
    let (code, _, err) = exactly(&["check", "models/queens-8.dlx"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("an exact cover; this takes puzzles"), "{err}");
    let (code, _, err) = exactly(&["count", "--method", "memo", "models/4x4.toml"], "");
    assert_eq!(
        (code, err.as_str()),
        (Some(2), "error: models/4x4.toml: --method is for exact covers, this is a puzzle; leave it out\n")
    );
    let (code, _, err) = exactly(&["solve", "--box", "2x3", "models/queens-8.dlx"], "");
    assert_eq!(code, Some(2), "{err}");
    assert_eq!(exactly(&["solve", "--engine", "classic", "models/queens-8.dlx"], "").0, Some(2));
    let (code, _, err) = exactly(&["count"], "row1 row2 | X\nrow1 X:1\nrow2 row2\n");
    assert_eq!(code, Some(2));
    assert!(err.contains("item `row2` occurs twice in this option") && err.contains("<stdin>:3:6"), "{err}");
}

#[test]
fn a_cover_is_inspected() {
    let text = "A 2|B 2:3|C 2:3|D E | X Y\nA X:red\nB X:red Y\nX\nC D X:blue |5\n";
    let file = std::env::temp_dir().join(format!("exactly-inspect-{}.dlx", std::process::id()));
    std::fs::write(&file, text).expect("a scratch file");
    let name = file.display().to_string();
    let (code, out, _) = exactly(&["inspect", &name], "");
    std::fs::remove_file(&file).expect("the scratch file");
    let expected = format!(
        "{name}
  5 primary and 2 secondary items
  4 options, 9 entries
  1 of the options without a primary item: never taken
  2 colours on 1 items
  covered otherwise than once: 1 item 2 times, 2 items 2 to 3 times
  the options have costs
  0 to 1 options a primary item
  items that no option covers, so there is no solution: E
  CNF: 5 variables, 10 clauses, 11 literals
"
    );
    assert_eq!((code, out), (Some(0), expected));
}

#[test]
fn an_exported_puzzle_is_counted_as_a_cover() {
    for puzzle in ["models/4x4.toml", "models/classic.toml", "models/killer.toml"] {
        let (code, cover, err) = exactly(&["export", "cover", "--presolve", puzzle], "");
        assert_eq!(code, Some(0), "{err}");
        let file = std::env::temp_dir().join(format!("exactly-export-{}.dlx", std::process::id()));
        std::fs::write(&file, &cover).expect("a scratch file");
        let name = file.display().to_string();
        let count = exactly(&["count", "--time", "60s", &name], "");
        let again = exactly(&["export", "cover", &name], "");
        std::fs::remove_file(&file).expect("the scratch file");
        assert_eq!(count.1, exactly(&["count", puzzle], "").1, "{puzzle}: {}", count.2);
        assert_eq!(knuth(&again.1), knuth(&cover), "{puzzle}");
    }
    let (code, cnf, _) = exactly(&["export", "cnf", "models/queens-8.dlx"], "");
    assert!(code == Some(0) && cnf.contains("p cnf "), "{cnf}");
}

#[test]
fn boards_are_no_covers() {
    for text in [
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
        "12 11 10\n10 11 12\n",
        "AAB\nACC\nACC\nA=3 B=4 C=9",
        "| 1 2 |\n| 2 1 |\n",
    ] {
        assert!(read_cover(&Source::new("<stdin>", text)).is_none(), "{text}");
    }
    assert!(read_cover(&Source::new("a.toml", KNUTH)).is_none());
    for name in ["<stdin>", "a.txt", "a.DLX", "a.xc"] {
        assert!(read_cover(&Source::new(name, KNUTH)).is_some_and(|read| read.is_ok()), "{name}");
    }
}

/// Two solutions that are found at once, and then a search without an end: dominoes on a board without two corners of one
/// colour.
fn soon_and_then_long() -> String {
    const SIDE: usize = 16;
    let name = |cell: usize| format!("c{cell}");
    let all = (0..SIDE * SIDE).map(name).join(" ");
    let (first, last) = (0, SIDE * SIDE - 1);
    let mut text = format!("{all}\n{all}\n{all}\n{} {}\n", name(first), name(last));
    for cell in 1..last {
        let right = (cell % SIDE + 1 < SIDE).then_some(cell + 1);
        let below = (cell / SIDE + 1 < SIDE).then_some(cell + SIDE);
        for other in right.into_iter().chain(below).filter(|&other| other != last) {
            writeln!(text, "{} {}", name(cell), name(other)).expect("a String takes all");
        }
    }
    text
}

#[test]
fn solutions_are_printed_while_the_search_goes_on() {
    let file = program::write(&program::folder("soon"), "soon.dlx", &soon_and_then_long());
    for engine in ["auto", "search", "dlx"] {
        let mut child = Command::new(cargo_bin!("exactly"))
            .args(["solve", &file, "--line", "--limit", "3", "--engine", engine])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let (send, receive) = channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        let read = || receive.recv_timeout(Duration::from_secs(30)).ok();
        let found = [read(), read()];
        let goes_on = child.try_wait().expect("its state").is_none();
        child.kill().expect("it is stopped");
        child.wait().expect("it ends");
        assert_eq!(found, [Some("1".to_string()), Some("2".to_string())], "{engine}");
        assert!(goes_on, "{engine}");
    }
}

#[test]
fn a_list_that_is_cut_says_so() {
    let file = program::write(&program::folder("cut"), "cut.dlx", &soon_and_then_long());
    let listed = |more: &[&str]| program::exactly(&[&["solve", &file, "--line"][..], more].concat(), "");
    let cut = listed(&["--limit", "3", "--time", "500ms"]);
    assert_eq!((cut.code, cut.out.as_str()), (Some(0), "1\n2\n"));
    assert!(cut.err.starts_with("2 solutions, there may be more (time limit)"), "{}", cut.err);
    let whole = listed(&["--limit", "2"]);
    assert_eq!((whole.out.as_str(), whole.err.as_str()), ("1\n2\n", ""));
}
