//! Writes a puzzle as JSON of f-puzzles, or as a link.

mod parts;

use serde_json::{Map, Value as Json, json};

use self::parts::{candidates, cells, distinct, int, ints, regions, touching};
use super::board::usual_region;
use super::drawn::diagonal_cells;
use super::kinds::{KINDS, Kind, Layout};
use crate::formats::CannotWrite;
use crate::puzzles::{Args, Clue, House, HouseKind, Line, Puzzle, Side, Use, Value};

/// Writes a puzzle as JSON of f-puzzles.
///
/// # Errors
/// The first piece that the format cannot say: a board that is not square or whose digits are not 1 to n, variables
/// outside the board, combinations of clues, cages with repeats, types that it does not have.
pub fn write_fpuzzles(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let mut writer = Writer { puzzle, object: Map::new() };
    writer.board()?;
    for cage in &puzzle.cages {
        if cage.repeats || cage.sum == Some(0) {
            return Err(CannotWrite(format!("cage {}", cage.name)));
        }
        let mut object = json!({ "cells": writer.cells(&cage.cells) });
        if let Some(sum) = cage.sum {
            object["value"] = json!(sum.to_string());
        }
        writer.push("killercage", object);
    }
    for clue in &puzzle.clues {
        writer.clue(clue)?;
    }
    Ok(Json::Object(writer.object).to_string() + "\n")
}

/// Writes a puzzle as a link to f-puzzles that holds all of it.
///
/// # Errors
/// What [`write_fpuzzles`] cannot say.
pub fn write_fpuzzles_link(puzzle: &Puzzle) -> Result<String, CannotWrite> {
    let json = write_fpuzzles(puzzle)?;
    Ok(format!("https://f-puzzles.com/?load={}\n", lz_str::compress_to_base64(json.trim_end())))
}

struct Writer<'p> {
    puzzle: &'p Puzzle,
    object: Map<String, Json>,
}

impl Writer<'_> {
    fn name(&self, cell: usize) -> String {
        let cell = self.puzzle.board.cell(cell);
        format!("R{}C{}", cell.row + 1, cell.column + 1)
    }

    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| self.name(cell)).collect()
    }

    /// Adds an object to the array at a key.
    fn push(&mut self, key: &str, item: Json) {
        let array = self.object.entry(key).or_insert_with(|| json!([]));
        if let Json::Array(items) = array {
            items.push(item);
        }
    }

    fn board(&mut self) -> Result<(), CannotWrite> {
        let board = &self.puzzle.board;
        let size = board.rows();
        let is_row = |house: &House| matches!(house.kind, HouseKind::Row(_));
        if board.columns() != size
            || board.values() != (1..=size as i32)
            || !board.houses().iter().any(is_row)
        {
            return Err(CannotWrite(
                "a board that is not n×n with the digits 1 to n once in each row".to_string(),
            ));
        }
        if let Some(objective) = &self.puzzle.objective {
            return Err(CannotWrite(format!("`[{}]`", objective.goal)));
        }
        if let Some(extra) = self.puzzle.extras.first() {
            return Err(CannotWrite(format!("the variable {}", extra.cell_name(0))));
        }
        self.object.insert("size".to_string(), json!(size));
        if let Some(title) = &self.puzzle.title {
            self.object.insert("title".to_string(), json!(title));
        }
        let squares = self.squares()?;
        let rows: Vec<Json> = squares.chunks(size).map(|row| json!(row)).collect();
        self.object.insert("grid".to_string(), json!(rows));
        for house in board.houses() {
            match house.kind {
                HouseKind::DiagonalDown => drop(self.object.insert("diagonal-".to_string(), json!(true))),
                HouseKind::DiagonalUp => drop(self.object.insert("diagonal+".to_string(), json!(true))),
                HouseKind::Extra(_) => {
                    let cells = self.cells(&house.cells);
                    self.push("extraregion", json!({ "cells": cells }));
                }
                HouseKind::Row(_) | HouseKind::Column(_) | HouseKind::Box(_) | HouseKind::Region(_) => {}
            }
        }
        Ok(())
    }

    /// The objects of the cells: givens, candidates, and the region where it is not the default.
    fn squares(&self) -> Result<Vec<Map<String, Json>>, CannotWrite> {
        let board = &self.puzzle.board;
        let regions = regions(board)?;
        let size = board.rows();
        let square = |cell: usize| {
            let mut square = Map::new();
            if let Some(digit) = self.puzzle.givens[cell] {
                square.insert("value".to_string(), json!(digit));
                square.insert("given".to_string(), json!(true));
            }
            if regions[cell] != Some(usual_region(size, cell)) {
                square.insert("region".to_string(), json!(regions[cell]));
            }
            if let Some(digits) = candidates(self.puzzle, cell) {
                square.insert("givenPencilMarks".to_string(), json!(digits));
            }
            square
        };
        Ok((0..board.cell_count()).map(square).collect())
    }

    fn clue(&mut self, clue: &Clue) -> Result<(), CannotWrite> {
        match clue {
            Clue::Use(one) => {
                self.one(one).ok_or_else(|| CannotWrite(format!("`{}` with these arguments", one.name)))
            }
            Clue::All(parts) => parts.iter().try_for_each(|part| self.clue(part)),
            Clue::Any(_) => Err(CannotWrite("`or`".to_string())),
            Clue::Not(_) => Err(CannotWrite("`not`".to_string())),
            Clue::If(..) => Err(CannotWrite("`if`".to_string())),
        }
    }

    /// Writes a use, or nothing where the format cannot say it.
    fn one(&mut self, one: &Use) -> Option<()> {
        let on_board = |cell: &usize| *cell < self.puzzle.board.cell_count();
        let fits = one.args.0.values().all(|value| match value {
            Value::Cells(cells) => cells.iter().all(on_board),
            Value::Groups(lists) => lists.iter().flatten().all(on_board),
            _ => true,
        });
        if !fits {
            return None;
        }
        match one.name.as_str() {
            // Written with the cells.
            "candidates" => Some(()),
            "pill-arrow" => self.arrow(&one.args, "pill"),
            "no-unmarked-ratio" => {
                self.push("negative", json!("ratio"));
                Some(())
            }
            "strict-xv" => self.strict_xv(&one.args),
            name => {
                let kind = KINDS.iter().find(|kind| kind.ours == name)?;
                self.kind(kind, &one.args)
            }
        }
    }

    fn kind(&mut self, kind: &Kind, args: &Args) -> Option<()> {
        let item = match kind.layout {
            Layout::Rule => return self.rule(kind, args),
            Layout::Arrow => return self.arrow(args, "circle"),
            Layout::Pair(param) => return self.pairs(kind, args, param),
            Layout::Letter => return self.letters(kind, args),
            Layout::Together if self.object.contains_key(kind.key) => return None,
            Layout::Cell | Layout::Together => {
                for cell in self.cells(cells(args, "cells")?) {
                    self.push(kind.key, json!({ "cell": cell }));
                }
                return Some(());
            }
            Layout::Lines(param) => self.line(kind, args, param)?,
            Layout::Cells => json!({ "cells": self.cells(cells(args, "cells")?) }),
            Layout::House => json!({ "cells": self.cells(&distinct(cells(args, "cells")?)?) }),
            Layout::Outside(param) => {
                let value = int(args, param)?.to_string();
                json!({ "cell": self.beside(args)?, "value": value })
            }
            Layout::Diagonal => self.diagonal(args)?,
            Layout::DigitalRoot => self.digital_root(args)?,
            Layout::Clone => {
                let (copy, of) = (cells(args, "cells")?, cells(args, "of")?);
                json!({ "cells": self.cells(copy), "cloneCells": self.cells(of) })
            }
            Layout::Quadruple => {
                let square = cells(args, "cells").filter(|cells| cells.len() == 4)?;
                json!({ "cells": self.cells(square), "values": ints(args, "digits")? })
            }
            Layout::Killer | Layout::Disjoint | Layout::Negative => return None,
        };
        self.push(kind.key, item);
        Some(())
    }

    fn rule(&mut self, kind: &Kind, args: &Args) -> Option<()> {
        let exempt = matches!(args.0.get("dots-exempt"), Some(Value::Flag(true)));
        let dots = |clue: &Clue| !matches!(clue, Clue::Use(one) if !matches!(one.name.as_str(), "white-dot" | "black-dot"));
        if kind.ours == "non-consecutive" && !exempt && self.puzzle.clues.iter().any(dots) {
            return None;
        }
        self.object.insert(kind.key.to_string(), json!(true));
        Some(())
    }

    fn strict_xv(&mut self, args: &Args) -> Option<()> {
        let letter = |clue: &Clue| match clue {
            Clue::Use(one) if one.name == "pair-sum" => matches!(int(&one.args, "sum"), Some(5 | 10)),
            _ => true,
        };
        if !self.puzzle.clues.iter().all(letter) {
            return None;
        }
        if let Some(Value::Groups(pairs)) = args.0.get("exempt") {
            for pair in pairs {
                let cells = self.cells(pair);
                self.push("xv", json!({ "cells": cells }));
            }
        }
        self.push("negative", json!("xv"));
        Some(())
    }

    fn line(&self, kind: &Kind, args: &Args, param: Option<&str>) -> Option<Json> {
        let line = cells(args, "cells")?;
        let modulus = kind.ours != "modular" || matches!(int(args, "mod"), None | Some(3));
        let mut object = json!({ "lines": [self.cells(line)] });
        if let Some(number) = param.and_then(|param| int(args, param)) {
            object["value"] = json!(number.to_string());
        }
        modulus.then_some(object)
    }

    fn arrow(&mut self, args: &Args, param: &str) -> Option<()> {
        let circle = cells(args, param).filter(|circle| circle.len() <= 3 && circle.is_sorted())?;
        let shaft = cells(args, "cells")?;
        let line = self.cells(&[&circle[circle.len() - 1..], shaft].concat());
        let circle = self.cells(circle);
        self.push("arrow", json!({ "lines": [line], "cells": circle }));
        Some(())
    }

    fn pairs(&mut self, kind: &Kind, args: &Args, param: &str) -> Option<()> {
        for pair in touching(&self.puzzle.board, cells(args, "cells")?) {
            let mut object = json!({ "cells": self.cells(&pair) });
            if let Some(number) = int(args, param) {
                object["value"] = json!(number.to_string());
            }
            self.push(kind.key, object);
        }
        Some(())
    }

    fn letters(&mut self, kind: &Kind, args: &Args) -> Option<()> {
        let letter = match int(args, "sum")? {
            10 => "X",
            5 => "V",
            _ => return None,
        };
        for pair in touching(&self.puzzle.board, cells(args, "cells")?) {
            let cells = self.cells(&pair);
            self.push(kind.key, json!({ "cells": cells, "value": letter }));
        }
        Some(())
    }

    /// The cell beside the board from which a row or column is read.
    fn beside(&self, args: &Args) -> Option<String> {
        let Some(Value::Line(Line { side, index })) = args.0.get("from") else { return None };
        let (number, end) = (index + 1, self.puzzle.board.rows() + 1);
        Some(match side {
            Side::Left => format!("R{number}C0"),
            Side::Right => format!("R{number}C{end}"),
            Side::Top => format!("R0C{number}"),
            Side::Bottom => format!("R{end}C{number}"),
        })
    }

    fn diagonal(&self, args: &Args) -> Option<Json> {
        let line = cells(args, "cells")?;
        let (size, first) = (self.puzzle.board.rows(), self.puzzle.board.cell(*line.first()?));
        let ways = [("DR", (1, 1)), ("DL", (1, -1)), ("UR", (-1, 1)), ("UL", (-1, -1))];
        ways.into_iter().find_map(|(direction, (down, right))| {
            let row = (first.row + 1).checked_add_signed(-down).filter(|&row| row <= size + 1)?;
            let column =
                (first.column + 1).checked_add_signed(-right).filter(|&column| column <= size + 1)?;
            (diagonal_cells(self.puzzle, (row, column), (down, right)) == line).then(|| {
                let value = int(args, "sum").map(|sum| sum.to_string());
                let cell = format!("R{row}C{column}");
                json!({ "cell": cell, "direction": direction, "cells": self.cells(line), "value": value })
            })
        })
    }

    /// A cage whose sums are all those with one digital root.
    fn digital_root(&self, args: &Args) -> Option<Json> {
        let cage = distinct(cells(args, "cells")?)?;
        let most = i64::from(*self.puzzle.board.values().end()) * cage.len() as i64;
        let sums = ints(args, "sums").filter(|_| !args.0.contains_key("repeats"))?;
        let root = (1..=9)
            .find(|root| (1..=most).filter(|sum| (sum - 1) % 9 + 1 == *root).eq(sums.iter().copied()))?;
        Some(json!({ "cells": self.cells(&cage), "value": format!("DR{root}") }))
    }
}
