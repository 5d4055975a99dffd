//! An exact cover as a CNF or as linear constraints: a variable for each option.

use std::collections::BTreeMap;

use crate::cnf::{Cnf, Linear, Lit, Projection, PseudoBoolean, Sink};
use crate::cover::{Colour, Cover, ItemKind};
use crate::encodings::{Encodings, at_least_and_most, at_most_one, exactly_one, is_any};

/// Variables of the counters for multiplicities, above which a cover is refused.
const MOST_COUNTERS: usize = 5_000_000;

/// A cover whose multiplicities need too many variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counting the options of its items takes {counters} variables, more than {MOST_COUNTERS}")]
pub struct CoverTooLarge {
    /// The variables.
    pub counters: usize,
}

/// States a cover as clauses, by these encodings. Variable `v` says that option `v` is taken; further ones are functions of these, so that the
/// number of solutions stays the same. An option without a primary item is never taken.
///
/// # Errors
/// Items with so many options and such high multiplicities that their counters would not fit.
pub fn cover_to_cnf(cover: &Cover, encodings: Encodings) -> Result<Cnf, CoverTooLarge> {
    let how = encodings.at_most_one;
    let mut cnf = Cnf::new();
    let covering = covering(cover, &mut cnf);
    let kinds: Vec<ItemKind> = (0..cover.item_count() as u32).map(|item| cover.kind(item)).collect();
    refuse_large(&kinds, &covering)?;
    for (kind, covering) in kinds.iter().zip(&covering) {
        let lits: Vec<Lit> = covering.iter().map(|&(lit, _)| lit).collect();
        match *kind {
            ItemKind::Primary { low: 1, high: 1 } => exactly_one(&mut cnf, &lits, how),
            ItemKind::Primary { low, high } => {
                at_least_and_most(&mut cnf, &lits, low as usize, high as usize);
            }
            ItemKind::Secondary => {
                let classes = colour_classes(&mut cnf, covering);
                at_most_one(&mut cnf, &classes, how);
            }
        }
    }
    // With multiplicities a solution may be a part of another one.
    let once =
        kinds.iter().all(|kind| matches!(kind, ItemKind::Secondary | ItemKind::Primary { low: 1, high: 1 }));
    let shown = (0..cover.option_count()).collect();
    cnf.projection = if once { Projection::OneHot(shown) } else { Projection::Shown(shown) };
    Ok(cnf)
}

/// Refuses a cover whose counters would not fit.
fn refuse_large(kinds: &[ItemKind], covering: &[Vec<(Lit, Colour)>]) -> Result<(), CoverTooLarge> {
    let counters = kinds.iter().zip(covering).map(|(kind, covering)| match *kind {
        ItemKind::Primary { low: 1, high: 1 } | ItemKind::Secondary => 0,
        ItemKind::Primary { high, .. } => {
            covering.len().saturating_mul(covering.len().min(high as usize + 1))
        }
    });
    match counters.fold(0, usize::saturating_add) {
        counters if counters > MOST_COUNTERS => Err(CoverTooLarge { counters }),
        _ => Ok(()),
    }
}

/// A literal for each option, in their order, and those that cover each item with their colours. Options that are never taken
/// cover nothing.
fn covering(cover: &Cover, sink: &mut impl Sink) -> Vec<Vec<(Lit, Colour)>> {
    let options: Vec<Lit> = (0..cover.option_count()).map(|_| sink.new_lit()).collect();
    let mut covering: Vec<Vec<(Lit, Colour)>> = vec![Vec::new(); cover.item_count()];
    for (number, option) in cover.options().iter().enumerate() {
        if !cover.is_usable(number) {
            sink.add_clause(&[!options[number]]);
            continue;
        }
        for &(item, colour) in &option.entries {
            covering[item as usize].push((options[number], colour));
        }
    }
    covering
}

/// A literal for each colour that an item may get, of which at most one holds; an option without one counts as a colour of its
/// own. None where there is no choice.
fn colour_classes(sink: &mut impl Sink, covering: &[(Lit, Colour)]) -> Vec<Lit> {
    let mut classes: Vec<Lit> = Vec::new();
    let mut coloured: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
    for &(lit, colour) in covering {
        match colour {
            None => classes.push(lit),
            Some(colour) => coloured.entry(colour).or_default().push(lit),
        }
    }
    if classes.is_empty() && coloured.len() < 2 {
        return Vec::new();
    }
    for lits in coloured.into_values() {
        classes.push(if let [lit] = lits[..] { lit } else { is_any(sink, &lits) });
    }
    classes
}

/// States a cover as linear constraints: a line an item, with its multiplicities, and the costs of the options. Variables are as
/// in [`cover_to_cnf`].
pub fn cover_to_pseudo_boolean(cover: &Cover) -> PseudoBoolean {
    let mut to = PseudoBoolean::default();
    let covering = covering(cover, &mut to);
    for (item, covering) in (0..).zip(&covering) {
        match cover.kind(item) {
            ItemKind::Primary { low, high } => {
                let terms = covering.iter().map(|&(lit, _)| (1, lit)).collect();
                let (low, high) = (Some(i128::from(low)), Some(i128::from(high)));
                to.constraints.push(Linear { terms, low, high });
            }
            ItemKind::Secondary => {
                let classes = colour_classes(&mut to, covering);
                if classes.len() > 1 {
                    to.add_one(&classes, 0);
                }
            }
        }
    }
    to.costs = costs(cover);
    to
}

/// What each option costs, where any does.
pub fn costs(cover: &Cover) -> Vec<(u64, Lit)> {
    let all =
        (0..cover.option_count()).map(|option| (cover.cost(option), Lit::from_dimacs(option as i32 + 1)));
    all.filter(|&(cost, _)| cost > 0).collect()
}
