//! `exactly sum`: the counts of all shares of a cover, added up.

use std::collections::BTreeMap;
use std::path::PathBuf;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::Deserialize;

use super::exit::Exit;
use super::report::{Failure, print};
use crate::solve::Share;

/// Arguments of `sum`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files with the lines that `count --cube K/N --json` wrote; `-` or nothing reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What is read of a share's line.
#[derive(Debug, Deserialize)]
struct Counted {
    count: String,
    complete: bool,
    cube: String,
    cover: String,
}

/// The shares so far.
#[derive(Debug, Default)]
struct Shares {
    /// How many there are, and the cover they are of.
    of: Option<(usize, String)>,
    counts: BTreeMap<usize, BigUint>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut shares = Shares::default();
    let input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &input[..] } else { &args.files };
    for file in files {
        let name =
            if file.as_os_str() == "-" { "standard input".to_string() } else { file.display().to_string() };
        let text = if file.as_os_str() == "-" {
            std::io::read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(file)
        };
        let text = text.map_err(|error| Failure::plain(&name, format!("cannot be read: {error}")))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("{name}:{}", number + 1);
            shares.add(line).map_err(|message| Failure::plain(&place, message))?;
        }
    }
    let total = shares.total().map_err(|message| Failure::plain("", message))?;
    print(&total.to_string())?;
    Ok(if total == BigUint::ZERO { Exit::None } else { Exit::Found })
}

impl Shares {
    /// Adds a line; the error says what is wrong with it.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let counted: Counted = serde_json::from_str(line)
            .map_err(|error| format!("not a line of `count --cube K/N --json`: {error}"))?;
        let share: Share = counted.cube.parse()?;
        let count: BigUint = counted.count.parse().map_err(|_| format!("`{}` is no count", counted.count))?;
        if !counted.complete {
            return Err(format!("share {share} was not counted to its end; count it again"));
        }
        let (of, cover) = self.of.get_or_insert_with(|| (share.of(), counted.cover.clone()));
        if *cover != counted.cover {
            return Err(format!("share {share} is of another cover than the shares before"));
        }
        if *of != share.of() {
            return Err(format!("share {share} beside shares of {of}"));
        }
        match self.counts.insert(share.number(), count) {
            None => Ok(()),
            Some(_) => Err(format!("share {share} comes twice")),
        }
    }

    /// The sum of all shares, none missing.
    fn total(&self) -> Result<BigUint, String> {
        let Some((of, _)) = self.of else { return Err("no shares to add".to_string()) };
        let missing: Vec<usize> = (1..=of).filter(|number| !self.counts.contains_key(number)).collect();
        if missing.is_empty() {
            return Ok(self.counts.values().sum());
        }
        let more =
            if missing.len() > 10 { format!(" and {} more", missing.len() - 10) } else { String::new() };
        Err(format!("of {of} shares these are missing: {}{more}", missing.iter().take(10).join(", ")))
    }
}
