//! A puzzle stated as a model.

use super::types::{self, Constraints, Site};
use super::{Cage, Clue, Fault, Puzzle, PuzzleError, Use};
use crate::constraints;
use crate::model::{Constraint, ConstraintError, Model, Solution};
use crate::primitives::{Extent, IntVar};

/// A puzzle as a model, with the variable of each cell.
#[derive(Debug)]
pub struct Statement {
    /// The model: a variable a cell, a constraint a house, a cage and a given.
    pub model: Model,
    /// The variables of the cells, row by row.
    pub cells: Vec<IntVar>,
    /// The variables of the cells and then the extra ones.
    pub vars: Vec<IntVar>,
}

/// A puzzle as a model, whether or not it contradicts itself, and what each part of it adds.
#[derive(Debug)]
pub struct PartedStatement {
    /// The model.
    pub statement: Statement,
    /// Where the primitives of the board end, then where those of each part do.
    pub places: Vec<Extent>,
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
        let (mut model, cells, vars) = self.blank();
        self.add_clues(&mut model, &cells)
            .map_err(|error| vec![Fault { error: error.into(), place: self.place }])?;
        for clue in &self.clues {
            let stated = self.constraints_of(clue, &vars).map_err(|fault| vec![fault])?;
            for constraint in stated {
                model.add_boxed(constraint).map_err(|error| {
                    vec![Fault { error: error.into(), place: clue.place().or(self.place) }]
                })?;
            }
        }
        if let Some(objective) = &self.objective {
            let terms: Vec<(i64, IntVar)> =
                objective.terms.iter().map(|&(weight, cell)| (weight, vars[cell])).collect();
            model
                .set_objective(objective.goal, &terms)
                .map_err(|error| vec![Fault { error: error.into(), place: self.place }])?;
        }
        Ok(Statement { model, cells, vars })
    }

    /// States the puzzle part by part, as [`Puzzle::parts`] counts them: also one that contradicts itself.
    ///
    /// # Errors
    /// A clue that cannot be stated by itself, or something for a cell that is none.
    pub fn state_by_parts(&self) -> Result<PartedStatement, Fault> {
        if let Some(fault) = self.shape_fault() {
            return Err(fault);
        }
        let (mut model, cells, vars) = self.blank();
        let fault = |error: ConstraintError, place| Fault { error: error.into(), place };
        self.add_houses(&mut model, &cells).map_err(|error| fault(error, self.place))?;
        let mut places = vec![model.primitives().extent()];
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(value) = *given {
                add_given(&mut model, cells[cell], value).map_err(|error| fault(error, self.place))?;
                places.push(model.primitives().extent());
            }
        }
        for cage in &self.cages {
            add_cage(&mut model, &cells, cage).map_err(|error| fault(error, cage.place))?;
            places.push(model.primitives().extent());
        }
        for clue in &self.clues {
            for constraint in self.constraints_of(clue, &vars)? {
                model.add_boxed(constraint).map_err(|error| fault(error, clue.place().or(self.place)))?;
            }
            places.push(model.primitives().extent());
        }
        Ok(PartedStatement { statement: Statement { model, cells, vars }, places })
    }

    /// A model with the variables of the puzzle alone: those of the cells, and these and the extra ones.
    fn blank(&self) -> (Model, Vec<IntVar>, Vec<IntVar>) {
        let mut model = Model::new();
        let cells: Vec<IntVar> = (0..self.board.cell_count())
            .map(|cell| model.int_var(self.board.cell(cell).to_string(), self.board.values()))
            .collect();
        let mut vars = cells.clone();
        for extra in &self.extras {
            let (low, high) = extra.values;
            vars.extend((0..extra.count).map(|number| model.int_var(extra.cell_name(number), low..=high)));
        }
        (model, cells, vars)
    }

    /// The constraints that a clue stands for.
    pub(crate) fn constraints_of(&self, clue: &Clue, vars: &[IntVar]) -> Result<Constraints, Fault> {
        let one = |clue: &Clue| -> Result<Box<dyn Constraint>, Fault> {
            let mut parts = self.constraints_of(clue, vars)?;
            Ok(if parts.len() == 1 { parts.remove(0) } else { Box::new(constraints::all_of(parts)) })
        };
        Ok(match clue {
            Clue::Use(clue) => return self.constraints_of_use(clue, vars),
            Clue::Any(parts) => {
                let parts = parts.iter().map(one).collect::<Result<_, _>>()?;
                vec![Box::new(constraints::any_of(parts))]
            }
            Clue::All(parts) => {
                let parts: Vec<Constraints> =
                    parts.iter().map(|part| self.constraints_of(part, vars)).collect::<Result<_, _>>()?;
                parts.into_iter().flatten().collect()
            }
            Clue::Not(part) => vec![Box::new(constraints::not(one(part)?))],
            Clue::If(condition, consequence) => {
                vec![Box::new(constraints::implies(one(condition)?, one(consequence)?))]
            }
        })
    }

    fn constraints_of_use(&self, clue: &Use, vars: &[IntVar]) -> Result<Constraints, Fault> {
        let fault = |error| Fault { error, place: clue.place.or(self.place) };
        let site = Site { puzzle: self, vars, clue };
        let stated = match (types::find(&clue.name), self.own_type(&clue.name)) {
            (Some(clue_type), _) => site.fits(clue_type.params).and_then(|()| (clue_type.state)(&site)),
            (None, Some(own)) => own.state(&site),
            (None, None) => {
                return Err(fault(PuzzleError::UnknownType { name: clue.name.clone(), nearest: None }));
            }
        };
        stated.map_err(|message| fault(PuzzleError::Clue { name: clue.name.clone(), message }))
    }

    fn add_clues(&self, model: &mut Model, cells: &[IntVar]) -> Result<(), ConstraintError> {
        self.add_houses(model, cells)?;
        self.cages.iter().try_for_each(|cage| add_cage(model, cells, cage))?;
        for (&cell, given) in cells.iter().zip(&self.givens) {
            if let Some(value) = *given {
                add_given(model, cell, value)?;
            }
        }
        Ok(())
    }

    fn add_houses(&self, model: &mut Model, cells: &[IntVar]) -> Result<(), ConstraintError> {
        self.board.houses().iter().try_for_each(|house| {
            model.add(constraints::house(&vars_of(cells, &house.cells), &house.kind.to_string()))
        })
    }
}

fn vars_of(cells: &[IntVar], indices: &[usize]) -> Vec<IntVar> {
    indices.iter().map(|&cell| cells[cell]).collect()
}

fn add_cage(model: &mut Model, cells: &[IntVar], cage: &Cage) -> Result<(), ConstraintError> {
    let (vars, name) = (vars_of(cells, &cage.cells), format!("cage {}", cage.name));
    if cage.repeats {
        model.add(constraints::cage_with_repeats(&vars, cage.sum, &name))
    } else {
        model.add(constraints::cage(&vars, cage.sum, &name))
    }
}

fn add_given(model: &mut Model, cell: IntVar, value: i32) -> Result<(), ConstraintError> {
    let name = format!("given {}={value}", model.name(cell));
    model.add(constraints::given(cell, value, &name))
}

impl Puzzle {
    /// The constraints that a clue would add, over the variables of the cells, row by row, and then the extra ones: for
    /// trying a clue by itself.
    ///
    /// # Errors
    /// A clue of a type that is not known, or with arguments that do not fit it or the board.
    pub fn constraints_for(&self, clue: &Clue, vars: &[IntVar]) -> Result<Constraints, Fault> {
        self.constraints_of(clue, vars)
    }
}

impl Statement {
    /// The digits of a solution, row by row.
    pub fn digits(&self, solution: &Solution) -> Vec<i32> {
        self.cells.iter().map(|&cell| solution.value(cell)).collect()
    }
}
