//! Grades held against those of HoDoKu and of Sudoku Explainer.

mod common;

use std::collections::BTreeMap;
use std::sync::Mutex;

use common::{corpus, on_all_cores, text_of};
use exactly::puzzles::{Board, Puzzle};
use exactly::steps::{Graded, Grader, Position};

/// One puzzle of so many is graded: the lists have thousands.
const STRIDE: usize = 5;

fn rows(name: &str) -> Option<Vec<Vec<String>>> {
    let text = text_of(&corpus()?.join("rating").join(name));
    let rows = text.lines().skip(1).step_by(STRIDE);
    Some(rows.map(|line| line.split(',').map(str::to_string).collect()).collect())
}

/// The grades of the puzzles of some rows, each with its row.
fn graded(rows: &[Vec<String>]) -> Vec<(Vec<String>, Graded)> {
    let grader = Grader::new(&[]);
    let found = Mutex::new(Vec::new());
    on_all_cores(rows, |row| {
        let mut puzzle = Puzzle::new(Board::usual(9).expect("a board"));
        puzzle.givens = row[0].chars().map(|c| c.to_digit(10).filter(|&d| d > 0).map(|d| d as i32)).collect();
        let field = grader.field_of(&puzzle).expect("a plain board");
        let mut position = Position::with_givens(field, &puzzle);
        position.is_unique = true;
        let grade = grader.grade(&position);
        assert!(grade.is_solved, "{}", row[0]);
        found.lock().expect("no test failed").push((row.clone(), grade));
    });
    found.into_inner().expect("no test failed")
}

/// The ranks of some values, equal ones sharing the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|&&other| other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|&&other| (other - value).abs() < 1e-9).count() as f64;
    values.iter().map(|&value| below(value) + (equal(value) - 1.0) / 2.0).collect()
}

/// Spearman's rank correlation.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    dot(&one, &other) / (dot(&one, &one) * dot(&other, &other)).sqrt()
}

#[test]
fn scores_and_levels_as_hodoku_has_them() {
    let Some(rows) = rows("hodoku_rated.csv") else { return };
    let found = graded(&rows);
    let mut levels: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (row, graded) in &found {
        *levels.entry((row[2].to_lowercase(), graded.grade.level.to_string())).or_default() += 1;
    }
    let pairs: Vec<(f64, f64)> = found
        .iter()
        .filter_map(|(row, graded)| Some((row[3].parse().ok()?, f64::from(graded.grade.score))))
        .collect();
    let rho = correlation(&pairs);
    println!("score: {rho:.3} of {}", pairs.len());
    for ((theirs, ours), count) in &levels {
        println!("{theirs:8} {ours:8} {count}");
    }
    assert!(rho > 0.97, "{rho:.3}");
}

#[test]
fn ratings_as_sudoku_explainer_has_them() {
    let Some(rows) = rows("se_rated.csv") else { return };
    let found = graded(&rows);
    let pairs: Vec<(f64, f64)> = found
        .iter()
        .filter_map(|(row, graded)| Some((row[2].parse().ok()?, f64::from(graded.grade.rating))))
        .collect();
    let rho = correlation(&pairs);
    println!("rating: {rho:.3} of {}", pairs.len());
    let mut table: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (theirs, ours) in &pairs {
        table.entry((theirs * 10.0) as u32).or_default().push(*ours as u32);
    }
    for (theirs, mut ours) in table {
        ours.sort_unstable();
        println!(
            "{theirs:4}: {} puzzles, median {}, {} to {}",
            ours.len(),
            ours[ours.len() / 2],
            ours[0],
            ours[ours.len() - 1]
        );
    }
    assert!(rho > 0.95, "{rho:.3}");
}
