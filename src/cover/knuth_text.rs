//! Covers written in Knuth's text format (the input of his DLX programs), names and colours shortened to what he reads.

use std::fmt::Write;

use super::{Cover, ItemKind};

/// Writes a cover in Knuth's format: the item line, then a line for each option.
///
/// His names have at most 8 bytes without `:` and `|`, and his colours one byte. Items get their own name where that
/// fits and is not taken, else `p12` or `s12`; colours are counted through letters, digits and signs. Comment lines
/// before the items say which name stands for what.
///
/// # Errors
/// An item with more colours than single bytes can tell apart, or more than the 94 printable ones.
pub fn write_knuth(cover: &Cover, comments: &[String]) -> Result<String, TooManyColours> {
    let names = short_names(cover);
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "| {comment}");
    }
    for (item, name) in names.iter().enumerate().filter(|(item, name)| cover.name(*item as u32) != **name) {
        let _ = writeln!(text, "| {name} = {}", cover.name(item as u32));
    }
    write_items(cover, &names, &mut text);
    for option in cover.options() {
        for (at, &(item, colour)) in option.entries.iter().enumerate() {
            let _ = write!(text, "{}{}", if at == 0 { "" } else { " " }, names[item as usize]);
            if let Some(colour) = colour {
                let sign = colour_sign(colour).ok_or_else(|| TooManyColours(cover.name(item).to_string()))?;
                let _ = write!(text, ":{sign}");
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// An item needs more colours than Knuth's single byte can name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("item {0} needs more than 92 colours, which one character cannot name")]
pub struct TooManyColours(pub String);

/// The item line: primary items, with bounds where they are not 1, then `|` and the secondary ones.
fn write_items(cover: &Cover, names: &[String], text: &mut String) {
    let mut words = Vec::new();
    let mut secondary = Vec::new();
    for (item, name) in names.iter().enumerate() {
        match cover.kind(item as u32) {
            ItemKind::Primary { low: 1, high: 1 } => words.push(name.clone()),
            ItemKind::Primary { low, high } if low == high => words.push(format!("{low}|{name}")),
            ItemKind::Primary { low, high } => words.push(format!("{low}:{high}|{name}")),
            ItemKind::Secondary => secondary.push(name.clone()),
        }
    }
    if !secondary.is_empty() {
        words.push("|".to_string());
        words.append(&mut secondary);
    }
    text.push_str(&words.join(" "));
    text.push('\n');
}

fn short_names(cover: &Cover) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    (0..cover.item_count() as u32)
        .map(|item| {
            let own = cover.name(item);
            let fits = (1..=8).contains(&own.len())
                && own.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != ':' && c != '|');
            let letter = if cover.kind(item) == ItemKind::Secondary { 's' } else { 'p' };
            let mut name = if fits { own.to_string() } else { format!("{letter}{item}") };
            while !taken.insert(name.clone()) {
                name = format!("{letter}{item}_");
            }
            name
        })
        .collect()
}

/// The character for a colour: digits, capitals, small letters, then the other printable ones but `:` and `|`.
fn colour_sign(colour: u32) -> Option<char> {
    let plain = ('0'..='9').chain('A'..='Z').chain('a'..='z');
    let others = ('!'..='~').filter(|c| !c.is_ascii_alphanumeric() && *c != ':' && *c != '|');
    plain.chain(others).nth(colour as usize)
}

#[cfg(test)]
mod tests {
    use super::write_knuth;
    use crate::cover::Cover;

    #[test]
    fn names_bounds_and_colours_are_written() {
        let mut cover = Cover::new();
        let a = cover.add_primary("a");
        let b = cover.add_bounded("two", 2, 3).expect("bounds");
        let c = cover.add_primary("a name that is long");
        let s = cover.add_secondary("s");
        cover.add_option(&[(a, None), (s, Some(11))]).expect("valid");
        cover.add_option(&[(b, None), (c, None), (s, None)]).expect("valid");
        let text = write_knuth(&cover, &["a test".to_string()]).expect("few colours");
        assert_eq!(text, "| a test\n| p2 = a name that is long\na 2:3|two p2 | s\na s:B\ntwo p2 s\n");
    }
}
