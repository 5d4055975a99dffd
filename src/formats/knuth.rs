//! Exact covers in Knuth's text format, the input of his DLX programs, read a little wider than he does.
//!
//! The first line that is neither blank nor a comment names the items: the primary ones, and after a `|` the secondary ones.
//! Every further line is an option. A line whose first character is `|` is a comment, wherever it stands; so an item line
//! cannot start with `|`, and a cover without primary items cannot be written in this format.
//!
//! | piece | meaning |
//! | --- | --- |
//! | `name` | an item: any characters but blanks, `:` and `\|` |
//! | `2\|name`, `1:3\|name` | in the item line: a primary item that is covered twice, one to three times |
//! | `name` in an option | the item is covered; a secondary one in a colour of its own, so at most once |
//! | `name:colour` | a secondary item in a colour: any characters but blanks |
//! | `\|5` in an option, not first | a cost; several add up |
//!
//! Wider than his programs: names and colours may have any length (his have 8 bytes and one byte) and names that are equal in
//! their first 8 characters are different; the last line needs no line end; lines may end as on Windows; there is no
//! limit on items, options or the length of a line; bounds, colours and costs may be mixed. Costs are for the cheapest covers.
//!
//! Options are numbered from 1 in the order of the text. His programs give no number to an option without a primary item;
//! here it has one and is never taken.

mod items;
mod options;

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::piece::lines;
use super::{ReadError, Source};
use crate::cover::Cover;

/// Reads a cover in Knuth's format.
///
/// # Errors
/// Whatever the format does not allow: an item named twice or unknown, bounds that cannot be met, a colour on a primary
/// item or none after `:`, an item twice in an option, a text without items.
///
/// ```
/// use exactly::formats::{Source, read_knuth};
///
/// let text = "| an example of Knuth's\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
/// let cover = read_knuth(&Source::new("colours.dlx", text))?;
/// assert_eq!((cover.primary_count(), cover.item_count(), cover.option_count()), (3, 5, 5));
/// assert!(cover.is_solution(&[1, 3]));
/// assert_eq!(cover.option_text(1), "A C X:1 Y:1");
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_knuth(source: &Source) -> Result<Cover, ReadError> {
    let mut lines = stated_lines(source);
    let Some(first) = lines.next() else {
        let empty = if source.text.trim().is_empty() { "this text is empty" } else { "only comments" };
        let error = ReadError::new(source, 0..0, format!("no items: {empty}"));
        return Err(error.with_help("name the items in the first line that does not start with `|`"));
    };
    let mut reading = Reading {
        source,
        cover: Cover::new(),
        items: FxHashMap::default(),
        colours: FxHashMap::default(),
        seen: Vec::new(),
        entries: Vec::new(),
    };
    reading.item_line(first)?;
    reading.seen = vec![0; reading.cover.item_count()];
    for line in lines {
        reading.option_line(line)?;
    }
    Ok(reading.cover)
}

/// Whether a text is a cover beyond doubt: a line of different names, at least two, not all of them single characters or
/// numbers, then options of these names.
pub(super) fn looks_like(text: &str) -> bool {
    /// So many options are looked at.
    const ENOUGH: usize = 20;
    let mut lines = text.lines().filter(|line| is_stated(line));
    let Some(first) = lines.next() else { return false };
    let mut names = std::collections::HashSet::new();
    let words = || first.split_ascii_whitespace().filter(|word| *word != "|");
    let name = |word: &'_ str| word.rsplit('|').next().unwrap_or_default().to_string();
    let telling = words().any(|word| word.len() > 1 && word.contains(char::is_alphabetic));
    if !telling || !words().all(|word| names.insert(name(word))) || names.len() < 2 {
        return false;
    }
    let known = |word: &str| names.contains(word.split(':').next().unwrap_or_default());
    let mut options = lines.take(ENOUGH).peekable();
    options.peek().is_some()
        && options.all(|line| line.split_ascii_whitespace().all(|word| known(word) || word.starts_with('|')))
}

/// The lines that are neither blank nor comments.
fn stated_lines(source: &Source) -> impl Iterator<Item = Range<usize>> {
    lines(source).map(|line| skip_mark(source, line)).filter(|line| is_stated(&source.text[line.clone()]))
}

/// A line without the byte order mark that some editors put before the text.
fn skip_mark(source: &Source, line: Range<usize>) -> Range<usize> {
    const MARK: &str = "\u{feff}";
    let marked = line.start == 0 && source.text.starts_with(MARK);
    if marked { MARK.len()..line.end } else { line }
}

fn is_stated(line: &str) -> bool {
    let line = line.trim_ascii_start();
    !line.is_empty() && !line.starts_with('|')
}

/// A cover that is being read.
struct Reading<'s> {
    source: &'s Source,
    cover: Cover,
    /// The items by name, with the bytes of their first mention.
    items: FxHashMap<&'s str, (u32, usize)>,
    colours: FxHashMap<&'s str, u32>,
    /// The option that each item was last seen in, counted from 1.
    seen: Vec<u32>,
    /// The entries of the current option.
    entries: Vec<(u32, Option<u32>)>,
}

impl<'s> Reading<'s> {
    /// The words of a line with their bytes.
    fn words(&self, line: Range<usize>) -> impl Iterator<Item = (&'s str, Range<usize>)> + use<'s> {
        let text = &self.source.text;
        let start = text.as_ptr() as usize;
        text[line].split_ascii_whitespace().map(move |word| {
            let at = word.as_ptr() as usize - start;
            (word, at..at + word.len())
        })
    }

    /// An error at a piece of the text.
    fn error(&self, span: Range<usize>, message: String, help: impl Into<String>) -> ReadError {
        ReadError::new(self.source, span, message).with_help(help)
    }
}
