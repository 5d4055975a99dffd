//! The course of a survey: which engine is asked what, and for how long.

use std::ops::ControlFlow;

use super::askers::{Asker, Covers, Sat, Searching};
use super::survey::Survey;
use super::{Problem, Progress, Request, SolveError};
use crate::engines::{End, Limits, Reply, SatEngine, Stop, Varisat};
use crate::solve::EngineName;

/// Steps that `search` gets to go through the solutions.
const SWEEP: u64 = 50_000;

/// Steps that `search` gets for each question, one round after another.
const ROUNDS: [u64; 2] = [300, 3_000];

/// A survey while it runs.
pub(super) struct Run<'r, 'm> {
    problem: &'r Problem<'m>,
    request: &'r Request,
    pub(super) survey: Survey<'m>,
    pub(super) steps: u64,
    pub(super) questions: u64,
    progress: &'r mut dyn FnMut(Progress),
}

impl<'r, 'm> Run<'r, 'm> {
    pub(super) fn new(
        problem: &'r Problem<'m>,
        request: &'r Request,
        progress: &'r mut dyn FnMut(Progress),
    ) -> Self {
        Self { survey: Survey::new(problem), problem, request, steps: 0, questions: 0, progress }
    }

    /// Asks until every verdict is known or a limit is reached.
    pub(super) fn everything(&mut self) -> Result<End, SolveError> {
        if self.problem.presolved.impossible {
            return Ok(End::Exhausted);
        }
        if let Some(end) = self.two_solutions()? {
            return Ok(end);
        }
        if let Some(engine) = self.request.engine.sat() {
            return self.by_sat(&*engine);
        }
        match self.request.engine {
            EngineName::Search => {
                let (compiled, _) = self.problem.for_search()?;
                self.by_search(&mut Searching::new(self.problem, &compiled), true)
            }
            EngineName::Dlx => self.by_dlx(),
            _ => self.auto(),
        }
    }

    /// The first two solutions; how it ended where that settles all.
    fn two_solutions(&mut self) -> Result<Option<End>, SolveError> {
        let request = Request { solutions: Some(2), ..self.request.clone() };
        let mut found = Vec::new();
        let report = self.problem.run(&request, &mut |solution| {
            found.push(solution);
            ControlFlow::Continue(())
        })?;
        self.steps += report.steps;
        for solution in found {
            self.survey.show(solution);
        }
        self.tell();
        Ok(match report.stopped() {
            None => {
                self.survey.strike_rest();
                Some(End::Exhausted)
            }
            Some(Stop::Solutions) => None,
            Some(stop) => Some(End::Stopped(stop)),
        })
    }

    /// Short questions to `search`, the others to `varisat`.
    fn auto(&mut self) -> Result<End, SolveError> {
        if let Ok((compiled, _)) = self.problem.for_search() {
            let mut searching = Searching::new(self.problem, &compiled);
            let end = self.by_search(&mut searching, self.problem.is_for_search())?;
            if end != End::Stopped(Stop::Patience) {
                return Ok(end);
            }
            return match self.by_sat(&Varisat) {
                Err(SolveError::Lower(_)) => self.by_search(&mut searching, true),
                other => other,
            };
        }
        self.by_sat(&Varisat)
    }

    /// Rounds of questions with more and more steps: without end, or until the rounds are over.
    fn by_search(&mut self, searching: &mut Searching<'_>, to_the_end: bool) -> Result<End, SolveError> {
        let end = self.sweep(searching)?;
        if end != End::Stopped(Stop::Patience) {
            return Ok(end);
        }
        let longer = std::iter::successors(Some(ROUNDS[1] * 10), |steps| Some(steps.saturating_mul(10)));
        for steps in ROUNDS.into_iter().chain(longer.take_while(|_| to_the_end)) {
            let end = self.round(searching, Some(steps))?;
            if end != End::Stopped(Stop::Patience) {
                return Ok(end);
            }
        }
        Ok(End::Stopped(Stop::Patience))
    }

    /// Looks at all solutions that show something new, for some steps; ends with `Patience` where they were not enough.
    fn sweep(&mut self, searching: &mut Searching<'_>) -> Result<End, SolveError> {
        self.survey.solutions().iter().for_each(|solution| searching.saw(solution));
        let before = searching.steps();
        let (found, end) = searching.sweep(&self.limits(Some(SWEEP)))?;
        self.steps += searching.steps() - before;
        for solution in found {
            self.survey.show(solution);
        }
        match end {
            End::Exhausted => self.survey.strike_rest(),
            End::Stopped(Stop::Steps) if !self.is_out_of_steps() => return Ok(End::Stopped(Stop::Patience)),
            End::Stopped(_) => {}
        }
        self.tell();
        Ok(end)
    }

    fn by_sat(&mut self, engine: &dyn SatEngine) -> Result<End, SolveError> {
        let mut sat = Sat::new(self.problem, &self.survey, engine)?;
        self.round(&mut sat, None)
    }

    fn by_dlx(&mut self) -> Result<End, SolveError> {
        self.round(&mut Covers::new(self.problem, &self.survey), None)
    }

    /// Asks about each choice that is not known, `most` steps each; ends with `Patience` where some were put off.
    fn round(&mut self, asker: &mut dyn Asker, most: Option<u64>) -> Result<End, SolveError> {
        self.survey.begin_round();
        self.survey.solutions().iter().for_each(|solution| asker.saw(solution));
        while let Some(choice) = self.survey.next_question() {
            let before = asker.steps();
            let limits = self.limits(most);
            let reply = asker.ask(choice, &limits)?;
            self.steps += asker.steps() - before;
            self.questions += 1;
            match reply {
                Reply::Found(solution) => {
                    asker.saw(&solution);
                    self.survey.show(solution);
                }
                Reply::None => {
                    asker.strike(choice);
                    self.survey.strike(choice);
                    self.survey.strike_where(|choice| !asker.is_live(choice));
                }
                Reply::Stopped(Stop::Steps) if most.is_some() && !self.is_out_of_steps() => {
                    self.survey.put_off(choice);
                }
                Reply::Stopped(stop) => return Ok(End::Stopped(stop)),
            }
            self.tell();
        }
        Ok(if self.survey.is_done() { End::Exhausted } else { End::Stopped(Stop::Patience) })
    }

    /// The limits of one question.
    fn limits(&self, most: Option<u64>) -> Limits {
        let left = self.request.limits.steps.map(|steps| steps.saturating_sub(self.steps));
        let steps = match (left, most) {
            (Some(left), Some(most)) => Some(left.min(most)),
            (left, most) => left.or(most),
        };
        Limits { steps, ..self.request.limits.clone() }
    }

    fn is_out_of_steps(&self) -> bool {
        self.request.limits.steps.is_some_and(|steps| self.steps >= steps)
    }

    fn tell(&mut self) {
        (self.progress)(self.survey.progress());
    }
}
