//! SAT solvers outside the program: the test itself as one, and those that are installed.

use std::io::Read;

use exactly::cnf::{Cnf, Lit, Sink};
use exactly::engines::{External, Limits, Queries, Reply, VarisatQueries};

/// A solver of this command line.
pub(crate) fn external(command: &str) -> External {
    command.parse().unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// A solver that runs a line of shell.
pub(crate) fn shell(script: &str) -> External {
    external(&format!("sh -c '{}'", script.replace('\'', r"'\''")))
}

/// This test program as a solver; it has to have a test `acts_as_a_solver` that calls [`act`].
pub(crate) fn this_test() -> External {
    let exe = std::env::current_exe().expect("a test knows its program");
    external(&format!("env EXACTLY_ACT=1 '{}' --exact acts_as_a_solver --nocapture", exe.display()))
}

/// The command lines of the solvers that are installed.
pub(crate) fn installed() -> Vec<External> {
    let commands = [
        "minisat {} {out}",
        "cadical -q",
        "cadical {}",
        "picosat",
        "clasp --outf=1",
        "cryptominisat5 --verb 0",
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |solver: &External| {
        let found = std::env::split_paths(&path).any(|folder| folder.join(solver.program()).is_file());
        if !found {
            eprintln!("skipped: {} is not installed", solver.program());
        }
        found
    };
    commands.into_iter().map(external).filter(is_there).collect()
}

/// Solves the problem on standard input, where the test was started for that.
pub(crate) fn act() {
    if std::env::var_os("EXACTLY_ACT").is_none() {
        return;
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a problem");
    let reply = VarisatQueries::new(&read(&text)).ask(&[], &Limits::default());
    let code = if let Reply::Found(values) = reply {
        let lit = |(var, &value): (usize, &bool)| Lit::of(var, value).dimacs().to_string();
        let lits: Vec<String> = values.iter().enumerate().map(lit).collect();
        println!("\ns SATISFIABLE\nv {} 0", lits.join(" "));
        10
    } else {
        println!("\ns UNSATISFIABLE");
        20
    };
    std::process::exit(code);
}

/// The strict form that this project writes.
fn read(text: &str) -> Cnf {
    let mut cnf = Cnf::new();
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "p" {
            (0..words[2].parse().expect("a number of variables")).for_each(|_| {
                cnf.new_lit();
            });
        } else {
            let numbers = words.iter().map(|word| word.parse().expect("a literal"));
            let clause: Vec<Lit> = numbers.take_while(|&number| number != 0).map(Lit::from_dimacs).collect();
            cnf.add_clause(&clause);
        }
    }
    cnf
}
