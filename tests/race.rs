//! Past its patience `auto` runs `search` and `varisat` side by side: random 3-SAT stated as a model, which search without
//! learning finds hard, gets the answer that clause learning gives.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use exactly::constraints;
use exactly::engines::{Cancel, Limits};
use exactly::model::Model;
use exactly::primitives::IntVar;
use exactly::solve::{self, EngineName, Outcome, Request};

/// Random clauses of three literals over variables with values 0 and 1.
fn random_model(seed: u64, variables: usize, clauses: usize) -> Model {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<IntVar> = (0..variables).map(|number| model.int_var(format!("x{number}"), 0..=1)).collect();
    for _ in 0..clauses {
        let scope: Vec<IntVar> = rng.choose_multiple(vars.iter().copied(), 3);
        let wanted: Vec<i32> = scope.iter().map(|_| rng.i32(0..=1)).collect();
        let clause = constraints::some(&scope, "a clause", move |at, value| value == wanted[at]);
        model.add(clause).expect("a clause can be stated");
    }
    model
}

fn found(model: &Model, request: &Request) -> (BTreeSet<Vec<i32>>, solve::Report) {
    let mut found = BTreeSet::new();
    let report = solve::run(model, request, &mut |solution| {
        assert!(found.insert(solution.stated(&model.primitives().variables).collect()), "found twice");
        ControlFlow::Continue(())
    });
    (found, report.expect("clauses lower"))
}

#[test]
fn auto_agrees_with_clause_learning_beyond_its_patience() {
    let mut beyond = 0;
    for seed in 0..3 {
        let model = random_model(seed, 200, 920);
        let limits =
            || Limits { deadline: Some(Instant::now() + Duration::from_mins(1)), ..Limits::default() };
        let by = |engine| {
            found(&model, &Request { engine, solutions: Some(500), limits: limits(), ..Request::default() })
        };
        let (expected, learned) = by(EngineName::Varisat);
        let (got, report) = by(EngineName::Auto);
        assert_eq!(got, expected, "seed {seed}");
        assert_eq!(report.outcome, learned.outcome, "seed {seed}");
        beyond += usize::from(report.steps > 20_000);
    }
    assert!(beyond > 0, "no model took auto beyond its patience");
}

#[test]
fn limits_hold_in_the_race() {
    let model = random_model(7, 320, 1_370);
    let deadline = Instant::now() + Duration::from_millis(400);
    let limits = Limits { deadline: Some(deadline), cancel: Cancel::new(), ..Limits::default() };
    let request = Request { engine: EngineName::Auto, limits, ..Request::default() };
    let (_, report) = found(&model, &request);
    let late = Instant::now().saturating_duration_since(deadline);
    assert!(late < Duration::from_secs(3), "stopped {late:?} after its time");
    assert_ne!(report.outcome, Outcome::None, "a run that was stopped says nothing of this model");
}
