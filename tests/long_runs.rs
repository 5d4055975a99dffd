//! Long runs on exact covers: left and taken up again, from the library and from the command line; progress.

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use common::program::{self, exactly, expect};
use exactly::cover::{Cover, random_cover, write_knuth};
use exactly::solve::{
    Checkpoint, CountMethod, Keeper, Meter, SolveError, Task, count_cover, resume_count, resume_solutions,
    run_cover,
};
use exactly::{EngineName, Limits, Request, Stop};

const QUEENS: &str = "models/queens-8.dlx";
const PENTOMINOES: &str = "models/pentominoes-6x10.dlx";

fn limited(steps: Option<u64>, solutions: Option<u64>) -> Request {
    Request { solutions, limits: Limits { steps, ..Limits::default() }, ..Request::default() }
}

fn no_keeper(keep: &mut dyn FnMut(&Checkpoint)) -> Keeper<'_> {
    Keeper { every: Duration::from_hours(1), keep }
}

/// The solutions in the order of one run.
fn in_one_run(cover: &Cover) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    run_cover(cover, &Request::default(), &mut |options| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    })
    .expect("a small cover");
    found
}

#[test]
fn solutions_come_in_the_same_order_in_parts() {
    let mut parted = 0;
    for round in 0..600 {
        let cover = random_cover(round);
        let whole = in_one_run(&cover);
        for (steps, solutions) in [(Some(1), None), (Some(3), None), (None, Some(1)), (Some(4), Some(2))] {
            let mut checkpoint = Checkpoint::start(&cover, Task::Solve);
            let (mut found, mut runs) = (Vec::new(), 0);
            while !checkpoint.is_done() {
                let mut visit = |options: &[usize]| {
                    found.push(options.to_vec());
                    ControlFlow::Continue(())
                };
                let request = limited(steps, solutions);
                let report = resume_solutions(
                    &cover,
                    &mut checkpoint,
                    &request,
                    &mut visit,
                    &mut no_keeper(&mut |_| ()),
                );
                assert_eq!(report.expect("it goes on").found, found.len() as u64);
                checkpoint = Checkpoint::read(&checkpoint.text(), &cover, Task::Solve).expect("its own text");
                runs += 1;
            }
            assert_eq!(found, whole, "{steps:?} steps or {solutions:?} solutions a run of {cover:?}");
            parted += usize::from(runs > 2 && whole.len() > 1);
        }
    }
    assert!(parted > 300, "only {parted} runs were parted");
}

#[test]
fn counts_in_parts_add_up() {
    for round in 0..400 {
        let cover = random_cover(round);
        let whole = in_one_run(&cover).len();
        for steps in [1, 2, 7] {
            let mut checkpoint = Checkpoint::start(&cover, Task::Count);
            while !checkpoint.is_done() {
                let counted = resume_count(
                    &cover,
                    &mut checkpoint,
                    &limited(Some(steps), None),
                    &mut no_keeper(&mut |_| ()),
                );
                let report = counted.expect("it goes on").report;
                assert_eq!(report.is_complete(), checkpoint.is_done());
                checkpoint = Checkpoint::read(&checkpoint.text(), &cover, Task::Count).expect("its own text");
            }
            assert_eq!(checkpoint.solutions(), whole.into(), "every {steps} steps of {cover:?}");
        }
    }
}

/// Queens on a board: rows and columns are covered, diagonals at most once.
fn queens(size: u32) -> Cover {
    let mut cover = Cover::new();
    let lines: Vec<u32> = (0..2 * size).map(|line| cover.add_primary(line.to_string())).collect();
    let diagonals: Vec<u32> = (0..4 * size).map(|line| cover.add_secondary(format!("d{line}"))).collect();
    for at in 0..size * size {
        let (row, column) = (at / size, at % size);
        let cells = [lines[row as usize], lines[(size + column) as usize]];
        let both = [diagonals[(row + column) as usize], diagonals[(3 * size + row - column) as usize]];
        let entries: Vec<_> = cells.into_iter().chain(both).map(|item| (item, None)).collect();
        cover.add_option(&entries).expect("valid");
    }
    cover
}

#[test]
fn counts_on_all_cores_are_left_and_add_up() {
    let cover = queens(11);
    let mut checkpoint = Checkpoint::start(&cover, Task::Count);
    let (mut runs, mut kept) = (0, 0);
    while !checkpoint.is_done() {
        let deadline = Some(Instant::now() + Duration::from_millis(10));
        let request = Request { limits: Limits { deadline, ..Limits::default() }, ..Request::default() };
        let mut keep = |kept_now: &Checkpoint| {
            // What is kept on the way is a checkpoint too.
            Checkpoint::read(&kept_now.text(), &cover, Task::Count).expect("its own text");
            kept += 1;
        };
        let mut keeper = Keeper { every: Duration::from_millis(1), keep: &mut keep };
        let counted = resume_count(&cover, &mut checkpoint, &request, &mut keeper).expect("it goes on");
        assert!(counted.report.is_complete() || counted.report.stopped() == Some(Stop::Time));
        checkpoint = Checkpoint::read(&checkpoint.text(), &cover, Task::Count).expect("its own text");
        runs += 1;
    }
    assert_eq!(checkpoint.solutions(), 2_680u32.into());
    assert!(runs > 2 && kept > 2, "{runs} runs, {kept} kept");
    let steps = count_cover(&cover, &limited(None, None), CountMethod::Enumerate).expect("a small cover");
    assert_eq!(steps.count, 2_680u32.into());
}

#[test]
fn other_engines_and_covers_are_refused() {
    let (cover, other) = (queens(4), queens(5));
    let mut checkpoint = Checkpoint::start(&cover, Task::Count);
    let request = Request { engine: EngineName::Dlx, ..Request::default() };
    let refused = resume_count(&cover, &mut checkpoint, &request, &mut no_keeper(&mut |_| ()));
    assert_eq!(refused, Err(SolveError::NotResumable { engine: EngineName::Dlx }));
    let refused = resume_count(&other, &mut checkpoint, &Request::default(), &mut no_keeper(&mut |_| ()));
    assert!(matches!(refused, Err(SolveError::Checkpoint(_))), "{refused:?}");
}

#[test]
fn a_meter_shows_the_end() {
    let meter = Meter::new();
    assert_eq!(meter.read(), None);
    let request = Request { meter: Some(meter.clone()), ..Request::default() };
    run_cover(&queens(8), &request, &mut |_| ControlFlow::Continue(())).expect("a small cover");
    let reading = meter.read().expect("a run by search");
    assert_eq!((reading.fraction, reading.solutions), (1.0, 92));
}

/// A file with ten queens, whose search goes on below the cubes of a count.
fn ten_queens() -> String {
    program::write(
        &program::folder("queens"),
        "ten.dlx",
        &write_knuth(&queens(10), &[]).expect("names as Knuth has them"),
    )
}

/// A path for a checkpoint.
fn path(what: &str) -> String {
    program::folder(what).join("checkpoint").display().to_string()
}

#[test]
fn a_count_goes_on_after_a_limit() {
    let (cover, file) = (ten_queens(), path("steps"));
    let err = expect(&["count", &cover, "--steps", "5000", "--checkpoint", &file], "", 3, "at least 165\n");
    assert!(
        err.starts_with("165 solutions, there may be more (step limit); engine search, 5000 steps"),
        "{err}"
    );
    for steps in [5_100, 5_200, 5_300] {
        let err = exactly(&["count", &cover, "--steps", "100", "--resume", &file], "").err;
        assert!(err.contains(&format!("(step limit); engine search, {steps} steps")), "{err}");
    }
    let before = fs::read_to_string(&file).expect("a checkpoint");
    let other = path("other");
    expect(&["count", &cover, "--resume", &file, "--checkpoint", &other], "", 0, "724\n");
    assert_eq!(fs::read_to_string(&file).expect("a checkpoint"), before);
    for file in [&file, &file, &other] {
        let err = expect(&["count", &cover, "--resume", file], "", 0, "724\n");
        assert!(err.starts_with("all 724 solutions; engine search, 17938 steps"), "{err}");
    }
}

#[test]
fn solutions_are_printed_once() {
    let whole = exactly(&["solve", QUEENS, "--limit", "100"], "").out;
    let file = path("solve");
    let mut args = vec!["solve", QUEENS, "--limit", "40", "--steps", "300", "--checkpoint", &file];
    let mut parts = Vec::new();
    for _ in 0..6 {
        let ran = exactly(&args, "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        parts.push(ran.out);
        args[6] = "--resume";
    }
    parts.retain(|part| !part.is_empty());
    assert!(parts.len() > 3);
    assert_eq!(parts.join("\n"), whole);
    let file = path("json");
    let first = program::json(&["solve", QUEENS, "--limit", "2", "--checkpoint", &file], "", 0);
    let second = program::json(&["solve", QUEENS, "--limit", "100", "--resume", &file], "", 0);
    let number = |line: &serde_json::Value| line["solutions"].as_array().map(Vec::len);
    assert_eq!((number(&first[0]), number(&second[0])), (Some(2), Some(90)));
    assert_eq!((second[0]["count"].as_str(), second[0]["complete"].as_bool()), (Some("92"), Some(true)));
}

/// Starts a count of the pentominoes, which takes a second or more.
fn started(option: &str, file: &str) -> Child {
    let mut command = Command::new(cargo_bin!("exactly"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["count", PENTOMINOES, option, file]);
    command.args(["--checkpoint-every", "100ms"]).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Sends a signal to a count once it has kept something, and waits for its end.
fn signal(child: Child, signal: &str, file: &str) -> (Option<i32>, String) {
    let before = fs::read_to_string(file).unwrap_or_default();
    let start = Instant::now();
    while fs::read_to_string(file).unwrap_or_default() == before && start.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(150));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_goes_on() {
    let file = path("interrupt");
    let (code, out) = signal(started("--checkpoint", &file), "-INT", &file);
    assert!(code == Some(3) && out.starts_with("at least "), "{code:?} {out}");
    let (code, out) = signal(started("--resume", &file), "-TERM", &file);
    assert!(code == Some(3) && out.starts_with("at least ") || out == "9356\n", "{code:?} {out}");
    // Killed at once, it loses what came after the last checkpoint and no more.
    let (_, out) = signal(started("--resume", &file), "-KILL", &file);
    assert!(out.is_empty() || out == "9356\n", "{out}");
    expect(&["count", PENTOMINOES, "--resume", &file], "", 0, "9356\n");
}

#[test]
fn wrong_checkpoints_are_refused() {
    let (folder, cover) = (program::folder("wrong"), ten_queens());
    let refused = |text: &str, command: &str, message: &str| {
        let file = program::write(&folder, "wrong", text);
        let err = expect(&[command, &cover, "--resume", &file], "", 2, "");
        assert_eq!(err, format!("error: {file}: the checkpoint does not fit: {message}\n"), "{command}");
    };
    let file = path("right");
    exactly(&["count", &cover, "--steps", "5000", "--checkpoint", &file], "");
    let right = fs::read_to_string(&file).expect("a checkpoint");
    let with = |from: &str, to: &str| {
        assert!(right.contains(from), "{from} in {right}");
        right.replacen(from, to, 1)
    };
    refused("", "count", "not a checkpoint: EOF while parsing a value at line 1 column 0");
    refused(
        "92",
        "count",
        "not a checkpoint: invalid type: integer `92`, expected struct Version at line 1 column 2",
    );
    refused(
        &with("\"format\":1", "\"format\":7"),
        "count",
        "it has format 7, and this program reads format 1",
    );
    refused(
        &with("\"search\"", "\"dlx\""),
        "count",
        "it is of engine dlx, and only runs of engine search are resumed",
    );
    refused(
        &with("\"cubes\":512", "\"cubes\":0"),
        "count",
        "it splits the cover into 0 cubes; there can be 1 to 100000",
    );
    refused(
        &with("{\"cube\":2,", "{\"cube\":1,"),
        "count",
        "it names cube 1 of 1224, which is not there or comes twice",
    );
    refused(
        &with("{\"cube\":1,", "{\"cube\":1225,"),
        "count",
        "it names cube 1225 of 1224, which is not there or comes twice",
    );
    refused(
        &with("\"solutions\":\"165\"", "\"solutions\":\"166\""),
        "count",
        "it was changed: its check sum does not hold",
    );
    refused(&with("{\"cube\":1,", "{\"cube\":999,"), "count", "it was changed: its check sum does not hold");
    refused(&right, "solve", "it is of `count`, and this is `solve`");
    let place = right.lines().find(|line| line.contains("try")).expect("a part under way");
    let cube = place.split([':', ',']).nth(1).expect("its number");
    refused(
        &with("\"branches\":[[", "\"branches\":[[99,0],["),
        "count",
        &format!(
            "its place in cube {cube} does not fit: branch 1 of its path (item 99, option 0) is none of this cover's search"
        ),
    );
    let err = expect(&["count", "models/dominoes-8x8.dlx", "--resume", &file], "", 2, "");
    let stated = "the checkpoint does not fit: it is of another cover: its fingerprint is 58979ef967184b35, and this cover has ";
    assert!(err.starts_with(&format!("error: {file}: {stated}")), "{err}");
    let cut = &right[..right.len() / 2];
    let err = expect(&["count", &cover, "--resume", &program::write(&folder, "cut", cut)], "", 2, "");
    assert!(err.contains("the checkpoint does not fit: not a checkpoint: "), "{err}");
}

#[test]
fn wrong_calls_are_refused() {
    let file = path("calls");
    let refused = |args: &[&str], message: &str| {
        let args: Vec<&str> = args.iter().copied().chain(["--checkpoint", &file]).collect();
        assert_eq!(expect(&args, "", 2, ""), format!("error: {message}\n"), "{args:?}");
        assert!(!Path::new(&file).exists());
    };
    refused(
        &["count", QUEENS, QUEENS],
        "--checkpoint is for one exact cover, and here are 2 puzzles or covers",
    );
    refused(
        &["solve", "models/4x4.toml"],
        "models/4x4.toml: --checkpoint is for exact covers, this is a puzzle; leave it out",
    );
    refused(
        &["count", QUEENS, "--method", "memo"],
        &format!("{QUEENS}: a count by memo has no checkpoints; leave out --method or --checkpoint"),
    );
    let missing = path("missing");
    let err = expect(&["count", QUEENS, "--resume", &missing], "", 2, "");
    assert!(err.starts_with(&format!("error: {missing}: the checkpoint cannot be read: ")), "{err}");
    let nowhere = Path::new(&missing).join("nowhere").display().to_string();
    let err = expect(&["count", QUEENS, "--checkpoint", &nowhere], "", 2, "");
    assert!(err.starts_with(&format!("error: {nowhere}: the checkpoint cannot be written: ")), "{err}");
    expect(&["count", QUEENS, "--checkpoint", &file], "", 0, "92\n");
    let err = expect(&["count", QUEENS, "--checkpoint", &file], "", 2, "");
    assert_eq!(
        err,
        format!("error: {file}: this file exists: go on from it with --resume, or name a new one\n")
    );
    let err = expect(&["count", "models/4x4.toml", "--progress", "1s"], "", 2, "");
    assert_eq!(
        err,
        "error: models/4x4.toml: --progress is for exact covers, this is a puzzle; leave it out\n"
    );
}

#[test]
fn progress_is_told_for_logs() {
    let args = ["count", PENTOMINOES, "--method", "enumerate", "--progress", "100ms"];
    let err = expect(&args, "", 0, "9356\n");
    let lines: Vec<&str> = err.lines().filter(|line| line.contains(" elapsed, depth ")).collect();
    assert!(lines.len() > 1, "{err}");
    let start = format!("{PENTOMINOES}: 0:00:00 elapsed, depth ");
    assert!(lines[0].starts_with(&start) && lines[0].contains(" % done, "), "{err}");
    // Nothing unless it is asked for.
    let err = expect(&["count", QUEENS, "--method", "enumerate"], "", 0, "92\n");
    assert_eq!(err.lines().count(), 1, "{err}");
}
