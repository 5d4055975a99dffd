//! `exactly export wcnf` and `opb`: clauses with weights, and linear constraints.

use std::io::{self, Write};

use super::report::Failure;
use crate::cnf::{Cnf, Comment, Lit, PseudoBoolean, WcnfForm, write_opb, write_wcnf};
use crate::cover::Cover;
use crate::encodings::Encodings;
use crate::lower::{costs, cover_to_cnf, cover_to_pseudo_boolean, to_cnf, to_pseudo_boolean};
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

/// A model: all of its clauses are hard.
pub(super) fn of_model(
    what: Weighted,
    file: &str,
    reduced: &Reduced<'_>,
    encodings: Encodings,
) -> Result<Lowered, Failure> {
    match what {
        Weighted::Opb => Ok(Lowered::Opb(to_pseudo_boolean(reduced))),
        Weighted::Wcnf(form) => {
            let lowered =
                to_cnf(reduced, encodings).map_err(|error| Failure::plain(file, error.to_string()))?;
            Ok(Lowered::Wcnf(form, lowered.cnf, Vec::new()))
        }
    }
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
            let soft = costs(cover).into_iter().map(|(cost, option)| (cost, vec![!option]));
            Ok(Lowered::Wcnf(form, cnf, soft.collect()))
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
