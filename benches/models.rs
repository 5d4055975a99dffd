//! Times of each step on models that ship with the program: stating, presolve, and the engines, lowering included.
//!
//! `cargo bench` measures, `cargo bench -- --test` runs each once, `cargo bench -- killer` those with this word.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use exactly::formats::{Source, TextOptions, read_puzzles};
use exactly::presolve::{Step, Steps, presolve};
use exactly::solve::{EngineName, Problem};
use exactly::{Model, Puzzle, Request};

/// A classic, two killers, a large board, and constraint types of their own.
const MODELS: [&str; 5] = ["classic", "killer", "killer-x", "16x16", "own-types"];

fn puzzle(name: &str) -> Puzzle {
    let file = format!("{}/models/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut puzzles = read_puzzles(&Source::new(&file, text), &TextOptions::default())
        .unwrap_or_else(|error| panic!("{error}"));
    puzzles.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn model(name: &str) -> Model {
    puzzle(name).state().unwrap_or_else(|faults| panic!("{name}: {faults:?}")).model
}

/// Searches for two solutions on the model as it stands: most would be settled by the presolve.
fn request(engine: EngineName) -> Request {
    let presolve = Steps::NONE.with(Step::RuleOf45);
    Request { engine, presolve, solutions: Some(2), ..Request::default() }
}

fn stating(criterion: &mut Criterion) {
    for name in MODELS {
        let puzzle = puzzle(name);
        criterion
            .bench_function(&format!("state/{name}"), |bencher| bencher.iter(|| black_box(&puzzle).state()));
    }
}

fn presolving(criterion: &mut Criterion) {
    for name in MODELS {
        let model = model(name);
        criterion.bench_function(&format!("presolve/{name}"), |bencher| {
            bencher.iter(|| presolve(black_box(model.primitives()), Steps::ALL));
        });
    }
}

fn engines(criterion: &mut Criterion) {
    for name in MODELS {
        let model = model(name);
        for engine in [EngineName::Search, EngineName::Dlx, EngineName::Varisat] {
            let request = request(engine);
            let problem = Problem::new(&model, &request);
            criterion.bench_function(&format!("{engine}/{name}"), |bencher| {
                bencher.iter(|| {
                    let report = problem.count(&request).unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_eq!(report.found, 1, "{name} has one solution");
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = stating, presolving, engines
}
criterion_main!(benches);
