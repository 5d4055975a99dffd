//! The constraint types of a puzzle's own: tables `[type.NAME]`, and those of other files by `import`.

mod form;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use itertools::Itertools;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::{Fields, kind_of, number_of};
use super::{KEYS, board};
use crate::formats::piece::{Piece, error_at, quote};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Board, Origin, OwnType, OwnTypeError, Value, types};

/// The constraint types that a file brings, its imports included, and the board that it states, if any.
#[derive(Clone, Debug)]
pub struct TypeFile {
    /// The types, imported ones first.
    pub types: Vec<Arc<OwnType>>,
    /// The board.
    pub board: Option<Board>,
}

/// Reads the constraint types of a file, which may be a puzzle file or hold nothing else.
///
/// # Errors
/// A text that is not TOML, or a type that cannot be understood.
///
/// ```
/// use exactly::formats::{Source, read_own_types};
///
/// let text = "[type.far]\npairs = \"abs(a - b) > 1\"\n";
/// let file = read_own_types(&Source::new("far.toml", text))?;
/// assert_eq!(file.types[0].name, "far");
/// # Ok::<(), exactly::formats::ReadError>(())
/// ```
pub fn read_own_types(source: &Source) -> Result<TypeFile, ReadError> {
    let document = super::parse(source)?;
    let fields = Fields::new(source, document.get_ref(), "a puzzle file", &KEYS);
    let sized = ["size", "rows", "columns"].iter().any(|key| fields.get(key).is_some());
    let board = sized.then(|| board::read_board(&fields)).transpose()?;
    Ok(TypeFile { types: read_types(&fields)?, board })
}

/// Reads the types of a file and of those that it imports.
pub(super) fn read_types(fields: &Fields<'_>) -> Result<Vec<Arc<OwnType>>, ReadError> {
    let mut files = Files::default();
    files.read(fields)?;
    Ok(files.types)
}

/// An error about a text of a type, wherever it stands.
pub(super) fn error_in(origin: Origin, message: String) -> ReadError {
    ReadError { message, help: None, file: origin.file, place: origin.place, span: origin.span }
}

/// The files that are read, one inside the other.
#[derive(Debug, Default)]
struct Files {
    /// The files that are being read, as they are called and as they are found.
    open: Vec<(String, PathBuf)>,
    done: Vec<PathBuf>,
    types: Vec<Arc<OwnType>>,
}

impl Files {
    fn read(&mut self, fields: &Fields<'_>) -> Result<(), ReadError> {
        let source = fields.source;
        let path = Path::new(&source.name).canonicalize().unwrap_or_default();
        self.open.push((source.name.clone(), path.clone()));
        if let Some(value) = fields.get("import") {
            for piece in texts(source, value)? {
                self.import(&piece)?;
            }
        }
        for (name, span, table) in own_tables(fields)? {
            let own = read_type(source, name, span.clone(), table)?;
            if self.types.iter().any(|other| other.name == name) {
                return Err(error_at(source, span, format!("type `{name}` is defined twice")));
            }
            self.types.push(Arc::new(own));
        }
        self.open.pop();
        self.done.push(path);
        Ok(())
    }

    /// Reads the types of another file, which is found from the folder of this one.
    fn import(&mut self, piece: &Piece<'_>) -> Result<(), ReadError> {
        let whole = piece.whole();
        let error = |message: String| whole.error(piece.source, message);
        let folder = Path::new(&piece.source.name).parent().unwrap_or(Path::new(""));
        let file = folder.join(whole.text);
        let name = file.display().to_string();
        let path =
            file.canonicalize().map_err(|why| error(format!("cannot import {}: {why}", whole.quote())))?;
        if let Some(at) = self.open.iter().position(|(_, open)| *open == path) {
            let round = self.open[at..].iter().map(|(name, _)| name.as_str()).chain([name.as_str()]);
            return Err(error(format!("the imports go round in a circle: {}", round.format(" → "))));
        }
        if self.done.contains(&path) {
            return Ok(());
        }
        let text = std::fs::read_to_string(&file)
            .map_err(|why| error(format!("cannot import {}: {why}", whole.quote())))?;
        let source = Source::new(name, text);
        let document = super::parse(&source)?;
        self.read(&Fields::new(&source, document.get_ref(), "a puzzle file", &KEYS))
    }
}

/// The texts of a list.
fn texts<'a>(source: &'a Source, value: &'a Spanned<DeValue<'a>>) -> Result<Vec<Piece<'a>>, ReadError> {
    let wrong = |value: &Spanned<DeValue<'_>>| {
        let message = format!("`import` holds {}, not names of files", kind_of(value.get_ref()));
        error_at(source, value.span(), message).with_help("write `import = [\"types/whisper.toml\"]`")
    };
    let DeValue::Array(items) = value.get_ref() else { return Err(wrong(value)) };
    let text = |item: &'a Spanned<DeValue<'a>>| match item.get_ref() {
        DeValue::String(text) => Ok(Piece::quoted(source, item.span(), text.clone())),
        _ => Err(wrong(item)),
    };
    items.iter().map(text).collect()
}

/// A type's name, the place of the name, and its table.
type OwnTable<'a> = (&'a str, Range<usize>, &'a DeTable<'a>);

/// The tables `[type.NAME]` in the order in which they stand.
fn own_tables<'a>(fields: &Fields<'a>) -> Result<Vec<OwnTable<'a>>, ReadError> {
    let Some(all) = fields.table("type", &[])? else { return Ok(Vec::new()) };
    let mut tables = Vec::new();
    for (name, span, value) in all.entries() {
        let DeValue::Table(table) = value.get_ref() else {
            let message =
                format!("`type.{name}` is {}, not a table `[type.{name}]`", kind_of(value.get_ref()));
            return Err(error_at(fields.source, value.span(), message));
        };
        tables.push((name, span, table));
    }
    tables.sort_by_key(|(_, span, _)| span.start);
    Ok(tables)
}

fn read_type(
    source: &Source,
    name: &str,
    span: Range<usize>,
    table: &DeTable<'_>,
) -> Result<OwnType, ReadError> {
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !named {
        let error = error_at(source, span, format!("{} is no name of a type", quote(name)));
        return Err(error.with_help("a name has letters, then also digits and `-`"));
    }
    if types::find(name).is_some() || KEYS.contains(&name) {
        let what = if KEYS.contains(&name) { "a key of puzzle files" } else { "a type that exists already" };
        return Err(error_at(source, span, format!("`{name}` is {what}")).with_help("choose another name"));
    }
    let fields = Fields::new(source, table, "a type", &form::KEYS);
    if let Some((key, span, _)) = fields.unknown() {
        return Err(fields.unknown_key(key, span));
    }
    let defaults = read_params(&fields)?;
    let form = form::read_form(&fields, name, span.clone())?;
    let mut own = OwnType::new(name, defaults, form).map_err(|error| located(source, error, span))?;
    own.about = fields.text("about")?.map_or(String::new(), |about| about.text.into_owned());
    Ok(own)
}

fn located(source: &Source, OwnTypeError { message, origin }: OwnTypeError, span: Range<usize>) -> ReadError {
    match origin {
        Some(origin) => error_in(origin, message),
        None => error_at(source, span, message),
    }
}

/// The parameters with their defaults.
fn read_params(fields: &Fields<'_>) -> Result<BTreeMap<String, Value>, ReadError> {
    let Some(table) = fields.table("params", &[])? else { return Ok(BTreeMap::new()) };
    let mut params = BTreeMap::new();
    for (name, span, value) in table.entries() {
        if !OwnType::may_be_param(name) {
            let error =
                error_at(fields.source, span, format!("a parameter cannot be called {}", quote(name)));
            return Err(error.with_help("a parameter is called by letters, digits and `_`, and not as a word of the language or a variable that expressions have anyway"));
        }
        let default = match value.get_ref() {
            DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
            DeValue::String(text) => Some(Value::Text(text.to_string())),
            DeValue::Array(items) => {
                items.iter().map(|item| number_of(item.get_ref())).collect::<Option<_>>().map(Value::Ints)
            }
            other => number_of(other).map(Value::Int),
        };
        let Some(default) = default else {
            let needed = "a number, a list of numbers, a text, `true` or `false`";
            return Err(table.wrong_type(name, value, needed));
        };
        params.insert(name.to_string(), default);
    }
    Ok(params)
}
