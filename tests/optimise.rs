//! The best solutions: every engine against all solutions of small models, puzzle files, covers, the command line.

mod common;

use std::fmt::Write;
use std::ops::ControlFlow;

use common::program::{self, exactly, expect, json};
use exactly::encodings::Encodings;
use exactly::engines::{Batsat, Limits, SatEngine, Varisat};
use exactly::formats::{Source, read_knuth, read_puzzle_file, write_puzzle_file};
use exactly::model::Goal;
use exactly::solve::{self, EngineName};
use exactly::{Cover, IntVar, Model, Outcome, Request, constraints};

/// Up to five variables with a few values, some different, some in a sum.
fn random_model(rng: &mut fastrand::Rng) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let low = rng.i32(-3..2);
    let vars: Vec<IntVar> = (0..rng.usize(1..6))
        .map(|number| model.int_var(format!("x{number}"), low..=low + rng.i32(0..4)))
        .collect();
    if rng.bool() {
        let some = &vars[..rng.usize(1..=vars.len())];
        model.add(constraints::all_different(some)).expect("a small constraint");
    }
    for _ in 0..rng.usize(0..3) {
        let terms: Vec<(i64, IntVar)> = vars.iter().map(|&var| (rng.i64(-2..3), var)).collect();
        let low = rng.i64(-6..4);
        model.add(constraints::sum(&terms, low, low + rng.i64(0..5), "a sum")).expect("a small constraint");
    }
    (model, vars)
}

fn all_values(model: &Model) -> Vec<i64> {
    let objective = model.objective().expect("it was set");
    let mut values = Vec::new();
    solve::run(model, &Request::default(), &mut |solution| {
        values.push(objective.value(&solution));
        ControlFlow::Continue(())
    })
    .expect("a small model");
    values
}

fn engines() -> impl Iterator<Item = EngineName> {
    EngineName::ALL.into_iter()
}

#[test]
fn every_engine_finds_the_best_of_all_solutions() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut without = 0;
    for round in 0..300 {
        let (mut model, vars) = random_model(&mut rng);
        let goal = if rng.bool() { Goal::Smallest } else { Goal::Largest };
        let terms: Vec<(i64, IntVar)> =
            (0..rng.usize(0..7)).map(|_| (rng.i64(-4..5), vars[rng.usize(0..vars.len())])).collect();
        model.set_objective(goal, &terms).expect("small weights");
        let values = all_values(&model);
        let best = match goal {
            Goal::Smallest => values.iter().min(),
            Goal::Largest => values.iter().max(),
        };
        without += usize::from(best.is_none());
        for engine in engines() {
            let request = Request { engine, ..Request::default() };
            let mut told = Vec::new();
            let found = solve::optimise(&model, &request, &mut |bounds| told.push(bounds)).expect("it runs");
            let value = found.best.as_ref().map(|(value, _)| *value);
            assert_eq!(value.as_ref(), best, "round {round}, {engine}: {goal} of {terms:?}");
            let Some(value) = value else {
                assert_eq!(found.report.outcome, Outcome::None);
                continue;
            };
            assert!(found.is_proved(), "round {round}, {engine}");
            assert!(told.windows(2).all(|pair| match goal {
                Goal::Smallest =>
                    pair[0].bound <= pair[1].bound && pair[1].best <= pair[0].best.or(pair[1].best),
                Goal::Largest => pair[0].bound >= pair[1].bound && pair[1].best >= pair[0].best,
            }));
            let as_good = values.iter().filter(|&&other| other == value).count() as u64;
            let report = solve::run_of_value(&model, value, &request, &mut |_| ControlFlow::Continue(()));
            assert_eq!(report.expect("it runs").found, as_good, "round {round}, {engine}");
        }
    }
    assert!((10..150).contains(&without), "{without} models had no solution");
}

/// A 4×4 board with a cage, a few givens and an objective, as a puzzle file.
fn random_board(rng: &mut fastrand::Rng) -> String {
    let goal = if rng.bool() { "smallest" } else { "largest" };
    let mut text = "size = 4\ngivens = \"\"\"\n".to_string();
    for _ in 0..4 {
        let digit = |rng: &mut fastrand::Rng| if rng.u8(0..8) == 0 { rng.char('1'..='4') } else { '.' };
        text += &(0..4).map(|_| digit(rng)).collect::<String>();
        text.push('\n');
    }
    let (row, sum) = (rng.u8(1..5), rng.u8(5..9));
    let cells = "r1c1-4 r2-4c2 r3c3";
    writeln!(text, "\"\"\"\n[[cage]]\ncells = \"r{row}c1-3\"\nsum = {sum}\n[{goal}]\ncells = \"{cells}\"")
        .expect("a String takes all");
    let weights: Vec<String> = (0..8).map(|_| rng.i8(-9..10).to_string()).collect();
    writeln!(text, "weights = [{}]", weights.join(", ")).expect("a String takes all");
    text
}

#[test]
fn engines_agree_on_boards() {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut proved = 0;
    for round in 0..60 {
        let text = random_board(&mut rng);
        let puzzle = read_puzzle_file(&Source::new("t.toml", &text)).expect("a puzzle file").puzzle;
        let again =
            read_puzzle_file(&Source::new("t.toml", write_puzzle_file(&puzzle))).expect("it reads back");
        assert_eq!(again.puzzle.without_places(), puzzle.clone().without_places());
        // Givens may clash; then there is nothing to be found.
        let Ok(statement) = puzzle.state() else { continue };
        let values = all_values(&statement.model);
        let goal = puzzle.objective.as_ref().expect("it has one").goal;
        let best = if goal == Goal::Smallest { values.iter().min() } else { values.iter().max() };
        for engine in engines() {
            let request = Request { engine, ..Request::default() };
            let found = solve::optimise(&statement.model, &request, &mut |_| {}).expect("it runs");
            assert_eq!(found.best.as_ref().map(|(value, _)| value), best, "round {round}, {engine}:\n{text}");
            proved += u32::from(found.is_proved());
        }
    }
    assert!(proved > 60, "{proved}");
}

#[test]
fn weights_that_are_too_large_are_refused() {
    let mut model = Model::new();
    let x = model.int_var("x", 1..=9);
    let error = model.set_objective(Goal::Smallest, &[(i64::MAX, x)]).expect_err("too large");
    assert!(error.to_string().starts_with("the weights are too large: "), "{error}");
    assert!(solve::optimise(&model, &Request::default(), &mut |_| {}).is_err());
    // A SAT solver is not told of more than ten thousand totals; whatever else runs is.
    let vars: Vec<IntVar> = (0..6).map(|number| model.int_var(format!("y{number}"), 0..=9)).collect();
    let terms: Vec<(i64, IntVar)> = (0..6).map(|at| (10i64.pow(at), vars[at as usize])).collect();
    model.set_objective(Goal::Largest, &terms).expect("small enough");
    let request = |engine| Request { engine, ..Request::default() };
    let error =
        solve::optimise(&model, &request(EngineName::Batsat), &mut |_| {}).expect_err("too many totals");
    let message =
        "engine batsat cannot add up the costs: there are more than 10000 different totals; use search";
    assert_eq!(error.to_string(), message);
    let found = solve::optimise(&model, &request(EngineName::Auto), &mut |_| {}).expect("search takes it");
    assert_eq!(found.best.map(|(value, _)| value), Some(999_999));
}

/// A cover with costs, bounds and colours now and then.
fn random_cover(rng: &mut fastrand::Rng) -> String {
    let items = rng.usize(2..7);
    let bound = |rng: &mut fastrand::Rng| if rng.u8(0..6) == 0 { "1:2|" } else { "" };
    let mut text = String::new();
    for item in 0..items {
        write!(text, "{}i{item} ", bound(rng)).expect("a String takes all");
    }
    text.push_str("| s\n");
    for _ in 0..rng.usize(3..14) {
        let taken: Vec<usize> = (0..items).filter(|_| rng.u8(0..5) < 2).collect();
        let taken = if taken.is_empty() { vec![rng.usize(0..items)] } else { taken };
        for item in taken {
            write!(text, "i{item} ").expect("a String takes all");
        }
        text.push_str(["s ", "s:A ", "s:B ", "", "", ""][rng.usize(0..6)]);
        match rng.u32(0..7) {
            cost @ 2.. => writeln!(text, "|{cost}").expect("a String takes all"),
            _ => text.push('\n'),
        }
    }
    text
}

#[test]
fn cheapest_covers_are_the_same_by_sat_and_by_search() {
    let mut rng = fastrand::Rng::with_seed(13);
    let mut several = 0;
    for round in 0..250 {
        let text = random_cover(&mut rng);
        let cover =
            read_knuth(&Source::new("a.dlx", &text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut all: Vec<u128> = Vec::new();
        solve::run_cover(&cover, &Request::default(), &mut |options| {
            all.push(options.iter().map(|&option| u128::from(cover.cost(option))).sum());
            ControlFlow::Continue(())
        })
        .expect("a small cover");
        all.sort_unstable();
        let count = rng.usize(1..6);
        let sat: [&dyn SatEngine; 2] = [&Varisat, &Batsat];
        for engine in sat {
            let (found, report) = solve::cheapest_covers_by_sat(
                &cover,
                count,
                engine,
                Encodings::default(),
                &Limits::default(),
            )
            .expect("a small cover");
            let costs: Vec<u128> = found.iter().map(|priced| priced.cost).collect();
            assert_eq!(costs, all[..count.min(all.len())], "round {round}, {}:\n{text}", engine.name());
            let mut different: Vec<_> = found.iter().map(|priced| &priced.options).collect();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), found.len());
            assert_eq!(report.is_complete(), found.len() < count);
        }
        let by_search = solve::cheapest_covers(&cover, count, &Limits::default());
        if let Ok((found, _)) = by_search {
            assert!(found.iter().map(|priced| priced.cost).eq(all.iter().copied().take(count)), "{text}");
        }
        several += usize::from(all.len() > count);
    }
    assert!(several > 40, "{several}");
}

#[test]
fn cheapest_covers_on_the_command_line() {
    for engine in ["varisat", "batsat", "search", "auto"] {
        let ran = exactly(&["solve", "models/costs-6.dlx", "--cheapest", "3", "--engine", engine], "");
        let costs: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("cost ")).collect();
        assert_eq!((ran.code, costs), (Some(0), vec!["cost 7", "cost 8", "cost 9"]), "{engine}: {}", ran.err);
    }
    let ran = exactly(&["solve", "models/costs-6.dlx", "--cheapest", "3", "--engine", "dlx"], "");
    let message =
        "error: models/costs-6.dlx: --cheapest is for search and SAT solvers, not dlx; leave out --engine\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), message));
}

#[test]
fn costs_that_are_too_large_or_too_many_are_told_apart() {
    let by_sat = |cover: &Cover| {
        let (encodings, limits) = (Encodings::default(), Limits::default());
        solve::cheapest_covers_by_sat(cover, 1, &Batsat, encodings, &limits).map(|(found, _)| found[0].cost)
    };
    let mut large = Cover::from_matrix(&[[true, false], [false, true]]).expect("a cover");
    large.set_cost(0, 1 << 62);
    large.set_cost(1, 1 << 62);
    let error = by_sat(&large).expect_err("too large").to_string();
    assert_eq!(error, "engine batsat cannot add up the costs: a total is larger than 2^62; use search");
    // Many options, few costs: the total of 40 items is one of some hundreds.
    let mut cover = Cover::new();
    let items: Vec<u32> = (0..40).map(|item| cover.add_primary(format!("i{item}"))).collect();
    for number in 0..20_000 {
        let option = cover.add_option(&[(items[number % 40], None)]).expect("an option");
        cover.set_cost(option, 3 + number as u64 / 40 % 7);
    }
    assert_eq!(by_sat(&cover), Ok(120));
    // Costs of their own: how many sums there are is told before they are held.
    (0..20_000).for_each(|option| cover.set_cost(option, 1 + option as u64 / 40));
    let error = by_sat(&cover).expect_err("too many sums").to_string();
    let message = "there are more than 4000000 sums on the way to the totals";
    assert_eq!(error, format!("engine batsat cannot add up the costs: {message}; use search"));
}

const SMALL: &str = "size = 4\n[largest]\ncells = \"r1c1 r2c2 r3c3 r4c4\"\n";

#[test]
fn the_best_on_the_command_line() {
    for engine in ["auto", "search", "batsat", "varisat"] {
        let ran = exactly(&["solve", "--engine", engine], SMALL);
        assert_eq!(ran.code, Some(0), "{engine}: {}", ran.err);
        assert!(ran.out.starts_with("largest 14\n"), "{engine}: {}", ran.out);
        assert!(ran.err.contains("no solution is better; engine"), "{engine}: {}", ran.err);
        let found = &json(&["solve", "--engine", engine], SMALL, 0)[0];
        assert_eq!(
            (&found["value"], &found["bound"], &found["proved"]),
            (&14.into(), &14.into(), &true.into())
        );
    }
    let best: u64 = exactly(&["count", "--best"], SMALL).out.trim().parse().expect("a number");
    let all = exactly(&["solve", "--limit", "1000", "--line"], SMALL);
    assert_eq!(all.out.lines().filter(|line| line.ends_with(" largest 14")).count() as u64, best);
    assert!(all.err.is_empty(), "{}", all.err);
    let told = |args: &[&str]| exactly(&[&["solve", "--limit", "1000"], args].concat(), SMALL).err;
    let (whole, cut) = (told(&[]), exactly(&["solve", "--limit", "2"], SMALL));
    assert!(whole.contains(&format!("all {best} best solutions; engine")), "{whole}");
    let message = "2 best solutions, there may be more (solution limit); engine";
    assert!(cut.code == Some(0) && cut.err.contains(message), "{}", cut.err);
    let err = expect(&["count"], SMALL, 0, "288\n");
    assert!(
        err.starts_with(
            "note: <stdin>: all solutions are counted; --best counts those with the largest sum\n"
        )
    );
}

#[test]
fn what_has_no_best() {
    let none = "size = 4\ngivens = \"\"\"\n123.\n...4\n....\n....\n\"\"\"\n[smallest]\ncells = \"r1c1\"\n";
    expect(&["solve"], none, 1, "no solution\n");
    expect(&["count", "--best"], none, 1, "0\n");
    let limited = exactly(&["solve", "--steps", "0"], SMALL);
    assert_eq!((limited.code, limited.out.as_str()), (Some(3), "unknown: step limit\n"), "{}", limited.err);
    let text = common::text_of(std::path::Path::new("models/largest-diagonal.toml"));
    let open = exactly(&["solve", "--steps", "25", "--engine", "search"], &text);
    assert_eq!(open.code, Some(3), "{open:?}");
    assert!(open.out.starts_with("largest so far "), "{}", open.out);
    assert!(open.err.contains("stopped with a gap of "), "{}", open.err);
    for (args, text, message) in [
        (
            &["count", "--best"][..],
            "size = 4\n",
            "error: <stdin>: --best is for puzzles with `[smallest]` or `[largest]`, this has neither; leave it out\n",
        ),
        (
            &["count", "--best", "models/queens-8.dlx"],
            "",
            "error: models/queens-8.dlx: --best is for puzzles, this is an exact cover; leave it out\n",
        ),
        (
            &["convert", "--to", "iss"],
            SMALL,
            "error: <stdin>: `[largest]` cannot be written in this format\n",
        ),
        (&["convert", "--to", "line"], SMALL, "error: <stdin>: a line of digits holds no `[largest]`\n"),
    ] {
        let ran = exactly(args, text);
        assert_eq!((ran.code, ran.err.as_str()), (Some(2), message), "{args:?}");
    }
}

#[test]
fn a_wrong_objective_is_refused_with_its_place() {
    for (tail, message) in [
        ("[smallest]\n", "t:2:1: `[smallest]` without `cells`"),
        ("[largest]\ncells = \"\"\n", "t:2:1: `[largest]` names no cells"),
        ("[largest]\ncells = \"r9c1\"\n", "t:3:10: cell r9c1 is outside the board"),
        ("[largest]\ncells = \"r1c1\"\nweights = [1, 2]\n", "t:4:11: 2 weights for 1 cells"),
        (
            "[largest]\ncells = \"r1c1\"\nweights = [1.5]\n",
            "t:4:12: a weight is a number with a fraction, not a whole number",
        ),
        (
            "[largest]\ncells = \"r1c1\"\nweights = 3\n",
            "t:4:11: `weights` is a number, not a list of numbers `[1, -2]`",
        ),
        (
            "[largest]\ncells = \"r1c1\"\nweights = [2000000]\n",
            "t:4:12: weight 2000000 is not from -1000000 to 1000000",
        ),
        (
            "[largest]\ncells = \"r1c1\"\nweights = [-9223372036854775808]\n",
            "t:4:12: weight -9223372036854775808 is not from -1000000 to 1000000",
        ),
        (
            "[largest]\ncells = \"r1c1\"\nweights = [9223372036854775808]\n",
            "t:4:12: weight 9223372036854775808 is not from -1000000 to 1000000",
        ),
        ("[largest]\ncells = \"r1c1\"\nwieghts = [2]\n", "t:4:1: unknown key `wieghts` in `[largest]`"),
        (
            "[largest]\ncells = \"r1c1\"\n[smallest]\ncells = \"r1c1\"\n",
            "t:2:1: `[largest]` beside `[smallest]`",
        ),
        ("largest = 3\n", "t:2:11: `largest` is a number, not a table `[largest]`"),
    ] {
        let text = format!("size = 4\n{tail}");
        let error = read_puzzle_file(&Source::new("t", text)).expect_err("it is wrong");
        assert_eq!(error.to_string(), message);
    }
    for tail in ["[smallest]\n", "[largest]\ncells = \"\"\n"] {
        let error =
            read_puzzle_file(&Source::new("t", format!("size = 4\n{tail}"))).expect_err("it is wrong");
        assert_eq!(error.help.as_deref(), Some("write `cells = \"r1c1 r1c2-4\"`"));
    }
}

#[test]
fn exported_costs_lead_back_to_the_objective() {
    let opb = program::exactly(&["export", "opb"], SMALL);
    assert_eq!(opb.code, Some(0), "{}", opb.err);
    assert!(opb.out.contains("* the largest sum is 16 - the cost\n"), "{}", opb.out);
    assert!(opb.out.lines().any(|line| line.starts_with("min: +3 x1 +2 x2 +1 x3 ")), "{}", opb.out);
    let wcnf = program::exactly(&["export", "wcnf"], SMALL);
    assert!(wcnf.out.contains("c the largest sum is 16 - the cost\n"), "{}", wcnf.out);
    assert_eq!(wcnf.out.lines().filter(|line| line.starts_with("3 -")).count(), 4, "{}", wcnf.out);
}
