use super::*;
use crate::puzzles::HouseKind;

fn read(text: &str) -> Result<PuzzleFile, ReadError> {
    read_puzzle_file(&Source::new("p.toml", text))
}

fn message(text: &str) -> String {
    read(text).map_or_else(|error| error.to_string(), |_| "read".to_string())
}

const RICH: &str = r#"
title = "A \"rich\" one"
size = 4
diagonals = '\'
givens = """
1 . | . .
. . | . .
----+----
. . | 3 .
. . | . .
"""
cages = """
aab.
a.b.
....
..cc
"""
cage-repeats = true

[cage-sums]
a = 7
c = -1

[[cage]]
cells = "r4c4 r3-2c4"
sum = 6
name = "tail"

[[extra-region]]
cells = "r1c1 r2c2 r3c3-4"

[expect]
count = ">=2"
solution = "1234 3412 2143 4321"
"#;

#[test]
fn all_keys_are_read() {
    let file = read(RICH).expect("a good file");
    let puzzle = &file.puzzle;
    assert_eq!(puzzle.title.as_deref(), Some("A \"rich\" one"));
    assert_eq!((puzzle.givens[0], puzzle.givens[1], puzzle.givens[10]), (Some(1), None, Some(3)));
    let cages: Vec<_> =
        puzzle.cages.iter().map(|c| (c.name.as_str(), c.sum, c.cells.clone(), c.repeats)).collect();
    assert_eq!(
        cages,
        [
            ("a", Some(7), vec![0, 1, 4], true),
            ("b", None, vec![2, 6], true),
            ("c", Some(-1), vec![14, 15], true),
            ("tail", Some(6), vec![7, 11, 15], false),
        ]
    );
    assert_eq!(file.expected.count.as_deref(), Some(">=2"));
    assert_eq!(file.expected.solution.map(|s| s[4]), Some(3));
    let kinds: Vec<HouseKind> = puzzle.board.houses()[8..].iter().map(|house| house.kind).collect();
    assert_eq!(kinds[4..], [HouseKind::DiagonalDown, HouseKind::Extra(0)]);
    assert_eq!(puzzle.cages[0].place.map(|p| (p.line, p.column)), Some((13, 1)));
}

#[test]
fn a_written_file_reads_back() {
    for text in [
        RICH,
        "size = 9",
        "size = 9\nbox = \"none\"",
        "rows = 5\ncolumns = 10\ngivens = '''\n10 . . . . . . . . .\n..........\n..........\n..........\n..........'''",
        "size = 4\nvalues = [0, 5]\nbox = \"none\"\ngivens = '0123............'",
        "size = 3\nvalues = [-1, 1]\ngivens = '-1 0 1 . . . . . .'",
        "size = 4\nregions = '1122 1222 1334 3344'".replace("1222", "1124").replace("1334", "3324").as_str(),
        "size = 6\nbox = [3, 2]\ndiagonals = true",
    ] {
        let Ok(file) = read(text) else { panic!("{}\n{text}", message(text)) };
        let written = write_puzzle_file(&file.puzzle);
        let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(file.puzzle.without_places(), again.puzzle.without_places(), "{written}");
    }
}

#[test]
fn windows_line_ends_keep_the_places() {
    let text = "size = 4\r\ncages = \"\"\"\r\naa..\r\n....\r\n...\r\n....\r\n\"\"\"\r\n";
    assert_eq!(message(text), "p.toml:5:1: row 3 of `cages` has 3 cells, not 4");
}

#[test]
fn what_is_no_puzzle_file_does_not_look_like_one() {
    assert!(looks_like("# a comment\nsize = 9\n"));
    assert!(looks_like("[[cage]]\ncells = 'r1c1'"));
    assert!(!looks_like("A=3 B=15"));
    assert!(!looks_like("[Puzzle]\n..3.2.6.."));
    assert!(!looks_like("[[0, 1], [2, 3]]"));
    assert!(!looks_like("size == 3"));
}
