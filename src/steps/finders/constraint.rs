//! What one constraint alone rules out: the combinations of a cage, the words of an automaton.

use std::ops::ControlFlow;

use super::Sink;
use crate::steps::local::Local;
use crate::steps::{Field, Marks, Position, Proof, Role};

/// A constraint that leaves no way to complete some values.
#[derive(Clone, Debug)]
struct Alone {
    name: String,
    cells: Vec<usize>,
    left: Left,
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

impl Proof for Alone {
    fn say(&self, _: &Field) -> String {
        match &self.left {
            Left::Nothing => format!("{} cannot be completed at all", self.name),
            Left::Sets(sets) => format!("{} can only hold {sets}", self.name),
            Left::Other => format!("{} cannot be completed with these", self.name),
        }
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        marks.cells.extend(self.cells.iter().map(|&cell| (cell, Role::Base)));
    }
}

/// Values that a constraint beyond the houses cannot be completed with.
pub(crate) fn combinations(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    by(position, position.field().locals(), to)
}

/// Values that the sum of innies or outies rules out.
pub(crate) fn innies(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    by(position, position.field().innies(), to)
}

fn by(position: &Position<'_>, locals: &[Local], to: &mut Sink) -> ControlFlow<()> {
    for local in locals {
        let (out, is_broken) = local.rule_out(position);
        if out.is_empty() {
            continue;
        }
        let left = match local.sets(position) {
            _ if is_broken => Left::Nothing,
            Some(sets) => Left::Sets(sets),
            None => Left::Other,
        };
        let proof = Alone { name: local.name().to_string(), cells: local.cells().to_vec(), left };
        to.remove(position, out, proof)?;
    }
    ControlFlow::Continue(())
}
