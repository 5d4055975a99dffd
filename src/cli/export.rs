//! `exactly export`: a puzzle or a cover as DIMACS CNF, WCNF or OPB, as an exact cover, or its solutions as NNF.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::encoding_options::EncodingOptions;
use super::exit::Exit;
use super::export_weighted::{self, Lowered, Weighted};
use super::input::{Input, Problem};
use super::interrupt;
use super::report::{Failure, not_written, say};
use super::run_options::{PresolveOptions, parse_time};
use super::solve::summary_of;
use crate::cnf::{Comment, WcnfForm, write_dimacs};
use crate::cover::{Cover, write_knuth};
use crate::engines::Limits;
use crate::lower::{Names, cover_to_cnf, to_cnf, to_cover};
use crate::model::Model;
use crate::presolve::{Presolved, Step, Steps, presolve};
use crate::primitives::{Choice, IntVar};
use crate::solve::cover_diagram;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to write
    #[arg(value_enum)]
    kind: Kind,

    #[command(flatten)]
    input: Input,

    /// The file to write; standard output otherwise
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Give up on NNF after this time: 30s, 500ms, 2m
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Also write a JSON object from CNF variable to choice
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    #[command(flatten)]
    encodings: EncodingOptions,

    #[command(flatten)]
    steps: PresolveOptions,

    /// Write what all steps of the presolve leave, not just add the sums by the rule of 45
    #[arg(long)]
    presolve: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// DIMACS CNF
    Cnf,
    /// Knuth's exact-cover format
    Cover,
    /// WCNF without a header, as in MaxSAT evaluations since 2022; the costs of a cover's options as soft clauses
    Wcnf,
    /// WCNF with `p wcnf`, as before
    WcnfOld,
    /// OPB: linear constraints over the choices, the costs of a cover's options to be made least
    Opb,
    /// All solutions of an exact cover as a d-DNNF circuit, in the NNF format of c2d
    Nnf,
}

impl Kind {
    /// WCNF or OPB.
    fn weighted(self) -> Option<Weighted> {
        match self {
            Self::Wcnf => Some(Weighted::Wcnf(WcnfForm::New)),
            Self::WcnfOld => Some(Weighted::Wcnf(WcnfForm::Old)),
            Self::Opb => Some(Weighted::Opb),
            Self::Cnf | Self::Cover | Self::Nnf => None,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, puzzle) = match args.input.load_problem()? {
        (file, Problem::Puzzle(puzzle)) => (file, puzzle),
        (file, Problem::Cover(given)) => return covered(args, &file, &given),
    };
    let statement = puzzle.state().map_err(|faults| Failure::faults(&file, &faults))?;
    let steps = args.steps.steps();
    let steps = if args.presolve { steps } else { steps.common(Steps::NONE.with(Step::RuleOf45)) };
    let presolved = presolve(statement.model.primitives(), steps);
    let title = puzzle.title.as_deref().unwrap_or("a puzzle");
    if let Some(what) = args.kind.weighted() {
        let (costs, said) = export_weighted::costs_of_model(&statement.model);
        let encodings = args.encodings.encodings();
        let lowered = export_weighted::of_model(what, &file, &presolved.reduced(), encodings, &costs)?;
        let mut comments = comments(title, &statement.model);
        comments.splice(1..1, said);
        return write_weighted(args, &lowered, &comments);
    }
    match args.kind {
        Kind::Cnf => cnf(args, &file, title, &statement.model, &presolved)?,
        Kind::Cover => cover(args, &file, title, &statement.model, &presolved)?,
        Kind::Nnf | Kind::Wcnf | Kind::WcnfOld | Kind::Opb => {
            let message =
                "NNF is written of exact covers, this is a puzzle; `exactly export cover` makes it one";
            return Err(Failure::plain(&file, message));
        }
    }
    Ok(Exit::Found)
}

fn cnf(
    args: &Args,
    file: &str,
    title: &str,
    model: &Model,
    presolved: &Presolved<'_>,
) -> Result<(), Failure> {
    let lowered = to_cnf(&presolved.reduced(), args.encodings.encodings())
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    let out = open(args)?;
    write_dimacs(&lowered.cnf, &comments(title, model), out)
        .or_else(|error| not_written(&out_name(args), &error))?;
    if let Some(path) = &args.map {
        let map: serde_json::Map<String, serde_json::Value> =
            choice_names(model).enumerate().map(|(var, name)| ((var + 1).to_string(), name.into())).collect();
        let text = serde_json::to_string_pretty(&map).expect("texts always serialise");
        std::fs::write(path, text + "\n")
            .or_else(|error| not_written(&path.display().to_string(), &error))?;
    }
    Ok(())
}

/// The title, and what each variable of a CNF stands for.
pub(super) fn comments(title: &str, model: &Model) -> Vec<Comment> {
    let names = choice_names(model).enumerate().map(|(var, name)| Comment::Map(var, name));
    std::iter::once(Comment::Text(title.to_string())).chain(names).collect()
}

/// The choices in words, in their order.
fn choice_names(model: &Model) -> impl Iterator<Item = String> {
    let count = model.primitives().variables.choice_count();
    (0..count).map(|index| model.choice_name(Choice::from_index(index)))
}

fn write_weighted(args: &Args, lowered: &Lowered, comments: &[Comment]) -> Result<Exit, Failure> {
    if args.map.is_some() {
        return Err(Failure::plain("", "--map goes with `export cnf`; here the comments carry the names"));
    }
    export_weighted::write(lowered, comments, open(args)?)
        .or_else(|error| not_written(&out_name(args), &error))?;
    Ok(Exit::Found)
}

fn cover(
    args: &Args,
    file: &str,
    title: &str,
    model: &Model,
    presolved: &Presolved<'_>,
) -> Result<(), Failure> {
    let lowered = to_cover(&presolved.reduced(), &ModelNames(model))
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    if args.map.is_some() {
        return Err(Failure::plain(
            "",
            "--map goes with `export cnf`; the items of a cover carry their names",
        ));
    }
    write_cover(args, file, &lowered.cover, &[title.to_string()])
}

fn write_cover(args: &Args, file: &str, cover: &Cover, comments: &[String]) -> Result<(), Failure> {
    let text = write_knuth(cover, comments).map_err(|error| Failure::plain(file, error.to_string()))?;
    let mut out = open(args)?;
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .or_else(|error| not_written(&out_name(args), &error))
}

/// Writes a cover that was read: variable `n` of its CNF is option `n`.
fn covered(args: &Args, file: &str, cover: &Cover) -> Result<Exit, Failure> {
    if args.map.is_some() {
        return Err(Failure::plain("", "--map is for puzzles: variable n of a cover's CNF is option n"));
    }
    let comments = || -> Vec<Comment> {
        (0..cover.option_count()).map(|option| Comment::Map(option, cover.option_text(option))).collect()
    };
    if let Some(what) = args.kind.weighted() {
        let lowered = export_weighted::of_cover(what, file, cover, args.encodings.encodings())?;
        return write_weighted(args, &lowered, &comments());
    }
    match args.kind {
        Kind::Cover => write_cover(args, file, cover, &[])?,
        Kind::Nnf | Kind::Wcnf | Kind::WcnfOld | Kind::Opb => return nnf(args, file, cover),
        Kind::Cnf => {
            let cnf = cover_to_cnf(cover, args.encodings.encodings())
                .map_err(|error| Failure::plain(file, error.to_string()))?;
            let comments = comments();
            write_dimacs(&cnf, &comments, open(args)?)
                .or_else(|error| not_written(&out_name(args), &error))?;
        }
    }
    Ok(Exit::Found)
}

/// Writes the solutions of a cover.
fn nnf(args: &Args, file: &str, cover: &Cover) -> Result<Exit, Failure> {
    let limits = Limits {
        deadline: args.time.map(|time| Instant::now() + time),
        cancel: interrupt::cancel(),
        ..Limits::default()
    };
    let (diagram, report) =
        cover_diagram(cover, &limits).map_err(|error| Failure::plain(file, error.to_string()))?;
    let Some(diagram) = diagram else {
        say(&summary_of(&report, ""));
        return Ok(Exit::Limit);
    };
    diagram
        .write_nnf(|option| cover.option_text(option), open(args)?)
        .or_else(|error| not_written(&out_name(args), &error))?;
    Ok(Exit::Found)
}

/// Items named as the model names them.
struct ModelNames<'m>(&'m Model);

impl Names for ModelNames<'_> {
    fn variable(&self, var: IntVar) -> String {
        self.0.name(var).to_string()
    }
    fn group(&self, group: usize) -> String {
        self.0.group_name(group)
    }
    fn helper(&self, what: std::fmt::Arguments<'_>) -> String {
        what.to_string()
    }
}

fn open(args: &Args) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &args.output else { return Ok(Box::new(BufWriter::new(std::io::stdout().lock()))) };
    let file = File::create(path)
        .map_err(|error| Failure::plain(&out_name(args), format!("cannot write: {error}")))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn out_name(args: &Args) -> String {
    args.output.as_ref().map_or("<stdout>".to_string(), |path| path.display().to_string())
}
