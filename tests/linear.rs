//! OPB and WCNF texts mean what the model and the cover mean: read back by readers of their own and tried by brute force.

mod common;

use common::program;
use exactly::cnf::{Comment, PseudoBoolean, WcnfForm, write_opb, write_wcnf};
use exactly::encodings::Encodings;
use exactly::lower::{costs, cover_to_cnf, cover_to_pseudo_boolean, to_pseudo_boolean};
use exactly::primitives::{Live, Reduced};
use exactly::{Cover, Model, constraints, solve};

/// Coefficients and variables from 0.
type Terms = Vec<(i128, usize)>;

/// Constraints of an OPB text, and its objective.
struct Opb {
    var_count: usize,
    objective: Terms,
    rows: Vec<(Terms, String, i128)>,
}

fn terms(words: &[&str]) -> Terms {
    let term = |pair: &[&str]| {
        let var: usize = pair[1].strip_prefix('x').expect("a variable").parse().expect("a number");
        (pair[0].parse().expect("a coefficient"), var - 1)
    };
    words.chunks(2).map(term).collect()
}

fn read_opb(text: &str) -> Opb {
    let first = text.lines().next().expect("a first line");
    let numbers: Vec<&str> = first.split(' ').collect();
    let ["*", "#variable=", vars, "#constraint=", count] = numbers[..] else { panic!("{first}") };
    let mut opb = Opb { var_count: vars.parse().expect("a number"), objective: Vec::new(), rows: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let line = line.strip_suffix(" ;").expect("a line ends with ;");
        if let Some(objective) = line.strip_prefix("min: ") {
            opb.objective = terms(&objective.split(' ').collect::<Vec<_>>());
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let (sum, end) = words.split_at(words.len() - 2);
        opb.rows.push((terms(sum), end[0].to_string(), end[1].parse().expect("a bound")));
    }
    assert_eq!(opb.rows.len().to_string(), count);
    opb
}

impl Opb {
    /// The number of solutions and the least cost.
    fn solve(&self) -> (u64, Option<i128>) {
        assert!(self.var_count <= 20, "{} variables are too many for brute force", self.var_count);
        let (mut count, mut least) = (0, None);
        for bits in 0u32..1 << self.var_count {
            let sum = |terms: &[(i128, usize)]| -> i128 {
                terms.iter().filter(|(_, var)| bits >> var & 1 == 1).map(|(by, _)| by).sum()
            };
            let holds = self.rows.iter().all(|(terms, relation, bound)| match &relation[..] {
                "=" => sum(terms) == *bound,
                ">=" => sum(terms) >= *bound,
                other => panic!("{other}"),
            });
            if holds {
                count += 1;
                let cost = sum(&self.objective);
                least = Some(least.map_or(cost, |least: i128| least.min(cost)));
            }
        }
        (count, least)
    }
}

fn opb_text(problem: &PseudoBoolean) -> String {
    let mut text = Vec::new();
    write_opb(problem, &[Comment::Text("a test".into())], &mut text).expect("a vector takes everything");
    String::from_utf8(text).expect("ASCII")
}

/// A random model with few choices: sums with any coefficients, different values, a cage.
fn random_model(random: &mut fastrand::Rng) -> Model {
    let mut model = Model::new();
    let vars: Vec<_> = (0..random.usize(1..=4))
        .map(|at| {
            let low = random.i32(-2..=1);
            model.int_var(format!("x{at}"), low..=low + random.i32(0..=2))
        })
        .collect();
    if random.bool() {
        model.add(constraints::all_different(&vars)).expect("a constraint");
    }
    if random.bool() {
        let terms: Vec<_> = vars.iter().map(|&var| (random.i64(-3..=3), var)).collect();
        let low = random.i64(-4..=2);
        model.add(constraints::sum(&terms, low, low + random.i64(0..=3), "a sum")).expect("a constraint");
    }
    model
}

#[test]
fn opb_of_a_model_has_its_solutions() {
    let mut random = fastrand::Rng::with_seed(7);
    for case in 0..150 {
        let model = random_model(&mut random);
        let primitives = model.primitives();
        let live = Live::all(&primitives.variables);
        let text = opb_text(&to_pseudo_boolean(&Reduced::stated(primitives, &live)));
        let right = solve::count(&model).expect("a count");
        assert_eq!(read_opb(&text).solve().0, right, "case {case}: {model:?}\n{text}");
    }
}

/// A random cover with costs, colours and multiplicities, as text.
fn random_cover(random: &mut fastrand::Rng) -> Cover {
    let bounds = ["", "", "0:1|", "1:2|", "2|"];
    let items: Vec<String> = (0..3).map(|at| format!("{}p{at}", bounds[random.usize(0..5)])).collect();
    let mut text = format!("{} | s t\n", items.join(" "));
    for _ in 0..random.usize(1..=7) {
        let mut option: Vec<String> = (0..3).filter(|_| random.bool()).map(|at| format!("p{at}")).collect();
        option.push(format!("s:{}", ["A", "B"][random.usize(0..2)]));
        if random.bool() {
            option.push("t".to_string());
        }
        option.push(format!("|{}", random.u8(0..5)));
        text += &(option.join(" ") + "\n");
    }
    exactly::formats::read_knuth(&exactly::formats::Source::new("random", text)).expect("a cover")
}

/// The least cost of soft clauses among the assignments that keep the hard ones.
fn least_of_wcnf(text: &str, var_count: usize) -> Option<u64> {
    let top = text
        .lines()
        .find_map(|line| line.strip_prefix("p wcnf "))
        .map(|rest| rest.split(' ').nth(2).expect("a top").to_string());
    let (mut hard, mut soft) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        let (weight, clause) = line.split_once(' ').expect("a weight");
        let lits: Vec<i32> = clause.split(' ').map(|word| word.parse().expect("a number")).collect();
        let (&0, lits) = lits.split_last().expect("a 0") else { panic!("{line}") };
        if weight == "h" || Some(weight) == top.as_deref() {
            hard.push(lits.to_vec());
        } else {
            soft.push((weight.parse::<u64>().expect("a weight"), lits.to_vec()));
        }
    }
    let holds = |bits: u32, clause: &[i32]| {
        clause.iter().any(|lit| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0))
    };
    assert!(var_count <= 20, "{var_count}");
    let cost = |bits| soft.iter().filter(|(_, clause)| !holds(bits, clause)).map(|(weight, _)| weight).sum();
    (0u32..1 << var_count).filter(|&bits| hard.iter().all(|clause| holds(bits, clause))).map(cost).min()
}

#[test]
fn opb_and_wcnf_of_a_cover_have_its_solutions_and_costs() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut solvable = 0;
    for case in 0..200 {
        let cover = random_cover(&mut random);
        let request = solve::Request::default();
        let right = solve::run_cover(&cover, &request, &mut |_| std::ops::ControlFlow::Continue(()));
        let right = right.expect("a run").found;
        let cheapest = solve::cheapest_covers(&cover, 1, &request.limits).ok();
        let text = opb_text(&cover_to_pseudo_boolean(&cover));
        let (count, least) = read_opb(&text).solve();
        assert_eq!(count, right, "case {case}: {cover:?}\n{text}");
        let cnf = cover_to_cnf(&cover, Encodings::default()).expect("a small cover");
        let soft: Vec<_> = costs(&cover).into_iter().map(|(cost, option)| (cost, vec![!option])).collect();
        // The clauses have more helpers than the linear constraints.
        let forms = if cnf.var_count() <= 16 { &[WcnfForm::New, WcnfForm::Old][..] } else { &[] };
        for &form in forms {
            let mut out = Vec::new();
            write_wcnf(&cnf, &soft, &[], form, &mut out).expect("a vector takes everything");
            let of_wcnf = least_of_wcnf(&String::from_utf8_lossy(&out), cnf.var_count());
            assert_eq!(of_wcnf.map(i128::from), least, "case {case}, {form:?}");
        }
        if let Some((found, _)) = cheapest {
            let cost = found.first().map(|found| i128::try_from(found.cost).expect("a small cost"));
            assert_eq!(cost, least, "case {case}");
        }
        solvable += usize::from(right > 0 && !forms.is_empty());
    }
    assert!(solvable > 20, "{solvable}");
}

#[test]
fn export_writes_them() {
    let cover = "models/costs-6.dlx";
    let ran = program::exactly(&["export", "opb", cover], "");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let cheapest = program::exactly(&["solve", cover, "--cheapest", "1"], "");
    let (_, least) = read_opb(&ran.out).solve();
    assert!(cheapest.out.starts_with(&format!("cost {}\n", least.expect("a solution"))), "{cheapest:?}");
    let ran = program::exactly(&["export", "wcnf-old", "models/4x4.toml"], "");
    assert!(ran.out.contains("\np wcnf 64 "), "{ran:?}");
    let ran = program::exactly(&["export", "wcnf", "models/4x4.toml"], "");
    assert!(ran.out.contains("\nh 1 2 3 4 0\n") && !ran.out.contains("\np "), "{ran:?}");
    let ran = program::exactly(&["export", "opb", "models/killer.toml", "--map", "x.json"], "");
    assert_eq!(ran.code, Some(2));
}

#[test]
fn split_writes_a_file_a_part() {
    let folder = program::folder("parts");
    let name = folder.display().to_string();
    let ran = program::exactly(&["split", "models/queens-8.dlx", "--cubes", "8", "--dimacs", &name], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    let files: Vec<String> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path().display().to_string())
        .collect();
    assert!(files.len() >= 8);
    let args: Vec<&str> = ["count"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let ran = program::exactly(&args, "");
    let total: u64 = ran.out.lines().map(|line| line.parse::<u64>().expect("a count")).sum();
    assert_eq!(total, 92, "{ran:?}");
}
