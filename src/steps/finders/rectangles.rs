//! Rectangles of two digits: four cells where the two could change places, so that a puzzle with one solution cannot leave them
//! nothing else. And the whole board so: the bivalue universal grave.
//!
//! Looked for only where the puzzle is known to have one solution. The four cells are those of [`Field::rectangles`]: each
//! house has none of them or two neighbours, and nothing but houses is about them, so that changing the digits breaks nothing.
//! The types are numbered as in the field: [HoDoKu](https://hodoku.sourceforge.net/en/tech_ur.php).

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Sink;
use super::reasons::Reason;
use super::subsets::choose;
use crate::steps::cells::{Cells, ones};
use crate::steps::{Candidate, Field, Position, Role};

/// Four cells in a ring that all have two digits, one of them only these.
struct Rectangle<'p> {
    position: &'p Position<'p>,
    cells: [usize; 4],
    digits: [usize; 2],
    /// The places in the ring of the cells with more digits.
    roof: Vec<usize>,
}

/// What a rectangle rules out, and why.
type Found = (Vec<Candidate>, String);

/// One cell has more digits: it holds one of those.
pub(crate) fn one(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| match rectangle.roof[..] {
        [at] => vec![(rectangle.both_of(at), "only one cell has more".to_string())],
        _ => Vec::new(),
    })
}

/// Two neighbours have the same one digit more: it is in one of them.
pub(crate) fn two(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| if rectangle.is_side() { rectangle.same_digit() } else { Vec::new() })
}

/// Two neighbours have more digits: with other cells of a house they are a subset.
pub(crate) fn three(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| if rectangle.is_side() { rectangle.subsets() } else { Vec::new() })
}

/// Two neighbours have more digits, and one of the two digits has no other place in their house: the other one is out there.
pub(crate) fn four(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| {
        let [one, other] = rectangle.roof[..] else { return Vec::new() };
        let kept = |&digit: &usize| rectangle.is_side() && rectangle.is_confined(one, other, digit);
        let found = rectangle.digits.into_iter().filter(kept).map(|digit| {
            let out = [one, other].map(|at| rectangle.candidate(at, rectangle.other(digit)));
            (out.to_vec(), format!("{} is in one of the cells with more", rectangle.value(digit)))
        });
        found.collect()
    })
}

/// Two opposite cells or three have the same one digit more: it is in one of them.
pub(crate) fn five(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| {
        let fits = rectangle.roof.len() > 1 && !rectangle.is_side();
        if fits { rectangle.same_digit() } else { Vec::new() }
    })
}

/// Two opposite cells have more digits, and one of the two digits is an X-wing in the rectangle: it is not in those.
pub(crate) fn six(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| {
        let [one, other] = rectangle.roof[..] else { return Vec::new() };
        let is_wing = |&digit: &usize| {
            let linked = |a: usize, b: usize| rectangle.is_confined(a % 4, b % 4, digit);
            !rectangle.is_side() && ((linked(0, 1) && linked(2, 3)) || (linked(1, 2) && linked(3, 0)))
        };
        let found = rectangle.digits.into_iter().filter(is_wing).map(|digit| {
            let out = [one, other].map(|at| rectangle.candidate(at, digit)).to_vec();
            (out, format!("{} is in opposite cells, and not in those with more", rectangle.value(digit)))
        });
        found.collect()
    })
}

/// Opposite to a cell with the two digits alone, one digit has its only other places in the neighbours: the other digit is out.
pub(crate) fn hidden(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    each(position, to, |rectangle| {
        let mut found = Vec::new();
        for (at, digit) in (0..4).cartesian_product(rectangle.digits) {
            let sides = [(at + 1) % 4, (at + 3) % 4];
            if !rectangle.roof.contains(&((at + 2) % 4))
                && sides.iter().all(|&side| rectangle.is_confined(at, side, digit))
            {
                let other = rectangle.other(digit);
                let text = format!(
                    "{} in {} would put {} into {}, its only other places, and both digits could be exchanged",
                    rectangle.value(other),
                    position.field().cell_name(rectangle.cells[at]),
                    rectangle.value(digit),
                    position.field().cell_names(sides.map(|side| rectangle.cells[side]))
                );
                found.push((vec![rectangle.candidate(at, other)], text));
            }
        }
        found
    })
}

/// All cells have two digits but one that has three: it holds the digit that would else be left twice in each of its houses.
pub(crate) fn bug(position: &Position<'_>, to: &mut Sink) -> ControlFlow<()> {
    let field = position.field();
    let larger: Vec<usize> = position.open().filter(|&cell| position.mask(cell).count_ones() != 2).collect();
    let ([cell], true) = (&larger[..], position.is_unique) else { return ControlFlow::Continue(()) };
    if position.mask(*cell).count_ones() != 3
        || !position.open().all(|cell| field.is_free(cell) && houses_are_full(field, cell))
    {
        return ControlFlow::Continue(());
    }
    for digit in ones(position.mask(*cell)) {
        let is_right = |house: usize, other: usize| {
            let more = u32::from(other == digit && field.houses()[house].set().contains(*cell));
            position.done(house) >> other & 1 == 1 || position.places(house, other).count_ones() == 2 + more
        };
        let digits = 0..field.values().len();
        if (0..field.houses().len()).cartesian_product(digits).all(|(house, other)| is_right(house, other)) {
            let text = format!(
                "without {} every cell and every digit of a house would have two ways",
                field.name(Candidate { cell: *cell, digit }, "=")
            );
            let reason = Reason { text, cells: vec![(*cell, Role::Base)], ..Reason::default() };
            to.place(Candidate { cell: *cell, digit }, reason)?;
        }
    }
    ControlFlow::Continue(())
}

fn houses_are_full(field: &Field, cell: usize) -> bool {
    field.places_of(cell).iter().all(|&(house, _)| field.houses()[house].is_full)
}

fn each(
    position: &Position<'_>,
    to: &mut Sink,
    rule: impl Fn(&Rectangle<'_>) -> Vec<Found>,
) -> ControlFlow<()> {
    if !position.is_unique {
        return ControlFlow::Continue(());
    }
    let field = position.field();
    for &cells in field.rectangles() {
        if cells.iter().any(|&cell| position.is_placed(cell)) {
            continue;
        }
        let pairs = cells.iter().map(|&cell| position.mask(cell)).filter(|mask| mask.count_ones() == 2);
        for both in pairs.unique() {
            // Both digits could be in each cell, as far as the puzzle itself goes.
            if cells.iter().any(|&cell| field.start()[cell] & both != both || position.mask(cell) & both == 0)
            {
                continue;
            }
            let Some((one, other)) = ones(both).collect_tuple() else { continue };
            let roof: Vec<usize> = (0..4).filter(|&at| position.mask(cells[at]) & !both != 0).collect();
            let rectangle = Rectangle { position, cells, digits: [one, other], roof };
            for (out, text) in rule(&rectangle) {
                to.remove(position, out, rectangle.reason(&text))?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Rectangle<'_> {
    fn value(&self, digit: usize) -> i32 {
        self.position.field().values()[digit]
    }

    fn candidate(&self, at: usize, digit: usize) -> Candidate {
        Candidate { cell: self.cells[at], digit }
    }

    fn both_of(&self, at: usize) -> Vec<Candidate> {
        self.digits.map(|digit| self.candidate(at, digit)).to_vec()
    }

    fn other(&self, digit: usize) -> usize {
        if digit == self.digits[0] { self.digits[1] } else { self.digits[0] }
    }

    /// Whether two neighbours have more digits.
    fn is_side(&self) -> bool {
        matches!(self.roof[..], [one, other] if (other - one) % 2 == 1)
    }

    /// The digits that a cell has beside the two.
    fn more(&self, at: usize) -> u64 {
        self.position.mask(self.cells[at]) & !(1 << self.digits[0] | 1 << self.digits[1])
    }

    /// Whether a full house has only these two places for a digit.
    fn is_confined(&self, one: usize, other: usize, digit: usize) -> bool {
        let field = self.position.field();
        let both = [one, other].iter().all(|&at| self.position.has(self.candidate(at, digit)));
        both && field.places_of(self.cells[one]).iter().any(|&(house, _)| {
            field.houses()[house].is_full
                && field.houses()[house].set().contains(self.cells[other])
                && self.position.places(house, digit).count_ones() == 2
        })
    }

    fn same_digit(&self) -> Vec<Found> {
        let more = self.more(self.roof[0]);
        if !more.is_power_of_two() || self.roof.iter().any(|&at| self.more(at) != more) {
            return Vec::new();
        }
        let digit = more.trailing_zeros() as usize;
        let cells: Cells = self.roof.iter().map(|&at| self.cells[at]).collect();
        vec![(
            seeing(self.position, &cells, digit),
            format!("one of those with {} holds it", self.value(digit)),
        )]
    }

    fn subsets(&self) -> Vec<Found> {
        let (position, field) = (self.position, self.position.field());
        let more = self.roof.iter().fold(0, |all, &at| all | self.more(at));
        let roof: Vec<usize> = self.roof.iter().map(|&at| self.cells[at]).collect();
        let mut found = Vec::new();
        let houses = field.places_of(roof[0]).iter().map(|&(house, _)| &field.houses()[house]);
        for house in houses.filter(|house| house.set().contains(roof[1])) {
            let open =
                house.cells.iter().filter(|cell| !position.is_placed(**cell) && !self.cells.contains(cell));
            let masks: Vec<(usize, u64)> = open.map(|&cell| (cell, position.mask(cell))).collect();
            for size in (more.count_ones() as usize).saturating_sub(1).max(1)..masks.len() {
                let _ = choose(&masks, size, size + 1, more, &mut |cells, union| {
                    if union.count_ones() as usize != size + 1 {
                        return ControlFlow::Continue(());
                    }
                    let out: Vec<Candidate> = ones(union)
                        .flat_map(|digit| {
                            let has = |cell: &usize| position.mask(*cell) >> digit & 1 == 1;
                            let of = cells.iter().chain(roof.iter().filter(|_| more >> digit & 1 == 1));
                            seeing(position, &of.copied().filter(has).collect(), digit)
                        })
                        .filter(|out| !cells.contains(&out.cell) && !self.cells.contains(&out.cell))
                        .collect();
                    let digits = ones(union).map(|digit| self.value(digit)).join(" ");
                    let names = field.cell_names(cells.iter().copied());
                    found.push((out, format!("one of its other digits and {names} take {digits}")));
                    ControlFlow::Continue(())
                });
            }
        }
        found
    }

    fn reason(&self, text: &str) -> Reason {
        let field = self.position.field();
        let [one, other] = self.digits.map(|digit| self.value(digit));
        let names = field.cell_names(self.cells);
        let text = format!("{names} cannot be left with {one} and {other} alone, {text}");
        let all = self.cells.iter().cartesian_product(self.digits);
        let candidates = all.map(|(&cell, digit)| (Candidate { cell, digit }, Role::Base)).collect();
        let cells = self.cells.iter().map(|&cell| (cell, Role::Base)).collect();
        Reason { text, cells, candidates, bonus: 0 }
    }
}

/// The candidates of a digit that see all of these cells.
fn seeing(position: &Position<'_>, cells: &Cells, digit: usize) -> Vec<Candidate> {
    let peers = |all: Cells, cell| all.and(position.field().peers(cell));
    let out = cells.iter().fold(*position.cells(digit), peers);
    out.iter().map(|cell| Candidate { cell, digit }).collect()
}
