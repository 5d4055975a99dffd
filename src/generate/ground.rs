//! What puzzles stand on where the board is not the plain one: the model as clauses, asked for grids and for clues that are
//! enough.

use fastrand::Rng;

use super::NotMade;
use super::budget::Budget;
use crate::cnf::{Cnf, Lit, Sink};
use crate::encodings::Encodings;
use crate::engines::{BatsatQueries, Cores, Limits, Queries, Reply};
use crate::lower::to_cnf;
use crate::presolve::{Steps, presolve};
use crate::primitives::{Choice, IntVar};
use crate::puzzles::{Puzzle, Statement};
use crate::solve::{self, EngineName, Request, SolveError};

/// Learnt clauses after which a question is left open.
const STEPS: u64 = 30_000;

/// The same for each question of digging where givens that can be spared may stay, on boards up to 16×16; a tenth on larger ones.
const SHORT: u64 = 1_000;

/// After so many such questions' learnt clauses of one digging they are shorter still, a tenth.
const LONG: u64 = 20;

/// A board with its lasting clues, as clauses.
#[derive(Debug)]
pub(super) struct Ground {
    /// The puzzle before anything is added.
    pub(super) puzzle: Puzzle,
    statement: Statement,
    cnf: Cnf,
}

/// Questions about one ground; what was learnt stays.
#[derive(Debug)]
pub(super) struct Session<'g> {
    ground: &'g Ground,
    queries: BatsatQueries,
}

impl Ground {
    /// States a puzzle, which has no fault.
    pub(super) fn of(puzzle: Puzzle) -> Result<Self, NotMade> {
        let statement = puzzle.state().map_err(|_| NotMade::NoSolution)?;
        let presolved = presolve(statement.model.primitives(), Steps::ALL);
        if presolved.impossible {
            return Err(NotMade::NoSolution);
        }
        let lowered = to_cnf(&presolved.reduced(), Encodings::default()).map_err(SolveError::from)?;
        let cnf = lowered.cnf;
        Ok(Self { puzzle, statement, cnf })
    }

    pub(super) fn session(&self) -> Session<'_> {
        Session { ground: self, queries: BatsatQueries::new(&self.cnf) }
    }

    fn lit(&self, var: IntVar, value: i32) -> Option<Lit> {
        let choice = self.statement.model.primitives().variables.choice(var, value)?;
        Some(Lit::of(choice.index(), true))
    }

    /// The puzzle with these cells of a grid given.
    pub(super) fn with_givens(&self, grid: &[i32], cells: impl IntoIterator<Item = usize>) -> Puzzle {
        let mut puzzle = self.puzzle.clone();
        cells.into_iter().for_each(|cell| puzzle.givens[cell] = Some(grid[cell]));
        puzzle
    }
}

impl Session<'_> {
    /// A random grid: random digits are assumed, and those at fault dropped until there is one. Nothing where a question was left
    /// open.
    pub(super) fn grid(&mut self, rng: &mut Rng, budget: &Budget) -> Result<Option<Vec<i32>>, NotMade> {
        let mut assumed = self.wishes(rng);
        loop {
            match self.queries.ask(&assumed, &limits(budget, STEPS)) {
                Reply::Found(values) => return Ok(Some(self.digits(&values))),
                Reply::None => {
                    let core = self.queries.core();
                    let Some(&wrong) = rng.choice(&core) else {
                        return Err(NotMade::NoSolution);
                    };
                    assumed.retain(|&lit| lit != wrong);
                }
                Reply::Stopped(stop) => {
                    if budget.limits.out_of_time().is_some() {
                        return Err(budget.gave_up(Some(stop)).into());
                    }
                    if assumed.is_empty() {
                        return Ok(None);
                    }
                    assumed.truncate(assumed.len() / 2);
                }
            }
        }
    }

    /// Random digits in a sixth of the cells, no two alike in a house.
    fn wishes(&self, rng: &mut Rng) -> Vec<Lit> {
        let board = &self.ground.puzzle.board;
        let values: Vec<i32> = board.values().collect();
        let mut digits = self.ground.puzzle.givens.clone();
        let mut wishes = Vec::new();
        for _ in 0..board.cell_count().div_ceil(6).max(4) {
            let (cell, value) = (rng.usize(..board.cell_count()), values[rng.usize(..values.len())]);
            let clashes = board.houses().iter().any(|house| {
                house.cells.contains(&cell) && house.cells.iter().any(|&other| digits[other] == Some(value))
            });
            if digits[cell].is_none() && !clashes {
                digits[cell] = Some(value);
                wishes.extend(self.ground.lit(self.ground.statement.cells[cell], value));
            }
        }
        wishes
    }

    fn digits(&self, values: &[bool]) -> Vec<i32> {
        let variables = &self.ground.statement.model.primitives().variables;
        let taken = |&var: &IntVar| {
            let choice = variables.choices(var).find(|choice: &Choice| values[choice.index()]);
            choice.map_or(0, |choice| variables.value(choice))
        };
        self.ground.statement.cells.iter().map(taken).collect()
    }

    /// Rules a grid out where the returned literal is assumed: what is then possible is another solution.
    fn block(&mut self, grid: &[i32]) -> Lit {
        let other = self.queries.new_lit();
        let cells = self.ground.statement.cells.iter().zip(grid);
        let taken = cells.filter_map(|(&cell, &digit)| self.ground.lit(cell, digit));
        let clause: Vec<Lit> = std::iter::once(!other).chain(taken.map(|lit| !lit)).collect();
        self.queries.add_clause(&clause);
        other
    }

    /// Those of the units of cells that are enough for the grid to be the only solution. With `minimal`, no unit can go, and there is
    /// nothing where a question was left open; otherwise a unit stays where it is not soon clear that it can go.
    pub(super) fn dig(
        &mut self,
        grid: &[i32],
        units: &[Vec<usize>],
        minimal: bool,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, NotMade> {
        let (other, start) = (self.block(grid), self.queries.steps());
        let mut left: Vec<usize> = (0..units.len()).collect();
        rng.shuffle(&mut left);
        let Enough::Yes(mut left) = self.enough(grid, units, &left, other, STEPS, budget)? else {
            return Ok(None);
        };
        rng.shuffle(&mut left);
        let short = if grid.len() > 256 { SHORT / 10 } else { SHORT };
        let mut needed = Vec::new();
        while let Some(unit) = left.pop() {
            let rest: Vec<usize> = needed.iter().chain(&left).copied().collect();
            let steps = match self.queries.steps() - start {
                _ if minimal => STEPS,
                spent if spent < LONG * short => short,
                _ => short / 10,
            };
            match self.enough(grid, units, &rest, other, steps, budget)? {
                Enough::Yes(core) => left.retain(|unit| core.contains(unit)),
                Enough::Open if minimal => return Ok(None),
                Enough::No | Enough::Open => needed.push(unit),
            }
        }
        Ok(Some(needed))
    }

    /// Whether these units are enough, and which of them.
    fn enough(
        &mut self,
        grid: &[i32],
        units: &[Vec<usize>],
        some: &[usize],
        other: Lit,
        steps: u64,
        budget: &Budget,
    ) -> Result<Enough, NotMade> {
        let mut assumed = vec![other];
        let mut owners = Vec::new();
        for &unit in some {
            for &cell in &units[unit] {
                let lit = self.ground.lit(self.ground.statement.cells[cell], grid[cell]);
                assumed.extend(lit);
                owners.extend(lit.map(|lit| (lit, unit)));
            }
        }
        match self.queries.ask(&assumed, &limits(budget, steps)) {
            Reply::Found(_) => Ok(Enough::No),
            Reply::None => {
                let core = self.queries.core();
                let mut units: Vec<usize> =
                    owners.iter().filter(|(lit, _)| core.contains(lit)).map(|&(_, unit)| unit).collect();
                units.sort_unstable();
                units.dedup();
                Ok(Enough::Yes(units))
            }
            Reply::Stopped(stop) => match budget.limits.out_of_time() {
                Some(_) => Err(budget.gave_up(Some(stop)).into()),
                None => Ok(Enough::Open),
            },
        }
    }

    /// Whether the grid is the only one with the digits of these cells.
    pub(super) fn is_enough(
        &mut self,
        grid: &[i32],
        cells: &[usize],
        budget: &Budget,
    ) -> Result<bool, NotMade> {
        let other = self.block(grid);
        let found = self.enough(grid, &[cells.to_vec()], &[0], other, STEPS, budget)?;
        Ok(matches!(found, Enough::Yes(_)))
    }
}

/// Whether units of clues are enough.
enum Enough {
    /// They are, these of them.
    Yes(Vec<usize>),
    /// There is another solution.
    No,
    /// The question took too long.
    Open,
}

fn limits(budget: &Budget, steps: u64) -> Limits {
    Limits { steps: Some(steps), ..budget.limits.clone() }
}

/// Up to two solutions of a puzzle by an engine of their own; nothing where a limit came first.
pub(super) fn solutions(
    puzzle: &Puzzle,
    engine: EngineName,
    limits: &Limits,
) -> Result<Option<Vec<Vec<i32>>>, NotMade> {
    let Ok(statement) = puzzle.state() else { return Ok(Some(Vec::new())) };
    let request = Request { engine, solutions: Some(2), limits: limits.clone(), ..Request::default() };
    let mut found = Vec::new();
    let report = solve::run(&statement.model, &request, &mut |solution| {
        found.push(statement.digits(&solution));
        std::ops::ControlFlow::Continue(())
    })?;
    Ok((report.is_complete() || found.len() > 1).then_some(found))
}
