//! The same program, flags and seed give the same files, byte for byte, except for measured values; checking
//! answers adds only its own counters.

use serde_json::Value;

use crate::case::Case;
use crate::configuration::Configuration;
use crate::explore::Explored;

/// Compares two explorations made in different directories.
pub fn compare(case: &Case, configuration: &Configuration, first: &Explored, second: &Explored) -> Vec<String> {
    let say = |text: String| format!("{}{}: not repeatable: {text}", case.name, configuration.label());
    let (names, again) = (first.files(), second.files());
    if names != again {
        let lone: Vec<&String> = names
            .iter()
            .filter(|name| !again.contains(name))
            .chain(again.iter().filter(|n| !names.contains(n)))
            .collect();
        return vec![say(format!("only one of two runs writes {lone:?}"))];
    }
    // A run that is stopped by time or memory may stop elsewhere.
    let measured_limit = |flag: &String| flag.starts_with("--max-time") || flag.starts_with("--max-memory");
    if case.run.iter().any(measured_limit) {
        return Vec::new();
    }
    let differs = |name: &&String| contents(first, name) != contents(second, name);
    names
        .iter()
        .filter(differs)
        .map(|name| {
            let (one, other) = (contents(first, name), contents(second, name));
            let (one, other) = (String::from_utf8_lossy(&one), String::from_utf8_lossy(&other));
            let line = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            say(format!("{name} differs between two runs: {line:?}"))
        })
        .collect()
}

/// A file's contents without measured values.
fn contents(explored: &Explored, name: &str) -> Vec<u8> {
    let bytes = std::fs::read(explored.out().join(name)).expect("listed a moment ago");
    let measured: &[&str] = match name {
        "summary.json" => &["command", "directory", "checks", "seconds", "time", "peak_memory_bytes"],
        "statistics.json" => &["microseconds"],
        "info" => return Vec::new(),
        _ => return bytes,
    };
    let mut value: Value = serde_json::from_slice(&bytes).expect("JSON");
    let fields = value.as_object_mut().expect("an object");
    fields.retain(|field, _| !measured.contains(&field.as_str()));
    if let Some(counters) = fields.get_mut("counters").and_then(Value::as_object_mut) {
        // To check that a join is right takes terms, and how terms are numbered decides a little of what work is done.
        let joins = counters.get("exec.joins").and_then(Value::as_u64).unwrap_or(0);
        counters.retain(|name, _| !name.starts_with("solver.checks.") && (joins == 0 || name.starts_with("exec.")));
    }
    serde_json::to_vec_pretty(&value).expect("it was JSON before")
}
