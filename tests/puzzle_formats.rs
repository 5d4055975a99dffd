//! Puzzle files, ISS strings, killer strings and JSON: what is refused, with its place, and the corpus where it is given.

use std::path::PathBuf;

use exactly::formats::{
    ReadError, Source, TextOptions, read_fpuzzles, read_iss, read_puzzle_file, read_puzzles, write_fpuzzles,
    write_fpuzzles_link, write_puzzle_file,
};
use exactly::puzzles::{Clue, HouseKind, Place, Puzzle};
use serde_json::Value;

/// The message of the first thing that is wrong with a text: that it cannot be read, or else stated.
fn refusal(name: &str, text: &str) -> String {
    let puzzles = match read_puzzles(&Source::new(name, text), &TextOptions::default()) {
        Err(error) => return error.to_string(),
        Ok(puzzles) => puzzles,
    };
    let wrong = |puzzle: Result<Puzzle, ReadError>| match puzzle {
        Err(error) => Some(error.to_string()),
        Ok(puzzle) => puzzle.state().err().and_then(|faults| {
            let fault = faults.into_iter().next()?;
            let Place { line, column } = fault.place?;
            Some(format!("{name}:{line}:{column}: {fault}"))
        }),
    };
    puzzles.into_iter().find_map(wrong).unwrap_or_else(|| format!("{name}: read without a word"))
}

fn check(name: &str, table: &[(&str, &str)]) {
    for (text, message) in table {
        assert_eq!(refusal(name, text), format!("{name}:{message}"), "{text}");
    }
}

#[test]
fn bad_puzzle_files_are_refused_at_their_place() {
    check(
        "p.toml",
        &[
            ("size = 9\nszie = 3\n", "2:1: unknown key `szie` in a puzzle file"),
            ("size = 9\n[[thermos]]\ncells = \"r1c1\"\n", "2:3: unknown constraint type `thermos`"),
            ("size = \"9\"", "1:8: `size` is a text, not a whole number"),
            ("title = \"x\"", "1:1: the size of the board is missing"),
            ("size = 9\nrows = 3\ncolumns = 3", "2:8: `size` and `rows` both say how large the board is"),
            ("size = 99", "1:8: a board of 99×99 is not possible: sides and values go from 1 to 64"),
            (
                "size = 9\nvalues = [1, 8]",
                "2:10: 8 values cannot fill a row or column of 9 cells without a repeat",
            ),
            ("size = 9\nbox = [2, 3]", "2:7: boxes of 2×3 do not tile a board of 9×9"),
            ("size = 6\nbox = [2, 2]", "2:7: boxes of 2×2 hold 4 cells, not 6"),
            ("size = 6\nbox = [0, 6]", "2:7: boxes of 0×6 do not tile a board of 6×6"),
            ("size = 6\nbox = 3", "2:7: `box` is a number, not a list `[rows, columns]` or `\"none\"`"),
            ("rows = 2\ncolumns = 3\ndiagonals = true", "3:13: only a square board has diagonals"),
            (
                "size = 4\nregions = '1122 1122 3344 3334'",
                "2:22: region `3` has 5 cells, region `4` has 3 cells; each region needs 4",
            ),
            (
                "size = 4\ngivens = \"\"\"\n1234\n341\n....\n....\"\"\"",
                "4:1: row 2 of `givens` has 3 cells, not 4",
            ),
            ("size = 4\ngivens = '''\n1...\n..5.\n....\n....'''", "4:3: `5` is not a value of this board"),
            ("size = 4\ngivens = '?...............'", "2:11: `?` is not a digit"),
            ("size = 4\ncages = 'aa.. .... .... ....'\n[cage-sums]\nb = 3", "4:1: the map has no cage `b`"),
            (
                "size = 4\ncages = 'aa.. .... .... ....'\n[cage-sums]\na = 3.5",
                "4:5: `a` is a number with a fraction, not a whole number",
            ),
            ("size = 4\n[cage-sums]\na = 3", "2:1: `cage-sums` without a map `cages`"),
            ("size = 4\n[[cage]]\nsum = 3", "2:1: a cage without `cells`"),
            ("size = 4\n[[cage]]\ncells = \"r1c1-2 r1c5\"", "3:17: cell r1c5 is outside the board"),
            ("size = 4\n[[cage]]\ncells = \"r1c1-2 r1c2\"", "3:17: cell r1c2 is listed twice in cage `r1c1`"),
            ("size = 4\n[[cage]]\ncells = \"\"", "3:9: a cage without cells"),
            (
                "size = 4\n[[cage]]\ncells = \"r1c1\"\nrepeat = true",
                "4:1: unknown key `repeat` in `[[cage]]`",
            ),
            ("size = 4\n[cage]\ncells = \"r1c1\"", "2:1: `cage` is a table, not tables `[[cage]]`"),
            ("size = 4\n[expect]\ncount = \"many\"", "3:9: `count` is \"many\", a text"),
            ("size = 4\n[expect]\nsolution = '1234 3412 2143 432.'", "3:31: a solution has no blanks"),
            ("size = 9\nsize = 9", "2:1: not TOML: duplicate key"),
        ],
    );
}

#[test]
fn bad_iss_strings_are_refused_at_their_place() {
    check(
        "p.iss",
        &[
            ("", "1:1: no constraint in this text"),
            ("Cage~3~R1C1", "1:1: `Cage~3~R1C1` is neither a constraint string nor a board"),
            (".Cage~3~R1C1.ChaosConstruction", "1:13: `.ChaosConstruction` is not supported yet"),
            (".Cgae~3~R1C1", "1:1: `.Cgae` is not supported yet"),
            (".Cage~3~R1Ca", "1:9: cell r1c10 is outside the board"),
            (".Cage~3~R0C1", "1:9: cell r0c1 is outside the board"),
            (".Cage~3~CC1", "1:9: `CC1` belongs to a constraint that is not supported yet"),
            (".Cage~x~R1C1", "1:7: the sum `x` is not a whole number"),
            (".Cage~3", "1:1: `.Cage` without cells"),
            (".~R1C1_10", "1:8: `10` is not a value of this board"),
            (".~R1C1", "1:3: the given `R1C1` has no value"),
            (".~R1C1_1~R1C1_2", "1:10: cell r1c1 is given as 1 and as 2"),
            (".Shape~17x17", "1:8: `17x17` is not a board"),
            (".Shape~9x9~8", "1:8: 8 values cannot fill a row or column of 9 cells without a repeat"),
            (".Shape~4x4.Shape~4x4", "1:11: a second `.Shape`"),
            (
                ".Shape~4x4.Jigsaw~112211223344333",
                "1:19: the map of `.Jigsaw` has 15 cells, the board has 16",
            ),
            (
                ".Shape~4x4.Jigsaw~1122112233443334",
                "1:27: region `3` has 5 cells, region `4` has 3 cells; each region needs 4",
            ),
            (".Diagonal~2", "1:1: `.Diagonal` takes one argument, `1` or `-1`"),
            (".Shape~7x7.Windoku", "1:11: `.Windoku` on a board that has no boxes"),
            (".NoBoxes~1", "1:10: `.NoBoxes` takes no argument"),
            (".Thermo~R1C1~R10C1", "1:14: `R10C1` is not a cell"),
            (".Thermo~R1C1~RaC1", "1:14: cell r10c1 is outside the board"),
            (".Thermo~R1C1", "1:1: thermo: `cells` has 1 cell, at least 2 are needed"),
            (".Renban", "1:1: renban: `cells` has 0 cells, at least 1 are needed"),
            (".Arrow~R1C1", "1:1: arrow: `cells` has 0 cells, at least 1 are needed"),
            (".PillArrow~2~R1C1~R1C2", "1:1: the arguments of `.PillArrow` cannot be read"),
            (".XSum~C0~5~", "1:7: `C0` does not exist: there are 9"),
            (".Sandwich~5~Ca", "1:13: `Ca` does not exist: there are 9"),
            (".Skyscraper~D1~2~", "1:13: `D1` is no row or column"),
            (".LittleKiller~5~R5C5", "1:17: no diagonal starts at `R5C5`"),
            (".Quad~R1C1~1~2~3~4~5", "1:1: quadruple: 5 digits for 4 cells"),
            (".Quad~R9C1~1", "1:7: no 2×2 square has `R9C1` as its top left"),
            (".Wisper~5~R1C1~R1C2", "1:1: `.Wisper` is not supported yet"),
            (".AntiKnight~1", "1:13: `.AntiKnight` takes no argument"),
            (".WhiteDot~R1C1~R1C2~K=2", "1:21: `K=2` is not a cell"),
            (".Shape~9x9~0-8.Doppelganger", "1:15: `.Doppelganger` on a board whose digits are not 0 to n"),
            (".Whisper~4~DGR1~DGR2", "1:12: `DGR1` is no variable of this puzzle"),
            (".Replicate~B.Thermo~R1C1~R1C2", "1:1: `.Replicate` without its `.End`"),
            (
                ".Replicate~AQ.Thermo~R1C8~R1C9.End",
                "1:12: a copy of `.Replicate` at target 11 leaves the board",
            ),
            (".FullRank~R1~40~", "1:1: full-rank: `rank` = 40 is not from 1 to 36"),
        ],
    );
}

#[test]
fn what_is_nearly_right_is_suggested() {
    for (name, text, help) in [
        ("p.iss", ".Wisper~5~R1C1~R1C2", "did you mean `.Whisper`?"),
        ("p.iss", ".Frobnicate", "`exactly rules` lists the types that are known"),
        ("p.json", "{\"size\":1,\"grid\":[[{}]],\"thermometr\":[{}]}", "did you mean `thermometer`?"),
        (
            "p.json",
            "{\"size\":1,\"grid\":[[{}]],\"foglight\":[{}]}",
            "a puzzle is never read without a part of it that is not known",
        ),
        ("p.json", "{\"size\":1,\"grid\":[[{\"valeu\":1}]]}", "did you mean `value`?"),
        (
            "p.json",
            "{\"size\":1,\"grid\":[[{}]],\"xsum\":[{\"cell\":\"R3C3\",\"value\":\"1\"}]}",
            "a clue stands in row 0 or 2 beside a column, or in column 0 or 2 beside a row",
        ),
    ] {
        let puzzles = read_puzzles(&Source::new(name, text), &TextOptions::default());
        let error = puzzles.expect_err("this is refused as a whole");
        assert_eq!(error.help.as_deref(), Some(help), "{text}");
    }
}

fn bad_constraints_of_f_puzzles() {
    let grid = format!("[{0},{0},{0},{0}]", "[{},{},{},{}]");
    let with = |more: &str| format!("{{\"size\":4,\n\"grid\":{grid},\n{more}}}");
    for (more, message) in [
        ("\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C5\"]]}]", "3:34: cell r1c5 is outside the board"),
        (
            "\"thermometer\":[{\"lines\":[[\"R1C1\"]]}]",
            "3:26: thermo: `cells` has 1 cell, at least 2 are needed",
        ),
        (
            "\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]],\"value\":\"3\"}]",
            "3:16: `thermometer` with a `value`, whose meaning is not known",
        ),
        (
            "\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]],\"speed\":\"3\"}]",
            "3:43: unknown key `speed` of `thermometer`",
        ),
        ("\"thermometer\":true", "3:15: `thermometer` is `true`, not an array"),
        ("\"thermometer\":[{\"lines\":[[\"A1\"]]}]", "3:27: `\"A1\"` is not a cell"),
        ("\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R1C1\"]]}]", "3:37: an arrow without a shaft"),
        ("\"arrow\":[{\"cells\":[],\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "3:10: an arrow without a circle"),
        (
            "\"sandwichsum\":[{\"cell\":\"R5C5\",\"value\":\"3\"}]",
            "3:24: no row or column begins at `\"R5C5\"`",
        ),
        ("\"xsum\":[{\"cell\":\"R0C7\",\"value\":\"3\"}]", "3:17: no row or column begins at `\"R0C7\"`"),
        (
            "\"skyscraper\":[{\"cell\":\"R2C2\",\"value\":\"3\"}]",
            "3:23: no row or column begins at `\"R2C2\"`",
        ),
        (
            "\"skyscraper\":[{\"cell\":\"R0C2\",\"value\":\"many\"}]",
            "3:38: `value` is `\"many\"`, not a whole number",
        ),
        (
            "\"quadruple\":[{\"cells\":[\"R1C1\",\"R1C2\",\"R2C1\",\"R2C2\"],\"values\":[1,2,3,4,4]}]",
            "3:14: 5 digits for 4 cells",
        ),
        (
            "\"quadruple\":[{\"cells\":[\"R1C1\",\"R1C2\",\"R2C1\",\"R2C2\"],\"values\":[5]}]",
            "3:63: `5` is not a value of this board",
        ),
        ("\"thermometr\":[{}]", "3:1: unknown constraint `thermometr`"),
        ("\"foglight\":[\"R1C1\"]", "3:1: unknown constraint `foglight`"),
        ("\"negative\":[\"sum\"]", "3:13: unknown negative constraint `\"sum\"`"),
        ("\"antiknight\":\"yes\"", "3:14: `antiknight` is `\"yes\"`, not `true` or `false`"),
        (
            "\"killercage\":[{\"cells\":[\"R1C1\",\"R1C1\"],\"value\":\"3\"}]",
            "3:15: cell r1c1 is listed twice",
        ),
        ("\"killercage\":[{\"cells\":[],\"value\":\"3\"}]", "3:15: a set without cells"),
        (
            "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"UL\",\"value\":\"3\"}]",
            "3:28: no diagonal begins at `\"R0C1\"` that way",
        ),
        (
            "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"R\",\"value\":\"3\"}]",
            "3:47: `direction` is `\"R\"`, not `DR`, `DL`, `UR` or `UL`",
        ),
        (
            "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"DR\",\"cells\":[\"R1C1\"],\"value\":\"3\"}]",
            "3:60: `cells` are not those of the diagonal",
        ),
        (
            "\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"L\"}]",
            "3:40: `value` is `\"L\"`, not `X` or `V`",
        ),
        ("\"ratio\":[{\"cells\":[\"R1C1\"],\"value\":\"2\"}]", "3:10: a mark between two cells names 1"),
        (
            "\"clone\":[{\"cells\":[\"R1C1\"],\"cloneCells\":[]}]",
            "3:10: clone: `of` has 0 cells, at least 1 are needed",
        ),
        ("\"size\":5", "3:1: key `size` is given twice"),
    ] {
        check("p.json", &[(&with(more), message)]);
    }
}

#[test]
fn bad_f_puzzles_are_refused_at_their_place() {
    bad_constraints_of_f_puzzles();
    let cell = |cell: &str| format!("{{\"size\":1,\"grid\":[[{{{cell}}}]]}}");
    for (text, message) in [
        (cell("\"value\":2,\"given\":true"), "1:29: `2` is not a value of this board"),
        (cell("\"value\":1,\"given\":1"), "1:39: `given` is `1`, not `true` or `false`"),
        (cell("\"valeu\":1"), "1:21: unknown key `valeu` of a cell of the grid"),
        ("{\"size\":2,\"grid\":[[{}]]}".to_string(), "1:18: the grid has 1 rows, not 2"),
        ("{\"grid\":[[{}]]}".to_string(), "1:1: the size of the board is missing"),
        (
            "{\"size\":2,\"grid\":[[{\"region\":1},{}],[{},{}]]}".to_string(),
            "1:18: region 1 has 1 cells, region 2 has 3 cells, a region of this board has 2",
        ),
    ] {
        check("p.json", &[(&text, message)]);
    }
    check(
        "p.txt",
        &[
            (
                "https://f-puzzles.com/?load=N4IgzglgXgpi",
                "1:29: this is no compressed puzzle, or it is cut off",
            ),
            ("https://f-puzzles.com/?load=N4Ig!", "1:29: this is no compressed puzzle, or it is cut off"),
            (
                "# two\nhttps://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QBMYBbAexFQHMAnCfBAbXtADcBDLAV1wEZKJmYAOwRoqXAL7Jgk6VPEBdZExkq5i5XM3T1s3SvmKQAawhYcVAMasKuJiAswzYBiABK3AMIAmcm88BmEEM2TlwQAFYQBXEgA==\n\nwho",
                "4:1: `who` is no link to a puzzle",
            ),
        ],
    );
}

#[test]
fn bad_json_is_refused_at_its_place() {
    check(
        "p.json",
        &[
            ("{\"size\": 9,\n", "2:1: not JSON: EOF while parsing a value"),
            ("{\"size\": 9, \"siez\": 1}", "1:13: unknown key `siez` of a puzzle"),
            ("{\"size\": 9, \"size\": 9}", "1:13: key `size` is given twice"),
            ("{\"size\": 9.5}", "1:10: `size` is `9.5`, not a whole number"),
            ("{\"box\": null}", "1:1: the size of the board is missing"),
            ("{\"size\": 9, \"box\": 3}", "1:20: `box` is `3`, not `[rows, columns]` or `null`"),
            ("{\"size\": 4, \"grid\": [[1, 2, 3, 4], [1, 2]]}", "1:21: the grid has 2 rows, the board has 4"),
            ("{\"grid\": [[1, 2], [1]]}", "1:19: row 2 of the grid has 1 cell, not 2"),
            ("{\"grid\": [[1, 3], [1, 2]]}", "1:15: `3` is not a value of this board"),
            ("{\"grid\": [[1, {}], [1, 2]]}", "1:15: `{}` is not a cell of a grid"),
            (
                "{\"size\": 9, \"cages\": [{\"sum\": 3, \"cells\": [[1, 1]]}]}",
                "1:44: cells are pairs of numbers, and `index_base` is missing",
            ),
            ("{\"size\": 9, \"index_base\": 2}", "1:27: `index_base` is `2`, not 0 or 1"),
            (
                "{\"size\": 9, \"index_base\": 0, \"cages\": [{\"cells\": [[1, 9]]}]}",
                "1:51: cell [1, 9] is outside the board",
            ),
            (
                "{\"size\": 9, \"cages\": [{\"cells\": [\"r1c1\", \"r1c1\"]}]}",
                "1:43: cell r1c1 is listed twice in cage `r1c1`",
            ),
            (
                "{\"size\": 9, \"cages\": [{\"op\": \"+\", \"cells\": []}]}",
                "1:24: unknown key `op` of a cage",
            ),
            (
                "{\"size\": 9, \"cages\": [{\"sum\": 1.5, \"cells\": \"r1c1\"}]}",
                "1:31: `sum` is `1.5`, not a whole number",
            ),
            (
                "[[3, [[1, 1], [2, 1]]]]",
                "1:1: a list of cages says neither the size of the board nor where its cells count from",
            ),
        ],
    );
}

#[test]
fn bad_killer_strings_are_refused_at_their_place() {
    let cut = "3x3::k:1:2:3:";
    let jigsaw = "3x3:j:k:1:2:3:";
    check(
        "p.txt",
        &[
            (cut, "1:1: 3 cells, not 81"),
            (jigsaw, "1:5: `j` is not supported"),
            ("2x3::k:1:2", "1:1: boxes `2x3` are not supported here"),
            ("3x3::p:1:2", "1:6: `p` is not a killer"),
            ("SumoCueV1=x", "1:10: `=x` is not a cell"),
            ("SumoCueV1=5+0", "1:1: 2 cells, not 81"),
            ("aabb\n....\n...\n....\na=3", "3:1: row 3 of the map has 3 cells, not 4"),
            ("aabb\n....\n....\n....\na=3 x=4", "5:5: the map has no cage `x`"),
            ("aabb\n....\n....\n....\na=3 a=4", "5:5: cage `a` has two sums"),
            ("aabb\n....\n....\n....\na=3,b=4", "5:3: the sum `3,b=4` is not a whole number"),
            ("aabb............ 3,x", "1:20: the sum `x` is not a whole number"),
        ],
    );
}

fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("EXACTLY_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: EXACTLY_CORPUS is not set");
    }
    folder
}

fn load(path: &PathBuf) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cells_of(json: &Value) -> Vec<usize> {
    let cells = json.as_array().into_iter().flatten();
    let mut cells: Vec<usize> =
        cells.filter_map(Value::as_u64).filter_map(|cell| usize::try_from(cell).ok()).collect();
    cells.sort_unstable();
    cells
}

fn sorted(mut sets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    sets.sort();
    sets
}

fn houses(puzzle: &Puzzle, wanted: fn(&HouseKind) -> bool) -> Vec<Vec<usize>> {
    let houses = puzzle.board.houses().iter().filter(|house| wanted(&house.kind));
    sorted(houses.map(|house| house.cells.clone().into_iter().collect()).collect())
}

fn field_sets(json: &Value, key: &str) -> Vec<Vec<usize>> {
    sorted(json[key].as_array().into_iter().flatten().map(cells_of).collect())
}

/// Compares what was read from the ISS string with the fields beside it.
fn compare(json: &Value, puzzle: &Puzzle) {
    let id = &json["id"];
    assert_eq!(json["rows"].as_u64(), u64::try_from(puzzle.board.rows()).ok(), "{id}");
    assert_eq!(json["cols"].as_u64(), u64::try_from(puzzle.board.columns()).ok(), "{id}");
    let (low, high) = puzzle.board.values().into_inner();
    assert_eq!((json["min"].as_i64(), json["max"].as_i64()), (Some(low.into()), Some(high.into())), "{id}");
    let regions = houses(puzzle, |kind| matches!(kind, HouseKind::Box(_) | HouseKind::Region(_)));
    assert_eq!(regions, field_sets(json, "regions"), "{id}");
    let diagonals = puzzle.board.houses().iter();
    let diagonals = diagonals.filter(|h| matches!(h.kind, HouseKind::DiagonalDown | HouseKind::DiagonalUp));
    let diagonals = diagonals.map(|house| {
        let mut cells = house.cells.clone();
        cells.sort_unstable();
        cells
    });
    assert_eq!(sorted(diagonals.collect()), field_sets(json, "diagonals"), "{id}");
    assert_eq!(
        houses(puzzle, |kind| matches!(kind, HouseKind::Extra(_))),
        field_sets(json, "extra_regions"),
        "{id}"
    );
    let cages: Vec<_> = puzzle.cages.iter().map(|cage| (cage.sum, cage.cells.clone())).collect();
    let fields = json["cages"].as_array().into_iter().flatten();
    let fields: Vec<_> =
        fields.map(|cage| (cage["sum"].as_i64().filter(|sum| *sum != 0), cells_of(&cage["cells"]))).collect();
    assert_eq!(cages, fields, "{id}");
    let mut givens = vec![None; puzzle.board.cell_count()];
    for given in json["givens"].as_array().into_iter().flatten() {
        let cell = given[0].as_u64().and_then(|cell| usize::try_from(cell).ok()).expect("a cell");
        givens[cell] = given[1][0].as_i64().and_then(|digit| i32::try_from(digit).ok());
    }
    assert_eq!(puzzle.givens, givens, "{id}");
}

fn forget_place(clue: &mut Clue) {
    match clue {
        Clue::Use(one) => one.place = None,
        Clue::Any(parts) | Clue::All(parts) => parts.iter_mut().for_each(forget_place),
        Clue::Not(part) => forget_place(part),
        Clue::If(condition, consequence) => {
            forget_place(condition);
            forget_place(consequence);
        }
    }
}

fn placeless(mut puzzle: Puzzle) -> Puzzle {
    puzzle.place = None;
    puzzle.notes.clear();
    puzzle.clues.iter_mut().for_each(forget_place);
    puzzle.cages.iter_mut().for_each(|cage| cage.place = None);
    puzzle
}

#[test]
fn iss_strings_of_the_corpus_agree_with_their_fields_and_round_trip() {
    let Some(folder) = corpus() else { return };
    for name in ["variants/killer.jsonl", "variants/sudoku16.jsonl"] {
        for line in load(&folder.join(name)).lines() {
            let json: Value = serde_json::from_str(line).expect("JSON lines");
            let text = json["iss"].as_str().expect("each has its string");
            let puzzle =
                read_iss(&Source::new(name, text)).unwrap_or_else(|error| panic!("{}: {error}", json["id"]));
            compare(&json, &puzzle);
            let written = write_puzzle_file(&puzzle);
            let again =
                read_puzzle_file(&Source::new("written.toml", written)).expect("a written file reads");
            assert_eq!(placeless(again.puzzle), placeless(puzzle), "{}", json["id"]);
        }
    }
}

/// Whether digits satisfy every house and cage.
fn satisfies(puzzle: &Puzzle, digits: &[i64]) -> bool {
    let distinct = |cells: &[usize]| {
        let mut values: Vec<i64> = cells.iter().map(|&cell| digits[cell]).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    };
    puzzle.board.houses().iter().all(|house| distinct(&house.cells))
        && puzzle.cages.iter().all(|cage| {
            let sum: i64 = cage.cells.iter().map(|&cell| digits[cell]).sum();
            distinct(&cage.cells) && cage.sum.is_none_or(|wanted| wanted == sum)
        })
}

fn digits_of(solution: &str) -> Vec<i64> {
    solution.chars().filter_map(|c| c.to_digit(10)).map(i64::from).collect()
}

#[test]
fn newspaper_killers_of_the_corpus_fit_their_solutions() {
    let Some(folder) = corpus() else { return };
    let text = load(&folder.join("variants/killer-easy-1000.txt"));
    let source = Source::new("killer-easy-1000.txt", text.clone());
    let puzzles = read_puzzles(&source, &TextOptions::default()).expect("killers");
    assert_eq!(puzzles.len(), 1000);
    for (puzzle, line) in puzzles.iter().zip(text.lines()) {
        let puzzle = puzzle.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let solution = line.split(' ').next_back().expect("a solution");
        assert_eq!(puzzle.cages.iter().map(|cage| cage.cells.len()).sum::<usize>(), 81);
        assert!(satisfies(puzzle, &digits_of(solution)), "{line}");
    }
}

fn first(folder: &std::path::Path, name: &str) -> Result<Puzzle, ReadError> {
    let source = Source::new(name, load(&folder.join(name)));
    read_puzzles(&source, &TextOptions::default())?.swap_remove(0)
}

/// The sum and the cells of a cage.
type Summed = (Option<i64>, Vec<usize>);

/// Cages in the order of their first cells, and the houses beyond rows and columns.
fn essence(puzzle: &Puzzle) -> (Vec<Summed>, usize) {
    let mut cages: Vec<_> = puzzle.cages.iter().map(|cage| (cage.sum, cage.cells.clone())).collect();
    cages.sort_by_key(|(_, cells)| cells.clone());
    (cages, puzzle.board.houses().len())
}

#[test]
fn killers_of_the_corpus_are_the_same_in_every_format() {
    let Some(folder) = corpus() else { return };
    for (one, other) in [
        ("029-sgt-711-repeat-rule-decides.json", "029-sgt-711-repeat-rule-decides-letters.txt"),
        ("031-extreme-1-free-cell.json", "031-extreme-1-free-cell.sumocue.txt"),
        ("032-extreme-3.json", "032-extreme-3.sumocue.txt"),
        ("033-extreme-4.json", "033-extreme-4.sumocue.txt"),
        ("034-extreme-1-modB-not-unique.json", "034-extreme-1-modB-not-unique.sumocue.txt"),
        ("035-killer-x-33-free-cells.json", "035-killer-x-33-free-cells.sumocue.txt"),
        ("036-killer-x-55-free-cells.json", "036-killer-x-55-free-cells.sumocue.txt"),
        ("040-arrow-text-format.json", "040-arrow-text-format.txt"),
        ("041-stress-hardest-1.json", "041-stress-hardest-1.txt"),
        ("042-zero-vs-one-based-base1.json", "042-zero-vs-one-based-base0.json"),
        ("042-zero-vs-one-based-base1.json", "042-zero-vs-one-based-letters.txt"),
    ] {
        let read = |name| first(&folder.join("cases"), name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(essence(&read(one)), essence(&read(other)), "{other}");
    }
}

#[test]
fn cases_of_the_corpus_are_read_or_refused() {
    let Some(folder) = corpus() else { return };
    let cases = folder.join("cases");
    for name in [
        "030-ortools-98-cages-cut-off.json",
        "037-white-room-8-cages.json",
        "038-overlapping-redundant-cage.json",
        "039-overlapping-contradictory-cage.json",
        "043-sum-total-406.json",
        "044-impossible-cages-6.json",
        "044-impossible-cages-8.json",
        "045-single-cell-cages-nosum.json",
        "048-letters-B-plus-3.json",
        "020-4x4-two-solutions.json",
    ] {
        first(&cases, name).unwrap_or_else(|error| panic!("{error}"));
    }
    for (name, message) in [
        (
            "029-sgt-711-repeat-rule-decides.gameid.txt",
            "1:1: the game ID `3x3k:zzzc,__aaa___a_a___…` of Solo is not supported",
        ),
        ("042-zero-vs-one-based-base1-declared0.json", "7:20: cell [1, 9] is outside the board"),
        ("046-cell-listed-twice.json", "2:26: cell r1c1 is listed twice in cage `r1c1`"),
        ("047-kenken-letter-map.txt", "1:38: the target `5+` with an operator is not supported"),
    ] {
        let error = first(&cases, name).expect_err(name);
        assert_eq!(error.to_string(), format!("{name}:{message}"));
    }
    for name in [
        "60_killer_short_arrows.txt",
        "61_killer_sumocue_3x3dk.txt",
        "62_killer_iss_cages.txt",
        "34_opensudoku.xml",
    ] {
        first(&folder.join("formats"), name).unwrap_or_else(|error| panic!("{error}"));
    }
    let many = Source::new("047.txt", load(&cases.join("047-kenken-letter-map.txt")));
    assert_eq!(read_puzzles(&many, &TextOptions::default()).map(|all| all.len()), Ok(3));
}

/// A text with one part removed, doubled or replaced, by a fixed sequence of pseudo-random numbers.
fn mutated(text: &str, state: &mut u64) -> String {
    let mut next = |below: usize| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*state >> 33).unwrap_or(0) % below.max(1)
    };
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=next(3) {
        let at = next(chars.len());
        let end = (at + next(12)).min(chars.len());
        match next(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let part = chars[at..end].to_vec();
                chars.splice(at..at, part);
            }
            2 => {
                let sign = [
                    'é', '\u{feff}', '=', '~', '.', '9', '-', '"', '[', '{', '\n', '\\', '+', 'J', ':', '\r',
                ][next(16)];
                chars.splice(at..end.min(at + 1), [sign]);
            }
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_input_makes_a_reader_panic() {
    let arrows = format!("A<.vv{}", "0".repeat(76));
    let sumo = format!("SumoCueV1D=17J0+0J0{}", "=0J1".repeat(79));
    let seeds = [
        (
            "a.toml",
            "title = \"é\"\nsize = 4\nbox = [2, 2]\ngivens = \"\"\"\n1..4\n----\n....\n....\n....\"\"\"\ncages = '''\naabb\n....\n....\ncccc'''\n[cage-sums]\na = 3\n[[cage]]\ncells = \"r1c1-3 r2-3c1\"\nsum = 9\n[[extra-region]]\ncells = 'r1c1'\n[expect]\ncount = 1\nsolution = '1234341221434321'\n",
        ),
        (
            "a.iss",
            ".Shape~6x6~0-6.Cage~10~R1C1~R1C2.~R3C4_5~R3C5_0.Windoku.DisjointSets.Diagonal~-1.AllDifferent~R1C1~R2C2\n\n# x\n.Jigsaw~111111222222333333444444555555666666.NoBoxes",
        ),
        (
            "a.json",
            "[{\"size\": 4, \"box\": [2, 2], \"index_base\": 1, \"title\": \"\\u00e9\\n\", \"cages\": [{\"sum\": 5, \"cells\": [[1, 1], \"r1c2\"]}], \"grid\": [[1, null, \".\", 0], \"....\", \"....\", \"....\"]}]",
        ),
        ("a.txt", "3x3:d:k:3841:7705:26:"),
        ("b.txt", arrows.as_str()),
        ("c.txt", sumo.as_str()),
        ("d.txt", "aabb\n....\nZ..Z\ncccc\nc=10 Z=9\na=3 b=4\n\naabb....Z..Zcccc 9,3,4,10 1234\n"),
        ("e.xml", "<opensudoku><game data=\"003020600900305001\" /></opensudoku>"),
    ];
    let mut state = 1;
    for round in 0..4000 {
        let (name, text) = seeds[round % seeds.len()];
        let source = Source::new(name, mutated(text, &mut state));
        if let Ok(puzzles) = read_puzzles(&source, &TextOptions::default()) {
            for puzzle in puzzles.into_iter().flatten() {
                let written = write_puzzle_file(&puzzle);
                let again = read_puzzle_file(&Source::new("w.toml", written.clone()));
                let again = again.unwrap_or_else(|error| panic!("{error}\n{}\n{written}", source.text));
                assert_eq!(placeless(again.puzzle), placeless(puzzle), "{}\n{written}", source.text);
            }
        }
    }
}

#[test]
fn no_f_puzzle_makes_the_reader_panic() {
    let json = concat!(
        "{\"size\":4,\"title\":\"\\u00e9\",\"grid\":[[{\"value\":1,\"given\":true},{},{\"region\":null},{}],[{},{},{},{}],",
        "[{},{},{},{\"givenPencilMarks\":[1,2]}],[{},{},{},{}]],\"antiking\":true,\"negative\":[\"xv\"],",
        "\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R1C1\",\"R1C2\"]]}],\"cage\":[{\"cells\":[\"R4C4\"],\"value\":\"DR3\"}],",
        "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"DR\",\"value\":\"9\"}],\"xsum\":[{\"cell\":\"R5C1\",\"value\":\"3\"}],",
        "\"quadruple\":[{\"cells\":[\"R1C1\",\"R1C2\",\"R2C1\",\"R2C2\"],\"values\":[1,2]}],\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]}",
    );
    let regular = json.replace("\"region\":null", "");
    let puzzle = read_fpuzzles(&Source::new("a.json", regular.clone())).expect("a puzzle");
    let link = write_fpuzzles_link(&puzzle).expect("it was read from this format");
    let seeds = [("a.json", json), ("b.json", &regular), ("c.txt", &link)];
    let mut state = 1;
    for round in 0..3000 {
        let (name, text) = seeds[round % seeds.len()];
        let source = Source::new(name, mutated(text, &mut state));
        for puzzle in read_puzzles(&source, &TextOptions::default()).into_iter().flatten().flatten() {
            if let Ok(written) = write_fpuzzles(&puzzle) {
                let again = read_fpuzzles(&Source::new("w.json", written.clone()));
                let again = again.unwrap_or_else(|error| panic!("{error}\n{}\n{written}", source.text));
                assert_eq!(placeless(again), placeless(puzzle), "{}\n{written}", source.text);
            }
        }
    }
}
