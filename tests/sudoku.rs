//! Sudoku of every shape: how it is stated, known counts, laws, and the corpus with its recorded answers.

mod common;

use std::path::Path;
use std::time::Duration;

use exactly::formats::{Source, Symbols, TextOptions, read_puzzles};
use exactly::puzzles::{Board, Cage, CellObjective, Puzzle, usual_box};
use exactly::solve::{EngineName, Outcome};

/// The shapes of the boxes by size.
const SHAPES: [(usize, usize); 12] =
    [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5), (6, 6)];

fn board(rows: usize, columns: usize) -> Board {
    Board::sudoku(rows * columns, rows, columns).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_stands_for_no_cell_is_a_fault() {
    let blank = || Puzzle::new(board(2, 2));
    let cage = Cage { name: "a".to_string(), cells: vec![3, 16], sum: Some(3), repeats: false, place: None };
    let objective = CellObjective { goal: exactly::model::Goal::Smallest, terms: vec![(1, 20)] };
    let wrong = [
        (
            Puzzle { givens: vec![None; 15], ..blank() },
            "the puzzle has 15 givens and blanks, the board has 16 cells",
        ),
        (
            Puzzle { cages: vec![cage], ..blank() },
            "cage a lists cell number 16, the cells of this board are 0 to 15",
        ),
        (
            Puzzle { objective: Some(objective), ..blank() },
            "the objective lists cell number 20, the cells of this board are 0 to 15",
        ),
    ];
    for (puzzle, message) in wrong {
        let faults: Vec<String> = puzzle.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, [message]);
        assert_eq!(puzzle.state().err(), Some(puzzle.faults()));
        assert_eq!(puzzle.state_by_parts().err().map(|fault| fault.to_string()).as_deref(), Some(message));
    }
}

#[test]
fn a_sudoku_is_stated_as_cells_rows_columns_and_boxes() {
    for (rows, columns) in SHAPES {
        let n = rows * columns;
        let statement = Puzzle::new(board(rows, columns)).state().expect("an empty board has no fault");
        let primitives = statement.model.primitives();
        let stated = (
            primitives.variables.count(),
            primitives.variables.choice_count(),
            primitives.exactly_one_count(),
            primitives.at_most_one_count(),
        );
        assert_eq!(stated, (n * n, n * n * n, 4 * n * n, 0), "{rows}×{columns}");
        assert!(
            primitives.clauses.is_empty() && primitives.sums.is_empty() && primitives.automata.is_empty()
        );
        assert!(primitives.groups.iter().all(|group| group.choices.len() == n));
    }
    assert_eq!((9 * 9 * 9, 4 * 9 * 9), (729, 324));
    assert_eq!((16 * 16 * 16, 4 * 16 * 16), (4096, 1024));
}

/// Whether a grid is a solution of its board, judged by the houses alone.
fn is_solution(board: &Board, digits: &[i32]) -> bool {
    board.houses().iter().all(|house| {
        let mut seen: Vec<i32> = house.cells.iter().map(|&cell| digits[cell]).collect();
        seen.sort_unstable();
        seen == board.values().collect::<Vec<i32>>()
    })
}

#[test]
fn empty_boards_of_every_shape_are_filled() {
    for (rows, columns) in SHAPES.into_iter().filter(|(rows, columns)| rows * columns <= 16) {
        let puzzle = Puzzle::new(board(rows, columns));
        for engine in EngineName::ALL {
            let request = common::timed(engine, Some(1), Duration::from_mins(2));
            let found = common::run(&puzzle, &request).expect("no fault");
            assert_eq!(found.solutions.len(), 1, "{rows}×{columns} with {engine}: {:?}", found.report);
            assert!(is_solution(&puzzle.board, &found.solutions[0]), "{rows}×{columns} with {engine}");
        }
    }
}

#[test]
fn the_usual_boxes() {
    let usual = [4, 6, 8, 9, 10, 12, 16, 25, 36].map(usual_box);
    let expected = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)].map(Some);
    assert_eq!(usual, expected);
    assert_eq!([1, 2, 3, 5, 7, 11].map(usual_box), [None; 6]);
}

fn empty_count(board: Board, engine: EngineName) -> u64 {
    common::count(&Puzzle::new(board), engine)
}

#[test]
fn known_numbers_of_grids() {
    for engine in EngineName::ALL {
        assert_eq!(empty_count(board(2, 2), engine), 288, "{engine}");
        let latin = |n: usize| Board::latin(n, n, 1..=n as i32).expect("a small size");
        let squares: Vec<u64> = (1..=4).map(|n| empty_count(latin(n), engine)).collect();
        assert_eq!(squares, [1, 2, 12, 576], "Latin squares with {engine}");
    }
    let latin = Board::latin(5, 5, 1..=5).expect("a small size");
    assert_eq!(empty_count(latin, EngineName::Dlx), 161_280);
    // A rectangle, and more digits than cells in a row.
    let rectangle = Board::latin(2, 4, 1..=4).expect("a small size");
    assert_eq!(empty_count(rectangle, EngineName::Auto), 24 * 9);
    let open = Board::latin(2, 2, 1..=3).expect("a small size");
    assert_eq!(empty_count(open, EngineName::Auto), 18);
}

/// Takes some 20 seconds: `cargo test --release --test sudoku -- --ignored`.
#[test]
#[ignore = "28 million grids take some 20 seconds"]
fn the_number_of_6x6_grids() {
    assert_eq!(empty_count(board(2, 3), EngineName::Dlx), 28_200_960);
}

/// A board with so few givens that it has many solutions, from a full 6×6 grid.
fn open_board(rng: &mut fastrand::Rng) -> Puzzle {
    let full = common::digits_of("516423234156123564465231342615651342");
    let mut puzzle = Puzzle::new(board(2, 3));
    let keep = rng.usize(8..14);
    let mut cells: Vec<usize> = (0..36).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[..keep] {
        puzzle.givens[cell] = Some(full[cell]);
    }
    puzzle
}

#[test]
fn permutations_keep_the_count_and_givens_never_raise_it() {
    let mut rng = fastrand::Rng::with_seed(96);
    let mut most = 0;
    for round in 0..40 {
        let puzzle = open_board(&mut rng);
        let engine = if round % 4 == 0 { EngineName::Varisat } else { EngineName::Dlx };
        let count = common::count(&puzzle, EngineName::Dlx);
        most = most.max(count);
        assert!(count > 0, "the full grid is a solution");

        let mut digits: Vec<i32> = (1..=6).collect();
        rng.shuffle(&mut digits);
        let mut renamed = puzzle.clone();
        renamed.givens.iter_mut().flatten().for_each(|digit| *digit = digits[*digit as usize - 1]);
        let mut bands = [0, 1, 2];
        rng.shuffle(&mut bands);
        let mut banded = puzzle.clone();
        for (band, &from) in bands.iter().enumerate() {
            banded.givens[band * 12..][..12].copy_from_slice(&puzzle.givens[from * 12..][..12]);
        }
        let mut rows = puzzle.clone();
        let (upper, lower) = rows.givens.split_at_mut(6);
        upper.swap_with_slice(&mut lower[..6]);
        if count < 3_000 || engine == EngineName::Dlx {
            for (what, changed) in [("digits", &renamed), ("bands", &banded), ("rows", &rows)] {
                assert_eq!(common::count(changed, engine), count, "{what} permuted, round {round}");
            }
        }

        let open: Vec<usize> = (0..36).filter(|&cell| puzzle.givens[cell].is_none()).collect();
        let cell = open[rng.usize(0..open.len())];
        let with = |digit| {
            let mut further = puzzle.clone();
            further.givens[cell] = Some(digit);
            common::count(&further, EngineName::Dlx)
        };
        let split: Vec<u64> = (1..=6).map(with).collect();
        assert!(split.iter().all(|&part| part <= count), "round {round}");
        assert_eq!(split.iter().sum::<u64>(), count, "each solution has one digit there, round {round}");
    }
    assert!(most > 100, "the boards are not open enough: {most} solutions at most");
}

/// Every `step`-th line of a file of boards, each read as its own puzzle with what follows the board.
fn sample(corpus: &Path, name: &str, count: usize) -> Vec<(String, Puzzle, String)> {
    let text = common::text_of(&corpus.join("sudoku").join(name));
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let step = (lines.len() / count).max(1);
    // `A` is 10, save on the 25×25 boards, which are written in letters alone.
    let symbols = (!name.starts_with("25x25")).then_some(Symbols::OneToG);
    let options = TextOptions { symbols, ..TextOptions::default() };
    let read = |line: &&str| {
        let (board, rest) = line.split_once(' ').unwrap_or((line, ""));
        let what = format!("{name}: {board}");
        let puzzle = common::puzzles_of(&what, board, &options).remove(0);
        (what, puzzle.unwrap_or_else(|error| panic!("{error}")), rest.trim().to_string())
    };
    lines.iter().step_by(step).map(read).collect()
}

fn engines_of(name: &str) -> &'static [EngineName] {
    // Clause learning sees a part of the boards only, to save time.
    if name.contains("16x16") || name.contains("25x25") {
        &[EngineName::Varisat, EngineName::Auto]
    } else {
        &[EngineName::Dlx, EngineName::Varisat, EngineName::Auto]
    }
}

/// Holds a sample of a file against a judgement of (found up to the limit, complete, rest of the line).
fn judge(name: &str, count: usize, limit: u64, right: impl Fn(u64, bool, &str) -> bool + Sync) {
    let Some(corpus) = common::corpus() else { return };
    let boards = sample(&corpus, name, count);
    assert!(!boards.is_empty());
    let numbered: Vec<(usize, &(String, Puzzle, String))> = boards.iter().enumerate().collect();
    common::on_all_cores(&numbered, |(number, (what, puzzle, rest))| {
        let engines = engines_of(name);
        let engine = engines[number % engines.len()];
        let request = common::timed(engine, Some(limit), Duration::from_mins(2));
        // A clash is no solution too.
        let (found, complete) = match common::run(puzzle, &request) {
            Ok(found) => (found.report.found, found.is_complete()),
            Err(_) => (0, true),
        };
        assert!(right(found, complete, rest), "{what} with {engine}: {found} found, complete: {complete}");
    });
}

fn one(found: u64, complete: bool, _: &str) -> bool {
    found == 1 && complete
}

#[test]
fn boards_with_one_solution() {
    judge("9x9-17-clues.txt", 300, 2, one);
    judge("9x9-top1465.txt", 300, 2, one);
    judge("9x9-hardest-375.txt", 200, 2, one);
    judge("9x9-hard-10000.txt", 200, 2, one);
    judge("9x9-newspaper-10000.txt", 200, 2, one);
}

#[test]
fn large_boards_with_one_solution() {
    judge("16x16-unique.txt", 60, 2, one);
    judge("25x25-unique.txt", 20, 2, one);
}

#[test]
fn boards_with_several_solutions() {
    judge("9x9-two-solutions-2000.txt", 300, 3, |found, complete, _| found == 2 && complete);
    judge("9x9-3-to-99-solutions-2000.txt", 300, 200, |found, complete, rest| {
        complete && rest.parse() == Ok(found) && (3..=99).contains(&found)
    });
    judge("9x9-over-1000-solutions.txt", 100, 1_001, |found, complete, _| found == 1_001 && !complete);
    judge("9x9-ambiguous-2000.txt", 300, 2, |found, _, _| found == 2);
    judge("12x12-ambiguous.txt", 100, 2, |found, _, _| found == 2);
    judge("16x16-ambiguous.txt", 100, 2, |found, _, _| found == 2);
    judge("25x25-ambiguous.txt", 100, 2, |found, _, _| found == 2);
}

#[test]
fn boards_without_a_solution() {
    let none = |found: u64, complete: bool, _: &str| found == 0 && complete;
    judge("9x9-no-solution-2000.txt", 300, 2, none);
    judge("16x16-no-solution.txt", 50, 2, none);
    judge("25x25-no-solution.txt", 50, 2, none);
}

#[test]
fn boards_with_clashing_givens() {
    let Some(corpus) = common::corpus() else { return };
    for (what, puzzle, _) in sample(&corpus, "9x9-clashing-1000.txt", 1_000) {
        let faults = puzzle.state().err().unwrap_or_else(|| panic!("{what}: no clash was found"));
        assert!(faults[0].to_string().contains(" occurs twice in "), "{what}: {}", faults[0]);
    }
}

#[test]
fn euler_96() {
    let Some(corpus) = common::corpus() else { return };
    let boards = sample(&corpus, "euler96.txt", 50);
    assert_eq!(boards.len(), 50);
    for engine in EngineName::ALL {
        let mut sum = 0;
        for (what, puzzle, _) in &boards {
            let found = common::run(puzzle, &common::request(engine, Some(2))).expect("no fault");
            assert!(found.is_complete() && found.solutions.len() == 1, "{what}");
            sum += found.solutions[0][..3].iter().fold(0, |number, digit| 10 * number + digit);
        }
        assert_eq!(sum, 24_702, "{engine}");
    }
}

#[test]
fn newspaper_killers() {
    let Some(corpus) = common::corpus() else { return };
    let text = common::text_of(&corpus.join("variants/killer-easy-1000.txt"));
    let lines: Vec<&str> = text.lines().take(100).collect();
    assert_eq!(lines.len(), 100);
    common::on_all_cores(&lines, |line| {
        let solution = line.split_whitespace().nth(2).expect("a solution in the third field");
        let puzzle = common::puzzle_of(line);
        for engine in [EngineName::Dlx, EngineName::Varisat] {
            let request = common::timed(engine, Some(2), Duration::from_mins(2));
            let found = common::run(&puzzle, &request).expect("no fault");
            let lines: Vec<String> = found.solutions.iter().map(|digits| common::line_of(digits)).collect();
            assert!(found.is_complete() && lines == [solution], "{engine}: {lines:?}\n{line}");
        }
    });
}

/// Killers of the corpus that take long: each several seconds to minutes with clause learning.
const HARD_KILLERS: [&str; 13] = [
    "killer-010",
    "killer-025",
    "killer-026",
    "killer-027",
    "killer-030",
    "killer-031",
    "killer-032",
    "killer-033",
    "killer-034",
    "killer-035",
    "killer-036",
    "killer-037",
    "killer-038",
];

#[test]
fn published_killers() {
    let Some(corpus) = common::corpus() else { return };
    let text = common::text_of(&corpus.join("variants/killer.jsonl"));
    let records: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    let id = |record: &serde_json::Value| record["id"].as_str().expect("an id").to_string();
    assert!(HARD_KILLERS.iter().all(|hard| records.iter().any(|record| id(record) == *hard)));
    let records: Vec<_> =
        records.into_iter().filter(|record| !HARD_KILLERS.contains(&id(record).as_str())).collect();
    assert!(records.len() >= 35, "{} killers", records.len());
    common::on_all_cores(&records, |record| {
        let id = id(record);
        let source = Source::new(format!("{id}.iss"), record["iss"].as_str().expect("a text"));
        let mut read =
            read_puzzles(&source, &TextOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let puzzle = read.remove(0).unwrap_or_else(|error| panic!("{error}"));
        let request = common::timed(EngineName::Varisat, Some(2), Duration::from_mins(2));
        let found = common::run(&puzzle, &request).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        let expected = if record["count"] == 1 { (1, true) } else { (2, false) };
        assert_eq!((found.report.found, found.is_complete()), expected, "{id}: {:?}", found.report);
        let stated = record["solution"].as_array().map(|digits| {
            digits.iter().map(|digit| digit.as_i64().expect("a digit") as i32).collect::<Vec<i32>>()
        });
        if let (Some(stated), (1, true)) = (stated, expected) {
            assert_eq!(found.solutions[0], stated, "{id}");
        }
        // What dancing links find within a few nodes has to agree.
        let mut request = common::request(EngineName::Dlx, Some(2));
        request.limits.steps = Some(20_000);
        let dlx = common::run(&puzzle, &request).expect("no fault");
        assert_ne!(dlx.report.outcome, Outcome::None, "{id} with dlx");
        assert!(
            expected.0 > 1 || dlx.solutions.iter().all(|grid| *grid == found.solutions[0]),
            "{id} with dlx"
        );
    });
}
