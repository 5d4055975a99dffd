//! How far a long run on a cover is: one line that is rewritten on a terminal, or lines for a log.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::report::say;
use crate::solve::{Meter, Reading};

/// The line on a terminal is rewritten so often.
const REWRITTEN: Duration = Duration::from_millis(500);

/// Where progress is shown.
pub(super) struct Shown<'b> {
    /// The line on a terminal; hidden elsewhere.
    pub(super) bar: &'b ProgressBar,
    /// Time between two lines for a log.
    pub(super) every: Option<Duration>,
    /// What the lines start with.
    pub(super) name: &'b str,
}

/// Runs a task that tells a meter how far it is, and shows it meanwhile.
pub(super) fn shown<T>(shown: &Shown<'_>, task: impl FnOnce(Option<Meter>) -> T) -> T {
    if shown.bar.is_hidden() && shown.every.is_none() {
        return task(None);
    }
    let meter = Meter::new();
    std::thread::scope(|scope| {
        let (ended, end) = channel::<()>();
        let watched = meter.clone();
        scope.spawn(move || watch(shown, &watched, &end));
        let result = task(Some(meter));
        drop(ended);
        result
    })
}

/// Shows a meter until the run has ended.
fn watch(shown: &Shown<'_>, meter: &Meter, end: &Receiver<()>) {
    let start = Instant::now();
    let every = shown.every;
    let (mut first, mut next) = (None, every);
    let pause = every.map_or(REWRITTEN, |every| every.min(REWRITTEN)).max(Duration::from_millis(1));
    while end.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let (time, reading) = (start.elapsed(), meter.read());
        let line = match reading {
            Some(reading) => line(time, &reading, *first.get_or_insert((time, reading.fraction))),
            None => format!("{} elapsed, and how far it is cannot be told", clock(time)),
        };
        // The terminal's line has the time already.
        shown
            .bar
            .set_message(line.split_once(" elapsed, ").map_or(String::new(), |(_, rest)| rest.to_string()));
        if next.is_some_and(|next| time >= next) {
            shown.bar.suspend(|| say(&format!("{}: {line}", shown.name)));
            next = every.map(|every| time + every);
        }
    }
    shown.bar.set_message("");
}

/// A reading in words. Time left is told from what was done since the first reading, at its time and fraction.
fn line(time: Duration, reading: &Reading, (start, done): (Duration, f64)) -> String {
    let Reading { fraction, depth, solutions, .. } = *reading;
    let rate = (fraction - done) / time.saturating_sub(start).as_secs_f64();
    let left = Duration::try_from_secs_f64((1.0 - fraction) / rate).ok().filter(|_| rate > 0.0);
    let left =
        left.map_or("time left not known yet".to_string(), |left| format!("about {} left", clock(left)));
    let percent = 100.0 * fraction;
    let places = if percent >= 1.0 { 1 } else { 4 };
    format!(
        "{} elapsed, depth {depth}, {percent:.places$} % done, {solutions} solutions, {left}",
        clock(time)
    )
}

/// A time as 1:02:03, with days before it where there are any.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    match days {
        0 => format!("{hours}:{minutes:02}:{seconds:02}"),
        1..=36_500 => format!("{days} days {hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{:.1e} years", days as f64 / 365.25),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{clock, line};
    use crate::solve::Reading;

    #[test]
    fn lines_as_people_read_them() {
        let reading = Reading { fraction: 0.3, depth: 12, solutions: 345, steps: 6_789 };
        assert_eq!(
            line(Duration::from_secs(3_700), &reading, (Duration::from_secs(100), 0.2)),
            "1:01:40 elapsed, depth 12, 30.0 % done, 345 solutions, about 7:00:00 left"
        );
        let reading = Reading { fraction: 0.000_012, depth: 3, solutions: 0, steps: 1 };
        assert_eq!(
            line(Duration::from_secs(1), &reading, (Duration::from_secs(1), 0.000_012)),
            "0:00:01 elapsed, depth 3, 0.0012 % done, 0 solutions, time left not known yet"
        );
        assert_eq!(clock(Duration::from_secs(200_000)), "2 days 7:33:20");
        assert_eq!(clock(Duration::from_secs(1 << 50)), "3.6e7 years");
    }
}
