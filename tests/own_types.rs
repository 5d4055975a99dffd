//! Constraint types of a puzzle's own: each form against the type that is built in, mistakes, imports, places, combinations.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use exactly::formats::{Source, read_puzzle_file, write_puzzle_file};
use exactly::puzzles::Puzzle;
use exactly::solve::EngineName;

fn read(text: &str) -> Result<Puzzle, String> {
    read_puzzle_file(&Source::new("p.toml", text)).map(|file| file.puzzle).map_err(|error| error.to_string())
}

/// All solutions of a 4×4 board with these tables, the same from every engine, and after it was written and read back.
fn solutions(tables: &str) -> BTreeSet<Vec<i32>> {
    let puzzle = read(&format!("size = 4\n{tables}")).unwrap_or_else(|error| panic!("{error}\n{tables}"));
    let again = read(&write_puzzle_file(&puzzle)).unwrap_or_else(|error| panic!("{error}\n{tables}"));
    assert_eq!(puzzle.clone().without_places(), again.without_places());
    let found = |engine| -> BTreeSet<Vec<i32>> {
        let found = common::run(&puzzle, &common::request(engine, None));
        found.unwrap_or_else(|faults| panic!("{faults:?}")).solutions.into_iter().collect()
    };
    let first = found(EngineName::Dlx);
    for engine in EngineName::ALL {
        assert_eq!(first, found(engine), "{engine}: {tables}");
    }
    first
}

#[test]
fn each_form_is_what_the_built_in_type_is() {
    let line = "cells = 'r1c1 r2c2 r3c3'";
    for (own, built_in) in [
        ("pairs = 'abs(a - b) >= gap'\nparams = { gap = 2 }", "[[whisper]]\nCELLS\ngap = 2"),
        ("pairs = 'a < b'", "[[thermo]]\nCELLS"),
        ("all-pairs = 'a != b'", "[[different]]\nCELLS"),
        ("check = 'v.max() - v.min() == v.len() - 1 && v.all_different()'", "[[renban]]\nCELLS"),
        ("regex = '[12].*'", "[[regex]]\nCELLS\npattern = '[12].*'"),
        ("sum = 1\nlow = 8\nhigh = 'total'\nparams = { total = 8 }", "[[sum]]\nCELLS\nsum = 8"),
        ("sum = [1, 1, 1]\nlow = 8\nhigh = 8", "[[sum]]\nCELLS\nsum = 8"),
        ("table = [[1, 2, 3], [2, 3, 4], [1, 2, 4], [1, 3, 4], [9, 9, 9], [1, 2]]", "[[thermo]]\nCELLS"),
        ("start = 0\nstep = 'if value > state { value }'", "[[thermo]]\nCELLS"),
        (
            "start = '[]'\nstep = 'if !(value in state) { state.set_with(value) }'\naccept = 'state.len() == count'",
            "[[different]]\nCELLS",
        ),
        (
            "start = '#{last: 0, odd: 0}'\nstep = '#{last: value, odd: state.odd + value % 2}'\naccept = 'state.odd == 3'",
            "[[odd]]\nCELLS",
        ),
        (
            "start = true\nstep = 'state && (index > 0 || value == 2)'\naccept = 'state'",
            "[[candidates]]\ncells = 'r1c1'\ndigits = [2]",
        ),
    ] {
        let mine = solutions(&format!("[type.mine]\n{own}\n[[mine]]\n{line}"));
        let theirs = solutions(&built_in.replace("CELLS", line));
        assert_eq!(mine, theirs, "{own}");
        assert!(!mine.is_empty() && mine.len() < 288, "{own}: {} solutions", mine.len());
    }
}

#[test]
fn a_type_is_used_everywhere() {
    let far = "[type.far]\nparams = { gap = 1 }\npairs = 'abs(a - b) != gap'\n";
    for (on, built_in) in [
        ("neighbours", "rules = ['non-consecutive']"),
        ("king-moves", "rules = ['non-consecutive', 'diagonal-non-consecutive']"),
    ] {
        assert_eq!(solutions(&format!("{far}[[far]]\non = '{on}'")), solutions(built_in), "{on}");
    }
    let knight = "[type.other]\npairs = 'a != b'\n[[other]]\non = 'knight-moves'";
    assert_eq!(solutions(knight), solutions("rules = ['anti-knight']"));
    let low = "[type.low]\ncheck = 'v[0] + v[1] == 5'\n";
    for (on, lines) in [
        ("rows", "'r1c1-4', 'r2c1-4', 'r3c1-4', 'r4c1-4'"),
        ("columns", "'r1-4c1', 'r1-4c2', 'r1-4c3', 'r1-4c4'"),
        ("boxes", "'r1-2c1-2', 'r1-2c3-4', 'r3-4c1-2', 'r3-4c3-4'"),
        (
            "squares",
            "'r1-2c1-2', 'r1-2c2-3', 'r1-2c3-4', 'r2-3c1-2', 'r2-3c2-3', 'r2-3c3-4', 'r3-4c1-2', 'r3-4c2-3', 'r3-4c3-4'",
        ),
    ] {
        let everywhere = solutions(&format!("{low}[[low]]\non = '{on}'"));
        assert_eq!(everywhere, solutions(&format!("{low}[[low]]\nlines = [{lines}]")), "{on}");
    }
}

#[test]
fn types_stand_in_combinations() {
    let up = "[type.up]\npairs = 'a < b'\n";
    let all = solutions("");
    let holds = |grid: &Vec<i32>, cells: [usize; 2]| grid[cells[0]] < grid[cells[1]];
    let some = |judge: &dyn Fn(&Vec<i32>) -> bool| -> BTreeSet<Vec<i32>> {
        all.iter().filter(|grid| judge(grid)).cloned().collect()
    };
    let (a, b) = ("{ cells = 'r1c1-2' }", "{ cells = 'r2c1-2' }");
    assert_eq!(
        solutions(&format!("{up}[[or]]\nup = [{a}, {b}]")),
        some(&|grid| holds(grid, [0, 1]) || holds(grid, [4, 5]))
    );
    assert_eq!(solutions(&format!("{up}[[not]]\nup = {a}")), some(&|grid| !holds(grid, [0, 1])));
    assert_eq!(
        solutions(&format!("{up}[[not]]\nup = [{a}, {b}]")),
        some(&|grid| !(holds(grid, [0, 1]) && holds(grid, [4, 5])))
    );
    assert_eq!(
        solutions(&format!("{up}[[if]]\nwhen = {{ up = {a} }}\nthen = {{ not = {{ up = {b} }} }}")),
        some(&|grid| !holds(grid, [0, 1]) || !holds(grid, [4, 5]))
    );
    assert_eq!(
        solutions(&format!("{up}[[or]]\nand = [{{ up = [{a}], odd = {{ cells = 'r4c4' }} }}]\nthermo = {b}")),
        some(&|grid| (holds(grid, [0, 1]) && grid[15] % 2 == 1) || holds(grid, [4, 5]))
    );
    assert_eq!(
        solutions("[[or]]\ncage = [{ cells = 'r1c1-2', sum = 3 }, { cells = 'r1c1-2', sum = 7 }]"),
        some(&|grid| [3, 7].contains(&(grid[0] + grid[1])))
    );
}

#[test]
fn extra_variables_take_part() {
    let text = "rows = 1\ncolumns = 2\nvalues = [1, 3]\nhouses = 'none'\n\
        [[extra]]\nname = 'S'\nvalues = [2, 6]\n[type.total]\ncheck = 'v[0] + v[1] == v[2]'\n[[total]]\ncells = 'r1c1-2 S'\n\
        [[extra]]\nname = 'T'\ncount = 2\nvalues = [0, 0]\n[[odd]]\ncells = 'S'\n";
    let puzzle = read(text).unwrap_or_else(|error| panic!("{error}"));
    let again = read(&write_puzzle_file(&puzzle)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzle.clone().without_places(), again.without_places());
    // 1+2, 2+1, 2+3, 3+2.
    assert_eq!(common::count(&puzzle, EngineName::Dlx), 4);
    assert_eq!(common::count(&puzzle, EngineName::Varisat), 4);
}

/// A file of a type `x` with this definition, used on three cells.
fn with_type(definition: &str, used: &str) -> String {
    format!("size = 4\n[type.x]\n{definition}\n[[x]]\n{used}\n")
}

/// The use of most of the types below.
const LINE: &str = "cells = 'r1c1-3'";

/// The definition of a type, its use, and what is said of it; `…` stands for any text.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "pairs = 'abs(a - c) > 1'",
        LINE,
        "3:18: `pairs`: there is no variable `c` here; there are a, b, low, high, size",
    ),
    ("pairs = 'a +'", LINE, "3:13: `pairs`: script is incomplete"),
    (
        "pairs = 'a + b'",
        LINE,
        "3:10: `pairs`: the result is a number, not true or false (a = 1, b = 1, low = 1, high = 4, size = 4)",
    ),
    (
        "pairs = 'a / (b - 3) > 0'",
        LINE,
        "3:12: `pairs`: division by zero: 1 / 0 (a = 1, b = 3, low = 1, high = 4, size = 4)",
    ),
    (
        "params = { gap = 9 }\npairs = 'abs(a - b) > gap'",
        LINE,
        "4:10: `pairs`: no two values from 1 to 4 are allowed (gap = 9, low = 1, high = 4, size = 4)",
    ),
    (
        "pairs = '''\nlet far = abs(a - b);\nfar > gapp'''",
        LINE,
        "5:7: `pairs`: there is no variable `gapp` here; there are a, b, low, high, size",
    ),
    (
        "check = 'v[3] > 1'",
        LINE,
        "3:12: `check`: array index 3 out of bounds: only 3 elements in array (v = [1, 1, 1], low = 1, high = 4, size = 4)",
    ),
    (
        "check = 'sum(v) > 12'",
        LINE,
        "3:10: `check`: no values of 3 cells are allowed (low = 1, high = 4, size = 4)",
    ),
    (
        "check = 'loop { }'",
        LINE,
        "3:15: `check`: more than 100,000 operations (v = [1, 1, 1], low = 1, high = 4, size = 4)",
    ),
    (
        "check = 'true'",
        "cells = 'r1-3c1-4'",
        "3:10: `check`: 12 cells have 16777216 assignments, at most 200,000 are tried (low = 1, high = 4, size = 4)",
    ),
    (
        "start = 0\nstep = 'state + value'\naccept = 'state'",
        LINE,
        "5:11: `accept`: the result is a number, not true or false (state = …, count = 3, low = 1, high = 4, size = 4)",
    ),
    (
        "start = 0\nstep = 'state + value'\naccept = 'state > 12'",
        LINE,
        "5:11: `accept`: no word of 3 values is accepted (count = 3, low = 1, high = 4, size = 4)",
    ),
    (
        "start = '[]'\nstep = 'let s = state; s.push(value); s'\naccept = 'true'",
        "cells = 'r1-4c1-4'",
        "4:9: `step`: more than 20,000 states after 8 values (count = 16, low = 1, high = 4, size = 4)",
    ),
    (
        "start = 0\nstep = 'let n = 0; while n < 9000 { n += 1; } state * 4 + value'",
        "cells = 'r1-4c1-4'",
        "4:37: `step`: more than 5,000,000 operations over all values…",
    ),
    ("step = 'state'", LINE, "2:7: type `x` has no `start`"),
    (
        "start = '()'\nstep = 'state'",
        LINE,
        "3:10: `start`: the result is nothing, not a state (count = 3, low = 1, high = 4, size = 4)",
    ),
    ("regex = '(1'", LINE, "3:10: `regex`: `(1`: unclosed group"),
    ("regex = '11'", LINE, "3:10: `regex`: no word of 3 values matches"),
    (
        "sum = '\"x\"'\nlow = 3",
        LINE,
        "3:8: `sum`: the result is a text, not a number (index = 0, count = 3, low = 1, high = 4, size = 4)",
    ),
    (
        "sum = 1\nlow = 13",
        LINE,
        "4:7: `low`: no sum from 13 to 12 is reached; the least is 3, the largest 12 (count = 3, low = 1, high = 4, size = 4)",
    ),
    ("sum = [1, 2]\nlow = 3", LINE, "3:7: `sum`: 2 coefficients for 3 cells"),
    ("sum = 1", LINE, "3:7: the sum of type `x` has no bound"),
    ("table = [[1, 2], [2, 1]]", LINE, "3:9: `table`: no row of it has 3 values"),
    ("table = [[1, 2, 7]]", LINE, "3:9: `table`: the cells can take the values of no row of it"),
    ("table = [[1, 2, 'a']]", LINE, "3:17: `table` holds a text, not a number up to a million"),
    ("about = 'nothing'", LINE, "2:7: type `x` does not say what holds"),
    ("pairs = 'a < b'\ncheck = 'true'", LINE, "4:9: type `x` has both `pairs` and `check`"),
    ("pairs = 'a < b'\nlow = 3", LINE, "4:7: `low` belongs to `sum`, which type `x` does not have"),
    ("pair = 'a < b'", LINE, "3:1: unknown key `pair` in a type"),
    ("params = { value = 3 }\npairs = 'a < b'", LINE, "3:12: a parameter cannot be called `value`"),
    ("params = { if = 3 }\npairs = 'a < b'", LINE, "3:12: a parameter cannot be called `if`"),
    (
        "params = { p = 2.5 }\npairs = 'a < b'",
        LINE,
        "3:16: `p` is a number with a fraction, not a number, a list of numbers, a text, `true` or `false`",
    ),
    ("pairs = 'a < b'", "cells = 'r1c1-2'\ngap = 3", "6:1: x: `gap` is no parameter; it has `cells`, `on`"),
    ("pairs = 'a < b'", "cells = 'r1c1'", "5:9: x: `cells` has 1 cell, at least 2 are needed"),
    ("pairs = 'a < b'", "", "4:1: `x`: `cells`, `lines` or `on` is missing: where it is used"),
    (
        "pairs = 'a < b'",
        "on = 'rows'\ncells = 'r1c1-2'",
        "4:1: `x`: both `cells` and `on` say where it is used",
    ),
    (
        "pairs = 'a < b'",
        "on = 'cows'",
        "4:1: `x`: `on` is `cows`, not one of rows, columns, boxes, squares, neighbours, knight-moves, king-moves",
    ),
];

#[test]
fn mistakes_are_refused_at_the_expression() {
    let mut wrong = Vec::new();
    for (definition, used, message) in MISTAKES {
        let text = with_type(definition, used);
        let start = Instant::now();
        let found = read(&text).expect_err(&text);
        assert!(start.elapsed() < Duration::from_secs(2), "{text}: {:?}", start.elapsed());
        let (before, after) = message.split_once("…").unwrap_or((message, ""));
        let exact = message.contains('…') || found.len() == "p.toml:".len() + message.len();
        let fits = found.starts_with(&format!("p.toml:{before}")) && found.ends_with(after) && exact;
        if !fits {
            wrong.push(format!("{text}  {found}\n  p.toml:{message}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_clash() {
    for (text, message) in [
        ("[type.thermo]\npairs = 'a < b'", "1:7: `thermo` is a type that exists already"),
        ("[type.or]\npairs = 'a < b'", "1:7: `or` is a key of puzzle files"),
        ("[type.'a b']\npairs = 'a < b'", "1:7: `a b` is no name of a type"),
        ("type = 3", "1:8: `type` is a number, not a table `[type]`"),
        ("[type]\nx = 3", "2:5: `type.x` is a number, not a table `[type.x]`"),
        (
            "size = 4\n[type.near]\npairs = 'a < b'\n[[nera]]\ncells = 'r1c1-2'",
            "4:3: unknown constraint type `nera`",
        ),
    ] {
        assert_eq!(read(text).expect_err(text), format!("p.toml:{message}"), "{text}");
    }
}

/// Files in a folder of their own.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("exactly-own-types-{name}-{}", std::process::id()));
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder
}

#[test]
fn types_are_imported() {
    let up = "[type.up]\npairs = 'a < b'\n";
    let folder = folder(
        "imports",
        &[
            ("types/up.toml", up),
            ("types/both.toml", "import = ['up.toml', 'down.toml']\n"),
            ("types/down.toml", "import = ['up.toml']\n[type.down]\npairs = 'a > b'\n"),
            ("types/bad.toml", "\n[type.bad]\npairs = 'a <'\n"),
            ("types/late.toml", "[type.late]\npairs = 'a / (b - 3) > 0'\n"),
            ("round.toml", "import = ['types/../round.toml']\nsize = 4\n"),
        ],
    );
    let read = |text: &str| {
        let name = folder.join("p.toml").display().to_string();
        let puzzle = read_puzzle_file(&Source::new(name, text)).map(|file| file.puzzle);
        puzzle.map_err(|error| error.to_string().replace(&folder.display().to_string(), ""))
    };
    let text =
        "size = 4\nimport = ['types/both.toml']\n[[up]]\ncells = 'r1c1-2'\n[[down]]\ncells = 'r1c1-2'\n";
    let puzzle = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((puzzle.types.len(), common::count(&puzzle, EngineName::Auto)), (2, 0));
    for (text, message) in [
        (
            "import = ['types/none.toml']",
            "/p.toml:1:12: cannot import `types/none.toml`: No such file or directory (os error 2)",
        ),
        ("import = 'types/up.toml'", "/p.toml:1:10: `import` holds a text, not names of files"),
        ("import = ['types/bad.toml']", "/types/bad.toml:3:13: `pairs`: script is incomplete"),
        ("import = ['types/up.toml']\n[type.up]\npairs = 'a > b'", "/p.toml:2:7: type `up` is defined twice"),
        (
            "import = ['types/late.toml']\nsize = 4\n[[late]]\ncells = 'r1c1-2'",
            "/types/late.toml:2:12: `pairs`: division by zero: 1 / 0 (a = 1, b = 3, low = 1, high = 4, size = 4)",
        ),
        (
            "import = ['round.toml']\nsize = 4",
            "/round.toml:1:12: the imports go round in a circle: /round.toml → /types/../round.toml",
        ),
    ] {
        assert_eq!(read(text).expect_err(text), message, "{text}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn test_type(text: &str) -> (i32, String, String) {
    let run = Command::cargo_bin("exactly")
        .expect("the program is built")
        .args(["test-type", "-"])
        .write_stdin(text)
        .output();
    let output = run.expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_harness_tries_the_types_of_a_file() {
    let forms = "[type.gap]\nparams = { gap = 2 }\npairs = 'abs(a - b) >= gap'\n\
        [type.all]\nall-pairs = 'a != b'\n[type.machine]\nstart = 0\nstep = '(state + value) % 3'\naccept = 'state == 0'\n\
        [type.test]\ncheck = 'sum(v) > 5'\n[type.word]\nregex = '1.*'\n[type.total]\nsum = 'index + 1'\nhigh = 9\n\
        [type.listed]\ntable = [[1, 2, 3], [3, 2, 1]]\n[type.wide]\npairs = 'a - b > 5'\n";
    let (code, out, err) = test_type(forms);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(
        out,
        "gap: 336 assignments, 32 allowed, all agree\nall: 336 assignments, 60 allowed, all agree\n\
         machine: 336 assignments, 112 allowed, all agree\ntest: 336 assignments, 311 allowed, all agree\n\
         word: 336 assignments, 84 allowed, all agree\ntotal: 80 assignments, 19 allowed, all agree\n\
         listed: 64 assignments, 2 allowed, all agree\nwide: 810 assignments, 6 allowed, all agree\n"
    );
    let (code, _, err) = test_type("size = 9\n");
    assert_eq!(
        (code, err.trim()),
        (2, "error: <stdin>: no constraint type in this file: no table `[type.NAME]`")
    );
    let (code, out, _) = test_type("[type.never]\ncheck = 'false'\n");
    assert_eq!(code, 2, "{out}");
}
