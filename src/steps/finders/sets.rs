//! The theorem: n groups that must each have a candidate, all of them in n groups that may each have one.

use itertools::Itertools;

use crate::steps::{Candidate, Field, Group, Marks, Position, Proof, Role};

/// A base in its cover, but for the fins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sets {
    base: Vec<Group>,
    cover: Vec<Group>,
    inside: Vec<Candidate>,
    fins: Vec<Candidate>,
}

impl Sets {
    /// Reads base and cover, of equal size, and tells what is out: the candidates of the cover that are not of the base,
    /// and see every fin. No candidate may be in two groups of the base.
    pub(super) fn of(position: &Position<'_>, base: Vec<Group>, cover: Vec<Group>) -> (Self, Vec<Candidate>) {
        let in_base: Vec<Candidate> = base.iter().flat_map(|&group| position.candidates(group)).collect();
        let in_cover: Vec<Candidate> = cover.iter().flat_map(|&group| position.candidates(group)).collect();
        let (inside, fins): (Vec<_>, Vec<_>) =
            in_base.iter().partition(|&candidate| in_cover.contains(candidate));
        let field = position.field();
        let is_out = |candidate: &Candidate| {
            let twice = || in_cover.iter().filter(|&other| other == candidate).nth(1).is_some();
            (!in_base.contains(candidate) || twice()) && fins.iter().all(|&fin| field.sees(fin, *candidate))
        };
        let out = in_cover.iter().copied().filter(is_out).collect();
        (Self { base, cover, inside, fins }, out)
    }
}

impl Proof for Sets {
    fn base(&self) -> &[Group] {
        &self.base
    }

    fn cover(&self) -> &[Group] {
        &self.cover
    }

    fn say(&self, field: &Field) -> String {
        let fins = match &self.fins[..] {
            [] => String::new(),
            fins => {
                let cells: Vec<usize> = fins.iter().map(|fin| fin.cell).unique().collect();
                let fins = if cells.len() == 1 { "fin" } else { "fins" };
                format!(", or at the {fins} {}", field.cell_names(cells))
            }
        };
        let (base, cover) = (Side::of(&self.base), Side::of(&self.cover));
        let all = |side: &Side| side.digits.iter().map(|&digit| field.values()[digit]).join(" ");
        let houses =
            |side: &Side| side.houses.iter().map(|&house| field.houses()[house].name.as_str()).join(", ");
        let verb = |count: usize| if count == 1 { "has" } else { "have" };
        if !base.cells.is_empty() && base.houses.is_empty() {
            let cells = field.cell_names(base.cells.iter().copied());
            return format!(
                "{cells} in {} {} only {}{fins}",
                houses(&cover),
                verb(base.cells.len()),
                all(&cover)
            );
        }
        if !cover.cells.is_empty() && cover.houses.is_empty() {
            let cells = field.cell_names(cover.cells.iter().copied());
            return format!("{} of {} can only be in {cells}{fins}", all(&base), houses(&base));
        }
        format!("{} of {} can only be in {}{fins}", all(&base), houses(&base), houses(&cover))
    }

    fn mark(&self, field: &Field, marks: &mut Marks) {
        for group in &self.base {
            match *group {
                Group::Cell(cell) => marks.cells.push((cell, Role::Base)),
                Group::Place { house, .. } => marks.houses.push(field.houses()[house].cells.clone()),
            }
        }
        marks.candidates.extend(self.inside.iter().map(|&candidate| (candidate, Role::Base)));
        marks.candidates.extend(self.fins.iter().map(|&candidate| (candidate, Role::Fin)));
    }
}

/// What the groups of one side are.
struct Side {
    cells: Vec<usize>,
    houses: Vec<usize>,
    digits: Vec<usize>,
}

impl Side {
    fn of(groups: &[Group]) -> Self {
        let mut side = Self { cells: Vec::new(), houses: Vec::new(), digits: Vec::new() };
        for group in groups {
            match *group {
                Group::Cell(cell) => side.cells.push(cell),
                Group::Place { house, digit } => {
                    side.houses.push(house);
                    side.digits.push(digit);
                }
            }
        }
        for list in [&mut side.cells, &mut side.houses, &mut side.digits] {
            list.sort_unstable();
            list.dedup();
        }
        side
    }
}
