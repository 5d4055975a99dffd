//! What follows from one node, link by link: where it does not hold those strongly linked do, where it holds those weakly
//! linked do not.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::graph::{Graph, Node};
use crate::steps::cells::Cells;
use crate::steps::{Field, Link, Marks, Proof, Role};

/// A chain from a node that is taken to hold, or not to, to what then follows.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) nodes: Vec<Node>,
    /// The almost locked sets behind its links, by the place of the second node.
    sets: Vec<(usize, Cells)>,
    /// Whether the first node is taken to hold.
    pub(super) starts_on: bool,
    pub(super) is_loop: bool,
}

impl Chain {
    /// Whether the node at a place of the chain holds.
    fn is_on(&self, at: usize) -> bool {
        at.is_multiple_of(2) == self.starts_on
    }

    /// `r1c1≠5 → r1c7=5 → …`.
    pub(super) fn say_links(&self, field: &Field) -> String {
        let links = self.nodes.iter().enumerate();
        let say = |(at, node): (usize, &Node)| {
            let name = name(field, node, if self.is_on(at) { "=" } else { "≠" });
            match self.sets.iter().find(|(place, _)| *place == at) {
                Some((_, set)) => {
                    format!("{name} (in the almost locked set {})", field.cell_names(set.iter()))
                }
                None => name,
            }
        };
        links.map(say).join(" → ")
    }
}

/// `r1c1 r1c2=5` for a node.
fn name(field: &Field, node: &Node, sign: &str) -> String {
    format!("{}{sign}{}", field.cell_names(node.cells.iter()), field.values()[node.digit])
}

impl Proof for Chain {
    fn rating(&self, _: &Field, usual: u32) -> u32 {
        usual + length_bonus(self.nodes.len())
    }

    fn say(&self, field: &Field) -> String {
        let links = self.say_links(field);
        match &self.nodes[..] {
            // The opposite of the start: what follows says so.
            [first, .., last] if first == last => links,
            _ if self.is_loop => format!("{links}, a loop: each of its links has exactly one end that holds"),
            [first, .., last] => {
                format!("{links}, {} or {} holds", name(field, first, "="), name(field, last, "="))
            }
            _ => links,
        }
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        let sets = self.sets.iter().flat_map(|(_, set)| set.iter());
        marks.cells.extend(sets.unique().map(|cell| (cell, Role::Base)));
        for (at, node) in self.nodes.iter().enumerate() {
            let role = if self.is_on(at) { Role::On } else { Role::Off };
            marks.candidates.extend(node.candidates().map(|candidate| (candidate, role)));
        }
        for (at, (one, other)) in self.nodes.iter().tuple_windows().enumerate() {
            if let (Some(from), Some(to)) = (one.candidates().next(), other.candidates().next()) {
                marks.links.push(Link { from, to, is_strong: !self.is_on(at) });
            }
        }
    }
}

/// What Sudoku Explainer adds to the rating of a chain of so many nodes.
pub(super) fn length_bonus(nodes: usize) -> u32 {
    let limits = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
    limits.iter().filter(|&&limit| nodes > limit).count() as u32
}

/// A node that holds, or one that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) node: usize,
    pub(super) is_on: bool,
}

impl State {
    fn index(self) -> usize {
        self.node * 2 + usize::from(self.is_on)
    }

    fn at(index: usize) -> Self {
        Self { node: index / 2, is_on: index % 2 == 1 }
    }
}

/// No state.
const NONE: u32 = u32::MAX;

/// What follows from one state, nearest first.
pub(super) struct Walk<'g> {
    pub(super) graph: &'g Graph,
    pub(super) start: State,
    /// For each state the one it follows from.
    from: Vec<u32>,
    open: VecDeque<(State, usize)>,
}

impl<'g> Walk<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        let from = vec![NONE; graph.nodes.len() * 2];
        Self { graph, start: State { node: 0, is_on: false }, from, open: VecDeque::new() }
    }

    /// Visits what follows from a state, at most so many nodes from it as `visit` says: it is given each state with its number of nodes.
    pub(super) fn run(
        &mut self,
        start: State,
        mut most: usize,
        visit: &mut impl FnMut(&Self, State, usize) -> ControlFlow<(), usize>,
    ) -> ControlFlow<()> {
        self.start = start;
        self.from.fill(NONE);
        self.open.clear();
        self.open.push_back((start, 1));
        let graph = self.graph;
        while let Some((state, length)) = self.open.pop_front() {
            if length >= most {
                break;
            }
            let links = if state.is_on { &graph.weak } else { &graph.strong };
            for &node in &links[state.node] {
                let next = State { node, is_on: !state.is_on };
                if next == start || self.from[next.index()] != NONE {
                    continue;
                }
                self.from[next.index()] = state.index() as u32;
                most = most.min(visit(self, next, length + 1)?);
                self.open.push_back((next, length + 1));
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a state follows.
    pub(super) fn reaches(&self, state: State) -> bool {
        state == self.start || self.from[state.index()] != NONE
    }

    /// The nodes from the start to a state that follows.
    pub(super) fn path(&self, last: State) -> Vec<usize> {
        let mut path = vec![last.node];
        let mut state = last;
        while state != self.start {
            state = State::at(self.from[state.index()] as usize);
            path.push(state.node);
        }
        path.reverse();
        path
    }

    /// The chain from the start to a state that follows.
    pub(super) fn chain(&self, last: State, is_loop: bool) -> Chain {
        let path = self.path(last);
        let links = path.iter().tuple_windows().enumerate().skip(usize::from(self.start.is_on)).step_by(2);
        let sets = links.filter_map(|(at, (&one, &other))| Some((at + 1, *self.graph.set(one, other)?)));
        Chain {
            sets: sets.collect(),
            nodes: path.iter().map(|&at| self.graph.nodes[at]).collect(),
            starts_on: self.start.is_on,
            is_loop,
        }
    }
}
