//! Exact covers as matrices of zeros and ones: each row an option, each column a primary item.
//!
//! Blanks, tabs and commas between the digits mean nothing; blank lines and lines that start with `#` or `|` are passed over.
//! The items are named c1, c2 and so on.

use std::ops::Range;

use super::piece::{lines, quote};
use super::{ReadError, Source};
use crate::cover::Cover;

/// Reads a matrix.
///
/// # Errors
/// A character that is neither 0 nor 1, a row longer or shorter than the first, or no row.
///
/// ```
/// use exactly::formats::{Source, read_matrix};
///
/// let cover = read_matrix(&Source::new("a.matrix", "1 0 1\n010\n"))?;
/// assert_eq!((cover.item_count(), cover.option_text(0).as_str()), (3, "c1 c3"));
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_matrix(source: &Source) -> Result<Cover, ReadError> {
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for line in lines(source) {
        let text = source.text[line.clone()].trim_start();
        if !text.is_empty() && !text.starts_with(['#', '|']) {
            let width = rows.first().map(Vec::len);
            rows.push(row(source, line, width)?);
        }
    }
    if rows.is_empty() {
        let error = ReadError::new(source, 0..0, "no row of zeros and ones");
        return Err(error.with_help("write a line for each option"));
    }
    Cover::from_matrix(&rows).map_err(|error| ReadError::new(source, 0..0, error.to_string()))
}

/// A row; its width is that of the first.
fn row(source: &Source, line: Range<usize>, width: Option<usize>) -> Result<Vec<bool>, ReadError> {
    let mut row = Vec::new();
    for (at, c) in source.text[line.clone()].char_indices() {
        let span = line.start + at..line.start + at + c.len_utf8();
        match c {
            '0' | '1' if width == Some(row.len()) => {
                let message = format!("this row is longer than the first, which has {} columns", row.len());
                return Err(ReadError::new(source, span, message).with_help("all rows have the same length"));
            }
            '0' | '1' => row.push(c == '1'),
            ',' | ' ' | '\t' | '\r' => {}
            _ => {
                let message = format!("{} is neither 0 nor 1", quote(&c.to_string()));
                return Err(ReadError::new(source, span, message)
                    .with_help("a row is written in 0 and 1, with or without blanks"));
            }
        }
    }
    if let Some(width) = width.filter(|width| *width > row.len()) {
        let message = format!("this row has {} columns, the first has {width}", row.len());
        return Err(
            ReadError::new(source, line.end..line.end, message).with_help("all rows have the same length")
        );
    }
    Ok(row)
}
