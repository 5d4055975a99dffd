//! A puzzle stated as a model.

use super::{Fault, Puzzle};
use crate::constraints;
use crate::model::{ConstraintError, Model, Solution};
use crate::primitives::IntVar;

/// A puzzle as a model, with the variable of each cell.
#[derive(Debug)]
pub struct Statement {
    /// The model: a variable a cell, a constraint a house, a cage and a given.
    pub model: Model,
    /// The variables of the cells, row by row.
    pub cells: Vec<IntVar>,
}

impl Puzzle {
    /// States the puzzle as a model. A 9×9 sudoku gives 729 choices and 324 exactly-one groups.
    ///
    /// # Errors
    /// Everything that can be said against the puzzle at once, see [`Puzzle::faults`].
    ///
    /// ```
    /// use exactly::puzzles::{Board, Puzzle};
    ///
    /// let statement = Puzzle::new(Board::usual(9)?).state().expect("an empty board has no fault");
    /// let primitives = statement.model.primitives();
    /// assert_eq!(primitives.variables.choice_count(), 729);
    /// assert_eq!(primitives.exactly_one_count(), 324);
    /// # Ok::<(), exactly::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self) -> Result<Statement, Vec<Fault>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut model = Model::new();
        let cells: Vec<IntVar> = (0..self.board.cell_count())
            .map(|cell| model.int_var(self.board.cell(cell).to_string(), self.board.values()))
            .collect();
        self.add_clues(&mut model, &cells)
            .map_err(|error| vec![Fault { error: error.into(), place: self.place }])?;
        Ok(Statement { model, cells })
    }

    fn add_clues(&self, model: &mut Model, cells: &[IntVar]) -> Result<(), ConstraintError> {
        let vars = |indices: &[usize]| -> Vec<IntVar> { indices.iter().map(|&cell| cells[cell]).collect() };
        for house in self.board.houses() {
            model.add(constraints::house(&vars(&house.cells), &house.kind.to_string()))?;
        }
        for cage in &self.cages {
            let name = format!("cage {}", cage.name);
            if cage.repeats {
                model.add(constraints::cage_with_repeats(&vars(&cage.cells), cage.sum, &name))?;
            } else {
                model.add(constraints::cage(&vars(&cage.cells), cage.sum, &name))?;
            }
        }
        for (&cell, given) in cells.iter().zip(&self.givens) {
            if let Some(value) = *given {
                let name = format!("given {}={value}", model.name(cell));
                model.add(constraints::given(cell, value, &name))?;
            }
        }
        Ok(())
    }
}

impl Statement {
    /// The digits of a solution, row by row.
    pub fn digits(&self, solution: &Solution) -> Vec<i32> {
        self.cells.iter().map(|&cell| solution.value(cell)).collect()
    }
}
