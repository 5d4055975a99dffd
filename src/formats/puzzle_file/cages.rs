//! The cages of a puzzle file: a map in letters with its sums, and tables `[[cage]]`.

use toml::Spanned;

use super::fields::Fields;
use crate::formats::ReadError;
use crate::formats::cages::{CageDraft, map_cages};
use crate::formats::cells::read_cells;
use crate::formats::grid::read_map;
use crate::formats::piece::{Token, error_at};
use crate::puzzles::{Board, Cage};

/// Reads all cages: those of the map in the order of their first cells, then those of the tables.
pub(super) fn read_cages(fields: &Fields<'_>, board: &Board) -> Result<Vec<Cage>, ReadError> {
    let sums = read_sums(fields)?;
    let mut cages = Vec::new();
    if let Some(map) = fields.text("cages")? {
        let tokens = read_map(&map, board, "`cages`")?;
        cages = map_cages(fields.source, board, &tokens, &sums)?;
        let repeats = fields.flag("cage-repeats")?;
        for cage in &mut cages {
            cage.repeats = repeats;
        }
    } else if let Some(key) = ["cage-sums", "cage-repeats"].into_iter().find(|key| fields.get(key).is_some())
    {
        let span = fields.get(key).map_or(0..0, Spanned::span);
        let error = error_at(fields.source, span, format!("`{key}` without a map `cages`"));
        return Err(error.with_help("give the map, or write each cage as a table `[[cage]]`"));
    }
    for (table, span) in fields.tables("cage", &["cells", "sum", "name", "repeats"])? {
        let Some(cells) = table.text("cells")? else {
            let error = error_at(fields.source, span, "a cage without `cells`");
            return Err(error.with_help("write `cells = \"r1c1 r1c2-4\"`"));
        };
        let draft = CageDraft {
            name: table.text("name")?.map(|name| name.text.into_owned()),
            sum: table.number("sum")?,
            repeats: table.flag("repeats")?,
            span: cells.whole().span,
        };
        cages.push(draft.finish(fields.source, board, read_cells(&cells, board)?)?);
    }
    Ok(cages)
}

/// The sums of the table `[cage-sums]`, each with the place of its name.
fn read_sums<'a>(fields: &Fields<'a>) -> Result<Vec<(Token<'a>, i64)>, ReadError> {
    let Some(table) = fields.table("cage-sums", &[])? else { return Ok(Vec::new()) };
    let mut sums = Vec::new();
    for (text, span, _) in table.entries() {
        if let Some(sum) = table.number(text)? {
            sums.push((Token { text, span }, sum));
        }
    }
    Ok(sums)
}
