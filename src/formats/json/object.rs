//! The keys of a JSON object: known, passed over, or refused.

use std::ops::Range;

use itertools::Itertools;

use super::syntax::{Entry, Json, Kind};
use crate::formats::piece::{error_at, nearest, quote};
use crate::formats::{ReadError, Source};

/// An object all of whose keys are known.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Object<'j, 'a> {
    /// The source it stands in.
    pub(in crate::formats) source: &'a Source,
    /// Its bytes.
    pub(in crate::formats) span: Range<usize>,
    entries: &'j [Entry<'a>],
}

impl<'j, 'a> Object<'j, 'a> {
    /// Takes a value as an object and checks its keys.
    ///
    /// # Errors
    /// A value that is no object, a key that is not known, or a key given twice.
    pub(in crate::formats) fn new(
        source: &'a Source,
        json: &'j Json<'a>,
        what: &str,
        known: &[&str],
        cosmetic: &[&str],
    ) -> Result<Self, ReadError> {
        let Kind::Object(entries) = &json.kind else {
            let message = format!("{} is not {what}", quote(json.raw(source)));
            return Err(error_at(source, json.span.clone(), message));
        };
        let is_known = |key: &str| known.contains(&key) || cosmetic.contains(&key);
        if let Some(entry) = entries.iter().find(|entry| !is_known(&entry.key)) {
            let error = error_at(
                source,
                entry.key_span.clone(),
                format!("unknown key {} of {what}", quote(&entry.key)),
            );
            return Err(error.with_help(match nearest(&entry.key, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys are {}", known.iter().map(|key| quote(key)).join(", ")),
            }));
        }
        if let Some(entry) = entries.iter().duplicates_by(|entry| &entry.key).next() {
            let message = format!("key {} is given twice", quote(&entry.key));
            return Err(error_at(source, entry.key_span.clone(), message));
        }
        Ok(Self { source, span: json.span.clone(), entries })
    }

    /// The value of a key.
    pub(in crate::formats) fn get(&self, key: &str) -> Option<&'j Json<'a>> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The value of a key that must be `true` or `false`.
    pub(in crate::formats) fn flag(&self, key: &str) -> Result<Option<bool>, ReadError> {
        match self.get(key) {
            None => Ok(None),
            Some(json) => match json.kind {
                Kind::Bool(flag) => Ok(Some(flag)),
                Kind::Null => Ok(None),
                _ => Err(self.wrong_type(key, json, "`true` or `false`")),
            },
        }
    }

    /// An error for a value of another type than the key needs.
    pub(in crate::formats) fn wrong_type(&self, key: &str, value: &Json<'_>, needed: &str) -> ReadError {
        let message = format!("`{key}` is {}, not {needed}", quote(&self.source.text[value.span.clone()]));
        error_at(self.source, value.span.clone(), message)
    }
}
