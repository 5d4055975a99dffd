//! Techniques on positions whose steps are known: HoDoKu's library, and random boards.

use std::collections::BTreeMap;
use std::path::PathBuf;

use exactly::puzzles::{Board, Puzzle};
use exactly::steps::{Candidate, Field, Position, Step, Technique, all_steps};

/// So many steps of a technique are looked for in a position.
const MOST: usize = 2_000;

/// The techniques that stand behind a number of the library. Those without one are not looked for:
///
/// * 0332, 0342, 0362 to 0364: mutant fish of four houses and more; 0371, 0372: fish with chains from their fins. Chains find
///   most of what they do.
/// * 03111, 03121, 03211, 03221, 03411, 03421, 03621: two fish read as one step; 0404, 0405: two kites or rectangles as one.
/// * 0607, 0608: avoidable rectangles, which ask which digits were givens.
/// * 0904: death blossom; 1101: sue de coq. Almost locked sets in chains find a part of it.
/// * 1201, 1202: templates, which no person uses.
///
/// Not found are, of those that are looked for, by the look of them:
///
/// * two of 0502: what the library reads as one step is several here.
/// * three of 0706 and two of 0709: one shortest way from a node to another is kept, and the loop of the library goes another
///   way.
/// * one of 0901 and two of 0903: larger sets than are looked for, and chains of sets that go another way than the shortest.
fn techniques(code: &str) -> &'static [Technique] {
    use Technique as T;
    match code {
        "0000" => &[T::FullHouse],
        "0002" => &[T::HiddenSingle],
        "0003" => &[T::NakedSingle],
        "0100" => &[T::Pointing],
        "0101" => &[T::Claiming],
        "0110" => &[T::LockedPair],
        "0111" => &[T::LockedTriple],
        "0200" => &[T::NakedPair],
        "0201" => &[T::NakedTriple],
        "0202" => &[T::NakedQuad],
        "0210" => &[T::HiddenPair],
        "0211" => &[T::HiddenTriple],
        "0212" => &[T::HiddenQuad],
        "0300" => &[T::XWing],
        "0301" => &[T::Swordfish],
        "0302" => &[T::Jellyfish],
        "0310" => &[T::FinnedXWing],
        "0311" => &[T::FinnedSwordfish],
        "0312" => &[T::FinnedJellyfish],
        "0320" => &[T::SashimiXWing],
        "0321" => &[T::SashimiSwordfish],
        "0322" => &[T::SashimiJellyfish],
        "0330" | "0350" => &[T::MutantXWing],
        "0331" | "0351" => &[T::MutantSwordfish],
        "0340" | "0360" => &[T::FinnedMutantXWing],
        "0341" | "0361" => &[T::FinnedMutantSwordfish],
        "0400" => &[T::Skyscraper],
        "0401" => &[T::TwoStringKite],
        "0402" => &[T::EmptyRectangle, T::TwoStringKite],
        "0403" => &[T::TurbotFish],
        "0500" => &[T::ColourTrap],
        "0501" => &[T::ColourWrap],
        "0502" | "0503" => &[T::MultiColours],
        "0600" => &[T::UniqueRectangle1],
        "0601" => &[T::UniqueRectangle2],
        "0602" => &[T::UniqueRectangle3],
        "0603" => &[T::UniqueRectangle4],
        "0604" => &[T::UniqueRectangle5],
        "0605" => &[T::UniqueRectangle6],
        "0606" => &[T::HiddenRectangle],
        "0610" => &[T::Bug],
        "0701" => &[T::XChain],
        "0702" => &[T::XyChain],
        "0703" => &[T::RemotePair],
        "0706" => &[T::NiceLoop],
        "0707" => &[T::BrokenLoop],
        "0708" => &[T::Chain],
        "0709" => &[T::GroupedNiceLoop, T::AlsAic],
        "0710" => &[T::GroupedBrokenLoop, T::AlsAic],
        "0711" => &[T::GroupedChain, T::AlsAic],
        "0800" => &[T::XyWing],
        "0801" => &[T::XyzWing],
        "0803" => &[T::WWing],
        "0901" => &[T::AlsXz],
        "0902" => &[T::AlsXyWing],
        "0903" => &[T::AlsChain],
        _ => &[],
    }
}

/// An entry of the library.
struct Entry {
    code: String,
    /// Whether the library says that nothing may be found there.
    is_trap: bool,
    board: String,
    deleted: Vec<Candidate>,
    removed: Vec<Candidate>,
    placed: Vec<Candidate>,
}

/// Reads `:code:digits:board:deleted:removed:placed:`; candidates are digit, row, column.
fn read(line: &str) -> Option<Entry> {
    let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
    let candidates = |text: &str| -> Vec<Candidate> {
        let one = |word: &str| -> Option<Candidate> {
            let numbers: Vec<usize> =
                word.chars().filter_map(|c| c.to_digit(10)).map(|n| n as usize).collect();
            let &[digit, row, column] = &numbers[..] else { return None };
            Some(Candidate { cell: (row - 1) * 9 + column - 1, digit: digit - 1 })
        };
        let mut found: Vec<Candidate> = text.split_whitespace().filter_map(one).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    Some(Entry {
        code: fields[0].split('-').next()?.to_string(),
        is_trap: fields[0].ends_with("-x"),
        board: fields[2].replace('+', ""),
        deleted: candidates(fields[3]),
        removed: candidates(fields[4]),
        placed: candidates(fields.get(5).unwrap_or(&"")),
    })
}

/// The position of an entry.
fn position<'f>(field: &'f Field, entry: &Entry) -> Position<'f> {
    let mut position = Position::new(field);
    position.is_unique = true;
    for (cell, c) in entry.board.chars().enumerate() {
        if let Some(digit) = c.to_digit(10).filter(|&digit| digit > 0) {
            position.place(Candidate { cell, digit: digit as usize - 1 });
        }
    }
    entry.deleted.iter().for_each(|&candidate| position.remove(candidate));
    position
}

/// Whether one of the steps found does exactly what the library says.
fn is_found(position: &Position<'_>, entry: &Entry) -> bool {
    techniques(&entry.code).iter().any(|&technique| {
        let steps = all_steps(position, technique, MOST);
        steps.iter().any(|step| match &entry.placed[..] {
            [] => step.removed == entry.removed || leaves_one(position, step, entry),
            // The library names the digit of the single or chain; a step that places it is the same one.
            placed => placed.iter().any(|candidate| step.placed.contains(candidate)),
        })
    })
}

/// Whether a step places the one candidate of a cell that the library leaves.
fn leaves_one(position: &Position<'_>, step: &Step, entry: &Entry) -> bool {
    let &[placed] = &step.placed[..] else { return false };
    let others: Vec<Candidate> =
        position.all_candidates().filter(|other| other.cell == placed.cell && *other != placed).collect();
    others == entry.removed
}

fn library() -> Option<Vec<Entry>> {
    let Some(folder) = std::env::var_os("EXACTLY_CORPUS") else {
        eprintln!("skipped: EXACTLY_CORPUS is not set");
        return None;
    };
    let path = PathBuf::from(folder).join("rating/hodoku_reglib-1.3.txt");
    let text = std::fs::read_to_string(path).expect("the library can be read");
    Some(text.lines().filter_map(read).collect())
}

#[test]
fn positions_of_the_library() {
    let Some(entries) = library() else { return };
    let field = Field::of(&Puzzle::new(Board::usual(9).expect("a board"))).expect("an empty board");
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for entry in entries.iter().filter(|entry| !techniques(&entry.code).is_empty()) {
        let tally = found.entry(&entry.code).or_default();
        tally.1 += 1;
        if is_found(&position(&field, entry), entry) ^ entry.is_trap {
            tally.0 += 1;
        } else {
            missed.push(format!("{} {} {:?}", entry.code, entry.board, entry.removed));
        }
    }
    let (right, all) = found.values().fold((0, 0), |(right, all), tally| (right + tally.0, all + tally.1));
    let table: Vec<String> =
        found.iter().map(|(code, (right, all))| format!("{code}: {right} of {all}")).collect();
    println!("{right} of {all}\n{}\nnot found:\n{}", table.join("\n"), missed.join("\n"));
    assert!(right * 100 >= all * 98, "{right} of {all}");
}
