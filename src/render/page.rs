//! A page to step through: one picture with what each step shows of it, in a file that needs nothing else.

use std::collections::HashMap;
use std::fmt::Write;

use itertools::Itertools;

use super::Theme;
use super::svg::escaped;
use super::theme::INKS;

/// A picture with what is said under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What is said.
    pub caption: String,
    /// The picture as [`svg`](fn@super::svg) writes it, in the light theme: the page itself follows the reader's.
    pub svg: String,
}

const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:1.5rem;background:Canvas;color:CanvasText}\
main{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0}svg{max-width:100%;height:auto}\
ol{margin:0;padding-left:2.5rem;max-height:calc(100vh - 13rem);overflow:auto;max-width:36rem}\
li{cursor:pointer;padding:.15rem .3rem;border-radius:.3rem}li.now{background:Highlight;color:HighlightText}li::marker{color:CanvasText}\
button{font-size:1.1rem;padding:.2rem .8rem}figcaption{min-height:3rem;width:0;min-width:100%;margin:.5rem 0}";

const HEAD: &str = "<p><button id=\"back\" title=\"The step before: left arrow key\">← previous</button> \
<output aria-live=\"polite\"></output> \
<button id=\"on\" title=\"The next step: right arrow key\">next →</button></p>\n\
<p>The arrow keys, Home and End go through the steps, and so does a click on one of them.</p>\n\
<main>\n<figure>\n";

const SCRIPT: &str = "const q=s=>document.querySelector(s),a=s=>[...document.querySelectorAll(s)];\
const l=a('li'),g=a('[data-on]').map(e=>[e,e.dataset.on.split(' ').map(r=>r.split('-').map(Number))]);let n=0;\
function show(i){n=Math.max(0,Math.min(l.length-1,i));\
for(const[e,on]of g)e.style.display=on.some(([from,to=from])=>from<=n&&n<=to)?'inline':'none';\
l.forEach((x,k)=>x.classList.toggle('now',k===n));l[n].scrollIntoView({block:'nearest'});\
q('figcaption').textContent=l[n].textContent;q('output').textContent=(n+1)+' of '+l.length;\
q('#back').disabled=n===0;q('#on').disabled=n===l.length-1}\
l.forEach((x,k)=>x.onclick=()=>show(k));q('#back').onclick=()=>show(n-1);q('#on').onclick=()=>show(n+1);\
document.onkeydown=e=>{if(e.ctrlKey||e.altKey||e.metaKey)return;\
const to={ArrowRight:n+1,ArrowDown:n+1,ArrowLeft:n-1,ArrowUp:n-1,Home:0,End:l.length-1}[e.key];\
if(to!==undefined){show(to);e.preventDefault()}};if(l.length)show(0)";

/// The page: the picture on the left, captions on the right; keys, buttons and clicks go from one to the next.
///
/// What several frames show is there once, so that a long way makes no large file.
pub fn page(title: &str, frames: &[Frame]) -> String {
    let (title, dark) = (escaped(title), dark());
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{STYLE}{dark}</style>\n<h1>{title}</h1>\n{HEAD}"
    );
    let parts = frames.iter().map(|frame| parts(&frame.svg));
    // Pictures of one size share their elements.
    let by_start = parts.enumerate().into_group_map_by(|(_, (start, _))| *start);
    for (start, numbered) in by_start.into_iter().sorted() {
        let on: Vec<usize> = numbered.iter().map(|&(number, _)| number).collect();
        let _ = writeln!(text, "{}", start.replacen("<svg", &format!("<svg {}", shown(&on)), 1));
        put_layers(
            &mut text,
            &layers(numbered.iter().map(|(number, (_, lines))| (*number, &lines[..]))),
            &on,
        );
        text.push_str("</svg>\n");
    }
    text.push_str("<figcaption></figcaption>\n</figure>\n<ol>\n");
    for Frame { caption, .. } in frames {
        let _ = writeln!(text, "<li>{}</li>", escaped(caption));
    }
    let _ = writeln!(text, "</ol>\n</main>\n<script>{SCRIPT}</script>\n</html>");
    text
}

/// The colours of the dark theme in place of those of the light one, where the reader's is dark.
fn dark() -> String {
    let rules = INKS.iter().map(|&ink| {
        let (light, dark) = (Theme::Light.colour(ink), Theme::Dark.colour(ink));
        format!("svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}")
    });
    format!("@media(prefers-color-scheme:dark){{{}}}", rules.collect::<String>())
}

/// The line that opens a picture, and its elements, a line each.
fn parts(svg: &str) -> (&str, Vec<&str>) {
    let (start, rest) = svg.split_once('\n').unwrap_or((svg, ""));
    (start, rest.trim_end().trim_end_matches("</svg>").lines().collect())
}

/// An element, and the numbers of the frames that show it.
struct Layer<'s> {
    element: &'s str,
    on: Vec<usize>,
}

/// The elements of all frames from bottom to top, those of each in its own order.
fn layers<'s>(frames: impl Iterator<Item = (usize, &'s [&'s str])>) -> Vec<Layer<'s>> {
    let mut layers: Vec<Layer<'s>> = Vec::new();
    for (number, elements) in frames {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, layer) in layers.iter().enumerate() {
            places.entry(layer.element).or_default().push(place);
        }
        let (mut next, mut new) = (0, Vec::new());
        for &element in elements {
            let places = places.get(element).map_or(&[][..], |places| places);
            if let Some(&place) = places.iter().find(|&&place| place >= next) {
                layers[place].on.push(number);
                next = place + 1;
            } else {
                new.push((next, Layer { element, on: vec![number] }));
            }
        }
        let mut new = new.into_iter().peekable();
        let mut all = Vec::with_capacity(layers.len() + new.len());
        for (place, layer) in layers.into_iter().enumerate() {
            all.extend(new.peeking_take_while(|&(at, _)| at <= place).map(|(_, layer)| layer));
            all.push(layer);
        }
        all.extend(new.map(|(_, layer)| layer));
        layers = all;
    }
    layers
}

/// Writes layers, those that all of the frames show as they are, the others in groups that are shown together.
fn put_layers(text: &mut String, layers: &[Layer<'_>], all: &[usize]) {
    for group in layers.chunk_by(|one, other| one.on == other.on) {
        let elements = group.iter().map(|layer| layer.element).join("\n");
        let on = &group[0].on;
        let _ = if on == all {
            writeln!(text, "{elements}")
        } else {
            writeln!(text, "<g {}>{elements}</g>", shown(on))
        };
    }
}

/// When something is shown, as attributes: runs of frames, and whether it is there before any script.
fn shown(on: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in on {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run =
        |&(from, to): &(usize, usize)| if from == to { format!("{from}") } else { format!("{from}-{to}") };
    let hidden = if on.first() == Some(&0) { "" } else { " display=\"none\"" };
    format!("data-on=\"{}\"{hidden}", runs.iter().map(run).join(" "))
}

#[cfg(test)]
mod tests {
    use super::{layers, shown};

    #[test]
    fn each_frame_is_left_as_it_was() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let mut frame = || -> Vec<&str> {
                let count = random.usize(0..9);
                (0..count).map(|_| ["a", "b", "c", "d", "e"][random.usize(0..5)]).collect()
            };
            let frames: Vec<Vec<&str>> = (0..6).map(|_| frame()).collect();
            let layers = layers(frames.iter().map(Vec::as_slice).enumerate());
            for (number, frame) in frames.iter().enumerate() {
                let seen =
                    layers.iter().filter(|layer| layer.on.contains(&number)).map(|layer| layer.element);
                assert_eq!(&seen.collect::<Vec<_>>(), frame);
            }
        }
    }

    #[test]
    fn what_frames_share_is_there_once() {
        let frames: [&[&str]; 3] =
            [&["grid", "1", "2", "3"], &["mark", "grid", "1", "3"], &["grid", "3", "end"]];
        let layers = layers(frames.into_iter().enumerate());
        let found: Vec<String> =
            layers.iter().map(|layer| format!("{} {}", layer.element, shown(&layer.on))).collect();
        let hidden = |name: &str, on: &str| format!("{name} data-on=\"{on}\" display=\"none\"");
        let there = |name: &str, on: &str| format!("{name} data-on=\"{on}\"");
        let wanted = [
            hidden("mark", "1"),
            there("grid", "0-2"),
            there("1", "0-1"),
            there("2", "0"),
            there("3", "0-2"),
            hidden("end", "2"),
        ];
        assert_eq!(found, wanted);
    }
}
