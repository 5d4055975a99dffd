//! Every step is held against the solution: none may remove a digit of it, and none may be empty.

mod common;

use std::time::Duration;

use common::{corpus, digits_of, on_all_cores, request, run, text_of, timed};
use exactly::formats::{Source, read_iss};
use exactly::puzzles::{Board, Puzzle};
use exactly::solve::EngineName;
use exactly::steps::{Field, Position, Solver, Step, TABLE, Technique, all_steps};

/// Lists of the corpus: so many boards of each are walked, and all steps of all techniques are looked at in one position of so
/// many on the way.
const LISTS: [(&str, usize, usize); 5] = [
    ("9x9-17-clues", 50_000, 50_000),
    ("9x9-newspaper-10000", 10_000, 50_000),
    ("9x9-17-clues", 10, STRIDE),
    ("9x9-hard-10000", 10, STRIDE),
    ("9x9-top1465", 20, STRIDE),
];

/// The same on the way of other boards.
const STRIDE: usize = 29;

/// So many steps of a technique are looked for in one position.
const MOST: usize = 100;

fn check(position: &Position<'_>, step: &Step, solution: &[usize]) {
    let text = || {
        let field = position.field();
        let masks: Vec<u64> = (0..field.cell_count()).map(|cell| position.mask(cell)).collect();
        format!("{}\n{masks:?}\n{solution:?}", step.say(field))
    };
    assert!(!step.placed.is_empty() || !step.removed.is_empty(), "empty: {}", text());
    for candidate in &step.placed {
        assert!(position.has(*candidate) && !position.is_placed(candidate.cell), "idle: {}", text());
        assert_eq!(solution[candidate.cell], candidate.digit, "wrong: {}", text());
    }
    for candidate in &step.removed {
        assert!(position.has(*candidate), "idle: {}", text());
        assert_ne!(solution[candidate.cell], candidate.digit, "wrong: {}", text());
    }
}

/// Walks the way of a puzzle with one solution; tells whether it ends there.
fn walk(puzzle: &Puzzle, digits: &[i32], number: usize, solver: &Solver) -> bool {
    let field = Field::of(puzzle).unwrap_or_else(|error| panic!("{error}"));
    walk_on(&field, puzzle, digits, number, STRIDE, solver)
}

fn walk_on(
    field: &Field,
    puzzle: &Puzzle,
    digits: &[i32],
    number: usize,
    stride: usize,
    solver: &Solver,
) -> bool {
    let solution: Vec<usize> =
        digits.iter().map(|&value| field.digit(value).expect("a digit of the field")).collect();
    let mut position = Position::with_givens(field, puzzle);
    position.is_unique = true;
    let mut count = number;
    while let Some(step) =
        Some(&position).filter(|position| !position.is_solved()).and_then(|p| solver.next(p))
    {
        if count.is_multiple_of(stride) {
            for entry in &TABLE {
                let steps = all_steps(&position, entry.technique, MOST);
                for step in &steps {
                    check(&position, step, &solution);
                }
            }
        }
        check(&position, &step, &solution);
        position.take(&step);
        count += 1;
    }
    position.is_solved()
}

fn classic(line: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Board::usual(9).expect("a board"));
    puzzle.givens =
        line.chars().take(81).map(|c| c.to_digit(10).filter(|&d| d > 0).map(|digit| digit as i32)).collect();
    puzzle
}

fn solve(puzzle: &Puzzle, engine: EngineName) -> Option<Vec<i32>> {
    let found = run(puzzle, &request(engine, Some(2))).expect("no fault");
    <[_; 1]>::try_from(found.solutions).ok().map(|[solution]| solution)
}

#[test]
fn boards_of_the_corpus() {
    let Some(folder) = corpus() else { return };
    let field = Field::of(&classic(&".".repeat(81))).unwrap_or_else(|error| panic!("{error}"));
    for (name, boards, stride) in LISTS {
        let text = text_of(&folder.join(format!("sudoku/{name}.txt")));
        let lines: Vec<&str> = text.lines().collect();
        let every = (lines.len() / boards).max(1);
        let chosen: Vec<(usize, &str)> =
            lines.iter().copied().step_by(every).take(boards).enumerate().collect();
        on_all_cores(&chosen, |&(number, line)| {
            let puzzle = classic(line);
            let solution = solve(&puzzle, EngineName::Auto).expect("these have one solution each");
            let solver = if number % 2 == 0 { Solver::default() } else { Solver::by_rating() };
            // Never the first position, of which there would be many.
            walk_on(&field, &puzzle, &solution, number % stride + 1, stride, &solver);
        });
    }
}

#[test]
fn killers_of_the_corpus() {
    let Some(folder) = corpus() else { return };
    let text = text_of(&folder.join("variants/killer.jsonl"));
    let mut walked = 0;
    for (number, line) in text.lines().enumerate() {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        // Those that end without many trials.
        if !["killer-003", "killer-004", "killer-005"].contains(&json["id"].as_str().unwrap_or_default()) {
            continue;
        }
        let puzzle =
            read_iss(&Source::new("k.iss", json["iss"].as_str().expect("a text"))).expect("a puzzle");
        let found =
            run(&puzzle, &timed(EngineName::Varisat, Some(2), Duration::from_mins(1))).expect("no fault");
        if let ([solution], true) = (&found.solutions[..], found.is_complete()) {
            walk(&puzzle, solution, number, &Solver::default());
            walked += 1;
        }
    }
    assert!(walked > 1, "{walked} killers");
}

#[test]
fn what_no_trial_reaches_is_taken_from_the_only_solution() {
    let others: Vec<_> =
        TABLE.iter().map(|entry| entry.technique).filter(|&other| other != Technique::Trial).collect();
    let trial = Solver::default().without(&others);
    // Trials that come to an end need no solution: each digit is in one.
    let mut open = Puzzle::new(Board::usual(4).expect("a board"));
    open.givens[0] = Some(1);
    let field = Field::of(&open).unwrap_or_else(|error| panic!("{error}"));
    let mut position = Position::with_givens(&field, &open);
    position.know_solution(&digits_of("1234341221434321"));
    assert!(trial.next(&position).is_none());
    let Some(folder) = corpus() else { return };
    let text = text_of(&folder.join("variants/killer.jsonl"));
    let line = text.lines().find(|line| line.contains("\"killer-035\"")).expect("it is there");
    let json: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
    let puzzle = read_iss(&Source::new("k.iss", json["iss"].as_str().expect("a text"))).expect("a puzzle");
    let solution = solve(&puzzle, EngineName::Auto).expect("one solution");
    let field = Field::of(&puzzle).unwrap_or_else(|error| panic!("{error}"));
    let mut position = Position::with_givens(&field, &puzzle);
    assert!(trial.next(&position).is_none());
    position.know_solution(&solution);
    let step = trial.next(&position).expect("a digit of the solution");
    let [placed] = step.placed[..] else { panic!("{}", step.say(&field)) };
    assert_eq!(field.values()[placed.digit], solution[placed.cell]);
    assert!(step.say(&field).contains("more than 4000 trials are needed"), "{}", step.say(&field));
    assert_eq!(step.rating(&field), 120);
}

/// Takes givens of a full board away as long as the puzzle keeps one solution.
fn dig(mut puzzle: Puzzle, rng: &mut fastrand::Rng) -> (Puzzle, Vec<i32>) {
    let cells = puzzle.board.cell_count();
    let mut order: Vec<usize> = (0..cells).collect();
    rng.shuffle(&mut order);
    // Some digits at random, then what an engine makes of them.
    let full = loop {
        puzzle.givens = vec![None; cells];
        for (value, &cell) in (1..=4).zip(&order) {
            puzzle.givens[cell] = Some(value);
        }
        let found = run(&puzzle, &request(EngineName::Varisat, Some(1)));
        if let Some(solution) = found.ok().and_then(|found| found.solutions.into_iter().next()) {
            break solution;
        }
        rng.shuffle(&mut order);
    };
    puzzle.givens = full.iter().map(|&digit| Some(digit)).collect();
    for cell in order {
        let given = puzzle.givens[cell].take();
        if solve(&puzzle, EngineName::Auto).is_none() {
            puzzle.givens[cell] = given;
        }
    }
    (puzzle, full)
}

#[test]
fn jigsaws_and_diagonals() {
    const MAP: &str = "112223344111233334112223344155255344165258449665558899666788889667778899677777999";
    let regions: Vec<usize> = digits_of(MAP).into_iter().map(|region| region as usize).collect();
    let mut diagonal = Board::usual(9).expect("a board");
    diagonal.add_diagonal_down();
    diagonal.add_diagonal_up();
    let mut rng = fastrand::Rng::with_seed(7);
    let boards = [Board::usual(6).expect("a board"), diagonal];
    let boards = boards.into_iter().chain(Board::jigsaw(9, &regions).ok());
    for board in boards {
        for number in 0..4 {
            let (puzzle, solution) = dig(Puzzle::new(board.clone()), &mut rng);
            walk(&puzzle, &solution, number, &Solver::default());
            walk(&puzzle, &solution, number + 5, &Solver::by_rating());
        }
    }
}
