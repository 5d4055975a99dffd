//! `exactly count` with options that are taken or not, and by option.

use std::time::Instant;

use itertools::Itertools;
use num_bigint::BigUint;

use super::batch::Line;
use super::count::exit_of_count;
use super::covers;
use super::exit::Exit;
use super::json::JsonResult;
use super::report::Failure;
use super::run_options::RunOptions;
use super::solve::summary_of;
use crate::cover::Cover;
use crate::solve::{Report, cover_diagram};

/// Which solutions of a cover to count.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Conditions {
    /// Count the solutions of an exact cover with this option: its number, or its items as in the file; may be given again
    #[arg(long = "with-option", value_name = "OPTION", conflicts_with_all = ["limit", "method", "cube", "estimate", "engine"])]
    with_options: Vec<String>,

    /// Count the solutions of an exact cover without this option
    #[arg(long = "without-option", value_name = "OPTION", conflicts_with_all = ["limit", "method", "cube", "estimate", "engine"])]
    without_options: Vec<String>,

    /// Say for each option of an exact cover in how many solutions it is
    #[arg(long, id = "by_option", conflicts_with_all = ["with_options", "without_options", "limit", "method", "cube", "estimate", "engine"])]
    by_option: bool,
}

impl Conditions {
    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        self.first().is_some()
    }

    /// The name of one that was given.
    pub(super) fn first(&self) -> Option<&'static str> {
        let given = [
            (!self.with_options.is_empty(), "--with-option"),
            (!self.without_options.is_empty(), "--without-option"),
            (self.by_option, "--by-option"),
        ];
        given.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// A count under conditions.
struct Counted {
    count: BigUint,
    by_option: Option<Vec<BigUint>>,
    report: Report,
}

/// Counts the solutions of a cover that are as asked for.
pub(super) fn count(file: &str, cover: &Cover, asked: &Conditions, run: &RunOptions, many: bool) -> Line {
    let start = Instant::now();
    let counted = counted(cover, asked, run).map_err(|message| Failure::plain(file, message));
    match counted {
        Err(failure) if run.json => {
            Line { out: JsonResult::invalid(&failure).line(), err: String::new(), exit: Exit::Wrong }
        }
        Err(failure) => Line {
            out: if many { "invalid".to_string() } else { String::new() },
            err: failure.message,
            exit: Exit::Wrong,
        },
        Ok(Counted { count, by_option, report }) if run.json => {
            let reading = start.elapsed().saturating_sub(report.engine_time).as_secs_f64();
            let counts = by_option.map(|counts| counts.iter().map(BigUint::to_string).collect());
            let result = JsonResult::of(&report, None, reading).with_count(count.to_string());
            let out = result.with_options(counts).line();
            Line { out, err: String::new(), exit: exit_of_count(&report) }
        }
        Ok(Counted { count, by_option, report }) => {
            let exit = exit_of_count(&report);
            let out = match by_option {
                Some(counts) => table(cover, &counts),
                None if report.is_complete() => count.to_string(),
                None => format!("at least {count}"),
            };
            let err = if many { String::new() } else { summary_of(&report, &count.to_string()) };
            covers::explain(cover, Line { out, err, exit }, false)
        }
    }
}

fn counted(cover: &Cover, asked: &Conditions, run: &RunOptions) -> Result<Counted, String> {
    let options = |names: &[String]| -> Result<Vec<usize>, String> {
        names.iter().map(|name| option(cover, name)).collect()
    };
    let (with, without) = (options(&asked.with_options)?, options(&asked.without_options)?);
    let limits = run.request(None).limits;
    let (diagram, mut report) = cover_diagram(cover, &limits).map_err(|error| error.to_string())?;
    let Some(diagram) = diagram else { return Ok(Counted { count: BigUint::ZERO, by_option: None, report }) };
    let count = diagram.count_given(&with, &without);
    report.found = u64::try_from(&count).unwrap_or(u64::MAX);
    if report.found == 0 {
        report.outcome = crate::solve::Outcome::None;
    }
    let by_option = asked.by_option.then(|| diagram.counts_by_option());
    Ok(Counted { count, by_option, report })
}

/// A line for each option: its number and items, and in how many solutions it is.
fn table(cover: &Cover, counts: &[BigUint]) -> String {
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(0);
    let line = |(option, count): (usize, &BigUint)| {
        format!("{:>width$}  {}: {}", count.to_string(), option + 1, cover.option_text(option))
    };
    counts.iter().enumerate().map(line).join("\n")
}

/// The option that a text names: by its number from 1, or by its items in any order.
fn option(cover: &Cover, name: &str) -> Result<usize, String> {
    let items =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_string).sorted().collect() };
    let wanted = items(name);
    let same = |&option: &usize| items(&cover.option_text(option)) == wanted;
    let by_items: Vec<usize> = (0..cover.option_count()).filter(same).collect();
    let by_number =
        name.trim().parse::<usize>().ok().filter(|number| (1..=cover.option_count()).contains(number));
    match (by_number, &by_items[..]) {
        (Some(number), _) => Ok(number - 1),
        (None, &[option]) => Ok(option),
        (None, []) => Err(format!(
            "no option `{name}`; name it by its number from 1 to {}, or by its items as `{}`",
            cover.option_count(),
            if cover.option_count() > 0 { cover.option_text(0) } else { String::new() },
        )),
        (None, several) => Err(format!(
            "the options {} all are `{name}`; name one by its number",
            several.iter().map(|option| option + 1).join(", ")
        )),
    }
}
