//! Pictures of everything that can stand on a board.

use exactly::formats::{Source, read_puzzle_file};
use exactly::puzzles::{Board, Puzzle, types};
use exactly::render::{Element, Picture, Theme, svg, terminal};

/// The example of a type as a puzzle of its own.
fn example(text: &str) -> Puzzle {
    let source = Source::new("example", format!("size = 9\n{text}"));
    read_puzzle_file(&source).expect("the examples can be read").puzzle
}

#[test]
fn every_constraint_type_is_drawn_or_named() {
    let bare = Picture::of(&Puzzle::new(Board::usual(9).expect("a board")));
    for clue_type in types::all() {
        let picture = Picture::of(&example(clue_type.example));
        let is_drawn = picture.elements.len() > bare.elements.len();
        let is_named = picture.notes.iter().any(|note| note == clue_type.name);
        assert!(is_drawn != is_named, "{}: drawn {is_drawn}, named {is_named}", clue_type.name);
    }
}

#[test]
fn nothing_is_drawn_outside_of_the_picture() {
    for clue_type in types::all() {
        let picture = Picture::of(&example(clue_type.example));
        let [left, top, right, bottom] = picture.margin;
        for element in &picture.elements {
            let points = match element {
                Element::Fill { from, to, .. } => vec![*from, *to],
                Element::Line { points, .. } => points.clone(),
                Element::Circle { middle, .. } => vec![*middle],
                Element::Text { at, .. } => vec![*at],
            };
            for point in points {
                let is_inside =
                    (-left..=9.0 + right).contains(&point.x) && (-top..=9.0 + bottom).contains(&point.y);
                assert!(is_inside, "{}: {element:?}", clue_type.name);
            }
        }
    }
}

#[test]
fn boards_of_all_sizes() {
    for size in 4..=36 {
        let mut puzzle = Puzzle::new(Board::usual(size).expect("a board"));
        puzzle.givens[0] = Some(size as i32);
        let all: Vec<Vec<i32>> = vec![(1..=size as i32).collect(); size * size];
        let picture = Picture::of(&puzzle).with_candidates(&all);
        let text = svg(&picture, Theme::Light, 40.0);
        assert_eq!(text.matches("<text").count(), 1 + (size * size - 1) * size, "size {size}");
        let lines: Vec<String> = terminal(&picture, false).lines().map(str::to_string).collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width), "size {size}");
    }
}

#[test]
fn text_is_escaped() {
    let mut puzzle = Puzzle::new(Board::usual(4).expect("a board"));
    puzzle.title = Some("<script> & more".to_string());
    let text = svg(&Picture::of(&puzzle), Theme::Dark, 40.0);
    assert!(text.contains("<title>&lt;script&gt; &amp; more</title>"), "{text}");
}
