//! Turns the result of the command line into an exit code.

fn main() {}
