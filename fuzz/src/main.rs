//! `cargo xtask fuzz TARGET`: fuzzes one target, or all in turn.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use fuzz::{Effort, TARGETS, Target, drive, target};

const USAGE: &str = "usage: fuzz TARGET|all [--seconds N] [--cases N] [--seed S]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (targets, effort) = match request(&words) {
        Ok(request) => request,
        Err(why) => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("{why}\n{USAGE}\ntargets: {}", names.join(" "));
            return ExitCode::FAILURE;
        }
    };
    let mut clean = true;
    for target in targets {
        let found = drive(target, effort, Path::new("target/fuzz"));
        println!(
            "{}: {} cases, {} understood, {} panics",
            target.name,
            found.cases,
            found.understood,
            found.panics.len()
        );
        found.panics.iter().for_each(|file| println!("  {}", file.display()));
        clean &= found.panics.is_empty();
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn request(words: &[String]) -> Result<(Vec<Target>, Effort), String> {
    let (name, rest) = words.split_first().ok_or("name a target")?;
    let targets = match name.as_str() {
        "all" => TARGETS.to_vec(),
        name => vec![target(name).ok_or_else(|| format!("there is no target '{name}'"))?],
    };
    let (mut effort, mut limited) = (Effort { cases: u64::MAX, time: None, seed: 1 }, false);
    for pair in rest.chunks(2) {
        let [word, value] = pair else { return Err(format!("{} needs a number", pair[0])) };
        let value: u64 = value.parse().map_err(|_| format!("{word} needs a number, not '{value}'"))?;
        match word.as_str() {
            "--seconds" => (effort.time, limited) = (Some(Duration::from_secs(value)), true),
            "--cases" => (effort.cases, limited) = (value, true),
            "--seed" => effort.seed = value,
            _ => return Err(format!("there is no {word}")),
        }
    }
    if !limited {
        effort.time = Some(Duration::from_secs(60));
    }
    Ok((targets, effort))
}
