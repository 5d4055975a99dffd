//! Reads the arguments of a type by its layout.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::super::cell::{read_cell, read_cells};
use super::super::{Item, Token};
use super::{Kind, Layout};
use crate::formats::{ReadError, Source};
use crate::puzzles::{Line, Puzzle, Side, Use, Value};

/// What is read and where it belongs.
pub(in crate::formats::iss) struct Context<'c, 'p> {
    pub(in crate::formats::iss) source: &'c Source,
    pub(in crate::formats::iss) puzzle: &'c Puzzle,
    pub(in crate::formats::iss) item: &'c Item<'p>,
}

impl Context<'_, '_> {
    fn wrong(&self, expected: &str) -> ReadError {
        let name = self.item.name.text;
        let error = self.item.name.error(self.source, format!("the arguments of `{name}` cannot be read"));
        error.with_help(format!("expected `{name}~{expected}`"))
    }

    fn number(&self, token: &Token<'_>) -> Result<i64, ReadError> {
        token
            .text
            .parse()
            .map_err(|_| token.error(self.source, format!("{} is not a whole number", token.quote())))
    }

    fn cells(&self, tokens: &[Token<'_>]) -> Result<Value, ReadError> {
        Ok(Value::Cells(read_cells(self.source, tokens, self.puzzle)?))
    }

    fn lists(&self, tokens: &[Token<'_>], separator: &str) -> Result<Vec<Vec<usize>>, ReadError> {
        let parts = tokens.split(|token| token.text == separator);
        parts.map(|part| read_cells(self.source, part, self.puzzle)).collect()
    }

    /// A row or column, `R3` or `C1`, read from its start.
    fn line(&self, token: &Token<'_>) -> Result<Line, ReadError> {
        let number = token.text.get(1..).and_then(|text| usize::from_str_radix(text, 17).ok());
        let index = number.and_then(|number| number.checked_sub(1));
        let (side, count) = match token.text.bytes().next() {
            Some(b'R' | b'r') => (Side::Left, self.puzzle.board.rows()),
            Some(b'C' | b'c') => (Side::Top, self.puzzle.board.columns()),
            _ => {
                return Err(token
                    .error(self.source, format!("{} is no row or column", token.quote()))
                    .with_help("expected `R1` or `C1`"));
            }
        };
        let index = index.filter(|&index| index < count).ok_or_else(|| {
            token.error(self.source, format!("{} does not exist: there are {count}", token.quote()))
        })?;
        Ok(Line { side, index })
    }
}

impl Kind {
    /// Reads the arguments into uses of our type.
    pub(in crate::formats::iss) fn read(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let arguments = &context.item.arguments[..];
        let one = |args: Vec<(&'static str, Value)>| Ok(vec![Use::new(self.ours, args)]);
        match self.layout {
            Layout::Flag => match arguments {
                [] => one(vec![]),
                [extra, ..] => Err(extra.error(context.source, format!("`{}` takes no argument", self.iss))),
            },
            Layout::Cells => one(vec![("cells", context.cells(arguments)?)]),
            Layout::Fixed(name, number) => {
                one(vec![("cells", context.cells(arguments)?), (name, Value::Int(number))])
            }
            Layout::Number(name) => match arguments {
                [number, cells @ ..] => {
                    one(vec![("cells", context.cells(cells)?), (name, Value::Int(context.number(number)?))])
                }
                [] => Err(context.wrong("number~R1C1~R1C2")),
            },
            Layout::OptionalNumber(name) => match arguments {
                [number, cells @ ..] if number.text.parse::<i64>().is_ok() => {
                    one(vec![("cells", context.cells(cells)?), (name, Value::Int(context.number(number)?))])
                }
                [empty, cells @ ..] if empty.text.is_empty() => one(vec![("cells", context.cells(cells)?)]),
                cells => one(vec![("cells", context.cells(cells)?)]),
            },
            Layout::Numbers(name, flag) => match arguments {
                [numbers, cells @ ..] => {
                    let numbers = numbers
                        .split('_')
                        .iter()
                        .map(|token| context.number(token))
                        .collect::<Result<_, _>>()?;
                    let mut args = vec![("cells", context.cells(cells)?), (name, Value::Ints(numbers))];
                    args.extend(flag.map(|(name, flag)| (name, Value::Flag(flag))));
                    one(args)
                }
                [] => Err(context.wrong("1_2~R1C1~R1C2")),
            },
            Layout::First(name) => match arguments {
                [first, cells @ ..] => one(vec![
                    (name, context.cells(std::slice::from_ref(first))?),
                    ("cells", context.cells(cells)?),
                ]),
                [] => Err(context.wrong("R1C1~R1C2~R1C3")),
            },
            Layout::FirstFew(name) => match arguments {
                [count, cells @ ..] => {
                    let split =
                        usize::try_from(context.number(count)?).ok().filter(|&split| split < cells.len());
                    let (first, others) =
                        cells.split_at(split.ok_or_else(|| context.wrong("2~R1C1~R1C2~R1C3"))?);
                    let mut pill = read_cells(context.source, first, context.puzzle)?;
                    pill.sort_unstable();
                    one(vec![(name, Value::Cells(pill)), ("cells", context.cells(others)?)])
                }
                [] => Err(context.wrong("2~R1C1~R1C2~R1C3")),
            },
            Layout::Segments => one(vec![("lists", Value::Groups(context.lists(arguments, "-")?))]),
            Layout::Blocks => self.blocks(context),
            Layout::TwoSided(name) => self.two_sided(context, name),
            Layout::OneSided(name) => match arguments {
                [number, line] => one(vec![
                    ("from", Value::Line(context.line(line)?)),
                    (name, Value::Int(context.number(number)?)),
                ]),
                _ => Err(context.wrong("number~R1")),
            },
            Layout::Indexing => match arguments {
                [kind, cells @ ..] if matches!(kind.text, "C" | "R") => {
                    let ours = if kind.text == "C" { "column-indexer" } else { "row-indexer" };
                    Ok(vec![Use::new(ours, [("cells", context.cells(cells)?)])])
                }
                _ => Err(context.wrong("C~R1C1~R2C1")),
            },
            Layout::SumLine => self.sum_line(context),
            Layout::Sum => self.sum(context),
            Layout::Diagonal => self.diagonal(context),
            Layout::Quad => self.quad(context),
            Layout::Digits => match arguments {
                [digits, cells @ ..] => {
                    let says = digits
                        .symbols()
                        .iter()
                        .map(|token| context.number(token))
                        .collect::<Result<_, _>>()?;
                    one(vec![("cells", context.cells(cells)?), ("says", Value::Ints(says))])
                }
                [] => Err(context.wrong("1324~R1C1~R1C2")),
            },
            Layout::Keyed(name, flag) => self.keyed(context, name, flag),
            Layout::Pattern => self.pattern(context),
        }
    }

    fn blocks(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let wrong = || context.wrong("2~R1C1~R1C2");
        let (count, cells) = context.item.arguments.split_first().ok_or_else(wrong)?;
        let count =
            usize::try_from(context.number(count)?).ok().filter(|&count| count > 0).ok_or_else(wrong)?;
        let cells = read_cells(context.source, cells, context.puzzle)?;
        if cells.is_empty() || !cells.len().is_multiple_of(count) {
            return Err(wrong());
        }
        let lists = cells.chunks(cells.len() / count).map(<[usize]>::to_vec).collect();
        Ok(vec![Use::new(self.ours, [("lists", Value::Groups(lists))])])
    }

    fn two_sided(&self, context: &Context<'_, '_>, name: &'static str) -> Result<Vec<Use>, ReadError> {
        let [line, numbers @ ..] = &context.item.arguments[..] else { return Err(context.wrong("R1~5~")) };
        let start = context.line(line)?;
        let end = match start.side {
            Side::Left | Side::Right => Side::Right,
            Side::Top | Side::Bottom => Side::Bottom,
        };
        if numbers.len() > 2 || numbers.is_empty() {
            return Err(context.wrong("R1~5~"));
        }
        let mut uses = Vec::new();
        for (number, side) in
            numbers.iter().zip([start.side, end]).filter(|(number, _)| !number.text.is_empty())
        {
            let line = Value::Line(Line { side, ..start });
            uses.push(Use::new(self.ours, [("from", line), (name, Value::Int(context.number(number)?))]));
        }
        Ok(uses)
    }

    fn sum_line(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let Some((sum, cells)) = context.item.arguments.split_first() else {
            return Err(context.wrong("10~R1C1~R1C2"));
        };
        let (cells, closed) = match cells {
            [cells @ .., last] if last.text == "LOOP" => (cells, true),
            cells => (cells, false),
        };
        let mut args = vec![("cells", context.cells(cells)?), ("sum", Value::Int(context.number(sum)?))];
        if closed {
            args.push(("loop", Value::Flag(true)));
        }
        Ok(vec![Use::new(self.ours, args)])
    }

    fn sum(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let Some((sum, cells)) = context.item.arguments.split_first() else {
            return Err(context.wrong("10~R1C1~R1C2"));
        };
        let parts = sum.split('_');
        let mut args =
            vec![("cells", context.cells(cells)?), ("sum", Value::Int(context.number(&parts[0])?))];
        if let [_, equals, coefficients @ ..] = &parts[..] {
            if equals.text != "=" {
                return Err(context.wrong("10_=_1_2~R1C1~R1C2"));
            }
            let numbers = coefficients.iter().map(|token| context.number(token)).collect::<Result<_, _>>()?;
            args.push(("coefficients", Value::Ints(numbers)));
        }
        Ok(vec![Use::new(self.ours, args)])
    }

    /// The diagonal that a corner cell starts: column 1 goes down right, the last column up left, row 1 down left, the
    /// last row up right.
    fn diagonal(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let [sum, corner] = &context.item.arguments[..] else { return Err(context.wrong("20~R1C1")) };
        let start = read_cell(context.source, corner, context.puzzle)?;
        let cells = super::diagonal_from(context.puzzle, start).ok_or_else(|| {
            corner.error(context.source, format!("no diagonal starts at {}", corner.quote()))
        })?;
        let sum = Value::Int(context.number(sum)?);
        Ok(vec![Use::new(self.ours, [("cells", Value::Cells(cells)), ("sum", sum)])])
    }

    fn quad(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let Some((corner, digits)) = context.item.arguments.split_first() else {
            return Err(context.wrong("R1C1~3~4"));
        };
        let start = read_cell(context.source, corner, context.puzzle)?;
        let columns = context.puzzle.board.columns();
        let fits = start % columns + 1 < columns && start + columns + 1 < context.puzzle.board.cell_count();
        if !fits {
            return Err(
                corner.error(context.source, format!("no 2×2 square has {} as its top left", corner.quote()))
            );
        }
        let cells = vec![start, start + 1, start + columns, start + columns + 1];
        let digits = digits.iter().map(|token| context.number(token)).collect::<Result<_, _>>()?;
        Ok(vec![Use::new(self.ours, [("cells", Value::Cells(cells)), ("digits", Value::Ints(digits))])])
    }

    /// Cells after the key: an argument that starts with `_` is a name, an empty one starts a new list.
    fn keyed(
        &self,
        context: &Context<'_, '_>,
        name: &'static str,
        flag: Option<(&'static str, bool)>,
    ) -> Result<Vec<Use>, ReadError> {
        let Some((key, rest)) = context.item.arguments.split_first() else {
            return Err(context.wrong("key~_name~R1C1~R1C2"));
        };
        let mut uses = Vec::new();
        for group in rest.split(|token| token.text.is_empty()) {
            let cells: Vec<Token<'_>> =
                group.iter().filter(|token| !token.text.starts_with('_')).cloned().collect();
            if cells.is_empty() {
                continue;
            }
            let mut args = vec![(name, Value::Text(key.text.to_string()))];
            if self.ours == "nfa" {
                args.push(("lists", Value::Groups(context.lists(&cells, "-")?)));
            } else {
                args.push(("cells", context.cells(&cells)?));
            }
            args.extend(flag.map(|(name, flag)| (name, Value::Flag(flag))));
            uses.push(Use::new(self.ours, args));
        }
        Ok(uses)
    }

    fn pattern(&self, context: &Context<'_, '_>) -> Result<Vec<Use>, ReadError> {
        let Some(key) = context.item.arguments.first() else {
            return Err(context.wrong("pattern~R1C1~R1C2"));
        };
        let decoded = URL_SAFE_NO_PAD.decode(key.text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(pattern) = decoded else {
            let error =
                key.error(context.source, format!("{} is no regular expression in base64", key.quote()));
            return Err(error);
        };
        let mut uses = self.keyed(context, "pattern", None)?;
        for one in &mut uses {
            one.args.0.insert("pattern".to_string(), Value::Text(pattern.clone()));
        }
        Ok(uses)
    }
}
