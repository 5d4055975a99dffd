//! What can be said against a puzzle at once, without a search.

use super::{Cage, Fault, Puzzle, PuzzleError};

impl Puzzle {
    /// Judges the puzzle as stated: clashing givens, and cages or totals that no digits can meet. No search is made, so a
    /// puzzle without a fault may still have no solution.
    pub fn faults(&self) -> Vec<Fault> {
        if let Some(fault) = self.shape_fault() {
            return vec![fault];
        }
        let mut faults = self.given_faults();
        for cage in &self.cages {
            let errors = self.cage_error(cage).map_or_else(|| self.cage_clashes(cage), |error| vec![error]);
            faults.extend(errors.into_iter().map(|error| Fault { error, place: cage.place.or(self.place) }));
        }
        if faults.is_empty() {
            faults.extend(self.total_error().map(|error| Fault { error, place: self.place }));
        }
        faults
    }

    /// Whether there is something for a cell that is none, so that nothing more can be asked.
    pub(super) fn shape_fault(&self) -> Option<Fault> {
        let (cells, all) = (self.board.cell_count(), self.variable_count());
        if self.givens.len() != cells {
            let error = PuzzleError::GivensLength { found: self.givens.len(), expected: cells };
            return Some(Fault { error, place: self.place });
        }
        let outside = |of: String, cell, cells| PuzzleError::CellOutside { of, cell, cells };
        let of_cages = self.cages.iter().find_map(|cage| {
            let cell = cage.cells.iter().copied().find(|&cell| cell >= cells)?;
            Some(Fault { error: outside(format!("cage {}", cage.name), cell, cells), place: cage.place })
        });
        of_cages.or_else(|| {
            let mut terms = self.objective.iter().flat_map(|objective| &objective.terms);
            let cell = terms.find_map(|&(_, cell)| (cell >= all).then_some(cell))?;
            Some(Fault { error: outside("the objective".to_string(), cell, all), place: self.place })
        })
    }

    fn given_faults(&self) -> Vec<Fault> {
        let values = self.board.values();
        let mut errors = Vec::new();
        for (index, &given) in self.givens.iter().enumerate() {
            if let Some(value) = given.filter(|value| !values.contains(value)) {
                let (low, high) = (*values.start(), *values.end());
                errors.push(PuzzleError::GivenOutOfRange { value, cell: self.board.cell(index), low, high });
            }
        }
        for house in self.board.houses() {
            errors.extend(self.clashes(&house.cells, || house.kind.to_string()));
        }
        errors.into_iter().map(|error| Fault { error, place: self.place }).collect()
    }

    /// The digits that are given more than once among these cells.
    fn clashes(&self, cells: &[usize], name: impl Fn() -> String) -> Vec<PuzzleError> {
        let mut givens: Vec<(i32, usize)> =
            cells.iter().filter_map(|&cell| self.givens[cell].map(|value| (value, cell))).collect();
        givens.sort_unstable();
        givens
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|equal| equal.len() > 1)
            .map(|equal| PuzzleError::Clash {
                value: equal[0].0,
                house: name(),
                cells: equal.iter().map(|&(_, cell)| self.board.cell(cell)).collect(),
            })
            .collect()
    }

    fn cage_clashes(&self, cage: &Cage) -> Vec<PuzzleError> {
        if cage.repeats { Vec::new() } else { self.clashes(&cage.cells, || format!("cage {}", cage.name)) }
    }

    fn cage_error(&self, cage: &Cage) -> Option<PuzzleError> {
        let name = || cage.name.clone();
        if cage.cells.is_empty() {
            return Some(PuzzleError::EmptyCage { cage: name() });
        }
        if let Some(at) = (1..cage.cells.len()).find(|&at| cage.cells[..at].contains(&cage.cells[at])) {
            return Some(PuzzleError::CellTwice { cage: name(), cell: self.board.cell(cage.cells[at]) });
        }
        let (cells, values) = (cage.cells.len(), self.board.value_count());
        if !cage.repeats && cells > values {
            return Some(PuzzleError::CageTooLarge { cage: name(), cells, values });
        }
        let sum = cage.sum?;
        let (least, most) = self.range(cells, cage.repeats);
        if !(least..=most).contains(&sum) {
            let reason = self.range_in_words(cells, cage.repeats, least, most);
            return Some(PuzzleError::CageSum { cage: name(), sum, reason });
        }
        self.given_part_error(cage, sum)
    }

    /// Whether the givens inside a cage leave a rest that its other cells cannot reach.
    fn given_part_error(&self, cage: &Cage, sum: i64) -> Option<PuzzleError> {
        let given: Vec<i32> = cage.cells.iter().filter_map(|&cell| self.givens[cell]).collect();
        let total: i64 = given.iter().copied().map(i64::from).sum();
        let open = cage.cells.len() - given.len();
        let mut left: Vec<i64> = self
            .board
            .values()
            .filter(|value| cage.repeats || !given.contains(value))
            .map(i64::from)
            .collect();
        if cage.repeats {
            left = left.iter().flat_map(|&value| std::iter::repeat_n(value, open)).collect();
        }
        if given.is_empty() || left.len() < open {
            return None;
        }
        let (least, most): (i64, i64) = (left[..open].iter().sum(), left[left.len() - open..].iter().sum());
        let rest = sum - total;
        if (least..=most).contains(&rest) {
            return None;
        }
        let reason = match open {
            0 => format!("its givens add up to {total}"),
            _ => format!("its givens add up to {total} and the other cells reach {least} to {most}"),
        };
        Some(PuzzleError::CageSum { cage: cage.name.clone(), sum, reason })
    }

    /// The least and the largest sum of so many digits.
    fn range(&self, cells: usize, repeats: bool) -> (i64, i64) {
        let (low, high) = (i64::from(*self.board.values().start()), i64::from(*self.board.values().end()));
        let n = cells as i64;
        if repeats {
            (n * low, n * high)
        } else {
            ((0..n).map(|i| low + i).sum(), (0..n).map(|i| high - i).sum())
        }
    }

    fn range_in_words(&self, cells: usize, repeats: bool, least: i64, most: i64) -> String {
        let (low, high) = (*self.board.values().start(), *self.board.values().end());
        match (cells, repeats) {
            (1, _) => format!("one digit from {low} to {high} reaches {least} to {most}"),
            (_, true) => format!("{cells} digits from {low} to {high} reach {least} to {most}"),
            (_, false) => format!("{cells} different digits from {low} to {high} reach {least} to {most}"),
        }
    }

    /// Whether disjoint cages with sums leave a rest that the cells outside them cannot reach.
    fn total_error(&self) -> Option<PuzzleError> {
        let full_rows = self.board.columns() == self.board.value_count();
        let full_columns = self.board.rows() == self.board.value_count();
        let lines = if full_rows { self.board.rows() } else { self.board.columns() };
        let mut caged = vec![false; self.board.cell_count()];
        let mut found = 0;
        for cage in &self.cages {
            found += cage.sum?;
            for &cell in &cage.cells {
                if std::mem::replace(&mut caged[cell], true) {
                    return None;
                }
            }
        }
        let outside = caged.iter().filter(|&&caged| !caged).count();
        if self.cages.is_empty() || !(full_rows || full_columns) {
            return None;
        }
        let total = self.board.values().map(i64::from).sum::<i64>() * lines as i64;
        let (least, most) = self.range(outside, true);
        if (least..=most).contains(&(total - found)) {
            return None;
        }
        let reason = match outside {
            0 => format!("all cells to {total}"),
            1 => format!("all cells to {total}, and the one outside them would have to be {}", total - found),
            _ => format!("all cells to {total}, and the {outside} outside them reach {least} to {most}"),
        };
        Some(PuzzleError::BoardTotal { found, reason })
    }
}
