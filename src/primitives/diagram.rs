//! Layered deterministic diagrams: a finite automaton unrolled over a fixed number of symbols, pruned and minimised.
//!
//! Minimisation of the acyclic automaton merges, from the last layer to the first, the states with equal outgoing
//! edges (Revuz, "Minimisation of acyclic deterministic automata in linear time", 1992).

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// An edge of a diagram: reading symbol number `symbol` in state `from` leads to state `to` of the next layer. All 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// State before the symbol.
    pub from: u32,
    /// Number of the symbol within its layer.
    pub symbol: u32,
    /// State after the symbol.
    pub to: u32,
}

/// The largest number of states that a layer may have while a diagram is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateLimit(pub usize);

impl Default for StateLimit {
    /// 20,000 states in a layer.
    fn default() -> Self {
        Self(20_000)
    }
}

/// The largest number of edges of a diagram while it is built; it takes about a second.
const MOST_EDGES: usize = 4_000_000;

/// Why a diagram could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// More states than the limit allows.
    #[error("the automaton has more than {limit} states after {layer} values")]
    TooManyStates {
        /// The limit.
        limit: usize,
        /// Number of values read when it was passed.
        layer: usize,
    },
    /// More edges over all layers than a diagram may have.
    #[error("the automaton has more than {MOST_EDGES} transitions after {layer} values")]
    TooManyEdges {
        /// Number of values read when the limit was passed.
        layer: usize,
    },
}

/// A deterministic automaton over a fixed number of layers.
///
/// Invariant: every state lies on a path from state 0 of layer 0 to state 0 of the last layer, and no two states of a
/// layer accept the same continuations. A diagram that accepts nothing has no edges and no states at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The edges out of each layer of states, sorted by (from, symbol).
    layers: Vec<Vec<Edge>>,
    /// Number of states before each layer, and after the last.
    widths: Vec<usize>,
}

impl Diagram {
    /// Unrolls an automaton: layer `i` has `symbols[i]` symbols; `step(i, state, symbol)` is the next state or nothing.
    ///
    /// # Errors
    /// More states in a layer than `limit` allows.
    pub fn build<S: Clone + Eq + Hash>(
        symbols: &[usize],
        start: S,
        mut step: impl FnMut(usize, &S, usize) -> Option<S>,
        mut accept: impl FnMut(&S) -> bool,
        limit: StateLimit,
    ) -> Result<Self, DiagramError> {
        let mut layers = Vec::with_capacity(symbols.len());
        let mut edge_count = 0;
        let mut states = vec![start];
        for (layer, &count) in symbols.iter().enumerate() {
            let mut next: Vec<S> = Vec::new();
            let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
            let mut edges = Vec::new();
            for (from, state) in states.iter().enumerate() {
                for symbol in 0..count {
                    let Some(target) = step(layer, state, symbol) else { continue };
                    let to = *numbers.entry(target).or_insert_with_key(|target| {
                        next.push(target.clone());
                        next.len() as u32 - 1
                    });
                    edges.push(Edge { from: from as u32, symbol: symbol as u32, to });
                }
                if next.len() > limit.0 {
                    return Err(DiagramError::TooManyStates { limit: limit.0, layer: layer + 1 });
                }
                if edge_count + edges.len() > MOST_EDGES {
                    return Err(DiagramError::TooManyEdges { layer: layer + 1 });
                }
            }
            edge_count += edges.len();
            layers.push(edges);
            states = next;
        }
        let accepting = states.iter().map(|state| accept(state).then_some(0)).collect();
        Ok(Self::minimise(layers, accepting))
    }

    /// Merges equal states from the last layer to the first and drops the dead ones, then those that are not reached.
    fn minimise(mut layers: Vec<Vec<Edge>>, accepting: Vec<Option<u32>>) -> Self {
        let mut class_of = accepting;
        for edges in layers.iter_mut().rev() {
            let state_count = edges.last().map_or(0, |edge| edge.from as usize + 1);
            edges.retain_mut(|edge| {
                class_of.get(edge.to as usize).copied().flatten().is_some_and(|class| {
                    edge.to = class;
                    true
                })
            });
            let mut classes: FxHashMap<Vec<(u32, u32)>, u32> = FxHashMap::default();
            let mut merged = Vec::new();
            class_of = vec![None; state_count];
            for run in edges.chunk_by(|a, b| a.from == b.from) {
                let row: Vec<(u32, u32)> = run.iter().map(|edge| (edge.symbol, edge.to)).collect();
                let fresh = classes.len() as u32;
                let class = *classes.entry(row).or_insert(fresh);
                class_of[run[0].from as usize] = Some(class);
                if class == fresh {
                    merged.extend(run.iter().map(|edge| Edge { from: class, ..*edge }));
                }
            }
            *edges = merged;
        }
        if class_of.first().copied().flatten().is_some() {
            Self::renumber(layers)
        } else {
            let count = layers.len();
            Self { layers: vec![Vec::new(); count], widths: vec![0; count + 1] }
        }
    }

    /// Keeps the states reached from the start and numbers them in the order they are met.
    fn renumber(layers: Vec<Vec<Edge>>) -> Self {
        let mut widths = vec![1];
        let mut reached: FxHashMap<u32, u32> = [(0, 0)].into_iter().collect();
        let mut kept = Vec::with_capacity(layers.len());
        for edges in layers {
            let mut next: FxHashMap<u32, u32> = FxHashMap::default();
            let mut mine: Vec<Edge> = Vec::new();
            for edge in edges {
                let Some(&from) = reached.get(&edge.from) else { continue };
                let fresh = next.len() as u32;
                let to = *next.entry(edge.to).or_insert(fresh);
                mine.push(Edge { from, symbol: edge.symbol, to });
            }
            mine.sort_unstable();
            widths.push(next.len());
            kept.push(mine);
            reached = next;
        }
        Self { layers: kept, widths }
    }

    /// The diagram that accepts the words of this one whose symbols are all kept: `keep(layer, symbol)`.
    #[must_use]
    pub fn restricted(&self, keep: impl Fn(usize, u32) -> bool) -> Self {
        let kept = |(layer, edges): (usize, &Vec<Edge>)| {
            edges.iter().copied().filter(|edge| keep(layer, edge.symbol)).collect()
        };
        let accepting = vec![Some(0); self.widths.last().copied().unwrap_or(0)];
        Self::minimise(self.layers.iter().enumerate().map(kept).collect(), accepting)
    }

    /// Number of symbols that are read.
    pub fn layer_count(&self) -> usize {
        self.layers.len()
    }

    /// The edges of a layer, sorted by state and symbol.
    pub fn edges(&self, layer: usize) -> &[Edge] {
        &self.layers[layer]
    }

    /// The state that follows, or nothing where the symbol is not allowed.
    pub fn step(&self, layer: usize, from: u32, symbol: u32) -> Option<u32> {
        let edges = &self.layers[layer];
        let at = edges.binary_search_by_key(&(from, symbol), |edge| (edge.from, edge.symbol)).ok()?;
        Some(edges[at].to)
    }

    /// Number of states before layer `layer`; after the last one for `layer` = [`Diagram::layer_count`].
    pub fn width(&self, layer: usize) -> usize {
        self.widths[layer]
    }

    /// Number of states over all layers.
    pub fn state_count(&self) -> usize {
        self.widths.iter().sum()
    }

    /// Number of edges over all layers.
    pub fn edge_count(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// Whether nothing is accepted.
    pub fn is_empty(&self) -> bool {
        self.widths.iter().all(|&width| width == 0)
    }

    /// Number of accepted words, saturating.
    pub fn word_count(&self) -> u128 {
        let mut ways: Vec<u128> = vec![1; self.widths[0]];
        for (layer, edges) in self.layers.iter().enumerate() {
            let mut next = vec![0u128; self.widths[layer + 1]];
            for edge in edges {
                let sum = &mut next[edge.to as usize];
                *sum = sum.saturating_add(ways[edge.from as usize]);
            }
            ways = next;
        }
        ways.iter().fold(0, |sum, way| sum.saturating_add(*way))
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagram, DiagramError, StateLimit};

    fn sum_to(target: usize, layers: usize, symbols: usize) -> Diagram {
        let step = |_, state: &usize, symbol| Some(state + symbol);
        Diagram::build(&vec![symbols; layers], 0, step, |state| *state == target, StateLimit::default())
            .expect("few states")
    }

    #[test]
    fn counts_words() {
        assert_eq!(sum_to(2, 3, 3).word_count(), 6);
        assert_eq!(sum_to(0, 0, 3).word_count(), 1);
        assert_eq!(sum_to(6, 3, 3).word_count(), 1);
    }

    #[test]
    fn nothing_accepted_leaves_nothing() {
        let diagram = sum_to(7, 3, 3);
        assert!(diagram.is_empty());
        assert_eq!((diagram.edge_count(), diagram.word_count()), (0, 0));
        assert!(sum_to(1, 0, 3).is_empty());
    }

    #[test]
    fn equal_states_merge() {
        let step = |layer, state: &Vec<usize>, symbol| {
            let mut next = state.clone();
            next.push(symbol + layer);
            Some(next)
        };
        let all = Diagram::build(&[2, 2, 2], Vec::new(), step, |_| true, StateLimit::default())
            .expect("few states");
        assert_eq!(all.state_count(), 4);
        assert_eq!(all.word_count(), 8);
    }

    #[test]
    fn the_limit_holds() {
        let result =
            Diagram::build(&[9; 5], 0, |_, s: &usize, x| Some(s * 10 + x), |_| true, StateLimit(100));
        assert_eq!(result, Err(DiagramError::TooManyStates { limit: 100, layer: 3 }));
    }
}
