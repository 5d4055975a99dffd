//! `exactly rules`: the constraint types with their parameters, meaning and an example.

use std::io::{self, Write};

use super::exit::Exit;
use super::report::Failure;
use crate::puzzles::types::{self, ClueType, ParamKind};

/// Arguments of `rules`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only types whose name or meaning contains this word
    #[arg(value_name = "WORD")]
    word: Option<String>,

    /// One JSON object a type on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let fits = |clue_type: &&ClueType| {
        let word = args.word.as_deref().unwrap_or_default();
        clue_type.name.contains(word) || clue_type.about.contains(word)
    };
    let found: Vec<&ClueType> = types::all().filter(fits).collect();
    let mut out = io::stdout().lock();
    for clue_type in &found {
        let written = if args.json { json(&mut out, clue_type) } else { text(&mut out, clue_type) };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Found),
            Err(error) => return Err(Failure::plain("<stdout>", error.to_string())),
            Ok(()) => {}
        }
    }
    Ok(if found.is_empty() { Exit::None } else { Exit::Found })
}

fn text(out: &mut impl Write, clue_type: &ClueType) -> io::Result<()> {
    writeln!(out, "{}: {}", clue_type.name, clue_type.about)?;
    for param in clue_type.params {
        let needed = if param.required { "" } else { " (optional)" };
        writeln!(out, "  {} = {}{needed}: {}", param.name, param.kind.in_words(), param.about)?;
    }
    for line in clue_type.example.lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out)
}

fn json(out: &mut impl Write, clue_type: &ClueType) -> io::Result<()> {
    let params: Vec<_> = clue_type
        .params
        .iter()
        .map(|param| {
            let kind = ParamKind::in_words(param.kind);
            serde_json::json!({ "name": param.name, "kind": kind, "required": param.required, "about": param.about })
        })
        .collect();
    let object = serde_json::json!({
        "name": clue_type.name, "about": clue_type.about, "params": params, "example": clue_type.example
    });
    writeln!(out, "{object}")
}
