//! DIMACS CNF, written in the strict form that every solver reads.

use std::io::{self, Write};

use super::{Cnf, Lit, Projection};

/// A comment line of a DIMACS file, without its `c `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comment {
    /// Free text.
    Text(String),
    /// `c map N NAME`: what a variable, 0-based here and 1-based in the file, stands for.
    Map(usize, String),
}

/// Writes a CNF: all comments and projection lines before the header, exact counts, LF, ` 0` after each clause.
///
/// Where the projection names variables, `c t pmc` and `c p show … 0` (model counting competition) and `c ind … 0`
/// (older counters) say so, ten variables a line for the latter.
///
/// # Errors
/// Whatever the writer fails with.
pub fn write_dimacs(cnf: &Cnf, comments: &[Comment], mut out: impl Write) -> io::Result<()> {
    write_comments(comments, &mut out)?;
    if let Projection::Shown(vars) | Projection::OneHot(vars) = &cnf.projection {
        writeln!(out, "c t pmc")?;
        for vars in vars.chunks(10) {
            write_vars(&mut out, "c ind", vars)?;
        }
        write_vars(&mut out, "c p show", vars)?;
    }
    writeln!(out, "p cnf {} {}", cnf.var_count(), cnf.clause_count())?;
    write_clauses(cnf.clauses(), "", &mut out)?;
    out.flush()
}

/// Bytes that are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// Writes clauses as lines, each after `head` and ended by 0.
///
/// # Errors
/// Whatever the writer fails with.
pub fn write_clauses<'c>(
    clauses: impl Iterator<Item = &'c [Lit]>,
    head: &str,
    mut out: impl Write,
) -> io::Result<()> {
    let mut buffer: Vec<u8> = Vec::with_capacity(BUFFER + 64);
    let mut digits = itoa::Buffer::new();
    for clause in clauses {
        buffer.extend_from_slice(head.as_bytes());
        for lit in clause {
            buffer.extend_from_slice(digits.format(lit.dimacs()).as_bytes());
            buffer.push(b' ');
            if buffer.len() >= BUFFER {
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
        buffer.extend_from_slice(b"0\n");
    }
    out.write_all(&buffer)
}

/// Writes comment lines.
pub(super) fn write_comments(comments: &[Comment], out: &mut impl Write) -> io::Result<()> {
    for comment in comments {
        match comment {
            Comment::Text(text) => writeln!(out, "c {}", harmless(text))?,
            Comment::Map(var, name) => writeln!(out, "c map {} {name}", var + 1)?,
        }
    }
    Ok(())
}

fn write_vars(out: &mut impl Write, head: &str, vars: &[usize]) -> io::Result<()> {
    write!(out, "{head}")?;
    for var in vars {
        write!(out, " {}", var + 1)?;
    }
    writeln!(out, " 0")
}

/// One line of free text that no reader takes for a header, a projection or a type line.
fn harmless(text: &str) -> String {
    let line = text.replace(['\n', '\r'], " ");
    let word = line.split_whitespace().next().unwrap_or_default();
    if matches!(word, "p" | "t" | "ind" | "map") || word.starts_with(|c: char| c.is_ascii_digit()) {
        format!("- {line}")
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::{Comment, write_dimacs};
    use crate::cnf::{Cnf, Projection, Sink};

    #[test]
    fn the_strict_form() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.new_lit(), cnf.new_lit());
        cnf.new_lit();
        cnf.add_clause(&[a, !b]);
        cnf.add_clause(&[]);
        cnf.projection = Projection::Shown(vec![0, 1]);
        let comments = [
            Comment::Text("hello".into()),
            Comment::Text("p cnf 1 1".into()),
            Comment::Map(1, "r1c2=3".into()),
        ];
        let mut out = Vec::new();
        write_dimacs(&cnf, &comments, &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("ASCII");
        assert_eq!(
            text,
            "c hello\nc - p cnf 1 1\nc map 2 r1c2=3\nc t pmc\nc ind 1 2 0\nc p show 1 2 0\np cnf 3 2\n1 -2 0\n0\n"
        );
    }
}
