//! `exactly inspect`: what a puzzle, an exact cover or a CNF holds.

use itertools::Itertools;

use super::cnf_stats;
use super::covers;
use super::encoding_options::EncodingOptions;
use super::exit::Exit;
use super::input::{Input, Problem};
use super::report::{Failure, print};
use super::run_options::PresolveOptions;
use crate::cnf::{Cnf, Size};
use crate::cover::Cover;
use crate::encodings::Encodings;
use crate::lower::{NoNames, Usage, Used, cover_to_cnf, to_cnf, to_cover};
use crate::presolve::{Presolved, presolve};
use crate::primitives::{Live, Primitives, Reduced};
use crate::puzzles::{Board, Clue, House, HouseKind, Puzzle, types};

/// Arguments of `inspect`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    steps: PresolveOptions,

    #[command(flatten)]
    encodings: EncodingOptions,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(files) = args.input.cnf_files() {
        return cnf_stats::inspect(files);
    }
    let (file, puzzle) = match args.input.load_problem()? {
        (file, Problem::Puzzle(puzzle)) => (file, puzzle),
        (file, Problem::Cover(cover)) => {
            covers::inspect(&file, &cover)?;
            return cover_size(&cover, args.encodings.encodings());
        }
    };
    let statement = puzzle.state().map_err(|faults| Failure::faults(&file, &faults))?;
    let model = &statement.model;
    print(puzzle.title.as_deref().unwrap_or(&file))?;
    for line in rules(&puzzle) {
        print(&format!("  {line}"))?;
    }
    let primitives = model.primitives();
    print("model")?;
    print(&format!(
        "  {} variables, {} choices",
        primitives.variables.count(),
        primitives.variables.choice_count()
    ))?;
    print(&format!(
        "  {} exactly-one groups, {} at-most-one groups, {} clauses, {} sums, {} automata",
        primitives.exactly_one_count(),
        primitives.at_most_one_count(),
        primitives.clauses.len(),
        primitives.sums.len(),
        primitives.automata.len()
    ))?;
    if let Some(largest) = primitives.automata.iter().max_by_key(|automaton| automaton.diagram.edge_count()) {
        let diagram = &largest.diagram;
        print(&format!(
            "  the largest automaton reads {} values in {} states and {} edges",
            diagram.layer_count(),
            diagram.state_count(),
            diagram.edge_count()
        ))?;
    }
    let presolved = presolve(primitives, args.steps.steps());
    print("presolve")?;
    for line in presolve_lines(primitives, &presolved) {
        print(&format!("  {line}"))?;
    }
    let encodings = args.encodings.encodings();
    sizes(&file, "as stated", encodings, &Reduced::stated(primitives, &Live::all(&primitives.variables)))?;
    if !presolved.impossible {
        sizes(&file, "after the presolve", encodings, &presolved.reduced())?;
    }
    Ok(Exit::Found)
}

/// What each step of the presolve did.
fn presolve_lines(primitives: &Primitives, presolved: &Presolved<'_>) -> Vec<String> {
    let report = &presolved.report;
    let mut lines = vec![format!(
        "{} choices left, {} sums by the rule of 45, {} of them differences",
        presolved.live.total(),
        report.implied_count,
        report.difference_count
    )];
    let classes = presolved.classes.members();
    if !classes.is_empty() {
        lines.push(format!(
            "{} equal variables in {} classes, {} more pairs that differ",
            classes.iter().map(Vec::len).sum::<usize>(),
            classes.len(),
            presolved.different.len()
        ));
    }
    if report.terms_left_out > 0 {
        lines.push(format!(
            "{} terms left out of the sums, {} sums whole",
            report.terms_left_out, report.sums_left_out
        ));
    }
    if !primitives.automata.is_empty() {
        lines.push(format!(
            "automata: {} edges before, {} after; {} told which variables differ, {} left out",
            report.edges.0, report.edges.1, report.automata_told, report.automata_left_out
        ));
    }
    if presolved.impossible {
        lines.push("there is no solution".to_string());
    }
    lines
}

/// The size of a cover's CNF, where it has one.
fn cover_size(cover: &Cover, encodings: Encodings) -> Result<Exit, Failure> {
    match cover_to_cnf(cover, encodings) {
        Ok(cnf) => print(&format!("  {}", size_line(&cnf)))?,
        Err(error) => print(&format!("  no CNF: {error}"))?,
    }
    Ok(Exit::Found)
}

fn size_line(cnf: &Cnf) -> String {
    let (variables, clauses) = (cnf.var_count(), cnf.clause_count());
    format!("CNF: {variables} variables, {clauses} clauses, {} literals", cnf.literal_count())
}

fn sizes(file: &str, what: &str, encodings: Encodings, reduced: &Reduced<'_>) -> Result<(), Failure> {
    let failure = |error: crate::lower::LowerError| Failure::plain(file, error.to_string());
    let cover = to_cover(reduced, &NoNames).map_err(failure)?.cover;
    let lowered = to_cnf(reduced, encodings).map_err(failure)?;
    print(what)?;
    print(&format!(
        "  cover: {} primary and {} secondary items, {} options, {} entries",
        cover.primary_count(),
        cover.item_count() - cover.primary_count(),
        cover.option_count(),
        cover.entry_count()
    ))?;
    print(&format!("  {}", size_line(&lowered.cnf)))?;
    usage_table(&lowered.usage).iter().try_for_each(|line| print(&format!("    {line}")))
}

/// The kinds of encoding that a CNF is made of, in columns.
fn usage_table(usage: &Usage) -> Vec<String> {
    let widest = usage.kinds().iter().map(|used| used.name.len()).max().unwrap_or(0);
    let head = format!("{:widest$}  {:>8}  {:>13}  {:>9}", "encoding", "times", "new variables", "clauses");
    let line = |used: &Used| {
        let Size { variables, clauses, .. } = used.size;
        format!("{:widest$}  {:>8}  {variables:>13}  {clauses:>9}", used.name, used.times)
    };
    std::iter::once(head).chain(usage.kinds().iter().map(line)).collect()
}

/// The rules in force, in words.
fn rules(puzzle: &Puzzle) -> Vec<String> {
    let board = &puzzle.board;
    let (low, high) = (*board.values().start(), *board.values().end());
    let mut lines = vec![format!("{}×{} cells, digits {low} to {high}", board.rows(), board.columns())];
    let kinds =
        board.houses().iter().map(|house| (kind(house.kind), house.cells.len() == board.value_count()));
    for ((kind, full), count) in kinds.counts().into_iter().sorted() {
        let each = if full { "each digit once" } else { "no digit twice" };
        let noun = if count == 1 { kind.one } else { kind.many };
        let shape = if kind.order == 2 { box_shape(board) } else { String::new() };
        lines.push(format!("{count} {noun}{shape}: {each}"));
    }
    let givens = puzzle.givens.iter().flatten().count();
    lines.push(format!("{givens} given{}", if givens == 1 { "" } else { "s" }));
    if !puzzle.cages.is_empty() {
        let sums = puzzle.cages.iter().filter(|cage| cage.sum.is_some()).count();
        let repeats = puzzle.cages.iter().filter(|cage| cage.repeats).count();
        let cages = puzzle.cages.len();
        let noun = if cages == 1 { "cage" } else { "cages" };
        lines.push(format!("{cages} {noun}, {sums} with a sum, {repeats} where digits may repeat"));
    }
    for extra in &puzzle.extras {
        let (low, high) = extra.values;
        lines.push(format!(
            "{} variables {} outside the board, from {low} to {high}",
            extra.count, extra.name
        ));
    }
    let mut uses = Vec::new();
    puzzle.clues.iter().for_each(|clue| names(clue, &mut uses));
    for (name, count) in uses.into_iter().counts().into_iter().sorted() {
        let about = types::find(name).map_or(String::new(), |found| format!(": {}", found.about));
        lines.push(format!("{count} × {name}{about}"));
    }
    lines
}

/// The types that a clue uses; a combination is named with its parts.
fn names<'c>(clue: &'c Clue, uses: &mut Vec<&'c str>) {
    let (name, parts) = match clue {
        Clue::Use(one) => return uses.push(&one.name),
        Clue::Any(parts) => ("or", parts.iter().collect()),
        Clue::All(parts) => ("and", parts.iter().collect()),
        Clue::Not(part) => ("not", vec![part.as_ref()]),
        Clue::If(condition, consequence) => ("if", vec![condition.as_ref(), consequence.as_ref()]),
    };
    uses.push(name);
    for part in parts {
        names(part, uses);
    }
}

/// The rows and columns of the boxes, as ` of 2×3`.
fn box_shape(board: &Board) -> String {
    let boxes = |house: &&House| matches!(house.kind, HouseKind::Box(_));
    board.houses().iter().find(boxes).map_or(String::new(), |house| {
        let cells = house.cells.iter().map(|&cell| board.cell(cell));
        let rows = cells.clone().map(|cell| cell.row).unique().count();
        let columns = cells.map(|cell| cell.column).unique().count();
        format!(" of {rows}×{columns}")
    })
}

/// A kind of house in the singular and the plural; sorted as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Kind {
    order: u8,
    one: &'static str,
    many: &'static str,
}

fn kind(house: HouseKind) -> Kind {
    let (order, one, many) = match house {
        HouseKind::Row(_) => (0, "row", "rows"),
        HouseKind::Column(_) => (1, "column", "columns"),
        HouseKind::Box(_) => (2, "box", "boxes"),
        HouseKind::Region(_) => (3, "region", "regions"),
        HouseKind::DiagonalDown | HouseKind::DiagonalUp => (4, "diagonal", "diagonals"),
        HouseKind::Extra(_) => (5, "extra region", "extra regions"),
    };
    Kind { order, one, many }
}
