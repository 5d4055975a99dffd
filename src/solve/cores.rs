//! Which parts of a problem contradict each other, asked of one SAT solver that switches each part on and off.

use super::{EngineName, PartsVerdict, SolveError, Trouble};
use crate::cnf::{Cnf, Lit, Projection};
use crate::encodings::Encodings;
use crate::engines::{BatsatQueries, Cores, Limits, Reply, VarisatQueries};
use crate::lower::{CnfLowering, to_cnf_by_parts};
use crate::model::{Model, Solution};
use crate::primitives::{Choice, Extent};

/// A model whose parts are assumed to hold or not, question after question.
///
/// What the parts share always holds. Nothing that a part says is used while it is off. A limit on steps is one on all questions
/// together.
#[derive(Debug)]
pub struct SwitchedParts<'m> {
    model: &'m Model,
    engine: &'static str,
    lowered: CnfLowering,
    queries: Box<dyn Cores>,
    selectors: Vec<Lit>,
    /// Literals that hold in every question.
    assumed: Vec<Lit>,
    /// Sets of parts that leave no solution, each sorted.
    refuted: Vec<Vec<usize>>,
}

impl<'m> SwitchedParts<'m> {
    /// Whether there is an engine of this name that names the assumptions at fault; `auto` is `batsat`.
    pub fn takes(engine: EngineName) -> bool {
        loader(engine).is_some()
    }

    /// Loads a model. What was stated up to the first place always holds; the parts lie between one place and the next.
    ///
    /// # Errors
    /// A sum that cannot be lowered; an engine that [`SwitchedParts::takes`] refuses.
    pub fn new(
        model: &'m Model,
        places: &[Extent],
        engine: EngineName,
        encodings: Encodings,
    ) -> Result<Self, SolveError> {
        let (name, load) = loader(engine).ok_or(SolveError::NotForCnf)?;
        let lowering = to_cnf_by_parts(model.primitives(), places, encodings)?;
        let queries = load(&lowering.lowered.cnf);
        let (lowered, selectors) = (lowering.lowered, lowering.selectors);
        Ok(Self {
            model,
            engine: name,
            lowered,
            queries,
            selectors,
            assumed: Vec::new(),
            refuted: Vec::new(),
        })
    }

    /// From now on this choice is taken in every question.
    pub fn assume(&mut self, choice: Choice) {
        self.assumed.push(Lit::of(choice.index(), true));
    }

    /// From now on this is no solution: questions are about other ones.
    pub fn leave_out(&mut self, solution: &Solution) {
        let variables = &self.model.primitives().variables;
        let mut values = vec![false; self.lowered.cnf.var_count()];
        for choice in variables.iter().filter_map(|var| variables.choice(var, solution.value(var))) {
            values[choice.index()] = true;
        }
        let projection: &Projection = &self.lowered.cnf.projection;
        self.queries.add_clause(&projection.blocking_clause(&values));
    }

    /// A solution with all parts, checked against the model.
    ///
    /// # Errors
    /// A solution that fails its check, which is a bug of this crate.
    pub fn solution(&mut self, limits: &Limits) -> Result<Reply<Solution>, SolveError> {
        let all: Vec<usize> = (0..self.selectors.len()).collect();
        let values = match self.ask(&all, limits) {
            Reply::Found(values) => values,
            Reply::None => return Ok(Reply::None),
            Reply::Stopped(stop) => return Ok(Reply::Stopped(stop)),
        };
        let engine = self.engine;
        let values = self.lowered.decode(&self.model.primitives().variables, &values);
        let solution = Solution::new(values.ok_or(SolveError::NoValue { engine })?);
        self.model.check(&solution).map_err(|violation| SolveError::WrongSolution { engine, violation })?;
        Ok(Reply::Found(solution))
    }

    /// Whether some parts can hold together. Where a smaller set was refuted before, nothing has to be asked.
    pub fn is_possible(&mut self, kept: &[usize], limits: &Limits) -> PartsVerdict {
        if self.refuted.iter().any(|core| core.iter().all(|part| kept.contains(part))) {
            return PartsVerdict::No;
        }
        match self.ask(kept, limits) {
            Reply::Found(_) => PartsVerdict::Yes,
            Reply::None => PartsVerdict::No,
            Reply::Stopped(stop) => PartsVerdict::Unknown(stop),
        }
    }

    /// Parts among the given ones that cannot hold together, while any all but one of them can. The core of one question after the
    /// other is kept, and each of its parts left out once; what comes last in the order is left out first.
    ///
    /// # Errors
    /// A limit; given parts that can hold together, which nobody should ask about.
    pub fn conflict(&mut self, parts: &[usize], limits: &Limits) -> Result<Vec<usize>, Trouble<SolveError>> {
        let found = self.conflict_among(parts, limits)?;
        found.ok_or(Trouble::Failed(SolveError::NoConflict { engine: self.engine }))
    }

    /// The same, or nothing where the parts can hold together.
    fn conflict_among(
        &mut self,
        parts: &[usize],
        limits: &Limits,
    ) -> Result<Option<Vec<usize>>, Trouble<SolveError>> {
        let Some(core) = self.core_of(parts, limits)? else { return Ok(None) };
        let mut open = in_order(parts, &core);
        let mut needed: Vec<usize> = Vec::new();
        while let Some(part) = open.pop() {
            let kept = [&needed[..], &open[..]].concat();
            match self.core_of(&kept, limits)? {
                Some(core) => open.retain(|part| core.contains(part)),
                None => needed.push(part),
            }
        }
        needed.sort_unstable();
        // A core is the solver's word; the last one is refuted once more.
        match self.ask(&needed, limits) {
            Reply::None => Ok(Some(needed)),
            Reply::Found(_) => Err(Trouble::Failed(SolveError::NoConflict { engine: self.engine })),
            Reply::Stopped(stop) => Err(Trouble::Stopped(stop)),
        }
    }

    /// The smallest of several conflicts, each with the parts in another order, with all of them and without one
    /// of the smallest so far; the same in every run. A limit that comes after the first leaves what was found.
    ///
    /// # Errors
    /// As [`SwitchedParts::conflict`].
    pub fn small_conflict(&mut self, tries: u64, limits: &Limits) -> Result<Vec<usize>, Trouble<SolveError>> {
        let mut order: Vec<usize> = (0..self.selectors.len()).collect();
        let mut smallest = self.conflict(&order, limits)?;
        for seed in 1..tries {
            if smallest.len() < 2 {
                break;
            }
            fastrand::Rng::with_seed(seed).shuffle(&mut order);
            let without = smallest[seed as usize % smallest.len()];
            let others: Vec<usize> = order.iter().copied().filter(|&part| part != without).collect();
            for parts in [&order, &others] {
                match self.conflict_among(parts, limits) {
                    Ok(Some(found)) if found.len() < smallest.len() => smallest = found,
                    Ok(_) => {}
                    Err(Trouble::Stopped(_)) => return Ok(smallest),
                    Err(failed) => return Err(failed),
                }
            }
        }
        Ok(smallest)
    }

    /// Steps over all questions.
    pub fn steps(&self) -> u64 {
        self.queries.steps()
    }

    /// Parts among the kept ones that are enough to leave no solution; nothing where there is one.
    fn core_of(
        &mut self,
        kept: &[usize],
        limits: &Limits,
    ) -> Result<Option<Vec<usize>>, Trouble<SolveError>> {
        match self.ask(kept, limits) {
            Reply::Found(_) => Ok(None),
            Reply::None => Ok(self.refuted.last().cloned()),
            Reply::Stopped(stop) => Err(Trouble::Stopped(stop)),
        }
    }

    fn ask(&mut self, kept: &[usize], limits: &Limits) -> Reply<Vec<bool>> {
        let selected = kept.iter().map(|&part| self.selectors[part]);
        let assumptions: Vec<Lit> = self.assumed.iter().copied().chain(selected).collect();
        let steps = limits.steps.map(|most| most.saturating_sub(self.steps()));
        let reply = self.queries.ask(&assumptions, &Limits { steps, ..limits.clone() });
        if reply == Reply::None {
            let core = self.queries.core();
            let mut parts: Vec<usize> =
                kept.iter().copied().filter(|&part| core.contains(&self.selectors[part])).collect();
            parts.sort_unstable();
            self.refuted.push(parts);
        }
        reply
    }
}

/// Loads clauses into a solver.
type Load = fn(&Cnf) -> Box<dyn Cores>;

/// The solver of this name that names the assumptions at fault, if it is one.
fn loader(engine: EngineName) -> Option<(&'static str, Load)> {
    Some(match engine {
        EngineName::Auto | EngineName::Batsat => ("batsat", |cnf| Box::new(BatsatQueries::new(cnf))),
        EngineName::Varisat => ("varisat", |cnf| Box::new(VarisatQueries::new(cnf))),
        #[cfg(feature = "cadical")]
        EngineName::Cadical => ("cadical", |cnf| Box::new(crate::engines::CadicalQueries::new(cnf))),
        _ => return None,
    })
}

/// The parts of a core in the order of the given ones.
fn in_order(parts: &[usize], core: &[usize]) -> Vec<usize> {
    parts.iter().copied().filter(|part| core.contains(part)).collect()
}
