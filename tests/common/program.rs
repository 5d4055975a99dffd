//! The built program, run as a user runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

pub(crate) const BOARD: &str =
    "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
pub(crate) const SOLUTION: &str =
    "957214386824736591361859742495372618786491235132568974519687423273145869648923157";
pub(crate) const CLASH: &str =
    "3.64.....258..9..1...8.2......9...43.6.1..28.....87.658......243.......66....45.8";
/// `12345678.` with a 9 below its blank: no clash, no solution.
pub(crate) const HOPELESS: &str =
    "12345678.........9...............................................................";

/// What a run printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program in the folder of the package.
pub(crate) fn exactly(args: &[&str], stdin: &str) -> Ran {
    let output = assert_cmd::Command::new(cargo_bin!("exactly"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .write_stdin(stdin)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program and holds its exit code and standard output against what is expected.
#[track_caller]
pub(crate) fn expect(args: &[&str], stdin: &str, code: i32, out: &str) -> String {
    let ran = exactly(args, stdin);
    assert_eq!((ran.code, ran.out.as_str()), (Some(code), out), "{args:?}, standard error: {}", ran.err);
    ran.err
}

/// Runs the program with `--json` and reads its lines.
#[track_caller]
pub(crate) fn json(args: &[&str], stdin: &str, code: i32) -> Vec<Value> {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let ran = exactly(&args, stdin);
    assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    assert_eq!(ran.err, "", "{args:?}");
    ran.out.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// An empty folder that no other call gets.
pub(crate) fn folder(what: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{what}-{call}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file for the test");
    path.display().to_string()
}
