//! Automata without what is known: edges of values that are out, words that give one value to variables that differ.

use super::Contradiction;
use crate::primitives::{Automaton, Choice, Diagram, IntVar, Live, StateLimit, Structure, Variables};

/// The most states of a layer, and of all layers, of an automaton that knows which of its variables differ.
const MOST_STATES: usize = 3_000;
const MOST_STATES_IN_ALL: usize = 8_000;

/// The most symbols to read while one is built, about 50 ms; a multiple of 4096.
const MOST_WORK: usize = 1 << 20;

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

/// From so many variables on that all differ, a larger automaton that knows it is worth its size; others are told what makes
/// them no larger.
const WORTH_IT: usize = 5;

/// The automaton that accepts only words in which variables that are known to differ do; nothing where that is no less, or
/// takes too many states. `stop` says when there is no more time.
pub(super) fn with_differences(
    variables: &Variables,
    structure: &Structure,
    automaton: &Automaton,
    stop: &dyn Fn() -> bool,
) -> Option<Diagram> {
    let vars = &automaton.vars;
    let edges = automaton.diagram.edge_count();
    let told = |memory| product(variables, structure, automaton, memory, stop);
    let mut pairs = (1..vars.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    if pairs.all(|(a, b)| structure.differ(vars[a], vars[b]))
        && let Some(found) = told(Memory::All)
        && (vars.len() >= WORTH_IT || found.edge_count() <= edges)
    {
        return Some(found);
    }
    told(Memory::Last).filter(|found| found.edge_count() <= edges)
}

/// The bit of each value in the domain of each variable; nothing where there are more than 64 values.
fn value_bits(variables: &Variables, vars: &[IntVar]) -> Option<Vec<Vec<u64>>> {
    let mut values: Vec<i32> = vars.iter().flat_map(|&var| variables.domain(var)).copied().collect();
    values.sort_unstable();
    values.dedup();
    let bit = |value: &i32| values.binary_search(value).map_or(0, |at| 1u64 << at);
    let of_domain = |&var: &IntVar| variables.domain(var).iter().map(bit).collect();
    (values.len() <= 64).then(|| vars.iter().map(of_domain).collect())
}

/// The automaton with a memory of values; nothing where that refuses no word, takes too many states or too much time.
fn product(
    variables: &Variables,
    structure: &Structure,
    automaton: &Automaton,
    memory: Memory,
    stop: &dyn Fn() -> bool,
) -> Option<Diagram> {
    let (vars, diagram) = (&automaton.vars, &automaton.diagram);
    let keeps = |pair: &[IntVar]| structure.differ(pair[0], pair[1]);
    if !vars.windows(2).any(keeps) {
        return None;
    }
    let bits = value_bits(variables, vars)?;
    let mut refused = false;
    let mut work_left = MOST_WORK;
    let read = |layer: usize, &(state, used): &(u32, u64), symbol: usize| {
        if work_left.is_multiple_of(4096) && stop() {
            work_left = 0;
        }
        work_left = work_left.checked_sub(1)?;
        let next = diagram.step(layer, state, symbol as u32)?;
        let value = bits[layer][symbol];
        if used & value != 0 {
            refused = true;
            return None;
        }
        let used = match memory {
            Memory::All => used | value,
            Memory::Last if vars[layer..].get(..2).is_some_and(keeps) => value,
            Memory::Last => 0,
        };
        Some((next, used))
    };
    let symbols: Vec<usize> = bits.iter().map(Vec::len).collect();
    let built = Diagram::build(&symbols, (0u32, 0u64), read, |_| true, StateLimit(MOST_STATES)).ok()?;
    (refused && work_left > 0 && built.state_count() <= MOST_STATES_IN_ALL).then_some(built)
}

#[cfg(test)]
mod tests {
    use super::{Diagram, accepts_all, over_live, with_differences};
    use crate::primitives::{Automaton, IntVar, Live, StateLimit, Structure, Variables};

    /// The automaton that accepts `count` variables with the values 1 to 9 that add up to `sum`.
    fn sum_of(count: usize, sum: i32) -> (Variables, Automaton) {
        let mut variables = Variables::default();
        let vars: Vec<IntVar> = (0..count).map(|_| variables.add(1..=9, false)).collect();
        let step = |_: usize, state: &i32, value: i32| Some(state + value).filter(|&total| total <= sum);
        let accept = |state: &i32| *state == sum;
        let automaton = Automaton::build(&variables, &vars, 0, step, accept, StateLimit::default());
        (variables, automaton.expect("few states"))
    }

    /// What is accepted where the neighbours, or all, are known to differ.
    fn told(count: usize, sum: i32, all: bool) -> Option<Diagram> {
        let (variables, automaton) = sum_of(count, sum);
        let mut structure = Structure::none(&variables);
        if all {
            structure.set_different(&automaton.vars);
        } else {
            automaton.vars.windows(2).for_each(|pair| structure.set_different(pair));
        }
        with_differences(&variables, &structure, &automaton, &|| false)
    }

    #[test]
    fn values_that_are_out_leave() {
        let (variables, mut automaton) = sum_of(2, 4);
        let mut live = Live::all(&variables);
        assert!(over_live(&variables, &live, &automaton).is_ok_and(|found| found.is_none()));
        let choice = |var, value| variables.choice(var, value).expect("in the domain");
        live.kill(&variables, choice(automaton.vars[0], 1));
        let Ok(Some(diagram)) = over_live(&variables, &live, &automaton) else { panic!("1 + 3 is out") };
        assert_eq!(diagram.word_count(), 2);
        automaton.diagram = diagram;
        assert!(!accepts_all(&live, &automaton));
        for value in 3..=9 {
            live.kill(&variables, choice(automaton.vars[0], value));
        }
        for value in [1, 3, 4, 5, 6, 7, 8, 9] {
            live.kill(&variables, choice(automaton.vars[1], value));
        }
        let Ok(Some(diagram)) = over_live(&variables, &live, &automaton) else { panic!("3 + 1 is out") };
        automaton.diagram = diagram;
        assert!(accepts_all(&live, &automaton), "2 + 2 alone is left");
        live.kill(&variables, choice(automaton.vars[1], 2));
        assert!(over_live(&variables, &live, &automaton).is_err());
    }

    #[test]
    fn variables_that_differ() {
        // 6 = 1 + 2 + 3 in six orders; with neighbours that differ also 1 + 4 + 1.
        assert_eq!(told(3, 6, true).map(|diagram| diagram.word_count()), Some(6));
        assert_eq!(told(3, 6, false).map(|diagram| diagram.word_count()), Some(7));
        assert_eq!(told(6, 30, false).map(|diagram| diagram.word_count()), None, "it would be larger");
        assert_eq!(told(2, 4, false).map(|diagram| diagram.word_count()), Some(2));
        assert_eq!(told(5, 15, true).map(|diagram| diagram.word_count()), Some(120));
        assert_eq!(told(9, 44, true).map(|diagram| diagram.is_empty()), Some(true));
        assert_eq!(told(2, 3, true), None, "1 and 2 differ anyway");
    }

    #[test]
    fn no_time_is_no_answer() {
        let (variables, automaton) = sum_of(5, 25);
        let mut structure = Structure::none(&variables);
        structure.set_different(&automaton.vars);
        assert_eq!(with_differences(&variables, &structure, &automaton, &|| true), None);
    }
}
