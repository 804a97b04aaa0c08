//! `cargo xtask demo`: the first thing to try. Builds Pleach, lets it find the bug in `examples/message.c`, and
//! as proof runs the generated test natively with sanitizers.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::project::{build_release, root, target_dir};
use crate::setup::setup;

const PROGRAM: &str = "examples/message.c";

/// Runs the demonstration.
pub fn demo() -> Result<(), String> {
    heading("1. Tools");
    setup()?;
    heading("2. Build (a minute or two the first time)");
    let pleach = build_release()?;
    heading("3. The program");
    let mistake = introduce()?;
    heading("4. Explore it for every message of seven bytes");
    let directory = target_dir()?.join("demo");
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(|error| format!("cannot remove {}: {error}", directory.display()))?;
    }
    let shown = directory.strip_prefix(root()).unwrap_or(&directory).to_owned();
    let output = shown.to_string_lossy().into_owned();
    let words = ["run", "--output-dir", &output, PROGRAM];
    match pleach_in_workspace(&pleach, &words)? {
        0 => {
            println!("\nNo bug is left: the program has been corrected.");
            return Ok(());
        }
        1 => {}
        code => return Err(format!("pleach {} ended with {code} where 1 (bugs found) was expected", words.join(" "))),
    }
    let test = first_test(&directory)?;
    heading("5. The same message in the native program, watched by AddressSanitizer");
    replay(&pleach, &format!("{output}/{test}"))?;
    heading("That is all");
    println!("The other tests are in {output}; `pleach tests {output}/*.ktest` lists them.");
    println!("To correct the program, let line {mistake} also ask for `length > left - 2`, and run this again.");
    println!("The binary is {}.", pleach.strip_prefix(root()).unwrap_or(&pleach).display());
    Ok(())
}

fn heading(text: &str) {
    println!("\n== {text}\n");
}

/// Shows the faulty part of the program and returns the line of the insufficient check.
fn introduce() -> Result<usize, String> {
    let text = fs::read_to_string(root().join(PROGRAM)).map_err(|error| format!("cannot read {PROGRAM}: {error}"))?;
    println!("{PROGRAM} reads messages of a sensor: records of a kind, a length and a payload.");
    println!("One of its checks is missing. This is the part for names:\n");
    let part = (1..).zip(text.lines()).skip_while(|(_, line)| !line.contains("case 2:"));
    let mut mistake = 0;
    for (number, line) in part.take_while(|(_, line)| !line.contains("case 3:")) {
        println!("{number:>5} | {line}");
        if line.contains("if (length") {
            mistake = number;
        }
    }
    Ok(mistake)
}

/// Runs Pleach in the workspace and returns its exit code.
fn pleach_in_workspace(pleach: &Path, words: &[&str]) -> Result<i32, String> {
    println!("$ pleach {}\n", words.join(" "));
    let status = Command::new(pleach)
        .args(words)
        .current_dir(root())
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run {}: {error}", pleach.display()))?;
    status.code().ok_or_else(|| format!("pleach {} was killed: {status}", words.join(" ")))
}

/// Replays a test. The sanitizer's dump of shadow memory is left out.
fn replay(pleach: &Path, test: &str) -> Result<(), String> {
    let words = ["replay", "--sanitize", PROGRAM, test];
    println!("$ pleach {}\n", words.join(" "));
    let output = Command::new(pleach).args(words).current_dir(root()).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", pleach.display()))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let picture = |line: &&str| !line.starts_with("Shadow bytes around");
    report.lines().take_while(picture).for_each(|line| println!("{line}"));
    println!("\n{}", String::from_utf8_lossy(&output.stdout).trim_end());
    match output.status.code() {
        Some(0) => Ok(()),
        _ => Err(format!("the replay ended with {} where 0 (it happened) was expected", output.status)),
    }
}

/// The test of the first finding.
fn first_test(directory: &Path) -> Result<String, String> {
    let file = directory.join("summary.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let summary: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let test = summary["findings"][0]["test"].as_str();
    test.map(str::to_owned).ok_or_else(|| format!("{} names no finding", file.display()))
}
