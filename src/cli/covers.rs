//! Exact covers on the command line: solved, counted, inspected.

use itertools::Itertools;

use super::batch::Line;
use super::exit::Exit;
use super::printer::Printer;
use super::report::{Failure, print};
use super::run_options::RunOptions;
use crate::cover::{Cover, ItemKind};
use crate::solve::{
    CountMethod, CoverCount, EngineName, Report, Request, cheapest_covers, cheapest_covers_by_sat,
    count_cover, run_cover,
};

/// So many names are listed.
const MOST_NAMES: usize = 10;

/// Gives the solutions of a cover to the printer.
pub(super) fn solve(
    file: &str,
    cover: &Cover,
    request: &Request,
    printer: &mut Printer<'_>,
) -> Result<Report, Failure> {
    let report = run_cover(cover, request, &mut |options| printer.take(options));
    let report = report.map_err(|error| Failure::plain(file, error.to_string()))?;
    printer.finish()?;
    Ok(report)
}

/// The cheapest solutions of a cover.
pub(super) fn cheapest(
    file: &str,
    cover: &Cover,
    run: &RunOptions,
    count: usize,
) -> Result<(Report, Vec<Vec<i32>>), Failure> {
    let Request { engine, limits, encodings, .. } = run.request(None);
    let found = match (engine, engine.sat()) {
        (_, Some(engine)) => cheapest_covers_by_sat(cover, count, &*engine, encodings, &limits),
        (EngineName::Auto | EngineName::Search, None) => cheapest_covers(cover, count, &limits),
        (engine, None) => {
            let message =
                format!("--cheapest is for search and SAT solvers, not {engine}; leave out --engine");
            return Err(Failure::plain(file, message));
        }
    };
    let (found, report) = found.map_err(|error| Failure::plain(file, error.to_string()))?;
    let numbers = |options: Vec<usize>| options.into_iter().map(|option| option as i32 + 1).collect();
    Ok((report, found.into_iter().map(|priced| numbers(priced.options)).collect()))
}

/// Solutions as text, each under its cost.
pub(super) fn priced(cover: &Cover, solutions: &[Vec<i32>]) -> String {
    let cost = |numbers: &[i32]| -> u128 {
        numbers.iter().map(|&number| u128::from(cover.cost(number as usize - 1))).sum()
    };
    let one = |numbers: &Vec<i32>| {
        format!("cost {}\n{}", cost(numbers), text(cover, std::slice::from_ref(numbers), false))
    };
    solutions.iter().map(one).join("\n\n")
}

/// The number of solutions of a cover.
pub(super) fn count(
    file: &str,
    cover: &Cover,
    request: &Request,
    method: CountMethod,
) -> Result<CoverCount, Failure> {
    count_cover(cover, request, method).map_err(|error| Failure::plain(file, error.to_string()))
}

/// Solutions as text: a line for each option with its number, or one with the numbers alone.
pub(super) fn text(cover: &Cover, solutions: &[Vec<i32>], lines: bool) -> String {
    let option = |&number: &i32| format!("{number}: {}", cover.option_text(number as usize - 1));
    if lines {
        return solutions.iter().map(|numbers| numbers.iter().join(" ")).join("\n");
    }
    let one = |numbers: &Vec<i32>| match &numbers[..] {
        [] => "the empty cover".to_string(),
        numbers => numbers.iter().map(option).join("\n"),
    };
    solutions.iter().map(one).join("\n\n")
}

/// Adds to "no solution" the items that no option covers.
pub(super) fn explain(cover: &Cover, mut line: Line, json: bool) -> Line {
    if line.exit == Exit::None && !json && !line.err.is_empty() {
        let uncovered = uncovered(cover, &degrees(cover));
        if !uncovered.is_empty() {
            line.err = format!("{}\nitems that no option covers: {}", line.err, names(&uncovered));
        }
    }
    line
}

/// Prints what a cover holds.
pub(super) fn inspect(file: &str, cover: &Cover) -> Result<Exit, Failure> {
    print(file)?;
    let primary = cover.primary_count();
    print(&format!("  {primary} primary and {} secondary items", cover.item_count() - primary))?;
    print(&format!("  {} options, {} entries", cover.option_count(), cover.entry_count()))?;
    let idle = (0..cover.option_count()).filter(|&option| !cover.is_usable(option)).count();
    if idle > 0 {
        print(&format!("  {idle} of the options without a primary item: never taken"))?;
    }
    print(&format!("  {}", colours(cover)))?;
    let bounds = bounds(cover);
    if !bounds.is_empty() {
        print(&format!("  covered otherwise than once: {bounds}"))?;
    }
    if (0..cover.option_count()).any(|option| cover.cost(option) > 0) {
        print("  the options have costs")?;
    }
    let degrees = degrees(cover);
    let extremes = (0..).zip(&degrees).filter(|(item, _)| cover.is_primary(*item)).map(|(_, count)| count);
    if let Some((fewest, most)) = extremes.minmax().into_option() {
        print(&format!("  {fewest} to {most} options a primary item"))?;
    }
    let uncovered = uncovered(cover, &degrees);
    if !uncovered.is_empty() {
        print(&format!("  items that no option covers, so there is no solution: {}", names(&uncovered)))?;
    }
    Ok(Exit::Found)
}

/// The number of options of each item.
fn degrees(cover: &Cover) -> Vec<u32> {
    let mut degrees = vec![0; cover.item_count()];
    cover
        .options()
        .iter()
        .flat_map(|option| &option.entries)
        .for_each(|entry| degrees[entry.0 as usize] += 1);
    degrees
}

/// The items that must be covered, and are in no option.
fn uncovered<'c>(cover: &'c Cover, degrees: &[u32]) -> Vec<&'c str> {
    let needed = |item| matches!(cover.kind(item), ItemKind::Primary { low, .. } if low > 0);
    let items = (0..).zip(degrees).filter(|&(item, &degree)| degree == 0 && needed(item));
    items.map(|(item, _)| cover.name(item)).collect()
}

/// The first few names.
fn names(names: &[&str]) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", names.iter().take(MOST_NAMES).join(", "))
}

fn colours(cover: &Cover) -> String {
    let coloured =
        cover.options().iter().flat_map(|option| &option.entries).filter(|entry| entry.1.is_some());
    let (items, colours): (Vec<u32>, Vec<_>) = coloured.map(|&(item, colour)| (item, colour)).unzip();
    match items.len() {
        0 => "no colours".to_string(),
        _ => format!(
            "{} colours on {} items",
            colours.into_iter().unique().count(),
            items.into_iter().unique().count()
        ),
    }
}

/// The multiplicities with the number of items of each, as `2 to 3 times 4 items`.
fn bounds(cover: &Cover) -> String {
    let kinds = (0..cover.item_count() as u32).filter_map(|item| match cover.kind(item) {
        ItemKind::Primary { low: 1, high: 1 } | ItemKind::Secondary => None,
        ItemKind::Primary { low, high } => Some((low, high)),
    });
    let each = |((low, high), count): ((u32, u32), usize)| {
        let times = if low == high { low.to_string() } else { format!("{low} to {high}") };
        format!("{count} {} {times} times", if count == 1 { "item" } else { "items" })
    };
    kinds.counts().into_iter().sorted().map(each).join(", ")
}
