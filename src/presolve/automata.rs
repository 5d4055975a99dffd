//! Automata without what is known: edges of values that are out, words that give one value to variables that differ.

use super::Contradiction;
use crate::primitives::{Automaton, Choice, Diagram, IntVar, Live, StateLimit, Structure, Variables};

/// The most states of a layer, and of all layers, of an automaton that knows which of its variables differ.
const MOST_STATES: usize = 3_000;
const MOST_STATES_IN_ALL: usize = 8_000;

/// The automaton over live choices; nothing where it is that already.
pub(super) fn over_live(
    variables: &Variables,
    live: &Live,
    automaton: &Automaton,
) -> Result<Option<Diagram>, Contradiction> {
    let diagram = &automaton.diagram;
    let firsts = first_choices(variables, automaton)?;
    let is_live =
        |layer: usize, symbol: u32| live.is_live(Choice::from_index(firsts[layer] + symbol as usize));
    let mut edges = (0..diagram.layer_count())
        .flat_map(|layer| diagram.edges(layer).iter().map(move |edge| (layer, edge.symbol)));
    if edges.all(|(layer, symbol)| is_live(layer, symbol)) {
        return if diagram.is_empty() { Err(Contradiction) } else { Ok(None) };
    }
    let restricted = diagram.restricted(is_live);
    if restricted.is_empty() { Err(Contradiction) } else { Ok(Some(restricted)) }
}

/// The number of the first choice of each variable that is read.
fn first_choices(variables: &Variables, automaton: &Automaton) -> Result<Vec<usize>, Contradiction> {
    let first = |&var: &IntVar| variables.choices(var).next().map(Choice::index).ok_or(Contradiction);
    automaton.vars.iter().map(first).collect()
}

/// Whether an automaton over live choices accepts whatever they are.
pub(super) fn accepts_all(live: &Live, automaton: &Automaton) -> bool {
    let diagram = &automaton.diagram;
    let mut layers = automaton.vars.iter().enumerate();
    layers.all(|(layer, &var)| diagram.width(layer) == 1 && diagram.edges(layer).len() == live.count(var))
}

/// How much of the differences an automaton keeps track of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// All values so far: no two variables share one.
    All,
    /// The last value: neighbours that are known to differ do.
    Last,
}

/// The automaton that accepts only words in which variables that are known to differ do; nothing where that is no less, or
/// takes too many states. `stop` says when there is no more time.
pub(super) fn with_differences(
    variables: &Variables,
    structure: &Structure,
    automaton: &Automaton,
    stop: &dyn Fn() -> bool,
) -> Option<Diagram> {
    let vars = &automaton.vars;
    if vars.len() < 2 {
        return None;
    }
    let mut pairs = (1..vars.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let memories: &[Memory] = if pairs.all(|(a, b)| structure.differ(vars[a], vars[b])) {
        &[Memory::All, Memory::Last]
    } else {
        &[Memory::Last]
    };
    memories.iter().find_map(|&memory| product(variables, structure, automaton, memory, stop))
}

fn product(
    variables: &Variables,
    structure: &Structure,
    automaton: &Automaton,
    memory: Memory,
    stop: &dyn Fn() -> bool,
) -> Option<Diagram> {
    let (vars, diagram) = (&automaton.vars, &automaton.diagram);
    let mut values: Vec<i32> = vars.iter().flat_map(|&var| variables.domain(var)).copied().collect();
    values.sort_unstable();
    values.dedup();
    if values.len() > 64 {
        return None;
    }
    let bit = |value: &i32| values.binary_search(value).map_or(0, |at| 1u64 << at);
    let bits: Vec<Vec<u64>> =
        vars.iter().map(|&var| variables.domain(var).iter().map(bit).collect()).collect();
    let remembers: Vec<bool> = (0..vars.len())
        .map(|layer| vars.get(layer + 1).is_some_and(|&next| structure.differ(vars[layer], next)))
        .collect();
    if !remembers.contains(&true) {
        return None;
    }
    let mut refused = false;
    let mut left = MOST_STATES_IN_ALL * 64;
    let step = |layer: usize, &(state, used): &(u32, u64), symbol: usize| {
        left = left.saturating_sub(1);
        if left == 0 || left.is_multiple_of(4096) && stop() {
            left = 0;
            return None;
        }
        let value = bits[layer][symbol];
        let next = diagram.step(layer, state, symbol as u32)?;
        if used & value != 0 {
            refused = true;
            return None;
        }
        let used = match memory {
            Memory::All => used | value,
            Memory::Last if remembers[layer] => value,
            Memory::Last => 0,
        };
        Some((next, used))
    };
    let symbols: Vec<usize> = bits.iter().map(Vec::len).collect();
    let built = Diagram::build(&symbols, (0u32, 0u64), step, |_| true, StateLimit(MOST_STATES)).ok()?;
    (refused && left > 0 && built.state_count() <= MOST_STATES_IN_ALL).then_some(built)
}
