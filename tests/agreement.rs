//! Every engine finds the same solutions as brute force over `check`, on seeded random small models of every primitive;
//! and every helper variable or option is determined by the choices.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use exactly::cnf::Projection;
use exactly::encodings::Encodings;
use exactly::engines::{Cancel, Dlx, Engine, Limits, Varisat};
use exactly::lower::{NoNames, to_cnf, to_cover};
use exactly::model::{Constraint, Model, Solution};
use exactly::presolve::{Steps, presolve};
use exactly::primitives::IntVar;
use exactly::solve::{self, EngineName, Request};
use exactly::{constraints, model::Decomposition};
use itertools::Itertools;

/// A random table, stated by `check` alone.
#[derive(Debug)]
struct Table {
    vars: Vec<IntVar>,
    allowed: BTreeSet<Vec<i32>>,
}

impl Constraint for Table {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }
    fn check(&self, values: &[i32]) -> bool {
        self.allowed.contains(values)
    }
    fn describe(&self) -> String {
        "a table".to_string()
    }
}

/// A random clause over choices.
#[derive(Debug)]
struct AnyOf {
    vars: Vec<IntVar>,
    wanted: Vec<(i32, bool)>,
}

impl Constraint for AnyOf {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }
    fn check(&self, values: &[i32]) -> bool {
        values.iter().zip(&self.wanted).any(|(value, (wanted, equal))| (value == wanted) == *equal)
    }
    fn describe(&self) -> String {
        "a clause".to_string()
    }
    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), exactly::model::ConstraintError> {
        use exactly::primitives::Literal;
        let mut literals = Vec::new();
        for (&var, &(value, equal)) in self.vars.iter().zip(&self.wanted) {
            match (to.variables().choice(var, value), equal) {
                (Some(choice), true) => literals.push(Literal::taken(choice)),
                (Some(choice), false) => literals.push(Literal::not_taken(choice)),
                (None, true) => {}
                (None, false) => return Ok(()),
            }
        }
        to.clause(literals);
        Ok(())
    }
}

fn some_vars(rng: &mut fastrand::Rng, vars: &[IntVar], least: usize) -> Vec<IntVar> {
    let mut picked = vars.to_vec();
    rng.shuffle(&mut picked);
    picked.truncate(rng.usize(least..=vars.len()));
    picked
}

fn add_random(rng: &mut fastrand::Rng, model: &mut Model, vars: &[IntVar]) {
    if rng.u8(0..4) == 0 {
        let mut parts = || random_constraint(rng, vars);
        let combined: Box<dyn Constraint> = match parts().0 % 4 {
            0 => Box::new(constraints::any_of(vec![parts().1, parts().1])),
            1 => Box::new(constraints::not(parts().1)),
            2 => Box::new(constraints::implies(parts().1, parts().1)),
            _ => Box::new(constraints::any_of(vec![
                Box::new(constraints::all_of(vec![parts().1, parts().1])),
                Box::new(constraints::not(Box::new(constraints::any_of(vec![parts().1, parts().1])))),
            ])),
        };
        model.add_boxed(combined).expect("small constraints can be stated");
        return;
    }
    let (_, constraint) = random_constraint(rng, vars);
    model.add_boxed(constraint).expect("small constraints can be stated");
}

/// A random constraint, with a random number for whoever needs one.
fn random_constraint(rng: &mut fastrand::Rng, vars: &[IntVar]) -> (u8, Box<dyn Constraint>) {
    let scope = some_vars(rng, vars, 2);
    let n = scope.len() as i64;
    let constraint: Box<dyn Constraint> = match rng.u8(0..9) {
        0 => Box::new(constraints::all_different(&scope)),
        1 => Box::new(constraints::cage(&scope, Some(rng.i64(n..=4 * n)), "cage")),
        2 => Box::new(constraints::cage_with_repeats(&scope, Some(rng.i64(n..=4 * n)), "cage")),
        3 => {
            let mut terms: Vec<(i64, IntVar)> = scope.iter().map(|&var| (rng.i64(-3..=3), var)).collect();
            if rng.bool() {
                terms.push((rng.i64(-2..=2), scope[0]));
            }
            let low = rng.i64(-4..=8);
            Box::new(constraints::sum(&terms, low, low + rng.i64(0..4), "sum"))
        }
        4 => {
            let pairs: Vec<(IntVar, i32)> = scope.iter().map(|&var| (var, rng.i32(1..=4))).collect();
            if rng.bool() {
                Box::new(constraints::exactly_one_of(&pairs, "one"))
            } else {
                Box::new(constraints::at_most_one_of(&pairs, "one"))
            }
        }
        5 => Box::new(constraints::given(scope[0], rng.i32(1..=4), "given")),
        6 => {
            let scope = scope[..scope.len().min(3)].to_vec();
            let domains = scope.iter().map(|_| 1..=4);
            let allowed = domains.multi_cartesian_product().filter(|_| rng.u8(0..3) > 0).collect();
            Box::new(Table { vars: scope, allowed })
        }
        _ => {
            let wanted = scope.iter().map(|_| (rng.i32(1..=4), rng.bool())).collect();
            Box::new(AnyOf { vars: scope, wanted })
        }
    };
    (rng.u8(..), constraint)
}

fn random_model(seed: u64) -> (Model, Vec<IntVar>) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<IntVar> = (0..rng.usize(2..=4))
        .map(|number| {
            let values: Vec<i32> = (1..=4).filter(|_| rng.u8(0..5) > 0).collect();
            model.int_var(format!("x{number}"), values)
        })
        .collect();
    for _ in 0..rng.usize(1..=4) {
        add_random(&mut rng, &mut model, &vars);
    }
    (model, vars)
}

/// The allowed values of the stated variables, by trying all; what constraints made for themselves is not looked at.
fn brute_force(model: &Model) -> BTreeSet<Vec<i32>> {
    let variables = &model.primitives().variables;
    let domain = |var| if variables.is_auxiliary(var) { vec![0] } else { variables.domain(var).to_vec() };
    let all = variables.iter().map(domain).multi_cartesian_product().map(Solution::new);
    let allowed = all.filter(|solution| model.check(solution).is_ok());
    allowed.map(|solution| solution.stated(variables).collect()).collect()
}

fn found_by(model: &Model, request: &Request) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    solve::run(model, request, &mut |solution| {
        let stated = solution.stated(&model.primitives().variables).collect();
        assert!(found.insert(stated), "a solution was found twice");
        ControlFlow::Continue(())
    })
    .expect("small models lower");
    found
}

fn requests() -> Vec<Request> {
    let engines = EngineName::ALL.into_iter().cartesian_product(Steps::subsets());
    engines.map(|(engine, presolve)| Request { engine, presolve, ..Request::default() }).collect()
}

#[test]
fn every_engine_finds_what_brute_force_finds() {
    let requests = requests();
    let mut some = 0;
    for seed in 0..1500 {
        let (model, _) = random_model(seed);
        let expected = brute_force(&model);
        some += usize::from(!expected.is_empty());
        // Each set of steps has its turn with every engine.
        for request in requests.iter().skip(seed as usize % 7).step_by(7) {
            let found = found_by(&model, request);
            assert_eq!(found, expected, "seed {seed}, {request:?}, {model:#?}");
        }
    }
    assert!(
        (300..1400).contains(&some),
        "{some} of the models have solutions: too few or too many to test both"
    );
}

#[test]
fn helpers_are_functions_of_the_choices() {
    let subsets: Vec<Steps> = Steps::subsets().collect();
    for seed in 0..1500 {
        let (model, _) = random_model(seed);
        let expected = brute_force(&model).len();
        let presolved = presolve(model.primitives(), subsets[seed as usize % subsets.len()]);
        let limits = Limits { cancel: Cancel::new(), ..Limits::default() };
        let mut lowered = to_cnf(&presolved.reduced(), Encodings::default()).expect("small");
        lowered.cnf.projection = Projection::All;
        let cnf = Varisat.run(&lowered.cnf, &limits, &mut |values| {
            assert!(lowered.cnf.is_satisfied(values));
            ControlFlow::Continue(())
        });
        let cover = to_cover(&presolved.reduced(), &NoNames).expect("small");
        let covers = Dlx.run(&cover.cover, &limits, &mut |options| {
            assert!(cover.cover.is_solution(options));
            ControlFlow::Continue(())
        });
        let expected = if presolved.impossible { 0 } else { expected };
        assert_eq!(cnf.stats.answers as usize, expected, "CNF of seed {seed}: {model:#?}");
        assert_eq!(covers.stats.answers as usize, expected, "cover of seed {seed}: {model:#?}");
    }
}
