//! Killers: cages grown at random over a grid, and grown anew where two solutions differ.

use fastrand::Rng;

use super::budget::Budget;
use super::ease::Ease;
use super::general::Grounds;
use super::ground::{Ground, solutions};
use super::judge::{Judge, told};
use super::maker::{Made, Maker};
use super::regions::neighbours_among;
use super::{NotMade, Recipe};
use crate::engines::Limits;
use crate::puzzles::{Cage, Puzzle};
use crate::solve::EngineName;

/// Times that cages of one grid are grown anew.
const REPAIRS: u64 = 80;

/// Steps of the search after which a killer is taken for too open.
const STEPS: u64 = 3_000;

/// Learnt clauses after which the one solution of a killer is left unproved: some seconds.
const PROOF: u64 = 100_000;

/// Another solution is further from the wish than givens that can be spared, and these than any other difficulty.
const OPEN: u64 = 1 << 63;
const SPARE: u64 = 1 << 62;

/// Makes killers.
#[derive(Debug)]
pub(super) struct Killer {
    recipe: Recipe,
    judge: Judge,
    grounds: Grounds,
    units: Vec<Vec<usize>>,
    sizes: std::ops::RangeInclusive<usize>,
}

/// Cages over a grid: the cage of each cell, nothing for cells in cages that stay.
struct Layout<'g> {
    grid: &'g [i32],
    columns: usize,
    of: Vec<Option<usize>>,
    cages: Vec<Vec<usize>>,
    sizes: std::ops::RangeInclusive<usize>,
    /// The sizes up to which cages are grown; what is left over may make them larger.
    grown: std::ops::RangeInclusive<usize>,
}

impl Killer {
    pub(super) fn new(recipe: &Recipe, sizes: std::ops::RangeInclusive<usize>, judge: Judge) -> Self {
        Self { grounds: Grounds::new(recipe), units: recipe.units(), recipe: recipe.clone(), judge, sizes }
    }

    /// One grid and its cages, smaller and smaller ones as long as they are too hard; nothing where it got stuck.
    fn attempt(&self, ground: &Ground, rng: &mut Rng, budget: &mut Budget) -> Result<Option<Made>, NotMade> {
        let Some(grid) = ground.session().grid(rng, budget)? else { return Ok(None) };
        let Some(givens) = self.givens(&grid, rng) else { return Ok(None) };
        let start = ground.with_givens(&grid, givens);
        let mut sizes = self.sizes.clone();
        loop {
            let layout = Layout { grown: sizes.clone(), ..Layout::new(&start, &grid, self.sizes.clone()) };
            let Some(made) = repaired(layout, &start, rng, budget)? else { return Ok(None) };
            let eased = self.ease().map(|ease| ease.eased(&made, rng, &budget.limits));
            let made = eased.unwrap_or(made);
            let is_too_hard = self.judge.is_too_hard(&made.puzzle, &budget.limits);
            let judged = self.judged(made, ground, budget)?;
            if judged.is_some() || !is_too_hard || sizes.is_empty() || sizes.start() == sizes.end() {
                return Ok(judged);
            }
            sizes = *sizes.start()..=*sizes.end() - 1;
        }
    }

    /// What puts givens back, where some are asked for and their cells are free.
    fn ease(&self) -> Option<Ease<'_>> {
        let most = *self.recipe.clues.as_ref()?.end();
        let is_free = !self.recipe.minimal && self.recipe.pattern.is_none() && self.judge.has_ceiling();
        is_free.then_some(Ease { judge: &self.judge, units: &self.units, most })
    }

    /// The killer, if it is what was asked for.
    fn judged(&self, mut made: Made, ground: &Ground, budget: &mut Budget) -> Result<Option<Made>, NotMade> {
        // Cages were chosen by `search`; clause learning has the last word. It comes before the grade, which may take all the time.
        let limits = Limits { steps: Some(PROOF), ..budget.limits.clone() };
        let found = solutions(&made.puzzle, EngineName::Batsat, &limits)?;
        if found.is_none_or(|found| found != [made.solution.clone()]) {
            return Ok(None);
        }
        if self.recipe.minimal && !is_minimal(&made.puzzle, &ground.puzzle, budget)? {
            budget.note(SPARE, || format!("a killer with {} clues, not minimal", made.clue_count()));
            return Ok(None);
        }
        if !self.judge.is_content() {
            let (distance, graded) = self.judge.distance(&made.puzzle, &budget.limits);
            made.graded = graded;
            if distance > 0 {
                budget.note(distance, || format!("a killer of {}", described(&made)));
                return Ok(None);
            }
        }
        Ok(Some(made))
    }

    /// The cells of the givens beside those that are kept: those of the pattern, or random ones; nothing where they came to fewer
    /// than are asked for.
    fn givens(&self, grid: &[i32], rng: &mut Rng) -> Option<Vec<usize>> {
        if let Some(pattern) = &self.recipe.pattern {
            return Some(pattern.cells().collect());
        }
        let range = self.recipe.clues.clone().unwrap_or(0..=0);
        let kept = self.recipe.kept_count();
        let most = rng.usize(range.clone()).min(grid.len());
        let mut units = self.recipe.units();
        rng.shuffle(&mut units);
        let mut cells = Vec::new();
        for unit in units {
            if kept + cells.len() + unit.len() <= most {
                cells.extend(unit);
            }
        }
        (kept + cells.len() >= *range.start()).then_some(cells)
    }
}

/// A killer with one solution, its cages grown anew where others differ; nothing where that got stuck.
fn repaired(
    mut cages: Layout<'_>,
    start: &Puzzle,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Option<Made>, NotMade> {
    let grid = cages.grid;
    let is_taken = |cell: &usize| start.cages.iter().any(|cage| cage.cells.contains(cell));
    cages.grow(&(0..grid.len()).filter(|cell| !is_taken(cell)).collect::<Vec<_>>(), rng);
    for _ in 0..REPAIRS {
        if budget.limits.out_of_time().is_some() {
            budget.spend()?;
        }
        let puzzle = cages.puzzle(start);
        if let Some(wrong) = cages.undersized(rng) {
            cages.anew(&[wrong], rng);
            continue;
        }
        let Some(found) = searched(&puzzle, budget)? else { return Ok(None) };
        let Some(other) = found.iter().find(|&found| found != grid) else {
            return Ok(Some(Made { puzzle, solution: grid.to_vec(), graded: None }));
        };
        let differ: Vec<usize> = (0..grid.len()).filter(|&cell| other[cell] != grid[cell]).collect();
        budget.note(OPEN + differ.len() as u64, || {
            format!("a killer with solutions that differ in {} cells", differ.len())
        });
        cages.anew(&differ, rng);
    }
    Ok(None)
}

/// Cages, clues, and how hard it is.
fn described(made: &Made) -> String {
    let cages = made.puzzle.cages.len();
    let clues = match made.clue_count() {
        0 => String::new(),
        count => format!(", {count} clues"),
    };
    format!("{cages} cages{clues}{}", told(made.graded.as_ref()))
}

/// Up to two solutions by a short search; nothing where it took too long.
fn searched(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Vec<Vec<i32>>>, NotMade> {
    let limits = Limits { steps: Some(STEPS), ..budget.limits.clone() };
    solutions(puzzle, EngineName::Search, &limits)
}

/// Whether there is another solution without any one of the givens that were not there at the start.
fn is_minimal(puzzle: &Puzzle, start: &Puzzle, budget: &Budget) -> Result<bool, NotMade> {
    for cell in 0..puzzle.givens.len() {
        let mut less = puzzle.clone();
        less.givens[cell] = start.givens[cell];
        if less.givens != puzzle.givens && searched(&less, budget)?.is_none_or(|found| found.len() < 2) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl<'g> Layout<'g> {
    fn new(puzzle: &Puzzle, grid: &'g [i32], sizes: std::ops::RangeInclusive<usize>) -> Self {
        let (columns, of, grown) = (puzzle.board.columns(), vec![None; grid.len()], sizes.clone());
        Self { grid, columns, of, cages: Vec::new(), sizes, grown }
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        neighbours_among(cell, self.columns, self.grid.len())
    }

    /// Whether a cage can take a cell: its digit is not in it.
    fn takes(&self, cage: &[usize], cell: usize) -> bool {
        cage.iter().all(|&own| self.grid[own] != self.grid[cell])
    }

    /// Grows cages over free cells, from cells with few free cells beside them; what is left over joins a cage if it can.
    fn grow(&mut self, free: &[usize], rng: &mut Rng) {
        let mut order = free.to_vec();
        rng.shuffle(&mut order);
        loop {
            let open = |cell: &usize| self.of[*cell].is_none();
            let room =
                |cell: &usize| self.beside(*cell).filter(|next| order.contains(next) && open(next)).count();
            let Some(&first) = order.iter().filter(|cell| open(cell)).min_by_key(|cell| room(cell)) else {
                break;
            };
            let size = rng.usize(self.grown.clone());
            let mut cage = vec![first];
            while cage.len() < size {
                let mut next: Vec<usize> = cage.iter().flat_map(|&cell| self.beside(cell)).collect();
                next.retain(|cell| {
                    order.contains(cell)
                        && self.of[*cell].is_none()
                        && !cage.contains(cell)
                        && self.takes(&cage, *cell)
                });
                let Some(&cell) = rng.choice(&next) else { break };
                cage.push(cell);
            }
            self.add(cage, rng);
        }
    }

    /// Adds a cage, or joins it to one beside it where it is too small.
    fn add(&mut self, cage: Vec<usize>, rng: &mut Rng) {
        let mut others: Vec<usize> =
            cage.iter().flat_map(|&cell| self.beside(cell)).filter_map(|cell| self.of[cell]).collect();
        others.retain(|&other| {
            let other = &self.cages[other];
            other.len() + cage.len() <= *self.sizes.end() && cage.iter().all(|&cell| self.takes(other, cell))
        });
        let joined = rng.choice(&others).copied().filter(|_| cage.len() < *self.sizes.start());
        let number = joined.unwrap_or_else(|| {
            self.cages.push(Vec::new());
            self.cages.len() - 1
        });
        for &cell in &cage {
            self.of[cell] = Some(number);
        }
        self.cages[number].extend(cage);
    }

    /// A cell of a cage that is too small.
    fn undersized(&self, rng: &mut Rng) -> Option<usize> {
        let small: Vec<usize> = self
            .cages
            .iter()
            .filter(|cage| !cage.is_empty() && cage.len() < *self.sizes.start())
            .map(|cage| cage[0])
            .collect();
        rng.choice(&small).copied()
    }

    /// Dissolves the cages of one or two of these cells and some beside them, and grows them anew.
    fn anew(&mut self, differ: &[usize], rng: &mut Rng) {
        let mut gone: Vec<usize> = Vec::new();
        for _ in 0..rng.usize(1..=2) {
            let Some(&cell) = rng.choice(differ) else { continue };
            gone.extend(self.of[cell]);
            let beside: Vec<usize> = self.of[cell]
                .iter()
                .flat_map(|&cage| self.cages[cage].clone())
                .flat_map(|cell| self.beside(cell))
                .filter_map(|cell| self.of[cell])
                .collect();
            for _ in 0..rng.usize(1..=3) {
                gone.extend(rng.choice(&beside));
            }
        }
        let mut free = Vec::new();
        for cage in gone {
            free.append(&mut self.cages[cage]);
        }
        for &cell in &free {
            self.of[cell] = None;
        }
        self.grow(&free, rng);
    }

    /// The puzzle with these cages and their sums.
    fn puzzle(&self, start: &Puzzle) -> Puzzle {
        let mut puzzle = start.clone();
        let mut cages: Vec<Vec<usize>> = self.cages.iter().filter(|cage| !cage.is_empty()).cloned().collect();
        for cage in &mut cages {
            cage.sort_unstable();
        }
        cages.sort_unstable();
        puzzle.cages.extend(cages.into_iter().map(|cells| Cage {
            name: puzzle.board.cell(cells[0]).to_string(),
            sum: Some(cells.iter().map(|&cell| i64::from(self.grid[cell])).sum()),
            cells,
            repeats: false,
            place: None,
        }));
        puzzle
    }
}

impl Maker for Killer {
    fn make(&self, rng: &mut Rng, budget: &mut Budget) -> Result<Made, NotMade> {
        self.grounds.until_made(rng, budget, |ground, rng, budget| self.attempt(ground, rng, budget))
    }
}
