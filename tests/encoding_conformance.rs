//! One suite for all encodings: sizes as documented, truth tables, one extension of each assignment, and the strength of unit
//! propagation.

#[path = "common/tables.rs"]
mod tables;

use exactly::cnf::{Cnf, Lit, Sink, Size};
use exactly::encodings::{
    AtMostOne, SumTooLarge, WeightedSum, adder, at_most_one, at_most_one_bitwise, at_most_one_commander,
    at_most_one_ladder, at_most_one_pairwise, at_most_one_product, exactly_one, totalizer,
};
use tables::{check_table, cnf_of, missed, size};

/// The sizes that the documentation states, by number of literals.
mod documented {
    type VariablesAndClauses = (usize, usize);

    pub(crate) fn pairwise(n: usize) -> VariablesAndClauses {
        (0, n * n.saturating_sub(1) / 2)
    }

    pub(crate) fn ladder(n: usize) -> VariablesAndClauses {
        if n < 2 { (0, 0) } else { (n - 1, 4 * n - 5) }
    }

    pub(crate) fn product(n: usize) -> VariablesAndClauses {
        if n <= 4 {
            return pairwise(n);
        }
        let rows = (1..=n).find(|rows| rows * rows >= n).expect("a root");
        let columns = n.div_ceil(rows);
        let rows = n.div_ceil(columns);
        let (of_rows, of_columns) = (smallest(rows), smallest(columns));
        (rows + columns + of_rows.0 + of_columns.0, 2 * n + rows + columns + of_rows.1 + of_columns.1)
    }

    fn smallest(n: usize) -> VariablesAndClauses {
        match n {
            0..=6 => pairwise(n),
            7..=40 => commander(n),
            _ => product(n),
        }
    }

    pub(crate) fn bitwise(n: usize) -> VariablesAndClauses {
        let bits = (0..64).find(|&bits| 1usize << bits >= n).expect("a logarithm");
        (bits, (n + 1) * bits * usize::from(n >= 2))
    }

    pub(crate) fn commander(n: usize) -> VariablesAndClauses {
        if n <= 4 {
            return pairwise(n);
        }
        let above = commander(n.div_ceil(3));
        let two = usize::from(n % 3 == 2);
        (n / 3 + two + above.0, 7 * (n / 3) + 4 * two + above.1)
    }

    pub(crate) fn auto(n: usize) -> VariablesAndClauses {
        if n <= 16 { pairwise(n) } else { smallest(n) }
    }
}

fn at_most_one_bit(assignment: usize) -> bool {
    assignment.count_ones() <= 1
}

/// A test of each encoding of "at most one", alone and in "exactly one".
macro_rules! at_most_one {
    ($($name:ident: $encode:path, $how:expr;)*) => {$(
        #[test]
        fn $name() {
            for n in 0..=150 {
                assert_eq!(size(n, $encode), documented::$name(n), "{n} literals");
                assert_eq!(size(n, |sink, lits| at_most_one(sink, lits, $how)), documented::$name(n));
                let (variables, clauses) = documented::$name(n);
                assert_eq!(size(n, |sink, lits| exactly_one(sink, lits, $how)), (variables, clauses + 1));
            }
            for n in 0..=12 {
                let cnf = cnf_of(n, $encode);
                check_table(n, &cnf, at_most_one_bit);
                check_table(n, &cnf_of(n, |cnf, lits| exactly_one(cnf, lits, $how)), usize::is_power_of_two);
                if n <= 9 {
                    assert_eq!(missed(n, &cnf, at_most_one_bit, |_| true), None, "{n} literals");
                }
            }
        }
    )*};
}

fn at_most_one_auto(sink: &mut impl Sink, lits: &[Lit]) {
    at_most_one(sink, lits, AtMostOne::Auto);
}

at_most_one! {
    pairwise: at_most_one_pairwise, AtMostOne::Pairwise;
    ladder: at_most_one_ladder, AtMostOne::Ladder;
    product: at_most_one_product, AtMostOne::Product;
    bitwise: at_most_one_bitwise, AtMostOne::Bitwise;
    commander: at_most_one_commander, AtMostOne::Commander;
    auto: at_most_one_auto, AtMostOne::Auto;
}

#[test]
fn auto_is_the_smallest_above_16() {
    let measure = |n: usize, how| {
        let lits: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
        let mut size = Size::default();
        at_most_one(&mut size, &lits, how);
        size.clauses + size.literals
    };
    for n in 17..=300 {
        let sizes = AtMostOne::ALL.map(|how| measure(n, how));
        let least = *sizes.iter().min().expect("some");
        assert!(100 * sizes[0] <= 102 * least, "{n} literals: {sizes:?}");
    }
}

/// A sum over random terms of one, two or three literals: the sum, the number of literals of each term.
fn random_sum(rng: &mut fastrand::Rng, one_bound: bool) -> (WeightedSum, Vec<usize>) {
    let mut next = 1;
    let mut widths = Vec::new();
    let mut terms = Vec::new();
    while next <= 7 && (rng.u8(0..5) > 0 || terms.is_empty()) {
        let width = rng.usize(1..=3);
        let term = (0..width).map(|_| {
            next += 1;
            (i128::from(rng.i32(-6..=9)), Lit::from_dimacs(next - 1))
        });
        terms.push(term.collect::<Vec<_>>());
        widths.push(width);
    }
    let extreme = |most: bool| -> i128 {
        let of = |term: &Vec<(i128, Lit)>| {
            let values = term.iter().map(|value| value.0);
            if most { values.max() } else { values.min() }
        };
        terms.iter().filter_map(of).sum()
    };
    let (least, most) = (extreme(false) as i64, extreme(true) as i64);
    let low = i128::from(rng.i64(least - 2..=most + 1));
    let high = low + i128::from(rng.i64(0..=(most - least) / 2 + 1));
    let (low, high) = match (one_bound, rng.bool()) {
        (false, _) => (low, high),
        (true, true) => (-1000, high),
        (true, false) => (low, 1000),
    };
    (WeightedSum { terms, low, high }, widths)
}

/// Whether each term has one literal, and their values sum up to what is allowed.
fn allows(sum: &WeightedSum, assignment: usize) -> bool {
    let holds = |lit: Lit| assignment >> lit.var_index() & 1 == 1;
    let mut total = 0;
    for term in &sum.terms {
        let held: Vec<i128> = term.iter().filter(|value| holds(value.1)).map(|value| value.0).collect();
        let [value] = held[..] else { return false };
        total += value;
    }
    (sum.low..=sum.high).contains(&total)
}

fn write_totalizer(cnf: &mut Cnf, sum: &WeightedSum) {
    totalizer(cnf, sum).expect("a small one");
}

fn write_adder(cnf: &mut Cnf, sum: &WeightedSum) {
    adder(cnf, sum);
}

/// A sum with what is said elsewhere: one literal of each term.
fn whole(sum: &WeightedSum, widths: &[usize], write: fn(&mut Cnf, &WeightedSum)) -> Cnf {
    cnf_of(widths.iter().sum(), |cnf, _| {
        for term in &sum.terms {
            let lits: Vec<Lit> = term.iter().map(|value| value.1).collect();
            exactly_one(cnf, &lits, AtMostOne::Pairwise);
        }
        write(cnf, sum);
    })
}

/// A test of each encoding of sums: truth tables, and unit propagation where it is said to be complete.
macro_rules! sums {
    ($($name:ident: $write:path, $complete_for_one_bound:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut rng = fastrand::Rng::with_seed(31);
            let mut counts = [0, 0];
            for round in 0..1_500 {
                let one_bound = round % 3 == 0;
                let (sum, widths) = random_sum(&mut rng, one_bound);
                let n = widths.iter().sum();
                let cnf = whole(&sum, &widths, $write);
                let allowed = |assignment| allows(&sum, assignment);
                check_table(n, &cnf, allowed);
                counts[usize::from((0..1 << n).any(allowed))] += 1;
                let all = (1 << n) - 1;
                assert_eq!(missed(n, &cnf, allowed, |part| part.yes | part.no == all), None, "{sum:?}");
                if one_bound && $complete_for_one_bound && n <= 6 {
                    assert_eq!(missed(n, &cnf, allowed, |_| true), None, "{sum:?}");
                }
            }
            assert!(counts.iter().all(|&count| count > 100), "{counts:?} without and with solutions");
        }
    )*};
}

sums! {
    totalizers: write_totalizer, true;
    adders: write_adder, false;
}

/// A sum of `n` literals of weight 1.
fn ones(n: usize, low: i128, high: i128) -> WeightedSum {
    let terms = (1..=n as i32).map(|lit| WeightedSum::literal(1, Lit::from_dimacs(lit))).collect();
    WeightedSum { terms, low, high }
}

#[test]
fn counting_with_totalizer_and_adder() {
    for n in 0..=9 {
        for (low, high) in [(0, 1), (1, 1), (2, 3), (0, 4), (5, 9), (-1, 0), (4, 3), (20, 30)] {
            let sum = ones(n, low, high);
            let allowed = |assignment: usize| (low..=high).contains(&i128::from(assignment.count_ones()));
            for write in [write_totalizer, write_adder] {
                check_table(n, &cnf_of(n, |cnf, _| write(cnf, &sum)), allowed);
            }
            let complete = cnf_of(n, |cnf, _| write_totalizer(cnf, &sum));
            if n <= 7 {
                assert_eq!(missed(n, &complete, allowed, |_| true), None, "{low} to {high} of {n}");
            }
        }
    }
}

#[test]
fn what_unit_propagation_does_not_find() {
    // Two of six hold: the others do not, but the adder sees that only when their bits are known.
    let sum = ones(6, 0, 2);
    let at_most_two = |assignment: usize| assignment.count_ones() <= 2;
    let found = missed(6, &cnf_of(6, |cnf, _| write_adder(cnf, &sum)), at_most_two, |_| true);
    assert!(found.is_some(), "the adder");
    // With both bounds the totalizer may not see that no sum between two others exists.
    let weights = [3, 5, 7, 11];
    let literal = |(lit, &by): (i32, &i128)| WeightedSum::literal(by, Lit::from_dimacs(lit));
    let terms: Vec<_> = (1..).zip(&weights).map(literal).collect();
    let gap = |low: i128, high: i128| {
        let total =
            |set: usize| -> i128 { (0..4).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum() };
        let sum = WeightedSum { terms: terms.clone(), low, high };
        let cnf = cnf_of(4, |cnf, _| write_totalizer(cnf, &sum));
        missed(4, &cnf, |set| (low..=high).contains(&total(set)), |_| true)
    };
    assert!((0..27).any(|low| gap(low, low + 1).is_some()), "the totalizer");
}

/// Additions of three and of two bits for so many bits of weight 1.
fn additions(n: usize) -> (usize, usize) {
    let (mut places, mut place) = (vec![n], 0);
    let mut counts = (0, 0);
    while place < places.len() {
        while places[place] > 1 {
            let taken = places[place].min(3);
            if taken == 3 {
                counts.0 += 1;
            } else {
                counts.1 += 1;
            }
            places[place] -= taken - 1;
            if places.len() == place + 1 {
                places.push(0);
            }
            places[place + 1] += 1;
        }
        place += 1;
    }
    counts
}

/// Bits of `bound` that are 0, or 1, within the bits of `n`; those above no bit of the other kind are clauses, too.
fn comparisons(n: usize, bound: usize, one: bool) -> usize {
    let bits = usize::BITS - n.leading_zeros();
    (0..bits).filter(|bit| (bound >> bit & 1 == 1) == one).count()
}

#[test]
fn sizes_of_adders() {
    for n in 2..=40usize {
        for high in 0..n {
            let (three, two) = additions(n);
            let expected = (2 * (three + two), 14 * three + 7 * two + comparisons(n, high, false));
            assert_eq!(size(n, |sink, _| adder(sink, &ones(n, 0, high as i128))), expected, "{n}, {high}");
            let low = high + 1;
            let expected = (2 * (three + two), 14 * three + 7 * two + comparisons(n, low, true));
            assert_eq!(size(n, |sink, _| adder(sink, &ones(n, low as i128, n as i128))), expected);
        }
    }
}

/// Variables and clauses of a node over `n` literals of weight 1 where no sum is left out.
fn node(n: usize) -> (usize, usize) {
    if n < 2 {
        return (0, 0);
    }
    let (first, second) = (n / 2, n - n / 2);
    let (below, beside) = (node(first), node(second));
    // Each pair of a value of both halves says one thing in each direction, except (0, 0) and (all, all).
    let pairs = (first + 1) * (second + 1);
    (below.0 + beside.0 + n, below.1 + beside.1 + n - 1 + 2 * (pairs - 1))
}

#[test]
fn sizes_of_totalizers() {
    for n in 2..=40usize {
        let written = size(n, |sink, _| totalizer(sink, &ones(n, 0, n as i128 - 1)).expect("small"));
        let (below, beside) = (node(n / 2), node(n - n / 2));
        assert_eq!(written, (below.0 + beside.0, below.1 + beside.1 + 1), "all but all {n}");
    }
    // A term of m values: m−2 variables and 4m−6 clauses. The other one has two values; the largest pair is excluded.
    for m in 3..=9usize {
        let mut next = 0;
        let mut lit = || {
            next += 1;
            Lit::from_dimacs(next)
        };
        let long = (0..m as i128).map(|value| (value, lit())).collect();
        let short = vec![(0, lit()), (1, lit())];
        let sum = WeightedSum { terms: vec![long, short], low: 0, high: m as i128 - 1 };
        let written = size(m + 2, |sink, _| totalizer(sink, &sum).expect("small"));
        assert_eq!(written, (m - 2, 4 * m - 6 + 1), "{m} values");
    }
}

#[test]
fn a_totalizer_too_large_is_refused() {
    let terms = (0..30).map(|at| WeightedSum::literal(3i128.pow(at), Lit::from_dimacs(at as i32 + 1)));
    let sum = WeightedSum { terms: terms.collect(), low: 0, high: 3i128.pow(30) / 3 };
    let error = totalizer(&mut Size::default(), &sum).expect_err("2^15 values in each half");
    assert_eq!(error, SumTooLarge { limit: 1 << 20 });
    let text = "the totalizer has more than 1048576 pairs of partial sums; use another encoding of sums, such as adder";
    assert_eq!(error.to_string(), text);
    let (variables, clauses) = size(30, |sink, _| adder(sink, &sum));
    assert!(variables < 1_000 && clauses < 8_000, "{variables} variables, {clauses} clauses");
}
