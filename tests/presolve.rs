//! No step of the presolve changes the solutions: seeded random Latin squares with cages, equal cells and automata, on every
//! engine with every set of steps; and each step does what it is for.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use exactly::constraints;
use exactly::model::Model;
use exactly::presolve::{Step, Steps, presolve};
use exactly::primitives::IntVar;
use exactly::solve::{self, EngineName, Request};
use itertools::Itertools;

/// A Latin square of order `n`, stated by houses.
fn square(n: i32) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let cells: Vec<IntVar> =
        (0..n * n).map(|at| model.int_var(format!("r{}c{}", at / n + 1, at % n + 1), 1..=n)).collect();
    for line in 0..n as usize {
        let row = &cells[line * n as usize..][..n as usize];
        let column: Vec<IntVar> = cells.iter().copied().skip(line).step_by(n as usize).collect();
        model.add(constraints::all_different(row)).expect("small");
        model.add(constraints::all_different(&column)).expect("small");
    }
    (model, cells)
}

/// Adds a clue that the square with the values `grid` satisfies, most of the time.
fn add_clue(rng: &mut fastrand::Rng, model: &mut Model, cells: &[IntVar], grid: &[i32]) {
    let n = cells.len().isqrt();
    let at = rng.usize(0..cells.len());
    let (row, column) = (at / n, at % n);
    let value = |at: usize| i64::from(grid[at]);
    match rng.u8(0..7) {
        0 => {
            let places: Vec<usize> = (row * n + column..(row + 1) * n).collect();
            let sum = places.iter().map(|&at| value(at)).sum();
            let cage: Vec<IntVar> = places.iter().map(|&at| cells[at]).collect();
            model.add(constraints::cage(&cage, Some(sum), "cage")).expect("small");
        }
        1 => {
            let places = (0..3).map(|_| rng.usize(0..cells.len())).unique().collect_vec();
            let sum = places.iter().map(|&at| value(at)).sum();
            let cage: Vec<IntVar> = places.iter().map(|&at| cells[at]).collect();
            model.add(constraints::cage_with_repeats(&cage, Some(sum), "cage")).expect("small");
        }
        2 | 3 => {
            let twins = (0..cells.len()).filter(|&other| other != at && grid[other] == grid[at]);
            let other = rng.choice(twins.collect_vec()).expect("more than one row");
            let factor = rng.i64(1..=2);
            let terms = [(factor, cells[at]), (-factor, cells[other])];
            model.add(constraints::sum(&terms, 0, 0, "equal")).expect("small");
        }
        4 => {
            let terms = (0..4).map(|_| (2 * rng.i64(-2..=2), rng.usize(0..cells.len()))).collect_vec();
            let total: i64 = terms.iter().map(|&(factor, at)| factor * value(at)).sum();
            let terms = terms.into_iter().map(|(factor, at)| (factor, cells[at])).collect_vec();
            model.add(constraints::sum(&terms, total - 1, total + rng.i64(0..3), "sum")).expect("small");
        }
        5 => add_automaton(rng, model, &cells[row * n..][..n], &grid[row * n..][..n]),
        _ => {
            model.add(constraints::given(cells[at], grid[at], "given")).expect("small");
        }
    }
}

/// A clue about a row as a whole: what lies between two values, or how many are larger than all before.
fn add_automaton(rng: &mut fastrand::Rng, model: &mut Model, row: &[IntVar], values: &[i32]) {
    if rng.bool() {
        let is_seen = |at: &usize| values[..*at].iter().all(|before| *before < values[*at]);
        let count = (0..values.len()).filter(is_seen).count() as i32;
        model.add(constraints::skyscraper(row, count, "skyscraper")).expect("small");
        return;
    }
    let (low, high) = (rng.i32(1..=2), values.len() as i32);
    let crust = |value: &i32| *value == low || *value == high;
    let inside = values.iter().skip_while(|value| !crust(value)).skip(1).take_while(|value| !crust(value));
    model.add(constraints::sandwich(row, low, high, inside.sum(), "sandwich")).expect("small");
}

/// A random Latin square with clues; most have a solution.
fn random_model(seed: u64) -> Model {
    let mut rng = fastrand::Rng::with_seed(seed);
    let n = rng.i32(3..=4);
    let (mut model, cells) = square(n);
    let mut symbols = (1..=n).collect_vec();
    rng.shuffle(&mut symbols);
    let mut grid = (0..n * n).map(|at| symbols[((at / n + at % n) % n) as usize]).collect_vec();
    for _ in 0..rng.usize(2..=5) {
        add_clue(&mut rng, &mut model, &cells, &grid);
    }
    if rng.u8(0..4) == 0 {
        // One clue of another square, which may leave no solution.
        rng.shuffle(&mut grid);
        add_clue(&mut rng, &mut model, &cells, &grid);
    }
    model
}

fn solutions(model: &Model, engine: EngineName, presolve: Steps) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    let request = Request { engine, presolve, ..Request::default() };
    solve::run(model, &request, &mut |solution| {
        let stated = solution.stated(&model.primitives().variables).collect();
        assert!(found.insert(stated), "a solution was found twice");
        ControlFlow::Continue(())
    })
    .expect("small models lower");
    found
}

#[test]
fn no_set_of_steps_changes_the_solutions() {
    let engines = [EngineName::Search, EngineName::Dlx, EngineName::Varisat];
    let (mut merged, mut told, mut shortened, mut some) = (0, 0, 0, 0);
    for seed in 0..250 {
        let model = random_model(seed);
        let report = presolve(model.primitives(), Steps::ALL.without(Step::Choices)).report;
        told += usize::from(report.automata_told > 0);
        shortened += usize::from(report.terms_left_out > 0);
        merged += usize::from(!presolve(model.primitives(), Steps::ALL).classes.members().is_empty());
        let expected = solutions(&model, EngineName::Search, Steps::NONE);
        some += usize::from(!expected.is_empty());
        for (steps, engine) in Steps::subsets().cartesian_product(engines) {
            assert_eq!(solutions(&model, engine, steps), expected, "seed {seed}, {engine}, {steps:?}");
        }
    }
    assert!((100..250).contains(&some), "{some} have solutions");
    assert!(merged > 40 && told > 40 && shortened > 40, "{merged}, {told}, {shortened}: too few to test");
}
