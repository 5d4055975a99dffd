//! Lists of plain boards, worked on by all cores while they are read, with the results in order.

use std::io::{self, BufWriter, Write};

use indicatif::ProgressBar;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::batch::{self, Line, unwritten};
use super::boards::{Boards, line_count, stands_alone};
use super::exit::Exit;
use super::input::Loaded;
use super::interrupt;
use super::report::{Failure, say};
use crate::engines::Cancel;
use crate::formats::{ClassicLine, read_classic_line};

/// Bytes that a core works on at a time.
const PIECE: usize = 16 << 10;

/// What is done with each puzzle of a list.
pub(super) trait Work: Sync {
    /// What a core keeps from one board to the next.
    type Tools;

    /// New tools.
    fn tools(&self) -> Self::Tools;

    /// The result of a board of the list of this name; nothing where it has to be stated as a puzzle.
    fn board(&self, tools: &mut Self::Tools, name: &str, digits: &[u8; 81]) -> Option<Line>;

    /// The result of a puzzle.
    fn puzzle(&self, loaded: &Loaded) -> Line;
}

/// Some lines of a block.
struct Piece<'b> {
    bytes: &'b [u8],
    /// Where it starts in the block.
    start: usize,
    /// The number of the first line, 1-based.
    line: usize,
}

/// The results of a piece.
#[derive(Default)]
struct Results {
    /// For standard output.
    out: Vec<u8>,
    /// For standard error, each after so many bytes of `out`.
    err: Vec<(usize, String)>,
    exit: Option<Exit>,
    count: u64,
    end: PieceEnd,
}

/// How far a piece came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PieceEnd {
    /// To its end.
    #[default]
    Whole,
    /// Ctrl-C came first.
    Cancelled,
    /// The text from this byte on, in this line, has to be read as a whole.
    Handover { at: usize, line: usize },
}

impl Results {
    fn add(&mut self, line: &Line) {
        self.exit = self.exit.max(Some(line.exit));
        self.count += 1;
        if !line.out.is_empty() {
            self.out.extend_from_slice(line.out.as_bytes());
            self.out.push(b'\n');
        }
        if !line.err.is_empty() {
            self.err.push((self.out.len(), line.err.clone()));
        }
    }
}

/// Works on the boards of a list and prints the results in order. Ctrl-C ends it after the results at hand.
pub(super) fn run(mut boards: Boards, work: &impl Work) -> Exit {
    let bar = batch::spinner();
    let cancel = interrupt::cancel();
    let mut exit = Exit::Found;
    let mut line = 1;
    loop {
        let block = match boards.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => break,
            Err(error) => return unread(&boards, &error),
        };
        let pieces = pieces(&block, &mut line);
        let results: Vec<Results> =
            pieces.par_iter().map(|piece| compute(&boards, piece, work, &cancel)).collect();
        let whole = results.iter().take_while(|results| results.end == PieceEnd::Whole).count();
        let shown = &results[..results.len().min(whole + 1)];
        exit = shown.iter().filter_map(|results| results.exit).fold(exit, Exit::max);
        if let Err(error) = write(shown, &bar) {
            return unwritten(&error, exit);
        }
        match results.get(whole).map(|results| results.end) {
            None | Some(PieceEnd::Whole) => {}
            Some(PieceEnd::Cancelled) => {
                say(&format!("stopped: {} puzzles done", bar.position()));
                return exit.max(Exit::Limit);
            }
            Some(PieceEnd::Handover { at, line }) => {
                bar.finish_and_clear();
                let rest = &block[pieces[whole].start + at..];
                return exit.max(hand_over(&mut boards, rest, line, work));
            }
        }
    }
    bar.finish_and_clear();
    exit
}

/// The end of a list that cannot be read on.
fn unread(boards: &Boards, error: &io::Error) -> Exit {
    Failure::plain(&boards.name, error.to_string()).print();
    Exit::Wrong
}

/// Cuts a block at line ends; `line` is the number of its first line and then of the line after it.
fn pieces<'b>(block: &'b [u8], line: &mut usize) -> Vec<Piece<'b>> {
    let mut pieces = Vec::new();
    let mut bytes = block;
    while !bytes.is_empty() {
        let start = block.len() - bytes.len();
        let from = PIECE.min(bytes.len());
        let end =
            bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| from + at + 1);
        let (piece, rest) = bytes.split_at(end);
        pieces.push(Piece { bytes: piece, start, line: *line });
        *line += line_count(piece);
        bytes = rest;
    }
    pieces
}

fn compute(boards: &Boards, piece: &Piece<'_>, work: &impl Work, cancel: &Cancel) -> Results {
    let mut results = Results::default();
    let mut tools = work.tools();
    let mut at = 0;
    for (number, line) in (piece.line..).zip(piece.bytes.split(|&byte| byte == b'\n')) {
        let found = read_classic_line(line);
        if found != ClassicLine::Nothing && cancel.is_cancelled() {
            results.end = PieceEnd::Cancelled;
            break;
        }
        let result = match found {
            ClassicLine::Board(digits) => work.board(&mut tools, &boards.name, &digits),
            ClassicLine::Nothing => {
                at += line.len() + 1;
                continue;
            }
            ClassicLine::Other if stands_alone(line) => None,
            ClassicLine::Other => {
                results.end = PieceEnd::Handover { at, line: number };
                break;
            }
        };
        match result {
            Some(result) => results.add(&result),
            None => {
                boards.read_apart(line, number).iter().for_each(|loaded| results.add(&work.puzzle(loaded)));
            }
        }
        at += line.len() + 1;
    }
    results
}

/// Prints results, each message after the results before it.
fn write(pieces: &[Results], bar: &ProgressBar) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for results in pieces {
        let mut written = 0;
        for (at, message) in &results.err {
            out.write_all(&results.out[written..*at])?;
            written = *at;
            out.flush()?;
            bar.suspend(|| say(message));
        }
        out.write_all(&results.out[written..])?;
        bar.inc(results.count);
    }
    out.flush()
}

/// Reads the rest of the text as a whole and works on the puzzles in it.
fn hand_over(boards: &mut Boards, start: &[u8], line: usize, work: &impl Work) -> Exit {
    match boards.remainder() {
        Ok(rest) => {
            let puzzles = boards.read_apart(&[start, &rest].concat(), line);
            batch::run(&puzzles, |loaded| work.puzzle(loaded))
        }
        Err(error) => unread(boards, &error),
    }
}
