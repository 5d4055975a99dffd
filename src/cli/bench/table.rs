//! The table as people read it: aligned columns, printed row by row, with totals at the end.

use super::{EngineName, Row, UNFINISHED};

/// The widths of the first two columns: the longest name and the longest engine, in characters.
pub(super) fn widths(names: &[String], engines: &[EngineName]) -> [usize; 2] {
    let name = names.iter().map(|name| name.chars().count()).fold(6, usize::max);
    let engine = engines.iter().map(|engine| engine.to_string().chars().count()).fold(7, usize::max);
    [name, engine]
}

pub(super) fn head(names: &[String], engines: &[EngineName]) -> String {
    let [width, second] = widths(names, engines);
    format!(
        "{:<width$}  {:<second$}  {:<14}  {:>9}  {:>12}  {:>10}  {:>10}  {:>11}",
        "puzzle", "engine", "outcome", "found", "steps", "model ms", "setup ms", "solve ms"
    )
}

pub(super) fn line(row: &Row, [width, second]: [usize; 2]) -> String {
    format!(
        "{:<width$}  {:<second$}  {:<14}  {:>9}  {:>12}  {:>10.3}  {:>10.3}  {:>11.3}",
        row.puzzle, row.engine, row.outcome, row.found, row.steps, row.model_ms, row.setup_ms, row.solve_ms
    )
}

/// Times below this count as this in ratios, so that noise does not make them.
const LEAST_MS: f64 = 0.01;

/// For each engine the sum of its times, and the geometric mean of its ratios to the first engine, setup and solving
/// together, over the puzzles that both ended within the limits.
pub(super) fn totals(rows: &[Row], engines: &[EngineName], names: &[String]) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let widths = widths(names, engines);
    engines.iter().enumerate().map(|(at, engine)| total(rows, engines.len(), at, *engine, widths)).collect()
}

fn total(
    rows: &[Row],
    engine_count: usize,
    at: usize,
    engine: EngineName,
    [width, second]: [usize; 2],
) -> String {
    let ended = |row: &Row| row.outcome != "refused" && !UNFINISHED.contains(&&row.outcome[..]);
    let time = |row: &Row| (row.setup_ms + row.solve_ms).max(LEAST_MS);
    let of_engine = || rows.chunks(engine_count).map(|puzzle| (&puzzle[0], &puzzle[at]));
    let setup: f64 = of_engine().map(|(_, row)| row.setup_ms).sum();
    let solve: f64 = of_engine().map(|(_, row)| row.solve_ms).sum();
    let cut = of_engine().filter(|(_, row)| !ended(row)).count();
    let ratios: Vec<f64> = of_engine()
        .filter(|(first, row)| ended(first) && ended(row))
        .map(|(first, row)| (time(row) / time(first)).ln())
        .collect();
    let mean = (ratios.iter().sum::<f64>() / ratios.len().max(1) as f64).exp();
    let ratio = if ratios.is_empty() { "-".to_string() } else { format!("×{mean:.2}") };
    let cut = if cut == 0 { String::new() } else { format!("  ({cut} not ended)") };
    format!(
        "{:<width$}  {:<second$}  {:<14}  {:>9}  {:>12}  {:>10}  {:>10.3}  {:>11.3}{cut}",
        "total",
        engine.to_string(),
        ratio,
        "",
        "",
        "",
        setup,
        solve
    )
}
