use super::*;

fn read(text: &str) -> Result<Puzzle, ReadError> {
    read_iss(&Source::new("p.iss", text))
}

fn extra(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let houses = puzzle.board.houses().iter();
    houses.filter(|h| matches!(h.kind, HouseKind::Extra(_))).map(|h| h.cells.clone()).collect()
}

#[test]
fn a_string_with_comments_and_sections_is_read() {
    let text = "# a killer\n.Shape~4x4\n.Cage~5~R1C1 ~R1\nC2\n\n.~R2C2_4.Cage~~R4C4~R4C3.Cage~0~R3C1.\n\n1...............";
    let puzzle = read(text).expect("a good string");
    assert_eq!((puzzle.givens[0], puzzle.givens[5]), (Some(1), Some(4)));
    let cages: Vec<_> = puzzle.cages.iter().map(|c| (c.name.as_str(), c.sum, c.cells.clone())).collect();
    assert_eq!(cages, [("r1c1", Some(5), vec![0, 1]), ("r4c3", None, vec![14, 15]), ("r3c1", None, vec![8])]);
    assert_eq!(puzzle.cages[0].place.map(|p| (p.line, p.column)), Some((3, 1)));
}

#[test]
fn a_shape_without_a_split_has_no_boxes() {
    let kinds = |text: &str| read(text).expect("a good string").board.houses().len();
    assert_eq!(kinds(".Shape~7x7.Cage~3~R1C1"), 14);
    assert_eq!(kinds(".Shape~5x10.Cage~3~R1Ca"), 20);
    assert_eq!(kinds(".Shape~6x6~~Sudoku.NoBoxes"), 12);
    assert_eq!(kinds(".Diagonal~1.Diagonal~-1.Diagonal~1.RegionSize~9"), 29);
}

#[test]
fn windows_keep_off_the_edges() {
    let nine = extra(&read(".Windoku").expect("a good string"));
    assert_eq!(nine.len(), 4);
    assert_eq!(nine[1], [14, 15, 16, 23, 24, 25, 32, 33, 34]);
    assert_eq!(extra(&read(".Shape~16x16.Windoku").expect("a good string")).len(), 9);
}

#[test]
fn disjoint_sets_take_one_cell_a_box() {
    let sets = extra(&read(".Shape~4x4.DisjointSets.AllDifferent~R1C2~R1C1").expect("a good string"));
    assert_eq!(
        sets,
        [vec![0, 2, 8, 10], vec![1, 3, 9, 11], vec![4, 6, 12, 14], vec![5, 7, 13, 15], vec![0, 1]]
    );
}

#[test]
fn a_board_of_dots_is_not_a_string() {
    assert!(looks_like(".Cage~3~R1C1"));
    assert!(looks_like("# x\n.~R1C1_5"));
    assert!(!looks_like("..3.2.6..9..3.5..1"));
    assert!(!looks_like(".A......"));
}

#[test]
fn regions_with_the_same_values_are_a_clue_over_all_of_them() {
    let puzzle = read_iss(&Source::new("t.iss", ".Shape~4x4.RegionSameValues")).expect("a board and a rule");
    let [crate::puzzles::Clue::Use(one)] = &puzzle.clues[..] else { panic!("{:?}", puzzle.clues) };
    assert_eq!(one.name, "same-values");
    let crate::puzzles::Value::Groups(lists) = &one.args.0["lists"] else { panic!("{one:?}") };
    assert_eq!((lists.len(), &lists[3]), (4, &vec![10, 11, 14, 15]));
}
