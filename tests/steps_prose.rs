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
const EXPECTED: [(Technique, &str); 13] = [
    (
        Technique::RemotePair,
        "remote pair: 5 and 7 in all of r4c3 r9c2 or all of r4c4 r6c2: one of each colour sees it; so r4c6 r6c3≠5 7, r9c4≠5",
    ),
    (
        Technique::Skyscraper,
        "skyscraper: r5c4≠4 → r3c4=4 → r3c7≠4 → r6c7=4, r5c4=4 or r6c7=4 holds; so r5c9 r6c6≠4",
    ),
    (Technique::XyzWing, "XYZ-wing: r8c9 r9c2 r9c7 have only 1 2 9, and each but 2 once; so r9c8 r9c9≠2"),
    (
        Technique::UniqueRectangle4,
        "unique rectangle 4: r3c5 r3c6 r8c6 r8c5 cannot be left with 7 and 8 alone, 7 is in one of the cells with more; so r3c5≠8",
    ),
    (
        Technique::ColourTrap,
        "simple colours trap: 3 in all of r7c8 or all of r7c9: one of each colour sees it; so r9c7 r9c8 r9c9≠3",
    ),
    (
        Technique::SashimiXWing,
        "sashimi X-wing: 4 of column 4, column 7 can only be in row 3, row 5, or at the fin r6c7; so r5c9≠4",
    ),
    (Technique::BrokenLoop, "discontinuous nice loop: r1c3=5 → r5c3≠5 → r6c3=5 → r1c3≠5; so r1c3≠5"),
    (
        Technique::GroupedChain,
        "grouped chain: r2c1≠7 → r3c1=7 → r1c3 r2c3 r3c3≠7 → r9c3=7, r2c1=7 or r9c3=7 holds; so r1c3 r2c3 r3c3≠7",
    ),
    (
        Technique::AlsChain,
        "ALS chain: almost locked sets r7c1 r7c3 (4 6 8), r7c2 (4 6), r7c1 r7c3 r7c5 (4 6 8 9), r7c1 r7c2 r7c3 r7c8 r7c9 (3 4 5 6 8 9), each linked to the next by 6, 4, 9; so r7c5≠4 8, r9c2 r9c3≠4",
    ),
    (
        Technique::ForcingContradiction,
        "forcing chain contradiction: r1c3=5 → r5c3≠5 → r6c3=5; r1c3=5 → r6c3≠5; that cannot be; so r1c3≠5",
    ),
    (
        Technique::MutantXWing,
        "mutant X-wing: 3 of row 7, box 8 can only be in row 9, box 9; so r9c7 r9c8 r9c9≠3",
    ),
    (
        Technique::NetContradiction,
        "forcing net contradiction: r8c2=6 → r7c1=8 r7c2=4; then no digit is left for r7c3; so r8c2≠6",
    ),
    (Technique::Trial, "trial: r7c1=6 leads nowhere, as 21 trials, at most 7 at once, tell; so r7c1≠6"),
];

#[test]
fn families_in_words() {
    let said = said();
    let mut wrong = Vec::new();
    for (technique, text) in EXPECTED {
        if said.get(&technique).map(String::as_str) != Some(text) {
            wrong.push(format!("{technique}\n  said: {:?}\nwanted: {text}", said.get(&technique)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
