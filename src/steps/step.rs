//! A step: what it places or removes, by which technique, and why.

use std::fmt;

use itertools::Itertools;

use super::{Field, Technique};

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell, 0-based, row by row.
    pub cell: usize,
    /// The 0-based number of the digit among those of the field.
    pub digit: usize,
}

/// A set of candidates that stands for one fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// What one cell holds.
    Cell(usize),
    /// Where a house has a digit.
    Place {
        /// The number of the house in the field.
        house: usize,
        /// The number of the digit.
        digit: usize,
    },
}

/// What a candidate or a cell is in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Of the base: one of them holds.
    Base,
    /// Of the cover, or of a second set.
    Cover,
    /// Spare.
    Fin,
    /// Holds in one way to read the step.
    On,
    /// Does not hold in that way.
    Off,
    /// Placed by the step.
    Placed,
    /// Removed by the step.
    Removed,
}

/// A line between two candidates of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub from: Candidate,
    /// Where it ends.
    pub to: Candidate,
    /// Whether one of the two must hold; else at most one does.
    pub is_strong: bool,
}

/// What to highlight on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Cells.
    pub cells: Vec<(usize, Role)>,
    /// Candidates.
    pub candidates: Vec<(Candidate, Role)>,
    /// Houses, by their cells.
    pub houses: Vec<Vec<usize>>,
    /// Lines from candidate to candidate.
    pub links: Vec<Link>,
}

/// Why a step is right. Each finder has its own.
pub trait Proof: fmt::Debug + Send + Sync {
    /// The groups that must each have a candidate, where the step is one of groups.
    fn base(&self) -> &[Group] {
        &[]
    }

    /// The groups that may each have only one of them.
    fn cover(&self) -> &[Group] {
        &[]
    }

    /// How hard the step is, in tenths of Sudoku Explainer's scale, where the table says `usual` for its technique.
    fn rating(&self, _field: &Field, usual: u32) -> u32 {
        usual
    }

    /// The reason in a sentence without its end: what follows is added.
    fn say(&self, field: &Field) -> String;

    /// What to highlight beside what is placed and removed.
    fn mark(&self, field: &Field, marks: &mut Marks);
}

/// A step.
#[derive(Debug)]
pub struct Step {
    /// How a person would call it.
    pub technique: Technique,
    /// Digits that are placed.
    pub placed: Vec<Candidate>,
    /// Candidates that are removed, in ascending order.
    pub removed: Vec<Candidate>,
    /// Why.
    pub proof: Box<dyn Proof>,
}

impl Step {
    /// The step in a sentence: `naked pair: r1c1 r1c2 have only 3 and 7; so r1c5 r1c9≠3 7`.
    pub fn say(&self, field: &Field) -> String {
        format!("{}: {}; so {}", self.technique, self.proof.say(field), self.conclusion(field))
    }

    /// How hard it is, in tenths of Sudoku Explainer's scale.
    pub fn rating(&self, field: &Field) -> u32 {
        self.proof.rating(field, self.technique.entry().rating)
    }

    /// What follows: `r1c1=5`, or `r1c5 r1c9≠3, r2c2≠1 4`.
    pub fn conclusion(&self, field: &Field) -> String {
        let placed = self.placed.iter().map(|&candidate| field.name(candidate, "="));
        // Cells that lose the same digits are told together.
        let mut told: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (cell, candidates) in &self.removed.iter().chunk_by(|candidate| candidate.cell) {
            let digits: Vec<usize> = candidates.map(|candidate| candidate.digit).collect();
            match told.iter_mut().find(|(_, other)| *other == digits) {
                Some((cells, _)) => cells.push(cell),
                None => told.push((vec![cell], digits)),
            }
        }
        let removed = told.into_iter().map(|(cells, digits)| {
            let digits = digits.into_iter().map(|digit| field.values()[digit]).join(" ");
            format!("{}≠{digits}", field.cell_names(cells))
        });
        placed.chain(removed).join(", ")
    }

    /// What to highlight.
    pub fn marks(&self, field: &Field) -> Marks {
        let mut marks = Marks::default();
        self.proof.mark(field, &mut marks);
        marks
            .candidates
            .retain(|(candidate, _)| !self.placed.contains(candidate) && !self.removed.contains(candidate));
        marks.candidates.extend(self.placed.iter().map(|&candidate| (candidate, Role::Placed)));
        marks.candidates.extend(self.removed.iter().map(|&candidate| (candidate, Role::Removed)));
        marks
    }
}
