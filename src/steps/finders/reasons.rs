//! A reason in words, with what to highlight: for finders whose steps have a shape of their own.

use crate::steps::{Candidate, Field, Marks, Proof, Role};

/// A sentence and its marks.
#[derive(Clone, Debug, Default)]
pub(super) struct Reason {
    /// The sentence without its end.
    pub(super) text: String,
    /// Cells to highlight.
    pub(super) cells: Vec<(usize, Role)>,
    /// Candidates to highlight.
    pub(super) candidates: Vec<(Candidate, Role)>,
    /// Tenths added to the usual rating.
    pub(super) bonus: u32,
}

impl Proof for Reason {
    fn rating(&self, _: &Field, usual: u32) -> u32 {
        usual + self.bonus
    }

    fn say(&self, _: &Field) -> String {
        self.text.clone()
    }

    fn mark(&self, _: &Field, marks: &mut Marks) {
        marks.cells.extend(&self.cells);
        marks.candidates.extend(&self.candidates);
    }
}
