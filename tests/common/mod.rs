//! What the tests share: the corpus, reading, running.

#![allow(dead_code, reason = "each test file uses a part of it")]

#[cfg(unix)]
pub(crate) mod outside;
pub(crate) mod program;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use exactly::engines::Limits;
use exactly::formats::{ReadError, Source, TextOptions, read_puzzles};
use exactly::puzzles::{Fault, Puzzle};
use exactly::solve::{self, EngineName, Outcome, Report, Request};

/// The folder of real problems, where it is given.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("EXACTLY_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: EXACTLY_CORPUS is not set");
    }
    folder
}

/// The text of a file that has to be there.
pub(crate) fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every puzzle of a text; an error of the whole text counts as one puzzle that cannot be read.
pub(crate) fn puzzles_of(name: &str, text: &str, options: &TextOptions) -> Vec<Result<Puzzle, ReadError>> {
    read_puzzles(&Source::new(name, text), options).unwrap_or_else(|error| vec![Err(error)])
}

/// The one puzzle of a text that has to be readable.
pub(crate) fn puzzle_of(text: &str) -> Puzzle {
    let mut puzzles = puzzles_of("<test>", text, &TextOptions::default());
    assert_eq!(puzzles.len(), 1, "one puzzle expected in {text:?}");
    puzzles.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A request for at most `solutions` solutions.
pub(crate) fn request(engine: EngineName, solutions: Option<u64>) -> Request {
    Request { engine, solutions, ..Request::default() }
}

/// A request that gives up after a time.
pub(crate) fn timed(engine: EngineName, solutions: Option<u64>, time: Duration) -> Request {
    let limits = Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
    Request { limits, ..request(engine, solutions) }
}

/// What a run found: the report and the solutions as digits.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) report: Report,
    pub(crate) solutions: Vec<Vec<i32>>,
}

impl Found {
    /// Whether the run saw everything.
    pub(crate) fn is_complete(&self) -> bool {
        self.report.is_complete()
    }

    pub(crate) fn is_none(&self) -> bool {
        self.report.outcome == Outcome::None
    }
}

/// Runs a puzzle.
pub(crate) fn run(puzzle: &Puzzle, request: &Request) -> Result<Found, Vec<Fault>> {
    let statement = puzzle.state()?;
    let mut solutions = Vec::new();
    let report = solve::run(&statement.model, request, &mut |solution| {
        solutions.push(statement.digits(&solution));
        ControlFlow::Continue(())
    });
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    Ok(Found { report, solutions })
}

/// Counts without a limit; a puzzle with a fault has no solutions.
pub(crate) fn count(puzzle: &Puzzle, engine: EngineName) -> u64 {
    match puzzle.state() {
        Ok(statement) => {
            let request = request(engine, None);
            let report = solve::Problem::new(&statement.model, &request).count(&request);
            report.unwrap_or_else(|error| panic!("{error}")).found
        }
        Err(_) => 0,
    }
}

/// Digits from a line, `A` being 10.
pub(crate) fn digits_of(line: &str) -> Vec<i32> {
    let value = |c: char| c.to_digit(36).unwrap_or_else(|| panic!("`{c}` in {line}")) as i32;
    line.chars().map(value).collect()
}

/// Digits as a line, 10 being `A`.
pub(crate) fn line_of(digits: &[i32]) -> String {
    digits
        .iter()
        .map(|&digit| char::from_digit(digit as u32, 36).map_or('?', |c| c.to_ascii_uppercase()))
        .collect()
}

/// Runs a check over items on all cores; the panic of one stops the test.
pub(crate) fn on_all_cores<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    check(item);
                }
            });
        }
    });
}
