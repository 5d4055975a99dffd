//! Solutions of an exact cover on standard output, as they are found.

use std::io::{self, BufWriter, Stdout, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::covers;
use super::report::{Failure, not_written};
use crate::cover::Cover;

/// So long a solution waits for others to be printed with.
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

/// What was written, and may wait to be printed.
struct Sheet {
    out: BufWriter<Stdout>,
    /// Hidden while something is printed.
    bar: ProgressBar,
    printed: Option<Instant>,
    broken: Option<io::Error>,
}

impl Sheet {
    /// Writes a text; it is printed now where nothing was for a while.
    fn write(&mut self, text: &str) {
        match self.out.write_all(text.as_bytes()) {
            Ok(()) if self.printed.is_some_and(|printed| printed.elapsed() < WAIT) => {}
            Ok(()) => self.print(),
            Err(error) => self.broken = Some(error),
        }
    }

    /// Prints what waits, where there is something.
    fn print(&mut self) {
        if self.out.buffer().is_empty() {
            return;
        }
        self.printed = Some(Instant::now());
        if let Err(error) = self.bar.suspend(|| self.out.flush()) {
            self.broken.get_or_insert(error);
        }
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What takes the solutions of a run.
pub(super) struct Printer<'p> {
    cover: &'p Cover,
    form: Form,
    sheet: Arc<Mutex<Sheet>>,
    /// Ends the thread that prints what waits, once that was started by the first solution.
    clock: Option<Sender<()>>,
    /// The solutions kept, each as the numbers of its options from 1.
    pub(super) kept: Vec<Vec<i32>>,
}

impl<'p> Printer<'p> {
    pub(super) fn new(cover: &'p Cover, form: Form, bar: &ProgressBar) -> Self {
        let out = BufWriter::new(io::stdout());
        let sheet = Sheet { out, bar: bar.clone(), printed: None, broken: None };
        Self { cover, form, sheet: Arc::new(Mutex::new(sheet)), clock: None, kept: Vec::new() }
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
        let is_first = self.clock.is_none();
        let blank = if is_first || self.form == Form::Lines { "" } else { "\n" };
        let text = covers::text(self.cover, &[numbers], self.form == Form::Lines);
        self.clock.get_or_insert_with(|| start_clock(&self.sheet));
        let mut sheet = locked(&self.sheet);
        sheet.write(&format!("{blank}{text}\n"));
        sheet.flow()
    }

    /// Takes a solution, and prints it before anything else happens.
    pub(super) fn take_now(&mut self, options: &[usize]) -> ControlFlow<()> {
        self.take(options)?;
        let mut sheet = locked(&self.sheet);
        sheet.print();
        sheet.flow()
    }

    /// Whether everything taken so far could be printed.
    pub(super) fn is_whole(&self) -> bool {
        locked(&self.sheet).flow().is_continue()
    }

    /// Prints what waits.
    ///
    /// # Errors
    /// Something could not be printed, and not because its reader has seen enough.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let mut sheet = locked(&self.sheet);
        sheet.print();
        sheet.broken.take().map_or(Ok(()), |error| not_written("<stdout>", &error))
    }
}

/// What waits is printed whatever ended the run: the clock may hold the sheet beyond it.
impl Drop for Printer<'_> {
    fn drop(&mut self) {
        locked(&self.sheet).print();
    }
}

fn locked(sheet: &Mutex<Sheet>) -> MutexGuard<'_, Sheet> {
    sheet.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread that prints what waits while no other solution comes, until what it returns is dropped.
fn start_clock(sheet: &Arc<Mutex<Sheet>>) -> Sender<()> {
    let (clock, end) = channel();
    let sheet = Arc::clone(sheet);
    std::thread::spawn(move || {
        while end.recv_timeout(WAIT) == Err(RecvTimeoutError::Timeout) {
            let mut sheet = locked(&sheet);
            if sheet.broken.is_none() {
                sheet.print();
            }
        }
    });
    clock
}
