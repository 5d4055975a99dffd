//! Solutions of a cover on all cores, visited in the order in which one core finds them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::meter::Dial;
use super::shares::cube_count;
use super::shelf::Shelf;
use super::{Runner, search, stopped, watched};
use crate::cover::{Cover, Cube, ItemKind};
use crate::engines::{CoverSearch, End, Engine, Limits, Run, Stats, Stop, Visited};
use crate::solve::{EngineName, Request, SolveError};

/// So long one core is alone: most covers are done by then, and the first solutions are not waited for.
const ALONE: Duration = Duration::from_millis(100);

/// Whether a request goes to all cores: by an engine of our choice, without a limit on steps. The parts of a cover whose items
/// may be covered otherwise than once are not searched in the order of the whole.
pub(super) fn suits(cover: &Cover, request: &Request) -> bool {
    let is_plain = |item| match cover.kind(item) {
        ItemKind::Primary { low, high } => (low, high) == (1, 1),
        ItemKind::Secondary => true,
    };
    request.engine == EngineName::Auto
        && request.limits.steps.is_none()
        && rayon::current_num_threads() > 1
        && (0..cover.item_count() as u32).all(is_plain)
}

/// Visits the solutions as `search` does, for a moment on one core and then on all of them.
pub(super) fn run(
    cover: &Cover,
    request: &Request,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Run, SolveError> {
    let limits = request.limits.no_later_than(Instant::now() + ALONE);
    let dial = Dial::whole(request.meter.as_ref());
    let alone = watched(&Runner::Search, cover, &limits, dial, request.solutions, Visited::ALL, visit)?;
    if alone.end != End::Stopped(Stop::Time) || request.limits.out_of_time().is_some() {
        return Ok(alone);
    }
    // A few cubes are better than many after a long time.
    let soon = request.limits.no_later_than(Instant::now() + ALONE);
    let cubes = cover.cubes_until(cube_count(rayon::current_num_threads()), &|| soon.out_of_time().is_some());
    let mut run = in_cubes(cover, &cubes, request, alone.stats.answers, visit)?;
    run.stats.steps += alone.stats.steps;
    Ok(run)
}

/// Visits the solutions of all cubes but for the first few, which were visited before.
fn in_cubes(
    cover: &Cover,
    cubes: &[Cube],
    request: &Request,
    before: u64,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<Run, SolveError> {
    request.meter.iter().for_each(|meter| meter.start(cubes.len()));
    let limits = Limits { cancel: request.limits.cancel.child(), ..request.limits.clone() };
    let workers =
        Workers { cover, cubes, request, limits, next: AtomicUsize::new(0), shelf: Shelf::new(cubes.len()) };
    std::thread::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(cubes.len()) {
            scope.spawn(|| workers.work());
        }
        let _end = Ending { workers: &workers };
        workers.take(before, visit)
    })
}

/// Ends the work when nobody takes any more, even by a panic of who visits: the threads are waited for.
struct Ending<'w> {
    workers: &'w Workers<'w>,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.workers.limits.cancel.cancel();
        self.workers.shelf.close();
    }
}

/// The threads that search the cubes, and what they share.
struct Workers<'w> {
    cover: &'w Cover,
    cubes: &'w [Cube],
    request: &'w Request,
    limits: Limits,
    /// The first cube that nobody has begun.
    next: AtomicUsize,
    shelf: Shelf,
}

impl Workers<'_> {
    /// Searches cubes, the first of them first, until none is left.
    fn work(&self) {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(cube) = self.cubes.get(at) else { return };
            let _last = LastWord { shelf: &self.shelf, at };
            self.shelf.finish(at, self.cube(at, cube));
        }
    }

    /// Searches one cube.
    fn cube(&self, at: usize, cube: &Cube) -> Result<Run, SolveError> {
        if let Some(stop) = self.limits.out_of_time() {
            return Ok(stopped(stop));
        }
        let Some(rest) = self.cover.rest(cube) else {
            return Ok(Run { end: End::Exhausted, stats: Stats::default() });
        };
        let dial = Dial {
            meter: self.request.meter.as_ref(),
            share: at,
            above: cube.options.len(),
            ..Dial::default()
        };
        let mut wrong = false;
        let mut visit = |options: &[usize]| {
            let mut options = rest.whole(cube, options);
            options.sort_unstable();
            wrong |= !self.cover.is_solution(&options);
            if wrong {
                return ControlFlow::Break(());
            }
            self.shelf.add(at, &options)
        };
        let run = search(&rest.cover, &self.limits, dial, Visited::ALL, &mut visit);
        // A closed shelf wants no more, and then nobody asks what the run has come to.
        let _ = self.shelf.hand_on(at);
        if wrong { Err(SolveError::WrongCover { engine: CoverSearch.name() }) } else { Ok(run) }
    }

    /// Takes the solutions of one cube after the other; `before` were visited already. Where a limit has cut them off before
    /// those are past, the cubes after it are left: what they share with the solutions visited is not known.
    fn take(
        &self,
        mut before: u64,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<Run, SolveError> {
        let mut whole = Run { end: End::Exhausted, stats: Stats { steps: 0, answers: before } };
        for at in 0..self.cubes.len() {
            while let Some(batch) = self.shelf.take(at) {
                for options in batch.iter() {
                    if before > 0 {
                        before -= 1;
                        continue;
                    }
                    whole.stats.answers += 1;
                    let enough = self.request.solutions.is_some_and(|most| whole.stats.answers >= most);
                    if visit(options).is_break() || enough {
                        whole.end = End::Stopped(Stop::Solutions);
                        return Ok(whole);
                    }
                }
            }
            let run = self.shelf.end(at).unwrap_or(Ok(stopped(Stop::Cancelled)))?;
            whole.stats.steps += run.stats.steps;
            if whole.end == End::Exhausted {
                whole.end = run.end;
            }
            if before > 0 && whole.end != End::Exhausted {
                break;
            }
        }
        Ok(whole)
    }
}

/// Says that a place gets no more when its worker is gone, even by a panic: nobody waits for it then.
struct LastWord<'s> {
    shelf: &'s Shelf,
    at: usize,
}

impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        self.shelf.finish(self.at, Ok(stopped(Stop::Cancelled)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::random_cover;

    /// Solutions in the order visited: by one core, and by all without and with some visited before.
    #[test]
    fn the_order_is_that_of_one_core() {
        for seed in 0..400 {
            let cover = random_cover(seed);
            if !suits(&cover, &Request::default()) {
                continue;
            }
            let mut expected = Vec::new();
            let run = watched(
                &Runner::Search,
                &cover,
                &Limits::default(),
                Dial::default(),
                None,
                Visited::ALL,
                &mut |options| {
                    expected.push(options.to_vec());
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(run.map(|run| run.end), Ok(End::Exhausted));
            for (before, most) in [(0, None), (expected.len() / 2, None), (0, Some(2)), (1, Some(3))] {
                if before > expected.len() || most.is_some_and(|most| most <= before) {
                    continue;
                }
                let mut found = expected[..before].to_vec();
                let request = Request { solutions: most.map(|most| most as u64), ..Request::default() };
                let run = in_cubes(&cover, &cover.cubes(7), &request, before as u64, &mut |options| {
                    found.push(options.to_vec());
                    ControlFlow::Continue(())
                });
                let most = most.unwrap_or(usize::MAX);
                assert_eq!(found, expected[..expected.len().min(most)], "seed {seed}, {before} before");
                let end = if expected.len() < most { End::Exhausted } else { End::Stopped(Stop::Solutions) };
                assert_eq!(run.map(|run| (run.end, run.stats.answers)), Ok((end, found.len() as u64)));
            }
        }
    }

    /// Two solutions that are found at once, and then more nodes than anyone waits for: dominoes on a board without two corners
    /// of one colour.
    fn soon_and_then_long() -> Cover {
        const SIDE: u32 = 14;
        let mut cover = Cover::new();
        let cells: Vec<u32> = (0..SIDE * SIDE).map(|cell| cover.add_primary(format!("cell{cell}"))).collect();
        let (first, last) = ((cells[0], None), (cells[cells.len() - 1], None));
        let whole: Vec<_> = cells.iter().map(|&cell| (cell, None)).collect();
        for option in [&whole[..], &whole, &[first, last]] {
            cover.add_option(option).expect("an option");
        }
        for cell in 0..SIDE * SIDE {
            let right = (cell % SIDE + 1 < SIDE).then_some(cell + 1);
            let below = (cell / SIDE + 1 < SIDE).then_some(cell + SIDE);
            for other in right.into_iter().chain(below) {
                let pair = [cell, other].map(|cell| cells[cell as usize]);
                let pair = pair.map(|cell| (cell, None));
                if !pair.contains(&first) && !pair.contains(&last) {
                    cover.add_option(&pair).expect("an option");
                }
            }
        }
        cover
    }

    #[test]
    fn solutions_are_visited_while_the_search_goes_on() {
        let cover = soon_and_then_long();
        let start = Instant::now();
        let limits = Limits::default().no_later_than(start + Duration::from_mins(1));
        let request = Request { solutions: Some(2), limits, ..Request::default() };
        for count in [1, 7] {
            let run = in_cubes(&cover, &cover.cubes(count), &request, 0, &mut |_| ControlFlow::Continue(()));
            assert_eq!(
                run.map(|run| (run.end, run.stats.answers)),
                Ok((End::Stopped(Stop::Solutions), 2)),
                "{count} cubes, {:?}",
                start.elapsed()
            );
        }
    }

    #[test]
    fn a_panic_of_the_visitor_is_passed_on() {
        let cover = soon_and_then_long();
        let limits = Limits::default().no_later_than(Instant::now() + Duration::from_mins(1));
        let request = Request { limits: limits.clone(), ..Request::default() };
        let ran = std::panic::catch_unwind(|| {
            in_cubes(&cover, &cover.cubes(1), &request, 0, &mut |_| panic!("enough"))
        });
        assert!(ran.is_err());
        assert_eq!(limits.out_of_time(), None, "it waited for the whole search");
    }
}
