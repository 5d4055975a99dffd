//! The `dlx` crate: Knuth's dancing links, the reference engine for exact covers.
//!
//! Faults of the crate that end here: it panics without primary items or without options, counts options that have no
//! primary item, starts again after the last solution, and cannot be interrupted. So the problem is translated with
//! options that cover a primary item only, covers without primary items are answered here, a run is never continued, and
//! the chooser, which the crate calls once a node, ends a run by unwinding. The half-covered problem is dropped then.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use dlx::choose::Choose;
use dlx::{Int, Items, OptOrder, Solve, Solver, Uint, c, m, mc, x};

use super::{End, Engine, Limits, Run, Stats, Stop};
use crate::cover::{Cover, ItemKind};

/// Dancing links by the `dlx` crate. A step is a node of the search tree.
///
/// Takes every cover: with and without colours (algorithms C and X), with and without multiplicities (M).
#[derive(Clone, Copy, Debug, Default)]
pub struct Dlx;

impl Engine for Dlx {
    type Problem = Cover;
    type Answer = [usize];

    fn name(&self) -> &'static str {
        "dlx"
    }

    fn run(&self, cover: &Cover, limits: &Limits, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> Run {
        let input = Input::of(cover);
        if input.bounds.is_empty() {
            return only_empty(visit);
        }
        if input.options.is_empty() {
            let needed = input.bounds.iter().any(|&(low, _)| low > 0);
            let none = Run { end: End::Exhausted, stats: Stats::default() };
            return if needed { none } else { only_empty(visit) };
        }
        let uncoloured = || input.options.iter().map(|option| option.iter().map(|&(item, _)| item).collect());
        let (primary, secondary) = (input.bounds.len() as Uint, input.secondary_count);
        let bounds = input.bounds.iter().copied();
        match (input.coloured, input.bounded) {
            (false, false) => {
                let options: Vec<Vec<Uint>> = uncoloured().collect();
                search(
                    x::make_problem(primary, secondary, &options, OptOrder::Seq),
                    &input.numbers,
                    limits,
                    visit,
                )
            }
            (true, false) => {
                let problem = c::make_problem(primary, secondary, &input.options, OptOrder::Seq);
                search(problem, &input.numbers, limits, visit)
            }
            (false, true) => {
                let options: Vec<Vec<Uint>> = uncoloured().collect();
                let nodes = x::ONodes::new(primary + secondary, primary, &options, OptOrder::Seq);
                let problem = m::Problem::new(m::INodes::new(bounds, secondary), nodes);
                search(problem, &input.numbers, limits, visit)
            }
            (true, true) => {
                let nodes = c::ONodes::new(primary + secondary, primary, &input.options, OptOrder::Seq);
                let problem = mc::Problem::new(m::INodes::new(bounds, secondary), nodes);
                search(problem, &input.numbers, limits, visit)
            }
        }
    }
}

/// The one solution without options.
fn only_empty(visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> Run {
    let end = match visit(&[]) {
        ControlFlow::Continue(()) => End::Exhausted,
        ControlFlow::Break(()) => End::Stopped(Stop::Solutions),
    };
    Run { end, stats: Stats { steps: 0, answers: 1 } }
}

/// A cover in the crate's terms: items renumbered with the primary ones first, colours from 1 with 0 for none.
struct Input {
    bounds: Vec<(Int, Int)>,
    secondary_count: Uint,
    options: Vec<Vec<(Uint, Int)>>,
    /// Our number of each option handed over.
    numbers: Vec<usize>,
    coloured: bool,
    bounded: bool,
}

impl Input {
    fn of(cover: &Cover) -> Self {
        let mut bounds = Vec::new();
        let mut renumbered = vec![0; cover.item_count()];
        for item in 0..cover.item_count() as u32 {
            if let ItemKind::Primary { low, high } = cover.kind(item) {
                renumbered[item as usize] = bounds.len() as Uint;
                bounds.push((Int::from(low), Int::from(high)));
            }
        }
        let mut secondary_count = 0;
        for item in 0..cover.item_count() as u32 {
            if cover.kind(item) == ItemKind::Secondary {
                renumbered[item as usize] = bounds.len() as Uint + secondary_count;
                secondary_count += 1;
            }
        }
        let primary_count = bounds.len() as Uint;
        let mut input = Self {
            bounded: bounds.iter().any(|&bound| bound != (1, 1)),
            bounds,
            secondary_count,
            options: Vec::new(),
            numbers: Vec::new(),
            coloured: false,
        };
        for (number, option) in cover.options().iter().enumerate() {
            let entries: Vec<(Uint, Int)> = option
                .entries
                .iter()
                .map(|&(item, colour)| {
                    (renumbered[item as usize], colour.map_or(0, |colour| Int::from(colour) + 1))
                })
                .collect();
            if entries.iter().any(|&(item, _)| item < primary_count) {
                input.coloured |= entries.iter().any(|&(_, colour)| colour > 0);
                input.options.push(entries);
                input.numbers.push(number);
            }
        }
        input
    }
}

/// Runs the crate's search; `numbers` are our numbers of its options.
fn search<P: Solve>(
    mut problem: P,
    numbers: &[usize],
    limits: &Limits,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Run {
    let mut stats = Stats::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut solver = Solver::new(&mut problem);
        let mut answer = Vec::new();
        loop {
            let mut chooser = FewestOptions { limits, stats: &mut stats };
            if !solver.next_solution(&mut chooser) {
                return End::Exhausted;
            }
            answer.clear();
            answer.extend(solver.fmt_solution().iter().map(|&option| numbers[option as usize]));
            stats.answers += 1;
            if visit(&answer).is_break() {
                return End::Stopped(Stop::Solutions);
            }
        }
    }));
    let end = outcome.unwrap_or_else(|payload| match stop_of(payload.as_ref()) {
        Some(stop) => End::Stopped(stop),
        None => resume_unwind(payload),
    });
    Run { end, stats }
}

/// What the chooser unwinds with.
struct Interrupted(Stop);

fn stop_of(payload: &(dyn Any + Send)) -> Option<Stop> {
    payload.downcast_ref::<Interrupted>().map(|interrupted| interrupted.0)
}

/// Branches on the first item with the fewest options, and watches the limits.
struct FewestOptions<'a> {
    limits: &'a Limits,
    stats: &'a mut Stats,
}

impl<P: Solve> Choose<P> for FewestOptions<'_> {
    fn choose(&mut self, problem: &mut P) -> Uint {
        if let Some(stop) = self.limits.reached(self.stats.steps, self.stats.steps, self.stats.answers) {
            resume_unwind(Box::new(Interrupted(stop)));
        }
        self.stats.steps += 1;
        let mut best = *problem.items().rlink(0);
        let mut fewest = Int::MAX;
        let mut item = best;
        while item != 0 {
            let degree = problem.branch_degree(item);
            if degree < fewest {
                (best, fewest) = (item, degree);
                if degree == 0 {
                    break;
                }
            }
            item = *problem.items().rlink(item);
        }
        best
    }
}
