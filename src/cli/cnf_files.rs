//! CNF files among the inputs of a command: their models counted, a result a file.

use std::path::{Path, PathBuf};

use super::batch::Line;
use super::exit::Exit;
use super::input::{name_of, read_cnf};
use super::report::{Failure, print, say};
use crate::cnf::Projection;
use crate::solve::{ModelsCounted, Request, count_models};

/// What is counted of a CNF.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ModelOptions {
    /// Of a CNF, count the values of the variables that its comments show; the default where they show some
    #[arg(long, conflicts_with = "all_variables")]
    projected: bool,

    /// Of a CNF, count over all variables of the header, whatever its comments show
    #[arg(long)]
    all_variables: bool,
}

impl ModelOptions {
    /// The name of an option that was given.
    pub(super) fn first(self) -> Option<&'static str> {
        self.projected.then_some("--projected").or(self.all_variables.then_some("--all-variables"))
    }
}

/// Prints the result of each file; the gravest code counts.
pub(super) fn each(files: &[PathBuf], result: impl Fn(&Path) -> Line) -> Exit {
    let mut exit = Exit::Found;
    for file in files {
        let line = result(file);
        exit = exit.max(line.exit);
        if !line.out.is_empty()
            && let Err(failure) = print(&line.out)
        {
            failure.print();
            return Exit::Wrong;
        }
        if !line.err.is_empty() {
            say(&line.err);
        }
    }
    exit
}

/// Counts the models of a file; `refused` is an option that was given and is not for CNFs.
pub(super) fn count(
    file: &Path,
    options: ModelOptions,
    request: &Request,
    refused: Option<&str>,
) -> Result<ModelsCounted, Failure> {
    let name = name_of(file);
    if let Some(option) = refused {
        return Err(Failure::plain(&name, format!("{option} is not for CNF files; leave it out")));
    }
    let mut read = read_cnf(file)?;
    if read.has_weights {
        say(&format!("note: {name}: weights of literals are not read; models are counted"));
    }
    if options.all_variables {
        read.cnf.projection = Projection::All;
    } else if options.projected && read.cnf.projection == Projection::All {
        let message =
            "no line `c p show … 0` or `c ind … 0` names variables to project to; leave --projected out";
        return Err(Failure::plain(&name, message));
    }
    count_models(&read.cnf, request).map_err(|error| Failure::plain(&name, error.to_string()))
}
