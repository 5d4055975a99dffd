//! The line `p cnf VARIABLES CLAUSES`, and what stands in its place in files of other formats.

use std::io::Read;

use super::DimacsError;
use super::bytes::Bytes;
use super::comments::Remarks;
use crate::puzzles::Place;

/// What the header announces, and where.
pub(super) struct Header {
    /// Number of variables.
    pub(super) var_count: usize,
    clause_count: u64,
    /// Its line as it stands, and the place of the number of clauses in it.
    text: String,
    place: Place,
    at: usize,
}

const FORM: &str = "expected `p cnf VARIABLES CLAUSES` before the clauses";

impl Header {
    /// As many clauses were read as it says.
    pub(super) fn hold<R: Read>(&self, bytes: &Bytes<'_, R>, found: usize) -> Result<(), DimacsError> {
        if found as u64 == self.clause_count {
            return Ok(());
        }
        let announced = self.clause_count;
        let (are, clauses) = if found == 1 { ("is", "clause") } else { ("are", "clauses") };
        let message = format!("the header announces {announced}, there {are} {found} {clauses}");
        let span = self.at..self.at + self.clause_count.to_string().len();
        let help = "is the file complete? correct the number in the `p cnf` line if it is";
        Err(bytes.error_in(self.text.clone(), self.place, span, &message, help))
    }
}

/// Reads up to the end of the header.
pub(super) fn read<R: Read>(bytes: &mut Bytes<'_, R>, remarks: &mut Remarks) -> Result<Header, DimacsError> {
    if bytes.ahead(3)?.starts_with(b"\xef\xbb\xbf") {
        bytes.skip_many(3);
        // The mark takes no column.
        bytes.start_line();
    }
    while let Some(byte) = bytes.peek()? {
        match byte {
            b' ' | b'\t' => bytes.skip(),
            b'\n' => bytes.next_line(),
            b'\r' => bytes.carriage_return()?,
            b'c' if bytes.is_line_start() => remarks.read(bytes)?,
            b'p' => return header(bytes),
            _ => {
                let word = bytes.word()?;
                let message = format!("`{word}` where the header is expected");
                return Err(bytes.error(&word, &message, help(&word)));
            }
        }
    }
    Err(bytes.error("", "no header, and no clause", FORM))
}

/// What helps who comes with this word.
fn help(word: &str) -> &'static str {
    match word {
        "h" => {
            "this looks like WCNF (weighted clauses), which is not read; a CNF starts with `p cnf VARIABLES CLAUSES`"
        }
        "*" => {
            "this looks like OPB (pseudo-Boolean), which is not read; a CNF starts with `p cnf VARIABLES CLAUSES`"
        }
        "P" => "the header is in small letters: `p cnf VARIABLES CLAUSES`",
        _ => FORM,
    }
}

fn header<R: Read>(bytes: &mut Bytes<'_, R>) -> Result<Header, DimacsError> {
    let text = bytes.line_text()?;
    let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let ["p", kind, rest @ ..] = &words[..] else {
        return Err(bytes.error(&text, &format!("`{text}` is no header"), FORM));
    };
    if *kind != "cnf" {
        let message = format!("`{text}` is the header of another format");
        return Err(bytes.error(&text, &message, other(kind)));
    }
    let [vars, clauses] = rest else {
        return Err(bytes.error(&text, &format!("`{text}` is no header"), FORM));
    };
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let var_count = vars.parse::<u32>().ok().filter(|&count| i32::try_from(count).is_ok() && digits(vars));
    let Some(var_count) = var_count else {
        let message = format!("`{vars}` is no number of variables");
        return Err(bytes.error(&text, &message, "expected a number from 0 to 2147483647"));
    };
    let Some(clause_count) = clauses.parse::<u64>().ok().filter(|_| digits(clauses)) else {
        let message = format!("`{clauses}` is no number of clauses");
        return Err(bytes.error(&text, &message, "expected a number from 0 on"));
    };
    let at = clauses.as_ptr() as usize - text.as_ptr() as usize;
    let start = bytes.place();
    let place = Place { line: start.line, column: start.column + at };
    bytes.skip_many(text.len());
    Ok(Header { var_count: var_count as usize, clause_count, place, at, text })
}

fn other(kind: &str) -> &'static str {
    match kind {
        "wcnf" => "WCNF (weighted clauses) is not read; a CNF starts with `p cnf VARIABLES CLAUSES`",
        "edge" | "col" => "this is a graph, not clauses; a CNF starts with `p cnf VARIABLES CLAUSES`",
        "inccnf" => {
            "iCNF (clauses with assumptions) is not read; a CNF starts with `p cnf VARIABLES CLAUSES`"
        }
        _ => FORM,
    }
}
