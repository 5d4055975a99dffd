//! Expressions of constraint types, run by the crate `rhai` under limits: whole numbers, no files, no clock, no output.

use std::cell::Cell;
use std::fmt;
use std::sync::LazyLock;

use itertools::Itertools;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, Map, ParseError, ParseErrorType, Position, Scope};

/// Operations that one run may take.
const OPERATIONS: u64 = 100_000;

/// Operations that all runs for one table may take.
pub(super) const ALLOWANCE: u64 = 5_000_000;

/// What an expression gets and gives, in a form that can be compared and hashed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Datum {
    Nothing,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Datum>),
    Map(Vec<(String, Datum)>),
}

/// What went wrong, and where in the expression: line and column, both 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptError {
    pub(super) message: String,
    pub(super) at: Option<(usize, usize)>,
    /// Whether it happened while running, so that the values at hand matter.
    pub(super) running: bool,
}

/// An expression, compiled.
#[derive(Clone, Debug)]
pub(super) struct Script(AST);

thread_local! {
    /// Operations that the runs on this thread may still take.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    // The language's core package is left out: it can put the thread to sleep.
    for package in [
        ArithmeticPackage::new().as_shared_module(),
        BasicStringPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicFnPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicMapPackage::new().as_shared_module(),
        MoreStringPackage::new().as_shared_module(),
    ] {
        engine.register_global_module(package);
    }
    engine.set_max_operations(OPERATIONS).set_max_expr_depths(64, 32).set_max_call_levels(16);
    engine.set_max_string_size(500).set_max_array_size(500).set_max_map_size(100);
    engine.set_max_variables(50).set_max_functions(20).set_strict_variables(true);
    engine.disable_symbol("eval").disable_symbol("print").disable_symbol("debug");
    engine.on_progress(|_| {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        (left == 0).then_some(Dynamic::UNIT)
    });
    add_list_functions(&mut engine);
    engine
});

/// What the language lacks for lists of digits.
fn add_list_functions(engine: &mut Engine) {
    type Result<T> = std::result::Result<T, Box<EvalAltResult>>;
    let numbers = |list: &Array| -> Result<Vec<i64>> {
        list.iter().map(|item| item.as_int().map_err(|_| "the list holds more than numbers".into())).collect()
    };
    engine.register_fn("sum", move |list: &mut Array| -> Result<i64> {
        let total = numbers(list)?.into_iter().try_fold(0i64, i64::checked_add);
        total.ok_or_else(|| "the sum is too large".into())
    });
    engine.register_fn("min", move |list: &mut Array| -> Result<i64> {
        numbers(list)?.into_iter().min().ok_or_else(|| "the list is empty".into())
    });
    engine.register_fn("max", move |list: &mut Array| -> Result<i64> {
        numbers(list)?.into_iter().max().ok_or_else(|| "the list is empty".into())
    });
    engine.register_fn("count", move |list: &mut Array, wanted: i64| -> Result<i64> {
        Ok(numbers(list)?.into_iter().filter(|&value| value == wanted).count() as i64)
    });
    engine.register_fn("all_different", move |list: &mut Array| -> Result<bool> {
        Ok(numbers(list)?.into_iter().all_unique())
    });
    engine.register_fn("set_with", move |list: &mut Array, value: i64| -> Result<Array> {
        let mut set = numbers(list)?;
        set.push(value);
        Ok(set.into_iter().sorted().dedup().map(Dynamic::from).collect())
    });
}

/// Whether a word can be the name of a variable.
pub(super) fn is_name(word: &str) -> bool {
    let plain = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain && ENGINE.compile_with_scope(&Scope::new(), format!("let {word} = 0; {word}")).is_ok()
}

impl Script {
    /// Compiles an expression that may name these variables.
    pub(super) fn compile(text: &str, names: &[&str]) -> Result<Self, ScriptError> {
        let mut scope = Scope::new();
        for name in names {
            scope.push_dynamic(*name, Dynamic::UNIT);
        }
        let compiled = ENGINE.compile_with_scope(&scope, text);
        compiled.map(Self).map_err(|error| syntax_error(&error, names))
    }

    /// Runs it with these values; `left` is what is left of the allowance.
    pub(super) fn run(&self, values: &[(&str, Datum)], left: &mut u64) -> Result<Datum, ScriptError> {
        let mut scope = Scope::new();
        for (name, value) in values {
            scope.push_dynamic(*name, value.to_dynamic());
        }
        LEFT.set(*left);
        let result = ENGINE.eval_ast_with_scope::<Dynamic>(&mut scope, &self.0);
        *left = LEFT.get();
        let value = result.map_err(|error| runtime_error(*error))?;
        Datum::from_dynamic(value).map_err(|message| ScriptError { message, at: None, running: true })
    }
}

fn place(position: Position) -> Option<(usize, usize)> {
    Some((position.line()?, position.position().unwrap_or(1)))
}

fn syntax_error(error: &ParseError, names: &[&str]) -> ScriptError {
    let message = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => {
            format!("there is no variable `{name}` here; there are {}", names.iter().join(", "))
        }
        other => lower(&other.to_string()),
    };
    ScriptError { message, at: place(error.position()), running: false }
}

fn runtime_error(mut error: EvalAltResult) -> ScriptError {
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
        error = *inner;
    }
    let at = place(error.take_position());
    let message = match error {
        EvalAltResult::ErrorTooManyOperations(_) => "more than 100,000 operations".to_string(),
        EvalAltResult::ErrorTerminated(..) => "more than 5,000,000 operations over all values".to_string(),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => format!("there is no function `{signature}`"),
        EvalAltResult::ErrorRuntime(message, _) => message.to_string(),
        other => lower(&other.to_string()),
    };
    ScriptError { message, at, running: true }
}

/// A message as the rest of a sentence.
fn lower(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

impl Datum {
    fn to_dynamic(&self) -> Dynamic {
        match self {
            Self::Nothing => Dynamic::UNIT,
            Self::Flag(flag) => Dynamic::from(*flag),
            Self::Number(number) => Dynamic::from(*number),
            Self::Text(text) => Dynamic::from(text.clone()),
            Self::List(items) => Dynamic::from_array(items.iter().map(Self::to_dynamic).collect()),
            Self::Map(items) => {
                let items = items.iter().map(|(key, value)| (key.as_str().into(), value.to_dynamic()));
                Dynamic::from_map(items.collect::<Map>())
            }
        }
    }

    fn from_dynamic(value: Dynamic) -> Result<Self, String> {
        let value = value.flatten();
        if value.is_unit() {
            return Ok(Self::Nothing);
        }
        if let Ok(number) = value.as_int() {
            return Ok(Self::Number(number));
        }
        if let Ok(flag) = value.as_bool() {
            return Ok(Self::Flag(flag));
        }
        if value.is_array() {
            let items = value.into_array().unwrap_or_default();
            return items.into_iter().map(Self::from_dynamic).collect::<Result<_, _>>().map(Self::List);
        }
        if let Some(map) = value.clone().try_cast::<Map>() {
            let items = map.into_iter().map(|(key, value)| Ok((key.to_string(), Self::from_dynamic(value)?)));
            return items.collect::<Result<_, String>>().map(Self::Map);
        }
        if let Ok(sign) = value.as_char() {
            return Ok(Self::Text(sign.to_string()));
        }
        let name = value.type_name();
        value.into_string().map(Self::Text).map_err(|_| format!("the result is of the type {name}"))
    }

    /// What it is, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Flag(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "()"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::List(items) => write!(f, "[{}]", items.iter().join(", ")),
            Self::Map(items) => {
                write!(f, "#{{{}}}", items.iter().map(|(key, value)| format!("{key}: {value}")).join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests;
