use super::*;
use crate::puzzles::HouseKind;

fn read(text: &str) -> Result<Puzzle, String> {
    let mut all =
        read_killer_text(&Source::new("k.txt", text), &TextOptions::default()).map_err(|e| e.to_string())?;
    assert!(looks_like(text), "{text}");
    all.swap_remove(0).map_err(|e| e.to_string())
}

fn cages(puzzle: &Puzzle) -> Vec<(&str, Option<i64>, Vec<usize>)> {
    puzzle.cages.iter().map(|c| (c.name.as_str(), c.sum, c.cells.clone())).collect()
}

fn numbers(head: &str, cells: &[(usize, u32)]) -> String {
    let cell = |index| cells.iter().find(|(cell, _)| *cell == index).map_or(index as u32, |(_, n)| *n);
    (0..81).fold(head.to_string(), |text, index| format!("{text}{}:", cell(index)))
}

#[test]
fn numbers_are_sum_and_cage() {
    let puzzle = read(&numbers("3x3:d:k:", &[(0, 256 * 15 + 1), (9, 256 * 15 + 1), (2, 256 * 3 + 7)]));
    let puzzle = puzzle.expect("a good string");
    assert_eq!(cages(&puzzle), [("r1c1", Some(15), vec![0, 9]), ("r1c3", Some(3), vec![2])]);
    assert!(puzzle.board.houses().iter().any(|house| house.kind == HouseKind::DiagonalUp));
}

#[test]
fn a_cage_with_two_sums_is_refused() {
    let text = numbers("3x3::k:", &[(0, 256 * 15 + 1), (1, 256 * 14 + 1)]);
    assert_eq!(read(&text), Err("k.txt:1:13: cage number 1 has the sums 15 and 14".to_string()));
}

#[test]
fn arrows_lead_to_the_sum() {
    let text = format!("A<.vv{}", "0".repeat(76));
    let puzzle = read(&text).expect("a good string");
    let read_cages = cages(&puzzle);
    assert_eq!(read_cages[0], ("r1c1", Some(10), vec![0, 1]));
    assert_eq!(read_cages[1..], [("r1c3", None, vec![2, 3, 12]), ("r1c5", None, vec![4, 13])]);
    let off = format!("^{}", "0".repeat(80));
    assert_eq!(read(&off), Err("k.txt:1:1: the arrow `^` of cell r1c1 leads off the board".to_string()));
    let circle = format!("><{}", "0".repeat(79));
    assert_eq!(read(&circle), Err("k.txt:1:1: the arrows from cell r1c1 lead round in a circle".to_string()));
}

#[test]
fn sumocue_opens_and_joins() {
    let text = format!("SumoCueV1D=17+0+0{}", "=0".repeat(78));
    let puzzle = read(&text).expect("a good string");
    assert_eq!(cages(&puzzle), [("r1c1", Some(17), vec![0, 1, 2])]);
    assert_eq!(puzzle.board.houses().len(), 29);
    let jigsaw =
        (0..81).fold("SumoCueV1".to_string(), |text, cell| format!("{text}={}J{}", cell % 10, cell / 9));
    let puzzle = read(&jigsaw).expect("a good string");
    assert_eq!(puzzle.givens[..3], [None, Some(1), Some(2)]);
    assert!(puzzle.cages.is_empty() && puzzle.board.houses().len() == 27);
    let lost = format!("SumoCueV1=17+1{}", "=0".repeat(79));
    assert_eq!(read(&lost), Err("k.txt:1:13: `+1` points to a cell that opens no cage".to_string()));
}

#[test]
fn letters_have_sums() {
    let one_line = read("aabb....Z..Zcccc 9,3,4,10 1234341221434321").expect("a good string");
    let block = read("aabb\n....\nZ..Z\ncccc\nc=10 Z=9\na=3 b=4\n").expect("a good map");
    assert_eq!(cages(&one_line), cages(&block));
    assert_eq!(cages(&block)[2], ("Z", Some(9), vec![8, 11]));
    assert_eq!(read("aabb....Z..Zcccc 9,3,4"), Err("k.txt:1:18: 3 sums for 4 cages".to_string()));
}

#[test]
fn other_games_are_refused_by_name() {
    let kenken = "AABBEEEECCEEDDDD;5+,2-,16*,1-";
    assert_eq!(
        read(kenken),
        Err("k.txt:1:18: the target `5+` with an operator is not supported".to_string())
    );
    assert_eq!(
        read("3x3k:zzzc,a,10_6"),
        Err("k.txt:1:1: the game ID `3x3k:zzzc,a,10_6` of Solo is not supported".to_string())
    );
}
