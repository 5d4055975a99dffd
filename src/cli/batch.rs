//! One result a puzzle, in order, computed on all cores.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::exit::Exit;
use super::input::Loaded;
use super::interrupt;
use super::report::{not_written, say};

/// Puzzles are computed in blocks of this size, so that results appear while the batch runs.
const BLOCK: usize = 2_048;

/// The text of one result and what it means for the exit code.
pub(super) struct Line {
    pub(super) out: String,
    pub(super) err: String,
    pub(super) exit: Exit,
}

/// Computes every puzzle and prints the results in order. Ctrl-C ends the batch after the results at hand.
pub(super) fn run(puzzles: &[Loaded], compute: impl Fn(&Loaded) -> Line + Sync) -> Exit {
    run_shown(puzzles, |loaded, _| compute(loaded))
}

/// The same for runs that have a message of their own for the line on the terminal, where there is only one of them.
pub(super) fn run_shown(puzzles: &[Loaded], compute: impl Fn(&Loaded, &ProgressBar) -> Line + Sync) -> Exit {
    let (bar, none) = (bar(puzzles.len()), ProgressBar::hidden());
    let own = if puzzles.len() == 1 { &bar } else { &none };
    let cancel = interrupt::cancel();
    let mut exit = Exit::Found;
    // Not locked: a run may print from another thread.
    let mut out = io::BufWriter::new(io::stdout());
    for block in puzzles.chunks(BLOCK) {
        if cancel.is_cancelled() {
            say(&format!("stopped: {} of {} puzzles done", bar.position(), puzzles.len()));
            exit = exit.max(Exit::Limit);
            break;
        }
        let one = |loaded: &Loaded| {
            let line = compute(loaded, own);
            bar.inc(1);
            line
        };
        let lines: Vec<Line> = if block.len() == 1 {
            block.iter().map(one).collect()
        } else {
            block.par_iter().map(one).collect()
        };
        for line in lines {
            exit = exit.max(line.exit);
            if let Err(error) = print(&line, &mut out, &bar) {
                return unwritten(&error, exit);
            }
        }
        if let Err(error) = out.flush() {
            return unwritten(&error, exit);
        }
    }
    bar.finish_and_clear();
    exit
}

/// Prints the result, then what there is to say about it.
fn print(line: &Line, out: &mut impl Write, bar: &ProgressBar) -> io::Result<()> {
    if !line.out.is_empty() {
        writeln!(out, "{}", line.out)?;
    }
    if !line.err.is_empty() {
        out.flush()?;
        bar.suspend(|| say(&line.err));
    }
    Ok(())
}

/// The end of a batch whose results cannot be written.
pub(super) fn unwritten(error: &io::Error, exit: Exit) -> Exit {
    match not_written("<stdout>", error) {
        Ok(()) => exit,
        Err(failure) => {
            failure.print();
            Exit::Wrong
        }
    }
}

/// A spinner with the number of puzzles done, nothing where standard error is no terminal.
pub(super) fn spinner() -> ProgressBar {
    styled("{spinner} {human_pos} puzzles {elapsed_precise} ({per_sec})", None)
}

/// A bar for many puzzles or choices, a spinner for one, nothing where standard error is no terminal.
pub(super) fn bar(count: usize) -> ProgressBar {
    let template = if count > 1 {
        "{bar:40} {pos}/{len} {elapsed_precise} (left: {eta})"
    } else {
        "{spinner} {elapsed_precise} {wide_msg}"
    };
    styled(template, Some(count as u64))
}

fn styled(template: &str, count: Option<u64>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(count, ProgressDrawTarget::stderr_with_hz(5)).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
