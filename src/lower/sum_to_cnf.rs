//! Sums as clauses, by the encoding that is asked for or the one that suits the sum.

use super::choices::{SumForm, digit_diagram, digit_values, is_trivial, sum_form};
use super::to_cnf::{Writer, write_diagram};
use super::{LowerError, Unstated};
use crate::cnf::{Lit, Sink, Size};
use crate::encodings::{SumEncoding, WeightedSum, adder, digit_occurs, digit_sets, totalizer};
use crate::primitives::{Automaton, Diagram, DigitSets, IntVar, StateLimit, Sum};

/// Up to so many digit sets are listed where they are asked for.
const MOST_SETS_ASKED: usize = 5_000;

/// Of the encodings of partial sums `auto` takes the first of diagram, totalizer and adder that has at most so many literals, or
/// at most so many times those of the adder: the first propagates best, the last is the smallest.
const LITERALS: usize = 100_000;
const TIMES: usize = 10;

/// The names that sums are booked under.
const SETS: &str = "sums: digit sets";
const DIGITS: &str = "sums: diagram over digits";
const PARTIAL: &str = "sums: diagram of partial sums";
const TOTALIZER: &str = "sums: totalizer";
const ADDER: &str = "sums: adder";

impl<S: Sink> Writer<'_, S> {
    /// States a sum, unless it always holds.
    pub(super) fn sum(&mut self, sum: &Sum) -> Result<(), LowerError> {
        if is_trivial(self.variables, self.live, sum) {
            return Ok(());
        }
        let written = match self.encodings.sum {
            SumEncoding::Auto => self.suiting(sum),
            SumEncoding::DigitSets => self.sets_or_diagram(sum),
            SumEncoding::Diagram => self.by_diagram(sum),
            SumEncoding::Totalizer => self.by_totalizer(sum),
            SumEncoding::Adder => {
                self.by_adder(sum);
                Ok(())
            }
        };
        written.map_err(|source| LowerError { terms: sum.terms.len(), source })
    }

    /// Digit sets while there are few, a diagram over digits where the cells differ, else what suits the partial sums.
    fn suiting(&mut self, sum: &Sum) -> Result<(), Unstated> {
        match sum_form(self.variables, self.live, sum) {
            SumForm::Sets(sets) => self.sets(sum, &sets),
            SumForm::Digits(values, diagram) => self.digit_diagram(sum, &values, &diagram),
            SumForm::Partial => return self.partial(sum),
        }
        Ok(())
    }

    /// A diagram of partial sums while it is not too large, else a totalizer, else an adder.
    fn partial(&mut self, sum: &Sum) -> Result<(), Unstated> {
        let automaton = self.partial_sums(sum).ok();
        let size_of = |automaton: &Automaton| {
            measured(|size| write_diagram(size, self.symbols(automaton), &automaton.diagram))
        };
        let diagram = automaton.as_ref().map_or(usize::MAX, size_of);
        let by_values = self.of_values(sum);
        let most = LITERALS.max(TIMES * measured(|size| adder(size, &by_values)));
        if let Some(automaton) = automaton.filter(|_| diagram <= most) {
            self.diagram(PARTIAL, self.symbols(&automaton), &automaton.diagram);
            return Ok(());
        }
        let mut size = Size::default();
        if totalizer(&mut size, &by_values).is_ok() && size.literals <= most {
            return self.by_totalizer(sum);
        }
        self.by_adder(sum);
        Ok(())
    }

    /// Digit sets where the cells differ and the sets are not too many, else the diagram.
    fn sets_or_diagram(&mut self, sum: &Sum) -> Result<(), Unstated> {
        match DigitSets::of(self.variables, self.live, sum, MOST_SETS_ASKED) {
            Some(sets) => {
                self.sets(sum, &sets);
                Ok(())
            }
            None => self.by_diagram(sum),
        }
    }

    fn by_diagram(&mut self, sum: &Sum) -> Result<(), Unstated> {
        if let Some((values, diagram)) = digit_diagram(self.variables, self.live, sum) {
            self.digit_diagram(sum, &values, &diagram);
            return Ok(());
        }
        let automaton = self.partial_sums(sum)?;
        self.diagram(PARTIAL, self.symbols(&automaton), &automaton.diagram);
        Ok(())
    }

    fn partial_sums(&self, sum: &Sum) -> Result<Automaton, Unstated> {
        Ok(Automaton::from_sum(self.variables, self.live, sum, StateLimit::default())?)
    }

    fn sets(&mut self, sum: &Sum, sets: &DigitSets) {
        let places = self.places(sum, &sets.values);
        let how = self.encodings.at_most_one;
        self.usage.book(SETS, &mut self.sink, |sink| {
            let digits = occurring(sink, &places);
            digit_sets(sink, &digits, &sets.sets, how);
        });
    }

    fn digit_diagram(&mut self, sum: &Sum, values: &[i32], diagram: &Diagram) {
        let places = self.places(sum, values);
        self.usage.book(DIGITS, &mut self.sink, |sink| {
            let digits = occurring(sink, &places);
            write_diagram(sink, digits.into_iter().map(|digit| vec![!digit, digit]).collect(), diagram);
        });
    }

    fn by_totalizer(&mut self, sum: &Sum) -> Result<(), Unstated> {
        let read = self.read(sum);
        let written = self.usage.book(TOTALIZER, &mut self.sink, |sink| {
            read.sums(sink).iter().try_for_each(|sum| totalizer(sink, sum))
        });
        Ok(written?)
    }

    fn by_adder(&mut self, sum: &Sum) {
        let read = self.read(sum);
        self.usage.book(ADDER, &mut self.sink, |sink| {
            read.sums(sink).iter().for_each(|sum| adder(sink, sum));
        });
    }

    /// What totalizer and adder read: the digits that occur where the cells differ, else the values of the cells.
    fn read(&self, sum: &Sum) -> Reading {
        let Some((coefficient, values)) = digit_values(self.variables, self.live, sum) else {
            return Reading::Values(self.of_values(sum));
        };
        Reading::Digits {
            places: self.places(sum, &values),
            weights: values.iter().map(|&value| i128::from(coefficient) * i128::from(value)).collect(),
            cell_count: sum.terms.len(),
            bounds: (i128::from(sum.low), i128::from(sum.high)),
        }
    }

    /// The sum over the live values of its variables; one that occurs in several terms counts once, with all of them.
    fn of_values(&self, sum: &Sum) -> WeightedSum {
        let mut coefficients: Vec<(IntVar, i128)> = Vec::new();
        for &(coefficient, var) in &sum.terms {
            match coefficients.iter_mut().find(|(known, _)| *known == var) {
                Some((_, all)) => *all += i128::from(coefficient),
                None => coefficients.push((var, i128::from(coefficient))),
            }
        }
        let term = |&(var, coefficient): &(IntVar, i128)| {
            let value = |choice| coefficient * i128::from(self.variables.value(choice));
            let live = self.live.choices(self.variables, var);
            live.map(|choice| (value(choice), self.lit(choice))).collect()
        };
        let terms = coefficients.iter().filter(|&&(_, coefficient)| coefficient != 0).map(term).collect();
        WeightedSum { terms, low: i128::from(sum.low), high: i128::from(sum.high) }
    }

    /// For each value the live literals of the variables of the sum that take it.
    fn places(&self, sum: &Sum, values: &[i32]) -> Vec<Vec<Lit>> {
        let of_value = |&value: &i32| {
            let choices = sum.terms.iter().filter_map(|&(_, var)| self.variables.choice(var, value));
            self.live_lits(choices)
        };
        values.iter().map(of_value).collect()
    }
}

/// The inputs of a weighted sum.
enum Reading {
    /// The values of each cell.
    Values(WeightedSum),
    /// Whether each digit occurs among cells that differ: so many do.
    Digits { places: Vec<Vec<Lit>>, weights: Vec<i128>, cell_count: usize, bounds: (i128, i128) },
}

impl Reading {
    /// The sums to be written. Over digits the number of those that occur is one, too: it follows from the cells, but not by
    /// unit propagation.
    fn sums(&self, sink: &mut impl Sink) -> Vec<WeightedSum> {
        match self {
            Self::Values(sum) => vec![sum.clone()],
            Self::Digits { places, weights, cell_count, bounds } => {
                let digits = occurring(sink, places);
                let of = |weights: &mut dyn Iterator<Item = i128>, (low, high)| WeightedSum {
                    terms: weights.zip(&digits).map(|(by, &digit)| WeightedSum::literal(by, digit)).collect(),
                    low,
                    high,
                };
                let count = *cell_count as i128;
                vec![of(&mut weights.iter().copied(), *bounds), of(&mut std::iter::repeat(1), (count, count))]
            }
        }
    }
}

/// A literal for each digit that says whether it occurs at one of its places.
fn occurring(sink: &mut impl Sink, places: &[Vec<Lit>]) -> Vec<Lit> {
    places.iter().map(|places| digit_occurs(sink, places)).collect()
}

/// The number of literals of what is written.
fn measured(write: impl FnOnce(&mut Size)) -> usize {
    let mut size = Size::default();
    write(&mut size);
    size.literals
}
