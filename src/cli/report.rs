//! Errors as people read them: the place, the piece underlined, what would be right.

use std::io::{self, ErrorKind, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;

use crate::formats::{ReadError, Source};
use crate::puzzles::{Fault, Place};

/// An error as one object of a JSON result.
#[derive(Clone, Debug, Serialize)]
pub(super) struct JsonError {
    message: String,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
}

/// Something that went wrong, ready to be printed or written as JSON.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) json: Vec<JsonError>,
}

impl Failure {
    /// A failure that is about no place in a text.
    pub(super) fn plain(file: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let json =
            vec![JsonError { message: message.clone(), file: file.to_string(), line: None, column: None }];
        let message =
            if file.is_empty() { format!("error: {message}") } else { format!("error: {file}: {message}") };
        Self { message, json }
    }

    /// A text that cannot be read.
    pub(super) fn read(source: &Source, error: &ReadError) -> Self {
        let Place { line, column } = error.place;
        let json = JsonError {
            message: error.message.clone(),
            file: error.file.clone(),
            line: Some(line),
            column: Some(column),
        };
        // What is wrong in a file that this one imports is shown over that file.
        let imported =
            (error.file != source.name).then(|| std::fs::read_to_string(&error.file).ok()).flatten();
        let message = match imported {
            Some(text) => render(&Source::new(&error.file, text), error),
            None => render(source, error),
        };
        Self { message, json: vec![json] }
    }

    /// A puzzle that contradicts itself.
    pub(super) fn faults(file: &str, faults: &[Fault]) -> Self {
        let at = |place: Option<Place>| {
            place.map_or(String::new(), |Place { line, column }| format!(":{line}:{column}"))
        };
        let lines: Vec<String> =
            faults.iter().map(|fault| format!("error: {file}{}: {}", at(fault.place), fault.error)).collect();
        let json = faults.iter().map(|fault| JsonError {
            message: fault.error.to_string(),
            file: file.to_string(),
            line: fault.place.map(|place| place.line),
            column: fault.place.map(|place| place.column),
        });
        Self { message: lines.join("\n"), json: json.collect() }
    }

    /// Prints it to standard error.
    pub(super) fn print(&self) {
        say(&self.message);
    }
}

/// Writes a line to standard error; where that fails there is nobody to tell.
pub(super) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes a line to standard output.
pub(super) fn print(line: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{line}").or_else(|error| not_written("<stdout>", &error))
}

/// What a failed write means: nothing where the reader has seen enough, as `head` does, and a failure otherwise.
pub(super) fn not_written(name: &str, error: &io::Error) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::plain(name, format!("cannot write: {error}"))),
    }
}

/// Lines longer than this are not shown.
const LONGEST: usize = 2_000;

/// The error over the lines around its piece; only those lines, so that a large file costs nothing.
fn render(source: &Source, error: &ReadError) -> String {
    let text = &source.text;
    let span = floor(text, error.span.start)..floor(text, error.span.end.max(error.span.start));
    let (before, after) = (&text.as_bytes()[..span.start], &text.as_bytes()[span.end..]);
    let start = span.start - before.iter().rev().take(LONGEST).take_while(|&&byte| byte != b'\n').count();
    let end = span.end + after.iter().take(LONGEST).take_while(|&&byte| byte != b'\n').count();
    if end - start >= LONGEST {
        let help = error.help.as_ref().map_or(String::new(), |help| format!("\n  = help: {help}"));
        return format!("error: {error}{help}");
    }
    let annotation = AnnotationKind::Primary.span(span.start - start..span.end - start);
    let snippet = Snippet::source(&text[start..end])
        .path(&error.file)
        .line_start(error.place.line)
        .annotation(annotation);
    let mut group = Level::ERROR.primary_title(&error.message).element(snippet);
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[group])
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
