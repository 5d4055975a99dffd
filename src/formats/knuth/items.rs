//! The item line: names, bounds, and the `|` before the secondary items.

use std::ops::Range;

use super::Reading;
use crate::formats::ReadError;
use crate::formats::piece::quote;

impl<'s> Reading<'s> {
    /// Reads the items.
    pub(super) fn item_line(&mut self, line: Range<usize>) -> Result<(), ReadError> {
        let mut bar = false;
        for (word, span) in self.words(line) {
            if word == "|" {
                if bar {
                    let help = "one `|` parts the primary items from the secondary ones";
                    return Err(self.error(span, "a second `|` in the item line".into(), help));
                }
                bar = true;
            } else {
                self.item(word, span, bar)?;
            }
        }
        Ok(())
    }

    fn item(&mut self, word: &'s str, span: Range<usize>, secondary: bool) -> Result<(), ReadError> {
        let Some((bounds, name)) = word.split_once('|') else {
            return self.named(word, span, None, secondary);
        };
        if bounds.is_empty() || !bounds.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
            return Err(self.bar_in_name(word, span));
        }
        if secondary {
            let message = format!("{} gives bounds to a secondary item", quote(word));
            return Err(self.error(span, message, "bounds are for primary items, before the `|`"));
        }
        let bounds = self.bounds(bounds, span.start..span.start + bounds.len())?;
        self.named(name, span.end - name.len()..span.end, Some(bounds), false)
    }

    /// The bounds before a name.
    fn bounds(&self, text: &str, span: Range<usize>) -> Result<(u32, u32), ReadError> {
        const HELP: &str = "write `2|name` for exactly twice, `1:3|name` for one to three times";
        let wrong = |what: &str| Err(self.error(span.clone(), format!("{what} in {}", quote(text)), HELP));
        let (low, high) = text.split_once(':').unwrap_or((text, text));
        if low.is_empty() || high.contains(':') {
            return wrong("bounds that are not two numbers");
        }
        if high.is_empty() {
            return wrong("a lower bound without an upper bound");
        }
        match (low.parse(), high.parse()) {
            (Ok(_), Ok(0)) => wrong("an upper bound of zero"),
            (Ok(low), Ok(high)) if low > high => wrong("a lower bound above the upper bound"),
            (Ok(low), Ok(high)) => Ok((low, high)),
            _ => wrong("a bound above 4294967295"),
        }
    }

    /// Adds an item by its name.
    fn named(
        &mut self,
        name: &'s str,
        span: Range<usize>,
        bounds: Option<(u32, u32)>,
        secondary: bool,
    ) -> Result<(), ReadError> {
        if name.is_empty() {
            return Err(self.error(
                span,
                "bounds without a name".into(),
                "the name follows the `|` without a blank",
            ));
        }
        if name.contains('|') {
            return Err(self.bar_in_name(name, span));
        }
        if name.contains(':') {
            let message = format!("`:` in the item name {}", quote(name));
            return Err(self.error(span, message, "colours are given in the options, not in the item line"));
        }
        if let Some(&(_, first)) = self.items.get(name) {
            let place = self.source.place(first);
            let message = format!("item {} is named twice", quote(name));
            return Err(self.error(
                span,
                message,
                format!("its first mention is in column {}", place.column),
            ));
        }
        let item = match bounds {
            None if secondary => self.cover.add_secondary(name),
            None => self.cover.add_primary(name),
            Some((low, high)) => match self.cover.add_bounded(name, low, high) {
                Ok(item) => item,
                Err(error) => return Err(ReadError::new(self.source, span, error.to_string())),
            },
        };
        self.items.insert(name, (item, span.start));
        Ok(())
    }

    /// A `|` where none can stand.
    pub(super) fn bar_in_name(&self, name: &str, span: Range<usize>) -> ReadError {
        let message = format!("`|` in the item name {}", quote(name));
        self.error(
            span,
            message,
            "leave blanks around the `|` before the secondary items; bounds are digits before a `|`",
        )
    }
}
