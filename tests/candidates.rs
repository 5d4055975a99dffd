//! True candidates against all solutions, on every engine, within limits.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

use common::{puzzle_of, request};
use exactly::engines::{Cancel, End, Limits, Stop};
use exactly::solve::{self, Candidates, EngineName, Outcome, Verdict};
use exactly::{IntVar, Model, Request, constraints};

/// The values that occur in a solution, by enumeration.
fn enumerated(model: &Model) -> BTreeSet<(IntVar, i32)> {
    let vars: Vec<IntVar> = model.primitives().variables.iter().collect();
    let mut seen = BTreeSet::new();
    let report = solve::run(model, &request(EngineName::Search, None), &mut |solution| {
        seen.extend(vars.iter().map(|&var| (var, solution.value(var))));
        ControlFlow::Continue(())
    });
    assert!(report.expect("the model can be run").is_complete());
    seen
}

/// Holds a survey against all solutions; every verdict has to be known.
#[track_caller]
fn compare(model: &Model, engine: EngineName) -> Candidates {
    let mut last = 0;
    let found = solve::candidates(model, &request(engine, None), &mut |progress| {
        assert!(progress.known >= last && progress.known <= progress.total);
        last = progress.known;
    });
    let found = found.expect("the model can be run");
    let expected = enumerated(model);
    let variables = &model.primitives().variables;
    for var in variables.iter().filter(|&var| !variables.is_auxiliary(var)) {
        for choice in variables.choices(var) {
            let value = variables.value(choice);
            let is_in = expected.contains(&(var, value));
            let verdict = if is_in { Verdict::Possible } else { Verdict::Impossible };
            assert_eq!(found.verdict(choice), verdict, "{engine}: {}", model.choice_name(choice));
            assert_eq!(found.witness(choice).map(|solution| solution.value(var)), is_in.then_some(value));
        }
    }
    for solution in found.solutions() {
        model.check(solution).expect("each solution was checked");
    }
    let outcome =
        if expected.is_empty() { Outcome::None } else { Outcome::Solutions { end: End::Exhausted } };
    assert_eq!(found.outcome, outcome, "{engine}");
    found
}

#[test]
fn candidates_are_what_occurs_in_solutions() {
    let mut random = fastrand::Rng::with_seed(7);
    let solution = "1234341221434321".as_bytes();
    for round in 0..40 {
        let given = |cell: usize, random: &mut fastrand::Rng| {
            // Some boards get a digit of another solution, and often have none then.
            let digit = if random.u32(0..40) == 0 { b'1' + random.u8(0..4) } else { solution[cell] };
            if random.u32(0..16) < round % 8 { char::from(digit) } else { '.' }
        };
        let text: String = (0..16).map(|cell| given(cell, &mut random)).collect();
        let Ok(statement) = puzzle_of(&text).state() else { continue };
        for engine in EngineName::ALL {
            compare(&statement.model, engine);
        }
    }
}

#[test]
fn constraints_with_variables_of_their_own() {
    for gap in 1..6 {
        let mut model = Model::new();
        let vars: Vec<IntVar> = (0..4).map(|i| model.int_var(format!("x{i}"), 1..=6)).collect();
        model.add(constraints::all_different(&vars)).expect("it can be stated");
        let sum = |cells: &[IntVar], sum| constraints::cage(cells, Some(sum), "a cage");
        let parts: Vec<Box<dyn exactly::Constraint>> =
            vec![Box::new(sum(&vars[..2], gap + 2)), Box::new(sum(&vars[1..], gap + 6))];
        model.add(constraints::any_of(parts)).expect("it can be stated");
        for engine in EngineName::ALL {
            compare(&model, engine);
        }
    }
}

#[test]
fn no_solution_is_an_outcome() {
    let mut model = Model::new();
    let pigeons: Vec<IntVar> = (0..6).map(|i| model.int_var(format!("pigeon {i}"), 1..=5)).collect();
    for (at, &a) in pigeons.iter().enumerate() {
        for &b in &pigeons[at + 1..] {
            model.add(constraints::all_different(&[a, b])).expect("it can be stated");
        }
    }
    for engine in EngineName::ALL {
        let found = compare(&model, engine);
        assert_eq!((found.count(Verdict::Impossible), found.count(Verdict::Possible)), (30, 0));
    }
    let found = solve::candidates(&Model::new(), &Request::default(), &mut |_| {}).expect("it runs");
    assert_eq!(found.outcome, Outcome::Solutions { end: End::Exhausted }, "the empty solution");
}

#[test]
fn a_board_with_very_many_solutions_needs_few() {
    let statement = puzzle_of(&".".repeat(81)).state().expect("an empty board has no fault");
    for engine in [EngineName::Auto, EngineName::Search, EngineName::Varisat] {
        let found = solve::candidates(&statement.model, &request(engine, None), &mut |_| {});
        let found = found.expect("the model can be run");
        assert_eq!(found.count(Verdict::Possible), 729, "{engine}");
        assert!(found.solutions().len() < 730, "{engine}: each solution shows something new");
    }
}

#[test]
fn limits_leave_the_rest_unknown() {
    let board = "1..............2..........3............4................5........................";
    let statement = puzzle_of(board).state().expect("no two givens clash");
    for engine in EngineName::ALL {
        let all = solve::candidates(&statement.model, &request(engine, None), &mut |_| {}).expect("it runs");
        for steps in [0, 1, 30, 100, 150] {
            let limits = Limits { steps: Some(steps), ..Limits::default() };
            let request = Request { engine, limits, ..Request::default() };
            let found = solve::candidates(&statement.model, &request, &mut |_| {}).expect("it runs");
            for var in statement.model.primitives().variables.iter() {
                for choice in statement.model.primitives().variables.choices(var) {
                    let verdict = found.verdict(choice);
                    assert!(
                        verdict == Verdict::Unknown || verdict == all.verdict(choice),
                        "{engine} {steps}"
                    );
                }
            }
            let is_known = found.count(Verdict::Unknown) == 0;
            assert_eq!(found.stopped(), (!is_known).then_some(Stop::Steps), "{engine} {steps}");
        }
        let cancel = Cancel::new();
        cancel.cancel();
        let late = [
            (Limits { deadline: Some(Instant::now()), ..Limits::default() }, Stop::Time),
            (Limits { cancel, ..Limits::default() }, Stop::Cancelled),
        ];
        for (limits, stop) in late {
            let request = Request { engine, limits, ..Request::default() };
            let found = solve::candidates(&statement.model, &request, &mut |_| {}).expect("it runs");
            assert_eq!(found.outcome, Outcome::Unknown(stop), "{engine}");
        }
    }
}
