//! The engine `dlx` with each hazard of the crate behind it, and what all engines share: limits, cancellation, enumeration.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use exactly::cover::{Cover, CoverError, ItemKind};
use exactly::engines::{Cancel, Dlx, End, Engine, Limits, Run, Stop};
use exactly::puzzles::{Board, Puzzle};
use exactly::solve::{self, EngineName, Request};

/// Every answer of a cover in ascending option numbers, each seen once.
fn covers(cover: &Cover) -> BTreeSet<Vec<usize>> {
    let mut found = BTreeSet::new();
    let run = Dlx.run(cover, &Limits::default(), &mut |options| {
        let mut options = options.to_vec();
        options.sort_unstable();
        assert!(found.insert(options.clone()), "{options:?} was found twice");
        ControlFlow::Continue(())
    });
    assert_eq!(run.end, End::Exhausted);
    assert_eq!(run.stats.answers as usize, found.len());
    found
}

/// Every subset of the options that are about some primary item, judged by the definition.
fn covers_by_brute_force(cover: &Cover) -> BTreeSet<Vec<usize>> {
    let usable: Vec<usize> = (0..cover.option_count())
        .filter(|&option| {
            let entries = &cover.options()[option].entries;
            entries.iter().any(|&(item, _)| cover.kind(item) != ItemKind::Secondary)
        })
        .collect();
    let subset = |mask: u32| -> Vec<usize> {
        usable.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, &option)| option).collect()
    };
    (0..1u32 << usable.len()).map(subset).filter(|chosen| is_cover(cover, chosen)).collect()
}

fn is_cover(cover: &Cover, chosen: &[usize]) -> bool {
    (0..cover.item_count() as u32).all(|item| {
        let entries = chosen.iter().flat_map(|&option| &cover.options()[option].entries);
        let colours: Vec<Option<u32>> =
            entries.filter(|entry| entry.0 == item).map(|entry| entry.1).collect();
        match cover.kind(item) {
            ItemKind::Primary { low, high } => (low as usize..=high as usize).contains(&colours.len()),
            ItemKind::Secondary => {
                colours.len() <= 1 || (colours[0].is_some() && colours.iter().all(|c| *c == colours[0]))
            }
        }
    })
}

fn empty_solution() -> BTreeSet<Vec<usize>> {
    BTreeSet::from([Vec::new()])
}

#[test]
fn a_cover_without_items_has_the_empty_solution() {
    assert_eq!(covers(&Cover::new()), empty_solution());
}

#[test]
fn a_cover_without_primary_items_has_the_empty_solution() -> Result<(), CoverError> {
    let mut cover = Cover::new();
    let s = cover.add_secondary("s");
    assert_eq!(covers(&cover), empty_solution());
    cover.add_option(&[(s, None)])?;
    cover.add_option(&[])?;
    assert_eq!(covers(&cover), empty_solution());
    Ok(())
}

#[test]
fn a_cover_without_options_has_no_solution_unless_nothing_is_asked_for() -> Result<(), CoverError> {
    let mut cover = Cover::new();
    cover.add_bounded("at most twice", 0, 2)?;
    assert_eq!(covers(&cover), empty_solution());
    cover.add_primary("a");
    assert_eq!(covers(&cover), BTreeSet::new());
    Ok(())
}

#[test]
fn an_item_without_options_leaves_no_solution() -> Result<(), CoverError> {
    let mut cover = Cover::new();
    let a = cover.add_primary("a");
    cover.add_primary("b");
    cover.add_option(&[(a, None)])?;
    assert_eq!(covers(&cover), BTreeSet::new());
    Ok(())
}

#[test]
fn options_without_primary_items_keep_the_numbers() -> Result<(), CoverError> {
    let mut cover = Cover::new();
    let s = cover.add_secondary("s");
    let a = cover.add_primary("a");
    cover.add_option(&[(s, None)])?;
    cover.add_option(&[])?;
    cover.add_option(&[(s, Some(3))])?;
    assert_eq!(covers(&cover), BTreeSet::new(), "only options that are never taken");
    let wanted = cover.add_option(&[(a, None), (s, None)])?;
    assert_eq!(wanted, 3);
    assert_eq!(covers(&cover), BTreeSet::from([vec![3]]));
    Ok(())
}

#[test]
fn a_repeated_or_unknown_item_never_reaches_the_engine() {
    let mut cover = Cover::new();
    let a = cover.add_primary("a");
    let s = cover.add_secondary("s");
    let refused: [&[(u32, Option<u32>)]; 5] = [
        &[(a, None), (a, None)],
        &[(s, None), (s, None)],
        &[(a, None), (s, Some(1)), (s, Some(2))],
        &[(2, None)],
        &[(a, Some(0))],
    ];
    for entries in refused {
        assert!(cover.add_option(entries).is_err(), "{entries:?}");
    }
    assert_eq!(covers(&cover), BTreeSet::new());
}

#[test]
fn bounds_that_no_count_meets_are_refused() {
    let mut cover = Cover::new();
    for (low, high) in [(0, 0), (3, 2), (1, 0)] {
        let error = cover.add_bounded("b", low, high).expect_err("no count meets these");
        assert_eq!(error, CoverError::Bounds { item: "b".into(), low, high });
    }
    assert_eq!(cover.item_count(), 0);
}

#[test]
fn the_end_is_the_end() -> Result<(), CoverError> {
    // The perfect matchings of K4: the crate starts again when it is asked for a fourth.
    let mut cover = Cover::new();
    let items: Vec<u32> = (0..4).map(|i| cover.add_primary(i.to_string())).collect();
    for a in 0..4 {
        for b in a + 1..4 {
            cover.add_option(&[(items[a], None), (items[b], None)])?;
        }
    }
    for _ in 0..3 {
        assert_eq!(covers(&cover), BTreeSet::from([vec![0, 5], vec![1, 4], vec![2, 3]]));
    }
    Ok(())
}

fn domino_cover(rows: usize, columns: usize) -> Cover {
    let mut cover = Cover::new();
    let cells: Vec<u32> = (0..rows * columns).map(|cell| cover.add_primary(cell.to_string())).collect();
    for row in 0..rows {
        for column in 0..columns {
            let cell = cells[row * columns + column];
            if column + 1 < columns {
                cover.add_option(&[(cell, None), (cell + 1, None)]).expect("two cells");
            }
            if row + 1 < rows {
                cover.add_option(&[(cell, None), (cell + columns as u32, None)]).expect("two cells");
            }
        }
    }
    cover
}

fn count_covers(cover: &Cover, limits: &Limits) -> Run {
    Dlx.run(cover, limits, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn a_run_after_a_stopped_one_is_right() {
    let cover = domino_cover(4, 5);
    let whole = count_covers(&cover, &Limits::default());
    assert_eq!((whole.end, whole.stats.answers), (End::Exhausted, 95));
    for steps in [0, 1, 7, whole.stats.steps / 2] {
        let stopped = count_covers(&cover, &Limits { steps: Some(steps), ..Limits::default() });
        assert_eq!((stopped.end, stopped.stats.steps), (End::Stopped(Stop::Steps), steps));
        assert_eq!(count_covers(&cover, &Limits::default()), whole);
    }
    let mut seen = 0;
    let broken = Dlx.run(&cover, &Limits::default(), &mut |_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((broken.end, broken.stats.answers, seen), (End::Stopped(Stop::Solutions), 10, 10));
    assert_eq!(count_covers(&cover, &Limits::default()), whole);
}

#[test]
fn the_step_limit_is_deterministic() {
    let cover = domino_cover(6, 6);
    let limits = Limits { steps: Some(5_000), ..Limits::default() };
    let runs = [count_covers(&cover, &limits), count_covers(&cover, &limits)];
    assert_eq!(runs[0], runs[1]);
    assert_eq!((runs[0].end, runs[0].stats.steps), (End::Stopped(Stop::Steps), 5_000));
    assert!(runs[0].stats.answers > 0);
}

#[test]
fn time_and_cancellation_end_a_search_without_answers() {
    // Two opposite corners are missing: no tiling, and a search that takes very long.
    let mut cover = domino_cover(12, 12);
    let corner = cover.add_primary("the missing corners");
    cover.add_option(&[(0, None), (143, None), (corner, None)]).expect("three items");
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(100));
    let run = count_covers(&cover, &Limits { deadline, ..Limits::default() });
    assert_eq!((run.end, run.stats.answers), (End::Stopped(Stop::Time), 0));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());

    let cancel = Cancel::new();
    let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
    let run = std::thread::scope(|scope| {
        let run = scope.spawn(|| count_covers(&cover, &limits));
        std::thread::sleep(Duration::from_millis(50));
        cancel.cancel();
        run.join().expect("the engine does not panic")
    });
    assert_eq!(run.end, End::Stopped(Stop::Cancelled));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn a_panic_of_the_visitor_is_passed_on() {
    let cover = domino_cover(2, 2);
    let caught = std::panic::catch_unwind(|| {
        Dlx.run(&cover, &Limits::default(), &mut |_| std::panic::resume_unwind(Box::new("mine")))
    });
    let payload = caught.expect_err("the visitor panics");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"mine"));
}

#[test]
fn colours() -> Result<(), CoverError> {
    // Knuth's example: two covers of p, q, r need the same colour on x and y; only one is there.
    let mut cover = Cover::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| cover.add_primary(name));
    let [left, right] = ["x", "y"].map(|name| cover.add_secondary(name));
    let [red, green, blue] = [0, 1, 2].map(Some);
    cover.add_option(&[(p, None), (q, None), (left, None), (right, red)])?;
    cover.add_option(&[(p, None), (r, None), (left, red), (right, None)])?;
    cover.add_option(&[(p, None), (left, green)])?;
    cover.add_option(&[(q, None), (left, red)])?;
    cover.add_option(&[(r, None), (right, green)])?;
    assert_eq!(covers(&cover), BTreeSet::from([vec![1, 3]]));
    cover.add_option(&[(q, None), (left, green), (right, blue)])?;
    cover.add_option(&[(r, None), (left, green), (right, blue)])?;
    assert_eq!(covers(&cover), BTreeSet::from([vec![1, 3], vec![2, 5, 6]]));
    Ok(())
}

/// A random small cover: items in mixed order, with bounds, colours, or both.
fn random_cover(seed: u64) -> Cover {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (bounded, coloured) = (rng.bool(), rng.bool());
    let mut cover = Cover::new();
    for item in 0..rng.usize(1..=6) {
        let name = item.to_string();
        match rng.u8(0..4) {
            0 => {
                cover.add_secondary(name);
            }
            1 | 2 if bounded => {
                let low = rng.u32(0..=2);
                cover.add_bounded(name, low, rng.u32(low.max(1)..=3)).expect("bounds in order");
            }
            _ => {
                cover.add_primary(name);
            }
        }
    }
    for _ in 0..rng.usize(0..=9) {
        let mut entries = Vec::new();
        for item in 0..cover.item_count() as u32 {
            if rng.u8(0..5) < 2 {
                let colour = coloured && cover.kind(item) == ItemKind::Secondary && rng.u8(0..4) > 0;
                entries.push((item, colour.then(|| rng.u32(0..2))));
            }
        }
        rng.shuffle(&mut entries);
        cover.add_option(&entries).expect("distinct items, colours on secondary ones");
    }
    cover
}

#[test]
fn random_covers_against_brute_force() {
    let mut solutions = 0;
    for seed in 0..6_000 {
        let cover = random_cover(seed);
        let expected = covers_by_brute_force(&cover);
        assert!(expected.iter().all(|chosen| cover.is_solution(chosen)), "seed {seed}");
        assert_eq!(covers(&cover), expected, "seed {seed}: {cover:#?}");
        solutions += expected.len();
    }
    assert!(solutions > 6_000, "only {solutions} solutions: too few to mean something");
}

#[test]
fn every_engine_enumerates_the_288_grids_of_4x4() {
    let puzzle = Puzzle::new(Board::usual(4).expect("a usual size"));
    let mut all = Vec::new();
    for engine in EngineName::ALL {
        let found = common::run(&puzzle, &Request { engine, ..Request::default() }).expect("no fault");
        assert!(found.is_complete());
        let grids: BTreeSet<Vec<i32>> = found.solutions.iter().cloned().collect();
        assert_eq!((found.solutions.len(), grids.len()), (288, 288), "{engine}");
        all.push(grids);
    }
    assert!(all.iter().all(|grids| *grids == all[0]));
}

#[test]
fn an_iterator_that_is_dropped_stops_its_thread() {
    let statement = Puzzle::new(Board::usual(9).expect("a usual size")).state().expect("no fault");
    let model = Arc::new(statement.model);
    for engine in EngineName::ALL {
        let mut solutions = solve::solutions(Arc::clone(&model), Request { engine, ..Request::default() });
        for _ in 0..3 {
            solutions.next().expect("an empty board has many solutions").expect("and they are right");
        }
        drop(solutions);
        // The thread owns a clone of the model until it ends.
        let start = Instant::now();
        while Arc::strong_count(&model) > 1 {
            assert!(start.elapsed() < Duration::from_secs(10), "{engine}: the thread goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn an_iterator_that_is_dropped_before_its_first_solution_stops_its_thread() {
    // Twelve variables with eleven values, all different: no solution, and a search that takes very long.
    let mut model = exactly::Model::new();
    let vars: Vec<_> = (0..12).map(|i| model.int_var(format!("x{i}"), 1..=11)).collect();
    model.add(exactly::constraints::all_different(&vars)).expect("a short scope");
    let model = Arc::new(model);
    for engine in
        EngineName::ALL.into_iter().filter(|&engine| engine == EngineName::Dlx || engine.sat().is_some())
    {
        let solutions = solve::solutions(Arc::clone(&model), Request { engine, ..Request::default() });
        std::thread::sleep(Duration::from_millis(20));
        drop(solutions);
        let start = Instant::now();
        while Arc::strong_count(&model) > 1 {
            assert!(start.elapsed() < Duration::from_secs(10), "{engine}: the thread goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
