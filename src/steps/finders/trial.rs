//! Assumptions with all that follows by singles and single groups in others: forcing nets, and trial as the last resort.
//!
//! A net takes one candidate and no more. A trial goes on in what it leaves open, from cell to cell, until each way ends. Where that
//! would take too long, the only solution of the puzzle is asked, if it is known; so a puzzle whose solution is known is never
//! stuck.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::forcing::open_groups;
use super::reasons::Reason;
use super::walk::length_bonus;
use super::{Find, Sink, crossing, singles};
use crate::steps::cells::ones;
use crate::steps::position::Broken;
use crate::steps::{Candidate, Position, Role, Technique};

/// What follows is looked for with these, in turn, and then with the constraints on what has changed.
const EASY: [Find; 4] = [singles::naked, singles::hidden, crossing::pointing, crossing::claiming];

/// Assumptions that the trial of one candidate may take, in turn: short trials are better steps.
const TRIALS: [usize; 4] = [10, 100, 1_000, 4_000];

/// What the rating of a step grows by that no trial reached.
const TOLD: u32 = 25;

/// A position after what follows from an assumption.
struct Outcome<'p> {
    position: Position<'p>,
    broken: Option<Broken>,
    /// Digits that were placed on the way.
    placed: Vec<Candidate>,
}

/// Takes a candidate to hold.
fn assume<'p>(position: &Position<'p>, candidate: Candidate) -> Outcome<'p> {
    let mut outcome = Outcome { position: position.clone(), broken: None, placed: vec![candidate] };
    // What constraints say of the rest has been told before.
    outcome.position.take_changed();
    outcome.position.place(candidate);
    outcome.broken = outcome.position.broken();
    while !outcome.is_broken() && outcome.follow() {}
    outcome
}

impl Outcome<'_> {
    fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

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
        for (number, local) in self.position.field().locals().iter().enumerate() {
            if local.cells().iter().any(|&cell| changed.contains(cell)) {
                let (out, is_broken) = local.rule_out(&self.position);
                self.broken = self.broken.or(is_broken.then_some(Broken::Constraint(number)));
                is_any |= !out.is_empty();
                self.take(&[], &out);
            }
        }
        self.broken = self.broken.or_else(|| self.position.broken());
        is_any
    }

    /// Takes the steps that were found; whether there were any.
    fn take_all(&mut self, sink: Sink) -> bool {
        let is_any = !sink.steps.is_empty();
        for step in sink.steps {
            self.take(&step.placed, &step.removed);
        }
        self.broken = self.broken.or_else(|| self.position.broken());
        is_any
    }

    fn take(&mut self, placed: &[Candidate], removed: &[Candidate]) {
        for &candidate in removed {
            self.position.remove(candidate);
        }
        for &candidate in placed {
            if !self.position.has(candidate) {
                self.broken = self.broken.or(Some(Broken::Out(candidate)));
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
            if let Some(broken) = outcome.broken {
                let end = format!("then {}", broken.say(position.field()));
                to.remove(position, vec![candidate], net(position, &[outcome], &end))?;
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
        let ways: Vec<&Outcome<'_>> = all.iter().filter(|outcome| !outcome.is_broken()).collect();
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
        let first = field.name(way.placed[0], "=");
        if follows.is_empty() { first } else { format!("{first} → {follows}") }
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

/// Tries the candidates of the smallest cell, one after the other and each time further, until one is found to lead nowhere.
pub(crate) fn trial(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let Some(cell) = smallest(position) else { return ControlFlow::Continue(()) };
    let mut left = position.mask(cell);
    for most in TRIALS {
        for digit in ones(left) {
            let candidate = Candidate { cell, digit };
            let mut search = Search { most, trials: 0, depth: 0, sink: to };
            let end = search.ends(position, candidate, 1);
            if end != Ended::GaveUp {
                left &= !(1 << digit);
            }
            if end == Ended::Broken {
                let reason = search.reason(position, candidate);
                to.remove(position, vec![candidate], reason)?;
            }
        }
    }
    to.go_on()?;
    if left == 0 { ControlFlow::Continue(()) } else { told(position, cell, to) }
}

/// Places what the only solution has in a cell, where trials of its digits did not come to an end and none was found to lead
/// nowhere.
fn told(position: &Position<'_>, cell: usize, to: &mut Sink) -> ControlFlow<()> {
    let Some(digit) = position.told(cell).filter(|_| to.steps.is_empty()) else {
        return ControlFlow::Continue(());
    };
    let [.., most] = TRIALS;
    let others = ones(position.mask(cell) & !(1 << digit)).map(|digit| Candidate { cell, digit });
    let text = format!(
        "more than {most} trials are needed for each of {}; a search found that there is one solution, without them",
        others.map(|other| position.field().name(other, "=")).join(", ")
    );
    to.place(Candidate { cell, digit }, Reason { text, bonus: TOLD, ..Reason::default() })
}

/// The first of the open cells with the fewest candidates.
fn smallest(position: &Position<'_>) -> Option<usize> {
    position.open().min_by_key(|&cell| position.mask(cell).count_ones())
}

struct Search<'s> {
    sink: &'s Sink<'s>,
    /// The most assumptions.
    most: usize,
    /// Those so far.
    trials: usize,
    /// The most assumptions at once.
    depth: usize,
}

impl Search<'_> {
    /// What is said of a candidate that leads nowhere.
    fn reason(&self, position: &Position<'_>, candidate: Candidate) -> Reason {
        let times = if self.trials == 1 { "1 trial".to_string() } else { format!("{} trials", self.trials) };
        let name = position.field().name(candidate, "=");
        let text = format!("{name} leads nowhere, as {times}, at most {} at once, tell", self.depth);
        Reason { text, bonus: self.depth as u32, ..Reason::default() }
    }

    fn ends(&mut self, position: &Position<'_>, candidate: Candidate, depth: usize) -> Ended {
        self.trials += 1;
        self.depth = self.depth.max(depth);
        if self.trials > self.most || self.sink.go_on().is_break() {
            return Ended::GaveUp;
        }
        let outcome = assume(position, candidate);
        if outcome.is_broken() {
            return Ended::Broken;
        }
        let Some(cell) = smallest(&outcome.position) else { return Ended::Solved };
        let ways = ones(outcome.position.mask(cell));
        let mut ends = ways.map(|digit| self.ends(&outcome.position, Candidate { cell, digit }, depth + 1));
        ends.find(|&end| end != Ended::Broken).unwrap_or(Ended::Broken)
    }
}
