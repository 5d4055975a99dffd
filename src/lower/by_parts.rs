//! Primitives as clauses that can be switched off, part by part.

use super::to_cnf::Writer;
use super::{CnfLowering, LowerError, Usage};
use crate::cnf::{Cnf, Lit, Projection, Sink};
use crate::encodings::Encodings;
use crate::primitives::{Choice, Extent, Live, Primitives};

/// A CNF in which parts of the primitives hold where their literals do.
#[derive(Clone, Debug)]
pub struct PartsLowering {
    /// The clauses and what their variables stand for.
    pub lowered: CnfLowering,
    /// For each part a literal of its own: where it holds, so does the part.
    pub selectors: Vec<Lit>,
}

/// States primitives as clauses. What was stated up to the first place always holds; the parts lie between one place and the next.
/// Nothing is derived from any of them, and a variable that a part defines is free where the part is off.
///
/// # Errors
/// A sum with too many partial sums.
pub fn to_cnf_by_parts(
    primitives: &Primitives,
    places: &[Extent],
    encodings: Encodings,
) -> Result<PartsLowering, LowerError> {
    let variables = &primitives.variables;
    let live = Live::all(variables);
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..variables.choice_count()).map(|_| cnf.new_lit()).collect();
    let first = places.first().copied().unwrap_or_else(|| primitives.extent());
    let usage = Usage::default();
    let mut writer = Writer { variables, live: &live, encodings, sink: &mut cnf, lits: lits.clone(), usage };
    writer.variables();
    write(&mut writer, &primitives.between(Extent::default(), first))?;
    let mut usage = writer.usage;
    let mut selectors = Vec::new();
    for ends in places.windows(2) {
        let selector = cnf.new_lit();
        selectors.push(selector);
        let sink = Guarded { cnf: &mut cnf, selector };
        let mut writer = Writer { variables, live: &live, encodings, sink, lits: lits.clone(), usage };
        write(&mut writer, &primitives.between(ends[0], ends[1]))?;
        usage = writer.usage;
    }
    let stated = variables.iter().filter(|&var| !variables.is_auxiliary(var));
    let shown = stated.flat_map(|var| variables.choices(var).map(Choice::index)).collect();
    cnf.projection = Projection::OneHot(shown);
    Ok(PartsLowering {
        lowered: CnfLowering { cnf, usage, choice_count: variables.choice_count() },
        selectors,
    })
}

fn write<S: Sink>(writer: &mut Writer<'_, S>, primitives: &Primitives) -> Result<(), LowerError> {
    writer.groups(primitives);
    writer.clauses(primitives);
    primitives.sums.iter().try_for_each(|sum| writer.sum(sum))?;
    primitives.automata.iter().for_each(|automaton| writer.automaton(automaton));
    Ok(())
}

/// Clauses that hold where a literal does.
struct Guarded<'c> {
    cnf: &'c mut Cnf,
    selector: Lit,
}

impl Sink for Guarded<'_> {
    fn new_lit(&mut self) -> Lit {
        self.cnf.new_lit()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let guarded: Vec<Lit> = clause.iter().copied().chain([!self.selector]).collect();
        self.cnf.add_clause(&guarded);
    }
}
