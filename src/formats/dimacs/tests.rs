use std::io::Read;

use super::{DimacsError, DimacsFile, read_dimacs};
use crate::cnf::Projection;

fn read(text: &str) -> Result<DimacsFile, DimacsError> {
    read_dimacs("f", text.as_bytes())
}

fn clauses(text: &str) -> Vec<Vec<i32>> {
    let file = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    file.cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect()
}

/// A reader that gives a byte at a time.
struct Drop<'t>(&'t [u8]);

impl Read for Drop<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(1).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn clauses_in_every_layout() {
    for text in [
        "p cnf 3 2\n1 -2 0\n3 0\n",
        "p cnf 3 2\n1 -2 0 3 0",
        "p cnf 3 2\n1\n-2\n0\n\n3\n0\n",
        "p cnf 3 2\r\n1 -2 0\r\n3 0\r\n",
        "c p cnf 9 9\n  p\tcnf  3 2 \t\n 1\t-2 0\n3 0",
        "p cnf 3 2\n1\nc a comment in a clause: 2 0\n-2 0 3 0\nc",
        "\u{feff}p cnf 3 2\n1 -2 0\n3 0\n",
        "c\ncfree\nc --opt=-1\np cnf 3 2\n01 -2 0\n3 0\n%\n0\n\n",
        "p cnf 3 2\n1 -2 0\n3 0\n%",
        "p cnf 3 2\n1 -2 0 c 3 0\n3 0comment",
    ] {
        assert_eq!(clauses(text), [vec![1, -2], vec![3]], "{text:?}");
        assert_eq!(read_dimacs("f", Drop(text.as_bytes())), read(text));
    }
    assert_eq!(clauses("p cnf 0 0\n"), [[0; 0]; 0]);
    assert_eq!(clauses("p cnf 0 2\n0 0\n"), [[0; 0]; 2]);
    assert_eq!(clauses("p cnf 2147483647 1\n-2147483647 0\n"), [[-2_147_483_647]]);
}

#[test]
fn comments_that_say_something() {
    let file =
        read("c t pmc\nc ind 1 2 0\nc p show 2 1 0\nc map 2 r1c2=3\nc map x\np cnf 4 0\nc map 9 far\n");
    let file = file.expect("a CNF");
    assert_eq!(file.cnf.projection, Projection::Shown(vec![0, 1]));
    assert_eq!(file.names, [(1, "r1c2=3".to_string())]);
    assert!(!file.has_weights);
    let file = read("p cnf 3 0\nc ind 3 0\nc ind 1 3 0\nc p weight 1 0.5 0\n").expect("a CNF");
    assert_eq!(file.cnf.projection, Projection::Shown(vec![0, 2]));
    assert!(file.has_weights);
    let file = read("c p show 0\np cnf 3 0\n").expect("a CNF");
    assert_eq!(file.cnf.projection, Projection::Shown(vec![]));
    let file = read("c ind of text\nc p showing\nc p cnf 9 9\np cnf 3 0\n").expect("a CNF");
    assert_eq!(file.cnf.projection, Projection::All);
}

#[test]
fn what_is_no_cnf_is_refused_with_its_place() {
    for (text, message) in [
        ("", "f:1:1: no header, and no clause"),
        ("c one\nc two\n", "f:3:1: no header, and no clause"),
        ("1 2 0\n", "f:1:1: `1` where the header is expected"),
        ("P CNF 1 1\n1 0\n", "f:1:1: `P` where the header is expected"),
        ("p wcnf 1 2 10\n10 1 0\n", "f:1:1: `p wcnf 1 2 10` is the header of another format"),
        ("p edge 3 2\ne 1 2\n", "f:1:1: `p edge 3 2` is the header of another format"),
        ("p cnf 3\n1 0\n", "f:1:1: `p cnf 3` is no header"),
        ("p cnf 1 1 1\n1 0\n", "f:1:1: `p cnf 1 1 1` is no header"),
        ("pcnf 1 1\n1 0\n", "f:1:1: `pcnf 1 1` is no header"),
        ("p cnf -1 1\n1 0\n", "f:1:1: `-1` is no number of variables"),
        ("p cnf 2147483648 1\n1 0\n", "f:1:1: `2147483648` is no number of variables"),
        ("p cnf 1 +1\n1 0\n", "f:1:1: `+1` is no number of clauses"),
        ("p cnf 1 1\np cnf 1 1\n1 0\n", "f:2:1: a second header"),
        ("p cnf 3 3\n1 0\n2 0\n", "f:1:9: the header announces 3, there are 2 clauses"),
        ("p cnf 3 0\n0\n", "f:1:9: the header announces 0, there is 1 clause"),
        ("p cnf 2 1\n1 -2\n", "f:3:1: the last clause is not ended by 0; its last literal is `-2`"),
        ("p cnf 2 1\n1 -2", "f:2:5: the last clause is not ended by 0; its last literal is `-2`"),
        ("p cnf 2 1\n1 3 0\n", "f:2:3: `3` is beyond the 2 variables of the header"),
        (
            "p cnf 2 1\n1 -99999999999999999999999 0\n",
            "f:2:3: `-99999999999999999999999` is beyond the 2 variables of the header",
        ),
        ("p cnf 1 1\n-0\n", "f:2:1: `-0` is no literal"),
        ("p cnf 1 1\n1 - 0\n", "f:2:3: `-` is no literal"),
        ("p cnf 1 1\n1 00\n", "f:2:3: `00` is no literal"),
        ("p cnf 1 1\n+1 0\n", "f:2:1: `+1` is no literal"),
        ("p cnf 2 1\n1-2 0\n", "f:2:1: `1-2` is no literal"),
        ("p cnf 1 1\nx1 0\n", "f:2:1: `x1` is no literal"),
        ("p cnf 1 1\n1c no comment\n", "f:2:1: `1c` is no literal"),
        ("p cnf 1 1\n1 0\u{1a}", "f:2:3: `0\u{1a}` is no literal"),
        ("p cnf 1 1\r1 0\r", "f:1:1: `p cnf 1 1\r1 0` is no header"),
        ("p cnf 1 1\n1 0\r2 0\n", "f:2:4: a carriage return that no line feed follows"),
        ("p cnf 1 1\n1\n%\n0\n", "f:3:1: the last clause is not ended by 0; its last literal is `1`"),
        ("p cnf 1 1\n1 0\n%\n0 1\n", "f:4:3: `1` after the line `%`, which ends the clauses"),
        ("p cnf 1 1\n1 0 %\n", "f:2:5: `%` is no literal"),
        ("c p show 1 2 0\np cnf 1 0\n", "f:1:1: variable 2 of the projection is beyond the 1 of the header"),
        ("c p show 1 2\np cnf 2 0\n", "f:1:13: the list of variables does not end with 0"),
        ("c ind 1 x 0\np cnf 2 0\n", "f:1:9: `x` is no variable"),
        (
            "c ind 1 0\nc p show 2 0\np cnf 2 0\n",
            "f:4:1: the lines `c p show` and the lines `c ind` name different variables",
        ),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
        let (line, error) = error.excerpt().expect("an error in the text");
        assert!(error.help.is_some(), "{text:?}");
        assert!(line.text.len() >= error.span.end, "{text:?}: {line:?}, {error:?}");
        let again = read_dimacs("f", Drop(text.as_bytes())).expect_err(text);
        assert_eq!(again.to_string(), message, "{text:?}, a byte at a time");
    }
}

#[test]
fn long_lines_keep_their_columns() {
    let long = format!("p cnf 2 100001\n{} 3 0\n", "1 -2 0 ".repeat(100_000));
    let error = read(&long).expect_err("3 is beyond");
    assert_eq!(error.to_string(), "f:2:700002: `3` is beyond the 2 variables of the header");
    let (line, error) = error.excerpt().expect("in the text");
    assert_eq!(&line.text[error.span.clone()], "3");
    let comment = format!("c {}\np cnf 1 1\n1 0\n", "x".repeat(1 << 20));
    assert_eq!(clauses(&comment), [[1]]);
}
