//! All solutions of a cover kept as a diagram: shared choices between options, and parts side by side.

mod build;
mod nnf;
mod queries;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::bits::MOST_OPTIONS;
use crate::cover::Cover;

pub use walk::Solutions;

/// The node without a solution, and the one where nothing is left to cover.
const FAILED: u32 = 0;
const SOLVED: u32 = 1;

/// No option is taken on this link.
const NO_OPTION: u32 = u32::MAX;

/// All solutions of a cover, as a directed graph without cycles. A node is a choice between options, each followed by a node
/// for what it leaves to cover, or several nodes side by side that have no option in common. What two branches leave alike is
/// kept once, so a diagram may hold more solutions than could ever be listed.
///
/// Built by the same search as the count by subproblems, after "Dancing with decision diagrams" (Nishino, Yasuda, Minato and
/// Nagata, AAAI 2017); with nodes side by side it is a deterministic, decomposable circuit, a d-DNNF. Options are numbered as in
/// the cover, from 0.
///
/// ```
/// use exactly::Cover;
/// use exactly::engines::{CoverDiagram, Limits};
///
/// // Four cells in a row, covered by singles and dominoes.
/// let mut cover = Cover::new();
/// let cells: Vec<u32> = (0..4).map(|cell| cover.add_primary(cell.to_string())).collect();
/// for &cell in &cells {
///     cover.add_option(&[(cell, None)])?;
/// }
/// for pair in cells.windows(2) {
///     cover.add_option(&[(pair[0], None), (pair[1], None)])?;
/// }
/// let diagram = CoverDiagram::build(&cover, &Limits::default()).expect("no limit");
/// assert_eq!(diagram.count(), 5u32.into());
/// assert_eq!(diagram.count_given(&[4], &[]), 2u32.into());
/// assert_eq!(diagram.counts_by_option()[5], 1u32.into());
/// let (cost, options) = diagram.cheapest(|option| if option < 4 { 2 } else { 3 }).expect("solutions");
/// assert_eq!((cost, options), (6, vec![4, 6]));
/// assert_eq!(diagram.solutions().count(), 5);
/// let any = diagram.sample(&mut fastrand::Rng::with_seed(1)).expect("solutions");
/// assert!(cover.is_solution(&any));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverDiagram {
    /// Each after the nodes that it leads to. The first two are [`FAILED`] and [`SOLVED`].
    nodes: Vec<Node>,
    links: Vec<Link>,
    root: u32,
    /// The number in the cover of each option of the diagram.
    numbers: Vec<usize>,
    /// Options of the cover.
    option_count: usize,
    /// The number of solutions below each node, once it was asked for.
    counts: OnceLock<Vec<BigUint>>,
}

/// A node: where its links are.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    first: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One of the links is followed.
    Choice,
    /// All of the links are followed.
    Parts,
}

/// A way on from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// The option that is taken on it, or [`NO_OPTION`].
    option: u32,
    node: u32,
}

impl CoverDiagram {
    /// Its name as an engine.
    pub const NAME: &'static str = "diagram";

    /// Whether the cover is small enough: some thousand options.
    pub fn takes(cover: &Cover) -> bool {
        cover.option_count() <= MOST_OPTIONS
    }

    /// Number of nodes, the two ends counted.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of links from a node to another.
    pub fn edge_count(&self) -> usize {
        self.links.len()
    }

    /// Options of the cover that it is of.
    pub fn option_count(&self) -> usize {
        self.option_count
    }

    fn links(&self, node: u32) -> &[Link] {
        let node = self.nodes[node as usize];
        &self.links[node.first..node.end]
    }

    fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    /// All nodes but the two ends, each after those that it leads to.
    fn inner(&self) -> std::ops::Range<u32> {
        2..self.nodes.len() as u32
    }
}
