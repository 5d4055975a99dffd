//! What every SAT engine does alike: enumeration over a projection, limits, cancellation, and questions one after another.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use exactly::cnf::{Cnf, Lit, Projection, Sink};
use exactly::engines::{
    BatsatQueries, Cancel, Cores, End, Limits, Queries, Reply, Run, SatEngine, Stop, VarisatQueries,
};
use exactly::solve::EngineName;

/// The engines in this program.
fn embedded() -> Vec<Box<dyn SatEngine>> {
    EngineName::ALL.into_iter().filter_map(EngineName::sat).collect()
}

/// All of them, this test as a solver outside and those that are installed included.
fn engines() -> Vec<Box<dyn SatEngine>> {
    let mut engines = embedded();
    #[cfg(unix)]
    {
        let outside = common::outside::installed().into_iter().chain([common::outside::this_test()]);
        engines.extend(outside.map(|solver| Box::new(solver) as Box<dyn SatEngine>));
    }
    engines
}

#[cfg(unix)]
#[test]
fn acts_as_a_solver() {
    common::outside::act();
}

/// `pigeons` pigeons in one hole fewer.
fn pigeon_hole(pigeons: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let sits: Vec<Vec<Lit>> = (0..pigeons).map(|_| (1..pigeons).map(|_| cnf.new_lit()).collect()).collect();
    for pigeon in &sits {
        cnf.add_clause(pigeon);
    }
    for (number, a) in sits.iter().enumerate() {
        for b in &sits[number + 1..] {
            for (&first, &second) in a.iter().zip(b) {
                cnf.add_clause(&[!first, !second]);
            }
        }
    }
    cnf
}

fn run(engine: &dyn SatEngine, cnf: &Cnf, limits: &Limits) -> Run {
    engine.run(cnf, limits, &mut |values| {
        assert!(cnf.is_satisfied(values), "{}", engine.name());
        ControlFlow::Continue(())
    })
}

#[test]
fn they_end_on_time() {
    let cnf = pigeon_hole(13);
    for engine in engines() {
        let start = Instant::now();
        let deadline = Some(start + Duration::from_millis(200));
        let run = run(&*engine, &cnf, &Limits { deadline, ..Limits::default() });
        assert_eq!((run.end, run.stats.answers), (End::Stopped(Stop::Time), 0), "{}", engine.name());
        assert!(start.elapsed() < Duration::from_secs(2), "{}: {:?}", engine.name(), start.elapsed());
    }
}

#[test]
fn they_are_cancelled_from_another_thread() {
    let cnf = pigeon_hole(13);
    for engine in engines() {
        let cancel = Cancel::new();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let start = Instant::now();
        let run = std::thread::scope(|scope| {
            let run = scope.spawn(|| run(&*engine, &cnf, &limits));
            std::thread::sleep(Duration::from_millis(100));
            cancel.cancel();
            run.join().expect("the engine does not panic")
        });
        assert_eq!(run.end, End::Stopped(Stop::Cancelled), "{}", engine.name());
        assert!(start.elapsed() < Duration::from_secs(2), "{}: {:?}", engine.name(), start.elapsed());
    }
}

#[test]
fn they_stop_at_the_same_step_in_every_run() {
    let cnf = pigeon_hole(12);
    for engine in embedded() {
        let limits = Limits { steps: Some(50), ..Limits::default() };
        let runs = [run(&*engine, &cnf, &limits), run(&*engine, &cnf, &limits)];
        assert_eq!(runs[0], runs[1], "{}", engine.name());
        assert_eq!(runs[0].end, End::Stopped(Stop::Steps), "{}", engine.name());
        // They are asked whether to stop every few steps; the proof of varisat comes in blocks of several.
        assert!((50..100).contains(&runs[0].stats.steps), "{}: {}", engine.name(), runs[0].stats.steps);
    }
}

#[test]
fn the_limit_on_steps_is_one_for_all_answers() {
    // A step of a solver outside is a run, so that the third answer is the last.
    let cnf = three_groups(Projection::All);
    for engine in engines() {
        let all = run(&*engine, &cnf, &Limits::default());
        assert_eq!((all.end, all.stats.answers), (End::Exhausted, 54), "{}", engine.name());
        let limits = Limits { steps: Some(3), ..Limits::default() };
        let some = run(&*engine, &cnf, &limits);
        if engine.name().starts_with("external:") {
            assert_eq!((all.stats.steps, some.stats.answers), (55, 3), "{}", engine.name());
        }
        assert!(some.stats.steps <= all.stats.steps && some.stats.answers <= 54, "{}", engine.name());
    }
}

#[test]
fn the_smallest_inputs() {
    for engine in engines() {
        let outcome = |cnf: &Cnf| {
            let run = run(&*engine, cnf, &Limits::default());
            (run.end, run.stats.answers)
        };
        let name = engine.name();
        // MiniSat writes no line for the empty assignment, and clasp takes no problem without variables.
        if !name.contains("minisat") && !name.contains("clasp") {
            assert_eq!(outcome(&Cnf::new()), (End::Exhausted, 1), "{name}: no variables");
        }
        let mut free = Cnf::new();
        let lits: Vec<Lit> = (0..4).map(|_| free.new_lit()).collect();
        assert_eq!(outcome(&free), (End::Exhausted, 16), "{name}: variables in no clause");
        let mut contradiction = free.clone();
        contradiction.add_clause(&[]);
        assert_eq!(outcome(&contradiction), (End::Exhausted, 0), "{name}: the empty clause");
        free.add_clause(&[lits[0]]);
        free.add_clause(&[!lits[0]]);
        assert_eq!(outcome(&free), (End::Exhausted, 0), "{name}: two units that clash");
        let mut odd = Cnf::new();
        let x = odd.new_lit();
        odd.add_clause(&[x, !x]);
        odd.add_clause(&[x, x]);
        assert_eq!(outcome(&odd), (End::Exhausted, 1), "{name}: a tautology and a repeated literal");
        assert_eq!(outcome(&pigeon_hole(5)), (End::Exhausted, 0), "{name}");
    }
}

/// Three groups of three literals, exactly one in each, and one free helper.
fn three_groups(projection: Projection) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..3 {
        let lits: Vec<Lit> = (0..3).map(|_| cnf.new_lit()).collect();
        exactly::encodings::exactly_one(&mut cnf, &lits, exactly::encodings::AtMostOne::Auto);
    }
    cnf.new_lit();
    cnf.projection = projection;
    cnf
}

#[test]
fn each_assignment_of_the_projection_is_visited_once() {
    let cases = [
        (Projection::All, 54),
        (Projection::Shown((0..9).collect()), 27),
        (Projection::OneHot((0..9).collect()), 27),
        (Projection::Shown(vec![0, 1, 2]), 3),
        (Projection::OneHot(vec![3, 4, 5]), 3),
        (Projection::Shown(vec![0]), 2),
        (Projection::Shown(vec![9]), 2),
        (Projection::Shown(vec![]), 1),
    ];
    for (engine, (projection, expected)) in itertools::iproduct!(&engines(), cases) {
        let cnf = three_groups(projection.clone());
        let mut seen = BTreeSet::new();
        let run = engine.run(&cnf, &Limits::default(), &mut |values| {
            assert!(cnf.is_satisfied(values));
            let shown: Vec<bool> = match &projection {
                Projection::All => values.to_vec(),
                Projection::Shown(vars) | Projection::OneHot(vars) => {
                    vars.iter().map(|&var| values[var]).collect()
                }
            };
            assert!(seen.insert(shown), "an assignment of the projection was visited twice");
            ControlFlow::Continue(())
        });
        let name = engine.name();
        assert_eq!((run.end, run.stats.answers), (End::Exhausted, expected), "{name}: {projection:?}");
    }
}

#[test]
fn they_stop_when_the_visitor_says_so_and_run_afresh() {
    let cnf = three_groups(Projection::All);
    for engine in engines() {
        let mut seen = 0;
        let stopped = engine.run(&cnf, &Limits::default(), &mut |_| {
            seen += 1;
            if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stopped.end, stopped.stats.answers), (End::Stopped(Stop::Solutions), 5));
        assert_eq!(run(&*engine, &cnf, &Limits::default()).stats.answers, 54, "{}", engine.name());
    }
}

/// Random clauses of one to three literals.
fn random_cnf(rng: &mut fastrand::Rng) -> Cnf {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..rng.usize(3..=7)).map(|_| cnf.new_lit()).collect();
    for _ in 0..rng.usize(0..=3 * lits.len()) {
        cnf.add_clause(&random_lits(rng, lits.len(), 1..=3));
    }
    cnf
}

fn random_lits(
    rng: &mut fastrand::Rng,
    var_count: usize,
    count: std::ops::RangeInclusive<usize>,
) -> Vec<Lit> {
    (0..rng.usize(count)).map(|_| Lit::of(rng.usize(0..var_count), rng.bool())).collect()
}

fn has_assignment(cnf: &Cnf, assumptions: &[Lit]) -> bool {
    (0..1u32 << cnf.var_count()).any(|mask| {
        let values: Vec<bool> = (0..cnf.var_count()).map(|var| mask >> var & 1 == 1).collect();
        let hold = |lit: &Lit| values[lit.var_index()] == lit.is_positive();
        assumptions.iter().all(hold) && cnf.is_satisfied(&values)
    })
}

/// Questions, clauses and variables in random order, each reply held against brute force.
fn converse(queries: &mut dyn Queries, mut cnf: Cnf, rng: &mut fastrand::Rng) {
    for _ in 0..12 {
        if cnf.var_count() < 9 && rng.u8(0..5) == 0 {
            assert_eq!(queries.new_lit(), cnf.new_lit());
        }
        if rng.bool() {
            let clause = random_lits(rng, cnf.var_count(), 1..=4);
            queries.add_clause(&clause);
            cnf.add_clause(&clause);
        }
        let assumptions = random_lits(rng, cnf.var_count(), 0..=4);
        let expected = has_assignment(&cnf, &assumptions);
        match queries.ask(&assumptions, &Limits::default()) {
            Reply::Found(values) => {
                assert_eq!(values.len(), cnf.var_count());
                assert!(cnf.is_satisfied(&values), "{cnf:?}");
                assert!(assumptions.iter().all(|lit| values[lit.var_index()] == lit.is_positive()));
            }
            Reply::None => assert!(!expected, "{cnf:?} under {assumptions:?}"),
            Reply::Stopped(stop) => panic!("{stop}: {cnf:?} under {assumptions:?}"),
        }
    }
}

#[test]
fn questions_one_after_another_are_right() {
    for engine in engines() {
        let rounds = if engine.name().starts_with("external:") { 4 } else { 1_000 };
        for seed in 0..rounds {
            let mut rng = fastrand::Rng::with_seed(seed);
            let cnf = random_cnf(&mut rng);
            converse(&mut *engine.queries(&cnf), cnf, &mut rng);
        }
    }
}

/// The core of each refutation is a part of the assumptions that cannot hold.
fn cores_are_right<Q: Cores>(name: &str, new: impl Fn(&Cnf) -> Q) {
    let mut proper = 0;
    for seed in 0..1_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut cnf = random_cnf(&mut rng);
        let mut queries = new(&cnf);
        for _ in 0..8 {
            let assumptions = random_lits(&mut rng, cnf.var_count(), 0..=6);
            let reply = queries.ask(&assumptions, &Limits::default());
            let core = queries.core();
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{name}, seed {seed}: {core:?}");
            assert_eq!(queries.core(), core, "{name}, seed {seed}: asked again");
            if reply == Reply::None {
                assert!(!has_assignment(&cnf, &core), "{name}, seed {seed}: {core:?} of {assumptions:?}");
                proper += usize::from(core.len() < assumptions.len());
            } else {
                assert!(core.is_empty(), "{name}, seed {seed}");
            }
            let clause = random_lits(&mut rng, cnf.var_count(), 1..=4);
            queries.add_clause(&clause);
            cnf.add_clause(&clause);
        }
    }
    assert!(proper > 500, "{name}: only {proper} cores leave an assumption out");
}

#[test]
fn cores_are_assumptions_that_cannot_hold() {
    cores_are_right("varisat", VarisatQueries::new);
    cores_are_right("batsat", BatsatQueries::new);
    #[cfg(feature = "cadical")]
    cores_are_right("cadical", exactly::engines::CadicalQueries::new);
}

#[test]
fn those_that_resume_go_on_after_a_limit() {
    let cnf = pigeon_hole(7);
    let few = Limits { steps: Some(20), ..Limits::default() };
    for engine in embedded() {
        let name = engine.name();
        let mut queries = engine.queries(&cnf);
        assert_eq!(queries.ask(&[], &few), Reply::Stopped(Stop::Steps), "{name}");
        let expected = if queries.resumes() { Reply::None } else { Reply::Stopped(Stop::Steps) };
        assert_eq!(queries.ask(&[], &Limits::default()), expected, "{name}");
        assert_eq!(queries.resumes(), name != "varisat", "{name}");
    }
}

#[test]
fn the_limits_of_a_question_are_its_own() {
    for engine in embedded() {
        let mut queries = engine.queries(&pigeon_hole(6));
        let guard = queries.new_lit();
        let limits = Limits { steps: Some(5_000), ..Limits::default() };
        assert_eq!(queries.ask(&[guard], &limits), Reply::None);
        let so_far = queries.steps();
        let none = Limits { steps: Some(0), ..Limits::default() };
        assert_eq!(queries.ask(&[], &none), Reply::Stopped(Stop::Steps), "{}", engine.name());
        assert_eq!(queries.ask(&[!guard], &limits), Reply::None, "{}", engine.name());
        assert!(so_far <= queries.steps() && so_far < 5_000, "{}", engine.name());
    }
}
