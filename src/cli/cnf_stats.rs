//! `exactly cnf-stats`: what a CNF is made of.

use std::path::PathBuf;

use itertools::Itertools;
use serde::Serialize;

use super::exit::Exit;
use super::input::{name_of, read_cnf};
use super::report::{Failure, print};
use crate::cnf::{CnfStatistics, Projection};
use crate::formats::DimacsFile;

/// So many lengths of clauses are listed.
const MOST_LENGTHS: usize = 12;

/// Arguments of `cnf-stats`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The CNF, also compressed with gzip, xz or zstd; `-` or nothing reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON result.
#[derive(Debug, Serialize)]
struct JsonStatistics {
    #[serde(flatten)]
    figures: CnfStatistics,
    /// How many variables the projection names; `null` where the file has none.
    shown_variables: Option<usize>,
    named_variables: usize,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let file = read_cnf(&args.file)?;
    let figures = CnfStatistics::of(&file.cnf);
    if args.json {
        let (shown_variables, named_variables) = (shown(&file), file.names.len());
        let result = JsonStatistics { figures, shown_variables, named_variables };
        print(&serde_json::to_string(&result).expect("numbers always serialise"))?;
    } else {
        print(&name_of(&args.file))?;
        lines(&file, &figures).iter().try_for_each(|line| print(&format!("  {line}")))?;
    }
    Ok(Exit::Found)
}

/// Prints what some CNF files hold, as `inspect` does.
pub(super) fn inspect(files: &[PathBuf]) -> Result<Exit, Failure> {
    let each = |file: &PathBuf| run(&Args { file: file.clone(), json: false });
    files.iter().try_fold(Exit::Found, |_, file| each(file))
}

fn shown(file: &DimacsFile) -> Option<usize> {
    match &file.cnf.projection {
        Projection::All => None,
        Projection::Shown(vars) | Projection::OneHot(vars) => Some(vars.len()),
    }
}

fn lines(file: &DimacsFile, figures: &CnfStatistics) -> Vec<String> {
    let CnfStatistics { variables, used_variables, unused_variables, clauses, literals, .. } = figures;
    let mut lines = vec![
        format!("{variables} variables: {used_variables} in some clause, {unused_variables} in none"),
        format!(
            "{clauses} clauses, {literals} literals: {} positive, {} negative",
            figures.positive_literals,
            literals - figures.positive_literals
        ),
        format!("clauses by length: {}", lengths(figures)),
        format!(
            "{} duplicate clauses, {} tautologies, {} with a literal twice, {} Horn",
            figures.duplicate_clauses,
            figures.tautologies,
            figures.clauses_with_repeats,
            figures.horn_clauses
        ),
        format!(
            "{} pure literals: {} positive, {} negative",
            figures.pure_positive + figures.pure_negative,
            figures.pure_positive,
            figures.pure_negative
        ),
    ];
    if let Some((fewest, most)) = figures.degree {
        let mean = *literals as f64 / (*used_variables).max(1) as f64;
        lines.push(format!("{fewest} to {most} literals a used variable, {mean:.1} on average"));
    }
    let components = figures.components;
    let noun = if components == 1 { "component" } else { "components" };
    lines.push(format!("{components} {noun}, the largest with {} variables", figures.largest_component));
    lines.extend(shown(file).map(|shown| format!("projected to {shown} variables")));
    if !file.names.is_empty() {
        lines.push(format!("{} variables have a name", file.names.len()));
    }
    if file.has_weights {
        lines.push("gives weights to literals, which are not read".to_string());
    }
    lines
}

/// `1: 4, 2: 10`, the first lengths and the longest.
fn lengths(figures: &CnfStatistics) -> String {
    let all = &figures.clauses_by_length;
    let one = |(length, count): (&usize, &usize)| format!("{length}: {count}");
    match all.len() {
        0 => "none".to_string(),
        count if count <= MOST_LENGTHS => all.iter().map(one).join(", "),
        count => {
            let rest: usize = all.values().skip(MOST_LENGTHS).sum();
            let longest = all.keys().next_back().copied().unwrap_or_default();
            let more = count - MOST_LENGTHS;
            format!(
                "{}, and {rest} of {more} more lengths up to {longest}",
                all.iter().take(MOST_LENGTHS).map(one).join(", ")
            )
        }
    }
}
