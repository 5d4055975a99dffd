//! Puzzles with an objective: the best solution, and how far from it a limit left off.

use std::ops::ControlFlow;

use serde::Serialize;

use super::report::{Failure, say};
use super::run_options::RunOptions;
use crate::engines::{End, Stop};
use crate::model::Goal;
use crate::puzzles::{Puzzle, Statement};
use crate::solve::{self, Bounds, Optimum, Outcome, Report, Request};

/// Where a search for the best ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Standing {
    #[serde(skip)]
    goal: Goal,
    /// The value of the best solution that was found.
    value: Option<i64>,
    /// No solution is better.
    bound: Option<i64>,
    /// Whether the two are the same.
    proved: bool,
}

impl Standing {
    /// `largest 33`, or how far it may be from that.
    pub(super) fn text(&self) -> String {
        match (self.value, self.bound) {
            (Some(value), _) if self.proved => format!("{} {value}", self.goal),
            (Some(value), Some(bound)) => line(self.goal, Some(value), bound),
            _ => String::new(),
        }
    }

    /// What is said of the run beside the solution.
    pub(super) fn summary(&self, report: &Report) -> String {
        let found = match (self.value, report.stopped()) {
            (Some(_), stop) if self.proved => best_of(report.found, stop),
            (Some(value), Some(stop)) => {
                let gap = self.bound.map_or(0, |bound| bound.abs_diff(value));
                format!("stopped with a gap of {gap}: {stop}")
            }
            _ => return super::solve::summary(report),
        };
        let seconds = (report.engine_time + report.setup_time).as_secs_f64();
        format!("{found}; engine {}, {} steps, {seconds:.3} s", report.engine, report.steps)
    }

    /// Whether a limit came before the best was proved.
    pub(super) fn is_open(&self) -> bool {
        self.value.is_some() && !self.proved
    }
}

/// How many of the best solutions were found, and whether that is all of them.
fn best_of(count: u64, stop: Option<Stop>) -> String {
    match (count, stop) {
        (0 | 1, None | Some(Stop::Solutions)) => "no solution is better".to_string(),
        (_, None) => format!("all {count} best solutions"),
        (0 | 1, Some(stop)) => format!("1 best solution, there may be more ({stop})"),
        (_, Some(stop)) => format!("{count} best solutions, there may be more ({stop})"),
    }
}

/// `31 so far, at most 38`.
fn line(goal: Goal, best: Option<i64>, bound: i64) -> String {
    let side = match goal {
        Goal::Smallest => "at least",
        Goal::Largest => "at most",
    };
    let best = best.map_or("nothing".to_string(), |best| best.to_string());
    format!("{goal} so far {best}, {side} {bound}")
}

/// What was found, with the solutions row by row.
pub(super) type Solved = (Report, Vec<Vec<i32>>, Standing);

/// Looks for the best solutions of a puzzle with an objective, up to so many; says on standard error how it goes where it
/// `tells`.
pub(super) fn solve(
    file: &str,
    puzzle: &Puzzle,
    goal: Goal,
    (run, limit): (&RunOptions, u64),
    tells: bool,
) -> Result<Solved, Failure> {
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let request = run.request(Some(limit));
    let Optimum { best, bound, report } = optimum(file, &statement, goal, &request, tells)?;
    let value = best.as_ref().map(|&(value, _)| value);
    let proved = value.is_some() && value == bound;
    let standing = Standing { goal, value, bound, proved };
    let first: Vec<Vec<i32>> = best.iter().map(|(_, solution)| statement.digits(solution)).collect();
    match value.filter(|_| proved && limit > 1) {
        None => Ok((report, first, standing)),
        Some(value) => {
            let mut solutions = Vec::new();
            let rest = of_value(file, &statement, value, &after(&request, &report), &mut |digits| {
                solutions.push(digits);
            })?;
            // A limit may have come before the second run found again what the first one had.
            let (found, outcome) = match (solutions.is_empty(), rest.stopped()) {
                (true, Some(stop)) => (1, Outcome::Solutions { end: End::Stopped(stop) }),
                _ => (rest.found, rest.outcome),
            };
            let solutions = if solutions.is_empty() { first } else { solutions };
            Ok((Report { outcome, found, ..sum(&report, &rest) }, solutions, standing))
        }
    }
}

/// Counts the best solutions of a puzzle.
pub(super) fn count(file: &str, puzzle: &Puzzle, request: &Request) -> Result<Report, Failure> {
    let Some(objective) = &puzzle.objective else {
        let message =
            "--best is for puzzles with `[smallest]` or `[largest]`, this has neither; leave it out";
        return Err(Failure::plain(file, message));
    };
    let statement = puzzle.state().map_err(|faults| Failure::faults(file, &faults))?;
    let optimum = optimum(file, &statement, objective.goal, request, false)?;
    let report = optimum.report;
    match (&optimum.best, report.stopped()) {
        (Some((value, _)), _) if optimum.is_proved() => {
            let rest = of_value(file, &statement, *value, &after(request, &report), &mut |_| {})?;
            Ok(Report { found: rest.found, outcome: rest.outcome, ..sum(&report, &rest) })
        }
        // Which solutions are the best is not known, so none of them was counted.
        (Some(_), Some(stop)) => Ok(Report { found: 0, outcome: Outcome::Unknown(stop), ..report }),
        _ => Ok(report),
    }
}

/// Says that a count is about all solutions.
pub(super) fn note_unused(file: &str, puzzle: &Puzzle) {
    if let Some(objective) = &puzzle.objective {
        say(&format!(
            "note: {file}: all solutions are counted; --best counts those with the {} sum",
            objective.goal
        ));
    }
}

fn optimum(
    file: &str,
    statement: &Statement,
    goal: Goal,
    request: &Request,
    tells: bool,
) -> Result<Optimum, Failure> {
    let mut tell = |Bounds { best, bound }| {
        if tells {
            say(&line(goal, best, bound));
        }
    };
    solve::optimise(&statement.model, request, &mut tell)
        .map_err(|error| Failure::plain(file, error.to_string()))
}

fn of_value(
    file: &str,
    statement: &Statement,
    value: i64,
    request: &Request,
    show: &mut dyn FnMut(Vec<i32>),
) -> Result<Report, Failure> {
    let visit = &mut |solution| {
        show(statement.digits(&solution));
        ControlFlow::Continue(())
    };
    solve::run_of_value(&statement.model, value, request, visit)
        .map_err(|error| Failure::plain(file, error.to_string()))
}

/// What a second run may still do.
fn after(request: &Request, report: &Report) -> Request {
    let mut rest = request.clone();
    rest.limits.steps = request.limits.steps.map(|most| most.saturating_sub(report.steps));
    rest
}

/// The figures of two runs together.
fn sum(first: &Report, second: &Report) -> Report {
    Report {
        steps: first.steps + second.steps,
        engine_time: first.engine_time + second.engine_time,
        setup_time: first.setup_time + second.setup_time,
        ..*second
    }
}
