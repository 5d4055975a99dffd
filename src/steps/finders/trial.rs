//! Assumptions with all that follows by singles and single groups in others: forcing nets, and trial as the last resort.
//!
//! A net takes one candidate and no more. A trial goes on in what it leaves open, from cell to cell, until each way ends; so a
//! puzzle with one solution is never stuck.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::forcing::open_groups;
use super::reasons::Reason;
use super::walk::length_bonus;
use super::{Find, Sink, crossing, singles};
use crate::steps::cells::ones;
use crate::steps::{Candidate, Position, Role, Technique};

/// What follows is looked for with these, in turn, and then with the constraints on what has changed.
const EASY: [Find; 4] = [singles::naked, singles::hidden, crossing::pointing, crossing::claiming];

/// Assumptions that one trial may take.
const MOST_TRIALS: usize = 20_000;

/// A position after what follows from an assumption.
struct Outcome<'p> {
    position: Position<'p>,
    is_broken: bool,
    /// Digits that were placed on the way.
    placed: Vec<Candidate>,
}

/// Takes a candidate to hold.
fn assume<'p>(position: &Position<'p>, candidate: Candidate) -> Outcome<'p> {
    let mut outcome = Outcome { position: position.clone(), is_broken: false, placed: vec![candidate] };
    // What constraints say of the rest has been told before.
    outcome.position.take_changed();
    outcome.position.place(candidate);
    outcome.is_broken = outcome.position.is_broken();
    while !outcome.is_broken && outcome.follow() {}
    outcome
}

impl Outcome<'_> {
    /// Takes the steps of the first technique that has some; whether there were any.
    fn follow(&mut self) -> bool {
        for find in EASY {
            let mut sink = Sink::new(Technique::Trial, usize::MAX, &|| false);
            let _ = find(&self.position, &mut sink);
            if self.take_all(sink) {
                return true;
            }
        }
        self.ask_constraints()
    }

    /// Takes what the constraints rule out on the cells that have changed; whether there was any.
    fn ask_constraints(&mut self) -> bool {
        let changed = self.position.take_changed();
        let mut is_any = false;
        for local in self.position.field().locals() {
            if local.cells().iter().any(|&cell| changed.contains(cell)) {
                let (out, is_broken) = local.rule_out(&self.position);
                self.is_broken |= is_broken;
                is_any |= !out.is_empty();
                self.take(&[], &out);
            }
        }
        self.is_broken |= self.position.is_broken();
        is_any
    }

    /// Takes the steps that were found; whether there were any.
    fn take_all(&mut self, sink: Sink) -> bool {
        let is_any = !sink.steps.is_empty();
        for step in sink.steps {
            self.take(&step.placed, &step.removed);
        }
        self.is_broken |= self.position.is_broken();
        is_any
    }

    fn take(&mut self, placed: &[Candidate], removed: &[Candidate]) {
        for &candidate in removed {
            self.position.remove(candidate);
        }
        for &candidate in placed {
            if !self.position.has(candidate) {
                self.is_broken = true;
            } else if !self.position.is_placed(candidate.cell) {
                self.position.place(candidate);
                self.placed.push(candidate);
            }
        }
    }
}

/// Candidates from which, by singles, a cell or a digit of a house follows to have nothing left.
pub(crate) fn contradictions(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    for cell in position.open().sorted_by_key(|&cell| position.mask(cell).count_ones()) {
        for digit in ones(position.mask(cell)) {
            to.go_on()?;
            let candidate = Candidate { cell, digit };
            let outcome = assume(position, candidate);
            if outcome.is_broken {
                to.remove(position, vec![candidate], net(position, &[outcome], "which cannot be completed"))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What follows by singles from every candidate of a cell, or from every place of a digit in a house.
pub(crate) fn verities(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    for group in open_groups(position) {
        to.go_on()?;
        let candidates = position.candidates(group);
        let all: Vec<Outcome<'_>> = candidates.iter().map(|&candidate| assume(position, candidate)).collect();
        let ways: Vec<&Outcome<'_>> = all.iter().filter(|outcome| !outcome.is_broken).collect();
        let has = |candidate: &Candidate| ways.iter().any(|way| way.position.has(*candidate));
        let out: Vec<Candidate> = position.all_candidates().filter(|candidate| !has(candidate)).collect();
        if !ways.is_empty() && !out.is_empty() {
            to.remove(position, out, net(position, &all, "each of them rules out the same"))?;
        }
    }
    ControlFlow::Continue(())
}

fn net(position: &Position<'_>, ways: &[Outcome<'_>], end: &str) -> Reason {
    let field = position.field();
    let say = |way: &Outcome<'_>| {
        let follows = way.placed[1..].iter().map(|&candidate| field.name(candidate, "=")).join(" ");
        let then = if follows.is_empty() { "nothing more by singles" } else { follows.as_str() };
        format!("{} → {then}", field.name(way.placed[0], "="))
    };
    let placed = || ways.iter().flat_map(|way| &way.placed);
    Reason {
        text: format!("{}; {end}", ways.iter().map(say).join("; ")),
        candidates: placed().unique().map(|&candidate| (candidate, Role::On)).collect(),
        bonus: length_bonus(placed().count()),
        ..Reason::default()
    }
}

/// How the ways from an assumption end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// None of them leads to a solution.
    Broken,
    /// One does.
    Solved,
    /// There were too many, or there is no more time.
    GaveUp,
}

/// Tries the candidates of the smallest cell one after the other until one is found to lead nowhere.
pub(crate) fn trial(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let Some(cell) = smallest(position) else { return ControlFlow::Continue(()) };
    for digit in ones(position.mask(cell)) {
        let candidate = Candidate { cell, digit };
        let mut search = Search { trials: 0, depth: 0, sink: to };
        if search.ends(position, candidate, 1) != Ended::Broken {
            continue;
        }
        let times =
            if search.trials == 1 { "1 trial".to_string() } else { format!("{} trials", search.trials) };
        let text = format!(
            "{} leads nowhere, as {times}, at most {} at once, tell",
            position.field().name(candidate, "="),
            search.depth
        );
        let bonus = search.depth as u32;
        to.remove(position, vec![candidate], Reason { text, bonus, ..Reason::default() })?;
    }
    ControlFlow::Continue(())
}

/// The first of the open cells with the fewest candidates.
fn smallest(position: &Position<'_>) -> Option<usize> {
    position.open().min_by_key(|&cell| position.mask(cell).count_ones())
}

struct Search<'s> {
    sink: &'s Sink<'s>,
    trials: usize,
    /// The most assumptions at once.
    depth: usize,
}

impl Search<'_> {
    fn ends(&mut self, position: &Position<'_>, candidate: Candidate, depth: usize) -> Ended {
        self.trials += 1;
        self.depth = self.depth.max(depth);
        if self.trials > MOST_TRIALS || self.sink.go_on().is_break() {
            return Ended::GaveUp;
        }
        let outcome = assume(position, candidate);
        if outcome.is_broken {
            return Ended::Broken;
        }
        let Some(cell) = smallest(&outcome.position) else { return Ended::Solved };
        let ways = ones(outcome.position.mask(cell));
        let mut ends = ways.map(|digit| self.ends(&outcome.position, Candidate { cell, digit }, depth + 1));
        ends.find(|&end| end != Ended::Broken).unwrap_or(Ended::Broken)
    }
}
