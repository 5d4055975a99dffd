//! What one constraint alone rules out: the combinations of a cage, the words of an automaton.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use crate::steps::cells::ones;
use crate::steps::local::Local;
use crate::steps::{Candidate, Field, Marks, Position, Proof, Role};

/// Cells that are told as the reason: more are no help.
const MOST_CELLS: usize = 5;

/// A constraint that leaves no way to complete some values.
#[derive(Clone, Debug)]
struct Alone {
    source: Source,
    /// The digits left for its cells.
    masks: Vec<u64>,
    out: Vec<Candidate>,
    left: Left,
}

/// Where a constraint stands in the field, by its number.
#[derive(Clone, Copy, Debug)]
enum Source {
    Beyond(usize),
    Innies(usize),
}

impl Source {
    fn of(self, field: &Field) -> &Local {
        match self {
            Self::Beyond(number) => &field.locals()[number],
            Self::Innies(number) => &field.innies()[number],
        }
    }
}

/// What a constraint leaves.
#[derive(Clone, Debug)]
enum Left {
    /// Nothing: the position has no solution.
    Nothing,
    /// These sets of digits.
    Sets(String),
    /// Something.
    Other,
}

impl Alone {
    /// The cells that are the reason, with their digits, where they are few.
    fn because(&self, field: &Field) -> Option<Vec<(usize, u64)>> {
        let local = self.source.of(field);
        let places = local.because(field, &self.masks, &self.out);
        let cells = places.iter().map(|&at| (local.cells()[at], self.masks[at]));
        (places.len() <= MOST_CELLS).then(|| cells.collect())
    }
}

impl Proof for Alone {
    fn say(&self, field: &Field) -> String {
        let name = self.source.of(field).name();
        match &self.left {
            Left::Nothing => format!("{name} cannot be completed at all"),
            Left::Sets(sets) => format!("{name} can only hold {sets}"),
            Left::Other => match self.because(field) {
                None => format!("{name} cannot be completed with these"),
                Some(cells) if cells.is_empty() => format!("{name} can never hold these"),
                Some(cells) => {
                    let cells = cells.iter().map(|&(cell, mask)| digits_of(field, cell, mask)).join(", ");
                    format!("{name} cannot be completed with these beside {cells}")
                }
            },
        }
    }

    fn mark(&self, field: &Field, marks: &mut Marks) {
        let local = self.source.of(field);
        let few = matches!(self.left, Left::Other).then(|| self.because(field)).flatten();
        let few = few.filter(|cells| !cells.is_empty());
        let cells =
            few.map_or_else(|| local.cells().to_vec(), |cells| cells.iter().map(|&(cell, _)| cell).collect());
        marks.cells.extend(cells.into_iter().map(|cell| (cell, Role::Base)));
    }
}

/// `r1c1=3`, or `r1c1 (2 3)` where it has not its digit yet.
fn digits_of(field: &Field, cell: usize, mask: u64) -> String {
    let digits = ones(mask).map(|digit| field.values()[digit]).join(" ");
    let name = field.cell_name(cell);
    if mask.is_power_of_two() { format!("{name}={digits}") } else { format!("{name} ({digits})") }
}

/// Values that a constraint beyond the houses cannot be completed with.
pub(crate) fn combinations(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    by(position, position.field().locals(), Source::Beyond, to)
}

/// Values that the sum of innies or outies rules out.
pub(crate) fn innies(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    by(position, position.field().innies(), Source::Innies, to)
}

fn by(
    position: &Position<'_>,
    locals: &[Local],
    source: fn(usize) -> Source,
    to: &mut Sink,
) -> ControlFlow<()> {
    for (number, local) in locals.iter().enumerate() {
        let (out, is_broken) = local.rule_out(position);
        if out.is_empty() {
            continue;
        }
        let left = match local.sets(position) {
            _ if is_broken => Left::Nothing,
            Some(sets) => Left::Sets(sets),
            None => Left::Other,
        };
        let (source, masks) = (source(number), local.masks(position));
        let proof = Alone { source, masks, out: out.clone(), left };
        to.remove(position, out, proof)?;
    }
    ControlFlow::Continue(())
}
