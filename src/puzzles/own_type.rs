//! Constraint types of a puzzle's own: defined by a relation, an automaton, a test or a table written as text.

mod expression;
mod forms;
mod lists;
mod tables;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

pub use expression::{Expression, Origin, OwnTypeError, Text};
pub use forms::{Coefficients, Form};

use self::expression::Values;
use self::forms::Ready;
use self::tables::Ends;
use super::script::{self, Datum};
use super::types::{Constraints, Param, ParamKind, Site};
use super::{Puzzle, Use, Value};

/// Words that expressions use themselves, or that mean something else in a use; no parameter is called so.
const TAKEN: [&str; 13] =
    ["a", "b", "v", "value", "state", "index", "count", "low", "high", "size", "cells", "lines", "on"];

/// A constraint type of a puzzle's own.
///
/// Its expressions are compiled once, and run once for each case when a use is read or stated; what they gave is kept
/// for further uses with the same arguments.
#[derive(Debug)]
pub struct OwnType {
    /// Its name in puzzle files.
    pub name: String,
    /// What it demands, in a sentence; may be empty.
    pub about: String,
    /// Its parameters with their defaults: numbers, lists of numbers, flags or texts.
    pub defaults: BTreeMap<String, Value>,
    /// How it is defined.
    pub form: Form,
    /// What the expressions gave for arguments and cells with certain least and largest values.
    kept: Mutex<HashMap<Case, Ready>>,
}

/// Arguments by name, and the least and largest value of each cell.
type Case = (Vec<(String, Datum)>, Vec<Ends>);

/// Equal where the definitions are, wherever they stand.
impl PartialEq for OwnType {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.about, &self.defaults, &self.form)
            == (&other.name, &other.about, &other.defaults, &other.form)
    }
}

impl Eq for OwnType {}

impl OwnType {
    /// A type from its texts.
    ///
    /// # Errors
    /// A parameter whose name is taken, or an expression that is none.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use exactly::puzzles::{Board, Clue, Form, OwnType, Puzzle, Text, Use, Value};
    ///
    /// let form = Form::Pairs(Text::new("abs(a - b) >= gap"));
    /// let whisper = OwnType::new("whisper-of-mine", [("gap".to_string(), Value::Int(2))], form)?;
    /// let mut puzzle = Puzzle::new(Board::bare(1, 2, 1..=4)?);
    /// puzzle.types.push(Arc::new(whisper));
    /// puzzle.clues.push(Clue::Use(Use::new("whisper-of-mine", [("cells", Value::Cells(vec![0, 1]))])));
    /// let statement = puzzle.state().map_err(|mut faults| faults.remove(0))?;
    /// assert_eq!(exactly::solve::count(&statement.model)?, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        name: &str,
        defaults: impl IntoIterator<Item = (String, Value)>,
        form: Form<Text>,
    ) -> Result<Self, OwnTypeError> {
        let defaults: BTreeMap<String, Value> = defaults.into_iter().collect();
        if let Some(wrong) = defaults.keys().find(|name| !Self::may_be_param(name)) {
            let message = format!("a parameter cannot be called `{wrong}`");
            return Err(OwnTypeError { message, origin: None });
        }
        let params: Vec<&str> = defaults.keys().map(String::as_str).collect();
        let form = form.compile(&params)?;
        let kept = Mutex::default();
        Ok(Self { name: name.to_string(), about: String::new(), defaults, form, kept })
    }

    /// Whether a parameter may be called so: a variable's name that is not used otherwise.
    pub fn may_be_param(name: &str) -> bool {
        script::is_name(name) && !TAKEN.contains(&name)
    }

    /// Its parameters.
    pub fn params(&self) -> Vec<Param<'_>> {
        let least = if matches!(self.form, Form::Pairs(_) | Form::AllPairs(_)) { 2 } else { 1 };
        let cells = Param {
            name: "cells",
            kind: ParamKind::Cells(least),
            required: false,
            about: "the cells in order",
        };
        let on = Param { name: "on", kind: ParamKind::Text, required: false, about: "where to use it" };
        let own = self.defaults.iter().map(|(name, default)| Param {
            name,
            kind: match default {
                Value::Ints(_) => ParamKind::Ints,
                Value::Flag(_) => ParamKind::Flag,
                Value::Text(_) => ParamKind::Text,
                _ => ParamKind::Int,
            },
            required: false,
            about: "a parameter of the type",
        });
        [cells, on].into_iter().chain(own).collect()
    }

    /// Runs the expressions of a use, so that all mistakes show.
    ///
    /// # Errors
    /// The first mistake.
    pub(crate) fn try_use(&self, puzzle: &Puzzle, clue: &Use) -> Result<(), OwnTypeError> {
        let site = Site { puzzle, vars: &[], clue };
        self.ready(&site).map(|_| ())
    }

    /// The constraints of a use.
    pub(super) fn state(&self, site: &Site<'_>) -> Result<Constraints, String> {
        let ready = self.ready(site).map_err(|error| error.message)?;
        let stated = ready.into_iter().map(|(cells, ready)| {
            let name = format!("{} {}", self.name, site.puzzle.cell_name(cells[0]));
            ready.state(&site.vars_of(&cells), &name)
        });
        Ok(stated.collect())
    }

    /// What holds for each list of cells of a use.
    fn ready(&self, site: &Site<'_>) -> Result<Vec<(Vec<usize>, Ready)>, OwnTypeError> {
        let here = |message: String| OwnTypeError { message, origin: None };
        site.fits(&self.params()).map_err(here)?;
        let lists = lists::lists(site).map_err(here)?;
        let ready = lists.into_iter().map(|cells| {
            let ready = self.ready_for(site, &cells)?;
            Ok((cells, ready))
        });
        ready.collect()
    }

    fn ready_for(&self, site: &Site<'_>, cells: &[usize]) -> Result<Ready, OwnTypeError> {
        let values = self.values(site);
        let ends: Vec<Ends> = cells.iter().map(|&cell| site.puzzle.values_of(cell).into_inner()).collect();
        let named = values.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect();
        let key = (named, ends);
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept().get(&key) {
            return Ok(found.clone());
        }
        let ready = self.form.ready(&key.1, &values)?;
        kept().insert(key, ready.clone());
        Ok(ready)
    }

    /// The arguments, or their defaults, and what the board is.
    fn values<'s>(&'s self, site: &Site<'_>) -> Values<'s> {
        let argument = |(name, default): (&'s String, &Value)| {
            (name.as_str(), datum(site.clue.args.0.get(name).unwrap_or(default)))
        };
        let board = site.board();
        let (low, high) = board.values().into_inner();
        let longer = board.rows().max(board.columns()) as i64;
        let fixed = [
            ("low", Datum::Number(low.into())),
            ("high", Datum::Number(high.into())),
            ("size", Datum::Number(longer)),
        ];
        self.defaults.iter().map(argument).chain(fixed).collect()
    }
}

fn datum(value: &Value) -> Datum {
    match value {
        Value::Int(number) => Datum::Number(*number),
        Value::Ints(numbers) => Datum::List(numbers.iter().copied().map(Datum::Number).collect()),
        Value::Flag(flag) => Datum::Flag(*flag),
        Value::Text(text) => Datum::Text(text.clone()),
        Value::Cells(_) | Value::Groups(_) | Value::Line(_) => Datum::Nothing,
    }
}
