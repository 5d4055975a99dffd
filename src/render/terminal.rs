//! A picture with characters: box drawing, and colours where they are wanted.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::picture::{Ink, Picture, Square};
use crate::steps::Role;

/// The picture as lines of characters. With colours it holds escape codes; without it can be read as well: removed candidates
/// are then in parentheses, placed ones in brackets.
pub fn terminal(picture: &Picture, colours: bool) -> String {
    let has_small = picture.squares.iter().any(|square| !square.candidates.is_empty());
    let widest = picture.values.iter().map(|value| value.to_string().len()).max().unwrap_or(1);
    let (across, down) = picture.small_grid();
    let cell = if has_small {
        Block { width: across * (widest + 2) + 1, height: down, widest, columns: across }
    } else {
        Block { width: widest + 2, height: 1, widest, columns: 1 }
    };
    let mut text = String::new();
    for row in 0..=picture.rows {
        border(picture, row, cell.width, &mut text);
        if row == picture.rows {
            break;
        }
        for line in 0..cell.height {
            for column in 0..=picture.columns {
                text.push(if is_wall(picture, row, column, true) { '┃' } else { '│' });
                if column < picture.columns {
                    let square = &picture.squares[row * picture.columns + column];
                    text.push_str(&cell.line(square, &picture.values, line, has_small, colours));
                }
            }
            text.push('\n');
        }
    }
    if !picture.notes.is_empty() {
        let _ = writeln!(text, "not drawn: {}", picture.notes.join(", "));
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

/// Whether the edge before a cell, on its left or above it, is thick.
fn is_wall(picture: &Picture, row: usize, column: usize, is_left: bool) -> bool {
    let (rows, columns) = (picture.rows, picture.columns);
    let region = |row: usize, column: usize| {
        (row < rows && column < columns).then(|| picture.regions[row * columns + column])
    };
    let (own, other) = if is_left {
        (region(row, column), column.checked_sub(1).and_then(|before| region(row, before)))
    } else {
        (region(row, column), row.checked_sub(1).and_then(|before| region(before, column)))
    };
    own != other
}

/// The line above a row of cells.
fn border(picture: &Picture, row: usize, width: usize, text: &mut String) {
    for column in 0..=picture.columns {
        let is_line = |is_there: bool, is_thick: bool| if is_there { 1 + usize::from(is_thick) } else { 0 };
        let up = is_line(row > 0, row > 0 && is_wall(picture, row - 1, column, true));
        let down = is_line(row < picture.rows, row < picture.rows && is_wall(picture, row, column, true));
        let left = is_line(column > 0, column > 0 && is_wall(picture, row, column - 1, false));
        let right = is_line(
            column < picture.columns,
            column < picture.columns && is_wall(picture, row, column, false),
        );
        text.push(joint(up, right, down, left));
        if column < picture.columns {
            let line = if right == 2 { "━" } else { "─" };
            text.push_str(&line.repeat(width));
        }
    }
    text.push('\n');
}

/// The character where lines meet: none, thin or thick towards each side.
fn joint(up: usize, right: usize, down: usize, left: usize) -> char {
    // In the order of the weights up, right, down, left as digits to the base 3.
    const JOINTS: [char; 81] = [
        ' ', '╴', '╸', '╷', '┐', '┑', '╻', '┒', '┓', '╶', '─', '╾', '┌', '┬', '┭', '┎', '┰', '┱', '╺', '╼',
        '━', '┍', '┮', '┯', '┏', '┲', '┳', '╵', '┘', '┙', '│', '┤', '┥', '╽', '┧', '┪', '└', '┴', '┵', '├',
        '┼', '┽', '┟', '╁', '╅', '┕', '┶', '┷', '┝', '┾', '┿', '┢', '╆', '╈', '╹', '┚', '┛', '╿', '┦', '┩',
        '┃', '┨', '┫', '┖', '┸', '┹', '┞', '╀', '╃', '┠', '╂', '╉', '┗', '┺', '┻', '┡', '╄', '╇', '┣', '╊',
        '╋',
    ];
    JOINTS[up * 27 + right * 9 + down * 3 + left]
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
