//! The primitives as the search reads them.

/// Primitives compiled for the search: live values as bits of one word, constraints by what they watch.
#[derive(Clone, Debug)]
pub struct SearchProblem {
    /// The values that occur, ascending; bit `k` of a word stands for `values[k]`.
    pub(super) values: Vec<i32>,
    /// Number of variables.
    pub(super) count: usize,
    /// The words of the root: the live values of each variable, then for each value the set of variables that have it,
    /// `words` words each.
    pub(super) start: Vec<u64>,
    /// Whether a variable is a function of others; it is not branched on while others are open.
    pub(super) auxiliary: Vec<bool>,
    /// Number of words of a set of variables.
    pub(super) words: usize,
    /// For each variable the set of those that never share a value with it, `words` words each.
    pub(super) peers: Vec<u64>,
    /// The constraints, in the order of their stages.
    pub(super) rules: Vec<Rule>,
    /// How much there is to look at in each rule, in variables, sets or edges.
    pub(super) work: Vec<u32>,
    /// For each variable the rules to look at when it changes: words of a set of rules and the bits in them.
    pub(super) watchers: Vec<Vec<(u32, u64)>>,
    /// Houses of which each value has exactly one place, for branching: the rule's variables.
    pub(super) permutations: Vec<Vec<u32>>,
    /// Whether there is no solution for certain.
    pub(super) impossible: bool,
}

impl SearchProblem {
    /// The values of all variables where each has one left.
    pub(super) fn values_of(&self, masks: &[u64], values: &mut Vec<i32>) {
        values.clear();
        values.extend(masks[..self.count].iter().map(|mask| self.values[mask.trailing_zeros() as usize]));
    }

    /// The set of variables that never share a value with this one.
    pub(super) fn peers_of(&self, var: u32) -> &[u64] {
        let start = var as usize * self.words;
        &self.peers[start..start + self.words]
    }
}

/// Stages of propagation; a lower one runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Simple,
    Cage,
    House,
    Sum,
    LargeCage,
    Automaton,
    Intersection,
}

/// A constraint of the search.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// At least one variable takes a value of its mask.
    Clause(Vec<(u32, u64)>),
    /// Exactly one (or at most one) variable takes a value of its mask.
    Group { exactly: bool, parts: Vec<(u32, u64)> },
    /// The value of `b` is allowed by that of `a`: `forward[k]` are the values of `b` that go with bit `k` of `a`.
    Relation { a: u32, b: u32, forward: Vec<u64>, backward: Vec<u64> },
    /// Each value of `all` has exactly one place among these variables.
    Permutation { vars: Vec<u32>, all: u64 },
    /// The values, all different, form one of these sets.
    Cage { vars: Vec<u32>, sets: Vec<u64> },
    /// low ≤ Σ aᵢ·xᵢ ≤ high.
    Sum { terms: Vec<(i64, u32)>, low: i64, high: i64 },
    /// The same for long sums: the terms in cliques of one coefficient and variables that all differ.
    Cliques { cliques: Vec<(i64, Vec<u32>)>, low: i64, high: i64 },
    /// The same cage by exact support, a stage later.
    LargeCage { vars: Vec<u32>, sets: Vec<u64> },
    /// The values are accepted by the diagram.
    Automaton(Unrolled),
    /// `inside` are common to two permutations, `rest` are the others of each.
    Intersection { inside: Vec<u32>, rest: [Vec<u32>; 2] },
}

impl Rule {
    pub(super) fn stage(&self) -> Stage {
        match self {
            Self::Clause(_) | Self::Group { .. } | Self::Relation { .. } => Stage::Simple,
            Self::Permutation { .. } => Stage::House,
            Self::Cage { .. } => Stage::Cage,
            Self::Sum { .. } | Self::Cliques { .. } => Stage::Sum,
            Self::LargeCage { .. } => Stage::LargeCage,
            Self::Automaton(_) => Stage::Automaton,
            Self::Intersection { .. } => Stage::Intersection,
        }
    }

    /// How much there is to look at: variables, sets or edges.
    pub(super) fn work(&self) -> u32 {
        let size = match self {
            Self::Automaton(unrolled) => unrolled.layers.iter().map(Layer::edge_count).sum(),
            Self::Cage { vars, sets } | Self::LargeCage { vars, sets } => vars.len() + sets.len(),
            other => other.scope().len(),
        };
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    /// The variables it looks at.
    pub(super) fn scope(&self) -> Vec<u32> {
        match self {
            Self::Clause(parts) | Self::Group { parts, .. } => parts.iter().map(|&(var, _)| var).collect(),
            Self::Relation { a, b, .. } => vec![*a, *b],
            Self::Permutation { vars, .. } | Self::Cage { vars, .. } | Self::LargeCage { vars, .. } => {
                vars.clone()
            }
            Self::Sum { terms, .. } => terms.iter().map(|&(_, var)| var).collect(),
            Self::Cliques { cliques, .. } => {
                cliques.iter().flat_map(|clique| clique.1.iter().copied()).collect()
            }
            Self::Automaton(unrolled) => unrolled.vars.clone(),
            Self::Intersection { inside, rest: [first, second] } => [&inside[..], first, second].concat(),
        }
    }
}

/// A diagram with the values of parallel edges as one mask.
#[derive(Clone, Debug)]
pub(super) struct Unrolled {
    pub(super) vars: Vec<u32>,
    pub(super) layers: Vec<Layer>,
    /// Whether no layer has more than 64 states.
    pub(super) is_narrow: bool,
}

/// The edges between the states before and after a variable.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Where the edges of each state before start, and where the last one's end.
    starts: Vec<u32>,
    /// State after, and values.
    edges: Vec<(u32, u64)>,
}

impl Layer {
    /// Puts edges (state before, state after, values) into order, where there are so many states before.
    pub(super) fn of(states: usize, mut edges: Vec<(u32, u32, u64)>) -> Self {
        edges.sort_unstable();
        let start = |state: usize| edges.partition_point(|edge| (edge.0 as usize) < state) as u32;
        let starts = (0..=states).map(start).collect();
        Self { starts, edges: edges.into_iter().map(|(_, to, values)| (to, values)).collect() }
    }

    /// Number of states before.
    pub(super) fn states(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    pub(super) fn edges_from(&self, state: usize) -> &[(u32, u64)] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}
