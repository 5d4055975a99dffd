//! `exactly export wcnf` and `opb`: clauses with weights, and linear constraints.

use std::io::{self, Write};

use super::report::Failure;
use crate::cnf::{Cnf, Comment, Lit, PseudoBoolean, WcnfForm, write_opb, write_wcnf};
use crate::cover::Cover;
use crate::encodings::Encodings;
use crate::lower::{costs, costs_of_sum, cover_to_cnf, cover_to_pseudo_boolean, to_cnf, to_pseudo_boolean};
use crate::model::{Goal, Model};
use crate::primitives::Reduced;

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weighted {
    Wcnf(WcnfForm),
    Opb,
}

/// What is written, lowered.
pub(super) enum Lowered {
    Wcnf(WcnfForm, Cnf, Vec<(u64, Vec<Lit>)>),
    Opb(PseudoBoolean),
}

/// A model: all of its clauses are hard, and its objective is what the choices cost.
pub(super) fn of_model(
    what: Weighted,
    file: &str,
    reduced: &Reduced<'_>,
    encodings: Encodings,
    costs: &[(u64, Lit)],
) -> Result<Lowered, Failure> {
    match what {
        Weighted::Opb => {
            let mut problem = to_pseudo_boolean(reduced);
            problem.costs = costs.to_vec();
            Ok(Lowered::Opb(problem))
        }
        Weighted::Wcnf(form) => {
            let lowered =
                to_cnf(reduced, encodings).map_err(|error| Failure::plain(file, error.to_string()))?;
            Ok(Lowered::Wcnf(form, lowered.cnf, soft(costs)))
        }
    }
}

/// What costs something had better not hold.
fn soft(costs: &[(u64, Lit)]) -> Vec<(u64, Vec<Lit>)> {
    costs.iter().map(|&(cost, lit)| (cost, vec![!lit])).collect()
}

/// What the choices of a model cost, and what that says of its objective.
pub(super) fn costs_of_model(model: &Model) -> (Vec<(u64, Lit)>, Option<Comment>) {
    let Some(objective) = model.objective() else { return (Vec::new(), None) };
    let (costs, constant) = costs_of_sum(&model.primitives().variables, &objective.costs());
    let (goal, constant) = (objective.goal(), objective.value_at(constant));
    let sign = match goal {
        Goal::Smallest => '+',
        Goal::Largest => '-',
    };
    (costs, Some(Comment::Text(format!("the {goal} sum is {constant} {sign} the cost"))))
}

/// A cover: an option that costs something had better not be taken.
pub(super) fn of_cover(
    what: Weighted,
    file: &str,
    cover: &Cover,
    encodings: Encodings,
) -> Result<Lowered, Failure> {
    match what {
        Weighted::Opb => Ok(Lowered::Opb(cover_to_pseudo_boolean(cover))),
        Weighted::Wcnf(form) => {
            let cnf =
                cover_to_cnf(cover, encodings).map_err(|error| Failure::plain(file, error.to_string()))?;
            Ok(Lowered::Wcnf(form, cnf, soft(&costs(cover))))
        }
    }
}

/// Writes it.
pub(super) fn write(lowered: &Lowered, comments: &[Comment], out: impl Write) -> io::Result<()> {
    match lowered {
        Lowered::Wcnf(form, cnf, soft) => write_wcnf(cnf, soft, comments, *form, out),
        Lowered::Opb(problem) => write_opb(problem, comments, out),
    }
}
