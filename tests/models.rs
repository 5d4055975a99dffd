//! Every puzzle that ships with the program has the answer that its file states, with every engine.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use exactly::formats::{PuzzleFile, Source, read_puzzle_file, write_puzzle_file};
use exactly::solve::{self, EngineName};

/// Dancing links alone are asked where they end within a few seconds: all models but these.
const HARD_FOR_DLX: [&str; 0] = [];

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let entries = std::fs::read_dir(&folder).expect("the folder `models` can be listed");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder `models` can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 10, "only {} models were found", files.len());
    files
}

fn read(path: &Path) -> PuzzleFile {
    let source = Source::new(path.display().to_string(), common::text_of(path));
    read_puzzle_file(&source).unwrap_or_else(|error| panic!("{error}"))
}

fn name(path: &Path) -> String {
    path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

#[test]
fn every_model_has_a_title_and_states_its_answer() {
    for path in models() {
        let file = read(&path);
        let name = name(&path);
        assert!(file.puzzle.title.is_some(), "{name} has no title");
        let count = file.expected.count.unwrap_or_else(|| panic!("{name} has no `[expect] count`"));
        let has_solution = file.expected.solution.is_some();
        assert!(has_solution || count != "1", "{name} has one solution and does not state it");
    }
}

fn check(path: &Path, engine: EngineName) {
    let file = read(path);
    let name = name(path);
    let count = file.expected.count.expect("every model states its count");
    let (least, most) = match count.strip_prefix(">=") {
        Some(least) => (least.trim().parse().expect("a number"), u64::MAX),
        None => (count.parse().expect("a number"), count.parse().expect("a number")),
    };
    // One more than stated would be found, and a lower bound is enough.
    let limit = if most == u64::MAX { least } else { most + 1 };
    let request = common::timed(engine, Some(limit), Duration::from_mins(2));
    let found = common::run(&file.puzzle, &request).expect("no fault");
    assert!(
        (least..=most).contains(&found.report.found) && (found.is_complete() || most == u64::MAX),
        "{name} with {engine}: {:?}, {count} expected",
        found.report
    );
    if let Some(solution) = file.expected.solution {
        assert!(found.solutions.contains(&solution), "{name} with {engine}: {:?}", found.solutions);
    }
}

#[test]
fn every_objective_has_its_best() {
    let mut checked = 0;
    for path in models() {
        let file = read(&path);
        assert_eq!(file.expected.best.is_some(), file.puzzle.objective.is_some(), "{}", name(&path));
        let Some(best) = file.expected.best else { continue };
        let statement = file.puzzle.state().expect("no fault");
        for engine in [EngineName::Auto, EngineName::Search, EngineName::Varisat, EngineName::Batsat] {
            let found = solve::optimise(&statement.model, &common::request(engine, None), &mut |_| {});
            let found = found.expect("it runs");
            assert_eq!(found.best.as_ref().map(|(value, _)| *value), Some(best), "{}, {engine}", name(&path));
            assert!(found.is_proved());
        }
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn every_model_has_its_answer_with_auto() {
    common::on_all_cores(&models(), |path| check(path, EngineName::Auto));
}

#[test]
fn every_model_has_its_answer_with_varisat() {
    common::on_all_cores(&models(), |path| check(path, EngineName::Varisat));
}

#[test]
fn every_model_has_its_answer_with_dlx() {
    let paths = models();
    for hard in HARD_FOR_DLX {
        assert!(paths.iter().any(|path| name(path) == hard), "there is no model {hard}");
    }
    let paths: Vec<PathBuf> =
        paths.into_iter().filter(|path| !HARD_FOR_DLX.contains(&name(path).as_str())).collect();
    common::on_all_cores(&paths, |path| check(path, EngineName::Dlx));
}

#[test]
fn every_model_is_written_and_read_back() {
    for path in models() {
        let puzzle = read(&path).puzzle;
        let source = Source::new("models/written.toml", write_puzzle_file(&puzzle));
        let again =
            read_puzzle_file(&source).unwrap_or_else(|error| panic!("{error}\n{}", source.text)).puzzle;
        assert_eq!(puzzle.without_places(), again.without_places(), "{}", name(&path));
    }
}
