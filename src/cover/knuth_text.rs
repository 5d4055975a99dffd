//! Covers written in Knuth's text format (the input of his DLX programs), names and colours shortened to what he reads.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use itertools::Itertools;

use super::{Cover, ItemKind};

/// Writes a cover in Knuth's format: the item line, then a line for each option, with its cost as `|5` where it has one.
///
/// His names have at most 8 bytes without `:` and `|`, and his colours one byte. Items get their own name where that
/// fits and is not taken, else `p12` or `s12`. Colours keep their names where each is one character; else those of an item
/// are counted through digits, letters and signs. Comment lines before the items say which name stands for what.
///
/// # Errors
/// An item with more colours than there are characters, or no primary item, which the format cannot say.
pub fn write_knuth(cover: &Cover, comments: &[String]) -> Result<String, CannotWriteKnuth> {
    if cover.primary_count() == 0 {
        return Err(CannotWriteKnuth::NoPrimary);
    }
    let names = short_names(cover);
    let mut signs = Signs::of(cover);
    let mut options = String::new();
    for (number, option) in cover.options().iter().enumerate() {
        for (at, &(item, colour)) in option.entries.iter().enumerate() {
            let _ = write!(options, "{}{}", if at == 0 { "" } else { " " }, names[item as usize]);
            if let Some(colour) = colour {
                let sign = signs.sign(item, colour);
                let sign = sign.ok_or_else(|| CannotWriteKnuth::TooManyColours(cover.name(item).into()))?;
                let _ = write!(options, ":{sign}");
            }
        }
        if cover.cost(number) > 0 && !option.entries.is_empty() {
            let _ = write!(options, " |{}", cover.cost(number));
        }
        options.push('\n');
    }
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "| {comment}");
    }
    for (item, name) in names.iter().enumerate().filter(|(item, name)| cover.name(*item as u32) != **name) {
        let _ = writeln!(text, "| {name} = {}", cover.name(item as u32));
    }
    for (item, sign, colour) in signs.explained() {
        let _ = writeln!(text, "| {}:{sign} = {}", names[item as usize], cover.colour_name(colour));
    }
    write_items(cover, &names, &mut text);
    Ok(text + options.as_str())
}

/// Why a cover cannot be written in Knuth's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotWriteKnuth {
    /// An item needs more colours than Knuth's single byte can name.
    #[error("item {0} needs more than 92 colours, which one character cannot name")]
    TooManyColours(String),
    /// There is no primary item.
    #[error("there is no primary item, and an item line that starts with `|` is a comment")]
    NoPrimary,
}

/// The characters that stand for colours.
enum Signs {
    /// Each colour has one for all items, or none for lack of characters.
    Shared(Vec<Option<char>>),
    /// Each item counts its own, in the order of the options.
    Own(BTreeMap<(u32, u32), char>, HashMap<u32, usize>),
}

impl Signs {
    fn of(cover: &Cover) -> Self {
        let named: Vec<Option<char>> = (0..cover.named_colour_count() as u32)
            .map(|colour| cover.colour_name(colour).chars().exactly_one().ok().filter(char::is_ascii_graphic))
            .collect();
        let colours = cover.options().iter().flat_map(|option| &option.entries).filter_map(|entry| entry.1);
        let count = colours.max().map_or(0, |most| most as usize + 1);
        if named.is_empty() && count <= MOST_SIGNS {
            Self::Shared((0..count as u32).map(colour_sign).collect())
        } else if named.len() >= count && named.iter().all(Option::is_some) && named.iter().all_unique() {
            Self::Shared(named)
        } else {
            Self::Own(BTreeMap::new(), HashMap::new())
        }
    }

    fn sign(&mut self, item: u32, colour: u32) -> Option<char> {
        match self {
            Self::Shared(signs) => signs[colour as usize],
            Self::Own(signs, used) => {
                if let Some(&sign) = signs.get(&(item, colour)) {
                    return Some(sign);
                }
                let next = used.entry(item).or_default();
                let sign = colour_sign(*next as u32)?;
                *next += 1;
                signs.insert((item, colour), sign);
                Some(sign)
            }
        }
    }

    /// The signs that do not stand for themselves: item, sign, colour.
    fn explained(&self) -> impl Iterator<Item = (u32, char, u32)> {
        let own = match self {
            Self::Shared(_) => None,
            Self::Own(signs, _) => Some(signs),
        };
        own.into_iter().flatten().map(|(&(item, colour), &sign)| (item, sign, colour))
    }
}

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

/// So many characters stand for colours.
const MOST_SIGNS: usize = 92;

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
