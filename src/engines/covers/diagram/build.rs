//! Builds a diagram bottom up. Nodes with the same links are one node.

use std::sync::OnceLock;

use super::super::instance::Instance;
use super::super::subproblems::Fold;
use super::super::table::{Entry, Table};
use super::super::trial::fold;
use super::{CoverDiagram, FAILED, Kind, Link, NO_OPTION, Node, SOLVED};
use crate::cover::Cover;
use crate::engines::{Limits, Stats, Stop};

impl CoverDiagram {
    /// Builds the diagram of a cover that it [takes](Self::takes). A step is a subproblem that was not met before.
    ///
    /// # Errors
    /// The limit that was reached first: one of these, or the memory that diagrams may take.
    pub fn build(cover: &Cover, limits: &Limits) -> Result<Self, Stop> {
        Self::build_with_stats(cover, limits).0
    }

    /// The same with the counters of the search.
    pub(crate) fn build_with_stats(cover: &Cover, limits: &Limits) -> (Result<Self, Stop>, Stats) {
        let instance = Instance::of(cover);
        let (root, search) = fold(&instance, limits, Builder::new);
        let stats = search.stats;
        let Builder { nodes, links, .. } = search.into_fold();
        let whole = |root| Self {
            nodes,
            links,
            root: root as u32,
            numbers: instance.numbers.clone(),
            option_count: cover.option_count(),
            counts: OnceLock::new(),
        };
        (root.map(|root| whole(root).without_loose_nodes()), stats)
    }

    /// The same without the nodes that no way from the root leads to: parts beside others without a solution.
    fn without_loose_nodes(self) -> Self {
        let mut is_used = vec![false; self.nodes.len()];
        for end in [FAILED, SOLVED, self.root] {
            is_used[end as usize] = true;
        }
        for node in self.inner().rev().filter(|&node| node <= self.root) {
            if is_used[node as usize] {
                self.links(node).iter().for_each(|link| is_used[link.node as usize] = true);
            }
        }
        let mut names = vec![FAILED; self.nodes.len()];
        let (mut nodes, mut links) = (Vec::new(), Vec::new());
        for node in (0..self.nodes.len() as u32).filter(|&node| is_used[node as usize]) {
            names[node as usize] = nodes.len() as u32;
            let first = links.len();
            let renamed = |link: &Link| Link { option: link.option, node: names[link.node as usize] };
            links.extend(self.links(node).iter().map(renamed));
            nodes.push(Node { kind: self.kind(node), first, end: links.len() });
        }
        Self { root: names[self.root as usize], nodes, links, ..self }
    }
}

/// Most words of the table of nodes: 2 GiB. Beyond them a node may come twice.
const MOST_WORDS: usize = 1 << 28;

/// The nodes so far.
struct Builder {
    nodes: Vec<Node>,
    links: Vec<Link>,
    /// From the kind and the links of each node to its number.
    known: Table,
    name: Vec<u64>,
    /// The links of the choices on the way, and where those of each start.
    waiting: Vec<Link>,
    open: Vec<usize>,
}

impl Builder {
    fn new() -> Self {
        let end = Node { kind: Kind::Choice, first: 0, end: 0 };
        Self {
            nodes: vec![end; 2],
            links: Vec::new(),
            known: Table::with_room(MOST_WORDS),
            name: Vec::new(),
            waiting: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The node with the links that wait from `first` on, which wait no longer.
    fn node(&mut self, kind: Kind, first: usize) -> u64 {
        self.name.clear();
        self.name.push(u64::from(kind == Kind::Parts));
        let links = &self.waiting[first..];
        self.name.extend(links.iter().map(|link| u64::from(link.option) << 32 | u64::from(link.node)));
        let node = match self.known.entry(&self.name) {
            Entry::Known(node) => node,
            Entry::New(place) => {
                let (node, start) = (self.nodes.len() as u64, self.links.len());
                self.links.extend_from_slice(links);
                self.nodes.push(Node { kind, first: start, end: self.links.len() });
                if let Some(place) = place {
                    self.known.set(place, node);
                }
                node
            }
        };
        self.waiting.truncate(first);
        node
    }
}

impl Fold for Builder {
    fn solved(&self) -> u64 {
        SOLVED.into()
    }

    fn failed(&self) -> u64 {
        FAILED.into()
    }

    fn open(&mut self) {
        self.open.push(self.waiting.len());
    }

    fn add(&mut self, option: Option<u32>, value: u64) {
        if value != u64::from(FAILED) {
            self.waiting.push(Link { option: option.unwrap_or(NO_OPTION), node: value as u32 });
        }
    }

    fn close(&mut self) -> u64 {
        let first = self.open.pop().unwrap_or(0);
        match self.waiting[first..] {
            [] => FAILED.into(),
            [Link { option: NO_OPTION, node }] => {
                self.waiting.truncate(first);
                node.into()
            }
            _ => self.node(Kind::Choice, first),
        }
    }

    fn product(&mut self, parts: &[u64]) -> u64 {
        let first = self.waiting.len();
        let links = parts.iter().filter(|&&part| part != u64::from(SOLVED));
        self.waiting.extend(links.map(|&part| Link { option: NO_OPTION, node: part as u32 }));
        match self.waiting[first..] {
            [] => SOLVED.into(),
            [Link { node, .. }] => {
                self.waiting.truncate(first);
                node.into()
            }
            _ => {
                self.waiting[first..].sort_unstable_by_key(|link| link.node);
                self.node(Kind::Parts, first)
            }
        }
    }

    /// Beside the table of its own, which has a bound.
    fn size(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.links.len() * size_of::<Link>()
    }
}
