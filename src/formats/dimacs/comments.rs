//! Comments of DIMACS files that say something: projections, names, weights.

use std::io::Read;

use super::DimacsError;
use super::bytes::Bytes;
use crate::puzzles::Place;

/// What the comments say.
#[derive(Default)]
pub(super) struct Remarks {
    /// Names of variables, by 0-based number.
    pub(super) names: Vec<(usize, String)>,
    pub(super) has_weights: bool,
    /// The variables of `c p show`, and of `c ind`.
    show: Named,
    ind: Named,
    line: Vec<u8>,
}

/// Variables of lines of one kind.
#[derive(Default)]
struct Named {
    /// Whether there is such a line.
    any: bool,
    /// By 0-based number.
    vars: Vec<usize>,
    /// The largest, with its line, which may come before the header.
    largest: Option<(usize, Place, String)>,
}

impl Remarks {
    /// Reads a comment line, from its `c` on.
    pub(super) fn read<R: Read>(&mut self, bytes: &mut Bytes<'_, R>) -> Result<(), DimacsError> {
        let start: [u8; 4] = {
            let ahead = bytes.ahead(4)?;
            std::array::from_fn(|at| ahead.get(at).copied().unwrap_or(b'\n'))
        };
        if start[0] != b'c'
            || !matches!(start[1], b' ' | b'\t')
            || !matches!(start[2], b'p' | b'i' | b'm' | b' ')
        {
            return bytes.skip_line();
        }
        let place = bytes.place();
        self.line.clear();
        let mut line = std::mem::take(&mut self.line);
        bytes.take_line(&mut line)?;
        let said = self.say(bytes, &String::from_utf8_lossy(&line), place);
        self.line = line;
        said
    }

    fn say<R: Read>(&mut self, bytes: &Bytes<'_, R>, line: &str, place: Place) -> Result<(), DimacsError> {
        let mut words = line.split_ascii_whitespace().skip(1);
        match (words.next(), words.next()) {
            (Some("p"), Some("show")) => add(&mut self.show, bytes, line, place, words),
            (Some("p"), Some("weight")) => {
                self.has_weights = true;
                Ok(())
            }
            (Some("ind"), Some(first)) if first.parse::<i64>().is_ok() => {
                add(&mut self.ind, bytes, line, place, std::iter::once(first).chain(words))
            }
            (Some("map"), Some(number)) => {
                let name = words.collect::<Vec<_>>().join(" ");
                if let Some(var) = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1))
                    && !name.is_empty()
                {
                    self.names.push((var, name));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The variables that the file shows, sorted, each once; nothing where it does not say so.
    pub(super) fn shown<R: Read>(
        &mut self,
        bytes: &Bytes<'_, R>,
        var_count: usize,
    ) -> Result<Option<Vec<usize>>, DimacsError> {
        self.names.retain(|&(var, _)| var < var_count);
        for named in [&mut self.show, &mut self.ind] {
            named.vars.sort_unstable();
            named.vars.dedup();
            if let Some((largest, place, line)) = named.largest.take().filter(|(var, ..)| *var >= var_count) {
                let message = format!(
                    "variable {} of the projection is beyond the {var_count} of the header",
                    largest + 1
                );
                let help = "name variables of the header alone";
                let span = 0..line.len();
                return Err(bytes.error_in(line, place, span, &message, help));
            }
        }
        if self.show.any && self.ind.any && self.show.vars != self.ind.vars {
            let message = "the lines `c p show` and the lines `c ind` name different variables";
            return Err(bytes.error("", message, "keep those that are meant"));
        }
        let (show, ind) = (std::mem::take(&mut self.show), std::mem::take(&mut self.ind));
        Ok([show, ind].into_iter().find(|named| named.any).map(|named| named.vars))
    }
}

/// Adds the variables of a line, which ends with 0.
fn add<'l, R: Read>(
    to: &mut Named,
    bytes: &Bytes<'_, R>,
    line: &'l str,
    place: Place,
    mut words: impl Iterator<Item = &'l str>,
) -> Result<(), DimacsError> {
    let wrong = |word: &str, message: &str| {
        let at = if word.is_empty() { line.len() } else { word.as_ptr() as usize - line.as_ptr() as usize };
        let place = Place { line: place.line, column: place.column + at };
        let help = "expected the numbers of variables and a 0 at the end";
        bytes.error_in(line.to_string(), place, at..at + word.len(), message, help)
    };
    to.any = true;
    loop {
        let Some(word) = words.next() else {
            return Err(wrong("", "the list of variables does not end with 0"));
        };
        match word.parse::<u32>() {
            Ok(0) => break,
            Ok(number) => {
                let var = number as usize - 1;
                to.vars.push(var);
                if to.largest.as_ref().is_none_or(|(largest, ..)| *largest < var) {
                    to.largest = Some((var, place, line.to_string()));
                }
            }
            Err(_) => return Err(wrong(word, &format!("`{word}` is no variable"))),
        }
    }
    match words.next() {
        None => Ok(()),
        Some(word) => Err(wrong(word, &format!("`{word}` after the 0 that ends the list"))),
    }
}
