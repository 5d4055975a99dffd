//! A picture with characters: box drawing, and colours where they are wanted.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::picture::{Ink, Picture, Square};
use super::walls::Walls;
use crate::steps::Role;

/// The picture as lines of characters: the board with its cages, then a line for each clue that is not drawn. With colours it holds escape codes; without it can be read as well: removed candidates
/// are then in parentheses, placed ones in brackets.
pub fn terminal(picture: &Picture, colours: bool) -> String {
    let has_small = picture.squares.iter().any(|square| !square.candidates.is_empty());
    let widest = picture.widest();
    let (across, down) = picture.small_grid();
    let cell = if has_small {
        Block { width: across * (widest + 2) + 1, height: down, widest, columns: across }
    } else {
        Block { width: widest + 2, height: 1, widest, columns: 1 }
    };
    let walls = Walls::new(picture, cell.width);
    let mut text = String::new();
    for row in 0..picture.rows {
        let _ = writeln!(text, "{}", walls.border(row));
        for line in 0..cell.height {
            for column in 0..picture.columns {
                text.push(walls.upright(row, column));
                let square = &picture.squares[row * picture.columns + column];
                text.push_str(&cell.line(square, &picture.values, line, has_small, colours));
            }
            let _ = writeln!(text, "{}", walls.upright(row, picture.columns));
        }
    }
    let _ = writeln!(text, "{}", walls.border(picture.rows));
    for line in walls.cage_words().iter().chain(&picture.words) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The characters of a cell.
struct Block {
    width: usize,
    height: usize,
    /// Characters of the widest digit.
    widest: usize,
    /// Candidates in a line.
    columns: usize,
}

impl Block {
    fn line(&self, square: &Square, values: &[i32], line: usize, has_small: bool, colours: bool) -> String {
        let tint = square.tint.map_or(Style::new(), |ink| Style::new().bg_color(Some(colour(ink).into())));
        let dress = |text: &str, style: Style| {
            if colours { format!("{style}{text}{style:#}") } else { text.to_string() }
        };
        if let Some((digit, is_given)) = square.digit {
            let shown = if line == self.height / 2 { digit.to_string() } else { String::new() };
            let text = format!("{shown:^width$}", width = self.width);
            let style = if is_given { tint.bold() } else { tint.fg_color(Some(colour(Ink::Digit).into())) };
            return dress(&text, style);
        }
        if !has_small {
            return dress(&" ".repeat(self.width), tint);
        }
        let mut text = String::new();
        for at in line * self.columns..(line + 1) * self.columns {
            let small =
                values.get(at).and_then(|value| square.candidates.iter().find(|(own, _)| own == value));
            let (number, ink) = small.map_or((String::new(), None), |&(value, ink)| (value.to_string(), ink));
            let (open, close) = match ink {
                Some(Ink::Mark(Role::Removed)) => ('(', ')'),
                Some(Ink::Mark(Role::Placed)) => ('[', ']'),
                Some(_) => ('‹', '›'),
                None => (' ', ' '),
            };
            let style = ink.map_or(tint, |ink| tint.fg_color(Some(colour(ink).into())).bold());
            let width = self.widest;
            text.push_str(&dress(&format!("{open}{number:>width$}{close}"), style));
        }
        text.push_str(&dress(" ", tint));
        text
    }
}

fn colour(ink: Ink) -> Ansi256Color {
    Ansi256Color(match ink {
        Ink::Mark(Role::Base) | Ink::Blue => 153,
        Ink::Mark(Role::Cover) | Ink::Yellow | Ink::Orange => 229,
        Ink::Mark(Role::Fin) | Ink::Purple | Ink::Pink => 183,
        Ink::Green => 114,
        Ink::Grey => 250,
        Ink::Digit => 33,
        Ink::Mark(Role::On | Role::Placed) => 34,
        Ink::Mark(Role::Off) => 172,
        Ink::Mark(Role::Removed) | Ink::Red => 160,
        _ => 244,
    })
}
