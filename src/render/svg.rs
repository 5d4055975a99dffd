//! A picture as SVG.

use std::fmt::Write;

use super::Theme;
use super::picture::{Anchor, Element, Ink, Picture, Point};

/// The letters: a font that comes with the program where it draws itself.
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// Lines of words below the picture: their distance and the height of their letters in cells, how wide a letter is in
/// heights, and how many lines there are at most.
const LINE: f32 = 0.34;
const LETTERS: f32 = 0.23;
const LETTER_WIDTH: f32 = 0.6;
const MOST_LINES: usize = 60;

/// The picture as SVG text, with this many pixels a cell.
///
/// All colours are written out, so that the text can be put into a page or a document as it is.
pub fn svg(picture: &Picture, theme: Theme, cell: f32) -> String {
    let [left, top, right, bottom] = picture.margin;
    let width = (picture.columns as f32 + left + right) * cell;
    let legend = legend(picture);
    let below = if legend.is_empty() { 0.0 } else { LINE * legend.len() as f32 + LINE / 2.0 };
    let height = (picture.rows as f32 + top + bottom + below) * cell;
    let mut to = Writer { theme, cell, origin: Point::new(left, top), text: String::new() };
    to.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.2} {height:.2}\" font-family=\"{FONT}\">\n"
    ));
    if let Some(title) = &picture.title {
        to.put(format_args!("<title>{}</title>\n", escaped(title)));
    }
    let paper = theme.colour(Ink::Paper);
    to.put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"));
    for element in &picture.elements {
        to.element(element);
    }
    for (number, text) in legend.into_iter().enumerate() {
        let y = picture.rows as f32 + bottom + LINE * (number as f32 + 0.7);
        let (at, size, ink, anchor) = (Point::new(0.1 - left, y), LETTERS, Ink::Clue, Anchor::Start);
        to.element(&Element::Text { at, text, size, ink, anchor, is_bold: false, halo: None });
    }
    to.put(format_args!("</svg>\n"));
    to.text
}

/// The words below the picture, broken into lines of its width.
fn legend(picture: &Picture) -> Vec<String> {
    let [left, _, right, _] = picture.margin;
    let room = (picture.columns as f32 + left + right - 0.2) / (LETTERS * LETTER_WIDTH);
    let mut lines: Vec<String> = Vec::new();
    for words in &picture.legend {
        let mut line = String::new();
        for word in words.split_whitespace() {
            let length = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length as f32 > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        lines.truncate(MOST_LINES);
        lines.push(format!("… and {more} lines more"));
    }
    lines
}

struct Writer {
    theme: Theme,
    cell: f32,
    origin: Point,
    text: String,
}

impl Writer {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(text);
    }

    fn at(&self, point: Point) -> (f32, f32) {
        ((point.x + self.origin.x) * self.cell, (point.y + self.origin.y) * self.cell)
    }

    fn element(&mut self, element: &Element) {
        let cell = self.cell;
        let colour = |ink: Ink| self.theme.colour(ink);
        match element {
            Element::Fill { from, to, ink } => {
                let ((x, y), (right, bottom), fill) = (self.at(*from), self.at(*to), colour(*ink));
                let (width, height) = (right - x, bottom - y);
                self.put(format_args!(
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>\n"
                ));
            }
            Element::Line { points, ink, width, is_dashed, has_head } => {
                let colour = colour(*ink);
                self.polyline(points, colour, *width, *is_dashed);
                if let ([.., before, tip], true) = (&points[..], *has_head) {
                    self.head(*before, *tip, colour, *width);
                }
            }
            Element::Circle { middle, radius, fill, outline } => {
                let ((x, y), radius) = (self.at(*middle), radius * cell);
                let (fill, outline) = (fill.map_or("none", colour), outline.map_or("none", colour));
                let width = cell * 0.03;
                self.put(format_args!(
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"{width:.2}\"/>\n"
                ));
            }
            Element::Text { at, text, size, ink, anchor, is_bold, halo } => {
                let (x, y) = self.at(*at);
                // Digits are about three quarters of the size high, and stand on their base line.
                let (size, colour) = (size * cell, colour(*ink));
                let y = y + size * 0.36;
                let anchor = if *anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
                let weight = if *is_bold { " font-weight=\"bold\"" } else { "" };
                let text = escaped(text);
                let halo = halo.map_or(String::new(), |ink| {
                    let (colour, width) = (self.theme.colour(ink), size * 0.3);
                    format!(" stroke=\"{colour}\" stroke-width=\"{width:.2}\" paint-order=\"stroke\"")
                });
                self.put(format_args!(
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" fill=\"{colour}\"{halo}{anchor}{weight}>{text}</text>\n"
                ));
            }
        }
    }

    fn polyline(&mut self, points: &[Point], colour: &str, width: f32, is_dashed: bool) {
        let cell = self.cell;
        let list: Vec<String> = points
            .iter()
            .map(|&point| {
                let (x, y) = self.at(point);
                format!("{x:.2},{y:.2}")
            })
            .collect();
        let (list, width) = (list.join(" "), width * cell);
        let (ends, dashes) = if is_dashed {
            ("butt", format!(" stroke-dasharray=\"{:.2} {:.2}\"", cell * 0.08, cell * 0.05))
        } else {
            ("round", String::new())
        };
        self.put(format_args!(
            "<polyline points=\"{list}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.2}\" \
             stroke-linecap=\"{ends}\" stroke-linejoin=\"round\"{dashes}/>\n"
        ));
    }

    fn head(&mut self, before: Point, tip: Point, colour: &str, width: f32) {
        let length = before.distance(tip).max(0.01);
        let (along_x, along_y) = ((tip.x - before.x) / length, (tip.y - before.y) / length);
        let reach = (0.16_f32).min(length);
        let side = |sign: f32| {
            Point::new(
                tip.x - reach * (along_x - sign * along_y * 0.8),
                tip.y - reach * (along_y + sign * along_x * 0.8),
            )
        };
        self.polyline(&[side(1.0), tip, side(-1.0)], colour, width, false);
    }
}

/// Text for a document.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
