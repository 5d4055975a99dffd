//! The bytes of a DIMACS file with their place, a buffer at a time.

use std::io::Read;

use super::DimacsError;
use crate::formats::ReadError;
use crate::puzzles::Place;

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// So much of a line is kept for messages, before and after the piece in question.
const KEPT: usize = 300;

/// A word is not longer than this; it is in the buffer as a whole.
const WORD: usize = 64;

/// The bytes of a file, from the current one on.
pub(super) struct Bytes<'n, R> {
    name: &'n str,
    reader: R,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    is_over: bool,
    /// The number of the current line, from 1.
    line: usize,
    /// Where the line starts in the buffer; before it, where the beginning of a long line is gone.
    line_start: isize,
}

impl<'n, R: Read> Bytes<'n, R> {
    pub(super) fn new(name: &'n str, reader: R) -> Self {
        let buffer = vec![0; BUFFER];
        Self { name, reader, buffer, at: 0, end: 0, is_over: false, line: 1, line_start: 0 }
    }

    /// The current byte; nothing at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<u8>, DimacsError> {
        if self.at == self.end {
            self.fill()?;
        }
        Ok(self.buffer[..self.end].get(self.at).copied())
    }

    /// Goes on to the next byte of the line.
    #[inline]
    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    /// Goes on by so many bytes of the line.
    #[inline]
    pub(super) fn skip_many(&mut self, count: usize) {
        self.at += count;
    }

    /// Goes on from the end of a line.
    #[inline]
    pub(super) fn next_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at as isize;
    }

    /// Counts columns from the current byte on.
    pub(super) fn start_line(&mut self) {
        self.line_start = self.at as isize;
    }

    pub(super) fn is_line_start(&self) -> bool {
        self.line_start == self.at as isize
    }

    /// Goes past a carriage return, which belongs to the line end after it.
    pub(super) fn carriage_return(&mut self) -> Result<(), DimacsError> {
        if let [_, b'\n', ..] = self.ahead(2)? {
            self.skip();
            return Ok(());
        }
        let help = "expected lines that end with LF or CR LF";
        Err(self.error("", "a carriage return that no line feed follows", help))
    }

    /// The number at the current byte: whether it has a minus, its value, its length. 0 as the value also where it is none,
    /// or one of several digits that are all 0.
    #[inline]
    pub(super) fn number(&mut self) -> Result<(bool, u64, usize), DimacsError> {
        let ahead = self.ahead(WORD)?;
        let negative = ahead.first() == Some(&b'-');
        let start = usize::from(negative);
        let (mut number, mut length) = (0u64, start);
        while let Some(digit) =
            ahead.get(length).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
        {
            number = number.saturating_mul(10).saturating_add(u64::from(digit));
            length += 1;
        }
        let ends = match ahead.get(length) {
            None | Some(b' ' | b'\n' | b'\t' | b'\r') => true,
            // A comment may follow the 0 of a clause at once.
            Some(b'c') => number == 0,
            Some(_) => false,
        };
        // A word that is too long for a number is none.
        if ends && length < WORD { Ok((negative, number, length)) } else { Ok((true, 0, length)) }
    }

    /// The word at the current byte, shortened where it is long.
    pub(super) fn word(&mut self) -> Result<String, DimacsError> {
        let ahead = self.ahead(WORD)?;
        let length = ahead.iter().take(WORD / 2).take_while(|byte| !byte.is_ascii_whitespace()).count();
        Ok(String::from_utf8_lossy(&ahead[..length]).into_owned())
    }

    /// The rest of the line from the current byte on, shortened where it is long; stays there.
    pub(super) fn line_text(&mut self) -> Result<String, DimacsError> {
        let ahead = self.ahead(KEPT)?;
        let length = ahead.iter().take(KEPT).take_while(|&&byte| byte != b'\n').count();
        Ok(String::from_utf8_lossy(&ahead[..length]).trim_end().to_string())
    }

    /// The rest of the line without its end, whatever its length; goes on behind it.
    pub(super) fn take_line(&mut self, into: &mut Vec<u8>) -> Result<(), DimacsError> {
        self.pass_line(|piece| into.extend_from_slice(piece))?;
        if into.last() == Some(&b'\r') {
            into.pop();
        }
        Ok(())
    }

    /// Goes on behind the end of the line.
    pub(super) fn skip_line(&mut self) -> Result<(), DimacsError> {
        self.pass_line(|_| ())
    }

    fn pass_line(&mut self, mut each: impl FnMut(&[u8])) -> Result<(), DimacsError> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..self.end];
            if let Some(length) = memchr::memchr(b'\n', rest) {
                each(&rest[..length]);
                self.at += length;
                self.next_line();
                break;
            }
            each(rest);
            self.at = self.end;
        }
        Ok(())
    }

    /// The bytes from the current one on: so many at least, where the file has them.
    #[inline]
    pub(super) fn ahead(&mut self, count: usize) -> Result<&[u8], DimacsError> {
        if self.end - self.at < count && !self.is_over {
            self.fill()?;
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// Reads on until the buffer is full or the file is over. The last bytes of the line stay.
    #[cold]
    fn fill(&mut self) -> Result<(), DimacsError> {
        let from =
            usize::try_from(self.line_start).unwrap_or(0).max(self.at.saturating_sub(KEPT)).min(self.at);
        self.buffer.copy_within(from..self.end, 0);
        self.at -= from;
        self.end -= from;
        self.line_start -= from as isize;
        while self.end < BUFFER && !self.is_over {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_over = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let (file, cause) = (self.name.to_string(), error.to_string());
                    return Err(DimacsError::Unreadable { file, cause });
                }
            }
        }
        Ok(())
    }

    /// The place of the current byte, the column in bytes.
    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: (self.at as isize - self.line_start) as usize + 1 }
    }

    /// An error at the word that starts at the current byte.
    pub(super) fn error(&self, word: &str, message: &str, help: &str) -> DimacsError {
        let from = usize::try_from(self.line_start).unwrap_or(0).max(self.at.saturating_sub(KEPT));
        let rest = &self.buffer[self.at..self.end];
        let rest = &rest[..rest.iter().take(KEPT).take_while(|&&byte| byte != b'\n').count()];
        let before = String::from_utf8_lossy(&self.buffer[from..self.at]).into_owned();
        let span = before.len()..before.len() + word.len();
        self.error_in(before + String::from_utf8_lossy(rest).as_ref(), self.place(), span, message, help)
    }

    /// An error in a line that is given.
    pub(super) fn error_in(
        &self,
        line: String,
        place: Place,
        span: std::ops::Range<usize>,
        message: &str,
        help: &str,
    ) -> DimacsError {
        let (file, message, help) = (self.name.to_string(), message.to_string(), Some(help.to_string()));
        DimacsError::Text { error: Box::new(ReadError { message, help, file, place, span }), line }
    }
}
