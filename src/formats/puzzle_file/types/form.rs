//! How a type is defined: by exactly one of the keys `pairs`, `all-pairs`, `step`, `check`, `regex`, `sum`, `table`.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::super::fields::{Fields, kind_of, number_of};
use crate::formats::ReadError;
use crate::formats::piece::{Piece, error_at};
use crate::puzzles::{Coefficients, Form, Origin, Text};

/// The keys of a type.
pub(super) const KEYS: [&str; 13] = [
    "about",
    "params",
    "pairs",
    "all-pairs",
    "start",
    "step",
    "accept",
    "check",
    "regex",
    "sum",
    "low",
    "high",
    "table",
];

/// The keys that define a type, each another form.
const FORMS: [&str; 7] = ["pairs", "all-pairs", "step", "check", "regex", "sum", "table"];

/// The keys that belong to a form, with that form.
const PARTS: [(&str, &str); 4] = [("start", "step"), ("accept", "step"), ("low", "sum"), ("high", "sum")];

pub(super) fn read_form(
    fields: &Fields<'_>,
    name: &str,
    span: Range<usize>,
) -> Result<Form<Text>, ReadError> {
    let mut given = FORMS.iter().filter_map(|form| Some((*form, fields.get(form)?)));
    let Some((form, value)) = given.next() else {
        let error = error_at(fields.source, span, format!("type `{name}` does not say what holds"));
        let help = "write one of `pairs`, `all-pairs`, `step` with `start` and `accept`, `check`, `regex`, `sum`, `table`";
        return Err(error.with_help(help));
    };
    if let Some((second, value)) = given.next() {
        let message = format!("type `{name}` has both `{form}` and `{second}`");
        return Err(error_at(fields.source, value.span(), message));
    }
    for (part, whole) in PARTS {
        if let Some(value) = fields.get(part).filter(|_| whole != form) {
            let message = format!("`{part}` belongs to `{whole}`, which type `{name}` does not have");
            return Err(error_at(fields.source, value.span(), message));
        }
    }
    let part = |key: &str| fields.get(key).map(|value| expression(fields, key, value)).transpose();
    Ok(match form {
        "pairs" => Form::Pairs(expression(fields, form, value)?),
        "all-pairs" => Form::AllPairs(expression(fields, form, value)?),
        "check" => Form::Check(expression(fields, form, value)?),
        "regex" => Form::Regex(expression(fields, form, value)?),
        "step" => {
            let Some(start) = part("start")? else {
                let error = error_at(fields.source, span, format!("type `{name}` has no `start`"));
                return Err(error.with_help("write the first state, for instance `start = 0`"));
            };
            let accept = part("accept")?.unwrap_or_else(|| Text::new("true"));
            Form::Automaton { start, step: expression(fields, form, value)?, accept }
        }
        "sum" => {
            let (low, high) = (part("low")?, part("high")?);
            if low.is_none() && high.is_none() {
                let message = format!("the sum of type `{name}` has no bound");
                return Err(
                    error_at(fields.source, value.span(), message).with_help("write `low`, `high`, or both")
                );
            }
            Form::Sum { coefficients: coefficients(fields, value)?, low, high }
        }
        _ => Form::Table(rows(fields, value)?, place_of(fields, value)),
    })
}

/// The text of an expression; numbers and flags stand for themselves.
fn expression(fields: &Fields<'_>, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Text, ReadError> {
    match value.get_ref() {
        DeValue::String(text) => {
            let piece = Piece::quoted(fields.source, value.span(), text.as_ref().into());
            let span = piece.whole().span;
            let exact = piece.span(0..0).is_empty();
            Ok(Text { text: text.to_string(), origin: Some(origin(fields, span, exact)) })
        }
        DeValue::Integer(_) | DeValue::Boolean(_) => Ok(whole(fields, value)),
        _ => Err(fields.wrong_type(key, value, "an expression in quotes")),
    }
}

/// A value as it stands.
fn whole(fields: &Fields<'_>, value: &Spanned<DeValue<'_>>) -> Text {
    let text = fields.source.text.get(value.span()).unwrap_or_default().to_string();
    Text { text, origin: Some(origin(fields, value.span(), true)) }
}

/// The place of a value whose text does not matter.
fn place_of(fields: &Fields<'_>, value: &Spanned<DeValue<'_>>) -> Text {
    Text { text: String::new(), ..whole(fields, value) }
}

fn origin(fields: &Fields<'_>, span: Range<usize>, exact: bool) -> Origin {
    Origin { file: fields.source.name.clone(), place: fields.source.place(span.start), span, exact }
}

fn coefficients(fields: &Fields<'_>, value: &Spanned<DeValue<'_>>) -> Result<Coefficients<Text>, ReadError> {
    match value.get_ref() {
        DeValue::Array(_) => {
            Ok(Coefficients::Listed(numbers(fields, "sum", value)?, place_of(fields, value)))
        }
        _ => Ok(Coefficients::Each(expression(fields, "sum", value)?)),
    }
}

/// A list of numbers that fit a sum.
fn numbers(fields: &Fields<'_>, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<i64>, ReadError> {
    let DeValue::Array(items) = value.get_ref() else {
        return Err(fields.wrong_type(key, value, "a list of numbers"));
    };
    let number = |item: &Spanned<DeValue<'_>>| {
        number_of(item.get_ref()).filter(|number| number.abs() <= 1_000_000).ok_or_else(|| {
            let message = format!("`{key}` holds {}, not a number up to a million", kind_of(item.get_ref()));
            error_at(fields.source, item.span(), message)
        })
    };
    items.iter().map(number).collect()
}

fn rows(fields: &Fields<'_>, value: &Spanned<DeValue<'_>>) -> Result<Vec<Vec<i64>>, ReadError> {
    let DeValue::Array(items) = value.get_ref() else {
        return Err(fields.wrong_type("table", value, "a list of lists of numbers"));
    };
    items.iter().map(|item| numbers(fields, "table", item)).collect()
}
