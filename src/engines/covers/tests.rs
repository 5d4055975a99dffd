//! Both kernels against all subsets of the options, on random covers.

use std::ops::ControlFlow;

use super::instance::Instance;
use super::memo::Counts;
use super::trial::fold_after;
use super::{CoverSearch, MemoCount, Visited, Watch, bits, tallies};
use crate::cover::{Colour, Cover, random_cover};
use crate::engines::{CheapestCovers, Dlx, End, Engine, Limits, Stats, Stop};

/// The solutions by trying every subset of the options that cover a primary item.
pub(super) fn all_subsets(cover: &Cover) -> Vec<Vec<usize>> {
    let usable: Vec<usize> = (0..cover.option_count())
        .filter(|&option| cover.options()[option].entries.iter().any(|&(item, _)| cover.is_primary(item)))
        .collect();
    let subset = |set: u32| -> Vec<usize> {
        (0..usable.len()).filter(|at| set >> at & 1 == 1).map(|at| usable[at]).collect()
    };
    let mut found: Vec<Vec<usize>> =
        (0..1u32 << usable.len()).map(subset).filter(|chosen| cover.is_solution(chosen)).collect();
    found.sort();
    found
}

fn by_kernel(
    cover: &Cover,
    run: impl FnOnce(&Instance, &mut Watch<'_>) -> ControlFlow<Stop>,
) -> Vec<Vec<usize>> {
    let instance = Instance::of(cover);
    let mut found = Vec::new();
    let mut visit = |answer: &[usize]| {
        let mut answer = answer.to_vec();
        answer.sort_unstable();
        found.push(answer);
        ControlFlow::Continue(())
    };
    let (limits, mut stats) = (Limits::default(), Stats::default());
    let mut watch = Watch {
        instance: &instance,
        limits: &limits,
        stats: &mut stats,
        visited: Visited::ALL,
        next: 1,
        visit: &mut visit,
        answer: Vec::new(),
    };
    assert!(run(&instance, &mut watch).is_continue());
    found.sort();
    found
}

#[test]
fn kernels_find_every_solution_once() {
    let mut solvable = 0;
    for round in 0..4_000 {
        let cover = random_cover(round);
        let expected = all_subsets(&cover);
        solvable += usize::from(expected.len() > 1);
        let bits = by_kernel(&cover, bits::run);
        assert_eq!(bits, expected, "bits on {cover:?}");
        if !Instance::of(&cover).has_bounds() {
            for is_weighted in [false, true] {
                let small = by_kernel(&cover, |all, watch| tallies::run_as::<u8>(all, is_weighted, watch));
                let large = by_kernel(&cover, |all, watch| tallies::run_as::<u32>(all, is_weighted, watch));
                assert_eq!((&small, &large), (&expected, &expected), "tallies on {cover:?}");
            }
        }
        let (count, run) = MemoCount.count(&cover, &Limits::default());
        assert_eq!((count, run.end), (expected.len().into(), End::Exhausted), "memo on {cover:?}");
        let mut linked = Vec::new();
        Dlx.run(&cover, &Limits::default(), &mut |answer| {
            linked.push(answer.to_vec());
            ControlFlow::Continue(())
        });
        for answer in &mut linked {
            answer.sort_unstable();
        }
        linked.sort();
        assert_eq!(linked, expected, "dlx on {cover:?}");
    }
    assert!(solvable > 200, "only {solvable} covers with several solutions");
}

/// Pairs 2k, 2k + 1 of `levels` items, each pair covered together or apart.
fn ladder(levels: u32) -> Cover {
    let mut cover = Cover::new();
    for item in 0..2 * levels {
        cover.add_primary(item.to_string());
    }
    for level in 0..levels {
        cover.add_option(&[(2 * level, None), (2 * level + 1, None)]).expect("valid");
        cover.add_option(&[(2 * level, None)]).expect("valid");
        cover.add_option(&[(2 * level + 1, None)]).expect("valid");
    }
    cover
}

#[test]
fn depth_is_no_matter() {
    let mut longest = 0;
    let run = CoverSearch.run(&ladder(10_000), &Limits::default(), &mut |answer| {
        longest = longest.max(answer.len());
        if longest > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(run.end, End::Stopped(Stop::Solutions));
    let mut count = 0u32;
    CoverSearch.run(&ladder(10), &Limits::default(), &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(count, 1 << 10);
}

#[test]
fn a_sample_is_visited_and_all_are_counted() {
    let mut visited = Vec::new();
    let sample = Visited { first: 5, every: 100 };
    let mut number = 0;
    let run = CoverSearch.count(&ladder(10), &Limits::default(), sample, &mut |answer| {
        visited.push(answer.to_vec());
        ControlFlow::Continue(())
    });
    let mut expected = Vec::new();
    CoverSearch.run(&ladder(10), &Limits::default(), &mut |answer| {
        number += 1;
        if number <= 5 || number % 100 == 0 {
            expected.push(answer.to_vec());
        }
        ControlFlow::Continue(())
    });
    assert_eq!((run.stats.answers, visited), (1 << 10, expected));
}

/// An n×n board of dominoes.
pub(super) fn dominoes(size: u32) -> Cover {
    let mut cover = Cover::new();
    let cells: Vec<u32> = (0..size * size).map(|cell| cover.add_primary(cell.to_string())).collect();
    for (at, &cell) in cells.iter().enumerate() {
        let beside = (cell + 1) % size != 0;
        for other in [beside.then_some(at + 1), Some(at + size as usize)].into_iter().flatten() {
            if let Some(&other) = cells.get(other) {
                cover.add_option(&[(cell, None), (other, None)]).expect("valid");
            }
        }
    }
    cover
}

#[test]
fn dominoes_are_counted_beyond_enumeration() {
    // Kasteleyn's formula; OEIS A004003.
    for (size, expected) in [(4, "36"), (6, "6728"), (8, "12988816"), (12, "53060477521960000")] {
        let (count, _) = MemoCount.count(&dominoes(size), &Limits::default());
        assert_eq!(count.to_string(), expected);
    }
}

#[test]
fn both_orders_of_branching_count_alike_and_go_on_after_a_trial() {
    let mut rng = fastrand::Rng::with_seed(9);
    for round in 0..4_000 {
        let cover = random_cover(round);
        let expected = MemoCount.count(&cover, &Limits::default()).0;
        let instance = Instance::of(&cover);
        let trial = rng.u64(0..6);
        let (value, search) = fold_after(trial, &instance, &Limits::default(), Counts::default);
        assert_eq!(search.fold.number(value.expect("no limit")), expected, "{trial} {cover:?}");
        let limits = Limits { steps: Some(rng.u64(0..12)), ..Limits::default() };
        let (value, search) = fold_after(trial, &instance, &limits, Counts::default);
        match value {
            Ok(value) => assert_eq!(search.fold.number(value), expected),
            Err(stop) => {
                // A node that falls into parts is one step with the first of them.
                let most = limits.steps.expect("given");
                assert!(stop == Stop::Steps && (most..=most + 1).contains(&search.stats.steps));
                assert!(search.fold.so_far(search.choices_so_far()) <= expected, "{cover:?}");
            }
        }
    }
}

#[test]
fn parts_are_counted_by_themselves() {
    let mut cover = Cover::new();
    for board in 0..40 {
        let cells: Vec<u32> = (0..16).map(|cell| cover.add_primary(format!("{board}.{cell}"))).collect();
        for option in dominoes(4).options() {
            let entries: Vec<(u32, Colour)> =
                option.entries.iter().map(|&(cell, colour)| (cells[cell as usize], colour)).collect();
            cover.add_option(&entries).expect("valid");
        }
    }
    let (count, run) = MemoCount.count(&cover, &Limits::default());
    assert_eq!(count, num_bigint::BigUint::from(36u32).pow(40));
    assert!(run.stats.steps < 2_000, "{} steps", run.stats.steps);
    let limits = Limits { steps: Some(run.stats.steps - 1), ..Limits::default() };
    assert!(MemoCount.count(&cover, &limits).0 <= count);
}

#[test]
fn the_cheapest_come_first() {
    let mut rng = fastrand::Rng::with_seed(7);
    for round in 0..2_000 {
        let mut cover = random_cover(round);
        for option in 0..cover.option_count() {
            cover.set_cost(option, rng.u64(0..6));
        }
        let cost =
            |options: &Vec<usize>| -> u128 { options.iter().map(|&at| u128::from(cover.cost(at))).sum() };
        let mut costs: Vec<u128> = all_subsets(&cover).iter().map(cost).collect();
        costs.sort_unstable();
        costs.truncate(3);
        let (found, run) = CheapestCovers.find(&cover, 3, &Limits::default());
        assert_eq!(found.iter().map(|priced| priced.cost).collect::<Vec<_>>(), costs, "{cover:?}");
        assert!(
            found
                .iter()
                .all(|priced| cost(&priced.options) == priced.cost && cover.is_solution(&priced.options))
        );
        assert_eq!(run.end, if costs.len() == 3 { End::Stopped(Stop::Solutions) } else { End::Exhausted });
    }
}
