//! Candidates and groups of them, with what links them: one of two must hold (strong), or at most one does (weak).

use std::rc::Rc;

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::almost::Almost;
use crate::steps::cells::{Cells, ones};
use crate::steps::{Candidate, Position};

/// A candidate, or candidates of one digit in the cells that two houses share, or in those of a set: it holds where one of them does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) digit: usize,
    pub(super) cells: Cells,
}

impl Node {
    fn of(candidate: Candidate) -> Self {
        Self { digit: candidate.digit, cells: [candidate.cell].into_iter().collect() }
    }

    /// Its only candidate.
    pub(super) fn single(&self) -> Option<Candidate> {
        let cell = self.cells.first().filter(|_| self.cells.len() == 1)?;
        Some(Candidate { cell, digit: self.digit })
    }

    /// Its candidates.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate> + use<> {
        let digit = self.digit;
        self.cells.iter().map(move |cell| Candidate { cell, digit })
    }

    /// The candidates that all of it excludes.
    pub(super) fn seen(&self, position: &Position<'_>) -> Vec<Candidate> {
        let field = position.field();
        let all = self.cells.iter().fold(*position.cells(self.digit), |all, cell| all.and(field.peers(cell)));
        let mut seen: Vec<Candidate> = all.iter().map(|cell| Candidate { cell, digit: self.digit }).collect();
        if let Some(candidate) = self.single() {
            let others = ones(position.mask(candidate.cell) & !(1 << candidate.digit));
            seen.extend(others.map(|digit| Candidate { cell: candidate.cell, digit }));
            seen.extend(field.extra(candidate).iter().filter(|&&other| position.has(other)));
        }
        seen
    }
}

/// Which strong links there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Kinds {
    /// Only candidates of this digit.
    pub(super) digit: Option<usize>,
    /// Between the two candidates of a cell.
    pub(super) cells: bool,
    /// Between the two places for a digit in a house.
    pub(super) houses: bool,
    /// Between what.
    pub(super) ends: Ends,
}

/// What strong links are between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ends {
    /// Candidates.
    #[default]
    Candidates,
    /// Candidates and groups of them.
    Groups,
    /// These, and the digits of almost locked sets: without the one a set holds the other.
    Sets,
}

/// Nodes by their numbers, with links both ways.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) strong: Vec<Vec<usize>>,
    pub(super) weak: Vec<Vec<usize>>,
    /// For each node the cells whose candidate of its digit all of it excludes.
    pub(super) seen: Vec<Cells>,
    /// The numbers of the nodes of one candidate, by cell and digit.
    singles: Vec<Option<usize>>,
    /// The numbers of the others.
    groups: FxHashMap<Node, usize>,
    /// The almost locked sets behind strong links, by both ends.
    sets: FxHashMap<(usize, usize), Cells>,
    digits: usize,
}

/// The graphs of one position, each made once.
#[derive(Debug, Default)]
pub(super) struct Graphs(FxHashMap<Kinds, Rc<Graph>>);

impl Graphs {
    /// The graph with these links, some of them by the sets given.
    pub(super) fn of(&mut self, position: &Position<'_>, kinds: Kinds, sets: &[Almost]) -> Rc<Graph> {
        Rc::clone(self.0.entry(kinds).or_insert_with(|| Rc::new(Graph::of(position, kinds, sets))))
    }
}

impl Graph {
    /// The graph of a position.
    fn of(position: &Position<'_>, kinds: Kinds, sets: &[Almost]) -> Self {
        let digit_count = position.field().values().len();
        let singles = vec![None; position.field().cell_count() * digit_count];
        let mut graph = Self { singles, digits: digit_count, ..Self::default() };
        let digits: Vec<usize> = kinds.digit.map_or((0..digit_count).collect(), |digit| vec![digit]);
        for candidate in position.all_candidates().filter(|candidate| digits.contains(&candidate.digit)) {
            graph.number(Node::of(candidate));
        }
        if kinds.cells {
            graph.link_cells(position);
        }
        if kinds.houses {
            graph.link_houses(position, &digits, kinds.ends);
        }
        for set in sets {
            graph.link_set(set);
        }
        graph.link_weakly(position);
        graph
    }

    /// The number of a candidate's own node.
    pub(super) fn single(&self, candidate: Candidate) -> Option<usize> {
        self.singles[candidate.cell * self.digits + candidate.digit]
    }

    fn number(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let number = match node.single() {
            Some(one) => *self.singles[one.cell * self.digits + one.digit].get_or_insert(next),
            None => *self.groups.entry(node).or_insert(next),
        };
        if number == next {
            self.nodes.push(node);
            self.strong.push(Vec::new());
            self.weak.push(Vec::new());
        }
        number
    }

    fn link(&mut self, one: Node, other: Node) {
        let (one, other) = (self.number(one), self.number(other));
        if !self.strong[one].contains(&other) {
            self.strong[one].push(other);
            self.strong[other].push(one);
        }
    }

    fn link_cells(&mut self, position: &Position<'_>) {
        for cell in position.open().filter(|&cell| position.mask(cell).count_ones() == 2) {
            let mut both = ones(position.mask(cell)).map(|digit| Node::of(Candidate { cell, digit }));
            if let (Some(one), Some(other)) = (both.next(), both.next()) {
                self.link(one, other);
            }
        }
    }

    fn link_houses(&mut self, position: &Position<'_>, digits: &[usize], ends: Ends) {
        let field = position.field();
        let full = field.houses().iter().enumerate().filter(|(_, house)| house.is_full);
        for (number, house) in full {
            for &digit in digits.iter().filter(|digit| position.done(number) >> *digit & 1 == 0) {
                let set = |mask: u64| -> Cells { ones(mask).map(|place| house.cells[place]).collect() };
                let places = position.places(number, digit);
                if places.count_ones() == 2 {
                    let first = places & places.wrapping_neg();
                    self.link(Node { digit, cells: set(first) }, Node { digit, cells: set(places & !first) });
                } else if ends >= Ends::Groups && places != 0 {
                    for (one, other) in halves(position, number, places) {
                        self.link(Node { digit, cells: set(one) }, Node { digit, cells: set(other) });
                    }
                }
            }
        }
    }

    fn link_set(&mut self, set: &Almost) {
        // What nothing sees can neither be ruled out nor rule out.
        let digits = ones(set.mask).filter(|&digit| !set.seen(digit).is_empty());
        for [one, other] in digits.array_combinations() {
            let ends = [one, other].map(|digit| Node { digit, cells: *set.own(digit) });
            let [one, other] = ends.map(|node| self.number(node));
            if !self.strong[one].contains(&other) {
                self.link(ends[0], ends[1]);
                self.sets.insert((one.min(other), one.max(other)), set.cells);
            }
        }
    }

    /// The almost locked set behind a strong link, where there is one.
    pub(super) fn set(&self, one: usize, other: usize) -> Option<&Cells> {
        self.sets.get(&(one.min(other), one.max(other)))
    }

    fn link_weakly(&mut self, position: &Position<'_>) {
        let groups: Vec<usize> =
            (0..self.nodes.len()).filter(|&number| self.nodes[number].cells.len() > 1).collect();
        for number in 0..self.nodes.len() {
            let node = self.nodes[number];
            let seen = node.seen(position);
            let mut weak: Vec<usize> = seen.iter().filter_map(|&candidate| self.single(candidate)).collect();
            let same = seen.iter().filter(|candidate| candidate.digit == node.digit);
            let cells: Cells = same.map(|candidate| candidate.cell).collect();
            weak.extend(groups.iter().copied().filter(|&other| {
                let other = &self.nodes[other];
                other.digit == node.digit && other.cells.is_within(&cells)
            }));
            self.weak[number] = weak;
            self.seen.push(cells);
        }
    }
}

/// The ways to part the places of a digit in a house into two, each one place or all in another house that meets this one.
fn halves(position: &Position<'_>, house: usize, places: u64) -> Vec<(u64, u64)> {
    let crossings = position.field().crossings();
    let mut groups: Vec<u64> = crossings
        .iter()
        .filter(|crossing| crossing.from == house)
        .map(|crossing| places & crossing.from_mask)
        .filter(|mask| mask.count_ones() > 1)
        .collect();
    groups.sort_unstable();
    groups.dedup();
    let is_node = |mask: u64| mask.is_power_of_two() || groups.contains(&mask);
    let mut found = Vec::new();
    for &group in &groups {
        let rest = places & !group;
        if rest != 0 && is_node(rest) && (rest.is_power_of_two() || group < rest) {
            found.push((group, rest));
        }
        // Two groups that share a place: it goes to one of them.
        let others =
            groups.iter().filter(|&&other| other != group && group | other == places && group & other != 0);
        for &other in others {
            let rest = other & !group;
            if rest != 0 && !is_node(rest) {
                found.push((group, rest));
            }
        }
    }
    found
}
