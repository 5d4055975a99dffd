//! The JSON result of one puzzle: a contract.

use serde::Serialize;

use super::best::Standing;
use super::report::{Failure, JsonError};
use crate::cover::Cover;
use crate::solve::{Outcome, Report, Share};

/// One object a puzzle, on one line.
#[derive(Debug, Serialize)]
pub(super) struct JsonResult {
    /// `unique`, `solutions`, `none`, `unknown` or `invalid`.
    status: &'static str,
    /// Number of solutions found, in decimal.
    count: String,
    /// Whether that is all of them.
    complete: bool,
    /// What ended the run where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// The solutions, each row by row, of a cover the numbers of its options from 1; absent where they were only counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Vec<i32>>>,
    /// Of a share of a count: its number, as 2/7, and the cover's fingerprint.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<String>,
    /// In how many solutions each option of a cover is, in decimal, in the order of the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_option: Option<Vec<String>>,
    /// Of a puzzle with an objective: the value of the best solution, the bound, and whether they are proved the same.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    engine: &'static str,
    /// Seconds of the engines alone.
    seconds: f64,
    /// Seconds of reading, model and lowering.
    setup_seconds: f64,
    steps: u64,
    errors: Vec<JsonError>,
}

impl JsonResult {
    /// The result of a run; `reading` is the time to read and state the puzzle.
    pub(super) fn of(report: &Report, solutions: Option<Vec<Vec<i32>>>, reading: f64) -> Self {
        let complete = report.is_complete();
        Self {
            status: match report.outcome {
                Outcome::None => "none",
                Outcome::Unknown(_) => "unknown",
                Outcome::Solutions { .. } if complete && report.found == 1 => "unique",
                Outcome::Solutions { .. } => "solutions",
            },
            count: report.found.to_string(),
            complete,
            stopped: report.stopped().map(|stop| stop.to_string()),
            solutions,
            cube: None,
            cover: None,
            by_option: None,
            standing: None,
            engine: report.engine,
            seconds: report.engine_time.as_secs_f64(),
            setup_seconds: report.setup_time.as_secs_f64() + reading,
            steps: report.steps,
            errors: Vec::new(),
        }
    }

    /// The same with a count that may be larger than a report can say.
    pub(super) fn with_count(self, count: String) -> Self {
        Self { count, ..self }
    }

    /// The same as one share of a count.
    pub(super) fn of_share(self, share: Share, cover: &Cover) -> Self {
        Self { cube: Some(share.to_string()), cover: Some(format!("{:016x}", cover.fingerprint())), ..self }
    }

    /// The same with the count of each option.
    pub(super) fn with_options(self, counts: Option<Vec<String>>) -> Self {
        Self { by_option: counts, ..self }
    }

    /// The same with where the search for the best ended.
    pub(super) fn with_standing(self, standing: Option<Standing>) -> Self {
        Self { standing, ..self }
    }

    /// The result of a puzzle that is wrong.
    pub(super) fn invalid(failure: &Failure) -> Self {
        Self {
            status: "invalid",
            count: "0".to_string(),
            complete: false,
            stopped: None,
            solutions: None,
            cube: None,
            cover: None,
            by_option: None,
            standing: None,
            engine: "",
            seconds: 0.0,
            setup_seconds: 0.0,
            steps: 0,
            errors: failure.json.clone(),
        }
    }

    /// The object on one line.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts always serialise")
    }
}
