//! The choice of an engine. Plain 9×9 sudokus do not come here: they go to the kernel for them.
//!
//! 1. `search` gets [`PATIENCE`], which ends most puzzles. If it has found a thousand solutions by then, it goes on: no
//!    solver that blocks solutions one by one enumerates as fast.
//! 2. Where cages cover most of the board and there are no automata, it goes on too: sums are for propagation.
//! 3. Else `search` goes on with `varisat` beside it, which leaves out the solutions seen so far; the first to end gives the
//!    answer. Relations and contradictions are for clause learning, and nobody can tell beforehand.
//!
//! Models with more than 64 different values, which `search` does not take, go to `dlx` first and then to `varisat`.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::runner::{KEPT, Part, Problem, Sight};
use super::{Request, SolveError};
use crate::engines::{Descent, End, Limits, Patience, Stop, Varisat};
use crate::model::Solution;

/// Work that `search` gets, about a tenth of a second, and the solutions that let it go on.
const PATIENCE: Patience = Patience { work: 20_000_000, answers: KEPT as u64 };

/// The same for `dlx`.
const PATIENCE_OF_DLX: Patience = Patience { work: 20_000, answers: KEPT as u64 };

/// Runs the engines; the parts are in order, the last one gave the answer.
pub(super) fn run(
    problem: &Problem<'_>,
    request: &Request,
    sight: &mut Sight<'_>,
) -> Result<Vec<Part>, SolveError> {
    let mut seen: Vec<Solution> = Vec::new();
    let (searched, setup) = match problem.for_search() {
        Err(SolveError::TooManyValues) => return without_search(problem, request, sight),
        searched => searched?,
    };
    let patience = (!problem.is_for_search()).then_some(PATIENCE);
    let limits = Limits { patience, ..request.limits.clone() };
    let mut descent = Descent::new(&searched);
    let first =
        problem.go_on(&mut descent, &limits, request.solutions, &mut sight.remember(&mut seen), setup)?;
    if first.run.end != End::Stopped(Stop::Patience) {
        return Ok(vec![first]);
    }
    let (limits, left) = rest(request, &first);
    let second = race(problem, descent, &limits, left, &seen, sight)?;
    Ok(vec![first, second])
}

/// For models that `search` does not take.
fn without_search(
    problem: &Problem<'_>,
    request: &Request,
    sight: &mut Sight<'_>,
) -> Result<Vec<Part>, SolveError> {
    let mut seen: Vec<Solution> = Vec::new();
    let limits = Limits { patience: Some(PATIENCE_OF_DLX), ..request.limits.clone() };
    let first = problem.dlx(&limits, request.solutions, &mut sight.remember(&mut seen))?;
    if first.run.end != End::Stopped(Stop::Patience) {
        return Ok(vec![first]);
    }
    let (limits, left) = rest(request, &first);
    let second = problem.sat(&Varisat, &limits, left, &seen, sight)?;
    Ok(vec![first, second])
}

/// The limits and solutions that are left after the first part.
fn rest(request: &Request, first: &Part) -> (Limits, Option<u64>) {
    let steps = request.limits.steps.map(|steps| steps.saturating_sub(first.run.stats.steps));
    let limits = Limits { steps, ..request.limits.clone() };
    (limits, request.solutions.map(|most| most - first.run.stats.answers))
}

/// What a runner of the race says.
enum Event {
    Found(Solution),
    Ended(Result<Part, SolveError>),
}

/// The two runners by number.
const SEARCH: usize = 0;
const VARISAT: usize = 1;

/// Runs both engines at once; the solutions of the one that ends first, or finds a thousand by search, are shown. The
/// search goes on where it stopped, `varisat` leaves out what was seen.
fn race(
    problem: &Problem<'_>,
    mut descent: Descent<'_>,
    limits: &Limits,
    most: Option<u64>,
    seen: &[Solution],
    sight: &mut Sight<'_>,
) -> Result<Part, SolveError> {
    let mut runner_limits = [limits.clone(), limits.clone()];
    for limits in &mut runner_limits {
        limits.cancel = limits.cancel.child();
    }
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let cancels = runner_limits.each_ref().map(|limits| limits.cancel.clone());
        let [search_limits, varisat_limits] = &runner_limits;
        let (first, second) = (sender.clone(), sender);
        scope.spawn(move || {
            let mut send = |solution| tell(&first, SEARCH, solution);
            let sight = &mut Sight::Show(&mut send);
            let ended = problem.go_on(&mut descent, search_limits, most, sight, Duration::ZERO);
            let _ = first.send((SEARCH, Event::Ended(ended)));
        });
        scope.spawn(move || {
            let mut send = |solution| tell(&second, VARISAT, solution);
            let ended = problem.sat(&Varisat, varisat_limits, most, seen, &mut Sight::Show(&mut send));
            let _ = second.send((VARISAT, Event::Ended(ended)));
        });
        let result = judge(&receiver, sight, |runner| cancels[runner].cancel());
        cancels.iter().for_each(crate::engines::Cancel::cancel);
        result
    })
}

/// The judge may have left; then nobody wants more.
fn tell(sender: &Sender<(usize, Event)>, runner: usize, solution: Solution) -> ControlFlow<()> {
    match sender.send((runner, Event::Found(solution))) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Keeps the solutions of both until one wins, then shows those of the winner as they come.
fn judge(
    receiver: &Receiver<(usize, Event)>,
    sight: &mut Sight<'_>,
    cancel: impl Fn(usize),
) -> Result<Part, SolveError> {
    let mut found: [Vec<Solution>; 2] = [Vec::new(), Vec::new()];
    let mut shown = 0u64;
    let mut winner = None;
    let mut stopped: Option<(usize, Part)> = None;
    let mut enough = false;
    let mut failed = false;
    loop {
        let Ok((runner, event)) = receiver.recv() else {
            unreachable!("each runner says how it ended before it leaves");
        };
        match event {
            Event::Found(_) if winner.is_some_and(|winner| winner != runner) => {}
            Event::Found(solution) => {
                found[runner].push(solution);
                if winner.is_none() && stopped.is_none() && found[runner].len() >= KEPT {
                    // So many solutions are for search to enumerate, unless it has stopped already.
                    cancel(VARISAT);
                    winner = Some(SEARCH);
                }
                if winner == Some(runner) && show(&mut found[runner], &mut shown, sight).is_break() {
                    enough = true;
                    cancel(runner);
                }
            }
            Event::Ended(ended) => {
                // A model that one of them cannot take is left to the other.
                let mut part = match ended {
                    Ok(part) => part,
                    Err(SolveError::Lower(_) | SolveError::TooManyValues) if !failed && stopped.is_none() => {
                        failed = true;
                        continue;
                    }
                    Err(SolveError::Lower(_) | SolveError::TooManyValues) if !failed => {
                        // The other one has stopped before: what it found is all there is.
                        let Some((other, mut part)) = stopped.take() else {
                            unreachable!("the arm before takes this case");
                        };
                        let _ = show(&mut found[other], &mut shown, sight);
                        part.run.stats.answers = shown;
                        return Ok(part);
                    }
                    Err(error) => return Err(error),
                };
                let finished = !matches!(part.run.end, End::Stopped(stop) if stop != Stop::Solutions);
                let last = failed || stopped.is_some() || winner == Some(runner);
                if winner.is_some_and(|winner| winner != runner) {
                    continue;
                }
                if finished || last {
                    if let Some((other, other_part)) = stopped.take()
                        && !finished
                        && found[other].len() > found[runner].len()
                    {
                        part = other_part;
                        found.swap(other, runner);
                    }
                    cancel(1 - runner);
                    enough |= show(&mut found[runner], &mut shown, sight).is_break();
                    if enough {
                        part.run.end = End::Stopped(Stop::Solutions);
                    }
                    part.run.stats.answers = shown;
                    return Ok(part);
                }
                stopped = Some((runner, part));
            }
        }
    }
}

/// Shows what was kept.
fn show(found: &mut Vec<Solution>, shown: &mut u64, sight: &mut Sight<'_>) -> ControlFlow<()> {
    for solution in found.drain(..) {
        *shown += 1;
        sight.show(solution)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::mpsc::channel;

    use super::{Duration, Event, KEPT, Part, SEARCH, Sight, VARISAT, judge};
    use crate::engines::{End, Run, Stats, Stop};
    use crate::model::Solution;

    fn part(engine: &'static str, end: End) -> Part {
        Part {
            run: Run { end, stats: Stats::default() },
            setup: Duration::ZERO,
            time: Duration::ZERO,
            engine,
        }
    }

    /// What is shown, and how it ended, for these events in this order.
    fn judged(events: Vec<(usize, Event)>) -> (usize, End, &'static str) {
        let (sender, receiver) = channel();
        for event in events {
            sender.send(event).expect("the receiver is there");
        }
        drop(sender);
        let mut shown = 0;
        let mut visit = |_| {
            shown += 1;
            ControlFlow::Continue(())
        };
        let part = judge(&receiver, &mut Sight::Show(&mut visit), |_| {}).expect("no error was sent");
        (shown, part.run.end, part.engine)
    }

    fn found(runner: usize, count: usize) -> impl Iterator<Item = (usize, Event)> {
        (0..count).map(move |value| (runner, Event::Found(Solution::new(vec![value as i32]))))
    }

    #[test]
    fn many_solutions_do_not_go_to_a_search_that_has_stopped() {
        let steps = End::Stopped(Stop::Steps);
        let mut events = vec![(SEARCH, Event::Ended(Ok(part("search", steps))))];
        events.extend(found(VARISAT, KEPT + 5));
        events.push((VARISAT, Event::Ended(Ok(part("varisat", End::Exhausted)))));
        assert_eq!(judged(events), (KEPT + 5, End::Exhausted, "varisat"));
    }

    #[test]
    fn many_solutions_go_to_a_search_that_runs() {
        let mut events: Vec<(usize, Event)> = found(VARISAT, KEPT).collect();
        events.push((VARISAT, Event::Ended(Ok(part("varisat", End::Stopped(Stop::Cancelled))))));
        events.extend(found(SEARCH, KEPT + 3));
        events.push((SEARCH, Event::Ended(Ok(part("search", End::Exhausted)))));
        assert_eq!(judged(events), (KEPT + 3, End::Exhausted, "search"));
    }

    #[test]
    fn when_both_stop_the_one_with_more_is_shown() {
        let time = End::Stopped(Stop::Time);
        let mut events: Vec<(usize, Event)> = found(SEARCH, 3).collect();
        events.push((SEARCH, Event::Ended(Ok(part("search", time)))));
        events.push((VARISAT, Event::Ended(Ok(part("varisat", time)))));
        assert_eq!(judged(events), (3, time, "search"));
    }
}
