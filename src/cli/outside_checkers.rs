//! Proof checkers of other people, run where they are installed.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::report::{Failure, print};

/// A checker: its name, whether it reads DRAT instead of LRAT, and what it prints when it accepts.
struct Outside {
    name: &'static str,
    is_drat: bool,
    accepts: &'static str,
}

const ALL: [Outside; 3] = [
    Outside { name: "lrat-check", is_drat: false, accepts: "VERIFIED" },
    Outside { name: "cake_lpr", is_drat: false, accepts: "s VERIFIED UNSAT" },
    Outside { name: "drat-trim", is_drat: true, accepts: "s VERIFIED" },
];

/// Runs each checker that is there, and says what it found.
pub(super) fn run(cnf: &Path, lrat: &Path) -> Result<(), Failure> {
    for outside in &ALL {
        let path = lrat.with_extension("drat");
        if outside.is_drat && !is_installed(outside.name) {
            continue;
        }
        let proof = if outside.is_drat { &path } else { lrat };
        if outside.is_drat {
            without_hints(lrat, proof)
                .map_err(|error| Failure::plain(&proof.display().to_string(), error.to_string()))?;
        }
        let output = Command::new(outside.name).arg(cnf).arg(proof).stdin(Stdio::null()).output();
        if outside.is_drat {
            // Only made for this checker.
            let _ = std::fs::remove_file(proof);
        }
        let Ok(output) = output else { continue };
        let said = String::from_utf8_lossy(&output.stdout);
        if said.contains(outside.accepts) && !said.contains("NOT VERIFIED") {
            print(&format!("{} accepts it", outside.name))?;
        } else {
            return Err(Failure::plain(
                &lrat.display().to_string(),
                format!("{} does not accept it:\n{said}", outside.name),
            ));
        }
    }
    Ok(())
}

fn is_installed(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// The same proof as DRAT: clauses without numbers and hints, nothing deleted.
fn without_hints(lrat: &Path, drat: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(drat)?);
    for line in BufReader::new(File::open(lrat)?).lines() {
        let line = line?;
        let mut words = line.split_ascii_whitespace().skip(1).peekable();
        if words.next_if_eq(&"d").is_some() {
            continue;
        }
        for word in words.take_while(|&word| word != "0") {
            write!(out, "{word} ")?;
        }
        writeln!(out, "0")?;
    }
    out.flush()
}
