//! The corpus cases about exact covers: the count of each file by every engine, or a refusal.

use std::ops::ControlFlow;
use std::path::Path;

use exactly::Stop;
use exactly::cover::{Colour, Cover};
use exactly::formats::{ReadError, Source, read_cover, read_matrix};
use exactly::solve::{CountMethod, EngineName, Request, count_cover, run_cover};
use serde_json::Value;

use super::common;

/// Files that the index lets a wider dialect read, with the count that follows.
const WIDER: [(&str, u64); 2] =
    [("069-dlx-text-errors-05-long-colour.dlx", 0), ("069-dlx-text-errors-08-long-name.dlx", 1)];

/// Matrices whose first line is a size: refused, and the same covers stand in the files beside them.
const WITH_SIZES: [&str; 2] = ["065-thirty-items-zero-covers.txt", "067-secondary-columns-on-the-left.txt"];

/// Holds every file of a case against what the index expects.
pub(crate) fn check(folder: &Path, files: &[String], expect: &Value) {
    let text = |file: &String| common::text_of(&folder.join(file));
    for (at, file) in files.iter().enumerate() {
        if WITH_SIZES.contains(&file.as_str()) {
            let refused = read_matrix(&Source::new(file.as_str(), text(file)));
            assert!(refused.is_err_and(|error| error.message.ends_with("is neither 0 nor 1")), "{file}");
            continue;
        }
        let cover = read(file, &text(file));
        let wider = WIDER.iter().find(|(name, _)| name == file).map(|&(_, count)| count);
        if expect["error"] == Value::Bool(true) && wider.is_none() {
            assert!(cover.is_err(), "{file} is read");
            continue;
        }
        let cover = cover.unwrap_or_else(|error| panic!("{error}"));
        let stated = match &expect["covers"] {
            Value::Array(counts) => counts[at].as_u64(),
            count => count.as_u64(),
        };
        compare(file, &cover, wider.or(stated).expect("a count"));
        if let Some(stated) = expect["items_without_option"].as_u64() {
            let covered = |item| {
                cover.options().iter().any(|option| option.entries.iter().any(|entry| entry.0 == item))
            };
            let without = (0..cover.item_count() as u32).filter(|&item| !covered(item)).count();
            assert_eq!(without as u64, stated, "{file}");
        }
    }
}

fn read(file: &str, text: &str) -> Result<Cover, ReadError> {
    if let Some(cover) = read_cover(&Source::new(file, text)) {
        return cover;
    }
    let json: Value = serde_json::from_str(text).expect("JSON");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    if json.is_array() {
        let row = |row: &Value| list(row).iter().map(|bit| bit == 1).collect::<Vec<bool>>();
        return Ok(Cover::from_matrix(&list(&json).iter().map(row).collect::<Vec<_>>()).expect("equal rows"));
    }
    let mut cover = Cover::new();
    let names = |key: &str| {
        list(&json[key]).iter().map(|name| name.as_str().expect("a name").to_string()).collect::<Vec<_>>()
    };
    let (primary, secondary) = (names("primary"), names("secondary"));
    for name in &primary {
        cover.add_primary(name);
    }
    for name in &secondary {
        cover.add_secondary(name);
    }
    for option in list(&json["options"]) {
        let item = |name: &Value| primary.iter().chain(&secondary).position(|known| name == known.as_str());
        let entries: Vec<(u32, Colour)> =
            list(&option).iter().map(|name| (item(name).expect("an item") as u32, None)).collect();
        cover.add_option(&entries).expect("valid");
    }
    Ok(cover)
}

/// The count of every engine; clause learning is asked where there are few solutions.
fn compare(file: &str, cover: &Cover, count: u64) {
    for engine in EngineName::ALL {
        // One SAT solver is enough for what takes them minutes.
        let is_large = engine != EngineName::Varisat && cover.option_count() > 1_000;
        if engine.sat().is_some() && (count > 3_000 || is_large) {
            continue;
        }
        let mut request = Request { engine, ..Request::default() };
        if engine == EngineName::Dlx {
            // Dancing links are the slowest here: what they find within these nodes may not be more.
            request.limits.steps = Some(100_000);
        }
        let report = run_cover(cover, &request, &mut |_| ControlFlow::Continue(()));
        let report = report.unwrap_or_else(|error| panic!("{file}: {error}"));
        let cut_off = report.stopped() == Some(Stop::Steps) && report.found <= count;
        assert!(cut_off || report.is_complete() && report.found == count, "{file} with {engine}: {report:?}");
    }
    let counted = count_cover(cover, &Request::default(), CountMethod::Auto).expect("a cover that was run");
    assert_eq!(counted.count, count.into(), "{file}");
}
