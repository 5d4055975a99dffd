//! DIMACS CNF files, read as a stream: every clause as it stands, or an error with its place.
//!
//! Clauses may run over lines and share them; comments may stand anywhere, inside a clause and at the end of a line too. Line ends are LF or CR
//! LF, and the last may be missing. A line `%`, as old SATLIB files have it, ends the clauses; at most a 0 follows it. The counts
//! of the header have to be right. Comments that say something are read: `c p show … 0` and `c ind … 0` name the
//! variables that tell one solution from another, `c map N NAME` says what a variable stands for.

mod bytes;
mod comments;
mod header;

use std::io::Read;

use bytes::Bytes;
use comments::Remarks;
use header::Header;

use super::{ReadError, Source};
use crate::cnf::{Cnf, Lit, Projection, Sink};

/// A CNF with what the comments of its file say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DimacsFile {
    /// The clauses over as many variables as the header says; the projection is that of the file.
    pub cnf: Cnf,
    /// What variables stand for, by 0-based number, in the order of the file.
    pub names: Vec<(usize, String)>,
    /// Whether the file gives weights to literals (`c p weight`), which are not read.
    pub has_weights: bool,
}

/// Why a file is no CNF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// Something in its text.
    #[error("{error}")]
    Text {
        /// What is wrong, and where in the file; its span is that in `line`.
        error: Box<ReadError>,
        /// The line around it, shortened where it is long.
        line: String,
    },
    /// It cannot be read to its end.
    #[error("{file}: {cause}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the reader says.
        cause: String,
    },
}

impl DimacsError {
    /// The line around the error, as a text of its own; nothing where there is none.
    pub fn excerpt(&self) -> Option<(Source, &ReadError)> {
        match self {
            Self::Text { error, line } => Some((Source::new(error.file.as_str(), line.as_str()), error)),
            Self::Unreadable { .. } => None,
        }
    }
}

/// Reads a DIMACS CNF file of this name.
///
/// # Errors
/// No header or a second one, another format, counts other than the header's, a literal beyond its variables, a clause that
/// does not end, or anything else that is no clause.
///
/// ```
/// use exactly::formats::read_dimacs;
///
/// let file = read_dimacs("two clauses", "c p show 1 0\np cnf 3 2\n1 -2\n0 3 0".as_bytes())?;
/// assert_eq!((file.cnf.var_count(), file.cnf.clause_count()), (3, 2));
/// let error = read_dimacs("one clause", "p cnf 2 1\n1 3 0\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "one clause:2:3: `3` is beyond the 2 variables of the header");
/// # Ok::<(), exactly::formats::DimacsError>(())
/// ```
pub fn read_dimacs(name: &str, reader: impl Read) -> Result<DimacsFile, DimacsError> {
    let mut bytes = Bytes::new(name, reader);
    let mut remarks = Remarks::default();
    let header = header::read(&mut bytes, &mut remarks)?;
    let cnf = Cnf::with_vars(header.var_count);
    let mut body = Body { bytes, remarks, header, cnf, clause: Vec::new() };
    body.read()?;
    let Body { bytes, mut remarks, header, mut cnf, .. } = body;
    header.hold(&bytes, cnf.clause_count())?;
    cnf.projection = match remarks.shown(&bytes, header.var_count)? {
        Some(shown) => Projection::Shown(shown),
        None => Projection::All,
    };
    let names = remarks.names;
    Ok(DimacsFile { cnf, names, has_weights: remarks.has_weights })
}

/// The clauses being read.
struct Body<'n, R> {
    bytes: Bytes<'n, R>,
    remarks: Remarks,
    header: Header,
    cnf: Cnf,
    clause: Vec<Lit>,
}

impl<R: Read> Body<'_, R> {
    fn read(&mut self) -> Result<(), DimacsError> {
        while let Some(byte) = self.bytes.peek()? {
            match byte {
                b'-' | b'0'..=b'9' => self.literal()?,
                b' ' | b'\t' => self.bytes.skip(),
                b'\n' => self.bytes.next_line(),
                b'\r' => self.bytes.carriage_return()?,
                b'c' if self.bytes.is_line_start() => self.remarks.read(&mut self.bytes)?,
                b'c' => self.bytes.skip_line()?,
                b'%' if self.bytes.is_line_start() => return self.trailer(),
                b'p' if self.bytes.is_line_start() => {
                    let word = self.bytes.line_text()?;
                    return Err(self.bytes.error(&word, "a second header", "keep one `p cnf` line"));
                }
                _ => return Err(self.no_literal()?),
            }
        }
        self.ended()
    }

    #[inline]
    fn literal(&mut self) -> Result<(), DimacsError> {
        let (negative, number, length) = self.bytes.number()?;
        if number == 0 && !negative && length == 1 {
            self.cnf.add_clause(&self.clause);
            self.clause.clear();
        } else if (1..=self.header.var_count as u64).contains(&number) {
            let number = number as i32;
            self.clause.push(Lit::from_dimacs(if negative { -number } else { number }));
        } else {
            return Err(self.wrong_number(number)?);
        }
        self.bytes.skip_many(length);
        Ok(())
    }

    #[cold]
    fn wrong_number(&mut self, number: u64) -> Result<DimacsError, DimacsError> {
        let word = self.bytes.word()?;
        if number == 0 {
            return self.no_literal();
        }
        let vars = self.header.var_count;
        let message = format!("`{word}` is beyond the {vars} variables of the header");
        Ok(self.bytes.error(&word, &message, "raise the number of variables in the `p cnf` line"))
    }

    #[cold]
    fn no_literal(&mut self) -> Result<DimacsError, DimacsError> {
        let word = self.bytes.word()?;
        let help = "expected a literal such as 3 or -3, the 0 that ends a clause, or a comment line";
        Ok(self.bytes.error(&word, &format!("`{word}` is no literal"), help))
    }

    /// What may follow a line `%`: a 0.
    fn trailer(&mut self) -> Result<(), DimacsError> {
        self.ended()?;
        self.bytes.skip();
        let mut zeros = 0;
        while let Some(byte) = self.bytes.peek()? {
            match byte {
                b' ' | b'\t' => self.bytes.skip(),
                b'\n' => self.bytes.next_line(),
                b'\r' => self.bytes.carriage_return()?,
                b'0' if zeros == 0 => {
                    zeros = 1;
                    self.bytes.skip();
                }
                _ => {
                    let word = self.bytes.word()?;
                    let message = format!("`{word}` after the line `%`, which ends the clauses");
                    return Err(self.bytes.error(&word, &message, "leave it out, or the line `%`"));
                }
            }
        }
        Ok(())
    }

    /// The last clause has to have its 0.
    fn ended(&mut self) -> Result<(), DimacsError> {
        match self.clause.last() {
            None => Ok(()),
            Some(last) => {
                let message =
                    format!("the last clause is not ended by 0; its last literal is `{}`", last.dimacs());
                Err(self.bytes.error("", &message, "is the file complete? expected 0 after each clause"))
            }
        }
    }
}

#[cfg(test)]
mod tests;
