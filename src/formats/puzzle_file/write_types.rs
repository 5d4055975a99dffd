//! Writes the constraint types of a puzzle's own.

use std::fmt::Write;

use itertools::Itertools;

use super::write::{line, quoted};
use crate::puzzles::{Coefficients, Expression, Form, OwnType, Value};

/// Writes a type as a table `[type.NAME]`.
pub(super) fn write_type(text: &mut String, own: &OwnType) {
    write!(text, "\n[type.{}]\n", own.name).expect("writing to a String does not fail");
    if !own.about.is_empty() {
        line(text, "about", &quoted(&own.about));
    }
    if !own.defaults.is_empty() {
        let params = own.defaults.iter().map(|(name, default)| format!("{name} = {}", constant(default)));
        line(text, "params", &format!("{{ {} }}", params.format(", ")));
    }
    let mut expression = |key: &str, source: &Expression| line(text, key, &quoted(source.text()));
    match &own.form {
        Form::Pairs(source) => expression("pairs", source),
        Form::AllPairs(source) => expression("all-pairs", source),
        Form::Automaton { start, step, accept } => {
            expression("start", start);
            expression("step", step);
            expression("accept", accept);
        }
        Form::Check(source) => expression("check", source),
        Form::Regex(source) => line(text, "regex", &quoted(&source.text)),
        Form::Sum { coefficients, low, high } => {
            if let Coefficients::Each(source) = coefficients {
                expression("sum", source);
            }
            for (key, bound) in [("low", low), ("high", high)] {
                if let Some(source) = bound {
                    expression(key, source);
                }
            }
            if let Coefficients::Listed(numbers, _) = coefficients {
                line(text, "sum", &list(numbers));
            }
        }
        Form::Table(rows, _) => {
            let rows = rows.iter().map(|row| format!("  {},\n", list(row))).join("");
            line(text, "table", &format!("[\n{rows}]"));
        }
    }
}

fn list(numbers: &[i64]) -> String {
    format!("[{}]", numbers.iter().join(", "))
}

fn constant(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Ints(numbers) => list(numbers),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => quoted(text),
        // No default is one of these.
        Value::Cells(_) | Value::Groups(_) | Value::Line(_) => "0".to_string(),
    }
}
