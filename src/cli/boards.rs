//! Lists of plain 9×9 boards, one a line, read in blocks: as long as they may be, in constant memory.

use std::io::{self, Read};

use super::input::{Loaded, read_text};
use super::report::Failure;
use crate::formats::{ClassicLine, ReadError, Source, TextOptions, read_classic_line, read_puzzles};
use crate::puzzles::Place;

/// Bytes that are read before the boards in them are worked on.
const BLOCK: usize = 1 << 20;

/// A text that starts as a list of plain boards.
pub(super) struct Boards {
    /// The file's name, as messages have it.
    pub(super) name: String,
    reader: Box<dyn Read + Send + Sync>,
    /// What was read and not given out yet.
    rest: Vec<u8>,
    ended: bool,
    /// Two boards of the list, as lines; the first things in a text that is read for its own sake.
    context: String,
}

/// What a text turns out to be.
pub(super) enum Start {
    /// A list of two boards or more.
    Boards(Boards),
    /// Something else: all of its bytes.
    Other(Vec<u8>),
}

impl Boards {
    /// Reads the beginning of a text. It is a list if all lines of the first block hold a plain board or nothing, and a 9
    /// occurs, so that no `0` can be a digit.
    pub(super) fn start(name: String, mut reader: Box<dyn Read + Send + Sync>) -> io::Result<Start> {
        let mut bytes = Vec::new();
        let ended = fill(&mut reader, &mut bytes)?;
        let whole = if ended { bytes.len() } else { whole_lines(&bytes) };
        if let Some(context) = context(&bytes[..whole]) {
            return Ok(Start::Boards(Self { name, reader, rest: bytes, ended, context }));
        }
        reader.read_to_end(&mut bytes)?;
        Ok(Start::Other(bytes))
    }

    /// The next lines, whole ones; nothing at the end of the text.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let whole = if self.ended { self.rest.len() } else { whole_lines(&self.rest) };
            if whole > 0 {
                let after = self.rest.split_off(whole);
                return Ok(Some(std::mem::replace(&mut self.rest, after)));
            }
            if self.ended {
                return Ok(None);
            }
            self.ended = fill(&mut self.reader, &mut self.rest)?;
        }
    }

    /// Everything that was not given out.
    pub(super) fn remainder(&mut self) -> io::Result<Vec<u8>> {
        self.reader.read_to_end(&mut self.rest)?;
        self.ended = true;
        Ok(std::mem::take(&mut self.rest))
    }

    /// Reads lines of the list as a text, in the notation of the list; `line` is the number of the first, 1-based.
    pub(super) fn read_apart(&self, bytes: &[u8], line: usize) -> Vec<Loaded> {
        let loaded = |puzzle| Loaded::puzzle(&self.name, puzzle);
        let text = match read_text(&self.name, bytes.to_vec(), line) {
            Ok(text) => text,
            Err(failure) => return vec![loaded(Err(failure))],
        };
        let source = Source::new(&self.name, format!("{}{text}", self.context));
        let moved = |place: Place| Place { line: (place.line + line).saturating_sub(3), ..place };
        let failure = |mut error: ReadError| {
            error.place = moved(error.place);
            Failure::read(&source, &error)
        };
        match read_puzzles(&source, &TextOptions::default()) {
            Err(error) => vec![loaded(Err(failure(error)))],
            Ok(puzzles) => {
                let puzzles = puzzles.into_iter().skip(2).map(|puzzle| {
                    let mut puzzle = puzzle.map_err(failure)?;
                    puzzle.place = puzzle.place.map(moved);
                    Ok(puzzle)
                });
                puzzles.map(loaded).collect()
            }
        }
    }
}

/// Whether a line means the same wherever it stands in a list: it is as long as no row is, and opens or sets nothing.
pub(super) fn stands_alone(line: &[u8]) -> bool {
    let longest =
        line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';')).map(<[u8]>::len).max();
    let plain = |byte: &u8| {
        byte.is_ascii() && !matches!(byte, b'[' | b'{' | b'=' | b'~' | b'-' | b'|' | b'"' | b'\'')
    };
    longest > Some(64) && line.iter().all(plain)
}

/// Reads until a block is full; whether the text has ended.
fn fill(reader: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let wanted = BLOCK as u64;
    let read = reader.take(wanted).read_to_end(bytes)?;
    Ok((read as u64) < wanted)
}

/// Bytes up to the end of the last whole line.
pub(super) fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// Twice the first board with a 9, if there are two boards and all lines are plain.
fn context(bytes: &[u8]) -> Option<String> {
    let mut boards = 0;
    let mut context = None;
    for line in bytes.split(|&byte| byte == b'\n') {
        match read_classic_line(line) {
            ClassicLine::Board(digits) => {
                boards += 1;
                if context.is_none() && digits.contains(&9) {
                    let cells = line.trim_ascii_start().get(..81).map(String::from_utf8_lossy);
                    context = cells.map(|cells| format!("{cells}\n{cells}\n"));
                }
            }
            ClassicLine::Nothing => {}
            ClassicLine::Other => return None,
        }
    }
    context.filter(|_| boards > 1)
}

/// Number of line ends.
pub(super) fn line_count(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte == b'\n')).sum()
}
