//! The problem as stated: variables, constraints, and the judge of a solution.

mod constraint;
mod decomposition;
mod objective;
mod solution;

pub use constraint::{Constraint, ConstraintError};
pub use decomposition::Decomposition;
pub use objective::{Goal, Objective, ObjectiveError};
pub use solution::{Solution, Violation};

use crate::primitives::{Choice, IntVar, Primitives};

/// A combinatorial problem: variables and constraints over them.
///
/// Adding a constraint decomposes it at once into primitives, which the lowerings and engines read; the constraint
/// itself is kept as the judge of each solution.
///
/// ```
/// use exactly::{Model, constraints};
///
/// let mut model = Model::new();
/// let vars: Vec<_> = (0..3).map(|i| model.int_var(format!("x{i}"), 1..=3)).collect();
/// model.add(constraints::all_different(&vars))?;
/// assert_eq!(model.primitives().exactly_one_count(), 6);
/// # Ok::<(), exactly::model::ConstraintError>(())
/// ```
#[derive(Debug, Default)]
pub struct Model {
    primitives: Primitives,
    names: Vec<String>,
    constraints: Vec<Box<dyn Constraint>>,
    /// For each stated group, the constraint that it came from.
    group_sources: Vec<u32>,
    objective: Option<Objective>,
}

impl Model {
    /// A model without variables: it has one solution, the empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable with a name for messages and files, and its values.
    pub fn int_var(&mut self, name: impl Into<String>, values: impl IntoIterator<Item = i32>) -> IntVar {
        self.names.push(name.into());
        self.primitives.variables.add(values, false)
    }

    /// Adds a constraint.
    ///
    /// # Errors
    /// A constraint that cannot be decomposed, for example one that would need an automaton with too many states. The
    /// model is then as before.
    pub fn add(&mut self, constraint: impl Constraint + 'static) -> Result<(), ConstraintError> {
        self.add_boxed(Box::new(constraint))
    }

    /// Adds a constraint whose type is not known here; like [`Model::add`].
    ///
    /// # Errors
    /// As [`Model::add`].
    pub fn add_boxed(&mut self, constraint: Box<dyn Constraint>) -> Result<(), ConstraintError> {
        let before = self.primitives.variables.count();
        let mut decomposition = Decomposition::new(&mut self.primitives.variables);
        let said = constraint.decompose(&mut decomposition);
        let (required, defined) = decomposition.into_parts();
        if let Err(error) = said {
            self.primitives.variables.truncate(before);
            return Err(error);
        }
        for number in before..self.primitives.variables.count() {
            self.names.push(format!("{}#{}", constraint.describe(), number + 1 - before));
        }
        let source = self.constraints.len() as u32;
        for parts in [required, defined] {
            self.group_sources.extend(parts.groups.iter().map(|_| source));
            self.primitives.groups.extend(parts.groups);
            self.primitives.clauses.extend(parts.clauses);
            self.primitives.sums.extend(parts.sums);
            self.primitives.automata.extend(parts.automata);
        }
        self.constraints.push(constraint);
        Ok(())
    }

    /// Says which solutions are the best: those with the smallest or largest Σ aᵢ·xᵢ over these weights and variables. An
    /// objective that was set before is replaced. [`solve::optimise`](crate::solve::optimise) looks for a best solution;
    /// whatever else is asked of the model is about all solutions.
    ///
    /// # Errors
    /// Weights with which the sum could pass 2^60.
    pub fn set_objective(&mut self, goal: Goal, terms: &[(i64, IntVar)]) -> Result<(), ObjectiveError> {
        self.objective = Some(Objective::new(&self.primitives.variables, goal, terms)?);
        Ok(())
    }

    /// What makes one solution better than another, if that was said.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The variables and primitives that engines work on.
    pub fn primitives(&self) -> &Primitives {
        &self.primitives
    }

    /// The constraints in the order they were added.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &dyn Constraint> {
        self.constraints.iter().map(AsRef::as_ref)
    }

    /// The primitives of one constraint by itself, by its number in the order of [`Model::constraints`], over the variables of
    /// the model; those of its own are new ones behind them.
    ///
    /// # Errors
    /// What [`Model::add`] would say; nothing where the constraint was added before with the same variables.
    pub fn alone(&self, constraint: usize) -> Result<Primitives, ConstraintError> {
        let mut variables = self.primitives.variables.clone();
        let mut decomposition = Decomposition::new(&mut variables);
        self.constraints[constraint].decompose(&mut decomposition)?;
        let (required, defined) = decomposition.into_parts();
        let mut alone = Primitives { variables, ..Primitives::default() };
        for parts in [required, defined] {
            alone.groups.extend(parts.groups);
            alone.clauses.extend(parts.clauses);
            alone.sums.extend(parts.sums);
            alone.automata.extend(parts.automata);
        }
        Ok(alone)
    }

    /// The name of a variable.
    pub fn name(&self, var: IntVar) -> &str {
        &self.names[var.index()]
    }

    /// The choice "`var` is `value`", or nothing where the value is not in the domain.
    pub fn choice(&self, var: IntVar, value: i32) -> Option<Choice> {
        self.primitives.variables.choice(var, value)
    }

    /// A choice in words: `r1c2=3`.
    pub fn choice_name(&self, choice: Choice) -> String {
        let variables = &self.primitives.variables;
        format!("{}={}", self.name(variables.owner(choice)), variables.value(choice))
    }

    /// What a stated group says: `row 1: 5`.
    pub fn group_name(&self, group: usize) -> String {
        let constraint = self.constraints[self.group_sources[group] as usize].describe();
        let choices = &self.primitives.groups[group].choices;
        let mut values = choices.iter().map(|&choice| self.primitives.variables.value(choice));
        match values.next() {
            Some(value) if values.all(|other| other == value) => format!("{constraint}: {value}"),
            _ => constraint,
        }
    }

    /// Judges a solution by the definition of every constraint.
    ///
    /// # Errors
    /// The first constraint that does not hold.
    pub fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let mut values = Vec::new();
        for constraint in &self.constraints {
            values.clear();
            values.extend(constraint.scope().iter().map(|&var| solution.value(var)));
            if !constraint.check(&values) {
                return Err(Violation { constraint: constraint.describe() });
            }
        }
        Ok(())
    }
}
