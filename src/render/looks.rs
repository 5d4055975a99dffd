//! How each constraint type is drawn: one table, and a way to draw each kind of look.

use std::collections::HashMap;

use itertools::Itertools;

use super::picture::{Element, Ink, Picture, Point};
use super::shapes::Extreme;
use super::words;
use crate::puzzles::{Clue, Line, Puzzle, Use, Value};

/// A look.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// A line along the cells.
    Line(Ink, f32),
    /// A line with a bulb at its start.
    Thermo(Ink),
    /// A line with circles at its ends.
    Ends(Ink),
    /// A circle or pill, by this parameter, with an arrow along the cells.
    Arrow(&'static str),
    /// A dot between two cells, with the number of a parameter.
    Dot(Ink, &'static str),
    /// X or V, or a sum, between two cells.
    Sum,
    /// A sign between two cells, open towards the larger.
    Greater,
    /// A circle or a square in each cell.
    Round,
    Square,
    /// Tinted cells.
    Tint(Ink),
    /// A dashed outline with the number of a parameter.
    Cage(Ink, &'static str),
    /// Digits where four cells meet.
    Quad,
    /// Tinted cells with arrowheads between them and their neighbours, towards the smaller one.
    Extreme(Ink, Extreme),
    /// A number outside the board, by this parameter, and the letter that tells it from other numbers.
    Outside(&'static str, char),
    /// A number outside with an arrow along a diagonal.
    Diagonal,
    /// Small digits, which are drawn with the others.
    Small,
    /// In words only.
    Note,
}

/// The look of each type that comes with the program.
const LOOKS: [(&str, Look); 69] = [
    ("thermo", Look::Thermo(Ink::Grey)),
    ("slow-thermo", Look::Thermo(Ink::Blue)),
    ("whisper", Look::Line(Ink::Green, 0.2)),
    ("renban", Look::Line(Ink::Purple, 0.2)),
    ("nabner", Look::Line(Ink::Yellow, 0.2)),
    ("palindrome", Look::Line(Ink::Grey, 0.2)),
    ("modular", Look::Line(Ink::Blue, 0.2)),
    ("entropic", Look::Line(Ink::Orange, 0.2)),
    ("between", Look::Ends(Ink::Grey)),
    ("lockout", Look::Ends(Ink::Blue)),
    ("region-sum-line", Look::Line(Ink::Blue, 0.14)),
    ("zipper", Look::Line(Ink::Purple, 0.14)),
    ("sum-line", Look::Line(Ink::Orange, 0.14)),
    ("arrow", Look::Arrow("circle")),
    ("pill-arrow", Look::Arrow("pill")),
    ("double-arrow", Look::Ends(Ink::Pink)),
    ("sum", Look::Cage(Ink::Orange, "sum")),
    ("equal-sum", Look::Cage(Ink::Blue, "")),
    ("multi-sum-cage", Look::Cage(Ink::Cage, "sums")),
    ("little-killer", Look::Diagonal),
    ("different", Look::Tint(Ink::Grey)),
    ("rellik-cage", Look::Cage(Ink::Red, "sum")),
    ("equality-cage", Look::Cage(Ink::Green, "")),
    ("lunchbox", Look::Cage(Ink::Pink, "sum")),
    ("contains", Look::Cage(Ink::Purple, "digits")),
    ("quadruple", Look::Quad),
    ("look-and-say", Look::Cage(Ink::Green, "says")),
    ("same-values", Look::Tint(Ink::Pink)),
    ("clone", Look::Tint(Ink::Green)),
    ("counting-circles", Look::Round),
    ("count-distinct", Look::Cage(Ink::Blue, "")),
    ("white-dot", Look::Dot(Ink::White, "difference")),
    ("black-dot", Look::Dot(Ink::Black, "ratio")),
    ("pair-sum", Look::Sum),
    ("greater", Look::Greater),
    ("odd", Look::Round),
    ("even", Look::Square),
    ("candidates", Look::Small),
    ("minimum", Look::Extreme(Ink::Blue, Extreme::Least)),
    ("maximum", Look::Extreme(Ink::Red, Extreme::Greatest)),
    ("anti-knight", Look::Note),
    ("anti-king", Look::Note),
    ("anti-leaper", Look::Note),
    ("anti-taxicab", Look::Note),
    ("self-taxicab", Look::Note),
    ("non-consecutive", Look::Note),
    ("diagonal-non-consecutive", Look::Note),
    ("knightmare", Look::Note),
    ("strict-kropki", Look::Note),
    ("no-unmarked-ratio", Look::Note),
    ("strict-xv", Look::Note),
    ("global-entropy", Look::Note),
    ("global-mod", Look::Note),
    ("dutch-flatmates", Look::Note),
    ("column-indexer", Look::Tint(Ink::Orange)),
    ("row-indexer", Look::Tint(Ink::Yellow)),
    ("box-indexer", Look::Tint(Ink::Purple)),
    ("value-index", Look::Tint(Ink::Orange)),
    ("sandwich", Look::Outside("sum", 's')),
    ("x-sum", Look::Outside("sum", 'x')),
    ("skyscraper", Look::Outside("seen", 'k')),
    ("hidden-skyscraper", Look::Outside("digit", 'h')),
    ("numbered-room", Look::Outside("digit", 'n')),
    ("full-rank", Look::Outside("rank", 'r')),
    ("no-equal-readings", Look::Note),
    ("doppelganger", Look::Note),
    ("regex", Look::Line(Ink::Red, 0.14)),
    ("nfa", Look::Line(Ink::Red, 0.14)),
    ("relation", Look::Line(Ink::Red, 0.08)),
];

/// Draws what lies under the grid.
pub(super) fn draw_under(picture: &mut Picture, puzzle: &Puzzle) {
    for (clue, look) in clues(puzzle) {
        let cells = cells_of(clue, puzzle);
        match look {
            Look::Tint(ink) | Look::Extreme(ink, _) => {
                let on_board = lists_of(clue).flatten().filter(|&cell| cell < puzzle.board.cell_count());
                on_board.for_each(|cell| picture.tint(cell, ink));
            }
            Look::Line(ink, width) => lists_of(clue).for_each(|list| picture.along(&list, ink, width)),
            Look::Thermo(ink) => {
                picture.along(&cells, ink, 0.24);
                picture.bulb(cells.first(), 0.38, Some(ink), None);
            }
            Look::Ends(ink) => {
                picture.along(&cells, ink, 0.12);
                for end in [cells.first(), cells.last()] {
                    picture.bulb(end, 0.36, Some(Ink::Paper), Some(ink));
                }
            }
            Look::Arrow(start) => picture.arrow(clue, start, &cells),
            Look::Round => {
                for cell in &cells {
                    picture.bulb(Some(cell), 0.38, Some(Ink::Grey), None);
                }
            }
            Look::Square => {
                for &cell in &cells {
                    let middle = picture.middle(cell);
                    let from = Point::new(middle.x - 0.34, middle.y - 0.34);
                    let to = Point::new(middle.x + 0.34, middle.y + 0.34);
                    picture.elements.push(Element::Fill { from, to, ink: Ink::Grey });
                }
            }
            _ => {}
        }
    }
}

/// Draws what lies over the grid, and outside of it.
pub(super) fn draw_over(picture: &mut Picture, puzzle: &Puzzle) {
    let mut outside: HashMap<Line, usize> = HashMap::new();
    let marks = marks_outside(puzzle);
    if marks.len() > 1 {
        picture.legend.push(marks.iter().map(|(mark, name)| format!("{mark} = {name}")).join(", "));
    }
    for (clue, look) in clues(puzzle) {
        let cells = cells_of(clue, puzzle);
        match look {
            Look::Dot(fill, key) => picture.dots(&cells, fill, number(clue, key).as_deref()),
            Look::Sum => {
                let text = match number(clue, "sum").as_deref() {
                    Some("10") => "X".to_string(),
                    Some("5") => "V".to_string(),
                    other => other.unwrap_or_default().to_string(),
                };
                picture.between(&cells, &text);
            }
            Look::Greater => picture.greater(&cells),
            Look::Cage(ink, key) => {
                for list in lists_of(clue) {
                    picture.outline(&list, ink);
                    if let (Some(&first), Some(text)) = (list.iter().min(), number(clue, key)) {
                        picture.corner_text(first, text);
                    }
                }
            }
            Look::Quad => picture.quad(&cells, &number(clue, "digits").unwrap_or_default()),
            Look::Diagonal => {
                let sum = number(clue, "sum").unwrap_or_default();
                if picture.is_diagonal(&cells) {
                    picture.diagonal(&cells, sum);
                } else {
                    picture.outline(&cells, Ink::Orange);
                    for cell in cells {
                        picture.corner_text(cell, sum.clone());
                    }
                }
            }
            Look::Extreme(_, extreme) => picture.arrowheads(&cells, extreme),
            Look::Outside(key, mark) => {
                if let Some(Value::Line(line)) = clue.args.0.get("from") {
                    let depth = outside.entry(*line).or_insert(0);
                    let mark = (marks.len() > 1).then_some(mark);
                    picture.outside(*line, *depth, number(clue, key).unwrap_or_default(), mark);
                    *depth += 1;
                }
            }
            _ => {}
        }
    }
    // Joined clues, the user's own, and those without a shape.
    let is_told = |clue: &Clue| match clue {
        Clue::Use(one) => !matches!(look_of(&one.name), None | Some(Look::Note)),
        _ => false,
    };
    let (_, words) = words::of_clues(puzzle);
    let untold = puzzle.clues.iter().zip(words).filter(|(clue, _)| !is_told(clue));
    picture.legend.extend(untold.map(|(_, words)| words));
}

/// The types of the clues outside, each with its letter, in the order in which they come first.
fn marks_outside(puzzle: &Puzzle) -> Vec<(char, &str)> {
    let outside = clues(puzzle).filter_map(|(clue, look)| match look {
        Look::Outside(_, mark) => Some((mark, clue.name.as_str())),
        _ => None,
    });
    outside.unique().collect()
}

fn look_of(name: &str) -> Option<Look> {
    LOOKS.iter().find(|(other, _)| *other == name).map(|&(_, look)| look)
}

/// The clues that stand alone, each with its look; types of the user's own are thin lines.
fn clues(puzzle: &Puzzle) -> impl Iterator<Item = (&Use, Look)> {
    let alone = puzzle.clues.iter().filter_map(|clue| match clue {
        Clue::Use(one) => Some(one),
        _ => None,
    });
    alone.map(|clue| (clue, look_of(&clue.name).unwrap_or(Look::Line(Ink::Red, 0.08))))
}

/// The cells of a clue that are on the board.
fn cells_of(clue: &Use, puzzle: &Puzzle) -> Vec<usize> {
    let count = puzzle.board.cell_count();
    let on_board = |cells: &Vec<usize>| cells.iter().copied().filter(|&cell| cell < count).collect();
    match clue.args.0.get("cells") {
        Some(Value::Cells(cells)) => on_board(cells),
        _ => Vec::new(),
    }
}

/// The lists of cells of a clue, in all of its parameters.
fn lists_of(clue: &Use) -> impl Iterator<Item = Vec<usize>> + '_ {
    clue.args.0.values().flat_map(|value| match value {
        Value::Cells(cells) => vec![cells.clone()],
        Value::Groups(groups) => groups.clone(),
        _ => Vec::new(),
    })
}

/// The number or numbers of a parameter.
fn number(clue: &Use, key: &str) -> Option<String> {
    match clue.args.0.get(key)? {
        Value::Int(number) => Some(number.to_string()),
        Value::Ints(numbers) => Some(numbers.iter().join(" ")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::LOOKS;
    use crate::puzzles::types;

    #[test]
    fn every_type_has_a_look() {
        let types: Vec<&str> = types::all().map(|clue_type| clue_type.name).collect();
        for name in &types {
            assert!(LOOKS.iter().any(|(other, _)| other == name), "{name} has no look");
        }
        for (name, _) in LOOKS {
            assert!(types.contains(&name), "{name} is no type");
        }
    }
}
