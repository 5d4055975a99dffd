//! Runs that are left every few steps and go on find the same solutions in the same order as one run.

use std::ops::ControlFlow;

use super::{Bits, Kernel, Plan, tallies};
use crate::cover::{Cover, random_cover};
use crate::engines::covers::{Branch, Next, Place, PlaceError};
use crate::engines::{CoverSearch, End, Limits, Run, Stats, Stop, Visited};

type Maker = for<'p> fn(&'p Plan) -> Box<dyn Kernel + 'p>;

const BITS: Maker = |plan| Box::new(Bits::new(&plan.instance));
const TALLIES: Maker = |plan| tallies::kernel(&plan.instance);

/// Runs from a place, left after so many steps or at each solution where there are none.
fn part(
    plan: &Plan,
    kernel: Maker,
    place: &Place,
    steps: Option<u64>,
    found: &mut Vec<Vec<usize>>,
) -> (Run, Place) {
    let limits = Limits { steps, ..Limits::default() };
    let mut visit = |options: &[usize]| {
        found.push(options.to_vec());
        if steps.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    plan.run_from(&mut *kernel(plan), place, &limits, Visited::ALL, &mut visit, &mut |_| ())
        .expect("its own place")
}

/// Runs to the end in parts; the place goes through text each time.
fn in_parts(plan: &Plan, kernel: Maker, steps: Option<u64>) -> (Stats, Vec<Vec<usize>>) {
    let (mut place, mut total, mut found) = (Place::default(), Stats::default(), Vec::new());
    while !place.is_done() {
        let (run, next) = part(plan, kernel, &place, steps, &mut found);
        total.steps += run.stats.steps;
        total.answers += run.stats.answers;
        assert_eq!(run.end == End::Exhausted, next.is_done());
        let text = serde_json::to_string(&next).expect("places are text");
        place = serde_json::from_str(&text).expect("what was written is read");
        assert_eq!(place, next);
    }
    (total, found)
}

#[test]
fn parts_find_what_one_run_finds() {
    let mut left = 0;
    for round in 0..1_500 {
        let cover = random_cover(round);
        let plan = Plan::of(&cover).expect("a small cover");
        for kernel in if plan.instance.has_bounds() { vec![BITS] } else { vec![BITS, TALLIES] } {
            let whole = in_parts(&plan, kernel, Some(u64::MAX));
            for steps in [Some(1), Some(2), Some(3), Some(5), Some(11), None] {
                let parts = in_parts(&plan, kernel, steps);
                assert_eq!(parts, whole, "every {steps:?} steps of {cover:?}");
            }
            left += usize::from(whole.0.steps > 5 && whole.0.answers > 1);
        }
    }
    assert!(left > 150, "only {left} searches were left with something to find");
}

#[test]
fn bits_go_on_where_tallies_stopped() {
    let cover = queens(6);
    let plan = Plan::of(&cover).expect("a small cover");
    let whole = in_parts(&plan, TALLIES, Some(u64::MAX));
    for steps in 1..whole.0.steps {
        let mut found = Vec::new();
        let (_, place) = part(&plan, TALLIES, &Place::default(), Some(steps), &mut found);
        let (_, place) = part(&plan, BITS, &place, Some(u64::MAX), &mut found);
        assert!(place.is_done() && found == whole.1, "after {steps} steps");
    }
}

/// Queens on a board: rows and columns are covered, diagonals at most once.
fn queens(size: u32) -> Cover {
    let mut cover = Cover::new();
    let lines: Vec<u32> = (0..2 * size).map(|line| cover.add_primary(line.to_string())).collect();
    let diagonals: Vec<u32> = (0..4 * size).map(|line| cover.add_secondary(format!("d{line}"))).collect();
    for at in 0..size * size {
        let (row, column) = (at / size, at % size);
        let cells = [lines[row as usize], lines[(size + column) as usize]];
        let both = [diagonals[(row + column) as usize], diagonals[(3 * size + row - column) as usize]];
        let entries: Vec<_> = cells.into_iter().chain(both).map(|item| (item, None)).collect();
        cover.add_option(&entries).expect("valid");
    }
    cover
}

/// The fractions after each step of a run by bits.
fn fractions(plan: &Plan) -> Vec<f64> {
    let (mut place, mut seen) = (Place::default(), Vec::new());
    loop {
        (_, place) = part(plan, BITS, &place, Some(1), &mut Vec::new());
        if place.is_done() {
            seen.push(1.0);
            return seen;
        }
        let mut kernel = BITS(plan);
        plan.follow(&mut *kernel, &place).expect("its own place");
        let look = super::Look { kernel: &*kernel, plan, next: place.next, stats: Stats::default() };
        assert_eq!((look.place(), look.depth()), (place.clone(), place.branches.len()));
        seen.push(look.fraction());
    }
}

#[test]
fn the_fraction_done_grows_to_one() {
    for round in 0..300 {
        let cover = random_cover(round);
        let plan = Plan::of(&cover).expect("a small cover");
        let seen = fractions(&plan);
        assert!(seen.iter().all(|part| (0.0..1.0 + 1e-9).contains(part)), "{seen:?} of {cover:?}");
        assert!(seen.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{seen:?} of {cover:?}");
    }
    // Three items of two options each: a step is a node of the full binary tree.
    let mut cover = Cover::new();
    for item in 0..3 {
        let item = cover.add_primary(item.to_string());
        cover.add_option(&[(item, None)]).expect("valid");
        cover.add_option(&[(item, None)]).expect("valid");
    }
    let seen = fractions(&Plan::of(&cover).expect("a small cover"));
    let eighths: Vec<f64> = seen.iter().map(|part| part * 8.0).collect();
    assert_eq!(eighths, [0.0, 0.0, 1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 4.0, 5.0, 6.0, 6.0, 7.0, 8.0]);
}

#[test]
fn both_kernels_tell_the_same_place_and_fraction() {
    let cover = queens(6);
    let plan = Plan::of(&cover).expect("a small cover");
    let told = |kernel: Maker, place: &Place| {
        let mut kernel = kernel(&plan);
        plan.follow(&mut *kernel, place).expect("a place of the search");
        let look = super::Look { kernel: &*kernel, plan: &plan, next: place.next, stats: Stats::default() };
        (look.place(), look.fraction(), look.depth())
    };
    let mut place = Place::default();
    while !place.is_done() {
        assert_eq!(told(BITS, &place), told(TALLIES, &place));
        (_, place) = part(&plan, TALLIES, &place, Some(3), &mut Vec::new());
    }
}

#[test]
fn wrong_places_are_refused() {
    let cover = queens(4);
    let refused = |place: Place| {
        let run = CoverSearch.run_from(
            &cover,
            &place,
            &Limits::default(),
            Visited::ALL,
            &mut |_| ControlFlow::Continue(()),
            &mut |_| (),
        );
        run.expect_err("a wrong place").to_string()
    };
    let at = |next, branches: &[(u32, Option<usize>)]| Place {
        next,
        branches: branches.iter().copied().map(Branch::from).collect(),
    };
    for (place, message) in [
        (at(Next::Try, &[]), "its path of 0 branches does not end where `try` says"),
        (at(Next::Start, &[(0, Some(0))]), "its path of 1 branches does not end where `start` says"),
        (at(Next::Done, &[(0, Some(0))]), "its path of 1 branches does not end where `done` says"),
        (at(Next::After, &[(0, Some(0))]), "its path of 1 branches does not end where `after` says"),
        (at(Next::After, &[]), "its path of 0 branches does not end where `after` says"),
        (
            at(Next::Try, &[(1, Some(4))]),
            "branch 1 of its path (item 1, option 4) is none of this cover's search",
        ),
        (
            at(Next::Try, &[(0, Some(9))]),
            "branch 1 of its path (item 0, option 9) is none of this cover's search",
        ),
        (
            at(Next::Try, &[(0, None)]),
            "branch 1 of its path (item 0, option none) is none of this cover's search",
        ),
        (
            at(Next::Try, &[(0, Some(1)), (77, Some(0))]),
            "branch 2 of its path (item 77, option 0) is none of this cover's search",
        ),
    ] {
        assert_eq!(refused(place), message);
    }
}

#[test]
fn large_covers_with_multiplicities_are_refused() {
    let mut cover = Cover::new();
    let item = cover.add_bounded("a", 1, 2).expect("bounds in order");
    for _ in 0..20_000 {
        cover.add_option(&[(item, None)]).expect("valid");
    }
    assert_eq!(Plan::of(&cover).err(), Some(PlaceError::TooLarge { options: 20_000 }));
}

#[test]
fn looks_change_nothing_and_limits_hold() {
    let cover = queens(8);
    let (mut looks, mut count) = (0, 0);
    let mut run = |limits: &Limits, place: &Place| {
        CoverSearch
            .run_from(
                &cover,
                place,
                limits,
                Visited::ALL,
                &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                },
                &mut |look| {
                    looks += 1;
                    assert!(look.place().next == Next::Try);
                },
            )
            .expect("a place of the search")
    };
    let (all, place) = run(&Limits::default(), &Place::default());
    assert_eq!((all.end, place.is_done()), (End::Exhausted, true));
    let (some, place) = run(&Limits { steps: Some(1_100), ..Limits::default() }, &Place::default());
    assert_eq!((some.end, some.stats.steps), (End::Stopped(Stop::Steps), 1_100));
    let (rest, _) = run(&Limits::default(), &place);
    assert_eq!(some.stats.steps + rest.stats.steps, all.stats.steps);
    assert_eq!((count, looks >= 2), (184, true));
}
