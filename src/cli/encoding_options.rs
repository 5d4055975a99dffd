//! The encodings of a CNF, as the command line names them.

use crate::encodings::{AtMostOne, Encodings, SumEncoding};

/// How clauses are made; no choice changes the number of solutions.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct EncodingOptions {
    /// Clauses for "at most one" in a CNF, also that of a SAT engine: auto, pairwise, ladder, product, bitwise or commander
    #[arg(long, value_name = "NAME", default_value_t)]
    amo: AtMostOne,

    /// Clauses for sums in a CNF, also that of a SAT engine: auto, digit-sets, diagram, totalizer or adder
    #[arg(long, value_name = "NAME", default_value_t)]
    sum: SumEncoding,
}

impl EncodingOptions {
    /// The choice.
    pub(super) fn encodings(self) -> Encodings {
        Encodings { at_most_one: self.amo, sum: self.sum }
    }

    /// The options that repeat the choice, each after a blank; nothing where it is the usual one.
    pub(super) fn repeated(self) -> String {
        let amo = Some(self.amo).filter(|&amo| amo != AtMostOne::Auto);
        let sum = Some(self.sum).filter(|&sum| sum != SumEncoding::Auto);
        let amo = amo.map_or_else(String::new, |amo| format!(" --amo {amo}"));
        sum.map_or(amo.clone(), |sum| format!("{amo} --sum {sum}"))
    }
}
