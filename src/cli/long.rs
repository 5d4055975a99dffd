//! Long runs on covers: progress, checkpoints, and runs that go on from them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::printer::Printer;
use super::report::{Failure, say};
use super::run_options::parse_time;
use crate::cover::Cover;
use crate::solve::{Checkpoint, CoverCount, Keeper, Report, Request, Task, resume_count, resume_solutions};

/// What is asked of a long run.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LongOptions {
    /// Say on standard error each so often how far the run on an exact cover is (30s, 10m); a terminal shows it anyway
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) progress: Option<Duration>,

    /// Write to a new file where the run on an exact cover stands, when a limit or Ctrl-C ends it and now and then before;
    /// `--resume` goes on from there. Solutions are then counted one by one, never by memo
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Go on where a run on the same exact cover stood; the file is written again, or that of `--checkpoint` is. Limits are
    /// for this run, the totals for all runs together
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "2m")]
    checkpoint_every: Duration,
}

impl LongOptions {
    /// The option that asks for a run that is kept in a file.
    pub(super) fn kept(&self) -> Option<&'static str> {
        match (&self.checkpoint, &self.resume) {
            (None, None) => None,
            (_, Some(_)) => Some("--resume"),
            (Some(_), None) => Some("--checkpoint"),
        }
    }

    /// An option that says nothing about puzzles.
    pub(super) fn for_covers(&self) -> Option<&'static str> {
        self.kept().or(self.progress.map(|_| "--progress"))
    }

    /// What is wrong with asking that of so many puzzles.
    pub(super) fn refusal(&self, puzzles: usize) -> Option<Failure> {
        let option = self.kept().filter(|_| puzzles != 1)?;
        Some(Failure::plain(
            "",
            format!("{option} is for one exact cover, and here are {puzzles} puzzles or covers"),
        ))
    }

    /// The time between two checkpoints, not so short that the run only writes.
    fn every(&self) -> Duration {
        self.checkpoint_every.max(Duration::from_millis(100))
    }

    /// The file to write to.
    fn file(&self) -> Option<&Path> {
        self.checkpoint.as_deref().or(self.resume.as_deref())
    }

    /// Where to start, and that the file to write to can be written.
    fn open(&self, cover: &Cover, task: Task) -> Result<Checkpoint, Failure> {
        let checkpoint = match &self.resume {
            None => Checkpoint::start(cover, task),
            Some(path) => {
                let failure = |message: String| Failure::plain(&path.display().to_string(), message);
                let text = fs::read_to_string(path)
                    .map_err(|error| failure(format!("the checkpoint cannot be read: {error}")))?;
                Checkpoint::read(&text, cover, task)
                    .map_err(|error| failure(format!("the checkpoint does not fit: {error}")))?
            }
        };
        if let Some(path) = self.checkpoint.as_deref().filter(|path| self.resume.as_deref() != Some(path)) {
            if path.exists() {
                let message = "this file exists: go on from it with --resume, or name a new one";
                return Err(Failure::plain(&path.display().to_string(), message));
            }
            write(path, &checkpoint).map_err(|error| unwritten(path, &error))?;
        }
        Ok(checkpoint)
    }

    /// Writes the last checkpoint.
    fn close(&self, checkpoint: &Checkpoint) -> Result<(), Failure> {
        let Some(path) = self.file() else { return Ok(()) };
        write(path, checkpoint).map_err(|error| unwritten(path, &error))
    }

    /// Writes one on the way; where that fails the run goes on.
    fn keep(&self, checkpoint: &Checkpoint) {
        let Some(path) = self.file() else { return };
        if let Err(error) = write(path, checkpoint) {
            say(&format!("warning: {}: the checkpoint cannot be written: {error}", path.display()));
        }
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::plain(&path.display().to_string(), format!("the checkpoint cannot be written: {error}"))
}

/// Writes a file beside it and renames that, so that there is a whole one at any time.
fn write(path: &Path, checkpoint: &Checkpoint) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    let mut file = fs::File::create(&beside)?;
    file.write_all(checkpoint.text().as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

/// Counts the solutions of a cover and keeps where it stands.
pub(super) fn count(
    file: &str,
    cover: &Cover,
    long: &LongOptions,
    request: &Request,
) -> Result<CoverCount, Failure> {
    let mut checkpoint = long.open(cover, Task::Count)?;
    let mut keeper = Keeper { every: long.every(), keep: &mut |checkpoint| long.keep(checkpoint) };
    let counted = resume_count(cover, &mut checkpoint, request, &mut keeper);
    let counted = counted.map_err(|error| Failure::plain(file, error.to_string()))?;
    long.close(&checkpoint)?;
    Ok(counted)
}

/// Finds the solutions of a cover and keeps where it stands. They are printed as they are found, so that those before a
/// checkpoint were; with [`super::printer::Form::Collected`] they are returned instead, and there is a checkpoint at the end only.
pub(super) fn solve(
    file: &str,
    cover: &Cover,
    long: &LongOptions,
    request: &Request,
    printer: &mut Printer<'_>,
) -> Result<Report, Failure> {
    let mut checkpoint = long.open(cover, Task::Solve)?;
    let every = if printer.is_printing() { long.every() } else { Duration::MAX };
    let mut keeper = Keeper { every, keep: &mut |checkpoint| long.keep(checkpoint) };
    let mut visit = |options: &[usize]| printer.take_now(options);
    let report = resume_solutions(cover, &mut checkpoint, request, &mut visit, &mut keeper);
    let report = report.map_err(|error| Failure::plain(file, error.to_string()))?;
    // Where printing failed the checkpoint before stands: what is after it was not all printed.
    if printer.is_whole() {
        long.close(&checkpoint)?;
    }
    printer.finish()?;
    Ok(report)
}
