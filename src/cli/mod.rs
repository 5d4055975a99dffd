//! The command line: one file a subcommand. Results go to standard output, everything else to standard error.

mod batch;
mod bench;
mod best;
mod boards;
mod candidates;
mod check;
mod classic;
mod cnf_files;
mod cnf_stats;
mod conditions;
mod convert;
mod count;
mod covers;
mod decode;
mod encoding_options;
mod estimate;
mod exit;
mod explain;
mod export;
mod export_weighted;
mod generate;
mod grade;
mod hint;
mod input;
mod inspect;
mod interrupt;
mod json;
mod long;
mod outside_checkers;
mod printer;
mod progress;
mod prove;
mod redundant;
mod render;
mod report;
mod rules;
mod run_options;
mod sample;
mod sat;
mod solve;
mod split;
mod steps;
mod stream;
mod sum;
mod test_type;
mod why;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::Exit;
use report::Failure;

/// State a combinatorial problem once; search it as an exact cover, or hand it to a SAT solver.
#[derive(Debug, Parser)]
#[command(
    name = "exactly",
    version,
    after_help = "Exit codes: 0 a solution or the asked-for fact was found, 1 there is none, \
2 the input or the call is wrong, 3 a limit ended the run first."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find a solution of each puzzle or exact cover and print it
    Solve(solve::Args),
    /// Look for a model of a DIMACS CNF and print it as SAT solvers do; exit code 10, 20, or 0 where a limit ended it
    Sat(sat::Args),
    /// Count the solutions of each puzzle or exact cover, or the models of CNF files
    Count(count::Args),
    /// Draw solutions of a puzzle or an exact cover at random, each with the same chance
    Sample(sample::Args),
    /// Split the search of an exact cover into parts: a list of options taken together, or iCNF
    Split(split::Args),
    /// Add the counts of all shares of a cover, as `count --cube K/N --json` writes them
    Sum(sum::Args),
    /// Find for each cell the digits that occur in a solution; a limit leaves digits open, marked `?`
    Candidates(candidates::Args),
    /// Tell the way to the solution step by step, each with its reason
    Explain(explain::Args),
    /// Tell the next step, as much of it as you want to know
    Hint(hint::Args),
    /// Draw a puzzle: as SVG or PNG, or with characters
    Render(render::Args),
    /// Make puzzles to order, each with exactly one solution: any board, number of clues, symmetry, pattern, difficulty
    Generate(generate::Args),
    /// Say how hard puzzles are: rating of the hardest step, score of all, level
    Grade(grade::Args),
    /// Say which clues contradict each other, or keep a digit out of a cell: a set from which none can be spared
    Why(why::Args),
    /// Say which clues can go while there is still exactly one solution: one at a time, and as many as can go together
    Redundant(redundant::Args),
    /// Judge a board: clashing givens, impossible cages, a full grid
    Check(check::Args),
    /// Write a puzzle or a cover as DIMACS CNF, WCNF or OPB, as an exact cover in Knuth's format, or as NNF
    Export(export::Args),
    /// Read a SAT solver's output back and print the board
    Decode(decode::Args),
    /// Prove that a puzzle has no solution or exactly one, in a folder that anyone can check; or check such a folder
    Prove(prove::Args),
    /// Write a puzzle in another format
    Convert(convert::Args),
    /// List the constraint types with parameters, meaning and an example each
    Rules(rules::Args),
    /// Try the constraint types of a file: their definitions against every lowering and engine
    TestType(test_type::Args),
    /// Run several engines on the same puzzles and print their times side by side
    Bench(bench::Args),
    /// Say what a puzzle holds: rules in force, choices, groups, sizes of both lowerings; or a cover or a CNF
    Inspect(inspect::Args),
    /// Say what a DIMACS CNF is made of: variables, clauses by length, duplicates, pure literals, components
    CnfStats(cnf_stats::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output with code 0, a wrong call to standard error with code 2.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let exit = match cli.command {
        Command::Solve(args) => Ok(solve::run(&args)),
        Command::Sat(args) => return finish(sat::run(&args)),
        Command::Count(args) => Ok(count::run(&args)),
        Command::Sample(args) => sample::run(&args),
        Command::Split(args) => split::run(&args),
        Command::Sum(args) => sum::run(&args),
        Command::Candidates(args) => candidates::run(&args),
        Command::Explain(args) => Ok(explain::run(&args)),
        Command::Hint(args) => Ok(hint::run(&args)),
        Command::Render(args) => render::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Grade(args) => Ok(grade::run(&args)),
        Command::Why(args) => why::run(&args),
        Command::Redundant(args) => Ok(redundant::run(&args)),
        Command::Check(args) => Ok(check::run(&args)),
        Command::Export(args) => export::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::TestType(args) => test_type::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::CnfStats(args) => cnf_stats::run(&args),
    };
    finish(exit)
}

/// The code of a command's end, after saying what failed.
fn finish(exit: Result<impl Into<ExitCode>, Failure>) -> ExitCode {
    match exit {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.print();
            Exit::Wrong.into()
        }
    }
}
