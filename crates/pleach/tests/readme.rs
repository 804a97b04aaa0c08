//! Checks the README: every command in a `console` block is run in a directory with the examples, and must
//! print the text below it.
//!
//! `[…]` stands for anything. Values that differ from run to run are not compared: times, memory, addresses and
//! process ids.

#[path = "binary/mod.rs"]
mod binary;

use std::fs;
use std::path::{Path, PathBuf};

/// The placeholder that stands for anything.
const ANYTHING: &str = "[…]";

/// A command of a transcript, and its output.
struct Step {
    words: Vec<String>,
    prints: String,
}

#[test]
fn transcripts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let steps = steps(&text);
    assert!(steps.len() >= 2, "the README shows a run and a replay");
    let dir = tempfile::tempdir().expect("a temporary directory");
    copy(&root.join("examples"), &dir.path().join("examples"));
    for step in &steps {
        let (stdout, both) = output(step, dir.path());
        let wanted = masked(step.prints.trim());
        let fits = [&stdout, &both].into_iter().any(|text| matches(&wanted, masked(text).trim()));
        assert!(fits, "README.md: `{}` now prints\n\n{both}\n\ninstead of\n\n{}", step.words.join(" "), step.prints);
    }
}

/// The commands of all blocks.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        assert!(block.starts_with("$ "), "a transcript begins with a command");
        for line in block.lines() {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => {
                    let words = command.split_whitespace().map(str::to_owned).collect();
                    steps.push(Step { words, prints: String::new() });
                }
                (None, Some(step)) => {
                    step.prints.push_str(line);
                    step.prints.push('\n');
                }
                (None, None) => unreachable!("a transcript begins with a command"),
            }
        }
    }
    steps
}

/// The command's standard output, and both streams in the order in which they arrive.
fn output(step: &Step, dir: &Path) -> (String, String) {
    assert_eq!(step.words[0], "pleach", "transcripts are of pleach");
    let both = dir.join("both");
    let file = fs::File::create(&both).expect("a file for the output");
    let mut command = binary::pleach();
    command.args(&step.words[1..]).current_dir(dir);
    command.stderr(file.try_clone().expect("another handle")).stdout(file);
    command.status().expect("pleach starts");
    let both = fs::read_to_string(&both).expect("text");
    // Standard output is what remains without the lines that report bugs at once.
    let is_news = |line: &&str| !line.starts_with("bug: ");
    let stdout: Vec<&str> = both.lines().filter(is_news).collect();
    (stdout.join("\n"), both)
}

/// A text with the values that differ from run to run masked.
fn masked(text: &str) -> String {
    let line = |line: &str| {
        let line = match line {
            line if line.starts_with("  time:") || line.starts_with("  memory:") => numbers(line, |_| true),
            line => numbers(line, |before| before.ends_with("0x") || before.ends_with("==")),
        };
        // The unit of a quantity may differ as well.
        let quantity = line.starts_with("  time:") || line.starts_with("  memory:");
        if quantity {
            line.split_whitespace().filter(|word| !is_unit(word)).collect::<Vec<_>>().join(" ")
        } else {
            line
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn is_unit(word: &str) -> bool {
    ["µs", "ms", "s", "min", "kB", "MB", "GB"].contains(&word)
}

/// The line with `#` in place of every number that follows a text for which `after` holds.
fn numbers(line: &str, after: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        out.push_str(before);
        let hex = out.ends_with("0x");
        let masks = after(&out) || hex && after("0x");
        let ends = |c: char| !(c.is_ascii_digit() || c == '.' || hex && c.is_ascii_hexdigit());
        let (number, others) = number.split_at(number.find(ends).unwrap_or(number.len()));
        // The `0` of `0x` is itself a number.
        let is_prefix = number == "0" && others.starts_with('x');
        out.push_str(if masks && !is_prefix { "#" } else { number });
        rest = others;
        if is_prefix {
            let (x, others) = rest.split_at(1);
            out.push_str(x);
            // An address may begin with a letter.
            let end = others.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(others.len());
            out.push_str(if end > 0 && after("0x") { "#" } else { &others[..end] });
            rest = &others[end..];
        }
    }
    out + rest
}

/// Whether a text matches a pattern.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split(ANYTHING);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("the examples are there") {
        let path: PathBuf = entry.expect("an entry").path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
        }
    }
}

#[test]
fn only_what_differs_is_masked() {
    assert!(matches("a […] c", "a b b c") && !matches("a […] c", "a b") && !matches("a", "ab"));
    assert_eq!(masked("==29148==ERROR at 0x55e2 and 7 bytes"), "==#==ERROR at 0x# and 7 bytes");
    assert_eq!(
        masked("  time:      11 ms (executing 8 %), after 1.5 s"),
        masked("  time:      2 µs (executing 90 %), after 148 ms")
    );
    assert_ne!(masked("  paths:     44 completed"), masked("  paths:     45 completed"));
}
