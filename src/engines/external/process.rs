//! One run of a solver: the problem in, the answer out, and an end in any case.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::command::{External, PROBLEM, RESULT};
use super::group;
use crate::cnf::{Cnf, write_dimacs};
use crate::engines::{Limits, Stop};

/// So often limits are looked at.
const TICK: Duration = Duration::from_millis(10);

/// So often a solver that has closed its output is asked whether it has ended.
const SHORT_TICK: Duration = Duration::from_micros(200);

/// So long a pipe is waited for after the whole group was killed: a process that has left the group may hold it open.
const GRACE: Duration = Duration::from_secs(1);

/// Bytes of output that are read, and those for each variable on top.
const MOST_BYTES: usize = 16 << 20;
const BYTES_A_VARIABLE: usize = 32;

/// Bytes of standard error that are kept.
const TAIL: usize = 2_000;

/// Why a run came to nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("cannot be started: {0}")]
    Start(io::Error),
    #[error("the problem cannot be written to a file: {0}")]
    Files(io::Error),
    #[error("its output cannot be read: {0}")]
    Output(io::Error),
    #[error("its result file cannot be read: {0}")]
    Result(io::Error),
    #[error("its output is longer than {most} bytes without comments, and it was stopped")]
    TooLong { most: usize },
}

/// How a run ended.
pub(super) enum Ended {
    /// The solver ended by itself.
    Alone(Output),
    /// A limit came first; the solver was killed.
    Stopped(Stop),
}

/// What a solver left.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) status: ExitStatus,
    /// Standard output without its comments, and the result file behind it.
    pub(super) text: String,
    /// The end of standard error.
    pub(super) errors: String,
    /// Whether it took the whole problem.
    pub(super) read_all: bool,
}

impl Output {
    /// The last line on standard error as a half-sentence, if there is one.
    pub(super) fn said(&self) -> String {
        let line = self.errors.lines().map(str::trim).rfind(|line| !line.is_empty());
        line.map_or(String::new(), |line| {
            let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
            format!("; it said `{line}`")
        })
    }
}

/// What the threads at the pipes say when they are done.
enum Event {
    Fed(bool),
    Output(Result<Vec<u8>, Failure>),
    Errors(Vec<u8>),
}

/// What has come from the pipes so far.
#[derive(Default)]
struct Heard {
    fed: Option<bool>,
    output: Option<Vec<u8>>,
    errors: Option<Vec<u8>>,
}

impl Heard {
    fn take(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Fed(all) => self.fed = Some(all),
            Event::Output(text) => self.output = Some(text?),
            Event::Errors(text) => self.errors = Some(text),
        }
        Ok(())
    }

    fn is_all(&self) -> bool {
        self.fed.is_some() && self.output.is_some() && self.errors.is_some()
    }
}

/// Runs a solver on a problem until it ends or a limit is reached. No process of its group is left, and no zombie.
pub(super) fn run(solver: External, cnf: &Cnf, limits: &Limits) -> Result<Ended, Failure> {
    let mut problem = Vec::new();
    write_dimacs(cnf, &[], &mut problem).map_err(Failure::Files)?;
    let by_file = solver.names(PROBLEM);
    let folder =
        (by_file || solver.names(RESULT)).then(tempfile::tempdir).transpose().map_err(Failure::Files)?;
    let folder = folder.as_ref().map(tempfile::TempDir::path);
    let files = folder.map(|folder| (folder.join("problem.cnf"), folder.join("result.txt")));
    if let Some((path, _)) = files.as_ref().filter(|_| by_file) {
        std::fs::write(path, &problem).map_err(Failure::Files)?;
    }
    let mut command = Command::new(solver.program());
    for word in solver.arguments() {
        command.arg(match &files {
            Some((problem, result)) => {
                word.replace(PROBLEM, &problem.to_string_lossy()).replace(RESULT, &result.to_string_lossy())
            }
            None => word.clone(),
        });
    }
    let most = MOST_BYTES + BYTES_A_VARIABLE * cnf.var_count();
    let ended = watch(command, (!by_file).then_some(problem), most, limits)?;
    match (ended, &files) {
        (Ended::Alone(mut output), Some((_, result))) if solver.names(RESULT) => {
            output.text += &result_of(result, most)?;
            Ok(Ended::Alone(output))
        }
        (ended, _) => Ok(ended),
    }
}

/// The result file; a solver that did not get so far has written none.
fn result_of(path: &Path, most: usize) -> Result<String, Failure> {
    let file = match std::fs::File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        file => file.map_err(Failure::Result)?,
    };
    let mut kept = Kept::new(most);
    kept.read(file).map_err(|error| match error {
        Failure::Output(error) => Failure::Result(error),
        other => other,
    })?;
    Ok(String::from_utf8_lossy(&kept.text).into_owned())
}

/// Starts the process, feeds it and listens to it.
fn watch(
    mut command: Command,
    problem: Option<Vec<u8>>,
    most: usize,
    limits: &Limits,
) -> Result<Ended, Failure> {
    command.stdin(if problem.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    group::isolate(&mut command);
    let mut child = command.spawn().map_err(Failure::Start)?;
    let (sender, receiver) = channel();
    let mut heard = Heard { fed: problem.is_none().then_some(true), ..Heard::default() };
    attend(&mut child, problem, most, &sender);
    drop(sender);
    let waited = wait(&mut child, &receiver, &mut heard, limits);
    group::kill(&mut child);
    let status = child.wait().map_err(Failure::Output)?;
    if let Some(stop) = waited? {
        return Ok(Ended::Stopped(stop));
    }
    let until = Instant::now() + GRACE;
    while !heard.is_all() {
        let left = until.saturating_duration_since(Instant::now());
        let Ok(event) = receiver.recv_timeout(left) else { break };
        heard.take(event)?;
    }
    let text = |bytes: Option<Vec<u8>>| String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    Ok(Ended::Alone(Output {
        status,
        text: text(heard.output),
        errors: text(heard.errors),
        read_all: heard.fed == Some(true),
    }))
}

/// Waits until the process has ended, or a limit is reached.
fn wait(
    child: &mut Child,
    receiver: &Receiver<Event>,
    heard: &mut Heard,
    limits: &Limits,
) -> Result<Option<Stop>, Failure> {
    loop {
        let tick = if heard.output.is_some() { SHORT_TICK } else { TICK };
        match receiver.recv_timeout(tick) {
            Ok(event) => heard.take(event)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(tick),
        }
        if group::has_ended(child) {
            return Ok(None);
        }
        if let Some(stop) = limits.out_of_time() {
            return Ok(Some(stop));
        }
    }
}

/// A thread at each pipe. They end when the pipes close, which the death of the group sees to.
fn attend(child: &mut Child, problem: Option<Vec<u8>>, most: usize, sender: &Sender<Event>) {
    if let (Some(problem), Some(mut stdin)) = (problem, child.stdin.take()) {
        let sender = sender.clone();
        std::thread::spawn(move || {
            // A solver may stop reading when it has seen enough; whether that was all is what counts.
            let all = stdin.write_all(&problem).is_ok();
            drop(stdin);
            let _ = sender.send(Event::Fed(all));
        });
    }
    if let Some(stdout) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let mut kept = Kept::new(most);
            let text = kept.read(stdout).map(|()| kept.text);
            let _ = sender.send(Event::Output(text));
        });
    }
    if let Some(stderr) = child.stderr.take() {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let _ = sender.send(Event::Errors(tail(stderr)));
        });
    }
}

/// The last bytes.
fn tail(mut from: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..count]);
        kept.drain(..kept.len().saturating_sub(TAIL));
    }
    kept
}

/// Lines without comments, up to so many bytes.
struct Kept {
    text: Vec<u8>,
    most: usize,
    /// Where the last line starts.
    line: usize,
}

/// A comment is kept no longer than this while its line goes on.
const COMMENT: usize = 64;

impl Kept {
    fn new(most: usize) -> Self {
        Self { text: Vec::new(), most, line: 0 }
    }

    fn read(&mut self, mut from: impl Read) -> Result<(), Failure> {
        let mut chunk = [0; 1 << 13];
        loop {
            let count = match from.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Output(error)),
            };
            for piece in chunk[..count].split_inclusive(|&byte| byte == b'\n') {
                self.take(piece);
            }
            if self.text.len() > self.most {
                return Err(Failure::TooLong { most: self.most });
            }
        }
        Ok(())
    }

    /// Takes a line, or a part of one.
    fn take(&mut self, piece: &[u8]) {
        let is_comment = self.is_comment();
        let ends = piece.ends_with(b"\n");
        if !(is_comment && self.text.len() - self.line >= COMMENT) {
            self.text.extend_from_slice(piece);
        } else if ends {
            self.text.push(b'\n');
        }
        if ends {
            // CaDiCaL says in a comment that it does not know.
            if self.is_comment() && !self.text[self.line..].starts_with(b"c UNKNOWN") {
                self.text.truncate(self.line);
            }
            self.line = self.text.len();
        }
    }

    fn is_comment(&self) -> bool {
        matches!(self.text[self.line..], [b'c'] | [b'c', b' ' | b'\t' | b'\r' | b'\n', ..])
    }
}
