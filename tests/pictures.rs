//! Pictures of everything that can stand on a board.

mod common;

use common::program::{exactly, expect, folder};
use exactly::formats::{Source, read_puzzle_file};
use exactly::puzzles::{Board, Puzzle, types};
use exactly::render::{Element, Picture, Point, Theme, svg, terminal};

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
        let is_name = |line: &String| line.split([':', ' ']).next() == Some(clue_type.name);
        let is_named = picture.legend.iter().any(is_name);
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

#[test]
fn dots_keep_their_colours_on_dark_ground() {
    for (name, theme, fill) in [
        ("white-dot", Theme::Light, "#fdfdfd"),
        ("white-dot", Theme::Dark, "#f4f5f7"),
        ("black-dot", Theme::Light, "#17181a"),
        ("black-dot", Theme::Dark, "#08090b"),
    ] {
        let clue_type = types::find(name).expect("a type");
        let text = svg(&Picture::of(&example(clue_type.example)), theme, 40.0);
        let dot = text.lines().find(|line| line.starts_with("<circle")).expect("a dot");
        assert!(dot.contains(&format!("fill=\"{fill}\"")), "{name}, {theme}: {dot}");
    }
}

/// Cages that are drawn, one that is not since its cells are apart, and other clues.
const CLUES: &str = "\
size = 4
diagonals = true
cages = \"\"\"
aabb
cadb
.dd.
e..e
\"\"\"
[cage-sums]
a = 6
b = 8
c = 3
d = 7
e = 5

[[thermo]]
cells = \"r1c1 r2c1 r3c1\"

[[arrow]]
circle = \"r4c1\"
cells = \"r3c1-2\"

[[sandwich]]
from = \"left 1\"
sum = 3

[[or]]
pair-sum = [{ cells = \"r1c1-2\", sum = 5 }, { cells = \"r1c3-4\", sum = 5 }]
";

#[test]
fn the_terminal_shows_all_of_a_puzzle() {
    let out = "\
┏6━━━━━━┳8━━━━━━┓
┃       ┃       ┃
┠3──┐   ┠7──┐   ┃
┃   │   ┃   │   ┃
┣━━━┿━━━╋┉┉┉┿━━━┫
┃   │   ┋   │   ┃
┠───┼───╂───┼───┨
┃   │   ┃   │   ┃
┗━━━┷━━━┻━━━┷━━━┛
cages: open between their cells, the sum above the first of them
cage e (5): r4c1 r4c4
the diagonal \\
the diagonal /
thermo: r1c1 r2c1 r3c1
arrow: r3c1 r3c2, circle r4c1
sandwich (sum = 3): left 1
any of (pair-sum (sum = 5): r1c1 r1c2; pair-sum (sum = 5): r1c3 r1c4)
";
    expect(&["render"], CLUES, 0, out);
}

#[test]
fn what_a_picture_does_not_tell_is_below_it() {
    let source = Source::new("clues", CLUES);
    let picture = Picture::of(&read_puzzle_file(&source).expect("a puzzle").puzzle);
    let text = svg(&picture, Theme::Light, 40.0);
    let below: Vec<&str> = text.lines().filter(|line| line.contains("font-size=\"9.20\"")).collect();
    assert_eq!(below.len(), 3, "{below:?}");
    assert!(below[0].contains(">any of (pair-sum (sum = 5):") && below[2].contains("r1c4)<"), "{below:?}");
}

/// The picture of a 9×9 puzzle with these clues, and its elements that an empty board has not.
fn drawn(clues: &str) -> (Picture, Vec<Element>) {
    let bare = Picture::of(&Puzzle::new(Board::usual(9).expect("a board")));
    let picture = Picture::of(&example(clues));
    let own = picture.elements.iter().filter(|element| !bare.elements.contains(element)).cloned().collect();
    (picture, own)
}

fn texts(elements: &[Element]) -> Vec<&str> {
    let shown = elements.iter().filter_map(|element| match element {
        Element::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    shown.collect()
}

#[test]
fn numbers_outside_have_letters_where_there_are_several_types() {
    let sandwich = "[[sandwich]]\nfrom = \"left 1\"\nsum = 5\n";
    let room = "[[numbered-room]]\nfrom = \"left 2\"\ndigit = 5\n";
    let (picture, own) = drawn(sandwich);
    assert_eq!((texts(&own), picture.legend.len()), (vec!["5"], 0));
    let (picture, own) = drawn(&format!("{sandwich}{room}"));
    assert_eq!(texts(&own), ["5", "s", "5", "n"]);
    assert_eq!(picture.legend, ["s = sandwich, n = numbered-room"]);
}

#[test]
fn arrowheads_point_to_the_smaller_digit() {
    for (name, is_inwards) in [("minimum", true), ("maximum", false)] {
        // Two in a corner: three neighbours are not among them.
        let (_, own) = drawn(&format!("[[{name}]]\ncells = \"r1c1-2\"\n"));
        let heads: Vec<&Vec<Point>> = own
            .iter()
            .filter_map(|element| match element {
                Element::Line { points, .. } => Some(points),
                _ => None,
            })
            .collect();
        assert_eq!(heads.len(), 3, "{name}");
        for head in heads {
            let middle = Point::new(head[1].x.floor() + 0.5, head[1].y.floor() + 0.5);
            assert_eq!(head[1].distance(middle) < head[0].distance(middle), is_inwards, "{name}: {head:?}");
        }
    }
}

#[test]
fn printed_candidates_give_way_to_what_is_found() {
    let clues = "[[candidates]]\ncells = \"r1c1 r2c2\"\ndigits = [2, 4, 7]\n\
                 [[candidates]]\ncells = \"r1c1\"\ndigits = [4, 7]\n";
    let (picture, own) = drawn(clues);
    assert_eq!(texts(&own), ["4", "7", "2", "4", "7"]);
    let mut digits = vec![None; 81];
    digits[0] = Some(4);
    assert_eq!(texts(&picture.clone().with_digits(&digits).elements), ["2", "4", "7", "4"]);
    let mut left = vec![Vec::new(); 81];
    left[10] = vec![7];
    assert_eq!(texts(&picture.with_candidates(&left).elements), ["7"]);
}

#[test]
fn candidates_do_not_touch() {
    for size in 4..=36 {
        let board = Board::usual(size).expect("a board");
        let all: Vec<Vec<i32>> = vec![(1..=size as i32).collect(); size * size];
        let picture = Picture::of(&Puzzle::new(board)).with_candidates(&all);
        let mut placed: Vec<(Point, f32, f32)> = Vec::new();
        for element in &picture.elements {
            let Element::Text { at, text, size, .. } = element else { continue };
            if (at.x, at.y) < (1.0, 1.0) && at.y < 1.0 {
                placed.push((*at, *size, size * 0.64 * text.len() as f32 / 2.0));
            }
        }
        assert_eq!(placed.len(), size);
        let is_readable = |letters: f32| f32::from(picture.usual_cell()) * letters > 11.9;
        for (number, &(at, letters, half)) in placed.iter().enumerate() {
            assert!(at.x - half > 0.02 && at.x + half < 0.98 && is_readable(letters), "size {size}");
            for &(other, _, reach) in &placed[..number] {
                let gap = (at.x - other.x).abs() - half - reach;
                let is_apart = gap > 0.3 * letters || (at.y - other.y).abs() > 0.9 * letters;
                assert!(is_apart, "size {size}: {at:?} and {other:?}");
            }
        }
    }
}

#[test]
fn candidates_stand_above_dots_and_arrows() {
    let clues = "[[arrow]]\ncircle = \"r1c1\"\ncells = \"r1c2-3\"\n";
    let (picture, _) = drawn(clues);
    let left = vec![(1..=9).collect(); 81];
    let text = svg(&picture.with_candidates(&left), Theme::Light, 40.0);
    let arrow = text.lines().position(|line| line.contains("stroke=\"#8d939a\"")).expect("an arrow");
    let haloed: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| line.contains("paint-order=\"stroke\"")).collect();
    assert!(haloed.len() >= 4 && haloed.iter().all(|&(at, _)| at > arrow), "{haloed:?}");
}

#[test]
fn only_a_whole_diagonal_gets_an_arrow() {
    let heads = |cells: &str| {
        let (_, own) = drawn(&format!("[[little-killer]]\ncells = \"{cells}\"\nsum = 11\n"));
        let has_head = |element: &&Element| matches!(element, Element::Line { has_head: true, .. });
        (own.iter().filter(has_head).count(), texts(&own).len())
    };
    assert_eq!(heads("r1c8 r2c9"), (1, 1));
    assert_eq!(heads("r3c1 r2c2 r1c3"), (1, 1));
    // No diagonal; one that stops on the board; one that starts there; the wrong way round is right as well.
    assert_eq!(heads("r1c2 r2c4 r7c7"), (0, 3));
    assert_eq!(heads("r1c7 r2c8"), (0, 2));
    assert_eq!(heads("r2c8 r3c9"), (0, 2));
    assert_eq!(heads("r2c9 r1c8"), (1, 1));
    assert_eq!(heads("r1c1"), (0, 1));
}

#[test]
fn four_digits_of_a_quadruple_are_two_rows() {
    let quad = |digits: &str| drawn(&format!("[[quadruple]]\ncells = \"r1-2c1-2\"\ndigits = {digits}\n")).1;
    assert_eq!(texts(&quad("[1, 2, 3, 4]")), ["1 2", "3 4"]);
    assert_eq!(texts(&quad("[1, 2, 3]")), ["1 2", "3"]);
    assert_eq!(texts(&quad("[1, 2]")), ["1 2"]);
}

#[test]
fn a_step_leaves_no_light_patch_behind_a_sum() {
    let folder = folder("patch");
    let path = folder.join("hint.svg").display().to_string();
    // The first step is about the cage of r1c1 and r1c2.
    let ran = exactly(&["render", "models/killer.toml", "--show", "hint", "-o", &path], "");
    assert!(ran.err.contains("so r1c1 r1c2≠"), "{ran:?}");
    let text = std::fs::read_to_string(path).expect("the picture");
    let before = text.lines().zip(text.lines().skip(1)).find(|(_, line)| line.ends_with(">15</text>"));
    assert!(before.is_some_and(|(paper, _)| paper.contains("fill=\"#cfe4ff\"")), "{before:?}");
}

#[test]
fn render_takes_one_puzzle_and_writes_no_json() {
    let ran = exactly(&["render", "--json"], CLUES);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.err.contains("unexpected argument '--json'"), "{}", ran.err);
    let ran = exactly(&["render", "models/queens-8.dlx"], "");
    assert!(ran.code == Some(2) && ran.err.contains("an exact cover"), "{ran:?}");
    let help = exactly(&["render", "--help"], "").out;
    assert!(
        help.contains("The file of one puzzle; no exact cover") && !help.contains("many boards"),
        "{help}"
    );
}
