//! Every built-in constraint and every named type goes through the harness: definition, lowerings, engines, truth.

use exactly::constraints;
use exactly::model::Constraint;
use exactly::primitives::IntVar;
use exactly::testing::{self, Tally};

/// One line a constraint: its name, domains, and how it is built from the variables.
macro_rules! agrees {
    ($($name:ident: $domains:expr, |$vars:ident| $build:expr;)*) => {$(
        #[test]
        fn $name() {
            let build = |$vars: &[IntVar]| -> Box<dyn Constraint> { Box::new($build) };
            let domains: &[Vec<i32>] = &$domains;
            match testing::try_constraint(domains, build) {
                Ok(Tally { assignments, allowed }) => {
                    assert!(allowed > 0 && allowed < assignments, "{allowed} of {assignments}: nothing is tested");
                }
                Err(disagreement) => panic!("{disagreement}"),
            }
        }
    )*};
}

/// So many variables from `low` to `high`.
fn square(count: usize, low: i32, high: i32) -> Vec<Vec<i32>> {
    vec![(low..=high).collect(); count]
}

agrees! {
    all_different: square(3, 1, 4), |vars| constraints::all_different(vars);
    permutation: square(4, 1, 4), |vars| constraints::all_different(vars);
    uneven_domains: [vec![1, 2], vec![2, 3, 7], vec![7, 9]], |vars| constraints::all_different(vars);
    cage: square(3, 1, 5), |vars| constraints::cage(vars, Some(9), "cage");
    cage_without_sum: square(3, 1, 4), |vars| constraints::cage(vars, None, "cage");
    cage_with_repeats: square(3, 1, 5), |vars| constraints::cage_with_repeats(vars, Some(9), "cage");
    large_cage: square(5, 1, 14), |vars| constraints::cage(vars, Some(37), "cage");
    linear: square(3, 0, 4), |vars| constraints::sum(&[(2, vars[0]), (-1, vars[1]), (3, vars[2])], 3, 5, "sum");
    repeated_term: square(2, 1, 6), |vars| constraints::sum(&[(2, vars[0]), (1, vars[1]), (1, vars[0])], 9, 12, "sum");
    given: square(1, 1, 4), |vars| constraints::given(vars[0], 3, "given");
    exactly_one: square(3, 1, 3), |vars| constraints::exactly_one_of(&[(vars[0], 1), (vars[1], 2), (vars[2], 3), (vars[0], 2)], "one");
    at_most_one: square(3, 1, 3), |vars| constraints::at_most_one_of(&[(vars[0], 1), (vars[1], 2), (vars[2], 3)], "one");
    chain: square(4, 1, 4), |vars| constraints::chain(vars, "chain", |a, b| a < b + 1);
    chain_that_returns: square(2, 1, 4), |vars| constraints::chain(&[vars[0], vars[1], vars[0]], "chain", |a, b| a <= b);
    all_pairs: square(3, 1, 6), |vars| constraints::all_pairs(vars, "pairs", |a, b| (a - b).abs() > 1);
    window: square(4, 1, 4), |vars| constraints::window(vars, 3, "window", |a, b| a % 3 != b % 3);
    differ: [vec![1, 2, 3], vec![2, 3, 4]], |vars| constraints::differ(vars[0], vars[1], "differ");
    equal: square(4, 1, 3), |vars| constraints::equal(&vars[..2], &vars[2..], "equal");
    unary: square(1, 1, 6), |vars| constraints::unary(vars[0], "odd", |value| value % 2 == 1);
    some: square(3, 1, 4), |vars| constraints::some(vars, "some", |at, value| value as usize == at + 1);
    regular: square(4, 0, 2), |vars| constraints::regular(vars, "even", 0, |s, v| Some((s + v) % 3), |s| *s == 0);
    renban: square(4, 1, 6), |vars| constraints::renban(vars, "renban");
    between: square(4, 1, 5), |vars| constraints::between(vars, "between");
    between_of_two: square(2, 1, 3), |vars| constraints::unary(vars[0], "low", |value| value < 2);
    lockout: square(4, 1, 6), |vars| constraints::lockout(vars, 2, "lockout");
    sum_line: square(5, 1, 4), |vars| constraints::sum_line(vars, 5, "line");
    sum_line_with_zero: square(4, 0, 3), |vars| constraints::sum_line(vars, 3, "line");
    sum_loop: square(5, 1, 4), |vars| constraints::sum_loop(vars, 5, "loop");
    lunchbox: square(5, 1, 6), |vars| constraints::lunchbox(vars, 4, "lunch");
    lunchbox_of_nothing: square(4, 1, 5), |vars| constraints::lunchbox(vars, 0, "lunch");
    rellik: square(4, 1, 6), |vars| constraints::rellik(vars, 4, "rellik");
    rellik_with_zero: square(3, 0, 5), |vars| constraints::rellik(vars, 5, "rellik");
    equality: square(4, 1, 6), |vars| constraints::equality(vars, 1, 6, "equality");
    equality_with_middle: square(4, 1, 7), |vars| constraints::equality(vars, 1, 7, "equality");
    cage_of_sums: square(3, 1, 6), |vars| constraints::cage_of_sums(vars, &[8, 12], false, "cage");
    count: square(4, 1, 3), |vars| constraints::count(vars, "count", |value| value == 2, |found| found >= 2);
    counting_circles: square(5, 1, 4), |vars| constraints::counting_circles(vars, "circles");
    count_distinct: square(4, 1, 4), |vars| constraints::count_distinct(vars[0], &vars[1..], "distinct");
    same_values: square(6, 1, 3), |vars| constraints::same_values(&[vars[..3].to_vec(), vars[3..].to_vec()], "same");
    three_blocks: square(6, 1, 3), |vars| constraints::same_values(&[vars[..2].to_vec(), vars[2..4].to_vec(), vars[4..].to_vec()], "same");
    sandwich: square(5, 1, 5), |vars| constraints::sandwich(vars, 1, 5, 5, "sandwich");
    x_sum: square(4, 1, 5), |vars| constraints::x_sum(vars, 7, "x-sum");
    skyscraper: square(5, 1, 5), |vars| constraints::skyscraper(vars, 3, "skyscraper");
    hidden_skyscraper: square(4, 1, 5), |vars| constraints::hidden_skyscraper(vars, 2, "hidden");
    numbered_room: square(4, 1, 5), |vars| constraints::numbered_room(vars, 3, "room");
    index: square(4, 1, 4), |vars| constraints::index(vars[0], vars, 1, 1, "index");
    value_index: square(5, 1, 4), |vars| constraints::value_index(vars, "value");
    less: square(4, 1, 3), |vars| constraints::less(&vars[..2], &vars[2..], "less");
    unequal: square(4, 1, 3), |vars| constraints::unequal(&vars[..2], &vars[2..], "unequal");
    full_rank: square(6, 1, 3), |vars| constraints::full_rank(&vars[..2], &[vars[2..4].to_vec(), vars[4..].to_vec()], 2, "rank");
    rank_of_a_reversal: square(4, 1, 3), |vars| constraints::full_rank(
        &vars[..2], &[vec![vars[1], vars[0]], vars[2..].to_vec()], 3, "rank");
    any_of: square(3, 1, 3), |vars| constraints::any_of(vec![
        Box::new(constraints::all_different(vars)), Box::new(constraints::equal(&vars[..1], &vars[1..2], "equal"))]);
    not: square(3, 1, 3), |vars| constraints::not(Box::new(constraints::cage(vars, Some(6), "cage")));
    implies: square(3, 1, 3), |vars| constraints::implies(
        Box::new(constraints::given(vars[0], 1, "given")), Box::new(constraints::renban(&vars[1..], "renban")));
}

/// A constraint whose decomposition forgets something.
#[derive(Debug)]
struct Wrong {
    vars: Vec<IntVar>,
    /// Whether a helper is left open instead of a case forgotten.
    open_helper: bool,
}

impl Constraint for Wrong {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }
    fn check(&self, values: &[i32]) -> bool {
        values[0] != values[1]
    }
    fn describe(&self) -> String {
        "a wrong constraint".to_string()
    }
    fn decompose(
        &self,
        to: &mut exactly::model::Decomposition<'_>,
    ) -> Result<(), exactly::model::ConstraintError> {
        if self.open_helper {
            to.new_truth();
            to.pair(self.vars[0], self.vars[1], |a, b| a != b);
        } else {
            to.pair(self.vars[0], self.vars[1], |a, b| a < b);
        }
        Ok(())
    }
}

#[test]
fn a_wrong_encoding_is_caught() {
    let build = |open_helper| {
        move |vars: &[IntVar]| -> Box<dyn Constraint> { Box::new(Wrong { vars: vars.to_vec(), open_helper }) }
    };
    let forgotten = testing::try_constraint(&square(2, 1, 3), build(false)).expect_err("a case is forgotten");
    assert_eq!(
        forgotten.to_string(),
        "as stated: search without presolve disagrees with `check`\n   2   1   allowed, not found\n   3   1   allowed, not found\n\
         \u{20}  3   2   allowed, not found\n3 allowed but not found, 0 found but not allowed"
    );
    let open = testing::try_constraint(&square(2, 1, 3), build(true)).expect_err("a helper is open");
    assert!(open.to_string().contains("found twice"), "{open}");
}
