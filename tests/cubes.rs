//! Cubes share no solution and lose none.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use exactly::cover::{Cover, Cube, random_cover};
use exactly::engines::{CoverSearch, Engine, Limits};

fn solutions(cover: &Cover) -> Vec<BTreeSet<usize>> {
    let mut found = Vec::new();
    CoverSearch.run(cover, &Limits::default(), &mut |options| {
        found.push(options.iter().copied().collect());
        ControlFlow::Continue(())
    });
    found.sort();
    found
}

#[test]
fn cubes_part_the_solutions() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut parted = 0;
    for round in 0..2_000 {
        let cover = random_cover(round);
        let cubes = cover.cubes(rng.usize(1..8));
        let mut together = Vec::new();
        for cube in &cubes {
            let rest = cover.rest(cube).expect("a cube's options stand beside each other");
            for below in solutions(&rest.cover) {
                let options = below.iter().map(|&option| rest.numbers[option]).chain(cube.options.clone());
                together.push(options.collect::<BTreeSet<usize>>());
            }
        }
        together.sort();
        assert_eq!(together, solutions(&cover), "{cubes:?} of {cover:?}");
        parted += usize::from(cubes.len() > 1 && together.len() > 1);
    }
    assert!(parted > 100, "only {parted} covers were parted");
}

#[test]
fn a_cube_that_cannot_be_is_told() {
    let mut cover = Cover::new();
    let a = cover.add_primary("a");
    cover.add_option(&[(a, None)]).expect("valid");
    cover.add_option(&[(a, None)]).expect("valid");
    assert!(cover.rest(&Cube { options: vec![0, 1] }).is_none());
    assert!(cover.rest(&Cube { options: vec![2] }).is_none());
    assert!(cover.rest(&Cube { options: vec![1] }).is_some_and(|rest| rest.cover.item_count() == 0));
}

mod command_line {
    use assert_cmd::Command;

    const QUEENS: &str = "models/queens-8.dlx";

    fn exactly(args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("exactly").expect("the program is built");
        command.args(args);
        command
    }

    /// The line of one share of the queens.
    fn share(number: &str) -> String {
        let output = exactly(&["count", QUEENS, "--cube", number, "--json"]).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    }

    #[test]
    fn shares_add_up_in_any_order() {
        let shares: String = ["3/3", "1/3", "2/3"].map(share).concat();
        exactly(&["sum"]).write_stdin(shares).assert().code(0).stdout("92\n");
        exactly(&["count", QUEENS, "--method", "enumerate"]).assert().code(0).stdout("92\n");
    }

    #[test]
    fn missing_and_double_shares_are_refused() {
        let refused = |shares: &str, message: &str| {
            exactly(&["sum"])
                .write_stdin(shares)
                .assert()
                .code(2)
                .stdout("")
                .stderr(format!("error: {message}\n"));
        };
        let (one, two) = (share("1/3"), share("2/3"));
        refused("", "no shares to add");
        refused(&one, "of 3 shares these are missing: 2, 3");
        refused(&[&*one, &two, &one].concat(), "standard input:3: share 1/3 comes twice");
        refused(&[&*one, &share("2/4")].concat(), "standard input:2: share 2/4 beside shares of 3");
        let cut = one.replace("\"complete\":true", "\"complete\":false");
        refused(&cut, "standard input:1: share 1/3 was not counted to its end; count it again");
        let other = two.replace("\"cover\":\"", "\"cover\":\"0");
        refused(
            &[one, other].concat(),
            "standard input:2: share 2/3 is of another cover than the shares before",
        );
    }

    #[test]
    fn wrong_shares_and_puzzles_are_refused() {
        let message = "`4/3` is no share; write 2/7 for the second of seven, at most of 10000";
        let output = exactly(&["count", QUEENS, "--cube", "4/3"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(message));
        exactly(&["count", "models/4x4.toml", "--cube", "1/2"])
            .assert()
            .code(2)
            .stderr("error: models/4x4.toml: --cube is for exact covers, this is a puzzle; leave it out\n");
        exactly(&["split", "models/4x4.toml"]).assert().code(2);
    }

    #[test]
    fn the_cheapest_are_printed_with_their_costs() {
        exactly(&["solve", "models/costs-6.dlx", "--cheapest", "2"])
            .assert()
            .code(0)
            .stdout("cost 7\n1: a b c\n6: d e f\n\ncost 8\n5: a\n6: d e f\n7: b c\n");
        exactly(&["solve", "models/4x4.toml", "--cheapest", "2"]).assert().code(2).stderr(
            "error: models/4x4.toml: --cheapest is for exact covers, this is a puzzle; leave it out\n",
        );
    }

    #[test]
    fn parts_are_listed() {
        let listed = exactly(&["split", QUEENS, "--cubes", "8"]).output().expect("it runs");
        let lines = String::from_utf8(listed.stdout).expect("text");
        assert!(lines.lines().count() >= 8, "{lines}");
        let icnf = exactly(&["split", QUEENS, "--cubes", "8", "--to", "icnf"]).output().expect("it runs");
        let text = String::from_utf8(icnf.stdout).expect("text");
        assert!(text.starts_with("p inccnf\n"));
        assert_eq!(text.lines().filter(|line| line.starts_with("a ")).count(), lines.lines().count());
    }
}

#[test]
fn a_long_thin_tree_is_not_split_to_its_end() {
    let mut cover = Cover::new();
    for item in 0..8_000 {
        let item = cover.add_primary(item.to_string());
        cover.add_option(&[(item, None)]).expect("an option");
    }
    let asked = Cell::new(0);
    let cubes = cover.cubes_until(128, &|| {
        asked.set(asked.get() + 1);
        false
    });
    assert_eq!((cubes.len(), cubes[0].options.len()), (1, asked.get()));
    assert_eq!(asked.get(), 10_000_000 / 16_000);
    // Eleven are asked for before the next one is too many.
    let stopped = cover.cubes_until(128, &|| asked.replace(asked.get() + 1) > 635);
    assert_eq!((stopped.len(), stopped[0].options.len()), (1, 11));
}
