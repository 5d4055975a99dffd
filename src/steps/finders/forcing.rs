//! Forcing chains: what follows from a candidate link by link, and what follows from each candidate of a group.
//!
//! A candidate from which a candidate and its opposite follow is out, and so is one after which a group has none left. What
//! follows from every candidate of a cell, or from every place of a digit in a house, holds in any case.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::graph::{Ends, Graph, Kinds, Node};
use super::reasons::Reason;
use super::walk::{Chain, State, Walk, length_bonus};
use crate::steps::cells::ones;
use crate::steps::{Candidate, Group, Position, Role};

/// Nodes of the longest chain.
const LONGEST: usize = 64;

/// The links of forcing chains.
const KINDS: Kinds = Kinds { digit: None, cells: true, houses: true, ends: Ends::Candidates };

/// Candidates from which both a candidate and its opposite follow.
pub(crate) fn contradictions(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let graph = to.graph(position, KINDS);
    let mut walk = Walk::new(&graph);
    for node in 0..graph.nodes.len() {
        to.go_on()?;
        let mut clash = None;
        let _ = walk.run(State { node, is_on: true }, LONGEST, &mut |walk, next, _| {
            let opposite = State { node: next.node, is_on: !next.is_on };
            if !walk.reaches(opposite) {
                return ControlFlow::Continue(LONGEST);
            }
            clash = Some([walk.chain(next, false), walk.chain(opposite, false)]);
            ControlFlow::Break(())
        });
        if let (Some(chains), Some(candidate)) = (clash, graph.nodes[node].single()) {
            to.remove(position, vec![candidate], reason(position, &chains, "that cannot be"))?;
        }
    }
    ControlFlow::Continue(())
}

/// What follows from every candidate of a group.
pub(crate) fn verities(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let graph = to.graph(position, KINDS);
    let mut walk = Walk::new(&graph);
    let closures: Vec<Vec<u64>> = (0..graph.nodes.len()).map(|node| closure(&mut walk, node)).collect();
    for group in open_groups(position) {
        to.go_on()?;
        let candidates = position.candidates(group);
        let starts: Vec<usize> = candidates.iter().filter_map(|&one| graph.single(one)).collect();
        let Some((first, rest)) = starts.split_first().filter(|_| starts.len() == candidates.len()) else {
            continue;
        };
        let mut common = closures[*first].clone();
        for &start in rest {
            common.iter_mut().zip(&closures[start]).for_each(|(own, other)| *own &= other);
        }
        for index in
            common.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| at * 64 + bit))
        {
            give(position, &mut walk, &starts, State { node: index / 2, is_on: index % 2 == 1 }, to)?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells without a digit, and the digits without a place of each house.
pub(super) fn open_groups(position: &Position<'_>) -> impl Iterator<Item = Group> {
    let field = position.field();
    let full = (0..field.houses().len()).filter(|&house| field.houses()[house].is_full);
    let places = full.cartesian_product(0..field.values().len());
    let open = places.filter(|&(house, digit)| position.done(house) >> digit & 1 == 0);
    position.open().map(Group::Cell).chain(open.map(|(house, digit)| Group::Place { house, digit }))
}

/// What follows from a node that holds, as bits by twice the number of the node, and one more where it holds.
fn closure(walk: &mut Walk<'_>, node: usize) -> Vec<u64> {
    let mut reached = vec![0; (walk.graph.nodes.len() * 2).div_ceil(64)];
    let mut add = |state: State| {
        let index = state.node * 2 + usize::from(state.is_on);
        reached[index / 64] |= 1 << (index % 64);
    };
    add(State { node, is_on: true });
    let _ = walk.run(State { node, is_on: true }, LONGEST, &mut |_, next, _| {
        add(next);
        ControlFlow::Continue(LONGEST)
    });
    reached
}

/// Gives what follows from all starts, if it is news.
fn give(
    position: &Position<'_>,
    walk: &mut Walk<'_>,
    starts: &[usize],
    end: State,
    to: &mut Sink,
) -> ControlFlow<()> {
    let graph: &Graph = walk.graph;
    let Some(candidate) = graph.nodes[end.node].single() else { return ControlFlow::Continue(()) };
    let mut chains = Vec::new();
    for &start in starts {
        if (State { node: start, is_on: true }) == end {
            continue;
        }
        let _ = walk.run(State { node: start, is_on: true }, LONGEST, &mut |walk, next, _| {
            if next != end {
                return ControlFlow::Continue(LONGEST);
            }
            chains.push(walk.chain(next, false));
            ControlFlow::Break(())
        });
    }
    let reason = reason(position, &chains, "one of them starts");
    if end.is_on { to.place(candidate, reason) } else { to.remove(position, vec![candidate], reason) }
}

fn reason(position: &Position<'_>, chains: &[Chain], end: &str) -> Reason {
    let links = chains.iter().map(|chain| chain.say_links(position.field())).join("; ");
    let length = chains.iter().map(|chain| chain.nodes.len()).sum();
    let candidates: Vec<(Candidate, Role)> = chains
        .iter()
        .flat_map(|chain| &chain.nodes)
        .flat_map(Node::candidates)
        .unique()
        .map(|candidate| (candidate, Role::On))
        .collect();
    Reason { text: format!("{links}; {end}"), candidates, bonus: length_bonus(length), ..Reason::default() }
}
