//! A deterministic layered diagram over literals: automata, decision diagrams, partial sums.
//!
//! After Quimper and Walsh ("Decomposing global grammar constraints", 2007) with a variable for each state and for each
//! bundle of parallel edges; a bundle that is the only one out of a state, or the only one into it, shares the variable
//! of that state. Unit propagation keeps exactly the symbols that lie on an accepted path.

use std::collections::BTreeMap;

use crate::cnf::{Lit, Sink};

/// One layer of a diagram.
#[derive(Clone, Debug)]
pub struct Layer<'d> {
    /// The literals of the symbols; exactly one of them holds, which is said elsewhere.
    pub symbols: Vec<Lit>,
    /// (state before, symbol, state after), all 0-based.
    pub edges: &'d [(u32, u32, u32)],
    /// Number of states before the layer.
    pub width: usize,
}

/// A bundle of parallel edges: the two states and the symbols.
type Bundle = ((u32, u32), Vec<u32>);

/// The symbols read spell a path from state 0 before the first layer to state 0 after the last.
///
/// New variables: at most one a state and one a bundle of parallel edges. Clauses: two a bundle and one for its symbols,
/// two a state, one a symbol of a layer. A diagram without a path is the empty clause.
pub fn layered(sink: &mut impl Sink, layers: &[Layer<'_>]) {
    if layers.iter().any(|layer| layer.edges.is_empty()) {
        sink.add_clause(&[]);
        return;
    }
    let mut states: Vec<Option<Lit>> = vec![None];
    for (at, layer) in layers.iter().enumerate() {
        let next_width = layers.get(at + 1).map_or(1, |next| next.width);
        states = one_layer(sink, layer, &states, next_width, at + 1 == layers.len());
    }
}

/// Writes one layer; `states` and the result are the literals of the states, `None` where a state is certain.
fn one_layer(
    sink: &mut impl Sink,
    layer: &Layer<'_>,
    states: &[Option<Lit>],
    next_width: usize,
    last: bool,
) -> Vec<Option<Lit>> {
    let bundles = bundles(layer.edges);
    let mut out_count = vec![0usize; states.len()];
    let mut in_count = vec![0usize; next_width];
    for ((from, to), _) in &bundles {
        out_count[*from as usize] += 1;
        in_count[*to as usize] += 1;
    }
    let mut next: Vec<Option<Option<Lit>>> = vec![last.then_some(None); next_width];
    let mut edges: Vec<Option<Lit>> = Vec::with_capacity(bundles.len());
    for ((from, to), _) in &bundles {
        let (from, to) = (*from as usize, *to as usize);
        let edge = if out_count[from] == 1 {
            if in_count[to] == 1 && !last {
                next[to] = Some(states[from]);
            }
            states[from]
        } else if in_count[to] == 1 && !last {
            let lit = Some(sink.new_lit());
            next[to] = Some(lit);
            lit
        } else {
            Some(sink.new_lit())
        };
        edges.push(edge);
    }
    let next: Vec<Option<Lit>> =
        next.into_iter().map(|state| state.unwrap_or_else(|| Some(sink.new_lit()))).collect();
    link(sink, layer, &bundles, &edges, states, &next);
    next
}

fn bundles(edges: &[(u32, u32, u32)]) -> Vec<Bundle> {
    let mut bundles: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for &(from, symbol, to) in edges {
        bundles.entry((from, to)).or_default().push(symbol);
    }
    bundles.into_iter().collect()
}

/// The clauses between the bundles of a layer, their states and their symbols.
fn link(
    sink: &mut impl Sink,
    layer: &Layer<'_>,
    bundles: &[Bundle],
    edges: &[Option<Lit>],
    states: &[Option<Lit>],
    next: &[Option<Lit>],
) {
    let mut out: Vec<Vec<Option<Lit>>> = vec![Vec::new(); states.len()];
    let mut into: Vec<Vec<Option<Lit>>> = vec![Vec::new(); next.len()];
    let mut by_symbol: Vec<Vec<Option<Lit>>> = vec![Vec::new(); layer.symbols.len()];
    for (((from, to), symbols), &edge) in bundles.iter().zip(edges) {
        implies_any(sink, edge, &[states[*from as usize]]);
        implies_any(sink, edge, &[next[*to as usize]]);
        out[*from as usize].push(edge);
        into[*to as usize].push(edge);
        if symbols.len() < layer.symbols.len() {
            let symbols: Vec<Option<Lit>> =
                symbols.iter().map(|&symbol| Some(layer.symbols[symbol as usize])).collect();
            implies_any(sink, edge, &symbols);
        }
        for &symbol in symbols {
            by_symbol[symbol as usize].push(edge);
        }
    }
    for (&state, edges) in states.iter().zip(&out).chain(next.iter().zip(&into)) {
        implies_any(sink, state, edges);
    }
    for (&symbol, edges) in layer.symbols.iter().zip(&by_symbol) {
        implies_any(sink, Some(symbol), edges);
    }
}

/// "If `condition`, then one of `targets`", where `None` is certain; nothing where that says nothing.
fn implies_any(sink: &mut impl Sink, condition: Option<Lit>, targets: &[Option<Lit>]) {
    if targets.iter().any(|target| target.is_none() || *target == condition) {
        return;
    }
    let clause: Vec<Lit> =
        condition.map(|lit| !lit).into_iter().chain(targets.iter().flatten().copied()).collect();
    sink.add_clause(&clause);
}
