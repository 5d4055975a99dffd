//! `exactly sat`: a DIMACS solver, with its lines and exit codes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::input::{name_of, read_cnf};
use super::interrupt;
use super::report::{Failure, not_written};
use super::run_options::parse_time;
use crate::cnf::{Cnf, Lit};
use crate::engines::{Limits, Reply};
use crate::solve::{EngineName, SatAnswer, satisfy, satisfy_with_proof};

/// The longest line of a model.
const WIDTH: usize = 78;

/// Arguments of `sat`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The CNF, also compressed with gzip, xz or zstd; `-` or nothing reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// varisat, batsat or (where it was built with it) cadical, or `external:COMMAND`; auto is varisat
    #[arg(long, value_name = "NAME", default_value_t, conflicts_with = "proof")]
    engine: EngineName,

    /// Give up after this time: 30s, 500ms, 2m
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Give up after so many steps; the same input stops at the same step
    #[arg(long, value_name = "N")]
    steps: Option<u64>,

    /// Write an LRAT proof here; it is complete where the answer is `s UNSATISFIABLE`
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Do not print the model
    #[arg(short = 'n', long)]
    no_model: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let limits = Limits {
        deadline: args.time.map(|time| Instant::now() + time),
        steps: args.steps,
        cancel: interrupt::cancel(),
        ..Limits::default()
    };
    let start = Instant::now();
    let name = name_of(&args.file);
    let cnf = read_cnf(&args.file)?.cnf;
    let reading = start.elapsed();
    let answer = match &args.proof {
        None => {
            satisfy(&cnf, args.engine, &limits).map_err(|error| Failure::plain(&name, error.to_string()))?
        }
        Some(path) => with_proof(&cnf, &limits, path)?,
    };
    write(&name, &cnf, &answer, reading, args).or_else(|error| not_written("<stdout>", &error))?;
    Ok(ExitCode::from(match answer.reply {
        Reply::Found(_) => 10,
        Reply::None => 20,
        Reply::Stopped(_) => 0,
    }))
}

fn with_proof(cnf: &Cnf, limits: &Limits, path: &PathBuf) -> Result<SatAnswer, Failure> {
    let failure = |error: io::Error| Failure::plain(&path.display().to_string(), error.to_string());
    let mut out = BufWriter::new(File::create(path).map_err(failure)?);
    let answer = satisfy_with_proof(cnf, limits, &mut out).map_err(failure)?;
    out.flush().map_err(failure)?;
    Ok(answer)
}

fn write(name: &str, cnf: &Cnf, answer: &SatAnswer, reading: Duration, args: &Args) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "c exactly {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(
        out,
        "c {name}: {} variables, {} clauses, {} literals, read in {:.3} s",
        cnf.var_count(),
        cnf.clause_count(),
        cnf.literal_count(),
        reading.as_secs_f64()
    )?;
    let report = &answer.report;
    let seconds = (report.setup_time + report.engine_time).as_secs_f64();
    writeln!(out, "c engine {}, {} steps, {seconds:.3} s", report.engine, report.steps)?;
    match &answer.reply {
        Reply::Found(model) => {
            writeln!(out, "s SATISFIABLE")?;
            if !args.no_model {
                write_model(model, &mut out)?;
            }
        }
        Reply::None => writeln!(out, "s UNSATISFIABLE")?,
        Reply::Stopped(stop) => writeln!(out, "c {stop}\ns UNKNOWN")?,
    }
    out.flush()
}

/// Writes a model as `v` lines, a 0 at the end.
pub(super) fn write_model(model: &[Lit], out: &mut impl Write) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    let mut line = String::from("v");
    for number in model.iter().map(|lit| lit.dimacs()).chain([0]) {
        let text = digits.format(number);
        if line.len() + 1 + text.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(text);
    }
    writeln!(out, "{line}")
}
