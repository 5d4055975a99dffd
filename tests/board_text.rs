//! Reads the boards of every notation in the sample folder, and refuses texts that are not boards.

use std::env;
use std::fs;
use std::path::PathBuf;

use exactly::formats::{ReadError, Source, Symbols, TextOptions, read_boards, write_line};
use exactly::puzzles::{HouseKind, Puzzle};

const BASE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const BOARD_43: &str = ".A729.BC.....3.16..B3....D..A.2........5.3..C8..1.9...86..4.............B..92..8D.....E....2.........3..5....B7..4.3...D...71...9B1...A2.......74.6.....1.......5.........G8..34..27.9.1.4....65...C......2A...6....65..C7....A......423.1..859......8.....64.B2";

type Boards = Result<Vec<Result<Puzzle, ReadError>>, ReadError>;

fn corpus() -> Option<PathBuf> {
    let folder = env::var_os("EXACTLY_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: EXACTLY_CORPUS is not set");
    }
    folder
}

fn read(text: &str) -> Boards {
    read_boards(&Source::new("a.txt", text), &TextOptions::default())
}

fn read_sample(folder: &str, name: &str) -> Option<Boards> {
    let path = corpus()?.join(folder).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(read_boards(&Source::new(name, text), &TextOptions::default()))
}

/// The boards as lines; an error as its sentence.
fn lines(boards: Boards) -> Vec<String> {
    match boards {
        Err(error) => vec![error.to_string()],
        Ok(boards) => boards.into_iter().map(line).collect(),
    }
}

fn line(board: Result<Puzzle, ReadError>) -> String {
    board.map_or_else(|error| error.to_string(), |puzzle| write_line(&puzzle.board, &puzzle.givens))
}

/// The first error of a text: message, help and the piece of the text it points at.
fn refusal(text: &str) -> Option<(String, Option<String>, String)> {
    let error = match read(text) {
        Err(error) => Some(error),
        Ok(boards) => boards.into_iter().find_map(Result::err),
    }?;
    Some((error.message, error.help, text[error.span].to_owned()))
}

#[test]
fn samples_with_the_base_board() {
    let names = [
        "01_line_dots.txt",
        "02_line_zeros.txt",
        "03_line_stars.txt",
        "04_line_underscores.txt",
        "05_line_dashes.txt",
        "06_line_x.txt",
        "07_line_spaces.txt",
        "08_line_e.txt",
        "09_nine_lines.txt",
        "10_nine_lines_crlf.txt",
        "11_space_separated.txt",
        "12_csv_grid_empty_fields.csv",
        "13_csv_grid_zeros_trailing_comma.csv",
        "14_ruled_plus.txt",
        "15_simple_sudoku.ss",
        "17_sadman_sections.sdk",
        "18_box_drawing.txt",
        "24_line_trailing_comment.txt",
        "25_count_header_then_lines.txt",
        "26_letters_A-I.txt",
        "27_digits_0-8_dots.txt",
        "28_python_list.txt",
        "29_c_braces.txt",
        "30_json_object.json",
        "31_bom_utf8.txt",
        "32_tabs.tsv",
        "33_no_trailing_newline.txt",
    ];
    for name in names {
        let Some(boards) = read_sample("formats", name) else { return };
        let count = match name {
            "24_line_trailing_comment.txt" => 4,
            "25_count_header_then_lines.txt" => 2,
            _ => 1,
        };
        assert_eq!(lines(boards), vec![BASE; count], "{name}");
    }
}

#[test]
fn samples_with_other_boards() {
    let second = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3";
    let samples: [(&str, &[&str]); 11] = [
        (
            "16_sudocue.sdk",
            &["2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"],
        ),
        (
            "19_gsf_q2_taxonomy.txt",
            &["1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"],
        ),
        (
            "20_hodoku_library.txt",
            &[
                "20_hodoku_library.txt:1:1: 12 cells in the fourth field, a 9×9 board has 81",
                "6...534.7....4256.254867391.4..96.1.162385749.3..14.5....42193..1.57...442.63.175",
            ],
        ),
        (
            "21_pm_grid_simple_sudoku.txt",
            &["\
            .3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4189.25.6.....8.3."],
        ),
        ("22_euler_grid_headers.txt", &[BASE, second]),
        (
            "23_puzzle_comma_solution.csv",
            &[
                "..43..2.9..5..9..1.7..6..43..6..2.8719...74...5..83...6.....1.5..35.869..4291.3..",
                ".4.1...5.1.7..396.52...8..........17...9.68..8.3.5.62..9..6.5436...8.7..25..971..",
            ],
        ),
        ("44_16x16_1-G_rows.txt", &[BOARD_43]),
        (
            "46_16x16_minus1_0-F.txt",
            &["46_16x16_minus1_0-F.txt:36:2: 17 rows of 16 fields, a 16×16 board has 16 rows"],
        ),
        (
            "51_25x25_csv_broken_row.txt",
            &["51_25x25_csv_broken_row.txt:3:1: row 3 has 24 fields, the others have 25"],
        ),
        (
            "52_sudk_custom.txt",
            &["2.47.3..9739.6152.1854296376.31.2748927.4815384.5379.25129..3864963.52713.8..6495"],
        ),
        (
            "63_jigsaw_81plus81.txt",
            &["3.......7........................................................................"],
        ),
    ];
    for (name, expected) in samples {
        let Some(boards) = read_sample("formats", name) else { return };
        assert_eq!(lines(boards), expected, "{name}");
    }
}

#[test]
fn large_samples_begin_as_printed() {
    let samples = [
        ("40_16x16_0-F_star_spaces.txt", 16, 1, ".6..7..F.G.D.1..C..135...2.46.F."),
        ("41_16x16_1-16_dots.txt", 16, 1, ".5..6..E.F.C.G..B..G24...1.35.E."),
        ("42_16x16_1-16_hash_comments.txt", 16, 2, ".4.9.2.....6.D.AB.A.D...4...E.F."),
        ("43_16x16_1-G_lines.txt", 16, 2, ".A729.BC.....3.16..B3....D..A.2."),
        ("45_16x16_a-p_ruled.txt", 16, 1, "5.....8.G6...2E.B4.2.1.........6"),
        ("47_16x16_csv_1-16.csv", 16, 1, ".................36....9..ABC.F."),
        ("48_16x16_x_blank_hex.txt", 16, 1, "FC.G4....7....5..D9....6.1...7.."),
        ("49_25x25_size_header_underscores.txt", 25, 1, "B.GA.F.9...1.5.KOHM3JI.NE...F..MPN"),
        ("50_25x25_c_braces.txt", 25, 1, "..C6..7.I.5O.A1..4.......2.J.D...A"),
    ];
    for (name, size, count, start) in samples {
        let Some(boards) = read_sample("formats", name) else { return };
        let boards = boards.expect("the sample has one reading");
        assert_eq!(boards.len(), count, "{name}");
        let first = boards.into_iter().next().and_then(Result::ok).expect("the first board is whole");
        assert_eq!(first.board.rows(), size, "{name}");
        let text = write_line(&first.board, &first.givens);
        assert!(text.starts_with(start), "{name}: {text}");
    }
}

#[test]
fn every_notation_of_a_board_is_the_same_board() {
    let names = ["050-16x16-x-2.txt", "050-16x16-x-2-0F.txt", "050-16x16-x-2-1G.txt", "050-16x16-x-2-AP.txt"];
    let Some(first) = read_sample("cases", names[0]) else { return };
    let first = lines(first);
    for name in names {
        assert_eq!(read_sample("cases", name).map(lines).as_ref(), Some(&first), "{name}");
    }
    let twelve = read_sample("cases", "057-12x12-box-3x4.txt").map(lines);
    for name in ["057-12x12-box-3x4-numbers.txt", "058-multi-digit-typing.txt"] {
        assert_eq!(read_sample("cases", name).map(lines), twelve, "{name}");
    }
}

#[test]
fn regions_of_the_cases() {
    let name = "059-jigsaw-region-size-12-and-6.txt";
    let Some(boards) = read_sample("cases", name) else { return };
    let text = lines(boards).concat();
    assert!(text.contains("region 1 has 12 cells") && text.contains("region 4 has 6 cells"), "{text}");
    let tiny = read_sample("cases", "061-jigsaw-2x2-diagonal-regions.txt").and_then(Result::ok);
    let tiny = tiny.and_then(|boards| boards.into_iter().next()).and_then(Result::ok).expect("one board");
    assert_eq!((0..4).map(|cell| tiny.board.region_of(cell)).collect::<Vec<_>>(), [0, 1, 1, 0].map(Some));
    for (folder, name, count) in [
        ("cases", "060-jigsaw-layouts-without-any-grid.txt", 3),
        ("variants", "jigsaw-layouts.txt", 799),
        ("variants", "jigsaw-layouts-without-grid.txt", 329),
    ] {
        let boards = read_sample(folder, name).and_then(Result::ok).expect("the layouts can be read");
        assert_eq!(boards.len(), count, "{name}");
        let empty = |puzzle: &Puzzle| {
            puzzle.givens.iter().all(Option::is_none)
                && puzzle.board.houses()[18].kind == HouseKind::Region(0)
        };
        assert!(boards.iter().all(|board| board.as_ref().is_ok_and(empty)), "{name}");
    }
}

#[test]
fn whole_files_of_boards() {
    let Some(folder) = corpus() else { return };
    for set in ["sudoku", "latin"] {
        for entry in fs::read_dir(folder.join(set)).expect("the folder is there") {
            let path = entry.expect("the entry can be read").path();
            let text = fs::read_to_string(&path).expect("the file is text");
            let count = if set == "latin" { 1 } else { text.lines().count() };
            let boards = read(&text).expect("the file has one reading");
            assert_eq!(boards.len(), count, "{}", path.display());
            for (line, board) in text.lines().zip(boards).filter(|_| set == "sudoku") {
                let puzzle = board.expect("every line is a board");
                let shown = write_line(&puzzle.board, &puzzle.givens);
                let letters = shown.len() == 625;
                assert!(letters || line.starts_with(&shown), "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn text_goes_round() {
    let puzzle = read(BASE).map(|mut boards| boards.remove(0)).and_then(|board| board).expect("a board");
    let grid = exactly::formats::write_grid(&puzzle.board, &puzzle.givens);
    let again = read(&grid).map(|mut boards| boards.remove(0)).and_then(|board| board).expect("a board");
    assert_eq!((&puzzle.board, &puzzle.givens), (&again.board, &again.givens));
    assert_eq!(write_line(&again.board, &again.givens), BASE);
}

#[test]
fn options_settle_what_the_text_leaves_open() {
    let text = format!("12F{}", ".".repeat(253));
    let source = Source::new("a.txt", text);
    for (symbols, first) in [(Symbols::OneToG, 1), (Symbols::ZeroToF, 2)] {
        let options = TextOptions { symbols: Some(symbols), boxes: Some((2, 8)) };
        let boards = read_boards(&source, &options).expect("the notation is given");
        let puzzle = boards.into_iter().next().and_then(Result::ok).expect("the board is whole");
        assert_eq!(puzzle.givens[0], Some(first));
        assert_eq!(puzzle.board.region_of(7), puzzle.board.region_of(16));
    }
    let options = TextOptions { boxes: Some((2, 3)), symbols: None };
    let boards = read_boards(&Source::new("a.txt", BASE), &options).expect("the text has one reading");
    let error = boards.into_iter().find_map(Result::err).expect("the boxes do not fit");
    assert_eq!(error.message, "boxes of 2×3 hold 6 cells, a board of size 9 needs 9");
}

#[test]
fn bad_texts_and_their_messages() {
    let rows = "1...\n.2..\n..3.\n...4\n";
    let cases: [(String, &str, &str); 20] = [
        (String::new(), "no board in this text", ""),
        ("\n# only a remark\n".into(), "no board in this text", ""),
        (BASE[..80].into(), "80 characters, a 9×9 board has 81", &BASE[..80]),
        (format!("{BASE}\n{}\n", &BASE[1..]), "80 characters, a 9×9 board has 81", &BASE[1..]),
        (format!("{BASE}."), "82 characters, a 9×9 board has 81", ""),
        (BASE.replacen('9', "!", 1), "`!` is no digit of a 9×9 board and no blank", "!"),
        (BASE.replacen('9', "é", 1), "`é` is no digit of a 9×9 board", "é"),
        (BASE.replacen('9', "A", 1), "`A` is no digit of a 9×9 board", "A"),
        (BASE.replacen('.', "*", 1), "`*` and `.` both stand for blanks", "."),
        (BASE.replacen('.', "0", 1), "`0` and `.` both stand for blanks", "."),
        (rows.replace('4', "5"), "`5` is no digit of a 4×4 board", "5"),
        (format!("{rows}1...\n"), "5 rows of 4 characters, a 4×4 board has 4 rows", "1..."),
        (rows[..15].into(), "3 rows of 4 characters, a 4×4 board has 4 rows", "1..."),
        (rows.replace(".2..", ".2."), "row 2 has 3 characters, the others have 4", ".2."),
        ("1,,,\n,2,\n,,3,\n,,,4\n".into(), "row 2 has 3 fields, the others have 4", ",2,"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 17\n".into(), "`17` is no digit of a 4×4 board", "17"),
        (format!("3\n{rows}"), "the first line says 3, but 1 board follows", "3"),
        ("[[1,0],[0,1]".into(), "this bracket is never closed", "["),
        (
            "1...............\n".repeat(16),
            "16 lines of 16 characters can be 16×16 boards or 4×4 boards",
            "1...............",
        ),
        (
            format!("12F{}", ".".repeat(253)),
            "1 to F on a 16×16 board have two readings: 1 is the first digit or, after a 0 that does not occur, the second",
            "",
        ),
    ];
    for (text, message, piece) in cases {
        let (found, help, quoted) = refusal(&text).unwrap_or_else(|| panic!("{text:?} is read"));
        assert_eq!(found, message, "{text:?}");
        assert!(help.is_some(), "{text:?}");
        assert!(piece.is_empty() || quoted == piece, "{text:?}: {quoted:?}");
    }
}

#[test]
fn a_bad_line_leaves_the_others() {
    let text = format!("{BASE}\n{}\n{BASE}\n", &BASE[1..]);
    let boards = read(&text).expect("the lines can be told apart");
    assert_eq!(boards.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let places = boards[1].as_ref().map_err(|error| (error.place.line, error.place.column));
    assert_eq!(places.err(), Some((2, 1)));
}

#[test]
fn damaged_samples_never_panic() {
    let Some(folder) = corpus() else { return };
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or(0)
    };
    let pieces = [
        "",
        "\n",
        " ",
        ",",
        "[",
        "]",
        "{",
        "\"",
        "é",
        "│",
        "-",
        "0",
        "Z",
        "99999999999999999999",
        "\t",
        ":",
        "|",
    ];
    for entry in fs::read_dir(folder.join("formats")).expect("the folder is there") {
        let text =
            fs::read_to_string(entry.expect("the entry can be read").path()).expect("the file is text");
        for _ in 0..60 {
            let mut characters: Vec<String> = text.chars().map(String::from).collect();
            for _ in 0..=next(4) {
                let (from, piece) = (next(characters.len()), pieces[next(pieces.len())]);
                let length = if next(3) == 0 { 40 } else { 2 };
                let to = (from + next(length)).min(characters.len());
                characters.splice(from..to, [piece.to_owned()]);
            }
            if let Err(error) = read(&characters.concat()) {
                assert!(!error.message.is_empty());
            }
        }
    }
}
