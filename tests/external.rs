//! Solvers outside that misbehave: no answer of theirs is believed, the reason is said, nothing hangs and nothing is left.
#![cfg(unix)]

mod common;

use std::time::{Duration, Instant};

use common::outside::{external, shell};
use common::program::{BOARD, SOLUTION, exactly, expect, folder, json, write};
use exactly::cnf::{Cnf, Lit, Sink};
use exactly::engines::{External, ExternalQueries, Limits, Queries, Reply, Stop};

/// Two variables, of which the first holds.
fn problem() -> Cnf {
    let mut cnf = Cnf::new();
    let lits = [cnf.new_lit(), cnf.new_lit()];
    cnf.add_clause(&lits[..1]);
    cnf
}

fn ask(solver: External, cnf: &Cnf) -> Reply<Vec<bool>> {
    let deadline = Some(Instant::now() + Duration::from_secs(20));
    ExternalQueries::new(solver, cnf).ask(&[], &Limits { deadline, ..Limits::default() })
}

/// The reason for no answer.
#[track_caller]
fn reason(solver: External) -> String {
    match ask(solver, &problem()) {
        Reply::Stopped(stop @ Stop::Failed(reason)) => {
            assert_eq!(stop.to_string(), reason.text());
            reason.text().to_string()
        }
        other => panic!("{solver}: {other:?}"),
    }
}

#[test]
fn what_is_an_answer() {
    let none = ["s UNSATISFIABLE\"; exit 20", "s UNSATISFIABLE\"; exit 0", "UNSATISFIABLE\"; exit 20"];
    for script in none {
        let solver = shell(&format!("cat > /dev/null; echo \"{script}"));
        assert_eq!(ask(solver, &problem()), Reply::None, "{script}");
    }
    let found = [
        "s SATISFIABLE\nv 1 -2 0\"; exit 10",
        "v 1\nv -2 0\nc done\ns SATISFIABLE\"; exit 30",
        "c UNKNOWN is not said\ns SATISFIABLE\nv 1 0\"; exit 0",
        "s SATISFIABLE\nv 1 -2 3 0\"; exit 10",
    ];
    for script in found {
        let solver = shell(&format!("cat > /dev/null; echo \"{script}"));
        assert_eq!(ask(solver, &problem()), Reply::Found(vec![true, false]), "{script}");
    }
}

#[test]
fn what_is_no_answer() {
    let cases = [
        // A crash after the answer, by exit code and by signal.
        ("echo s UNSATISFIABLE; exit 1", "sh: says UNSATISFIABLE but ended with exit code 1"),
        ("echo s UNSATISFIABLE; exit 10", "sh: says UNSATISFIABLE but ended with exit code 10"),
        ("echo s SATISFIABLE; echo v 1 0; exit 20", "sh: says SATISFIABLE but ended with exit code 20"),
        ("echo s UNSATISFIABLE; kill -SEGV $$", "sh: killed by signal 11"),
        ("echo s SATISFIABLE; echo v 1 0; kill -KILL $$", "sh: killed by signal 9"),
        // A solver that gives up, in each way of saying so.
        ("echo s UNKNOWN; exit 0", "sh: gave up: the result is unknown (exit code 0)"),
        ("echo c UNKNOWN; exit 0", "sh: gave up: the result is unknown (exit code 0)"),
        ("echo s INDETERMINATE; exit 15", "sh: gave up: the result is unknown (exit code 15)"),
        // Nothing that could be an answer.
        (
            "exit 0",
            "sh: exit code 0: no status line: this is not the complete output of a solver; expected `s SATISFIABLE`, \
             `s UNSATISFIABLE` or a result file that starts with SAT or UNSAT",
        ),
        (
            "exit 20",
            "sh: exit code 20: no status line: this is not the complete output of a solver; expected `s SATISFIABLE`, \
             `s UNSATISFIABLE` or a result file that starts with SAT or UNSAT",
        ),
        (
            "echo parse error in line 1 >&2; echo what now; exit 3",
            "sh: ended with exit code 3; it said `parse error in line 1`",
        ),
        (
            "echo s SATISFIABLE; exit 10",
            "sh: exit code 10: the solver says satisfiable but gives no model; let it print the model (`v` lines), or \
             give its result file",
        ),
        (
            "echo s MAYBE",
            "sh: exit code 0: `MAYBE` is no status of a solver; expected SATISFIABLE, UNSATISFIABLE or UNKNOWN",
        ),
        (
            "echo s SATISFIABLE; echo v 1 x 0; exit 10",
            "sh: exit code 10: `x` is no literal; expected a number, negative for false",
        ),
        (
            "echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20",
            "sh: exit code 20: a second status that contradicts the first",
        ),
        (
            "echo v 1 0; echo v 1 0; echo s SATISFIABLE; exit 10",
            "sh: exit code 10: a literal after the closing 0: more than one model; give one model",
        ),
        // A wrong assignment, and one of another problem.
        ("echo s SATISFIABLE; echo v -1 2 0; exit 10", "sh: its assignment breaks a clause of the problem"),
        ("echo s SATISFIABLE; echo v 0; exit 10", "sh: its assignment breaks a clause of the problem"),
        // Binary rubbish.
        ("head -c 100000 /dev/zero; exit 1", "sh: ended with exit code 1"),
    ];
    for (script, expected) in cases {
        assert_eq!(reason(shell(&format!("cat > /dev/null; {script}"))), expected, "{script}");
    }
}

#[test]
fn a_program_that_is_not_there() {
    let said = reason(external("exactly-no-such-solver -q"));
    assert_eq!(said, "exactly-no-such-solver: cannot be started: No such file or directory (os error 2)");
    let said = reason(external("/"));
    assert!(said.starts_with("/: cannot be started: Permission denied"), "{said}");
}

/// More text than a pipe holds.
fn large() -> Cnf {
    let mut cnf = problem();
    for _ in 0..100_000 {
        cnf.add_clause(&[Lit::of(0, true), Lit::of(1, false)]);
    }
    cnf
}

#[test]
fn a_solver_that_does_not_read_the_problem() {
    let unread = shell("exec <&-; echo s UNSATISFIABLE; exit 20");
    let Reply::Stopped(Stop::Failed(reason)) = ask(unread, &large()) else { panic!("it is not believed") };
    assert_eq!(reason.text(), "sh: says UNSATISFIABLE but did not read the whole problem");
    // An assignment can be checked, whatever the solver has read.
    let lucky = shell("exec <&-; echo s SATISFIABLE; echo v 1 0; exit 10");
    assert_eq!(ask(lucky, &large()), Reply::Found(vec![true, false]));
}

#[test]
fn output_is_read_while_the_problem_is_written() {
    let talker = shell(
        "head -c 3000000 /dev/zero | tr \"\\0\" \"\\n\"; cat > /dev/null; echo s UNSATISFIABLE; exit 20",
    );
    assert_eq!(ask(talker, &large()), Reply::None);
    let errors = shell("head -c 3000000 /dev/zero >&2; cat > /dev/null; echo s UNSATISFIABLE; exit 20");
    assert_eq!(ask(errors, &large()), Reply::None);
}

#[test]
fn output_without_end_is_cut_off() {
    let most = (16 << 20) + 2 * 32;
    let start = Instant::now();
    for script in ["yes", "yes v 1", "cat /dev/zero"] {
        let said = reason(shell(script));
        let expected =
            format!("sh: its output is longer than {most} bytes without comments, and it was stopped");
        assert_eq!(said, expected, "{script}");
    }
    // Comments cost nothing, however long.
    let comments = "yes c comment | head -c 30000000; echo; printf \"c \"; head -c 30000000 /dev/zero; echo";
    let solver = shell(&format!("cat > /dev/null; {comments}; echo s UNSATISFIABLE; exit 20"));
    assert_eq!(ask(solver, &problem()), Reply::None);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Whether a `sleep` of so many seconds is still there after a moment.
fn is_asleep(seconds: u32) -> bool {
    let wanted = format!("sleep\0{seconds}\0");
    let command =
        |entry: std::io::Result<std::fs::DirEntry>| std::fs::read(entry.ok()?.path().join("cmdline")).ok();
    let is_there = || {
        let mut processes =
            std::fs::read_dir("/proc").expect("this system lists its processes").filter_map(command);
        processes.any(|line| line == wanted.as_bytes())
    };
    let start = Instant::now();
    while is_there() {
        if start.elapsed() > Duration::from_secs(1) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

#[test]
fn a_solver_that_hangs_is_killed_with_all_that_it_started() {
    if !std::path::Path::new("/proc/self/cmdline").exists() {
        eprintln!("skipped: no /proc");
        return;
    }
    // The numbers mark the processes of this test.
    let scripts =
        ["sleep 4137", "trap \"\" TERM INT HUP; sleep 4137 & sleep 4137; wait", "exec >&- 2>&-; sleep 4137"];
    for script in scripts {
        let start = Instant::now();
        let deadline = Some(start + Duration::from_millis(300));
        let reply = ExternalQueries::new(shell(script), &problem())
            .ask(&[], &Limits { deadline, ..Limits::default() });
        assert_eq!(reply, Reply::Stopped(Stop::Time), "{script}");
        assert!(start.elapsed() < Duration::from_secs(3), "{script}: {:?}", start.elapsed());
        assert!(!is_asleep(4137), "{script}");
    }
    // What it leaves behind when it ends by itself holds up nothing.
    let start = Instant::now();
    let leaver = shell("cat > /dev/null; sleep 4138 & echo s UNSATISFIABLE; exit 20");
    assert_eq!(ask(leaver, &problem()), Reply::None);
    assert!(start.elapsed() < Duration::from_secs(5) && !is_asleep(4138), "{:?}", start.elapsed());
}

#[test]
fn files_for_the_problem_and_the_result() {
    let folder = folder("external");
    let copy = folder.join("seen");
    let script =
        format!("cp \"$0\" {}; printf \"SAT\\n 1 0\\n\" > \"$1\"; echo SATISFIABLE; exit 10", copy.display());
    let solver = external(&format!("sh -c '{script}' {{}} {{out}}"));
    assert_eq!(ask(solver, &problem()), Reply::Found(vec![true, false]));
    assert_eq!(std::fs::read_to_string(&copy).expect("the solver copied it"), "p cnf 2 1\n1 0\n");
    // Without its result file, MiniSat's answer has no assignment.
    assert_eq!(
        reason(external("sh -c 'echo SATISFIABLE; exit 10' {} {out}")),
        "sh: exit code 10: the solver says satisfiable but gives no model; let it print the model (`v` lines), or give \
         its result file"
    );
    // Output and file that contradict each other.
    assert_eq!(
        reason(external("sh -c 'echo UNSAT > $1; echo SATISFIABLE; exit 10' {} {out}")),
        "sh: exit code 10: a second status that contradicts the first"
    );
}

#[test]
fn the_command_line_says_why() {
    let engine = shell("cat > /dev/null; echo out of luck >&2; echo s UNSATISFIABLE; exit 1").name();
    let said = "sh: says UNSATISFIABLE but ended with exit code 1; it said `out of luck`";
    let err = expect(&["solve", "--engine", engine], BOARD, 3, &format!("unknown: {said}\n"));
    assert!(
        err.starts_with(&format!("stopped before a solution was found: {said}; engine {engine}, 1 steps")),
        "{err}"
    );
    let rows = json(&["count", "--engine", engine], BOARD, 3);
    assert_eq!(rows[0]["status"], "unknown");
    assert_eq!(rows[0]["engine"], engine);
    assert_eq!(rows[0]["stopped"], said);
}

#[test]
fn commands_that_cannot_be_used() {
    let refused = |engine: &str| {
        let ran = exactly(&["solve", "--engine", engine], BOARD);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        ran.err
    };
    assert!(refused("external:").contains("no solver is named; expected a command such as"));
    assert!(refused("external:sh -c 'x").contains("`sh -c 'x` has a quote that does not close"));
    assert!(refused("kissat").contains("no engine `kissat`; there are auto, search, dlx, varisat, batsat"));
    #[cfg(not(feature = "cadical"))]
    assert!(refused("cadical").contains("build with `cargo build --release --features cadical`"));
}

#[test]
fn a_solver_outside_solves_and_counts() {
    let engine = common::outside::this_test().name();
    let solved = exactly(&["solve", "--line", "--engine", engine], BOARD);
    assert_eq!((solved.code, solved.out.trim_end()), (Some(0), SOLUTION), "{}", solved.err);
    expect(&["count", "--engine", engine], "1...............\n", 0, "72\n");
    let cover = "a b c\na\nb\nc\na b\nb c\n";
    let file = write(&folder("outside"), "cover.dlx", cover);
    expect(&["count", "--engine", engine, &file], "", 0, "3\n");
    let candidates = |engine| json(&["candidates", "--engine", engine], "12..34..2.......", 0).remove(0);
    assert_eq!(candidates(engine)["cells"], candidates("search")["cells"]);
}

#[test]
fn acts_as_a_solver() {
    common::outside::act();
}
