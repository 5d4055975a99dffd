//! A weighted sum as binary numbers that are added.

use std::collections::VecDeque;

use super::is_any;
use super::weighted::{Shifted, WeightedSum};
use crate::cnf::{Lit, Sink};

/// The sum lies between its bounds: the values are added as binary numbers, bit by bit, and the result is compared with the
/// bounds (Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", 2006, section 5.3; Warners 1998).
///
/// A bit of a term is one of its literals, or a new variable where it is set in several values. Three bits of one place become two by 2
/// variables and 14 clauses, two by 2 variables and 7. Each bound takes at most a clause for each bit of the result. The smallest
/// encoding of large sums: its size grows with the number of bits.
///
/// Unit propagation finds what the sum is once all values are known, and little before.
///
/// Keeps the count as published: all outputs are told both ways.
pub fn adder(sink: &mut impl Sink, sum: &WeightedSum) {
    let Some(shifted) = Shifted::of(sink, sum) else { return };
    let mut places: Vec<VecDeque<Lit>> = Vec::new();
    for term in &shifted.terms {
        for (place, lit) in bits(sink, term) {
            push(&mut places, place, lit);
        }
    }
    let mut result: Vec<Option<Lit>> = Vec::new();
    while result.len() < places.len() {
        let place = result.len();
        while places[place].len() > 1 {
            let (sum, carry) = add(sink, &mut places[place]);
            places[place].push_back(sum);
            push(&mut places, place + 1, carry);
        }
        result.push(places[place].pop_front());
    }
    if shifted.high < shifted.most {
        at_most(sink, &result, shifted.high);
    }
    at_least(sink, &result, shifted.low);
}

fn push(places: &mut Vec<VecDeque<Lit>>, place: usize, lit: Lit) {
    if places.len() <= place {
        places.resize(place + 1, VecDeque::new());
    }
    places[place].push_back(lit);
}

/// The bits of a term that some value has, with their places.
fn bits(sink: &mut impl Sink, term: &[(i128, Lit)]) -> Vec<(usize, Lit)> {
    let most = term.last().map_or(0, |&(value, _)| value);
    let mut bits = Vec::new();
    for place in (0..).take_while(|place| most >> place > 0) {
        let with: Vec<Lit> =
            term.iter().filter(|&&(value, _)| value >> place & 1 == 1).map(|&(_, lit)| lit).collect();
        match with[..] {
            [] => {}
            [only] => bits.push((place, only)),
            _ => bits.push((place, is_any(sink, &with))),
        }
    }
    bits
}

/// Adds three bits, or the last two; gives the bit of this place and that of the next.
fn add(sink: &mut impl Sink, bits: &mut VecDeque<Lit>) -> (Lit, Lit) {
    let taken: Vec<Lit> = bits.drain(..bits.len().min(3)).collect();
    let (sum, carry) = (sink.new_lit(), sink.new_lit());
    parity(sink, &taken, sum);
    if let [a, b, c] = taken[..] {
        for (a, b) in [(a, b), (a, c), (b, c)] {
            sink.add_clause(&[!a, !b, carry]);
            sink.add_clause(&[a, b, !carry]);
        }
    } else {
        let negated = taken.iter().map(|&bit| !bit);
        sink.add_clause(&negated.chain([carry]).collect::<Vec<Lit>>());
        for &bit in &taken {
            sink.add_clause(&[bit, !carry]);
        }
    }
    (sum, carry)
}

/// `sum` holds exactly when an odd number of bits does: a clause for each of their assignments.
fn parity(sink: &mut impl Sink, bits: &[Lit], sum: Lit) {
    for assignment in 0..1u32 << bits.len() {
        let differs =
            bits.iter().enumerate().map(|(at, &bit)| if assignment >> at & 1 == 1 { !bit } else { bit });
        let is_odd = assignment.count_ones() % 2 == 1;
        let clause: Vec<Lit> = differs.chain([if is_odd { sum } else { !sum }]).collect();
        sink.add_clause(&clause);
    }
}

/// The number of these bits is at most `high`: a bit that `high` lacks needs one above it that `high` has and the number lacks.
fn at_most(sink: &mut impl Sink, number: &[Option<Lit>], high: i128) {
    for (place, &bit) in number.iter().enumerate() {
        let Some(bit) = bit.filter(|_| high >> place & 1 == 0) else { continue };
        let above = (place + 1..number.len()).filter(|above| high >> above & 1 == 1);
        let lacking: Option<Vec<Lit>> = above.map(|above| number[above].map(|lit| !lit)).collect();
        if let Some(lacking) = lacking {
            sink.add_clause(&[&[!bit][..], &lacking].concat());
        }
    }
}

/// The number of these bits is at least `low`: a bit of `low` that it lacks needs one above it that it has and `low` lacks.
fn at_least(sink: &mut impl Sink, number: &[Option<Lit>], low: i128) {
    for (place, &bit) in number.iter().enumerate().filter(|(place, _)| low >> place & 1 == 1) {
        let above = (place + 1..number.len()).filter(|above| low >> above & 1 == 0);
        let clause: Vec<Lit> = bit.into_iter().chain(above.filter_map(|above| number[above])).collect();
        sink.add_clause(&clause);
    }
}
