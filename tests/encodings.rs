//! Digit sets and diagrams as clauses: exact sizes, truth tables over all assignments, one extension of each allowed one.

mod common;
#[path = "common/tables.rs"]
mod tables;

use std::collections::BTreeMap;

use exactly::cnf::{Cnf, Lit, Sink, Size};
use exactly::encodings::{AtMostOne, Layer, digit_occurs, digit_sets, exactly_one, layered};
use exactly::primitives::{Diagram, StateLimit};
use exactly::solve::{self, EngineName};
use exactly::{Model, constraints};
use tables::{cnf_of, size};

/// Checks that exactly the allowed assignments extend, each in one way.
fn check_table(n: usize, allowed: impl Fn(usize) -> bool, encode: impl FnOnce(&mut Cnf, &[Lit])) {
    tables::check_table(n, &cnf_of(n, encode), allowed);
}

#[test]
fn a_digit_occurs() {
    let sizes = [0, 1, 2, 4, 10, 20].map(|n| {
        size(n, |sink, lits| {
            digit_occurs(sink, lits);
        })
    });
    assert_eq!(sizes, [(1, 1), (0, 0), (1, 3), (1, 5), (1, 11), (1, 21)]);
    for n in 0..=6 {
        for wanted in [true, false] {
            check_table(
                n,
                |assignment| (assignment != 0) == wanted,
                |cnf, lits| {
                    let occurs = digit_occurs(cnf, lits);
                    cnf.add_clause(&[if wanted { occurs } else { !occurs }]);
                },
            );
        }
    }
}

/// All sets of `k` of `n` digits.
fn subsets(n: usize, k: u32) -> Vec<u64> {
    (0..1u64 << n).filter(|set| set.count_ones() == k).collect()
}

#[test]
fn sizes_of_digit_sets() {
    let size_of =
        |n: usize, sets: &[u64]| size(n, |sink, lits| digit_sets(sink, lits, sets, AtMostOne::Auto));
    assert_eq!(size_of(0, &[]), (0, 1), "no set at all is the empty clause");
    assert_eq!(size_of(0, &[0]), (0, 0));
    assert_eq!(size_of(1, &[1]), (0, 1));
    assert_eq!(size_of(2, &[0b01]), (0, 2), "one set is units");
    // A selector a set; for each digit a clause a set and two more; exactly one selector.
    assert_eq!(size_of(2, &subsets(2, 1)), (2, 2 * (2 + 2) + 1 + 1));
    assert_eq!(size_of(4, &subsets(4, 2)), (6, 4 * (6 + 2) + 1 + 15));
    // 45 selectors: at most one of them by a grid of 7 by 7, 20 by groups with commanders.
    assert_eq!(size_of(10, &subsets(10, 2)), (45 + 18, 10 * (45 + 2) + 1 + 138));
    assert_eq!(size_of(20, &subsets(20, 1)), (20 + 9, 20 * (20 + 2) + 1 + 63));
    // A digit in all sets and one in none are units.
    assert_eq!(size_of(4, &[0b0011, 0b0101]), (2, 2 + 2 * (2 + 2) + 1 + 1));
}

#[test]
fn truth_tables_of_digit_sets() {
    let mut rng = fastrand::Rng::with_seed(11);
    for round in 0..300 {
        let n = rng.usize(0..=6);
        let chance = rng.u8(1..=9);
        let sets: Vec<u64> = (0..1u64 << n).filter(|_| rng.u8(0..10) < chance).collect();
        let allowed = |assignment: usize| sets.contains(&(assignment as u64));
        check_table(n, allowed, |cnf, lits| digit_sets(cnf, lits, &sets, AtMostOne::Auto));
        assert!(round < 300);
    }
}

type Edges = Vec<(u32, u32, u32)>;

/// The edges of a diagram by layer.
fn edges_of(diagram: &Diagram) -> Vec<Edges> {
    let edges = |layer| diagram.edges(layer).iter().map(|edge| (edge.from, edge.symbol, edge.to)).collect();
    (0..diagram.layer_count()).map(edges).collect()
}

/// Writes a diagram whose layer `i` reads `symbols[i]`.
fn write_diagram(sink: &mut impl Sink, symbols: Vec<Vec<Lit>>, diagram: &Diagram) {
    if diagram.is_empty() {
        sink.add_clause(&[]);
        return;
    }
    let edges = edges_of(diagram);
    let layers: Vec<Layer<'_>> = symbols
        .into_iter()
        .zip(&edges)
        .enumerate()
        .map(|(at, (symbols, edges))| Layer { symbols, edges, width: diagram.width(at) })
        .collect();
    layered(sink, &layers);
}

/// The diagram of words over `symbols` numbers whose sum passes `accept`.
fn sums(symbols: &[usize], modulus: usize, accept: impl Fn(usize) -> bool) -> Diagram {
    let step = |_, state: &usize, symbol: usize| Some((state + symbol) % modulus);
    Diagram::build(symbols, 0, step, |&state| accept(state), StateLimit::default()).expect("few states")
}

#[test]
fn sizes_of_layered_diagrams() {
    let bits = |sink: &mut Size, lits: &[Lit], diagram: &Diagram| {
        write_diagram(sink, lits.iter().map(|&lit| vec![!lit, lit]).collect(), diagram);
    };
    let parity = [0, 1, 2, 4, 10, 20]
        .map(|n| size(n, |sink, lits| bits(sink, lits, &sums(&vec![2; n], 2, |sum| sum == n % 2))));
    // From 2 bits on: 6n−10 variables and 18n−26 clauses.
    assert_eq!(parity, [(0, 0), (0, 2), (2, 10), (14, 46), (50, 154), (110, 334)], "even or odd");
    let half = [0, 1, 2, 4, 10, 20]
        .map(|n| size(n, |sink, lits| bits(sink, lits, &sums(&vec![2; n], usize::MAX, |sum| sum == n / 2))));
    assert_eq!(half, [(0, 0), (0, 2), (2, 10), (11, 40), (74, 226), (299, 856)], "half of the bits");
    let nothing = size(4, |sink, lits| bits(sink, lits, &sums(&[2; 4], 9, |sum| sum == 7)));
    assert_eq!(nothing, (0, 1), "a diagram without a path is the empty clause");
}

/// A random deterministic automaton, unrolled, and whether it accepts a word.
fn random_diagram(rng: &mut fastrand::Rng) -> (Vec<usize>, Diagram, impl Fn(&[usize]) -> bool + use<>) {
    let symbols: Vec<usize> = (0..rng.usize(0..=4)).map(|_| rng.usize(1..=3)).collect();
    let states = rng.usize(1..=4);
    let next: Vec<Option<usize>> = (0..symbols.len().max(1) * states * 3)
        .map(|_| (rng.u8(0..6) > 0).then(|| rng.usize(0..states)))
        .collect();
    let accepting: Vec<bool> = (0..states).map(|_| rng.bool()).collect();
    let step = move |layer: usize, state: &usize, symbol: usize| next[(layer * states + state) * 3 + symbol];
    let accept = accepting.clone();
    let diagram = Diagram::build(&symbols, 0, &step, |&state| accept[state], StateLimit::default());
    let accepts = move |word: &[usize]| {
        let mut state = Some(0);
        for (layer, &symbol) in word.iter().enumerate() {
            state = state.and_then(|state| step(layer, &state, symbol));
        }
        state.is_some_and(|state| accepting[state])
    };
    (symbols, diagram.expect("few states"), accepts)
}

#[test]
fn truth_tables_of_layered_diagrams() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut some = 0;
    for seed in 0..800 {
        let (symbols, diagram, accepts) = random_diagram(&mut rng);
        let n: usize = symbols.iter().sum();
        // The symbols of a layer are one-hot; a word is one bit in each layer.
        let word = |assignment: usize| -> Option<Vec<usize>> {
            let mut at = 0;
            let digit = |&count: &usize| {
                let bits = assignment >> at & ((1 << count) - 1);
                at += count;
                bits.is_power_of_two().then(|| bits.trailing_zeros() as usize)
            };
            symbols.iter().map(digit).collect()
        };
        let allowed = |assignment| word(assignment).is_some_and(|word| accepts(&word));
        let words = (0..1usize << n).filter(|&assignment| allowed(assignment)).count();
        assert_eq!(diagram.word_count(), words as u128, "seed {seed}");
        some += usize::from(words > 0);
        check_table(n, allowed, |cnf, lits| {
            let mut at = 0;
            let layers: Vec<Vec<Lit>> = symbols
                .iter()
                .map(|&count| {
                    at += count;
                    lits[at - count..at].to_vec()
                })
                .collect();
            for layer in &layers {
                exactly_one(cnf, layer, AtMostOne::Auto);
            }
            write_diagram(cnf, layers, &diagram);
        });
    }
    assert!((200..700).contains(&some), "{some} of the diagrams accept something");
}

/// The number of sets of `k` numbers from 1 to `n` for each sum.
fn sets_by_sum(n: usize, k: usize) -> BTreeMap<i64, u64> {
    let mut counts = BTreeMap::new();
    for set in subsets(n, k as u32) {
        let sum = (0..n as i64).filter(|at| set >> at & 1 == 1).map(|at| at + 1).sum();
        *counts.entry(sum).or_default() += 1;
    }
    counts
}

#[test]
fn a_distinct_sum_with_many_digit_sets() {
    // More than a hundred sets: both lowerings go through a diagram that reads the digits.
    let sets = sets_by_sum(14, 5)[&37];
    assert!(sets > 100, "{sets} sets");
    let mut model = Model::new();
    let vars: Vec<_> = (0..5).map(|i| model.int_var(format!("x{i}"), 1..=14)).collect();
    model.add(constraints::cage(&vars, Some(37), "a cage")).expect("a cage can be stated");
    for engine in [EngineName::Dlx, EngineName::Varisat] {
        for reduce in [true, false] {
            let all = exactly::presolve::Steps::ALL;
            let presolve = if reduce { all } else { all.without(exactly::presolve::Step::Choices) };
            let request = solve::Request { presolve, ..common::request(engine, None) };
            let report = solve::Problem::new(&model, &request).count(&request).expect("it can be lowered");
            assert_eq!(report.found, 120 * sets, "{engine}");
        }
    }
}

#[test]
fn distinct_sums_of_every_size() {
    // Around the change from listed sets to the diagram, and at both ends.
    let counts = sets_by_sum(12, 4);
    for (&sum, &sets) in counts.iter().filter(|&(sum, sets)| *sets > 30 || sum % 5 == 0) {
        let mut model = Model::new();
        let vars: Vec<_> = (0..4).map(|i| model.int_var(format!("x{i}"), 1..=12)).collect();
        model.add(constraints::cage(&vars, Some(sum), "a cage")).expect("a cage can be stated");
        let request = common::request(EngineName::Dlx, None);
        let report = solve::Problem::new(&model, &request).count(&request).expect("it can be lowered");
        assert_eq!(report.found, 24 * sets, "sum {sum}");
    }
}
