//! `exactly count`: the number of solutions of each puzzle or exact cover, of models of each CNF.

use std::ops::ControlFlow;
use std::time::Instant;

use indicatif::ProgressBar;

use super::batch::{self, Line};
use super::best;
use super::classic::{self, Tools};
use super::cnf_files::{self, ModelOptions};
use super::conditions::{self, Conditions};
use super::covers;
use super::estimate::{self, EstimateOptions};
use super::exit::Exit;
use super::input::{Input, Loaded, Opened, Problem};
use super::json::JsonResult;
use super::long::{self, LongOptions};
use super::progress::{self, Shown};
use super::report::{Failure, say};
use super::run_options::RunOptions;
use super::solve::{exit_of, summary_of};
use super::stream::{self, Work};
use crate::cover::Cover;
use crate::engines::Stop;
use crate::puzzles::Puzzle;
use crate::solve::{self, CountMethod, CoverCount, ModelsCounted, Report, Request, Share};

/// Arguments of `count`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,

    /// Stop at so many solutions; 2 tells whether there is exactly one
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with_all = ["checkpoint", "resume"])]
    limit: Option<u64>,

    /// How to count an exact cover: auto, enumerate (one by one) or memo (each subproblem once, for huge counts)
    #[arg(long, value_name = "NAME", conflicts_with = "estimate")]
    method: Option<CountMethod>,

    /// Count one share of the solutions of an exact cover: 2/7 is the second of seven; `exactly sum` adds them
    #[arg(long, value_name = "K/N", conflicts_with_all = ["estimate", "limit", "method", "engine", "steps", "checkpoint", "resume"])]
    cube: Option<Share>,

    /// Count the solutions of a puzzle whose `[smallest]` or `[largest]` sum is the best
    #[arg(long, conflicts_with = "estimate")]
    best: bool,

    #[command(flatten)]
    models: ModelOptions,

    #[command(flatten)]
    conditions: Conditions,

    #[command(flatten)]
    estimate: EstimateOptions,

    #[command(flatten)]
    long: LongOptions,

    #[command(flatten)]
    run: RunOptions,
}

impl Args {
    /// The name of an option that was given and is for exact covers alone.
    fn for_covers(&self) -> Option<&'static str> {
        let cube = self.cube.map(|_| "--cube");
        let others = self.method.map(|_| "--method").or(self.long.for_covers());
        self.conditions.first().or(cube).or(others)
    }
}

pub(super) fn run(args: &Args) -> Exit {
    if let Some(files) = args.input.cnf_files() {
        let estimate = args.estimate.estimate.then_some("--estimate");
        let refused = args.for_covers().or(estimate).or(args.best.then_some("--best"));
        let many = files.len() > 1;
        return cnf_files::each(files, |file| {
            let start = Instant::now();
            let counted = cnf_files::count(file, args.models, &args.run.request(args.limit), refused);
            line_of(counted, start, args, many)
        });
    }
    if args.estimate.estimate {
        return estimate::run(&args.input.load(), &args.estimate, &args.run);
    }
    let is_stream = !args.best
        && args.run.takes_classic()
        && args.for_covers().is_none()
        && args.models.first().is_none();
    let opened = if is_stream { args.input.open() } else { Opened::Puzzles(args.input.load()) };
    match opened {
        Opened::Boards(boards) => stream::run(boards, &Counting { args }),
        Opened::Puzzles(puzzles) => {
            if let Some(failure) = args.long.refusal(puzzles.len()) {
                failure.print();
                return Exit::Wrong;
            }
            let many = puzzles.len() > 1;
            batch::run_shown(&puzzles, |loaded, bar| one(loaded, args, many, bar))
        }
    }
}

/// A list of boards being counted.
struct Counting<'a> {
    args: &'a Args,
}

impl Work for Counting<'_> {
    type Tools = Tools;

    fn tools(&self) -> Tools {
        Tools::new(&self.args.run, self.args.limit)
    }

    fn board(&self, tools: &mut Tools, name: &str, digits: &[u8; 81]) -> Option<Line> {
        let start = Instant::now();
        let counted = count_board(tools, name, digits, self.args)?;
        Some(line_of(counted, start, self.args, true))
    }

    fn puzzle(&self, loaded: &Loaded) -> Line {
        one(loaded, self.args, true, &ProgressBar::hidden())
    }
}

/// A count in decimal with its report.
struct Counted {
    count: String,
    report: Report,
}

impl From<Report> for Counted {
    fn from(report: Report) -> Self {
        Self { count: report.found.to_string(), report }
    }
}

impl From<ModelsCounted> for Counted {
    fn from(counted: ModelsCounted) -> Self {
        Self { count: counted.count.to_string(), report: counted.report }
    }
}

impl From<CoverCount> for Counted {
    fn from(counted: CoverCount) -> Self {
        Self { count: counted.count.to_string(), report: counted.report }
    }
}

fn one(loaded: &Loaded, args: &Args, many: bool, bar: &ProgressBar) -> Line {
    let start = Instant::now();
    match &loaded.problem {
        Err(failure) => line_of(Err::<Report, _>(failure.clone()), start, args, many),
        Ok(_) if args.models.first().is_some() => {
            let option = args.models.first().unwrap_or_default();
            let message = format!("{option} is for CNF files (.cnf), this is none; leave it out");
            line_of(Err::<Report, _>(Failure::plain(&loaded.file, message)), start, args, many)
        }
        Ok(Problem::Puzzle(puzzle)) => match args.for_covers() {
            Some(option) => {
                let message = format!("{option} is for exact covers, this is a puzzle; leave it out");
                line_of(Err::<Report, _>(Failure::plain(&loaded.file, message)), start, args, many)
            }
            None => line_of(count_one(&loaded.file, puzzle, args), start, args, many),
        },
        Ok(Problem::Cover(_)) if args.best => {
            let message = "--best is for puzzles, this is an exact cover; leave it out";
            line_of(Err::<Report, _>(Failure::plain(&loaded.file, message)), start, args, many)
        }
        Ok(Problem::Cover(cover)) if args.conditions.any() => {
            conditions::count(&loaded.file, cover, &args.conditions, &args.run, many)
        }
        Ok(Problem::Cover(cover)) => {
            let shown = Shown { bar, every: args.long.progress, name: &loaded.file };
            progress::shown(&shown, |meter| {
                let request = Request { meter, ..args.run.request(args.limit) };
                if let Some(share) = args.cube {
                    return share_of(loaded, cover, share, args, &request);
                }
                let counted = count_one_cover(&loaded.file, cover, args, &request);
                covers::explain(cover, line_of(counted, start, args, many), args.run.json)
            })
        }
    }
}

/// Counts the solutions of a cover, from a checkpoint on where that is asked.
fn count_one_cover(file: &str, cover: &Cover, args: &Args, request: &Request) -> Result<CoverCount, Failure> {
    let method = args.method.unwrap_or_default();
    match args.long.kept() {
        None => covers::count(file, cover, request, method),
        Some(option) if method == CountMethod::Memo => {
            let message = format!("a count by memo has no checkpoints; leave out --method or {option}");
            Err(Failure::plain(file, message))
        }
        Some(_) => long::count(file, cover, &args.long, request),
    }
}

/// A share of the solutions of a cover.
fn share_of(loaded: &Loaded, cover: &Cover, share: Share, args: &Args, request: &Request) -> Line {
    let start = Instant::now();
    match solve::count_share(cover, share, request) {
        Ok(CoverCount { count, report }) if args.run.json => {
            let reading =
                start.elapsed().saturating_sub(report.engine_time + report.setup_time).as_secs_f64();
            let result = JsonResult::of(&report, None, reading).with_count(count.to_string());
            let exit = exit_of_count(&report);
            Line { out: result.of_share(share, cover).line(), err: String::new(), exit }
        }
        counted => {
            let counted = counted.map_err(|error| Failure::plain(&loaded.file, error.to_string()));
            let mut line = line_of(counted, start, args, true);
            line.out = format!("share {share}: {}", line.out);
            line
        }
    }
}

fn line_of(counted: Result<impl Into<Counted>, Failure>, start: Instant, args: &Args, many: bool) -> Line {
    let all = start.elapsed();
    match counted.map(Into::into) {
        Err(failure) if args.run.json => {
            Line { out: JsonResult::invalid(&failure).line(), err: String::new(), exit: Exit::Wrong }
        }
        Err(failure) => {
            let out = if many { "invalid".to_string() } else { String::new() };
            Line { out, err: failure.message, exit: Exit::Wrong }
        }
        Ok(Counted { count, report }) if args.run.json => {
            let reading = (all.saturating_sub(report.engine_time + report.setup_time)).as_secs_f64();
            Line {
                out: JsonResult::of(&report, None, reading).with_count(count).line(),
                err: String::new(),
                exit: exit_of_count(&report),
            }
        }
        Ok(Counted { count, report }) => {
            let err = if many { String::new() } else { summary_of(&report, &count) };
            let out = if report.is_complete() { count } else { format!("at least {count}") };
            Line { out, err, exit: exit_of_count(&report) }
        }
    }
}

fn count_one(file: &str, puzzle: &Puzzle, args: &Args) -> Result<Report, Failure> {
    if args.best {
        return best::count(file, puzzle, &args.run.request(args.limit));
    }
    best::note_unused(file, puzzle);
    let classic = args.run.takes_classic().then(|| classic::digits_of(puzzle)).flatten();
    let counted =
        classic.and_then(|digits| count_board(&mut Tools::new(&args.run, args.limit), file, &digits, args));
    if let Some(counted) = counted {
        return counted;
    }
    let request = args.run.request(args.limit);
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let problem = solve::Problem::new(&statement.model, &request);
    let cells = puzzle.board.cell_count();
    let given = puzzle.givens.iter().flatten().count();
    if is_unlimited(args)
        && !problem.presolved().impossible
        && puzzle.cages.is_empty()
        && looks_endless(given, cells, puzzle.board.value_count())
    {
        warn(file);
    }
    problem.count(&request).map_err(|error| Failure::plain(file, error.to_string()))
}

/// Counts the solutions of a plain board; nothing where givens clash.
fn count_board(
    tools: &mut Tools,
    file: &str,
    digits: &[u8; 81],
    args: &Args,
) -> Option<Result<Report, Failure>> {
    let given = || digits.iter().filter(|&&digit| digit > 0).count();
    if is_unlimited(args) && looks_endless(given(), 81, 9) && tools.is_ambiguous(&args.run, digits) {
        warn(file);
    }
    let counted = tools.run(&args.run, digits, &mut |_| ControlFlow::Continue(()))?;
    Some(counted.map_err(|error| Failure::plain(file, error.to_string())))
}

fn is_unlimited(args: &Args) -> bool {
    args.limit.is_none() && args.run.is_unlimited()
}

fn warn(file: &str) {
    say(&format!(
        "warning: {file}: so open a board has more solutions than can be counted one by one; \
this will not end (give --limit or --time, or press Ctrl-C for what it has)"
    ));
}

/// Whether a board without cages has so few givens that its solutions cannot be enumerated: a rule of thumb.
fn looks_endless(given: usize, cells: usize, values: usize) -> bool {
    let needed = if values > 9 { cells * 3 / 10 } else { cells * 15 / 100 };
    values > 7 && given < needed
}

/// A count is the asked-for fact when it is complete or reached the limit asked for.
pub(super) fn exit_of_count(report: &Report) -> Exit {
    match report.stopped() {
        None | Some(Stop::Solutions) => exit_of(report),
        Some(_) => Exit::Limit,
    }
}
