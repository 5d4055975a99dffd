//! The words of steps: one of each family, on positions from which it is the first.

use std::collections::BTreeMap;

use exactly::puzzles::{Board, Puzzle};
use exactly::steps::{Field, Position, Solver, TABLE, Technique, all_steps};

const BOARDS: [&str; 6] = [
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

/// The first step of each technique on the ways of some boards.
fn said() -> BTreeMap<Technique, String> {
    let mut said = BTreeMap::new();
    for line in BOARDS {
        let mut puzzle = Puzzle::new(Board::usual(9).expect("a board"));
        puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
        let field = Field::of(&puzzle).expect("a plain board");
        let mut position = Position::with_givens(&field, &puzzle);
        position.is_unique = true;
        let solver = Solver::default();
        while let Some(step) = Some(&position).filter(|p| !p.is_solved()).and_then(|p| solver.next(p)) {
            for entry in TABLE.iter().filter(|entry| entry.technique > Technique::Jellyfish) {
                if !said.contains_key(&entry.technique) {
                    let found = all_steps(&position, entry.technique, 1);
                    said.extend(found.first().map(|step| (entry.technique, step.say(&field))));
                }
            }
            position.take(&step);
        }
        assert!(position.is_solved(), "{line}");
    }
    said
}

/// One technique of each family with the words of its first step.
const EXPECTED: [(Technique, &str); 0] = [];

#[test]
fn families_in_words() {
    let said = said();
    for text in said.values() {
        println!("{}", text.chars().take(400).collect::<String>());
    }
    for (technique, text) in EXPECTED {
        assert_eq!(said.get(&technique).map(String::as_str), Some(text), "{technique}");
    }
}
