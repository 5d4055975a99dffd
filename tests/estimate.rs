//! The estimator against exact counts: unbiased over seeds, intervals that hold the truth as often as they should.

mod common;

use common::puzzle_of;
use exactly::engines::{Limits, Stop};
use exactly::solve::{self, Estimate};
use exactly::{Model, Request};

fn estimate(model: &Model, probes: u64, seed: u64) -> Estimate {
    solve::estimate(model, &Request::default(), probes, seed).expect("the model can be run")
}

/// Boards with some hundred solutions, in trees with dead ends.
fn models() -> Vec<Model> {
    let texts = [
        ".".repeat(16),
        "size = 5\n[[cage]]\ncells = \"r1c1-3\"\nsum = 9\n[[cage]]\ncells = \"r2-4c2\"\nsum = 7\n".into(),
        "size = 6\nrules = [\"anti-king\"]\ngivens = '1..... ...... ...... ..2... ...... .....3'\n".into(),
    ];
    texts.iter().map(|text| puzzle_of(text).state().expect("no fault").model).collect()
}

#[test]
fn the_mean_over_seeds_is_the_true_count() {
    for model in models() {
        let exact = solve::count(&model).expect("it can be counted") as f64;
        let estimates: Vec<f64> = (0..300)
            .map(|seed| estimate(&model, 40, seed).solutions.map_or(0.0, |found| found.mean.value()))
            .collect();
        let count = estimates.len() as f64;
        let mean = estimates.iter().sum::<f64>() / count;
        let spread = estimates.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
        let error = (spread / count).sqrt();
        assert!((mean - exact).abs() < 4.0 * error + 1e-6 * exact, "{mean} ± {error} is not {exact}");
    }
}

#[test]
fn intervals_hold_the_true_count() {
    for model in models() {
        let exact = solve::count(&model).expect("it can be counted") as f64;
        let holds = (0..100).filter(|&seed| {
            let found = estimate(&model, 400, seed).solutions.expect("some probe reaches a solution");
            assert!(found.low <= found.mean && found.mean <= found.high);
            found.low.value() * 0.999 <= exact && exact <= found.high.value() * 1.001
        });
        let holds = holds.count();
        assert!(holds >= 85, "{holds} of 100 intervals hold {exact}");
    }
}

#[test]
fn the_estimated_steps_are_those_of_a_search() {
    // No guess fails here, so that the weights stay the same and the search goes through the tree that is probed.
    let model = &models()[0];
    let request = Request { engine: exactly::EngineName::Search, ..Request::default() };
    let report = solve::Problem::new(model, &request).count(&request).expect("it can be counted");
    let steps = estimate(model, 4_000, 3).tree_steps.value();
    assert!((steps / report.steps as f64 - 1.0).abs() < 0.1, "{steps} is not {}", report.steps);
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let model = &models()[1];
    let figures = |seed| {
        let found = estimate(model, 50, seed);
        (found.solutions, found.reached, found.steps)
    };
    assert_eq!(figures(5), figures(5));
    assert_ne!(figures(5), figures(6));
}

#[test]
fn a_single_path_is_exact() {
    let board = "9.7.....6824.3......1..9..2.9...2.18...4....51325.8......687.........8.9.4.9...5.";
    let one = puzzle_of(board).state().expect("no fault").model;
    assert_eq!(estimate(&one, 10, 1).exact, Some(1));
    let none = puzzle_of("123....4........").state().expect("no fault").model;
    assert_eq!(estimate(&none, 10, 1).exact, Some(0));
    assert_eq!(estimate(&models()[0], 10, 1).exact, None);
}

#[test]
fn limits_stop_between_probes() {
    let limits = Limits { steps: Some(30), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let found = solve::estimate(&models()[0], &request, 10_000, 1).expect("it runs");
    assert_eq!(found.stopped, Some(Stop::Steps));
    assert!(found.probes > 0 && found.probes < 30 && found.steps >= 30, "{found:?}");
}
