//! `pleach solve --replay`: asks the questions of a log again, and prints a table of what each stage did now
//! and when the log was made.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use report::query_log;
use solver::{Config, Replay, ReplayReport};

use crate::failure::{Exit, Failure};
use crate::quantity::{show_count, show_things};
use crate::{print, solve, tell};

/// The greatest number of mismatches shown; the rest are counted.
const SHOWN: usize = 20;

/// Asks the questions of the log in `dir`.
pub fn replay(dir: &Path, config: Config) -> Result<Exit, Failure> {
    let wrong = |file: &Path, why: String| Failure::Input { file: file.to_owned(), why };
    let scripts = query_log::scripts(dir).map_err(|error| wrong(dir, error.to_string()))?;
    if scripts.is_empty() {
        return Err(wrong(dir, "there is no log of questions in it; pleach run --log-queries makes one".to_owned()));
    }
    let mut replay = Replay::new(config);
    for script in &scripts {
        let text = std::fs::read_to_string(script).map_err(|error| wrong(script, error.to_string()))?;
        replay.script(&text).map_err(|error| wrong(script, error.to_string()))?;
    }
    let accused = replay.solver().wrong_answer().cloned();
    let report = replay.report();
    print(&table(&report));
    for mismatch in report.mismatches.iter().take(SHOWN) {
        tell(mismatch);
    }
    if report.mismatches.len() > SHOWN {
        tell(&format!("… and {} more", report.mismatches.len() - SHOWN));
    }
    if let Some(accused) = accused {
        return solve::write_down(&accused);
    }
    Ok(match (report.mismatches.is_empty(), report.unknown) {
        (false, _) => Exit::Findings,
        (true, 0) => Exit::Clean,
        (true, _) => Exit::Incomplete,
    })
}

/// The stages, with what they did now and when the log was made.
fn table(report: &ReplayReport) -> String {
    let mut rows: Vec<[String; 9]> = vec![
        ["stage", "asked", "answered", "share", "time", "median", "logged: asked", "answered", "time"]
            .map(str::to_owned),
    ];
    let (mut time, mut logged, mut answered, mut logged_answered) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for stage in &report.stages {
        rows.push([
            stage.name.clone(),
            show_count(stage.asked),
            show_count(stage.answered),
            share(stage.answered, report.questions),
            show_time(stage.time),
            show_time(stage.median),
            show_count(stage.logged_asked),
            show_count(stage.logged_answered),
            show_time(stage.logged_time),
        ]);
        time += stage.time;
        logged += stage.logged_time;
        answered += stage.answered;
        logged_answered += stage.logged_answered;
    }
    rows.push([
        "total".to_owned(),
        show_count(report.questions),
        show_count(answered),
        share(answered, report.questions),
        show_time(time),
        String::new(),
        show_count(report.questions),
        show_count(logged_answered),
        show_time(logged),
    ]);
    let mut text = aligned(&rows);
    let open = report.questions.saturating_sub(answered);
    let _ = writeln!(
        text,
        "{}, {} without an answer, {}; {} the logged time",
        show_things(report.questions, "question"),
        show_count(open),
        show_things(report.mismatches.len() as u64, "mismatch").replace("mismatchs", "mismatches"),
        factor(time, logged)
    );
    if report.assumed > 0 {
        let assumed = show_things(report.assumed, "condition");
        let _ = writeln!(text, "{assumed} assumed to come to paths that no answer had opened");
    }
    text
}

/// Aligned columns: the first to the left, the others to the right.
fn aligned(rows: &[[String; 9]]) -> String {
    let widths: Vec<usize> =
        (0..9).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:<width$}", row[0], width = widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(line, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

fn factor(time: Duration, logged: Duration) -> String {
    if logged.is_zero() { "–".to_owned() } else { format!("{:.2} times", time.as_secs_f64() / logged.as_secs_f64()) }
}

/// A duration with about three digits, in a suitable unit.
fn show_time(time: Duration) -> String {
    let micros = time.as_nanos() as f64 / 1000.0;
    match micros {
        0.0..1000.0 => format!("{micros:.1} µs"),
        1000.0..1_000_000.0 => format!("{:.1} ms", micros / 1000.0),
        _ => format!("{:.2} s", micros / 1_000_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::ReplayedStage;

    #[test]
    fn the_table_is_aligned_and_summed_up() {
        let stage = |name: &str, answered, micros| ReplayedStage {
            name: name.to_owned(),
            asked: 4,
            answered,
            time: Duration::from_micros(micros),
            median: Duration::from_nanos(250),
            logged_asked: 4,
            logged_answered: answered,
            logged_time: Duration::from_micros(2 * micros),
        };
        let report = ReplayReport {
            questions: 4,
            stages: vec![stage("syntactic", 1, 2), stage("bit_blast", 3, 1500)],
            ..ReplayReport::default()
        };
        let text = table(&report);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("syntactic") && lines[1].contains("25.0 %"), "{text}");
        assert!(lines[2].contains("1.5 ms") && lines[2].contains("3.0 ms"), "{text}");
        assert!(lines[3].starts_with("total") && lines[3].contains("100.0 %"), "{text}");
        assert!(lines[4].contains("0 mismatches; 0.50 times the logged time"), "{text}");
        let ends: Vec<usize> = lines[..4].iter().map(|line| line.chars().count()).collect();
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
    }
}
