//! The options: items with colours, and costs.

use std::ops::Range;

use super::Reading;
use crate::formats::ReadError;
use crate::formats::piece::{nearest, quote};

impl<'s> Reading<'s> {
    /// Reads an option.
    pub(super) fn option_line(&mut self, line: Range<usize>) -> Result<(), ReadError> {
        self.entries.clear();
        let mut cost: Option<u64> = None;
        for (word, span) in self.words(line.clone()) {
            match word.strip_prefix('|') {
                Some(digits) => cost = Some(self.cost(digits, word, span, cost.unwrap_or(0))?),
                None => self.entry(word, span)?,
            }
        }
        let added = self.cover.add_option(&self.entries);
        let option = added.map_err(|error| ReadError::new(self.source, line, error.to_string()))?;
        if let Some(cost) = cost {
            self.cover.set_cost(option, cost);
        }
        Ok(())
    }

    /// A cost, added to those before it.
    fn cost(&self, digits: &str, word: &str, span: Range<usize>, sum: u64) -> Result<u64, ReadError> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("{} is no cost", quote(word));
            return Err(self.error(span, message, "a cost is `|` and digits, with a blank before the next"));
        }
        digits.parse().ok().and_then(|cost| sum.checked_add(cost)).ok_or_else(|| {
            self.error(
                span,
                format!("the cost {} is too large", quote(word)),
                format!("at most {}", u64::MAX),
            )
        })
    }

    /// An item, perhaps with a colour.
    fn entry(&mut self, word: &'s str, span: Range<usize>) -> Result<(), ReadError> {
        let (name, colour) = match word.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (word, None),
        };
        let name_span = span.start..span.start + name.len();
        let Some(&(item, _)) = self.items.get(name) else { return Err(self.unknown(name, name_span)) };
        let option = self.cover.option_count() as u32 + 1;
        if std::mem::replace(&mut self.seen[item as usize], option) == option {
            let message = format!("item {} occurs twice in this option", quote(name));
            return Err(self.error(name_span, message, "name it once, also where its colours are equal"));
        }
        let colour = match colour {
            Some("") => {
                let message = format!("no colour after {}", quote(word));
                return Err(self.error(
                    span,
                    message,
                    "write a colour after the `:` without a blank, or leave out the `:`",
                ));
            }
            Some(_) if self.cover.is_primary(item) => {
                let message = format!("{} gives a colour to a primary item", quote(word));
                return Err(self.error(
                    span,
                    message,
                    "only items after the `|` of the item line have colours",
                ));
            }
            Some(colour) => Some(self.colour(colour)),
            None => None,
        };
        self.entries.push((item, colour));
        Ok(())
    }

    /// The number of a colour, the same for all items.
    fn colour(&mut self, name: &'s str) -> u32 {
        *self.colours.entry(name).or_insert_with(|| self.cover.add_colour(name))
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ReadError {
        /// Among so many items a similar name is looked for, if it has three characters or more.
        const FEW: usize = 10_000;
        if name.contains('|') {
            return self.bar_in_name(name, span);
        }
        if name.is_empty() {
            return self.error(span, "a colour without an item".into(), "write the item before the `:`");
        }
        let count = self.cover.item_count().min(FEW) as u32;
        let known: Vec<&str> = (0..count).map(|item| self.cover.name(item)).collect();
        let near = nearest(name, &known).filter(|_| name.chars().nth(2).is_some());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the item line, the first that is no comment, names all items".to_string(),
        };
        self.error(span, format!("no item {}", quote(name)), help)
    }
}
