//! Cubes share no solution and lose none.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use exactly::cover::{Colour, Cover, Cube};
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

fn random(rng: &mut fastrand::Rng) -> Cover {
    let mut cover = Cover::new();
    let (primary, secondary) = (rng.u32(1..7), rng.u32(0..4));
    for item in 0..primary {
        if rng.u8(0..4) == 0 {
            cover.add_bounded(item.to_string(), rng.u32(0..3), 2).expect("bounds in order");
        } else {
            cover.add_primary(item.to_string());
        }
    }
    for item in 0..secondary {
        cover.add_secondary(format!("s{item}"));
    }
    for _ in 0..rng.usize(0..14) {
        let mut entries: Vec<(u32, Colour)> = Vec::new();
        for item in 0..primary + secondary {
            let colour = if item >= primary && rng.bool() { Some(rng.u32(0..2)) } else { None };
            if rng.u8(0..5) < 2 {
                entries.push((item, colour));
            }
        }
        cover.add_option(&entries).expect("valid");
    }
    cover
}

#[test]
fn cubes_part_the_solutions() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut parted = 0;
    for _ in 0..2_000 {
        let cover = random(&mut rng);
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
