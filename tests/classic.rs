//! The kernel for plain 9×9 sudokus against the other engines and against itself on another processor.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use exactly::engines::{ClassicBoard, ClassicSolver, Dlx, End, Engine, Limits, Stop};
use exactly::lower::{NoNames, to_cover};
use exactly::primitives::{Live, Reduced};
use exactly::{Board, Cancel, EngineName, Outcome, Puzzle, Request, SolveError, constraints, solve};

/// A solved grid by construction: rows of a pattern, with digits, rows and columns of a band exchanged.
fn grid(rng: &mut fastrand::Rng) -> [u8; 81] {
    let mut digits: Vec<u8> = (1..=9).collect();
    rng.shuffle(&mut digits);
    let mut line = || {
        let mut bands = [0, 1, 2];
        rng.shuffle(&mut bands);
        let mut order = Vec::new();
        for band in bands {
            let mut lines = [0, 1, 2];
            rng.shuffle(&mut lines);
            order.extend(lines.map(|line| band * 3 + line));
        }
        order
    };
    let (rows, columns) = (line(), line());
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row * 3 + row / 3 + column) % 9]
    })
}

/// The grid with `count` cells left.
fn with_givens(grid: &[u8; 81], count: usize, rng: &mut fastrand::Rng) -> [u8; 81] {
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    let mut board = *grid;
    cells[count..].iter().for_each(|&cell| board[cell] = 0);
    board
}

fn puzzle(board: &[u8; 81]) -> Puzzle {
    let mut puzzle = Puzzle::new(Board::usual(9).expect("a usual size"));
    puzzle.givens = board.iter().map(|&digit| (digit > 0).then_some(i32::from(digit))).collect();
    puzzle
}

/// The first solutions in the order they are found, and how the run ended.
fn solutions(mut solver: ClassicSolver, board: &ClassicBoard, most: usize) -> (Vec<[u8; 81]>, End, u64) {
    let mut found = Vec::new();
    let run = solver.run(board, &Limits::default(), |digits| {
        assert!(board.is_solved_by(digits), "{digits:?}");
        found.push(*digits);
        if found.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found, run.end, run.stats.steps)
}

/// The same on any processor, bit for bit.
#[track_caller]
fn both(board: &ClassicBoard, most: usize) -> (Vec<[u8; 81]>, End) {
    let here = solutions(ClassicSolver::default(), board, most);
    assert_eq!(here, solutions(ClassicSolver::portable(), board, most));
    (here.0, here.1)
}

#[test]
fn counts_are_those_of_search() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut seen = [0; 4];
    for round in 0..400 {
        let mut board = with_givens(&grid(&mut rng), rng.usize(24..50), &mut rng);
        if round % 4 == 0 {
            // A given that is wrong, though perhaps at odds with no other.
            let cell = (0..81).find(|&cell| board[cell] > 0).expect("there are givens");
            board[cell] = board[cell] % 9 + 1;
        }
        let kernel = ClassicBoard::of_digits(&board);
        let (found, end) = both(&kernel, 200);
        let request = common::request(EngineName::Search, Some(200));
        let Ok(expected) = common::run(&puzzle(&board), &request) else {
            assert!(found.is_empty() && !kernel.is_consistent());
            continue;
        };
        assert!(kernel.is_consistent());
        assert_eq!(found.len(), expected.solutions.len(), "{board:?}");
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!(distinct.len(), found.len());
        if end == End::Exhausted {
            let expected: BTreeSet<Vec<i32>> = expected.solutions.into_iter().collect();
            assert!(found.iter().all(|digits| expected.contains(&digits.map(i32::from)[..])));
        }
        seen[found.len().min(3)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "0, 1, 2 and more solutions: {seen:?}");
}

#[test]
fn counts_are_those_of_dancing_links() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..40 {
        let board = with_givens(&grid(&mut rng), rng.usize(23..30), &mut rng);
        let statement = puzzle(&board).state().expect("no clash");
        let primitives = statement.model.primitives();
        let live = Live::all(&primitives.variables);
        let cover = to_cover(&Reduced::stated(primitives, &live), &NoNames).expect("groups only");
        let mut count = 0;
        Dlx.run(&cover.cover, &Limits::default(), &mut |_| {
            count += 1;
            if count >= 2_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(both(&ClassicBoard::of_digits(&board), 2_000).0.len(), count);
    }
}

#[test]
fn candidates_are_kept_to() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut counts = BTreeSet::new();
    for _ in 0..200 {
        let solved = grid(&mut rng);
        let sparse = rng.bool();
        let candidates: [u16; 81] = std::array::from_fn(|cell| {
            let thinner = if sparse { rng.u16(..) } else { u16::MAX };
            let own = 1 << (solved[cell] - 1);
            own | (rng.u16(..) & thinner & 0x1ff)
        });
        let mut model = puzzle(&[0; 81]).state().expect("no clash");
        for (cell, &candidates) in candidates.iter().enumerate() {
            let allowed: Vec<i32> = (1..=9).filter(|digit| candidates >> (digit - 1) & 1 == 1).collect();
            let allow = constraints::unary(model.cells[cell], "candidates", move |v| allowed.contains(&v));
            model.model.add(allow).expect("a small scope");
        }
        let (found, _) = both(&ClassicBoard::of_candidates(&candidates), 500);
        let mut expected = 0;
        let request = common::request(EngineName::Search, Some(500));
        solve::run(&model.model, &request, &mut |_| {
            expected += 1;
            ControlFlow::Continue(())
        })
        .expect("no fault");
        assert_eq!(found.len(), expected);
        counts.insert(found.len().min(3));
    }
    assert!(counts.contains(&1) && counts.contains(&3));
    assert!(both(&ClassicBoard::of_candidates(&[0; 81]), 2).0.is_empty());
    let full = ClassicBoard::of_candidates(&[0x1ff; 81]);
    assert_eq!(both(&full, 300), both(&ClassicBoard::of_digits(&[0; 81]), 300));
}

#[test]
fn full_and_clashing_boards() {
    let mut rng = fastrand::Rng::with_seed(4);
    let solved = grid(&mut rng);
    assert_eq!(both(&ClassicBoard::of_digits(&solved), 2).0, [solved]);
    for house in [[0, 8], [0, 72], [0, 20]] {
        let mut board = [0; 81];
        for cell in house {
            board[cell] = 5;
        }
        let board = ClassicBoard::of_digits(&board);
        assert!(!board.is_consistent() && both(&board, 2).0.is_empty());
    }
    let board = ClassicBoard::of_digits(&[0; 81]);
    assert!(board.is_solved_by(&solved));
    for wrong in [[0; 81], [10; 81], [255; 81], [1; 81]] {
        assert!(!board.is_solved_by(&wrong));
    }
    let mut other = [0; 81];
    other[0] = solved[0] % 9 + 1;
    assert!(!ClassicBoard::of_digits(&other).is_solved_by(&solved));
}

#[test]
fn limits_end_long_runs() {
    let board = ClassicBoard::of_digits(&[0; 81]);
    let mut solver = ClassicSolver::default();
    let limits = Limits { steps: Some(5_000), ..Limits::default() };
    let runs =
        [solver.count(&board, &limits, u64::MAX), ClassicSolver::portable().count(&board, &limits, u64::MAX)];
    assert_eq!(runs[0], runs[1]);
    assert_eq!((runs[0].end, runs[0].stats.steps), (End::Stopped(Stop::Steps), 5_000));
    let run = solver.count(&board, &Limits::default(), 100_000);
    assert_eq!((run.end, run.stats.answers), (End::Stopped(Stop::Solutions), 100_000));
    let cancel = Cancel::new();
    let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
    let mut seen = 0;
    let run = solver.run(&board, &limits, |_| {
        seen += 1;
        if seen == 1_000 {
            cancel.cancel();
        }
        ControlFlow::Continue(())
    });
    assert_eq!(run.end, End::Stopped(Stop::Cancelled));
    assert!(run.stats.answers < 2_000);
}

#[test]
fn models_that_are_plain_sudokus_go_to_the_kernel() {
    let engine_of = |puzzle: &Puzzle, engine| {
        let statement = puzzle.state().expect("no fault");
        let request = common::request(engine, Some(2));
        solve::run(&statement.model, &request, &mut |_| ControlFlow::Continue(()))
    };
    let plain = puzzle(&[0; 81]);
    for engine in [EngineName::Auto, EngineName::Classic] {
        let report = engine_of(&plain, engine).expect("a plain sudoku");
        assert_eq!((report.engine, report.found), ("classic", 2));
    }
    assert_eq!(engine_of(&plain, EngineName::Search).map(|report| report.engine), Ok("search"));
    let mut caged = plain.clone();
    let cage =
        exactly::Cage { name: "a".into(), sum: Some(5), cells: vec![0, 1], repeats: false, place: None };
    caged.cages.push(cage);
    let boxes = Puzzle::new(Board::latin(9, 9, 1..=9).expect("a small size"));
    let mut diagonal = Board::usual(9).expect("a usual size");
    diagonal.add_diagonal_down();
    let shifted = Board::latin(9, 9, 0..=8).map(|mut board| {
        board.add_boxes(3, 3);
        board
    });
    let shifted = shifted.expect("a small size");
    for other in [
        caged,
        boxes,
        Puzzle::new(diagonal),
        Puzzle::new(shifted),
        Puzzle::new(Board::usual(4).expect("usual")),
    ] {
        assert_eq!(engine_of(&other, EngineName::Classic), Err(SolveError::NotClassic));
        assert_ne!(engine_of(&other, EngineName::Auto).expect("it is solved").engine, "classic");
    }
}

#[test]
fn a_model_with_excluded_digits_is_still_plain() {
    let mut statement = puzzle(&[0; 81]).state().expect("no fault");
    let cell = statement.cells[40];
    statement.model.add(constraints::given(cell, 7, "a given")).expect("a clause");
    let request = Request { engine: EngineName::Classic, solutions: Some(50), ..Request::default() };
    let report = solve::run(&statement.model, &request, &mut |solution| {
        assert_eq!(solution.value(cell), 7);
        ControlFlow::Continue(())
    })
    .expect("a plain sudoku");
    assert_eq!(report.found, 50);
    assert!(matches!(report.outcome, Outcome::Solutions { .. }));
}

#[test]
fn boards_of_the_corpus() {
    let Some(corpus) = common::corpus() else { return };
    for (file, count) in [
        ("9x9-17-clues.txt", Some(1)),
        ("9x9-top1465.txt", Some(1)),
        ("9x9-hardest-375.txt", Some(1)),
        ("9x9-two-solutions-2000.txt", Some(2)),
        ("9x9-no-solution-2000.txt", Some(0)),
        ("9x9-3-to-99-solutions-2000.txt", None),
    ] {
        for line in common::text_of(&corpus.join("sudoku").join(file)).lines().take(300) {
            let digits: Vec<u8> =
                line.bytes().take(81).map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
            let board = ClassicBoard::of_digits(&digits.try_into().expect("81 cells"));
            let stated = || line[81..].trim().parse().expect("a count after the board");
            assert_eq!(both(&board, 100).0.len(), count.unwrap_or_else(stated), "{line}");
        }
    }
}
