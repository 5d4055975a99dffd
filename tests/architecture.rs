//! The rooms of the crate and the arrows between them: nothing points back, and one file names each engine's crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The rooms and whom each may call directly; what those may call, it may call too.
const ARROWS: [(&str, &[&str]); 19] = [
    ("primitives", &[]),
    ("cover", &[]),
    ("cnf", &[]),
    ("proof", &[]),
    ("model", &["primitives"]),
    ("constraints", &["model"]),
    ("puzzles", &["constraints"]),
    ("encodings", &["cnf"]),
    ("lower", &["primitives", "cover", "cnf", "encodings"]),
    ("presolve", &["primitives"]),
    ("engines", &["primitives", "cover", "cnf"]),
    ("solve", &["lower", "engines", "model", "presolve"]),
    ("formats", &["puzzles", "cover", "cnf"]),
    ("steps", &["puzzles", "presolve"]),
    ("generate", &["solve", "steps"]),
    ("render", &["puzzles", "steps"]),
    ("testing", &["solve", "constraints"]),
    ("cli", &["formats", "render", "puzzles", "solve", "generate", "proof", "testing"]),
    // The crate's page re-exports what users name most.
    ("lib", &["cli"]),
];

fn allowed() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let direct: BTreeMap<&str, &[&str]> = ARROWS.into_iter().collect();
    let reach = |room: &'static str| {
        let mut seen = BTreeSet::from([room]);
        let mut open = vec![room];
        while let Some(room) = open.pop() {
            open.extend(direct[room].iter().copied().filter(|next| seen.insert(next)));
        }
        seen
    };
    direct.keys().map(|&room| (room, reach(room))).collect()
}

fn source_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 50, "only {} source files were found", files.len());
    files
}

/// The text without comments; good enough for this crate, whose texts hold no `//`.
fn code_of(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_string() + "\n";
    text.lines().map(code).collect()
}

fn identifier(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The first names of the paths that start with `crate::`, those of a group in braces included.
fn called(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.push(identifier(rest).to_string());
            continue;
        };
        let (mut depth, mut start) = (0, true);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' => start = depth == 0,
                c if c.is_whitespace() => {}
                _ if start => {
                    names.push(identifier(&group[at..]).to_string());
                    start = false;
                }
                _ => {}
            }
        }
    }
    names
}

/// The room that a file of `src` belongs to.
fn room_of(path: &Path) -> String {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = path.strip_prefix(src).expect("a file of src");
    let first = inside.components().next().expect("a file has a name");
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

/// The arrows of one file that are not allowed.
fn wrong_arrows(room: &str, code: &str) -> Vec<String> {
    let allowed = allowed();
    let Some(reach) = allowed.get(room) else { return vec![format!("`{room}` is no room of the design")] };
    let wrong = |name: &String| !reach.contains(name.as_str()) && name.chars().all(|c| !c.is_uppercase());
    called(code).into_iter().filter(wrong).map(|name| format!("{room} → {name}")).collect()
}

#[test]
fn no_arrow_points_back() {
    let mut wrong = Vec::new();
    for path in source_files() {
        let room = room_of(&path);
        if room == "main" {
            continue;
        }
        let code = code_of(&std::fs::read_to_string(&path).expect("a source file is text"));
        wrong.extend(
            wrong_arrows(&room, &code).into_iter().map(|arrow| format!("{}: {arrow}", path.display())),
        );
    }
    assert!(wrong.is_empty(), "arrows that are not in the design:\n{}", wrong.join("\n"));
}

#[test]
fn a_wrong_arrow_would_be_seen() {
    assert_eq!(wrong_arrows("encodings", "use crate::primitives::Choice;"), ["encodings → primitives"]);
    assert_eq!(wrong_arrows("cnf", "use crate::{\n    cover::{A, B}, cnf,\n};"), ["cnf → cover"]);
    assert_eq!(wrong_arrows("model", "fn f(x: &crate::solve::Report) {}"), ["model → solve"]);
    assert_eq!(wrong_arrows("nowhere", ""), ["`nowhere` is no room of the design"]);
    assert_eq!(wrong_arrows("cli", "use crate::cnf::{Comment, write_dimacs};"), [""; 0]);
    assert_eq!(wrong_arrows("cnf", &code_of("/// See [`crate::solve`].\n")), [""; 0]);
}

/// Whether code names a crate: not as a field, a method or a module of that name declared in the same file.
fn names_crate(code: &str, name: &str) -> bool {
    let is_module = code.contains(&format!("mod {name};"));
    code.match_indices(&format!("{name}::")).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let starts_path = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
        let absolute = code[..at].ends_with(" ::");
        (starts_path && !is_module) || absolute
    })
}

#[test]
fn one_engine_names_its_crate() {
    for name in ["dlx", "varisat", "batsat", "cadical"] {
        let names = |path: &PathBuf| {
            names_crate(&code_of(&std::fs::read_to_string(path).expect("a source file is text")), name)
        };
        let files: Vec<PathBuf> = source_files().into_iter().filter(names).collect();
        let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engines");
        let (file, folder) = (engines.join(format!("{name}.rs")), engines.join(name));
        assert!(!files.is_empty(), "no file names the crate `{name}`");
        for found in files {
            assert!(
                found == file || found.starts_with(&folder),
                "{} names the crate `{name}`",
                found.display()
            );
        }
    }
}

#[test]
fn one_file_names_the_crate_of_expressions() {
    let names = |path: &PathBuf| {
        names_crate(&code_of(&std::fs::read_to_string(path).expect("a source file is text")), "rhai")
    };
    let files: Vec<PathBuf> = source_files().into_iter().filter(names).collect();
    assert_eq!(files, [Path::new(env!("CARGO_MANIFEST_DIR")).join("src/puzzles/script.rs")]);
}
