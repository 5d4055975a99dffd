//! The total of some costs as literals: what bounds on it are made of.

use std::collections::BTreeSet;

use super::to_cnf::write_diagram;
use crate::cnf::{Cnf, Lit, Sink};
use crate::cover::{Cover, ItemKind};
use crate::encodings::is_any;
use crate::primitives::{Choice, Diagram, DiagramError, IntVar, Reduced, StateLimit, Variables};

/// More different totals are refused.
const MOST_TOTALS: usize = 10_000;

/// More sums of the first few costs and the next one are refused: each is an edge of the diagram.
const MOST_SUMS: usize = 4_000_000;

/// The largest total.
const MOST: i64 = 1 << 62;

/// Why costs cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TotalsError {
    /// Too many totals.
    #[error("there are more than {MOST_TOTALS} different totals")]
    TooMany,
    /// A total that is too large.
    #[error("a total is larger than 2^62")]
    TooLarge,
    /// Too many sums of the first few costs and the next one.
    #[error("there are more than {MOST_SUMS} sums on the way to the totals")]
    TooManySums,
    /// The diagram that adds them up is too large.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// Literals of which exactly one holds, each with its cost.
type Priced = Vec<(i64, Lit)>;

/// The totals that costs can have, ascending, each with a literal that holds exactly when the total is at least that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals(Vec<(i64, Lit)>);

impl Totals {
    /// Writes the total of Σ aᵢ·xᵢ over the live values of some variables; the literals are those of [`to_cnf`](super::to_cnf()).
    ///
    /// # Errors
    /// Too many totals.
    pub fn of_sum(
        cnf: &mut Cnf,
        reduced: &Reduced<'_>,
        terms: &[(i64, IntVar)],
    ) -> Result<Self, TotalsError> {
        let variables = &reduced.primitives.variables;
        let priced = |&(weight, var): &(i64, _)| -> Priced {
            let choices = reduced.live.choices(variables, var);
            let cost = |choice| weight * i64::from(variables.value(choice));
            choices.map(|choice| (cost(choice), Lit::of(choice.index(), true))).collect()
        };
        Self::write(cnf, &terms.iter().map(priced).collect::<Vec<_>>())
    }

    /// Writes the costs of the options that are taken; the literals are those of [`cover_to_cnf`](super::cover_to_cnf()).
    ///
    /// # Errors
    /// Too many totals; costs of more than 2^62 together.
    pub fn of_cover(cnf: &mut Cnf, cover: &Cover) -> Result<Self, TotalsError> {
        let groups = by_item(cover).into_iter().map(|options| {
            let cost = |option: usize| i64::try_from(cover.cost(option)).unwrap_or(i64::MAX);
            let priced = options.into_iter().map(|option| (cost(option), Lit::of(option, true)));
            let mut priced = together(cnf, priced.collect());
            let lits: Vec<Lit> = priced.iter().map(|&(_, lit)| lit).collect();
            priced.push((0, !is_any(cnf, &lits)));
            priced
        });
        let groups: Vec<Priced> = groups.collect();
        Self::write(cnf, &groups)
    }

    /// Writes a diagram that adds up the costs; its last layer reads the total.
    fn write(sink: &mut Cnf, groups: &[Priced]) -> Result<Self, TotalsError> {
        let totals = totals(groups)?;
        let read: Priced = totals.iter().map(|&total| (total, sink.new_lit())).collect();
        let layers: Vec<&Priced> = groups.iter().chain([&read]).collect();
        let symbols: Vec<usize> = layers.iter().map(|layer| layer.len()).collect();
        let step = |layer: usize, sum: &i64, symbol: usize| {
            let (cost, _) = layers[layer][symbol];
            if layer < groups.len() { Some(sum + cost) } else { (cost == *sum).then_some(0) }
        };
        let diagram = Diagram::build(&symbols, 0, step, |_| true, StateLimit::default())?;
        let lits = |layer: &&Priced| layer.iter().map(|&(_, lit)| lit).collect();
        write_diagram(sink, layers.iter().map(lits).collect(), &diagram);
        Ok(Self(at_least(sink, &read)))
    }

    /// The least and the largest total, where there is any.
    pub fn ends(&self) -> Option<(i64, i64)> {
        Some((self.0.first()?.0, self.0.last()?.0))
    }

    /// The literal that holds exactly when the total is above this; nothing where it never is.
    pub fn above(&self, total: i64) -> Option<Lit> {
        self.0.get(self.0.partition_point(|&(other, _)| other <= total)).map(|&(_, lit)| lit)
    }
}

/// What each choice of some variables costs beyond the least of its variable, and what these least ones cost together: as soft
/// clauses and pseudo-Boolean objectives have it, without negative costs. The literals are those of [`to_cnf`](super::to_cnf()).
pub fn costs_of_sum(variables: &Variables, terms: &[(i64, IntVar)]) -> (Vec<(u64, Lit)>, i64) {
    let (mut costs, mut constant) = (Vec::new(), 0);
    for &(weight, var) in terms {
        let cost = |choice| weight * i64::from(variables.value(choice));
        let least = variables.choices(var).map(cost).min().unwrap_or_default();
        constant += least;
        let beyond = |choice: Choice| (cost(choice).abs_diff(least), Lit::of(choice.index(), true));
        costs.extend(variables.choices(var).map(beyond).filter(|&(cost, _)| cost > 0));
    }
    (costs, constant)
}

/// One literal for all that cost the same, of which at most one holds.
fn together(sink: &mut Cnf, mut priced: Priced) -> Priced {
    priced.sort_by_key(|&(cost, _)| cost);
    let one = |same: &[(i64, Lit)]| match same {
        [only] => *only,
        _ => (same[0].0, is_any(sink, &same.iter().map(|&(_, lit)| lit).collect::<Vec<_>>())),
    };
    priced.chunk_by(|a, b| a.0 == b.0).map(one).collect()
}

/// All sums of a cost of each group, ascending.
fn totals(groups: &[Priced]) -> Result<BTreeSet<i64>, TotalsError> {
    let (mut sums, mut work) = (BTreeSet::from([0i64]), 0);
    for group in groups {
        work += sums.len() * group.len();
        if work > MOST_SUMS {
            return Err(TotalsError::TooManySums);
        }
        let mut next = BTreeSet::new();
        for &(cost, _) in group {
            next.extend(sums.iter().map(|sum| sum.saturating_add(cost)));
            if next.len() > MOST_TOTALS {
                return Err(TotalsError::TooMany);
            }
        }
        if next.last().is_some_and(|&most| most > MOST) {
            return Err(TotalsError::TooLarge);
        }
        sums = next;
    }
    Ok(sums)
}

/// From literals for "the total is this" those for "at least this".
fn at_least(sink: &mut Cnf, totals: &Priced) -> Priced {
    let mut found: Priced = Vec::new();
    let mut above: Option<Lit> = None;
    for &(total, is) in totals.iter().rev() {
        let here = sink.new_lit();
        sink.add_clause(&[!is, here]);
        let mut reasons = vec![!here, is];
        if let Some(above) = above {
            sink.add_clause(&[!above, here]);
            reasons.push(above);
        }
        sink.add_clause(&reasons);
        above = Some(here);
        found.push((total, here));
    }
    found.reverse();
    found
}

/// The options with costs in sets of which at most one is taken: each under an item that it covers, the one with the most of
/// them; an option without such an item by itself.
fn by_item(cover: &Cover) -> Vec<Vec<usize>> {
    let once = |item: u32| matches!(cover.kind(item), ItemKind::Primary { high: 1, .. });
    let priced = |option: &usize| cover.cost(*option) > 0 && cover.is_usable(*option);
    let mut open: Vec<usize> = (0..cover.option_count()).filter(priced).collect();
    let mut count = vec![0usize; cover.item_count()];
    let items = |option: usize| {
        cover.options()[option].entries.iter().map(|entry| entry.0).filter(|&item| once(item))
    };
    open.iter().flat_map(|&option| items(option)).for_each(|item| count[item as usize] += 1);
    let mut sets = Vec::new();
    let mut order: Vec<u32> = (0..cover.item_count() as u32).collect();
    order.sort_by_key(|&item| std::cmp::Reverse(count[item as usize]));
    for item in order.into_iter().filter(|&item| once(item)) {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            open.into_iter().partition(|&option| items(option).any(|other| other == item));
        open = outside;
        if !inside.is_empty() {
            sets.push(inside);
        }
    }
    sets.extend(open.into_iter().map(|option| vec![option]));
    sets
}
