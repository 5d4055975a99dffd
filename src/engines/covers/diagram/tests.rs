//! Diagrams against all subsets of the options, on random covers.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::super::tests::{all_subsets, dominoes};
use super::CoverDiagram;
use crate::cover::Cover;
use crate::cover::random_cover;
use crate::engines::{CheapestCovers, Limits, Stop};

fn diagram(cover: &Cover) -> CoverDiagram {
    CoverDiagram::build(cover, &Limits::default()).expect("no limit")
}

#[test]
fn questions_are_answered_as_by_the_list_of_solutions() {
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..4_000 {
        let cover = random_cover(round);
        let expected = all_subsets(&cover);
        let diagram = diagram(&cover);
        let mut listed: Vec<Vec<usize>> = diagram.solutions().collect();
        listed.sort();
        assert_eq!(listed, expected, "{cover:?}");
        assert_eq!(diagram.count(), expected.len().into());
        let with = |option: usize| expected.iter().filter(|found| found.contains(&option)).count();
        let by_option: Vec<BigUint> = (0..cover.option_count()).map(|option| with(option).into()).collect();
        assert_eq!(diagram.counts_by_option(), by_option, "{cover:?}");
        let mut some = |most: usize| -> Vec<usize> {
            (0..rng.usize(0..=most)).map(|_| rng.usize(0..=cover.option_count())).collect()
        };
        let (with, without) = (some(3), some(2));
        let given = |found: &&Vec<usize>| {
            with.iter().all(|option| found.contains(option))
                && !without.iter().any(|option| found.contains(option))
        };
        let count = expected.iter().filter(given).count();
        assert_eq!(diagram.count_given(&with, &without), count.into(), "{with:?} {without:?} {cover:?}");
    }
}

#[test]
fn the_cheapest_costs_what_the_search_says() {
    let mut rng = fastrand::Rng::with_seed(4);
    for round in 0..2_000 {
        let mut cover = random_cover(round);
        (0..cover.option_count()).for_each(|option| cover.set_cost(option, rng.u64(0..9)));
        let (found, _) = CheapestCovers.find(&cover, 1, &Limits::default());
        let cheapest = diagram(&cover).cheapest(|option| cover.cost(option));
        assert_eq!(cheapest.as_ref().map(|(cost, _)| *cost), found.first().map(|priced| priced.cost));
        if let Some((cost, options)) = cheapest {
            assert!(cover.is_solution(&options));
            assert_eq!(cost, options.iter().map(|&option| u128::from(cover.cost(option))).sum());
        }
    }
}

#[test]
fn samples_are_uniform() {
    let diagram = diagram(&dominoes(4));
    let mut rng = fastrand::Rng::with_seed(5);
    let mut seen: HashMap<Vec<usize>, u32> = HashMap::new();
    for _ in 0..36 * 400 {
        *seen.entry(diagram.sample(&mut rng).expect("36 solutions")).or_default() += 1;
    }
    assert_eq!(seen.len(), 36);
    // Chi-square with 35 degrees of freedom: beyond 80 in one of 30 000 trials.
    let square: f64 = seen.values().map(|&count| (f64::from(count) - 400.0).powi(2) / 400.0).sum();
    assert!(square < 80.0, "{square}");
}

#[test]
fn parts_and_large_counts_are_sampled_too() {
    let mut cover = Cover::new();
    for item in 0..300 {
        let item = cover.add_primary(item.to_string());
        (0..3).for_each(|_| assert!(cover.add_option(&[(item, None)]).is_ok()));
    }
    let diagram = diagram(&cover);
    assert_eq!(diagram.count(), BigUint::from(3u32).pow(300));
    assert!(diagram.node_count() < 310);
    let mut rng = fastrand::Rng::with_seed(6);
    let mut thirds = [0; 3];
    for _ in 0..50 {
        let found = diagram.sample(&mut rng).expect("solutions");
        assert!(cover.is_solution(&found));
        for option in found {
            thirds[option % 3] += 1;
        }
    }
    assert!(thirds.iter().all(|third| (4_600..5_400).contains(third)), "{thirds:?}");
    assert_eq!(diagram.counts_by_option()[7], BigUint::from(3u32).pow(299));
}

#[test]
fn a_limit_ends_the_build() {
    let limits = Limits { steps: Some(10), ..Limits::default() };
    assert_eq!(CoverDiagram::build(&dominoes(8), &limits).err(), Some(Stop::Steps));
}

/// Counts the models of an NNF text by the set of variables that each line speaks of; missing ones count twice.
fn models(text: &str) -> BigUint {
    let lines = text.lines().filter(|line| !line.starts_with('c'));
    let mut variables = 0;
    let mut found: Vec<(BigUint, Vec<i64>)> = Vec::new();
    let mut edges = (0, 0);
    let mut nodes = 0;
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers: Vec<i64> = words[1..].iter().map(|word| word.parse().expect("a number")).collect();
        let children = |from: usize| -> Vec<(BigUint, Vec<i64>)> {
            assert_eq!(numbers[from - 1] as usize, numbers.len() - from, "{line}");
            numbers[from..].iter().map(|&child| found[child as usize].clone()).collect()
        };
        match words[0] {
            "nnf" => (nodes, edges.0, variables) = (numbers[0], numbers[1], numbers[2]),
            "L" => found.push((BigUint::from(1u32), vec![numbers[0].abs()])),
            "A" => {
                let parts = children(1);
                edges.1 += parts.len() as i64;
                let mut all: Vec<i64> = parts.iter().flat_map(|part| part.1.clone()).collect();
                all.sort_unstable();
                let before = all.len();
                all.dedup();
                assert_eq!(all.len(), before, "parts share a variable");
                found.push((parts.iter().map(|part| &part.0).product(), all));
            }
            "O" => {
                let branches = children(2);
                edges.1 += branches.len() as i64;
                assert!(branches.windows(2).all(|pair| pair[0].1 == pair[1].1), "not smooth: {line}");
                let all = branches.first().map_or(Vec::new(), |branch| branch.1.clone());
                found.push((branches.iter().map(|branch| &branch.0).sum(), all));
            }
            other => panic!("a line {other}"),
        }
    }
    assert_eq!((nodes as usize, edges.0), (found.len(), edges.1));
    let (count, all) = found.pop().expect("a root");
    count * BigUint::from(2u32).pow((variables - all.len() as i64) as u32)
}

#[test]
fn the_text_counts_the_same() {
    let text = |cover: &Cover| {
        let mut out = Vec::new();
        diagram(cover).write_nnf(|option| cover.option_text(option), &mut out).expect("memory is written to");
        String::from_utf8(out).expect("text")
    };
    for round in 0..2_000 {
        let cover = random_cover(round);
        assert_eq!(models(&text(&cover)), all_subsets(&cover).len().into(), "{cover:?}");
    }
    assert_eq!(models(&text(&dominoes(8))), 12_988_816u32.into());
}
