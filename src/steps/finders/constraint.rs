//! What one constraint alone rules out: the combinations of a cage, the words of an automaton.

use std::ops::ControlFlow;

use super::Sink;
use crate::steps::{Field, Marks, Position, Proof, Role};

/// A constraint that leaves no way to complete some values.
#[derive(Clone, Debug)]
struct Alone {
    name: String,
    cells: Vec<usize>,
    /// Whether it rules out everything: the position has no solution.
    is_broken: bool,
}

impl Proof for Alone {
    fn say(&self, _: &Field) -> String {
        if self.is_broken {
            return format!("{} cannot be completed at all", self.name);
        }
        format!("{} cannot be completed with these", self.name)
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        marks.cells.extend(self.cells.iter().map(|&cell| (cell, Role::Base)));
    }
}

/// Values that a constraint beyond the houses cannot be completed with.
pub(crate) fn combinations(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    for local in field.locals() {
        let (out, is_broken) = local.rule_out(position);
        if !out.is_empty() {
            let proof = Alone { name: local.name().to_string(), cells: local.cells().to_vec(), is_broken };
            to.remove(position, out, proof)?;
        }
    }
    ControlFlow::Continue(())
}
