//! Chains: if the first does not hold the last does, link by link, strong and weak in turn.
//!
//! At least one end holds, so what both ends exclude is out. Where the ends exclude each other too, the chain is a loop and each of
//! its weak links has exactly one: what both of its ends exclude is out. Where a candidate follows from its own opposite, it
//! is placed.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::graph::{Graph, Kinds, Node};
use crate::steps::cells::Cells;
use crate::steps::{Candidate, Field, Link, Marks, Position, Proof, Role, Shape};

/// Nodes of the longest chain that is looked for, and of those looked for before it.
const LENGTHS: [usize; 5] = [4, 6, 8, 12, 24];

/// A chain from a node that is taken not to hold to one that then does.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) nodes: Vec<Node>,
    pub(super) is_loop: bool,
}

impl Proof for Chain {
    fn rating(&self, _: &Field, usual: u32) -> u32 {
        usual + length_bonus(self.nodes.len())
    }

    fn say(&self, field: &Field) -> String {
        let name = |node: &Node, sign: &str| {
            format!("{}{sign}{}", field.cell_names(node.cells.iter()), field.values()[node.digit])
        };
        let links = self.nodes.iter().enumerate();
        let chain = links.map(|(at, node)| name(node, if at % 2 == 0 { "≠" } else { "=" })).join(" → ");
        let ends = match &self.nodes[..] {
            [first, .., last] if first == last => format!("{} holds", name(first, "=")),
            _ if self.is_loop => "a loop: each of its links has exactly one end that holds".to_string(),
            [first, .., last] => format!("{} or {} holds", name(first, "="), name(last, "=")),
            _ => String::new(),
        };
        format!("{chain}, {ends}")
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        for (at, node) in self.nodes.iter().enumerate() {
            let role = if at % 2 == 0 { Role::Off } else { Role::On };
            marks.candidates.extend(node.candidates().map(|candidate| (candidate, role)));
        }
        for (at, (one, other)) in self.nodes.iter().tuple_windows().enumerate() {
            if let (Some(from), Some(to)) = (one.candidates().next(), other.candidates().next()) {
                marks.links.push(Link { from, to, is_strong: at % 2 == 0 });
            }
        }
    }
}

/// What Sudoku Explainer adds to the rating of a chain of so many nodes.
pub(super) fn length_bonus(nodes: usize) -> u32 {
    let limits = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
    limits.iter().filter(|&&limit| nodes > limit).count() as u32
}

/// Chains of one digit with two strong links in parallel lines.
pub(crate) fn skyscrapers(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, |[first, middle, last]| {
        let is = |line, across| first.contains(&line) && last.contains(&line) && middle.contains(&across);
        is(Shape::Row, Shape::Column) || is(Shape::Column, Shape::Row)
    })
}

/// Chains of one digit with strong links in a row and in a column that meet in a box.
pub(crate) fn kites(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, is_kite)
}

/// Any other chains of one digit with two strong links.
pub(crate) fn turbots(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    turbot(position, to, |shapes| {
        !is_kite(shapes) && shapes.iter().any(|shapes| shapes.contains(&Shape::Box))
    })
}

fn is_kite(shapes: &[Vec<Shape>; 3]) -> bool {
    let [first, middle, last] = shapes;
    let is = |one, other| first.contains(&one) && last.contains(&other) && middle.contains(&Shape::Box);
    is(Shape::Row, Shape::Column) || is(Shape::Column, Shape::Row)
}

/// Chains of four candidates of a digit by the shapes of the houses of their three links.
fn turbot(
    position: &Position<'_>,
    to: &mut Sink,
    wanted: impl Fn(&[Vec<Shape>; 3]) -> bool,
) -> ControlFlow<()> {
    of_one_digit(position, false, &[4], to, |chain| {
        let pair = |at: usize| chain.nodes[at].cells.or(&chain.nodes[at + 1].cells);
        let shapes = |cells: Cells, is_strong: bool| -> Vec<Shape> {
            let digit = chain.nodes[0].digit;
            let houses = position.field().houses().iter().enumerate();
            let fits = houses.filter(|(number, house)| {
                cells.is_within(house.set())
                    && (!is_strong || (house.is_full && position.places(*number, digit).count_ones() == 2))
            });
            fits.map(|(_, house)| house.shape).collect()
        };
        chain.nodes.len() == 4
            && !chain.is_loop
            && wanted(&[shapes(pair(0), true), shapes(pair(1), false), shapes(pair(2), true)])
    })
}

/// Chains of one digit where a box has its places in two lines, one of them a link.
pub(crate) fn empty_rectangles(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_one_digit(position, true, &[4], to, |chain| {
        let shares_box = |cells: &Cells| {
            position
                .field()
                .houses()
                .iter()
                .any(|house| house.shape == Shape::Box && cells.is_within(house.set()))
        };
        let is_boxed = |at: usize| shares_box(&chain.nodes[at].cells.or(&chain.nodes[at + 1].cells));
        let is_pair = |at: usize| chain.nodes[at].cells.len() + chain.nodes[at + 1].cells.len() == 2;
        chain.nodes.len() == 4
            && !chain.is_loop
            && [(0, 2), (2, 0)].iter().any(|&(one, other)| is_boxed(one) && !is_pair(one) && is_pair(other))
    })
}

/// Chains of one digit.
pub(crate) fn x_chains(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_one_digit(position, false, &LENGTHS, to, |_| true)
}

fn of_one_digit(
    position: &Position<'_>,
    groups: bool,
    lengths: &[usize],
    to: &mut Sink,
    wanted: impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    for digit in 0..position.field().values().len() {
        let kinds = Kinds { digit: Some(digit), cells: false, houses: true, groups };
        search(position, &Graph::of(position, kinds), lengths, to, &wanted)?;
    }
    ControlFlow::Continue(())
}

/// Chains of three cells with two digits each.
pub(crate) fn xy_wings(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_cells(position, &[6], to, |chain| chain.nodes.len() == 6 && !chain.is_loop)
}

/// Chains of cells with two digits each that have the same two in all cells.
pub(crate) fn remote_pairs(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_cells(position, &LENGTHS, to, |chain| {
        let mask = |node: &Node| position.mask(node.cells.first().unwrap_or(0));
        chain.nodes.len() > 6 && chain.nodes.iter().map(mask).all_equal()
    })
}

/// Chains of cells with two digits each.
pub(crate) fn xy_chains(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    of_cells(position, &LENGTHS, to, |_| true)
}

fn of_cells(
    position: &Position<'_>,
    lengths: &[usize],
    to: &mut Sink,
    wanted: impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    let kinds = Kinds { digit: None, cells: true, houses: false, groups: false };
    search(position, &Graph::of(position, kinds), lengths, to, &|chain| {
        let ends = [chain.nodes.first(), chain.nodes.last()].map(|node| node.map(|node| node.digit));
        ends[0] == ends[1] && wanted(chain)
    })
}

/// Two cells with the same two digits, whose one digit has a strong link between what they exclude.
pub(crate) fn w_wings(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let kinds = Kinds { digit: None, cells: true, houses: true, groups: false };
    search(position, &Graph::of(position, kinds), &[6], to, &|chain| {
        let [first, second, near, far, fifth, last] = &chain.nodes[..] else { return false };
        let same_cell = |one: &Node, other: &Node| one.cells == other.cells;
        let mask = |node: &Node| node.cells.first().map(|cell| position.mask(cell));
        same_cell(first, second)
            && same_cell(fifth, last)
            && mask(first) == mask(last)
            && first.digit == last.digit
            && [near, far].iter().all(|node| node.digit == second.digit)
            && !same_cell(near, far)
    })
}

/// Chains of any candidates.
pub(crate) fn alternating(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    any(position, false, to, |chain| !chain.is_loop)
}

/// Loops of any candidates.
pub(crate) fn loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    any(position, false, to, |chain| chain.is_loop)
}

/// Chains of candidates and groups.
pub(crate) fn grouped(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    any(position, true, to, |chain| !chain.is_loop)
}

/// Loops of candidates and groups.
pub(crate) fn grouped_loops(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    any(position, true, to, |chain| chain.is_loop)
}

fn any(
    position: &Position<'_>,
    groups: bool,
    to: &mut Sink,
    wanted: impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    let kinds = Kinds { digit: None, cells: true, houses: true, groups };
    search(position, &Graph::of(position, kinds), &LENGTHS, to, &wanted)
}

/// Gives the chains of a graph, the shortest first where only some are wanted.
fn search(
    position: &Position<'_>,
    graph: &Graph,
    lengths: &[usize],
    to: &mut Sink,
    wanted: &impl Fn(&Chain) -> bool,
) -> ControlFlow<()> {
    let lengths = if to.wants_all() { &lengths[lengths.len() - 1..] } else { lengths };
    for &most in lengths {
        for start in 0..graph.nodes.len() {
            if !graph.strong[start].is_empty() {
                Walk::new(graph, start).run(most, &mut |walk, last| {
                    let Some((out, is_loop)) = out(position, walk, last) else {
                        return ControlFlow::Continue(());
                    };
                    let chain = Chain { nodes: walk.nodes(last), is_loop };
                    match chain.nodes[0].single() {
                        _ if !wanted(&chain) => ControlFlow::Continue(()),
                        Some(candidate) if last == start => to.place(candidate, chain),
                        _ => to.remove(position, out, chain),
                    }
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What follows from a chain to this node, and whether it is a loop; nothing where nothing does.
fn out(position: &Position<'_>, walk: &Walk<'_>, last: usize) -> Option<(Vec<Candidate>, bool)> {
    let (graph, start) = (walk.graph, walk.start);
    if last == start {
        return Some((Vec::new(), false));
    }
    let mut out = common(position, &graph.nodes[start], &graph.nodes[last]);
    let is_loop = graph.weak[start].contains(&last);
    if is_loop {
        let path = walk.path(last);
        for (&one, &other) in path.iter().tuple_windows().skip(1).step_by(2) {
            out.extend(common(position, &graph.nodes[one], &graph.nodes[other]));
        }
        // The ends of a strong link exclude nothing together that holds.
        let on_path = |candidate: &Candidate| {
            path.iter().any(|&at| {
                graph.nodes[at].digit == candidate.digit && graph.nodes[at].cells.contains(candidate.cell)
            })
        };
        out.retain(|candidate| !on_path(candidate));
    }
    (!out.is_empty()).then_some((out, is_loop))
}

/// The candidates that two nodes both exclude.
fn common(position: &Position<'_>, one: &Node, other: &Node) -> Vec<Candidate> {
    let field = position.field();
    let sees_all =
        |node: &Node, candidate: Candidate| node.candidates().all(|own| field.sees(own, candidate));
    if one.digit == other.digit && !field.has_extra() {
        let seen = |node: &Node| {
            node.cells.iter().fold(*position.cells(node.digit), |all, cell| all.and(field.peers(cell)))
        };
        let both = seen(one).and(&seen(other));
        return both.iter().map(|cell| Candidate { cell, digit: one.digit }).collect();
    }
    if field.has_extra() || one.cells == other.cells {
        return one.seen(position).into_iter().filter(|&candidate| sees_all(other, candidate)).collect();
    }
    let crossed = [(one, other), (other, one)].into_iter().filter_map(|(home, far)| {
        let cell = home.single()?.cell;
        let candidate = Candidate { cell, digit: far.digit };
        (position.has(candidate) && sees_all(far, candidate)).then_some(candidate)
    });
    crossed.collect()
}

/// What follows from one node not holding, nearest first.
struct Walk<'g> {
    graph: &'g Graph,
    start: usize,
    /// For each node that holds the one before it that does not, and the other way round.
    on: Vec<usize>,
    off: Vec<usize>,
}

/// No node.
const NONE: usize = usize::MAX;

impl<'g> Walk<'g> {
    fn new(graph: &'g Graph, start: usize) -> Self {
        let none = vec![NONE; graph.nodes.len()];
        Self { graph, start, on: none.clone(), off: none }
    }

    /// Visits every node that holds, at most so many nodes from the start.
    fn run(
        &mut self,
        most: usize,
        visit: &mut impl FnMut(&Self, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut open = VecDeque::from([(self.start, 1)]);
        while let Some((off, length)) = open.pop_front() {
            if length >= most {
                break;
            }
            for &on in &self.graph.strong[off] {
                if self.on[on] != NONE {
                    continue;
                }
                self.on[on] = off;
                if length > 1 {
                    visit(self, on)?;
                }
                for &next in &self.graph.weak[on] {
                    if self.off[next] == NONE && next != self.start {
                        self.off[next] = on;
                        open.push_back((next, length + 2));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The nodes from the start to one that holds.
    fn path(&self, last: usize) -> Vec<usize> {
        let mut path = vec![last];
        let mut off = self.on[last];
        path.push(off);
        while off != self.start {
            let on = self.off[off];
            off = self.on[on];
            path.extend([on, off]);
        }
        path.reverse();
        path
    }

    fn nodes(&self, last: usize) -> Vec<Node> {
        self.path(last).into_iter().map(|at| self.graph.nodes[at]).collect()
    }
}
