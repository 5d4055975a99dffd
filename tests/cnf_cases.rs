//! The corpus cases about CNF files, solver output and encodings: the right answer to every file, as the index states it.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use exactly::cnf::{Cnf, Projection};
use exactly::encodings::{Encodings, SumEncoding};
use exactly::engines::{Limits, ModelCount, Reply};
use exactly::formats::{DimacsFile, SolverAnswer, Source, decompressed, read_dimacs, read_solver_output};
use exactly::lower::to_cnf;
use exactly::model::{Constraint, ConstraintError, Decomposition};
use exactly::primitives::{IntVar, Live, Reduced, Sum};
use exactly::{Model, solve};
use serde_json::Value;

/// What is wanted of each file: models over the projection, or a refusal. A case of these areas that is not listed fails.
#[derive(Clone, Copy, Debug)]
enum Want {
    Models(&'static str),
    Satisfiable(usize),
    Refused,
}

use Want::{Models, Refused, Satisfiable};

const BIG: &str = "1003423649010231476228717449425288172853483301587463560042403927001189267086150888397612820568126355100717618571509760";

/// The files of each case after its number, in the order of their names.
const CNFS: [(&str, &[Want]); 27] = [
    ("077", &[Models("3"), Models("3")]),
    ("078", &[Models("0"), Models("36")]),
    ("080", &[Satisfiable(2)]),
    ("081", &[Models("1")]),
    ("083", &[Models("0"), Models("0"), Refused]),
    ("084", &[Refused, Models("2")]),
    ("085", &[Models("4"), Models("4")]),
    ("086", &[Refused]),
    ("087", &[Refused, Refused]),
    ("089", &[Models("8"), Refused, Models("8")]),
    ("090", &[Models("3")]),
    ("092", &[Satisfiable(1), Satisfiable(2), Refused]),
    ("093", &[Satisfiable(12)]),
    ("095", &[Models(BIG)]),
    ("096", &[Models("4")]),
    ("098", &[Models("7"), Models("4")]),
    ("099", &[Satisfiable(6)]),
    ("101", &[Models("6")]),
    ("102", &[Refused]),
    ("104", &[Refused, Refused, Refused, Refused]),
    ("105", &[Refused, Refused]),
    ("106", &[Models("1"), Models("1"), Models("1"), Refused]),
    // The mark at the start is passed over; lone carriage returns and control characters are refused.
    ("107", &[Models("1"), Models("1"), Refused, Models("1"), Refused, Refused]),
    ("108", &[Satisfiable(1), Refused, Refused, Refused, Refused, Refused, Refused, Refused, Refused]),
    ("109", &[]),
    ("110", &[]),
    ("111", &[]),
];

/// Files that only pass a limit of kissat's own, which takes fewer variables.
const LARGER: [&str; 2] = ["toolargevars1.cnf", "toolargevars2.cnf"];

fn read(path: &Path) -> Result<DimacsFile, String> {
    let file = std::fs::File::open(path).expect("a file of the corpus");
    let name = path.display().to_string();
    let reader = decompressed(file).map_err(|error| error.to_string())?;
    read_dimacs(&name, reader).map_err(|error| error.to_string())
}

fn is_satisfiable(cnf: &Cnf) -> bool {
    match solve::satisfy(cnf, solve::EngineName::Auto, &Limits::default()).expect("no wrong model").reply {
        Reply::Found(_) => true,
        Reply::None => false,
        Reply::Stopped(stop) => panic!("no limit, but {stop}"),
    }
}

fn check(what: &str, read: Result<DimacsFile, String>, want: Want) {
    match (read, want) {
        (Err(_), Refused) => {}
        (Ok(file), Models(count)) => {
            let found = solve::count_models(&file.cnf, &solve::Request::default()).expect("a count");
            assert_eq!(found.count.to_string(), count, "{what}");
            assert_eq!(is_satisfiable(&file.cnf), count != "0", "{what}");
        }
        (Ok(file), Satisfiable(clauses)) => {
            assert_eq!(file.cnf.clause_count(), clauses, "{what}");
            assert!(is_satisfiable(&file.cnf), "{what}");
        }
        (Ok(file), Refused) => panic!("{what}: read as {} clauses", file.cnf.clause_count()),
        (Err(error), _) => panic!("{what}: {error}"),
    }
}

fn index(folder: &Path, area: &str) -> Vec<Value> {
    let text = common::text_of(&folder.join("index.jsonl"));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|case| case["area"] == area).collect()
}

#[test]
fn every_cnf_file_of_the_corpus_has_the_right_answer() {
    let Some(corpus) = common::corpus() else { return };
    let folder = corpus.join("cases");
    let mut seen = BTreeSet::new();
    for case in index(&folder, "CNF and solver output") {
        let id = case["id"].as_str().expect("an id").to_string();
        let &(known, wants) = CNFS
            .iter()
            .find(|(known, _)| *known == id)
            .unwrap_or_else(|| panic!("case {id} of the index is not handled"));
        seen.insert(known);
        let files = case["files"].as_array().expect("a list");
        for (at, want) in wants.iter().enumerate() {
            let file = files[at].as_str().expect("a name");
            check(file, read(&folder.join(file)), *want);
        }
        assert!(wants.is_empty() || wants.len() == files.len(), "case {id}: files that are not handled");
    }
    assert_eq!(seen.len(), CNFS.len(), "cases that the index does not hold");
}

#[test]
fn what_kissat_refuses_is_refused_and_what_it_takes_is_read() {
    let Some(corpus) = common::corpus() else { return };
    let folder = corpus.join("cases/kissat-parse");
    let table = common::text_of(&folder.join("EXPECTED.tsv"));
    for (file, rule) in table.lines().skip(1).filter_map(|line| line.split_once('\t')) {
        let read = read(&folder.join(file));
        if LARGER.contains(&file) || rule == "accepted in every mode" || rule.contains("pedantic") {
            assert!(read.is_ok(), "{file}, {rule}: {read:?}");
        } else {
            assert!(read.is_err(), "{file}, {rule}: {read:?}");
        }
    }
}

#[test]
fn what_solvers_print_is_read() {
    let Some(corpus) = common::corpus() else { return };
    let folder = corpus.join("cases");
    let start = "111-real-transcripts-kissat-cadical-";
    let cnf = |name: &str| read(&folder.join(format!("{start}{name}.cnf"))).expect("a CNF").cnf;
    assert!(is_satisfiable(&cnf("sat60")));
    assert!(!is_satisfiable(&cnf("php3")));
    for (name, right) in [
        ("cadical-sat", Some(true)),
        ("kissat-sat", Some(true)),
        ("cadical-unsat", Some(false)),
        ("kissat-unsat", Some(false)),
        ("cadical-time1", None),
        ("kissat-time1", None),
        ("kissat-conflicts0", None),
    ] {
        let text = std::fs::read(folder.join(format!("{start}{name}.out"))).expect("a transcript");
        let source = Source::new(name, String::from_utf8_lossy(&text));
        let answer = read_solver_output(&source).unwrap_or_else(|error| panic!("{error}"));
        match answer {
            SolverAnswer::Satisfiable(values) => {
                assert_eq!(right, Some(true), "{name}");
                let cnf = cnf("sat60");
                let values: Vec<bool> = (0..cnf.var_count()).map(|var| values[&var]).collect();
                assert!(cnf.is_satisfied(&values), "{name}");
            }
            SolverAnswer::Unsatisfiable => assert_eq!(right, Some(false), "{name}"),
            SolverAnswer::Unknown => assert_eq!(right, None, "{name}"),
        }
    }
}

/// A linear constraint over variables that are 0 or 1.
#[derive(Debug)]
struct OfWeights {
    vars: Vec<IntVar>,
    coefficients: Vec<i64>,
    low: i64,
    high: i64,
}

impl Constraint for OfWeights {
    fn scope(&self) -> &[IntVar] {
        &self.vars
    }

    fn check(&self, values: &[i32]) -> bool {
        let terms = values.iter().zip(&self.coefficients);
        let sum: i128 = terms.map(|(&value, &by)| i128::from(value) * i128::from(by)).sum();
        (i128::from(self.low)..=i128::from(self.high)).contains(&sum)
    }

    fn describe(&self) -> String {
        "a linear constraint".to_string()
    }

    fn decompose(&self, to: &mut Decomposition<'_>) -> Result<(), ConstraintError> {
        let terms = self.coefficients.iter().copied().zip(self.vars.iter().copied()).collect();
        to.sum(Sum { terms, low: self.low, high: self.high, distinct: false });
        Ok(())
    }
}

/// A constraint of the corpus; nothing where its sums pass 62 bits.
fn stated(vars: &[IntVar], json: &Value) -> Option<OfWeights> {
    // `"1..200"` names all variables, each with the weight 1.
    let all = json["lits"].is_string().then(|| (1..=vars.len()).map(Value::from).collect::<Vec<_>>());
    let lits = all.clone().unwrap_or_else(|| json["lits"].as_array().expect("a list").clone());
    let ones = all.map(|all| vec![Value::from(1); all.len()]);
    let weights = ones.unwrap_or_else(|| json["weights"].as_array().expect("a list").clone());
    let bound = i64::try_from(json["bound"].as_i64().map(i128::from)?).ok()?;
    let (mut scope, mut coefficients, mut shift, mut size) = (Vec::new(), Vec::new(), 0i128, 0i128);
    for (lit, weight) in lits.iter().zip(&weights) {
        let (lit, weight) = (lit.as_i64().expect("a literal"), weight.as_i64()?);
        scope.push(vars[lit.unsigned_abs() as usize - 1]);
        coefficients.push(if lit > 0 { weight } else { -weight });
        shift += if lit > 0 { 0 } else { i128::from(weight) };
        size += i128::from(weight).abs();
    }
    let bound = i64::try_from(i128::from(bound) - shift).ok()?;
    let small = size < 1 << 61 && i128::from(bound).abs() < 1 << 61;
    let (low, high) = match json["op"].as_str().expect("an operator") {
        "<=" => (-(1 << 62), bound),
        ">=" => (bound, 1 << 62),
        _ => (bound, bound),
    };
    small.then_some(OfWeights { vars: scope, coefficients, low, high })
}

/// The models of these constraints together by this encoding; every helper of the CNF follows from the variables.
fn models(var_count: u64, constraints: &[&Value], sum: SumEncoding) -> Option<String> {
    let mut model = Model::new();
    let vars: Vec<IntVar> = (0..var_count).map(|var| model.int_var(format!("x{var}"), 0..=1)).collect();
    for json in constraints {
        model.add(stated(&vars, json)?).expect("a sum");
    }
    let primitives = model.primitives();
    let live = Live::all(&primitives.variables);
    let encodings = Encodings { sum, ..Encodings::default() };
    let mut cnf = to_cnf(&Reduced::stated(primitives, &live), encodings).expect("a CNF").cnf;
    if var_count > 64 {
        // Too many for the counter: no clauses are learnt. It has to be small and to have a model.
        assert!(cnf.clause_count() < 300_000, "{} clauses", cnf.clause_count());
        assert!(is_satisfiable(&cnf));
        return None;
    }
    let projected = ModelCount.count(&cnf, &Limits::default()).0;
    cnf.projection = Projection::All;
    let all = ModelCount.count(&cnf, &Limits::default()).0;
    assert_eq!(projected, all, "{sum}: {constraints:?}");
    Some(all.to_string())
}

#[test]
fn every_linear_constraint_of_the_corpus_has_the_right_count() {
    let Some(corpus) = common::corpus() else { return };
    for sum in SumEncoding::ALL {
        linear_constraints(&corpus, sum);
    }
}

/// Every linear constraint of the corpus, stated by this encoding.
fn linear_constraints(corpus: &Path, sum: SumEncoding) {
    let folder = corpus.join("cases");
    let (mut alone, mut too_large) = (0, 0);
    for case in index(&folder, "encodings") {
        for file in case["files"].as_array().expect("a list") {
            let file = file.as_str().expect("a name");
            let json: Value = serde_json::from_str(&common::text_of(&folder.join(file))).expect("JSON");
            let vars = json["vars"].as_u64().expect("a number");
            let constraints: Vec<&Value> = json["constraints"].as_array().expect("a list").iter().collect();
            let wanted = |value: &Value| value.as_str().map_or(value.to_string(), str::to_string);
            let each = json["models_each"].as_array();
            for (constraint, want) in constraints.iter().zip(each.into_iter().flatten()) {
                match models(vars, &[constraint], sum) {
                    Some(found) => assert_eq!(found, wanted(want), "{file}, {sum}: {constraint}"),
                    None => too_large += 1,
                }
                alone += 1;
            }
            let all =
                if json["models_all"].is_null() { &case["expect"]["models"] } else { &json["models_all"] };
            if let Some(found) = models(vars, &constraints, sum) {
                assert_eq!(found, wanted(all), "{file}, all together, {sum}");
            }
        }
    }
    assert!(alone >= 60 && too_large <= 3, "{alone} constraints, {too_large} too large");
}
