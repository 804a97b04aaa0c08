//! `pleach tests`: tests for people.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use report::{KTest, Predictions, value};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::{complain, print};

/// Runs the command.
pub fn tests(given: Given<'_>) -> Result<Exit, Failure> {
    let paint = Paint::stdout();
    let mut predictions = Predictions::default();
    let mut exit = Exit::Clean;
    for path in given.paths("tests") {
        let files = if path.is_dir() { tests_in(&path)? } else { vec![path] };
        for file in files {
            // One damaged test must not hide the others.
            match test(&file, &mut predictions, paint) {
                Ok(text) => print(&text),
                Err(failure) => {
                    complain(&failure);
                    exit = Exit::Failed;
                }
            }
        }
    }
    Ok(exit)
}

/// The tests of a run directory, in order.
pub fn tests_in(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |why: String| Failure::Input { file: dir.to_owned(), why };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| wrong(error.to_string()))? {
        let path = entry.map_err(|error| wrong(error.to_string()))?.path();
        if path.extension().is_some_and(|extension| extension == "ktest") {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(wrong("holds no tests (.ktest files)".to_owned()));
    }
    files.sort();
    Ok(files)
}

/// One test as text.
fn test(file: &Path, predictions: &mut Predictions, paint: Paint) -> Result<String, Failure> {
    let wrong = |why: String| Failure::Input { file: file.to_owned(), why };
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    let prediction = predictions.of(file).map_err(|error| wrong(format!("its prediction is damaged: {error}")))?;
    let mut out = format!("{}\n", paint.bold(file.display()));
    let mut add = |label: &str, text: String| writeln!(out, "  {label:<8} {text}").expect("a string takes everything");
    if ktest.args.len() > 1 {
        let args: Vec<String> = ktest.args[1..].iter().map(|arg| value::quoted(arg)).collect();
        add("args:", args.join(" "));
    }
    for (number, object) in ktest.objects.iter().enumerate() {
        let label = if number == 0 { "input:" } else { "" };
        let (name, size) = (object.name(), object.bytes.len());
        let unit = if size == 1 { "byte" } else { "bytes" };
        add(
            label,
            format!(
                "{name} = {}  {}",
                value::readable(&object.bytes),
                paint.dim(format_args!("[{size} {unit}: {}]", short_hex(&object.bytes)))
            ),
        );
    }
    if ktest.objects.is_empty() {
        add("input:", "none".to_owned());
    }
    if let Some(prediction) = prediction {
        let text = prediction.describe();
        add("ends:", if prediction.kind().is_some() { paint.red(text) } else { text });
        let printed = prediction.printed();
        if !printed.is_empty() {
            add("prints:", value::readable_text(&printed));
        }
    }
    Ok(out)
}

fn short_hex(bytes: &[u8]) -> String {
    const SHOWN: usize = 32;
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("{}{more}", value::hex(&bytes[..bytes.len().min(SHOWN)]))
}
