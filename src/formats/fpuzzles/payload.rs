//! The compressed form: base64 in a link or alone, one a line.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::piece::{lines, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Place, Puzzle};

/// The longest compressed text that is unpacked: what it unpacks to grows with its square.
const LONGEST: usize = 1 << 16;

/// The most ways in which lost slashes are put back.
const MOST_TRIES: usize = 2_000;

/// Whether the first line that counts is a link or compressed text.
pub(in crate::formats) fn looks_like(text: &str) -> bool {
    let mut significant =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    significant.next().is_some_and(|line| payload(line).is_some())
}

/// The bytes of the compressed text in a line.
///
/// It stands after `load=`, after the prefix `fpuzzles` or `fpuz` (of a link or alone), or alone; every puzzle's text
/// begins with `N4I`, which is `{"`.
fn payload(line: &str) -> Option<Range<usize>> {
    let is_address = line.starts_with("http://") || line.starts_with("https://");
    let after = |mark: &str| line.find(mark).map(|at| at + mark.len());
    let start = if is_address {
        after("load=").or_else(|| after("fpuzzles")).or_else(|| after("/fpuz"))?
    } else {
        let bare = line.strip_prefix("fpuzzles").or_else(|| line.strip_prefix("fpuz")).unwrap_or(line);
        line.len() - bare.len()
    };
    let end = line[start..].find(['&', '#']).map_or(line.len(), |length| start + length);
    let fits = line[start..end].starts_with("N4I") || (is_address && start < end);
    (fits && line[start..end].bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '))
        .then_some(start..end)
}

/// Reads every link of a text, one a line; lines that start with `#` are comments.
///
/// # Errors
/// A line that holds no link.
pub(in crate::formats) fn read_links(source: &Source) -> Result<Vec<Result<Puzzle, ReadError>>, ReadError> {
    let mut puzzles = Vec::new();
    for line in lines(source) {
        let text = &source.text[line.clone()];
        let lead = line.start + text.len() - text.trim_start().len();
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let Some(found) = payload(text) else {
            let message = format!("{} is no link to a puzzle", quote(text));
            let error = ReadError::new(source, lead..lead + text.len(), message);
            return Err(error.with_help("a link holds the puzzle after `?load=`"));
        };
        puzzles.push(read_one(source, lead + found.start..lead + found.end));
    }
    Ok(puzzles)
}

fn read_one(source: &Source, span: Range<usize>) -> Result<Puzzle, ReadError> {
    let text = decoded(&source.text[span.clone()]);
    let refuse = |message: &str| ReadError::new(source, span.clone(), message);
    if text.len() > LONGEST {
        return Err(refuse("a compressed puzzle of more than 65536 characters"));
    }
    let json = unpacked(&text).ok_or_else(|| refuse("this is no compressed puzzle, or it is cut off"))?;
    let inner = Source::new(&source.name, json);
    let mut puzzle = super::read_json(&inner).map_err(|error| {
        let Place { column, .. } = error.place;
        let mut outer = refuse(&format!("{} (at character {column} of the unpacked puzzle)", error.message));
        outer.help = error.help;
        outer
    })?;
    let place = Some(source.place(span.start));
    puzzle.place = place;
    puzzle.cages.iter_mut().for_each(|cage| cage.place = place);
    super::uses(&mut puzzle).for_each(|one| one.place = place);
    Ok(puzzle)
}

/// Resolves `%2B` and the like; a blank was a `+`.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let byte = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii);
        decoded.push(byte.map_or('%', char::from));
        decoded.push_str(if byte.is_some() { &part[2..] } else { part });
    }
    decoded.replace(' ', "+")
}

/// Unpacks a compressed text. Some sites turn `//` into `/`: one or two slashes are doubled where that helps.
fn unpacked(text: &str) -> Option<String> {
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')) {
        return None;
    }
    let slashes: Vec<usize> = text.match_indices('/').map(|(at, _)| at).collect();
    let doubled = |at: &[usize]| {
        let mut text = text.to_string();
        at.iter().rev().for_each(|&at| text.insert(at, '/'));
        text
    };
    let ones = slashes.iter().map(|&one| vec![one]);
    let twos = slashes
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| slashes[..=at].iter().map(move |&two| vec![two, one]));
    let mut tries = std::iter::once(Vec::new()).chain(ones).chain(twos).take(MOST_TRIES);
    tries.find_map(|at| json_of(&if at.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(doubled(&at)) }))
}

fn json_of(text: &str) -> Option<String> {
    let json = String::from_utf16(&lz_str::decompress_from_base64(text)?).ok()?;
    let whole = json.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(&json).is_ok();
    whole.then_some(json)
}
