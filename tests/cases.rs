//! The corpus cases about boards, cages, other sizes and exact covers: the right answer to every file, as the index states it.

mod common;
#[path = "common/cover_cases.rs"]
mod cover_cases;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use exactly::engines::{Limits, Stop};
use exactly::formats::{ReadError, TextOptions, write_line};
use exactly::puzzles::{HouseKind, Puzzle};
use exactly::solve::{EngineName, Outcome, Request};
use serde_json::Value;

/// The areas of the index that this test answers for.
const AREAS: [&str; 4] = ["9x9 boards", "killer cages", "other sizes and regions", "exact cover"];

/// How a case is read. A case of these areas that is not listed fails the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Every file by the fields of `expect`, nothing added.
    AsStated,
    /// The rules that the file does not state are added: both diagonals.
    Diagonals,
    /// The rules that the file does not state are added: the windows of a windoku.
    Windows,
    /// Exact covers, each with its count by every engine.
    Covers,
    /// Must keep its time limit and never say "no solution".
    TimeLimit,
    /// All files are refused, which the index allows; with the reason.
    Refused(&'static str),
}

const CASES: [(&str, How); 59] = [
    ("002", How::AsStated),
    ("003", How::AsStated),
    ("005", How::AsStated),
    ("006", How::AsStated),
    ("008", How::AsStated),
    ("009", How::AsStated),
    ("011", How::AsStated),
    ("014", How::AsStated),
    ("015", How::AsStated),
    ("017", How::AsStated),
    ("018", How::AsStated),
    ("020", How::AsStated),
    ("021", How::AsStated),
    ("023", How::AsStated),
    ("024", How::AsStated),
    ("027", How::AsStated),
    ("029", How::AsStated),
    ("030", How::AsStated),
    ("031", How::AsStated),
    ("032", How::AsStated),
    ("033", How::AsStated),
    ("034", How::AsStated),
    ("035", How::AsStated),
    ("036", How::AsStated),
    ("037", How::AsStated),
    ("038", How::AsStated),
    ("039", How::AsStated),
    ("040", How::AsStated),
    ("041", How::TimeLimit),
    ("042", How::AsStated),
    ("043", How::AsStated),
    ("044", How::AsStated),
    ("045", How::AsStated),
    ("046", How::Refused("a cell twice in a cage is an error; the weighted reading is not offered")),
    ("047", How::Refused("KenKen operators are not sums; never read as sums")),
    ("048", How::AsStated),
    ("049", How::Diagonals),
    ("050", How::Diagonals),
    ("051", How::Diagonals),
    ("052", How::Windows),
    ("053", How::AsStated),
    ("054", How::AsStated),
    ("056", How::AsStated),
    ("057", How::AsStated),
    ("058", How::AsStated),
    ("059", How::AsStated),
    ("060", How::AsStated),
    ("061", How::AsStated),
    ("062", How::Refused("symbols without a stated order are not mapped to digits")),
    ("063", How::Covers),
    ("065", How::Covers),
    ("066", How::Covers),
    ("067", How::Covers),
    ("068", How::Covers),
    ("069", How::Covers),
    ("071", How::Covers),
    ("072", How::Covers),
    ("074", How::Covers),
    ("075", How::Covers),
];

/// Files that are refused although their case is answered by its other files.
const REFUSED_FILES: [(&str, &str); 3] = [
    ("029-sgt-711-repeat-rule-decides.gameid.txt", "a game ID of Solo is recognised and refused"),
    ("030-ortools-98-cages-cut-off-ortools-list.txt", "a list of sums and cells in a programming language"),
    ("042-zero-vs-one-based-base1-declared0.json", "its cells contradict the base it declares"),
];

/// One line of the index.
struct Case {
    id: String,
    area: String,
    how: How,
    folder: PathBuf,
    files: Vec<String>,
    expect: Value,
}

fn cases(corpus: &Path) -> Vec<Case> {
    let folder = corpus.join("cases");
    let mut listed: BTreeSet<&str> = BTreeSet::new();
    let mut cases = Vec::new();
    for line in common::text_of(&folder.join("index.jsonl")).lines() {
        let json: Value = serde_json::from_str(line).expect("a line of the index is JSON");
        let text = |key: &str| json[key].as_str().expect("a text").to_string();
        let (id, area) = (text("id"), text("area"));
        if !AREAS.contains(&area.as_str()) {
            continue;
        }
        let known = CASES.iter().find(|(known, _)| *known == id);
        let &(known, how) = known.unwrap_or_else(|| panic!("case {id} of the index is not handled"));
        listed.insert(known);
        let files = json["files"].as_array().expect("a list").iter();
        let files = files.map(|file| file.as_str().expect("a name").to_string()).collect();
        cases.push(Case { id, area, how, folder: folder.clone(), files, expect: json["expect"].clone() });
    }
    let unknown: Vec<&str> = CASES.iter().map(|case| case.0).filter(|id| !listed.contains(id)).collect();
    assert!(unknown.is_empty(), "cases that the index does not hold: {unknown:?}");
    cases
}

/// What is wanted of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Exactly(u64),
    AtLeast(u64),
    Refused,
}

impl Want {
    fn of(value: &Value) -> Self {
        match value {
            Value::Number(number) => Self::Exactly(number.as_u64().expect("a count")),
            Value::String(text) if text == "error" => Self::Refused,
            Value::String(text) => {
                let least = text.strip_prefix(">=").unwrap_or_else(|| panic!("what is `{text}`?"));
                Self::AtLeast(least.parse().expect("a count"))
            }
            Value::Bool(true) => Self::Refused,
            Value::Bool(false) => Self::AtLeast(1),
            other => panic!("what is {other}?"),
        }
    }
}

type Read = Result<Puzzle, ReadError>;

impl Case {
    fn read(&self, file: &str, options: &TextOptions) -> Vec<Read> {
        common::puzzles_of(file, &common::text_of(&self.folder.join(file)), options)
    }

    /// The files that hold puzzles, read; solution files are left out and files that are refused are checked.
    fn puzzles(&self, options: &TextOptions) -> Vec<(String, Vec<Read>)> {
        let mut read = Vec::new();
        for file in self.files.iter().filter(|file| !file.ends_with(".solution.txt")) {
            let puzzles = self.read(file, options);
            if let Some((_, reason)) = REFUSED_FILES.iter().find(|(refused, _)| refused == file) {
                assert!(
                    puzzles.iter().all(Result::is_err),
                    "{file} is read by now, and was refused: {reason}"
                );
            } else {
                read.push((file.clone(), puzzles));
            }
        }
        read
    }

    /// What is wanted of each puzzle of each file: one value for all, one a file, or one a puzzle of a file.
    fn wants(&self, value: &Value, read: &[(String, Vec<Read>)]) -> Vec<Vec<Want>> {
        let each = |(at, (file, puzzles)): (usize, &(String, Vec<Read>))| match value {
            Value::Array(values) if values.len() == puzzles.len() => values.iter().map(Want::of).collect(),
            Value::Array(values) if values.len() == self.files.len() => {
                vec![Want::of(&values[at]); puzzles.len()]
            }
            Value::Array(_) => panic!("case {}: {value} does not fit {file}", self.id),
            one => vec![Want::of(one); puzzles.len()],
        };
        read.iter().enumerate().map(each).collect()
    }

    /// Holds every puzzle of the case, changed by `change`, against a field of `expect`.
    fn compare(&self, field: &str, options: &TextOptions, change: impl Fn(&mut Puzzle)) {
        let read = self.puzzles(options);
        let wants = self.wants(&self.expect[field], &read);
        for ((file, puzzles), wants) in read.into_iter().zip(wants) {
            assert!(!puzzles.is_empty(), "{file} holds no puzzle");
            for (number, (puzzle, want)) in puzzles.into_iter().zip(wants).enumerate() {
                let what = format!("case {}, {file}, puzzle {}, `{field}`", self.id, number + 1);
                match puzzle {
                    Err(error) => assert_eq!(want, Want::Refused, "{what}: {error}"),
                    Ok(mut puzzle) => {
                        change(&mut puzzle);
                        let solutions = answer(&what, &puzzle, want);
                        self.compare_solution(&what, field, &file, &solutions);
                    }
                }
            }
        }
    }

    /// The one solution is the one that the index states: one for all files, or one a file.
    fn compare_solution(&self, what: &str, field: &str, file: &str, solutions: &[Vec<i32>]) {
        let [solution] = solutions else { return };
        let key = if field == "x" { "solution_x" } else { "solution" };
        let stated = match &self.expect[key] {
            Value::Array(stated) => {
                assert_eq!(stated.len(), self.files.len(), "{what}");
                let at = self.files.iter().position(|name| name == file).expect("a file of the case");
                stated[at].as_str()
            }
            stated => stated.as_str(),
        };
        if let Some(stated) = stated {
            assert_eq!(common::line_of(solution), stated, "{what}");
        }
        if let Some(stated) = self.expect["solution_AP"].as_str() {
            let letter = |&digit: &i32| char::from(b'A' + (digit - 1) as u8);
            assert_eq!(solution.iter().map(letter).collect::<String>(), stated, "{what}");
        }
    }
}

/// Runs a puzzle with every engine and returns its solutions, cut off above what is wanted.
fn answer(what: &str, puzzle: &Puzzle, want: Want) -> Vec<Vec<i32>> {
    let limit = match want {
        Want::Exactly(count) => count + 1,
        Want::AtLeast(count) => count,
        Want::Refused => {
            assert!(puzzle.state().is_err(), "{what}: stated without a word, a refusal was expected");
            return Vec::new();
        }
    };
    let mut answers = Vec::new();
    for engine in EngineName::ALL {
        let mut request = common::timed(engine, Some(limit), Duration::from_mins(2));
        if engine == EngineName::Dlx {
            // Hard killers are not for dancing links; what they find within these nodes has to agree.
            request.limits.steps = Some(100_000);
        }
        let Ok(found) = common::run(puzzle, &request) else {
            assert_eq!(want, Want::Exactly(0), "{what}: {:?}", puzzle.faults());
            return Vec::new();
        };
        if found.report.stopped() == Some(Stop::Steps) && engine == EngineName::Dlx {
            continue;
        }
        let right = match want {
            Want::Exactly(count) => found.is_complete() && found.report.found == count,
            Want::AtLeast(count) => found.report.found >= count,
            Want::Refused => false,
        };
        assert!(right, "{what} with {engine}: {want:?} expected, {:?}", found.report);
        let mut solutions = found.solutions;
        solutions.sort();
        if matches!(want, Want::Exactly(_)) {
            assert!(answers.is_empty() || answers == solutions, "{what}: the engines disagree");
        }
        answers = solutions;
    }
    answers
}

fn add_diagonals(puzzle: &mut Puzzle) {
    let mut board = (*puzzle.board).clone();
    if !board.houses().iter().any(|house| house.kind == HouseKind::DiagonalDown) {
        board.add_diagonal_down();
        board.add_diagonal_up();
    }
    puzzle.board = board.into();
}

/// The windows of a 16×16 windoku: nine squares of four by four with a line of cells around each.
fn add_windows(puzzle: &mut Puzzle) {
    let mut board = (*puzzle.board).clone();
    let columns = board.columns();
    let starts = [1, 6, 11];
    for (number, (row, column)) in starts.iter().flat_map(|&r| starts.map(|c| (r, c))).enumerate() {
        let cells = (0..4).flat_map(|r| (0..4).map(move |c| (row + r) * columns + column + c)).collect();
        board.add_house(HouseKind::Extra(number), cells);
    }
    puzzle.board = board.into();
}

fn check(case: &Case) {
    let usual = TextOptions::default();
    let mut handled = BTreeSet::from(["solution", "solution_AP", "solution_x"]);
    match case.how {
        How::Covers => return cover_cases::check(&case.folder, &case.files, &case.expect),
        How::TimeLimit => return keeps_its_time_limit(case),
        How::Refused(reason) => {
            for file in &case.files {
                let refused = case.read(file, &usual).iter().all(Result::is_err);
                assert!(refused, "{file} is read by now, and was refused: {reason}");
            }
            return;
        }
        How::AsStated | How::Diagonals | How::Windows => {}
    }
    let fields: Vec<String> = case.expect.as_object().expect("an object").keys().cloned().collect();
    for field in &fields {
        match field.as_str() {
            "solutions" => case.compare(field, &usual, |puzzle| match case.how {
                How::Diagonals => add_diagonals(puzzle),
                How::Windows => add_windows(puzzle),
                _ => {}
            }),
            "norepeat" | "classic" | "error" => case.compare(field, &usual, |_| {}),
            "repeat" => case.compare_repeats(&usual),
            "x" => case.compare(field, &usual, add_diagonals),
            "valid" | "cage_ok" => case.compare_faults(field, &usual),
            "uncaged" => case.compare_uncaged(&usual),
            _ if field.starts_with("box") => case.compare(field, &with_box(field), |_| {}),
            _ if handled.contains(field.as_str()) => {}
            other => panic!("case {}: the field `{other}` is not handled", case.id),
        }
        handled.insert(field);
    }
    compare_solution_files(case);
}

fn with_box(field: &str) -> TextOptions {
    let sides = field.trim_start_matches("box").split_once('x').expect("rows and columns");
    let side = |text: &str| text.parse().expect("a number");
    TextOptions { boxes: Some((side(sides.0), side(sides.1))), symbols: None }
}

impl Case {
    /// Digits may repeat in every cage; the solution stated is then one of several.
    fn compare_repeats(&self, options: &TextOptions) {
        let want = Want::of(&self.expect["repeat"]);
        for (file, puzzles) in self.puzzles(options) {
            for puzzle in puzzles {
                let mut puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
                puzzle.cages.iter_mut().for_each(|cage| cage.repeats = true);
                let solutions = answer(&format!("case {}, {file}, `repeat`", self.id), &puzzle, want);
                let lines: Vec<String> = solutions.iter().map(|solution| common::line_of(solution)).collect();
                let stated = self.expect["solution"].as_str().expect("a solution").to_string();
                assert!(lines.contains(&stated), "{file}: {lines:?}");
            }
        }
    }

    /// Whether a fault is found at once, without a search.
    fn compare_faults(&self, field: &str, options: &TextOptions) {
        let valid = self.expect[field].as_bool().expect("true or false");
        for (file, puzzles) in self.puzzles(options) {
            for puzzle in puzzles {
                let faults = puzzle.unwrap_or_else(|error| panic!("{error}")).faults();
                assert_eq!(faults.is_empty(), valid, "case {}, {file}: {faults:?}", self.id);
            }
        }
    }

    fn compare_uncaged(&self, options: &TextOptions) {
        for (file, puzzles) in self.puzzles(options) {
            for puzzle in puzzles {
                let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
                let caged: BTreeSet<usize> =
                    puzzle.cages.iter().flat_map(|cage| cage.cells.iter().copied()).collect();
                let free = puzzle.board.cell_count() - caged.len();
                assert_eq!(self.expect["uncaged"].as_u64(), Some(free as u64), "{file}");
            }
        }
    }
}

/// Where a file `….solution.txt` lies beside the puzzle, it is the solution found.
fn compare_solution_files(case: &Case) {
    for file in case.files.iter().filter(|file| file.ends_with(".solution.txt")) {
        let stated = case.read(file, &TextOptions::default()).remove(0).expect("a full grid");
        let puzzle = case.read(&file.replace(".solution", ""), &TextOptions::default()).remove(0);
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
        let found = common::run(&puzzle, &common::request(EngineName::Auto, Some(2))).expect("no fault");
        let found: Vec<Option<i32>> = found.solutions[0].iter().map(|&digit| Some(digit)).collect();
        assert_eq!(
            write_line(&puzzle.board, &found),
            write_line(&stated.board, &stated.givens),
            "case {}, {file}",
            case.id
        );
    }
}

fn keeps_its_time_limit(case: &Case) {
    let time = Duration::from_millis(1_500);
    for (file, puzzles) in case.puzzles(&TextOptions::default()) {
        for puzzle in puzzles {
            let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
            for engine in EngineName::ALL {
                let start = Instant::now();
                let deadline = Some(start + time);
                let limits = Limits { deadline, ..Limits::default() };
                let request = Request { engine, limits, ..common::request(engine, Some(2)) };
                let found = common::run(&puzzle, &request).expect("no fault");
                let outcome = found.report.outcome;
                assert_ne!(outcome, Outcome::None, "{file} with {engine}");
                let late = start.elapsed().saturating_sub(time);
                assert!(late < Duration::from_secs(3), "{file} with {engine}: {late:?} late");
            }
        }
    }
}

fn run_area(area: usize) {
    let Some(corpus) = common::corpus() else { return };
    let mine: Vec<Case> = cases(&corpus).into_iter().filter(|case| case.area == AREAS[area]).collect();
    assert!(mine.len() >= 10, "only {} cases", mine.len());
    common::on_all_cores(&mine, |case| {
        let start = Instant::now();
        check(case);
        println!("case {}: {:.1} s", case.id, start.elapsed().as_secs_f64());
    });
}

#[test]
fn cases_of_9x9_boards() {
    run_area(0);
}

#[test]
fn cases_of_killer_cages() {
    run_area(1);
}

#[test]
fn cases_of_other_sizes_and_regions() {
    run_area(2);
}

#[test]
fn cases_of_exact_covers() {
    run_area(3);
}
