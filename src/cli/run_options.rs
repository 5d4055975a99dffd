//! Engine, limits and presolve, as the command line names them.

use std::ops::Deref;
use std::time::{Duration, Instant};

use super::encoding_options::EncodingOptions;
use super::interrupt;
use crate::engines::Limits;
use crate::presolve::{Step, Steps};
use crate::solve::{EngineName, Request};

/// Which steps of the presolve to leave out.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PresolveOptions {
    /// Leave out steps of the presolve: choices, rule-of-45, equal-cells, short-sums, automata
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    without: Vec<Step>,

    /// The same as --without rule-of-45
    #[arg(long)]
    no_implied_sums: bool,
}

impl PresolveOptions {
    /// The steps that are left.
    pub(super) fn steps(&self) -> Steps {
        let out = self.without.iter().copied().chain(self.no_implied_sums.then_some(Step::RuleOf45));
        out.fold(Steps::ALL, Steps::without)
    }
}

/// How to run, and whether the results are JSON.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RunOptions {
    #[command(flatten)]
    engine: EngineOptions,

    /// One JSON object a puzzle on standard output
    #[arg(long)]
    pub(super) json: bool,
}

/// A run is asked for what its engine is asked for.
impl Deref for RunOptions {
    type Target = EngineOptions;

    fn deref(&self) -> &EngineOptions {
        &self.engine
    }
}

/// How to run, for commands without JSON.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct EngineOptions {
    /// auto, search, dlx, varisat, batsat or (where it was built with it) cadical; `external:COMMAND` runs a SAT solver of
    /// yours, as `external:kissat -q` or `external:minisat {} {out}`; classic takes plain 9×9 sudokus alone
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: EngineName,

    /// Stop each puzzle after this time: 30s, 500ms, 2m
    #[arg(long, allow_negative_numbers = true, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Stop each puzzle after so many steps, as its engine counts them; the same input stops at the same step
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    steps: Option<u64>,

    #[command(flatten)]
    presolve: PresolveOptions,

    /// Take a puzzle as stated: no step of the presolve; covers and CNFs have none
    #[arg(long)]
    no_presolve: bool,

    #[command(flatten)]
    encodings: EncodingOptions,
}

impl EngineOptions {
    /// The request for one puzzle; its time starts now.
    pub(super) fn request(&self, solutions: Option<u64>) -> Request {
        Request {
            engine: self.engine,
            presolve: if self.no_presolve { Steps::NONE } else { self.presolve.steps() },
            encodings: self.encodings.encodings(),
            solutions,
            limits: Limits {
                deadline: self.time.map(|time| Instant::now() + time),
                steps: self.steps,
                patience: None,
                cancel: interrupt::cancel(),
            },
            meter: None,
        }
    }

    /// The limits of one puzzle; its time starts now.
    pub(super) fn limits(&self) -> Limits {
        self.request(None).limits
    }

    /// The same request for another puzzle; its time starts now.
    pub(super) fn restart(&self, request: &mut Request) {
        request.limits.deadline = self.time.map(|time| Instant::now() + time);
    }

    /// Whether plain 9×9 boards go to the kernel for them.
    pub(super) fn takes_classic(&self) -> bool {
        matches!(self.engine, EngineName::Auto | EngineName::Classic)
    }

    /// Whether nothing but Ctrl-C ends an endless run.
    pub(super) fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.steps.is_none()
    }
}

pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 30s, 500ms or 2m".to_string();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| wrong())?;
    let seconds = match &text[split..] {
        "ms" => number / 1e3,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| *time < Duration::from_secs(1 << 40))
        .ok_or_else(wrong)
}
