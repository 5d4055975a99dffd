//! `exactly prove`: a proof, in a folder, that a puzzle has no solution or exactly one; and the check of such a folder.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::encoding_options::EncodingOptions;
use super::exit::Exit;
use super::export::comments;
use super::input::{Input, Problem};
use super::interrupt;
use super::outside_checkers;
use super::report::{Failure, print, say};
use super::run_options::parse_time;
use crate::cnf::{Cnf, Comment, write_dimacs};
use crate::engines::Limits;
use crate::formats::write_grid;
use crate::lower::to_cnf;
use crate::presolve::{Steps, presolve};
use crate::proof::{Certificate, CertificateError, Claim, Formula, Verified};
use crate::puzzles::{Puzzle, Statement};
use crate::solve::{Proof, Proved, Request, prove};

/// Arguments of `prove`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// The folder to write: a new or an empty one
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "verify")]
    output: Option<PathBuf>,

    /// Check a folder instead; with FILE also that its clauses are those of the puzzle
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "time"])]
    verify: Option<PathBuf>,

    #[command(flatten)]
    encodings: EncodingOptions,

    /// Give up after this time: 30s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
}

/// The files of a folder.
const PROBLEM: &str = "problem.cnf";
const SOLUTION: &str = "solution.txt";
const REFUTED: &str = "refuted.cnf";
const PROOF: &str = "proof.lrat";
const README: &str = "README.md";

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(folder) = &args.verify {
        return verify(args, folder);
    }
    let (file, puzzle) = puzzle(args)?;
    let statement = puzzle.state().map_err(|faults| Failure::faults(&file, &faults))?;
    let folder = args.output.as_deref().unwrap_or(Path::new("."));
    make(folder)?;
    let limits = Limits {
        deadline: args.time.map(|time| std::time::Instant::now() + time),
        cancel: interrupt::cancel(),
        ..Limits::default()
    };
    let request = Request { limits, encodings: args.encodings.encodings(), ..Request::default() };
    let mut out = create(&folder.join(PROOF))?;
    let proved = prove(&statement.model, &request, &mut out).inspect_err(|_| discard(folder));
    let proved = proved.map_err(|error| Failure::plain(&file, error.to_string()))?;
    out.flush().map_err(|error| unwritable(&folder.join(PROOF), &error))?;
    match proved {
        Proved::Proved(proof) => {
            write(folder, args.encodings, &puzzle, &statement, &proof)?;
            let verified = check(folder)?;
            tell(&verified)?;
            outside_checkers::run(
                &folder.join(if proof.solution.is_some() { REFUTED } else { PROBLEM }),
                &folder.join(PROOF),
            )?;
            print(&format!("written to {}", folder.display()))?;
            Ok(Exit::Found)
        }
        Proved::MoreThanOne(two) => {
            discard(folder);
            print("more than one solution:")?;
            for solution in two.iter() {
                print(&board(&puzzle, &statement, solution))?;
            }
            Ok(Exit::None)
        }
        Proved::Unknown(stop) => {
            discard(folder);
            print("unknown")?;
            say(&format!("stopped before there was a proof: {stop}"));
            Ok(Exit::Limit)
        }
    }
}

/// The puzzle of the call.
fn puzzle(args: &Args) -> Result<(String, Puzzle), Failure> {
    match args.input.load_problem()? {
        (file, Problem::Puzzle(puzzle)) => Ok((file, *puzzle)),
        (file, Problem::Cover(_)) => {
            Err(Failure::plain(&file, "an exact cover; proofs are of puzzles so far"))
        }
    }
}

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| unwritable(folder, &error))?;
    if entries.next().is_some() {
        return Err(Failure::plain(&folder.display().to_string(), "not an empty folder; name a new one"));
    }
    Ok(())
}

/// Takes back what was begun; what cannot be removed is an empty folder.
fn discard(folder: &Path) {
    let _ = fs::remove_file(folder.join(PROOF));
    let _ = fs::remove_dir(folder);
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create(path).map(BufWriter::new).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::plain(&path.display().to_string(), format!("cannot write: {error}"))
}

/// Writes everything but the proof.
fn write(
    folder: &Path,
    encodings: EncodingOptions,
    puzzle: &Puzzle,
    statement: &Statement,
    proof: &Proof,
) -> Result<(), Failure> {
    let comments = comments(title(puzzle), &statement.model);
    write_cnf(&folder.join(PROBLEM), &proof.problem, &comments)?;
    let mut board_text = String::new();
    if let Some((solution, values)) = &proof.solution {
        let lits = values.iter().enumerate().map(|(var, &value)| {
            let number = var as i64 + 1;
            if value { number } else { -number }
        });
        let lines = itertools::Itertools::join(&mut lits.map(|lit| lit.to_string()), " ");
        put(&folder.join(SOLUTION), &format!("v {lines} 0\n"))?;
        write_cnf(&folder.join(REFUTED), &proof.refuted, &[])?;
        board_text = board(puzzle, statement, solution);
    }
    put(&folder.join(README), &readme(puzzle, &board_text, &encodings.repeated()))
}

fn write_cnf(path: &Path, cnf: &Cnf, comments: &[Comment]) -> Result<(), Failure> {
    write_dimacs(cnf, comments, create(path)?).map_err(|error| unwritable(path, &error))
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| unwritable(path, &error))
}

fn board(puzzle: &Puzzle, statement: &Statement, solution: &crate::model::Solution) -> String {
    let digits: Vec<Option<i32>> = statement.digits(solution).into_iter().map(Some).collect();
    write_grid(&puzzle.board, &digits)
}

fn title(puzzle: &Puzzle) -> &str {
    puzzle.title.as_deref().unwrap_or("a puzzle")
}

fn readme(puzzle: &Puzzle, board: &str, options: &str) -> String {
    let title = title(puzzle);
    if board.is_empty() {
        return format!(
            "# No solution: {title}\n\n\
             - `{PROBLEM}`: the puzzle as clauses. A line `c map N NAME` says what variable N stands for; variables beyond \
             those are helpers.\n\
             - `{PROOF}`: a proof that no assignment satisfies them, in the LRAT format. Clauses are numbered from 1 in the \
             order of the file.\n\n\
             ## To check it\n\n\
             1. That the clauses say what the puzzle says: `exactly prove --verify FOLDER PUZZLE{options}` states the puzzle again and \
             compares.\n\
             2. That they have no solution: `lrat-check {PROBLEM} {PROOF}`, or any other checker of LRAT proofs; or give \
             `{PROBLEM}` to a SAT solver of your own.\n"
        );
    }
    format!(
        "# Exactly one solution: {title}\n\n```text\n{board}```\n\n\
         - `{PROBLEM}`: the puzzle as clauses. A line `c map N NAME` says what variable N stands for; variables beyond those \
         are helpers. `c p show` lists the variables that tell one solution from another.\n\
         - `{SOLUTION}`: the solution, as an assignment of all variables.\n\
         - `{REFUTED}`: the clauses of `{PROBLEM}` and one more at the end: some shown variable has another value than in the \
         solution.\n\
         - `{PROOF}`: a proof that no assignment satisfies `{REFUTED}`, in the LRAT format. Clauses are numbered from 1 in the \
         order of that file.\n\n\
         ## To check it\n\n\
         1. That the clauses say what the puzzle says: `exactly prove --verify FOLDER PUZZLE{options}` states the puzzle again and \
         compares.\n\
         2. That the solution is one: each clause of `{PROBLEM}` holds a literal of `{SOLUTION}`.\n\
         3. That the last clause of `{REFUTED}` is the shown literals of `{SOLUTION}` with their signs turned, and that the \
         clauses before it are those of `{PROBLEM}`.\n\
         4. That there is no other: `lrat-check {REFUTED} {PROOF}`, or any other checker of LRAT proofs; or give \
         `{REFUTED}` to a SAT solver of your own.\n"
    )
}

/// Reads a folder back and checks it, as a stranger would.
fn check(folder: &Path) -> Result<Verified, Failure> {
    let text = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path)
            .map_err(|error| Failure::plain(&path.display().to_string(), error.to_string()))
    };
    let problem = text(PROBLEM)?;
    let has_solution = folder.join(SOLUTION).exists();
    let solution = has_solution.then(|| text(SOLUTION)).transpose()?;
    let refuted = if has_solution { text(REFUTED)? } else { problem.clone() };
    let path = folder.join(PROOF);
    let proof =
        File::open(&path).map_err(|error| Failure::plain(&path.display().to_string(), error.to_string()))?;
    let certificate = Certificate { problem: &problem, solution: solution.as_deref(), refuted: &refuted };
    certificate.verify(BufReader::new(proof)).map_err(|error| refused(folder, &error))
}

fn refused(folder: &Path, error: &CertificateError) -> Failure {
    let file = match error {
        CertificateError::Problem(_) => PROBLEM,
        CertificateError::Word { .. }
        | CertificateError::Value { .. }
        | CertificateError::Unsatisfied { .. } => SOLUTION,
        CertificateError::Proof(_) => PROOF,
        _ => REFUTED,
    };
    Failure::plain(&folder.join(file).display().to_string(), format!("not accepted: {error}"))
}

fn tell(verified: &Verified) -> Result<(), Failure> {
    let claim = match verified.claim {
        Claim::NoSolution => "no solution",
        Claim::ExactlyOne => "exactly one solution",
    };
    let refuted = verified.refuted;
    print(&format!(
        "proved: {claim} ({} clauses in the proof, {} hints followed)",
        refuted.added, refuted.hints
    ))
}

fn verify(args: &Args, folder: &Path) -> Result<Exit, Failure> {
    let verified = check(folder)?;
    if args.input.files.is_empty() {
        say("note: without the puzzle the clauses are taken as they are");
    } else {
        let (file, puzzle) = puzzle(args)?;
        compare(folder, args.encodings, &file, &puzzle)?;
    }
    tell(&verified)?;
    Ok(Exit::Found)
}

/// Holds the clauses of a folder against those of the puzzle.
fn compare(folder: &Path, encodings: EncodingOptions, file: &str, puzzle: &Puzzle) -> Result<(), Failure> {
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let lowered =
        to_cnf(&presolve(statement.model.primitives(), Steps::NONE).reduced(), encodings.encodings())
            .map_err(|error| Failure::plain(file, error.to_string()))?;
    let mut fresh = Vec::new();
    let path = folder.join(PROBLEM);
    write_dimacs(&lowered.cnf, &[], &mut fresh).map_err(|error| unwritable(&path, &error))?;
    let kept = fs::read_to_string(&path)
        .map_err(|error| Failure::plain(&path.display().to_string(), error.to_string()))?;
    let read = |text: &str| {
        Formula::read(text).map_err(|error| Failure::plain(&path.display().to_string(), error.to_string()))
    };
    if read(&kept)? == read(&String::from_utf8_lossy(&fresh))? {
        return Ok(());
    }
    Err(Failure::plain(
        &path.display().to_string(),
        format!(
            "not accepted: these are not the clauses of {file} by the encodings of this call (--amo, --sum)"
        ),
    ))
}
