//! A model is written as DIMACS with a name for each variable, for any SAT solver or model counter.
//!
//! Run it with `cargo run --example export > square.cnf`.

use exactly::cnf::{Comment, write_dimacs};
use exactly::encodings::Encodings;
use exactly::lower::to_cnf;
use exactly::presolve::{Steps, presolve};
use exactly::{Choice, Model, constraints};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The magic squares of order 3.
    let mut model = Model::new();
    let cells: Vec<_> =
        (0..9).map(|i| model.int_var(format!("r{}c{}", i / 3 + 1, i % 3 + 1), 1..=9)).collect();
    model.add(constraints::all_different(&cells))?;
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        model.add(constraints::cage(&line.map(|at| cells[at]), Some(15), &format!("line {line:?}")))?;
    }

    // Variable n of the CNF is choice n - 1 of the model; variables after the choices are helpers. The helpers are
    // functions of the choices, so a model counter finds as many solutions as the model has: eight.
    let presolved = presolve(model.primitives(), Steps::ALL);
    let lowered = to_cnf(&presolved.reduced(), Encodings::default())?;
    let names = (0..lowered.choice_count()).map(|at| model.choice_name(Choice::from_index(at)));
    let mut comments = vec![Comment::Text("magic squares of order 3".to_string())];
    comments.extend(names.enumerate().map(|(var, name)| Comment::Map(var, name)));
    write_dimacs(&lowered.cnf, &comments, std::io::stdout().lock())?;
    Ok(())
}
