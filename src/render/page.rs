//! A page to step through: one picture a step, in a file that needs nothing else.

use std::fmt::Write;

use super::svg::escaped;

/// A picture with what is said under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What is said.
    pub caption: String,
    /// The picture as SVG.
    pub svg: String,
}

const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:1.5rem;background:Canvas;color:CanvasText}\
main{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0}svg{max-width:100%;height:auto}\
ol{margin:0;padding-left:2.5rem;max-height:85vh;overflow:auto;max-width:36rem}\
li{cursor:pointer;padding:.15rem .3rem;border-radius:.3rem}li.now{background:Highlight;color:HighlightText}\
button{font-size:1.1rem;padding:.2rem .8rem}figcaption{min-height:3rem;max-width:36rem;margin:.5rem 0}";

const SCRIPT: &str = "const f=[...document.querySelectorAll('figure')],l=[...document.querySelectorAll('li')];let n=0;\
function show(i){n=Math.max(0,Math.min(f.length-1,i));f.forEach((x,k)=>x.hidden=k!==n);\
l.forEach((x,k)=>x.classList.toggle('now',k===n));l[n].scrollIntoView({block:'nearest'});\
document.querySelector('output').textContent=(n+1)+' of '+f.length}\
l.forEach((x,k)=>x.onclick=()=>show(k));\
document.querySelector('#back').onclick=()=>show(n-1);document.querySelector('#on').onclick=()=>show(n+1);\
document.onkeydown=e=>{if(e.key==='ArrowRight'||e.key==='ArrowDown'){show(n+1);e.preventDefault()}\
if(e.key==='ArrowLeft'||e.key==='ArrowUp'){show(n-1);e.preventDefault()}\
if(e.key==='Home')show(0);if(e.key==='End')show(f.length-1)};show(0)";

/// The page: pictures on the left, captions on the right; keys, buttons and clicks go from one to the next.
pub fn page(title: &str, frames: &[Frame]) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p><button id=\"back\">←</button> <output></output> <button id=\"on\">→</button></p>\n<main>\n<div>\n"
    );
    for Frame { caption, svg } in frames {
        let caption = escaped(caption);
        let _ = writeln!(text, "<figure hidden>{svg}<figcaption>{caption}</figcaption></figure>");
    }
    text.push_str("</div>\n<ol>\n");
    for Frame { caption, .. } in frames {
        let _ = writeln!(text, "<li>{}</li>", escaped(caption));
    }
    let _ = writeln!(text, "</ol>\n</main>\n<script>{SCRIPT}</script>\n</html>");
    text
}
