//! `exactly split`: the search of an exact cover in parts.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::encoding_options::EncodingOptions;
use super::exit::Exit;
use super::input::{Input, Problem};
use super::report::{Failure, print};
use crate::cnf::{Comment, Lit, Sink, write_dimacs};
use crate::cover::{Cover, Cube};
use crate::lower::cover_to_cnf;

/// Arguments of `split`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    encodings: EncodingOptions,

    /// At least so many parts, where there are so many
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cubes: u32,

    /// What to write
    #[arg(long, value_enum, default_value = "options")]
    to: Form,

    /// Write each part as a DIMACS file of its own into this folder, its options as unit clauses
    #[arg(long, value_name = "FOLDER", conflicts_with = "to")]
    dimacs: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A line a part: the numbers of the options taken, from 1
    Options,
    /// The cover as CNF with each part as a line of assumptions; variable v stands for option v
    Icnf,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, problem) = args.input.load_problem()?;
    let Problem::Cover(cover) = problem else {
        let message = "only exact covers are split; `exactly export cover` writes a puzzle as one";
        return Err(Failure::plain(&file, message));
    };
    let cubes = cover.cubes(args.cubes as usize);
    if let Some(folder) = &args.dimacs {
        write_files(args, &file, &cover, &cubes, folder)?;
        return Ok(if cubes.is_empty() { Exit::None } else { Exit::Found });
    }
    match args.to {
        Form::Options => cubes.iter().try_for_each(|cube| print(&numbers(cube)))?,
        Form::Icnf => write_icnf(args, &file, &cover, &cubes)?,
    }
    Ok(if cubes.is_empty() { Exit::None } else { Exit::Found })
}

fn numbers(cube: &Cube) -> String {
    cube.options.iter().map(|option| option + 1).join(" ")
}

/// iCNF: clauses without a count, then a line `a … 0` for each part.
fn write_icnf(args: &Args, file: &str, cover: &Cover, cubes: &[Cube]) -> Result<(), Failure> {
    let cnf = cover_to_cnf(cover, args.encodings.encodings())
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    print("p inccnf")?;
    for clause in cnf.clauses() {
        print(&format!("{} 0", clause.iter().map(|lit| lit.dimacs()).join(" ")))?;
    }
    cubes.iter().try_for_each(|cube| print(&format!("a {} 0", numbers(cube))))
}

/// A DIMACS file for each part: the clauses of the cover and a unit clause for each option taken.
fn write_files(args: &Args, file: &str, cover: &Cover, cubes: &[Cube], folder: &Path) -> Result<(), Failure> {
    let cnf = cover_to_cnf(cover, args.encodings.encodings())
        .map_err(|error| Failure::plain(file, error.to_string()))?;
    let failure = |path: &Path, error: std::io::Error| {
        Failure::plain(&path.display().to_string(), format!("cannot write: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let digits = cubes.len().to_string().len();
    for (number, cube) in cubes.iter().enumerate() {
        let mut part = cnf.clone();
        for &option in &cube.options {
            part.add_clause(&[Lit::from_dimacs(option as i32 + 1)]);
        }
        let title = format!("part {} of {}: options {}", number + 1, cubes.len(), numbers(cube));
        let path = folder.join(format!("cube-{:0digits$}.cnf", number + 1));
        std::fs::File::create(&path)
            .and_then(|out| write_dimacs(&part, &[Comment::Text(title)], BufWriter::new(out)))
            .map_err(|error| failure(&path, error))?;
    }
    Ok(())
}
