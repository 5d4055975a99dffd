//! Solutions of an exact cover on standard output, as they are found.

use std::io::{self, BufWriter, Stdout, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::covers;
use super::report::{Failure, not_written};
use crate::cover::Cover;

/// So long a solution waits for others to be written with.
const WAIT: Duration = Duration::from_millis(50);

/// How solutions leave a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Printed, a line for each option.
    Text,
    /// Printed, a line for each solution.
    Lines,
    /// Kept to the end.
    Collected,
}

/// What takes the solutions of a run.
pub(super) struct Printer<'p> {
    cover: &'p Cover,
    form: Form,
    bar: &'p ProgressBar,
    out: BufWriter<Stdout>,
    written: Instant,
    is_first: bool,
    broken: Option<io::Error>,
    /// The solutions kept, each as the numbers of its options from 1.
    pub(super) kept: Vec<Vec<i32>>,
}

impl<'p> Printer<'p> {
    pub(super) fn new(cover: &'p Cover, form: Form, bar: &'p ProgressBar) -> Self {
        let out = BufWriter::new(io::stdout());
        Self {
            cover,
            form,
            bar,
            out,
            written: Instant::now(),
            is_first: true,
            broken: None,
            kept: Vec::new(),
        }
    }

    /// Whether solutions are printed, and not kept.
    pub(super) fn is_printing(&self) -> bool {
        self.form != Form::Collected
    }

    /// Takes a solution, as 0-based option numbers; it is printed soon. Breaks where nothing can be printed any more.
    pub(super) fn take(&mut self, options: &[usize]) -> ControlFlow<()> {
        let numbers: Vec<i32> = options.iter().map(|&option| option as i32 + 1).collect();
        if !self.is_printing() {
            self.kept.push(numbers);
            return ControlFlow::Continue(());
        }
        let blank = if self.is_first || self.form == Form::Lines { "" } else { "\n" };
        self.is_first = false;
        let text = covers::text(self.cover, &[numbers], self.form == Form::Lines);
        let written = writeln!(self.out, "{blank}{text}");
        if written.is_ok() && self.written.elapsed() < WAIT {
            return ControlFlow::Continue(());
        }
        self.flush(written)
    }

    /// Takes a solution, and prints it before anything else happens.
    pub(super) fn take_now(&mut self, options: &[usize]) -> ControlFlow<()> {
        self.take(options)?;
        self.flush(Ok(()))
    }

    fn flush(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        self.written = Instant::now();
        match written.and_then(|()| self.bar.suspend(|| self.out.flush())) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.broken = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Whether everything taken so far could be printed.
    pub(super) fn is_whole(&self) -> bool {
        self.broken.is_none()
    }

    /// Prints what waits.
    ///
    /// # Errors
    /// Something could not be printed, and not because its reader has seen enough.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let _ = self.flush(Ok(()));
        self.broken.take().map_or(Ok(()), |error| not_written("<stdout>", &error))
    }
}
