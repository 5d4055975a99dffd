//! Turns the result of the command line into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    exactly::cli::main()
}
