//! Chains: if the first does not hold the last does, link by link, strong and weak in turn.
//!
//! At least one end holds, so what both ends exclude is out. Where the ends exclude each other too, the chain is a loop and each of
//! its weak links has exactly one: what both of its ends exclude is out. Where a candidate follows from its own opposite, it
//! is placed; where its opposite follows from it, it is out: those are loops that break at one candidate, which the field calls
//! discontinuous nice loops.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::almost::Almost;
use super::graph::{Ends, Graph, Kinds, Node};
use super::walk::{Chain, State, Walk};
use crate::steps::cells::ones;
use crate::steps::{Candidate, Position};

/// Nodes of the longest chain that is looked for.
const LONGEST: usize = 24;

/// Chains of one digit.
pub(crate) fn x_chains(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_one_digit(position, Ends::Candidates, LONGEST, to, |_| true)
}

/// Chains of one digit with at most so many nodes.
pub(super) fn of_one_digit(
    position: &Position<'_>,
    ends: Ends,
    most: usize,
    to: &mut Sink,
    wanted: impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    for digit in 0..position.field().values().len() {
        let kinds = Kinds { digit: Some(digit), houses: true, ends, ..Kinds::default() };
        search(position, kinds, most, to, &wanted)?;
    }
    ControlFlow::Continue(())
}

/// Chains of three cells with two digits each.
pub(crate) fn xy_wings(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_cells(position, 6, to, |chain| chain.nodes.len() == 6 && !chain.is_loop)
}

/// Chains of cells with two digits each.
pub(crate) fn xy_chains(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_cells(position, LONGEST, to, |_| true)
}

fn of_cells(
    position: &Position<'_>,
    most: usize,
    to: &mut Sink,
    wanted: impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    let kinds = Kinds { cells: true, ..Kinds::default() };
    search(position, kinds, most, to, &|chain| {
        let ends = [chain.nodes.first(), chain.nodes.last()].map(|node| node.map(|node| node.digit));
        ends[0] == ends[1] && wanted(chain)
    })
}

fn of_all(ends: Ends) -> Kinds {
    Kinds { cells: true, houses: true, ends, ..Kinds::default() }
}

/// Chains of any candidates.
pub(crate) fn alternating(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    search(position, of_all(Ends::Candidates), LONGEST, to, &|chain| !chain.is_loop)
}

/// Loops of any candidates.
pub(crate) fn loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    search(position, of_all(Ends::Candidates), LONGEST, to, &|chain| chain.is_loop)
}

/// Chains of candidates and groups.
pub(crate) fn grouped(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    search(position, of_all(Ends::Groups), LONGEST, to, &|chain| !chain.is_loop)
}

/// Loops of candidates and groups.
pub(crate) fn grouped_loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    search(position, of_all(Ends::Groups), LONGEST, to, &|chain| chain.is_loop)
}

/// Loops of any candidates that break at one.
pub(crate) fn broken_loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    breaks(position, of_all(Ends::Candidates), to)
}

/// Loops of candidates and groups that break at one.
pub(crate) fn grouped_broken_loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    breaks(position, of_all(Ends::Groups), to)
}

/// Chains and loops of candidates, groups and almost locked sets.
pub(crate) fn with_sets(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    search(position, of_all(Ends::Sets), LONGEST, to, &|_| true)?;
    breaks(position, of_all(Ends::Sets), to)
}

/// Gives the chains of a graph from a node that does not hold to one that then does; the shortest where one is wanted.
pub(super) fn search(
    position: &Position<'_>,
    kinds: Kinds,
    most: usize,
    to: &mut Sink,
    wanted: &impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    let graph = to.graph(position, kinds);
    let mut best: Option<(Vec<Candidate>, Chain)> = None;
    let mut most = most;
    let mut walk = Walk::new(&graph);
    for start in (0..graph.nodes.len()).filter(|&node| !graph.strong[node].is_empty()) {
        to.go_on()?;
        walk.run(State { node: start, is_on: false }, most, &mut |walk, last, length| {
            if !last.is_on || length < 4 || last.node == start || length > most {
                return ControlFlow::Continue(most);
            }
            for (out, is_loop) in outs(position, walk, last, to.wants_all()) {
                let chain = walk.chain(last, is_loop);
                if !wanted(&chain) {
                    continue;
                }
                if to.wants_all() {
                    if to.remove(position, out, chain).is_break() {
                        return ControlFlow::Break(());
                    }
                } else {
                    // Only shorter ones from here on.
                    most = length - 1;
                    best = Some((out, chain));
                }
            }
            ControlFlow::Continue(most)
        })?;
    }
    best.map_or(ControlFlow::Continue(()), |(out, chain)| to.remove(position, out, chain))
}

/// What follows from a chain to this node: as a chain, as a loop, or both. Where one step is wanted a loop is not read as a chain.
fn outs(
    position: &Position<'_>,
    walk: &Walk<'_>,
    last: State,
    wants_all: bool,
) -> impl Iterator<Item = (Vec<Candidate>, bool)> {
    let (graph, start) = (walk.graph, walk.start.node);
    let ends = common(position, graph, start, last.node);
    let is_loop = graph.weak[start].contains(&last.node);
    let whole = is_loop.then(|| {
        let path = walk.path(last);
        let mut out = ends.clone();
        for (&one, &other) in path.iter().tuple_windows().skip(1).step_by(2) {
            out.extend(common(position, graph, one, other));
        }
        for (&one, &other) in path.iter().tuple_windows().step_by(2) {
            out.extend(locked(position, graph, one, other));
        }
        // The ends of a strong link exclude nothing together that holds.
        out.retain(|candidate| !path.iter().any(|&at| is_of(&graph.nodes[at], candidate)));
        (out, true)
    });
    let part = (!is_loop || wants_all).then_some((ends, false));
    part.into_iter().chain(whole).filter(|(out, _)| !out.is_empty())
}

/// What the almost locked set behind a link of a loop rules out: one end of the link holds and no more, so it has all its other
/// digits.
fn locked(position: &Position<'_>, graph: &Graph, one: usize, other: usize) -> Vec<Candidate> {
    let Some(cells) = graph.set(one, other) else { return Vec::new() };
    let set = Almost::of(position, *cells);
    let ends = [one, other].map(|node| 1 << graph.nodes[node].digit);
    let out = ones(set.mask & !ends[0] & !ends[1]).map(|digit| (digit, *set.seen(digit)));
    out.flat_map(|(digit, cells)| cells.iter().map(move |cell| Candidate { cell, digit })).collect()
}

fn is_of(node: &Node, candidate: &Candidate) -> bool {
    node.digit == candidate.digit && node.cells.contains(candidate.cell)
}

/// The candidates that two nodes both exclude.
fn common(position: &Position<'_>, graph: &Graph, one: usize, other: usize) -> Vec<Candidate> {
    let field = position.field();
    let (first, second) = (&graph.nodes[one], &graph.nodes[other]);
    let sees_all =
        |node: &Node, candidate: Candidate| node.candidates().all(|own| field.sees(own, candidate));
    if field.has_extra() || (first.cells == second.cells && first.digit != second.digit) {
        return first.seen(position).into_iter().filter(|&candidate| sees_all(second, candidate)).collect();
    }
    if first.digit == second.digit {
        let both = graph.seen[one].and(&graph.seen[other]);
        return both.iter().map(|cell| Candidate { cell, digit: first.digit }).collect();
    }
    let crossed = [(first, second), (second, first)].into_iter().filter_map(|(home, far)| {
        let cell = home.single()?.cell;
        let candidate = Candidate { cell, digit: far.digit };
        (position.has(candidate) && sees_all(far, candidate)).then_some(candidate)
    });
    crossed.collect()
}

/// Gives the candidates that follow from their opposite, and those whose opposite follows from them.
fn breaks(position: &Position<'_>, kinds: Kinds, to: &mut Sink) -> ControlFlow<()> {
    let graph = to.graph(position, kinds);
    let mut best: Option<(State, Chain)> = None;
    let mut most = LONGEST + 1;
    let mut walk = Walk::new(&graph);
    for (node, is_on) in (0..graph.nodes.len()).cartesian_product([false, true]) {
        to.go_on()?;
        let start = State { node, is_on };
        let mut found = None;
        let _ = walk.run(start, most, &mut |walk, last, length| {
            if last.node != node || last.is_on == is_on || length > most {
                return ControlFlow::Continue(most);
            }
            most = if to.wants_all() { most } else { length - 1 };
            found = Some((last, walk.chain(last, false)));
            ControlFlow::Break(())
        });
        if let Some((last, chain)) = found {
            if to.wants_all() {
                give_break(position, &graph, last, chain, to)?;
            } else {
                best = Some((last, chain));
            }
        }
    }
    best.map_or(ControlFlow::Continue(()), |(last, chain)| give_break(position, &graph, last, chain, to))
}

fn give_break(
    position: &Position<'_>,
    graph: &Graph,
    last: State,
    chain: Chain,
    to: &mut Sink,
) -> ControlFlow<()> {
    let node = &graph.nodes[last.node];
    match node.single() {
        Some(candidate) if last.is_on => to.place(candidate, chain),
        // One of the group holds: what sees all of it is out.
        None if last.is_on => to.remove(position, node.seen(position), chain),
        _ => to.remove(position, node.candidates().collect(), chain),
    }
}
